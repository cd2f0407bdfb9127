"""The board of Training Grounds as data, and gauges for analysts. Nothing is hidden in this game
except the face-down tiles, which have not been drawn yet."""

from typing import Any

from domain.titles.contract.series import Gauge
from domain.titles.contract.types import Audience
from domain.titles.kit import Text
from domain.titles.northgard.board import Board
from domain.titles.northgard.chapters.renew import monopolies_of
from domain.titles.northgard.turn import to_act
from domain.titles.northgard.values import RESOURCES


def view(board: Board, audience: Audience) -> dict[str, Any]:
    """The whole board as data, equal for every audience. `unseen`: the tiles that nobody has seen:
    those on the face-down cells, and those removed from the game."""
    land = board.setting.land
    seen = {lying.tile for lying in board.grid.values()}
    return {
        "stage": board.stage,
        "to_act": to_act(board),
        "turn": board.turn,
        "goal": board.setting.goal,
        "playing": board.playing,
        "steps": board.steps,
        "sides": {seat: side(board, seat) for seat in board.sides},
        "grid": board.grid,
        "face_down": tuple(c for c in land.cells if c not in board.grid),
        "unseen": tuple(t for t in land.rings if t not in seen),
        "territories": board.territories,
        "supply": board.supply,
        "battle": board.battle,
        "renewing": board.renewing,
        "fought": board.fought,
    }


def side(board: Board, seat: str) -> dict[str, Any]:
    side, resources = board.sides[seat], board.resources(seat)
    return {
        "points": side.points,
        "reserve": side.reserve,
        "base": board.setting.bases[seat],
        "up": side.up,
        "down": tuple(c for c in board.setting.cards if c not in side.up),
        "placed": side.placed,
        "connection": side.connection,
        "resources": resources,
        "trios": min(resources.values()),
        "monopolies": monopolies_of(board, seat),
    }


_NAMES = {"food": Text("Food"), "wood": Text("Wood"), "lore": Text("Lore")}
_UNITS, _HELD = Text("Units on the board"), Text("Territories held alone")


def gauges(board: Board, audience: Audience) -> tuple[Gauge, ...]:
    units, held = dict.fromkeys(board.sides, 0), dict.fromkeys(board.sides, 0)
    resources = {id: dict.fromkeys(board.sides, 0) for id in RESOURCES}
    for territory in board.territories.values():
        there = territory.units
        for seat, count in there.items():
            units[seat] += count
        if len(there) == 1:
            (seat,) = there
            held[seat] += 1
            for resource in territory.resources:
                resources[resource][seat] += 1
    counts = Gauge("units", _UNITS, units), Gauge("held", _HELD, held)
    return (*(Gauge(id, _NAMES[id], results) for id, results in resources.items()), *counts)
