"""The desk of a game's arbiter: what waits for a decision, the game as it stands, its trail, its
people, its files."""

from typing import Any
from urllib.parse import urlencode

from eventsourcing.persistence import PersistenceError
from flask import Response, request
from msgspec import Struct

from api.game.desk.preview import Shown, as_is, shown
from api.game.desk.trail import FILTERS, listed
from api.game.reading.table import TableReader, report
from api.game.record_lines import Line, lines
from api.game.request import audience_of, table_reader
from api.game.schemas.table import ClaimAt, ProposalAt
from api.game.seat_clocks import control_said, seat_clocks, standing_said
from api.web.access.answers import Look
from api.web.access.looks import looks
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, stamp
from api.web.pages.pages import audiences, lang, needs, number_in, page, say, site
from api.web.request.caller import caller, may_read_words
from api.web.request.log_health import look
from api.web.request.service import Service, service
from domain.game.aggregate.game import Game
from domain.game.aggregate.visibility import keeps_secrets
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Answer
from domain.game.clerk.people import People, Sitter
from domain.game.table.consent import Consents
from domain.kernel.commitments import MOST
from domain.kernel.log import LogBook
from domain.kernel.text import Text
from domain.proof.log.notes import read_note
from domain.titles.contract.ruleset import Audience
from projections.boards.json import score_shape, summary_shape
from projections.boards.pictures import picture

LOOKS = 20  # How many looks at what is hidden are listed.


class OpenClaim(Struct, frozen=True):
    claim: ClaimAt
    told: str


class Asked(Struct, frozen=True):
    proposal: ProposalAt
    shown: Shown


class Place(Struct, frozen=True):
    id: str
    name: str
    role: str
    sitter: Sitter | None
    points: int | None
    penalty: int
    acts: bool


class Refused(Struct, frozen=True):
    """A small form of the desk that was refused: which one, why, what was entered, and what was
    recorded since."""

    which: str
    trouble: Trouble
    form: Given
    since: list[Line]


@site.get("/games/<game>/desk")
@needs("arbiter")
def desk(game: str) -> Response:
    """The desk of a game; `?show=` cuts the trail down, `?before=` goes on in it, `?audience=` says
    as whom it is read."""
    return desk_page(service().clerk.game(game))


def to_desk(answer: Answer) -> str:
    return f"/games/{answer.game.id}/desk?done={answer.filed.seq}#done"


def desk_page(head: Game, sent: Refused | None = None) -> Response:
    clerk, language, who = service().clerk, lang(), caller()
    audience = audience_of(head, request.args.get("audience", ""))
    reader, proceedings = table_reader(head, audience), head.proceedings
    show = request.args.get("show", "all")
    counts = {name: list(seqs(head)) for name, seqs in FILTERS.items()}
    done = number_in(request.args.get("done", ""))
    return page(
        "game/desk/page.html",
        sent.trouble.status if sent else 200,
        game=summary_shape(head),
        head=head,
        audience=audience,
        audiences=audiences(head),
        secretive=keeps_secrets(head.rules),
        done=lines(clerk, head, audience, language, done, done)[0]
        if 1 <= done <= head.seq
        else None,
        sent=sent,
        stamp=stamp(head, sent.trouble if sent else None),
        claims=[
            OpenClaim(reader.claim(claim), sentence_of(reader, head, claim.body.about))
            for claim in proceedings.open_claims
        ],
        proposals=_asked(clerk, head, reader, audience),
        drawn=picture(head, audience, language),
        places=_places(clerk, head),
        clocks=seat_clocks(summary_shape(head), clerk.clock()),
        stopped=head.proceedings.stopped,
        standing=standing_said(head),
        ruling_on_time=lambda seat: _ruling_on_time(head, seat),
        undone=head.undone,
        show=show if show in FILTERS else "all",
        counts={name: len(seqs) for name, seqs in counts.items()},
        history=listed(
            clerk,
            head,
            audience,
            language,
            counts.get(show, counts["all"]),
            number_in(request.args.get("before", "")),
        ),
        proofs=Proofs(service(), head.id),
        report=report(clerk, head, audience, words=may_read_words()),
        looks=_looks(clerk, head) if who.at_least("organiser") else None,
        organiser=who.at_least("organiser"),
        longest=MOST,
    )


