"""The report of a game's irregularities as a page to print: for an arbiter, and for anybody who doubts a result, on one sheet."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from msgspec import Struct

from api.game.desk.labels import faces
from api.game.reading.table import TableReader, report
from api.game.request import audience_of, table_reader
from api.game.schemas.table import ClaimAt, Irregular, RulingAt, StepAt
from api.proof.score_sheet import shows
from api.web.pages.documents import document
from api.web.pages.pages import audiences, lang, needs, page, site
from api.web.request.caller import may_read_words
from api.web.request.service import service
from domain.game.aggregate.game import Game, taken_back
from domain.game.clerk.people import People
from projections.boards.json import score_shape, summary_shape


class Found(Struct, frozen=True):
    """An irregularity with the ruling it is, or none; and with the reason's words."""

    one: Irregular
    ruling: RulingAt | None


class Gone(Struct, frozen=True):
    """What one record took out of force."""

    by: int
    steps: tuple[StepAt, ...]


@site.get("/games/<game>/irregularities")
@needs("spectator")
def irregularities(game: str) -> Response:
    """Everything irregular in a game, its claims, and what was taken back; for `?audience=`."""
    head = service().clerk.game(game)
    return page("proof/report.html", **report_parts(head), audiences=audiences(head))


@site.get("/games/<game>/irregularities.pdf")
@needs("spectator")
def write_irregularities(game: str) -> Response:
    """The same as PDF. Raises `no-documents` where none can be made."""
    head = service().clerk.game(game)
    return document("proof/documents/irregularities", report_parts(head), shows(head, "irregularities"))


def report_parts(head: Game) -> dict[str, Any]:
    """What the report shows, for `?audience=`."""
    clerk = service().clerk
    audience = audience_of(head, request.args.get("audience", ""))
    reader, found = (
        table_reader(head, audience),
        report(clerk, head, audience, words=may_read_words()),
    )
    return {
        "game": summary_shape(head),
        "head": head,
        "report": found,
        "found": [_found(head, reader, one) for one in found.irregularities],
        "claims": [(claim, _told(head, reader, claim)) for claim in map(reader.claim, head.proceedings.claims)],
        "gone": _gone(head, reader),
        "score": score_shape(head)["score"],
        "sitters": {sitter.seat: sitter for sitter in People(clerk).at_table(head)} if may_read_words() else {},
        "audience": audience,
        "faces": lambda values: faces(head, values, lang()),
    }


def _found(head: Game, reader: TableReader, one: Irregular) -> Found:
    ruling = head.proceedings.ruling(one.seq)
    return Found(one, reader.ruling(ruling) if ruling else None)


def _told(head: Game, reader: TableReader, claim: ClaimAt) -> str:
    return reader.step(claim.about).sentence.printed(lang()) if 1 <= claim.about <= head.seq else ""


def _gone(head: Game, reader: TableReader) -> list[Gone]:
    """What was taken out of force, by the record that did it."""
    by: dict[int, list[int]] = {}
    for seq, record in sorted(taken_back(head).items()):
        by.setdefault(record, []).append(seq)
    return [Gone(record, tuple(reader.step(seq) for seq in seqs)) for record, seqs in sorted(by.items())]
