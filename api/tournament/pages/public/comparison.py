"""Two entrants of a challenge beside each other, move by move: where they parted, and what each did then."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.tournament.pages.frame import here, show
from api.tournament.reading import compared_first, comparison
from api.web.pages.pages import duty, lang, needs, number_in, site
from api.web.request.caller import caller
from api.web.request.service import service
from domain.tournament.directing.comparison import need_comparable

WHOLE = 1_000
"""Steps that a page has room for."""


class Step(Struct, frozen=True):
    """The n-th step of both games, in words; empty where a game was over by then."""

    number: int
    one: str
    other: str


@site.get("/tournaments/<tournament>/rounds/<int:round>/compare")
@needs("organiser")
@duty("scorer", "check-in", "table", "screen")
def compare_games(tournament: str, round: int) -> Response:
    """The games of `?a=` and `?b=` of a challenge; without them, of the two who are placed best."""
    at, who = here(tournament), caller()
    shown = at.reader.visible(round)
    need_comparable(at.t, shown.round, director=who.directs)
    asked = [number_in(request.args.get(name, "")) for name in ("a", "b")]
    there = compared_first(shown.tables, int(who.seats[0]) if who.duty == "table" and who.seats else 0)
    a = asked[0] or (there[0] if there else 0)
    b = asked[1] or next((number for number in there if number != a), a)
    parts: dict[str, Any] = {"round": shown, "there": sorted(there), "a": a, "b": b, "found": None}
    if there:
        found = comparison(service().tournaments.desk, at.t, shown, a, b)
        said = [[one.said.printed(lang()) for one in game.steps] for game in found.games]
        steps = [Step(n, one or "", other or "") for n, (one, other) in enumerate(zip_longest(*said), start=1)]
        parts |= {
            "found": found,
            "alike": steps[: found.alike][:WHOLE],
            "parted": steps[found.alike :][:WHOLE],
            "left_out": max(0, len(steps) - found.alike - WHOLE),
            "wrong": sum(game.wrong_rolls or 0 for game in found.games),
        }
    return show("public/comparison", at, **parts)
