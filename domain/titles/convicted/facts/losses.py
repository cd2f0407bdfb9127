"""What is lost in the siege, as facts. Stored for ever; a field added later has a default."""

from __future__ import annotations

from typing import Any

from domain.titles.convicted.board import Board
from domain.titles.convicted.facts.changes import boxed, changed, component, fronted, less_squad, resisting, stationed
from domain.titles.convicted.field import GATE, Place, SectionId, Side, Zone
from domain.titles.convicted.values import Stack, added
from domain.titles.convicted.words import Wording
from domain.titles.kit import Fact, Text, replace


class EnemiesLost(Wording, Fact, frozen=True):
    """Enemy troops of one kind left a zone for the box."""

    settles = True
    side: Side
    zone: Zone
    unit: str
    count: int
    says = Text("The enemy loses {count} × {unit} {in_zone}.")

    def apply(self, board: Board) -> Board:
        front, slain = board.fronts[self.side], _slain(board, self.unit, self.count)
        if self.zone == "assault":
            left = added(front.assault, self.unit, -self.count)
            return replace(board, fronts=fronted(board, self.side, assault=left), **slain)
        left = added(front.deployment, self.unit, -self.count)
        held = _still_held(front.held, self.unit, left.get(self.unit, 0))
        return replace(board, fronts=fronted(board, self.side, deployment=left, held=held), **slain)


class SquadLost(Wording, Fact, frozen=True):
    """Enemy troops of one kind left a squad for the box."""

    settles = True
    section: SectionId
    squad: int
    unit: str
    count: int
    called = Text("Squad losses")
    says = Text("Squad {squad} before {letters} loses {count} × {unit}.")

    def apply(self, board: Board) -> Board:
        return replace(board, sections=less_squad(board, self), **_slain(board, self.unit, self.count))


class InvadersLost(Wording, Fact, frozen=True):
    """Enemies of one kind inside the city left it for the box."""

    settles = True
    unit: str
    count: int
    says = Text("The enemy loses {count} × {unit} in the city.")

    def apply(self, board: Board) -> Board:
        return replace(board, inside=added(board.inside, self.unit, -self.count), **_slain(board, self.unit, self.count))


class DefendersLost(Wording, Fact, frozen=True):
    """Defending units of one kind left a section or the city for the box."""

    settles = True
    place: Place
    unit: str
    count: int
    says = Text("The defenders lose {count} × {unit} {on_place}.")

    def apply(self, board: Board) -> Board:
        return replace(board, box=boxed(board, defenders=self.count), **stationed(board, self.place, self.unit, -self.count))


class EnginesLost(Wording, Fact, frozen=True):
    """Siege engines of the defenders left a section for the box."""

    settles = True
    section: SectionId
    engine: str
    count: int
    says = Text("The defenders lose {count} × {engine} {on_section}.")

    def apply(self, board: Board) -> Board:
        engines = added(board.sections[self.section].engines, self.engine, -self.count)
        return replace(board, box=boxed(board, engines=self.count), sections=changed(board, self.section, engines=engines))


class ResistanceLost(Wording, Fact, frozen=True):
    """A fortification, or the gates, lost resistance."""

    settles = True
    section: SectionId
    points: int
    gate: bool = False
    says = Text("{upper_part}: resistance -{points}.")

    def apply(self, board: Board) -> Board:
        return replace(board, sections=resisting(board, self.section, self.gate, -self.points))


class SectionDestroyed(Wording, Fact, frozen=True):
    """A fortification is gone; the barrier is left."""

    settles = foretold = True
    section: SectionId
    says = Text("{upper_section} is destroyed; the barrier is left.")

    def apply(self, board: Board) -> Board:
        box = boxed(board, fortifications=1, resistance=2 if self.section == GATE else 1)
        return replace(board, box=box, sections=changed(board, self.section, level=0, resistance=0, gate=0))


def _slain(board: Board, unit: str, count: int) -> dict[str, Any]:
    kind = component(board, unit)
    return {"box": boxed(board, **{kind: count}), "slain": board.slain + (count if kind == "enemies" else 0)}


def _still_held(held: dict[str, Stack], unit: str, there: int) -> dict[str, Stack]:
    """The slowed units, when no more than `there` of a kind are left: the first slots keep theirs."""
    kept: dict[str, Stack] = {}
    for slot in sorted(held):
        count = min(held[slot].get(unit, 0), there)
        there -= count
        if stack := added({k: n for k, n in held[slot].items() if k != unit}, unit, count):
            kept[slot] = stack
    return kept
