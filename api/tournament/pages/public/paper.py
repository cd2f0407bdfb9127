"""Paper, on A4: pairings by table and by name, result slips whose cut stack stays sorted, standings with their cross table and
worksheet, the codes that hand finished tables to BG Stats, and the report of irregularities."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.admin.link_pages import dense
from api.tournament.pages.frame import Here, here, show
from api.tournament.pages.public.cross_table import cross_table, worksheet
from api.tournament.pages.public.names import seats_by_name
from api.tournament.pages.public.standings import order_after, said
from api.tournament.pages.rounds.corrections import corrections_of, reason_of
from api.tournament.routes.files import papers
from api.web.pages.documents import Shows, document
from api.web.pages.pages import duty, needs, number_in, say, site
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.tournament.aggregate.tournament import RoundAt, TableAt
from domain.tournament.refusals import TournamentRefused

WHAT = ("pairings", "names", "slips", "standings", "cross", "worksheet", "plays", "irregularities")

OF_STANDINGS = ("standings", "cross", "worksheet")
"""Papers of an order after a round."""

WIDE = ("cross", "worksheet", "irregularities")
"""Papers that lie on their side as PDF."""

SLIPS = 4
"""Result slips on a sheet."""


@site.get("/tournaments/<tournament>/paper/<what>")
@needs("organiser")
@duty("scorer")
def print_paper(tournament: str, what: str) -> Response:
    """A paper of `?round=`, by default of the last that the reader may see."""
    at = here(tournament)
    return show("public/paper", at, **paper_parts(at, what))


@site.get("/tournaments/<tournament>/paper/<what>.pdf")
@needs("organiser")
@duty("scorer")
def write_paper(tournament: str, what: str) -> Response:
    """The same as PDF. Raises `no-documents` where none can be made."""
    at = here(tournament)
    parts = {"at": at, "called": at.called, **paper_parts(at, what)}
    record = say("document.of-tournament", title=at.title, tournament=tournament, seq=at.t.seq)
    written = service().tournaments.desk.filed(tournament)[at.t.seq - 1].body.at
    return document(
        "tournament/documents/paper",
        parts,
        Shows(f"{tournament}-{what}", record, written, f"/tournaments/{tournament}", what in WIDE),
    )


def paper_parts(at: Here, what: str) -> dict[str, Any]:
    if what not in WHAT:
        raise Problem("not-found")
    asked = request.args.get("round", "")
    last = at.rounds[-1].round if at.rounds else 0
    parts: dict[str, Any] = {"what": what, "papers": WHAT, "round": None}
    if what in OF_STANDINGS:
        found = order_after(at, asked)
        more = cross_table(at, found) if what == "cross" else worksheet(at, found) if what == "worksheet" else {}
        return {**parts, **said(at, found), **more, "number": found.round}
    if what == "irregularities":
        return {**parts, **_irregularities(at), "number": last}
    round = at.reader.visible(number_in(asked) if asked else last) if at.rounds else None
    parts |= {"round": round, "number": round.round if round is not None else 0}
    if round is not None and what == "names":
        parts["names"] = seats_by_name(at, round)
    if round is not None and what == "slips":
        parts["sheets"] = stacked(round.tables)
    if round is not None and what == "plays":
        parts["plays"] = _plays(at.t.id, round)
    return parts


def _irregularities(at: Here) -> dict[str, Any]:
    """What departed from the rules, the results that were corrected, protests and penalties; with the words of each for whom they
    are."""
    whole = at.reader.whole()
    return {
        "departures": whole.departures,
        "corrections": [(seq, body, reason_of(body)) for seq, body in corrections_of(at)],
        "protests": whole.protests,
        "penalties": whole.penalties,
    }


def _plays(tournament: str, round: RoundAt) -> list[tuple[TableAt, str, str]]:
    """The finished tables of a round, each with BG Stats' link and its code (empty: the link is too long for one)."""
    found, _ = papers(tournament)
    plays = []
    for one in round.tables:
        try:
            link = found.play_link(round.round, one.number)
        except TournamentRefused:  # it has no result of a game yet
            continue
        plays.append((one, link, dense(link)))
    return plays


def stacked(tables: tuple[TableAt, ...]) -> list[list[TableAt | None]]:
    """The slips sheet by sheet, so that the stack that is cut into piles and laid together has them in the order of the tables: the
    first pile has the first tables."""
    sheets = -(-len(tables) // SLIPS)
    return [
        [tables[n + pile * sheets] if n + pile * sheets < len(tables) else None for pile in range(SLIPS)] for n in range(sheets)
    ]
