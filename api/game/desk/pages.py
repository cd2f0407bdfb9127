"""The desk of a game's arbiter: claims and proposals that wait, the game, its records, its people,
its files and small forms; and pages that change the position without a ruling (undo, redo,
overturning, closing)."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from eventsourcing.persistence import PersistenceError
from flask import Response, request
from msgspec import Struct

from api.game.desk.preview import (
    FILTERS,
    BeforeAndAfter,
    ChangedGame,
    before_and_after,
    changed_game,
    desk_address,
    desk_row_page,
    step_sentence,
    suggested_rules,
)
from api.game.desk.rulings import grounds_missing
from api.game.entries import DecisionReader, irregularities_report
from api.game.looks import Look, looks_page
from api.game.naming import choosable_audiences
from api.game.play.table import table_seats
from api.game.record_lines import RecordLine, record_lines, record_lines_since
from api.game.request import audience_of, decision_reader, need_may_enter, need_open_game
from api.game.schemas import ClaimAt, ProposalAt
from api.game.seat_clocks import seat_clocks, time_control_in_words, why_clocks_stopped
from api.game.sheet import position_pictures
from api.game.subject import game_clerk
from api.web.body import invalid_fields
from api.web.forms.controls import Given
from api.web.forms.submission import (
    Trouble,
    attempt,
    number,
    sent,
    sent_fields,
    stamp,
    submit,
    text_entered,
)
from api.web.pages.pages import _, lang, needs, number_in, page, site
from api.web.request.log_health import log_health
from api.web.request.service import Service, caller, may_read_words, service
from domain.game.aggregate.clocks import clocks_of, milliseconds_left, with_clock_readings
from domain.game.aggregate.game import Game, say_record
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Answer
from domain.game.record.records import (
    UMPIRE,
    ActionsRestored,
    ActionsRetracted,
    Adjudicate,
    GameClosed,
    RulingOverturned,
)
from domain.game.rulings.conditions import (
    REASONS,
    Grounds,
    Kind,
    Wish,
    board_if_overturned,
    lost_by_overturning,
    needs_rule_to_overturn,
)
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.use_cases import Seats
from domain.game.undo.conditions import in_force_from, retraction_to_restore, steps_to_retract
from domain.game.undo.use_cases import Consents
from domain.kernel.commitments import MOST
from domain.kernel.log import LogBook
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.proof.log.notes import read_note
from domain.titles.contract.ruleset import ARBITER, Audience, Outcome
from domain.titles.contract.time_control import LONGEST_TIME
from domain.titles.contract.types import TALL
from projections.boards.positions import summary_of

LOOKS = 20  # How many looks at what is hidden are listed.


class OpenClaim(Struct, frozen=True):
    claim: ClaimAt
    sentence: str


class ProposalPreview(Struct, frozen=True):
    proposal: ProposalAt
    preview: BeforeAndAfter


class RefusedForm(Struct, frozen=True):
    """A small form of the desk that was refused: which form, why, what was entered, and the records
    written since it was shown."""

    which: str
    trouble: Trouble
    form: Given
    since: list[RecordLine]


@site.get("/games/<game>/desk")
@needs("arbiter")
def desk(game: str) -> Response:
    """The page of the desk of a game. `?show=` selects which records are listed, `?before=` lists
    older ones, `?audience=` selects the audience as which the arbiter reads."""
    return desk_page(game_clerk().game(game))


def desk_page(head: Game, sent: RefusedForm | None = None) -> Response:
    clerk, language, who = game_clerk(), lang(), caller()
    audience = audience_of(head, request.args.get("audience", ""))
    reader, proceedings = decision_reader(head, audience), head.proceedings
    show = request.args.get("show", "all")
    counts = {name: list(seqs(head)) for name, seqs in FILTERS.items()}
    done = number_in(request.args.get("done", ""))
    return page(
        "game/desk/page.html",
        sent.trouble.status if sent else 200,
        game=summary_of(head),
        head=head,
        audience=audience,
        audiences=choosable_audiences(head),
        secretive=head.rules.keeps_secrets(),
        done=record_lines(clerk, head, audience, language, done, done)[0]
        if 1 <= done <= head.seq
        else None,
        sent=sent,
        stamp=stamp(head.seq, sent.trouble if sent else None),
        claims=[
            OpenClaim(reader.claim(claim), step_sentence(reader, head, claim.body.about))
            for claim in proceedings.open_claims
        ],
        proposals=_previews_of_proposals(clerk, head, reader, audience),
        drawn=position_pictures(head, audience, language, (TALL,)),
        places=table_seats(clerk, head, language),
        clocks=seat_clocks(summary_of(head), clerk.clock()),
        stopped=head.proceedings.clock_stop,
        standing=why_clocks_stopped(head),
        ruling_on_time=lambda seat: _ruling_on_time(head, seat),
        undone=head.undone,
        show=show if show in FILTERS else "all",
        counts={name: len(seqs) for name, seqs in counts.items()},
        history=desk_row_page(
            clerk,
            head,
            audience,
            language,
            counts.get(show, counts["all"]),
            number_in(request.args.get("before", "")),
        ),
        proofs=Proofs(service(), head.id),
        report=irregularities_report(clerk, head, audience, words=may_read_words()),
        looks=_newest_looks(clerk, head) if who.at_least("organiser") else None,
        organiser=who.at_least("organiser"),
        longest=MOST,
    )


def _previews_of_proposals(
    clerk: Clerk, head: Game, reader: DecisionReader, audience: Audience
) -> list[ProposalPreview]:
    waiting = []
    for pending in Consents(clerk).proposals(head):
        if pending.state == "open":
            proposal = reader.proposal(pending)
            board = head.history.board(head.history.before[pending.body.from_seq - 1])
            after = changed_game(head, board, gone=tuple(step.seq for step in proposal.steps))
            waiting.append(
                ProposalPreview(proposal, before_and_after(clerk, head, after, audience, lang()))
            )
    return waiting


def _ruling_on_time(head: Game, seat: str) -> str:
    """The query that fills in the form of a ruling on a seat whose time is over: of two seats the
    other wins; of more it is penalised."""
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
    rule = (
        {"rule": _("the clocks that were agreed ({clocks})", clocks=time_control_in_words(control))}
        if control is not None
        else {}
    )
    return urlencode(
        {**wish, "code": "time", **rule, **({"claim": against[-1]} if against else {})}
    )


def _newest_looks(clerk: Clerk, head: Game) -> tuple[Look, ...]:
    after, newest = "", tuple[Look, ...]()
    while True:
        page_of, after = looks_page(clerk.key_values, head.id, after, 500)
        newest = (*newest, *page_of)[-LOOKS:]
        if not after:
            return newest[::-1]


class RecordProof(Struct, frozen=True):
    """How far the log proves a record: `waiting` to be logged, `logged`, `signed`, or `cosigned`.
    `witnesses` of the `witnesses_in_all` cosigned it."""

    state: str
    witnesses: int = 0
    witnesses_in_all: int = 0


class Proofs:
    """The log's state for the desk of one game. If the log cannot be read, `available` is False and
    nothing is raised, so that the desk still opens."""

    def __init__(self, app: Service, game: str) -> None:
        self._game = game
        self._book: LogBook | None = app.receipts.book
        health = log_health(app)
        self.says: Text | None = health.says
        self.available = self._book is not None and health.state != "down"
        self._signed, self._cosigned, self._witnesses, self._asked = 0, 0, 0, 0
        try:
            self._read_log_sizes()
        except PersistenceError:
            self.available = False

    def state(self, seq: int) -> RecordProof | None:
        """How far the log proves a record; None if the log cannot be read."""
        if not self.available or self._book is None:
            return None
        try:
            index = self._book.index_of(self._game, seq)
        except PersistenceError:
            return None
        if index is None:
            return RecordProof("waiting")
        if self._witnesses and index < self._cosigned:
            return RecordProof("cosigned", self._witnesses, self._asked)
        return RecordProof("signed" if index < self._signed else "logged")

    def _read_log_sizes(self) -> None:
        if self._book is None or not self.available:
            return
        head, cosigned = self._book.head(), self._book.cosigned()
        self._signed = head.size if head else 0
        policy = self._book.witnesses()
        if cosigned is not None and policy is not None:
            labels = {key.label for key in policy.witnesses.values()}
            self._cosigned, self._asked = cosigned.size, len(labels)
            self._witnesses = len(
                labels & {signature.label for signature in read_note(cosigned.note).signatures}
            )


@site.post("/games/<game>/desk/answer/<int:proposal>")
@needs("arbiter")
def answer_proposal(game: str, proposal: int) -> Response:
    form = request.form
    seat, word = form.get("seat", UMPIRE), form.get("answer", "")

    def write() -> Answer:
        clerk = game_clerk()
        need_may_enter(clerk.game(game), seat)
        if word not in ("agree", "refuse"):
            raise BadRequest("/answer", Text("Agree, or refuse."))
        return Consents(clerk).answer(sent().order(game), proposal, seat, agree=word == "agree")

    return take_small_form("answer", game, write)


@site.post("/games/<game>/desk/note")
@needs("arbiter")
def note(game: str) -> Response:
    form = request.form

    def write() -> Answer:
        text, about = form.get("text", "").strip(), number(form, "about") or 0
        if not text or len(text) > MOST:
            raise BadRequest("/text", Text("A note has 1 to {most} characters.", most=MOST))
        return game_clerk().note(sent().order(game), text, about, UMPIRE)

    return take_small_form("note", game, write)


@site.post("/games/<game>/desk/seats/<seat>")
@needs("arbiter")
def seat_somebody(game: str, seat: str) -> Response:
    form = request.form

    def write() -> Answer:
        seating = Seats(game_clerk())
        if form.get("do") == "leave":
            return seating.leave(sent().order(game), seat)
        return seating.take(sent().order(game), seat, form.get("name", ""))

    return take_small_form("seat", game, write)


def take_small_form(which: str, game: str, write: Callable[[], Answer]) -> Response:
    """Process a small form of the desk and redirect to the desk. If it is refused, return the desk
    with the refusal and the entry beside the form `which`."""

    def refused_page(trouble: Trouble) -> Response:
        clerk = game_clerk()
        head = clerk.game(game)
        return desk_page(
            head,
            RefusedForm(
                which,
                trouble,
                request.form,
                record_lines_since(clerk, head, audience_of(head, ""), trouble),
            ),
        )

    return submit(write, desk_address, refused_page)


ORDERS: dict[str, Kind] = {
    "stop": "stop-clocks",
    "start": "start-clocks",
    "set": "set-clock",
}  # The kind of order for each button.


@site.post("/games/<game>/desk/clocks")
@needs("arbiter")
def rule_on_clocks(game: str) -> Response:
    form = request.form

    def write() -> Answer:
        grounds = Grounds("", "time", text_entered(form), number(form, "claim") or 0)
        return Rulings(game_clerk()).rule(sent().order(game), _clock_wish(form), grounds)

    return take_small_form("clocks", game, write)


def _clock_wish(form: Given) -> Wish:
    kind = ORDERS.get(form.get("do", ""))
    if kind is None:
        raise BadRequest("/do", Text("Choose what is ordered."))
    if kind != "set-clock":
        return Wish(kind)
    minutes, seconds = number(form, "minutes"), number(form, "seconds")
    if minutes is None and seconds is None:
        raise BadRequest("/minutes", Text("Enter what the clock is to show."))
    time = 60 * (minutes or 0) + (seconds or 0)
    if not 0 <= time <= LONGEST_TIME or (minutes or 0) < 0 or (seconds or 0) < 0:
        raise BadRequest(
            "/minutes",
            Text("A clock shows 0 minutes at least, and at most {most}.", most=LONGEST_TIME // 60),
        )
    return Wish("set-clock", seat=form.get("seat", ""), milliseconds=1000 * time)


# The last actions in force that the list offers to take back; the list of records has all others.
STEPS = 80

Foresee = Callable[[Game], ChangedGame]


# -- taking back, restoring ------------------------------------------------------------------------


@site.get("/games/<game>/desk/undo")
@needs("arbiter")
def look_at_undo(game: str) -> Response:
    """Show what would change if everything from record `?from=` on were taken back (default: the
    last action)."""
    return _change_page("undo", game_clerk().game(game), _after_undo(sent_fields().get("from", "")))


@site.post("/games/<game>/desk/undo")
@needs("arbiter")
def take_back(game: str) -> Response:
    clerk, form = game_clerk(), request.form
    first = form.get("from_seq", "")
    return _submit_change(
        "undo",
        game,
        _after_undo(first),
        lambda: clerk.undo(sent().order(game), UMPIRE, _entered_seq(first), text_entered(form)),
    )


@site.get("/games/<game>/desk/redo")
@needs("arbiter")
def look_at_redo(game: str) -> Response:
    return _change_page("redo", game_clerk().game(game), _after_redo)


@site.post("/games/<game>/desk/redo")
@needs("arbiter")
def restore(game: str) -> Response:
    return _submit_change(
        "redo", game, _after_redo, lambda: game_clerk().redo(sent().order(game), UMPIRE)
    )


def _after_undo(first: str) -> Foresee:
    def look(head: Game) -> ChangedGame:
        gone = steps_to_retract(head, UMPIRE, _entered_seq(first))
        start, actions = gone[-1].seq, tuple(step.seq for step in reversed(gone))
        body = ActionsRetracted(at=head.at, seat=UMPIRE, from_seq=start, actions=actions)
        board = head.history.board(head.history.before[start - 1])
        return changed_game(head, board, gone=actions, sentence=say_record(head, body))

    return look


def _after_redo(head: Game) -> ChangedGame:
    retraction, undone = retraction_to_restore(head, UMPIRE), head.undone
    assert undone is not None
    tip = undone.step.seq
    body = ActionsRestored(at=head.at, seat=UMPIRE, retraction=retraction)
    return changed_game(
        head,
        head.history.board(tip),
        back=_restored_actions(head, tip),
        sentence=say_record(head, body),
    )


def _restored_actions(head: Game, tip: int) -> tuple[int, ...]:
    now = set(in_force_from(head, 1))
    return tuple(sorted(seq for seq in head.history.chain(tip) if seq not in now))


# -- overturning -----------------------------------------------------------------------------------


@site.get("/games/<game>/desk/overturn/<int:ruling>")
@needs("arbiter")
def look_at_overturning(game: str, ruling: int) -> Response:
    return _change_page("overturn", game_clerk().game(game), _after_overturning(ruling), ruling)


@site.post("/games/<game>/desk/overturn/<int:ruling>")
@needs("arbiter")
def overturn(game: str, ruling: int) -> Response:
    clerk, form = game_clerk(), request.form

    def write() -> Answer:
        missing = tuple(
            grounds_missing(form, rule=needs_rule_to_overturn(clerk.game(game), ruling))
        )
        if missing:
            raise invalid_fields(missing)
        grounds = Grounds(form.get("rule", "").strip(), form.get("code", ""), text_entered(form))
        return Rulings(clerk).overturn(sent().order(game), ruling, grounds)

    return _submit_change("overturn", game, _after_overturning(ruling), write, ruling)


def _after_overturning(ruling: int) -> Foresee:
    def look(head: Game) -> ChangedGame:
        board, history = board_if_overturned(head, ruling), head.history
        before, moved = (
            history.tips[ruling - 2],
            history.tips[ruling - 2] != history.tips[ruling - 1],
        )
        body = RulingOverturned(at=game_clerk().clock(), ruling=ruling, rule="", code="")
        return ChangedGame(
            board,
            tuple(penalty for seq, penalty in head.proceedings.penalties() if seq != ruling),
            _outcome_without(head, ruling),
            lost_by_overturning(head, ruling),
            _restored_actions(head, before) if moved else (),
            say_record(head, body),
            clocks=_clocks_after_overturning(head, body),
        )

    return look


def _clocks_after_overturning(
    head: Game, body: RulingOverturned
) -> tuple[tuple[str, int, int], ...]:
    clocks = clocks_of(head)
    (then,) = with_clock_readings(head, (body,))
    if clocks is None or then.clock_reading is None:
        return ()
    left = milliseconds_left(clocks, body.at)
    return tuple((seat, left[seat], then.clock_reading.left[seat]) for seat in left)


def _outcome_without(head: Game, ruling: int) -> Outcome | None:
    remedies = (
        item.body.remedy
        for item in reversed(head.proceedings.rulings_in_force)
        if item.seq != ruling
    )
    return next((remedy.outcome for remedy in remedies if isinstance(remedy, Adjudicate)), None)


# -- closing ---------------------------------------------------------------------------------------


@site.get("/games/<game>/desk/close")
@needs("arbiter")
def look_at_closing(game: str) -> Response:
    return _change_page("close", game_clerk().game(game), _after_closing)


@site.post("/games/<game>/desk/close")
@needs("arbiter")
def close(game: str) -> Response:
    clerk, form = game_clerk(), request.form
    return _submit_change(
        "close",
        game,
        _after_closing,
        lambda: clerk.close_game(sent().order(game), text_entered(form)),
    )


def _after_closing(head: Game) -> ChangedGame:
    need_open_game(head)
    return changed_game(
        head, sentence=say_record(head, GameClosed(at=head.at, outcome=head.outcome))
    )


# -- what the pages share --------------------------------------------------------------------------


def _submit_change(
    kind: str, game: str, look: Foresee, write: Callable[[], Answer], ruling: int = 0
) -> Response:
    return submit(
        write,
        desk_address,
        lambda trouble: _change_page(kind, game_clerk().game(game), look, ruling, trouble),
    )


def _change_page(
    kind: str, head: Game, look: Foresee, ruling: int = 0, refused: Trouble | None = None
) -> Response:
    clerk, form = game_clerk(), sent_fields()
    need = attempt(lambda: need_open_game(head))
    after = need if isinstance(need, Trouble) else attempt(lambda: look(head))
    behind = kind != "close"
    audience = audience_of(head, ARBITER if behind else "")
    preview = (
        None
        if isinstance(after, Trouble)
        else before_and_after(clerk, head, after, audience, lang())
    )
    trouble = refused or (after if isinstance(after, Trouble) else None)
    reader = decision_reader(head, audience)
    overturned = head.proceedings.ruling(ruling) if ruling else None
    return page(
        "game/desk/move.html",
        refused.status if refused else 200 if preview else trouble.status if trouble else 200,
        kind=kind,
        game=summary_of(head),
        head=head,
        form=form,
        first=number_in(form.get("from_seq") or form.get("from", ""))
        or (head.step.seq if head.step else 0),
        steps=[
            (seq, reader.step(seq).sentence.printed(lang()))
            for seq in in_force_from(head, 1)[:STEPS]
        ]
        if kind == "undo"
        else [],
        shown=preview,
        trouble=trouble,
        since=record_lines_since(clerk, head, audience, refused),
        stamp=stamp(head.seq, refused),
        ruling=reader.ruling(overturned) if overturned else None,
        seq=ruling,
        rests_on_rule=needs_rule_to_overturn(head, ruling),
        secretive=head.rules.keeps_secrets() and behind,
        reasons=[(code, text.printed(lang())) for code, text in REASONS.items()],
        known_rules=suggested_rules(head),
        longest=MOST,
    )


def _entered_seq(text: str) -> int | None:
    form: Any = {"from_seq": text}
    return number(form, "from_seq")
