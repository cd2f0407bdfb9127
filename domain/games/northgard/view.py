"""The position as data, and the numbers of it that an analyst follows. Nothing is hidden in this game but the face-down tiles,
which nobody has drawn yet."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from domain.games.northgard.board import Battle, Board, Fought, Stage
from domain.games.northgard.cards.renew import monopolies_of
from domain.games.northgard.land import Lying, Territory
from domain.games.northgard.turn import to_act
from domain.kit import Text
from domain.rules.series import Gauge, Seen
from domain.rules.types import Audience


class SideView(Struct, frozen=True, gc=False):
    """One player: what he has, and what he would score if his rival renewed now."""

    points: int
    reserve: int
    base: str
    up: tuple[str, ...]
    down: tuple[str, ...]
    placed: bool
    resources: dict[str, int]
    trios: int
    monopolies: int


class View(Struct, frozen=True, gc=False):
    """A position for any audience. `unseen` are the tiles of the set that nobody has seen; more than there are cells face down."""

    stage: Stage
    to_act: tuple[str, ...]
    turn: str
    goal: int
    playing: str
    steps: int
    sides: dict[str, SideView]
    grid: dict[str, Lying]
    face_down: tuple[str, ...]
    unseen: tuple[str, ...]
    territories: dict[str, Territory]
    supply: dict[str, int]
    battle: Battle | None
    renewing: tuple[str, ...]
    fought: Fought | None


def view(board: Board, audience: Audience) -> View:
    """The whole position, the same for every audience."""
    land = board.setting.land
    seen = {lying.tile for lying in board.grid.values()}
    return View(
        stage=board.stage,
        to_act=to_act(board),
        turn=board.turn,
        goal=board.setting.goal,
        playing=board.playing,
        steps=board.steps,
        sides={seat: _side(board, seat) for seat in board.sides},
        grid=board.grid,
        face_down=tuple(c for c in land.cells if c not in board.grid),
        unseen=tuple(t for t in land.rings if t not in seen),
        territories=board.territories,
        supply=board.supply,
        battle=board.battle,
        renewing=board.renewing,
        fought=board.fought,
    )


def _side(board: Board, seat: str) -> SideView:
    side, found = board.sides[seat], board.resources(seat)
    return SideView(
        points=side.points,
        reserve=side.reserve,
        base=board.setting.bases[seat],
        up=side.up,
        down=tuple(c for c in board.setting.cards if c not in side.up),
        placed=side.placed,
        resources=found,
        trios=min(found.values()),
        monopolies=monopolies_of(board, seat),
    )


_RESOURCES = {"food": Text("Food"), "wood": Text("Wood"), "lore": Text("Lore")}


def gauges(view: Seen) -> tuple[Gauge, ...]:
    """Resources, units, and territories held alone, seat by seat."""
    units, held = (Counter(dict.fromkeys(view["sides"], 0)) for _ in range(2))
    for land in view["territories"].values():
        units.update(land["units"])
        held.update(land["units"].keys() if len(land["units"]) == 1 else ())
    found = [
        Gauge(id, name, {seat: side["resources"][id] for seat, side in view["sides"].items()}) for id, name in _RESOURCES.items()
    ]
    found.append(Gauge("units", Text("Units on the board"), dict(units)))
    return (*found, Gauge("held", Text("Territories held alone"), dict(held)))
