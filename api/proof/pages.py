"""Pages for arbiters: a game's audit record by record, its score sheet, and its report of
irregularities. Each can be printed and is available as PDF."""

from typing import Any

from flask import Response, request
from msgspec import Struct

from api.game.desk.preview import step_sentence, values_in_words
from api.game.entries import DecisionReader, irregularities_report
from api.game.naming import choosable_audiences, language_with_names
from api.game.request import audience_of, decision_reader
from api.game.schemas import Irregular, RulingAt, StepAt
from api.game.seat_clocks import clock_report
from api.game.sheet import sheet_of
from api.game.subject import game_clerk
from api.proof.routes import audience_for, auditor
from api.proof.schemas import AuditHead
from api.web.pages.documents import DocumentHead, document_reply
from api.web.pages.pages import _, lang, needs, page, record_in_address, site, tell
from api.web.request.service import caller, may_read_words, service
from domain.game.aggregate.fidelity import fidelity_text
from domain.game.aggregate.game import Game, seat_name, taken_back
from domain.game.clerk.people import People
from domain.game.record.records import UMPIRE, PositionSigned
from domain.game.seats.countersignatures import message_for
from domain.kernel.words.typography import decimal
from domain.titles.contract.ruleset import PUBLIC
from domain.titles.contract.types import WIDE
from projections.boards.pictures import picture
from projections.boards.positions import score_at, summary_of

LINES = 500  # records on one page, unless all are asked for


class AuditVerdict(Struct, frozen=True):
    """The verdict of an audit in sentences: what does not hold (`broken`), what is not proven
    (`open`), and all else (`known`): what holds, and how many irregularities there are."""

    broken: tuple[str, ...]
    open: tuple[str, ...]
    known: tuple[str, ...]


class OfferedSignature(Struct, frozen=True):
    """A signature that a visitor can give: the seat with its name, the record (`about`), the
    message to sign, and the command-line steps. `shared`: it is given on the table's shared device,
    which has a key for each seat."""

    seat: str
    name: str
    about: int
    message: str
    commands: str
    shared: bool


@site.get("/games/<game>/audit")
@needs("spectator")
def show_audit_page(game: str) -> Response:
    """The page of a game's audit. It shows the records after `?after=`, with `?all=1` all of them;
    `?sign=` is the record to sign. With `?table=1` an arbiter's device signs for the players'
    seats."""
    head = game_clerk().game(game)
    parts = audit_parts(head, every=bool(request.args.get("all")))
    return page(
        "proof/audit.html",
        **parts,
        audiences=choosable_audiences(head),
        signing=_offered_signatures(head),
        arbiter=UMPIRE,
    )


def audit_parts(head: Game, *, every: bool) -> dict[str, Any]:
    audience = audience_for(head, request.args.get("audience", ""))
    after = record_in_address("after", 0, head.seq, least=0)
    result = auditor(head, audience).page(0 if every else after, None if every else LINES)
    return {
        "game": summary_of(head),
        "audit": result,
        "report": result.head,
        "verdict": _verdict(result.head),
        "audience": audience,
        "before": max(0, after - LINES) if after and not every else None,
        "sentence": lambda line: line.what.printed(
            language_with_names(lang(), Game(head.history, head.checks, line.seq))
        ),
        "called": lambda seat, inside=False: tell(seat_name(head, seat, inside=inside)),
        "face": lambda value: tell(head.setting.word("", value)),
        "faces": lambda values: ", ".join(tell(head.setting.word("", value)) for value in values),
        "fidelity": lambda text: fidelity_text(text).printed(lang()),
        # two digits that say something: `0.43`, `0.0012`, `3.1e-07`
        "significant": lambda value: _decimal(f"{value:.2g}"),
        "tenths": lambda value: _decimal(f"{value:.1f}"),
    }


def _verdict(report: AuditHead) -> AuditVerdict:
    broken, unproven, known = list[str](), list[str](), list[str]()
    position = _(
        "The position, played again: {how}.", how=fidelity_text(report.fidelity).printed(lang())
    )
    (
        broken
        if report.fidelity.startswith("diverged")
        else unproven
        if report.fidelity == "unverified"
        else known
    ).append(position)
    (broken if report.resting.verified is False else known).append(tell(report.resting.text))
    if report.log is None:
        unproven.append(_("This service keeps no log: nothing here is proven."))
    elif report.log.trouble:
        broken.append(tell(report.log.trouble))
    else:
        known.append(_("The log is signed up to entry {size}.", size=report.log.signed))
    if report.faults:
        known.append(_("Irregularities, listed below: {count}", count=len(report.faults)))
    return AuditVerdict(tuple(broken), tuple(unproven), tuple(known))


def _offered_signatures(head: Game) -> list[OfferedSignature]:
    seats, shared = caller().speaks_for, False
    if not seats and caller().at_least("arbiter") and request.args.get("table"):
        seats, shared = (
            tuple(spec.id for spec in head.setting.seat_specs if spec.role == "player"),
            True,
        )
    about = record_in_address("sign", _newest_to_sign(head), head.seq)
    loaded = game_clerk().load(head.id)
    return [
        OfferedSignature(
            seat,
            tell(seat_name(head, seat)),
            about,
            message_for(loaded, about, seat).decode(),
            _signing_commands(head, about, seat),
            shared,
        )
        for seat in seats
        if seat in head.setting.seats
    ]


