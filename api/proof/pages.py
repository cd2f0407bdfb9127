"""The arbiter's page: a game record by record, with what each rests on; made to be read on a screen and on paper."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from msgspec import Struct

from api.proof.routes.audit import audience_for, auditor
from api.proof.schemas import AuditHead
from api.web.pages.naming import as_of
from api.web.pages.pages import audiences, lang, needs, page, record_in_address, say, site, tell
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.fidelity import said
from domain.game.aggregate.game import Game, seat_name
from domain.game.record.records import UMPIRE, PositionSigned
from domain.game.table.countersignatures import message_for
from domain.kernel.words.typography import decimal
from projections.boards.json import summary_shape

LINES = 500
"""Records on one page, unless all are asked for."""


class Judged(Struct, frozen=True):
    """What an audit comes to, in sentences: what contradicts the record, what nothing proves yet, what is known to be so."""

    broken: tuple[str, ...]
    open: tuple[str, ...]
    known: tuple[str, ...]


class Signing(Struct, frozen=True):
    """What a visitor can sign: for which seat, over which record, the message, and how to do it on the command line; `shared`: on
    the one device of the table, which has a key for each seat."""

    seat: str
    name: str
    about: int
    message: str
    commands: str
    shared: bool


@site.get("/games/<game>/audit")
@needs("spectator")
def show_audit_page(game: str) -> Response:
    """The audit of a game: `?after=` pages through it, `?all=1` has every line, `?sign=` names the record to sign, and with
    `?table=1` the device that has no seat of its own signs for those of the table."""
    head = service().clerk.game(game)
    parts = audit_parts(head, every=bool(request.args.get("all")))
    return page("proof/audit.html", **parts, audiences=audiences(head), signing=_signing(head), arbiter=UMPIRE)


def audit_parts(head: Game, *, every: bool) -> dict[str, Any]:
    """What the audit shows, with every line or from `?after=` on."""
    audience = audience_for(head, request.args.get("audience", ""))
    after = record_in_address("after", 0, head.seq, least=0)
    found = auditor(head, audience).page(0 if every else after, None if every else LINES)
    return {
        "game": summary_shape(head),
        "audit": found,
        "report": found.head,
        "verdict": _verdict(found.head),
        "audience": audience,
        "before": max(0, after - LINES) if after and not every else None,
        "sentence": lambda line: line.what.printed(as_of(lang(), Game(head.history, head.checks, line.seq))),
        "called": lambda seat, inside=False: tell(seat_name(head, seat, inside=inside)),
        "face": lambda value: tell(head.setting.word("", value)),
        "faces": lambda values: ", ".join(tell(head.setting.word("", value)) for value in values),
        "fidelity": lambda text: said(text).printed(lang()),
        "significant": _significant,
        "tenths": lambda value: _decimal(f"{value:.1f}"),
    }


def _verdict(report: AuditHead) -> Judged:
    """The verdict that the page begins with: the worst first, and irregularities as what they are, told and not hidden."""
    broken, unproven, known = list[str](), list[str](), list[str]()
    position = say("audit.verdict-position", how=said(report.fidelity).printed(lang()))
    (broken if report.fidelity.startswith("diverged") else unproven if report.fidelity == "unverified" else known).append(position)
    verified = report.resting.verified
    (broken if verified is False else known).append(tell(report.resting.text))
    if report.log is None:
        unproven.append(say("audit.no-log"))
    elif report.log.trouble:
        broken.append(tell(report.log.trouble))
    else:
        known.append(say("audit.verdict-signed", size=report.log.signed))
    if report.faults:
        known.append(say("audit.verdict-faults", count=len(report.faults)))
    return Judged(tuple(broken), tuple(unproven), tuple(known))


def _signing(head: Game) -> list[Signing]:
    """The records that the visitor's own seats can sign; on the one device of a table, those of all players."""
    seats, shared = caller().seats, False
    if not seats and caller().at_least("arbiter") and request.args.get("table"):
        seats, shared = tuple(spec.id for spec in head.setting.seat_specs if spec.role == "player"), True
    about = record_in_address("sign", _newest(head), head.seq)
    file = service().clerk.file(head.id)
    return [
        Signing(
            seat,
            tell(seat_name(head, seat)),
            about,
            message_for(file, about, seat).decode(),
            _commands(head, about, seat),
            shared,
        )
        for seat in seats
        if seat in head.setting.seats
    ]


def _newest(head: Game) -> int:
    """The newest record that is no signature: what somebody who comes to sign means."""
    return next(seq for seq in range(head.seq, 0, -1) if head.history.topics[seq - 1] != PositionSigned.__name__)


def _commands(head: Game, about: int, seat: str) -> str:
    return f"""game={service().address}/api/v1/games/{head.id} link="Authorization: Bearer LINK"
(umask 077; openssl genpkey -algorithm ed25519 -out {seat}.pem)
curl -H "$link" "$game/export?audience={seat}" > game.jsonl
greffe countersign game.jsonl --at {about} --seat {seat} --key {seat}.pem > signed.json
curl -H "$link" -H "Content-Type: application/json" -H "Idempotency-Key: $(openssl rand -hex 16)" \\
    -H 'If-Match: "{head.seq}"' -d @signed.json $game/countersignatures"""


def _significant(value: float) -> str:
    """A number with two digits that say something: `0.43`, `0.0012`, `3.1e-07`."""
    return _decimal(f"{value:.2g}")


def _decimal(text: str) -> str:
    return decimal(text, lang())