def sentence_of(reader: TableReader, head: Game, seq: int) -> str:
    return reader.step(seq).sentence.printed(lang()) if 1 <= seq <= head.seq else ""


def _asked(clerk: Clerk, head: Game, reader: TableReader, audience: Audience) -> list[Asked]:
    waiting = []
    for pending in Consents(clerk).proposals(head):
        if pending.state == "open":
            proposal = reader.proposal(pending)
            board = head.history.board(head.history.before[pending.body.from_seq - 1])
            after = as_is(head, board, gone=tuple(step.seq for step in proposal.steps))
            waiting.append(Asked(proposal, shown(clerk, head, after, audience, lang())))
    return waiting


def _places(clerk: Clerk, head: Game) -> list[Place]:
    there = {sitter.seat: sitter for sitter in People(clerk).at_table(head)}
    score: dict[str, Any] = {line["seat"]: line for line in score_shape(head)["score"]}
    acting = head.to_act
    return [
        Place(
            spec.id,
            spec.name.printed(lang()),
            spec.role,
            there.get(spec.id),
            score[spec.id]["total"] if spec.id in score else None,
            score[spec.id]["penalty"] if spec.id in score else 0,
            spec.id in acting,
        )
        for spec in head.setting.seat_specs
    ]


def _ruling_on_time(head: Game, seat: str) -> str:
    """What fills in a ruling on a seat whose time is over: between two the other one wins, else it
    is penalised."""
    reading = head.opened.clock_reading
    against = [claim.seq for claim in head.proceedings.open_claims if claim.body.seat != seat]
    others = [seat_id for seat_id in reading.left if seat_id != seat] if reading is not None else []
    wish = (
        {"remedy": "adjudicate", "winners": others[0]}
        if len(others) == 1
        else {"remedy": "penalty", "penalty_seat": seat}
    )
    # titles have no rule for clocks: what the table agreed when it opened the game is what the
    # ruling rests on
    control = head.opened.time_control
    rule = {"rule": say("clocks.rule", clocks=control_said(control))} if control is not None else {}
    return urlencode(
        {**wish, "code": "time", **rule, **({"claim": against[-1]} if against else {})}
    )


def _looks(clerk: Clerk, head: Game) -> tuple[Look, ...]:
    after, newest = "", tuple[Look, ...]()
    while True:
        page_of, after = looks(clerk.key_values, head.id, after, 500)
        newest = (*newest, *page_of)[-LOOKS:]
        if not after:
            return newest[::-1]


class Proven(Struct, frozen=True):
    """A record's proof state: `waiting` for the log, `logged`, `signed`, or `cosigned` by so many
    of the witnesses asked."""

    state: str
    witnesses: int = 0
    of: int = 0


class Proofs:
    """The log as the desk of one game reads it. It always answers: whatever is wrong with the log,
    the record was written."""

    def __init__(self, found: Service, game: str) -> None:
        self._game = game
        self._book: LogBook | None = found.receipts.book
        health = look(found)
        self.says: Text | None = health.says
        self.there = self._book is not None and health.state != "down"
        self._signed, self._cosigned, self._witnesses, self._asked = 0, 0, 0, 0
        try:
            self._measure()
        except PersistenceError:
            self.there = False

    def of(self, seq: int) -> Proven | None:
        if not self.there or self._book is None:
            return None
        try:
            index = self._book.index_of(self._game, seq)
        except PersistenceError:
            return None
        if index is None:
            return Proven("waiting")
        if self._witnesses and index < self._cosigned:
            return Proven("cosigned", self._witnesses, self._asked)
        return Proven("signed" if index < self._signed else "logged")

    def _measure(self) -> None:
        if self._book is None or not self.there:
            return
        head, cosigned = self._book.head(), self._book.cosigned()
        self._signed = head.size if head else 0
        policy = self._book.witnesses()
        if cosigned is not None and policy is not None:
            asked = {key.label for key in policy.witnesses.values()}
            self._cosigned, self._asked = cosigned.size, len(asked)
            self._witnesses = len(
                asked & {signature.label for signature in read_note(cosigned.note).signatures}
            )
