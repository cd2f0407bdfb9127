"""Paper, on A4: pairings by table and by name, result slips whose cut stack stays sorted, standings."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.problems.problem import Problem
from api.site.kit.pages import duty, needs, number_in, site
from api.site.tournaments.frame import here, show
from api.site.tournaments.public.standings import order_after, said
from domain.directing.aggregate.tournament import TableAt

WHAT = ("pairings", "names", "slips", "standings")

SLIPS = 4
"""Result slips on a sheet."""


@site.get("/tournaments/<tournament>/paper/<what>")
@needs("organiser")
@duty("scorer")
def print_paper(tournament: str, what: str) -> Response:
    """A paper of `?round=`, by default of the last that the reader may see."""
    if what not in WHAT:
        raise Problem("not-found")
    at = here(tournament)
    asked = request.args.get("round", "")
    last = at.rounds[-1].round if at.rounds else 0
    parts: dict[str, Any] = {"what": what, "papers": WHAT, "round": None}
    if what == "standings":
        found = order_after(at, asked)
        return show("public/paper", at, **{**parts, **said(at, found), "number": found.round})
    round = at.reader.visible(number_in(asked) if asked else last) if at.rounds else None
    parts |= {"round": round, "number": round.round if round is not None else 0}
    if round is not None and what == "names":
        seated = [
            (at.called[number], number, one.number, seat) for one in round.tables for seat, number in enumerate(one.entrants, 1)
        ]
        away = [(at.called[bye.entrant], bye.entrant, 0, 0) for bye in round.byes]
        parts["names"] = sorted((*seated, *away), key=lambda one: one[0].casefold())
    if round is not None and what == "slips":
        parts["sheets"] = stacked(round.tables)
    return show("public/paper", at, **parts)


def stacked(tables: tuple[TableAt, ...]) -> list[list[TableAt | None]]:
    """The slips sheet by sheet, so that the stack that is cut into piles and laid together has them in the order of the tables: the
    first pile has the first tables."""
    sheets = -(-len(tables) // SLIPS)
    return [
        [tables[n + pile * sheets] if n + pile * sheets < len(tables) else None for pile in range(SLIPS)] for n in range(sheets)
    ]