def _newest_to_sign(head: Game) -> int:
    """The seq of the newest record that is not itself a signature: by default, a visitor signs it."""
    return next(
        seq
        for seq in range(head.seq, 0, -1)
        if head.history.topics[seq - 1] != PositionSigned.__name__
    )


def _signing_commands(head: Game, about: int, seat: str) -> str:
    return f"""game={service().address}/api/v1/games/{head.id} link="Authorization: Bearer LINK"
(umask 077; openssl genpkey -algorithm ed25519 -out {seat}.pem)
curl -H "$link" "$game/export?audience={seat}" > game.jsonl
greffe countersign game.jsonl --at {about} --seat {seat} --key {seat}.pem > signed.json
curl -H "$link" -H "Content-Type: application/json" -H "Idempotency-Key: $(openssl rand -hex 16)" \\
    -H 'If-Match: "{head.seq}"' -d @signed.json $game/countersignatures"""


def _decimal(text: str) -> str:
    return decimal(text, lang())


WHOLE = 2_000  # records that an audit as PDF has at once, at most: they take two seconds and 500 MB


@site.get("/games/<game>/score-sheet")
@needs("spectator")
def show_score_sheet(game: str) -> Response:
    return page("proof/score_sheet.html", **score_sheet_parts(_requested_position(game)))


@site.get("/games/<game>/score-sheet.pdf")
@needs("spectator")
def score_sheet_as_pdf(game: str) -> Response:
    now = _requested_position(game)
    return document_reply(
        "proof/documents/score_sheet", score_sheet_parts(now), document_head(now, "score-sheet")
    )


@site.get("/games/<game>/audit.pdf")
@needs("spectator")
def audit_as_pdf(game: str) -> Response:
    """The audit as PDF: with every record or, for a long game, with those after `?after=`, as its
    page shows them. Raises `no-documents` if Typst is not installed."""
    head = game_clerk().game(game)
    return document_reply(
        "proof/documents/audit",
        audit_parts(head, every=head.seq <= WHOLE),
        document_head(head, "audit", wide=True),
    )


def document_head(game: Game, what: str, *, wide: bool = False) -> DocumentHead:
    """The file name, the record and the path of verification for a document about a game; `what` is
    the ending of the file name."""
    record = _(
        "{title}, game {game}, record {seq}",
        title=tell(game.name),
        game=game.id,
        seq=game.seq,
    )
    return DocumentHead(f"{game.id}-{what}", record, game.at, f"/games/{game.id}/audit", wide)


def _requested_position(game: str) -> Game:
    head = game_clerk().game(game)
    return Game(head.history, head.checks, record_in_address("at", head.seq, head.seq))


def score_sheet_parts(now: Game) -> dict[str, Any]:
    names = (
        {}
        if caller().stranger
        else {item.seat: item.name for item in People(game_clerk()).at_table(now) if item.name}
    )
    return {
        "game": summary_of(now),
        "score": score_at(now).score,
        "sitters": names,
        "now": now,
        "sheet": sheet_of(now, (), lang()),
        "clocks": clock_report(now),
        "drawn": picture(now, PUBLIC, lang(), shape=WIDE),
    }


class RuledIrregularity(Struct, frozen=True):
    """An irregularity, and the ruling that is its record (None: it is another kind of record)."""

    irregular: Irregular
    ruling: RulingAt | None


class RemovedActions(Struct, frozen=True):
    """The actions that record `by` took out of force."""

    by: int
    steps: tuple[StepAt, ...]


@site.get("/games/<game>/irregularities")
@needs("spectator")
def irregularities(game: str) -> Response:
    head = game_clerk().game(game)
    return page(
        "proof/report.html", **irregularity_report_parts(head), audiences=choosable_audiences(head)
    )


@site.get("/games/<game>/irregularities.pdf")
@needs("spectator")
def irregularities_as_pdf(game: str) -> Response:
    head = game_clerk().game(game)
    return document_reply(
        "proof/documents/irregularities",
        irregularity_report_parts(head),
        document_head(head, "irregularities"),
    )


def irregularity_report_parts(head: Game) -> dict[str, Any]:
    clerk = game_clerk()
    audience = audience_of(head, request.args.get("audience", ""))
    reader, result = (
        decision_reader(head, audience),
        irregularities_report(clerk, head, audience, words=may_read_words()),
    )
    return {
        "game": summary_of(head),
        "head": head,
        "report": result,
        "irregularities": [
            _with_ruling(head, reader, irregularity) for irregularity in result.irregularities
        ],
        "claims": [
            (claim, step_sentence(reader, head, claim.about))
            for claim in map(reader.claim, head.proceedings.claims)
        ],
        "gone": _removed_actions(head, reader),
        "score": score_at(head).score,
        "sitters": {sitter.seat: sitter for sitter in People(clerk).at_table(head)}
        if may_read_words()
        else {},
        "audience": audience,
        "faces": lambda values: values_in_words(head, values, lang()),
    }


def _with_ruling(head: Game, reader: DecisionReader, item: Irregular) -> RuledIrregularity:
    ruling = head.proceedings.ruling(item.seq)
    return RuledIrregularity(item, reader.ruling(ruling) if ruling else None)


def _removed_actions(head: Game, reader: DecisionReader) -> list[RemovedActions]:
    by: dict[int, list[int]] = {}
    for seq, record in sorted(taken_back(head).items()):
        by.setdefault(record, []).append(seq)
    return [
        RemovedActions(record, tuple(reader.step(seq) for seq in seqs))
        for record, seqs in sorted(by.items())
    ]
