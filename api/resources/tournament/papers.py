"""Tournaments in other programs' formats: TRF, CSV, iCalendar, BG Stats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from flask import Response
from msgspec import Meta, Struct

from api.answers.tournaments import PlayLink
from api.request.blueprint import ETAG, Blueprint
from api.request.current import caller
from api.request.responses import etag
from api.request.service import service
from api.request.tournaments import shown
from domain.directing.papers import KINDS, Paper, Papers
from domain.rules.text import LANGS, Lang

blueprint = Blueprint("tournament-papers", __name__, description="Tournaments in other programs' formats.")


if TYPE_CHECKING:
    _Spoken = Lang
else:
    _Spoken = Literal[LANGS]
"""A language that there is."""


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """Which paper, after which round, and how it is spelt."""

    paper: Annotated[Paper, Meta(description="The report file of 2026 or 2016, a table as CSV, or the rounds as a calendar.")] = (
        "trf26"
    )
    round: Annotated[
        Annotated[int, Meta(ge=1)] | None, Meta(description="After this round, or its pairings; the last one without it.")
    ] = None
    lang: Annotated[_Spoken, Meta(description="The language of headings.")] = "en"
    separator: Annotated[Literal["comma", "semicolon"], Meta(description="Of CSV; a semicolon goes with decimal commas.")] = "comma"


def papers(tournament: str) -> tuple[Papers, int]:
    """The papers of a tournament as the caller may read them, and its newest record; raises `UnknownTournament`."""
    desk = service().tournaments.desk
    found = desk.tournament(tournament)
    return Papers(desk, found, director=caller().directs), found.seq


@blueprint.route("/tournaments/<tournament>/papers")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "screen")
@blueprint.asks(Wanted)
@blueprint.answers(200, {"type": "string"}, "The paper.", content_type="text/*", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def write_a_paper(wanted: Wanted, tournament: str) -> Response:
    """Write a tournament down for other programs: TRF for tournaments of two at a table, with departures and corrections as
    comments; tables as CSV, in which no cell is a formula; the rounds as a calendar."""
    found, seq = papers(tournament)
    text = found.written(wanted.paper, wanted.round, wanted.lang, ";" if wanted.separator == "semicolon" else ",")
    kind, ending = KINDS[wanted.paper]
    headers = {
        "ETag": etag(seq, caller().duty or "director"),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{tournament}-{wanted.paper}.{ending}"',
    }
    return Response(text, 200, headers, content_type=kind)


@blueprint.route("/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/play-link")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "table", "screen")
@blueprint.keeps
@blueprint.answers(200, "PlayLink", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def link_a_play(tournament: str, round: int, table: int) -> Response:
    """Link a finished table to BG Stats, an app of players for their own statistics, which asks before it keeps anything."""
    found, seq = papers(tournament)
    return shown(PlayLink(found.play_link(round, table)), seq)
