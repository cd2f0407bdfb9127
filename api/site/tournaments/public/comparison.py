"""Two entrants of a challenge beside each other, move by move: where they parted, and what each did then."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from flask import Response, request
from msgspec import Struct

from api.request.current import caller
from api.request.service import service
from api.site.kit.pages import duty, lang, needs, number_in, site
from api.site.kit.record_lines import lines
from api.site.tournaments.frame import here, show
from domain.directing.comparison import Played, compared_games, need_comparable
from domain.directing.games import deal_of
from domain.game.deals import rolls_of, wrong_rolls
from domain.procedure.sheets import score_of
from domain.record.records import UMPIRE

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
    at = here(tournament)
    shown = at.reader.visible(round)
    need_comparable(at.t, shown.round, director=caller().directs)
    desk = service().tournaments.desk
    there = [number for one in shown.tables if one.game for number in one.entrants]
    asked = [number_in(request.args.get(name, "")) for name in ("a", "b")]
    own = [int(caller().seats[0])] if caller().duty == "table" and caller().seats else []
    best = [*own, *_by_score(shown.tables), *there]
    a = asked[0] or (best[0] if best else 0)
    b = asked[1] or next((number for number in best if number != a), a)
    parts: dict[str, Any] = {"round": shown, "there": sorted(there), "a": a, "b": b, "found": None}
    if there:
        found = compared_games(desk, at.t, shown, a, b)
        said = [_said(one) for one in (found.one, found.other)]
        steps = [Step(n, one or "", other or "") for n, (one, other) in enumerate(zip_longest(*said), start=1)]
        parts |= {
            "found": found,
            "alike": steps[: found.alike][:WHOLE],
            "parted": steps[found.alike :][:WHOLE],
            "left_out": max(0, len(steps) - found.alike - WHOLE),
            "finals": [_score(one) for one in (found.one, found.other)],
            "wrong": _wrong(at.t, shown, (found.one, found.other)) if found.same_deal else (),
        }
    return show("public/comparison", at, **parts)


def _said(one: Played) -> list[str]:
    """Every step of a game in words, as its arbiter reads it: the round is over."""
    if not one.steps:
        return []
    told = {line.seq: line.sentence for line in lines(service().clerk, one.game, UMPIRE, lang(), one.steps[0], one.steps[-1])}
    return [told[seq] for seq in one.steps]


def _score(one: Played) -> int | None:
    """The points of the entrant's best seat; an automa's are nobody's."""
    seats = one.table.linked.seats if one.table.linked is not None else ()
    return max((line.points for line in score_of(one.game) if line.seat in seats), default=None)


def _wrong(t: Any, at: Any, both: tuple[Played, Played]) -> tuple[int, ...]:
    """How many rolls of each game are not the deal's."""
    deal = deal_of(service().tournaments.desk, t, at)
    return tuple(len(wrong_rolls(rolls_of(one.game), deal)) for one in both)


def _by_score(tables: Any) -> list[int]:
    """Who has a result in a round, the best score first."""
    entries = [entry for one in tables if one.result is not None for entry in one.result.result.entries]
    return [entry.entrant for entry in sorted(entries, key=lambda entry: (-(entry.score or 0), entry.entrant))]
