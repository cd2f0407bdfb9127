"""What is declared in the siege, as facts: who shot, moved or attacked. Each is followed by one fact for each loss (`losses.py`).

Stored for ever: a field added later has a default.
"""

from __future__ import annotations

from typing import Any

from domain.titles.convicted.board import Board, Squad
from domain.titles.convicted.facts.changes import changed, fronted, less_squad, stationed
from domain.titles.convicted.field import Place, SectionId, Side, Slot, Zone, at_zone
from domain.titles.convicted.values import added
from domain.titles.convicted.words import Wording, counted
from domain.titles.kit import Fact, Text, replace


class VolleyFired(Wording, Fact, frozen=True):
    """Defenders' units or engines shot, with this fire power in all."""

    settles = foretold = True
    section: SectionId
    weapon: str
    count: int
    side: Side
    zone: Zone
    power: int
    says = Text("{count} × {weapon} / {the_section}: fire power {power}.")

    def apply(self, board: Board) -> Board:
        return replace(board, **_declared(board, f"{self.section}/{self.weapon}", self.count))


class EnemyVolleyFired(Wording, Fact, frozen=True):
    """Enemy ranged units shot at a section, with this fire power in all."""

    settles = foretold = True
    side: Side
    zone: Zone
    unit: str
    count: int
    section: SectionId
    power: int
    says = Text("{count} × {unit} / {the_section}: fire power {power}.")

    def apply(self, board: Board) -> Board:
        return replace(board, **_declared(board, f"{self.side}/{self.zone}/{self.unit}", self.count))


class Bombarded(Wording, Fact, frozen=True):
    """Enemy siege engines attacked a section."""

    settles = True
    side: Side
    zone: Zone
    engine: str
    count: int
    section: SectionId
    says = Text("{count} × {engine} against {the_section}.")

    def apply(self, board: Board) -> Board:
        return replace(board, **_declared(board, f"{self.side}/{self.zone}/{self.engine}", self.count))


class Poured(Wording, Fact, frozen=True):
    """Cauldrons or boulders fell on a squad, with this fire power in all."""

    settles = foretold = True
    section: SectionId
    engine: str
    count: int
    squad: int
    power: int
    says = Text("{count} × {engine} / {the_section}: fire power {power}.")

    def apply(self, board: Board) -> Board:
        return replace(board, **_declared(board, f"{self.section}/{self.engine}", self.count))


class EnemyHalted(Wording, Fact, frozen=True):
    """Enemy units stand before a ditch or moat until the next stage 5."""

    side: Side
    slot: Slot
    unit: str
    count: int
    says = Text("{count} × {unit} held up at {slot}.")

    def apply(self, board: Board) -> Board:
        held = board.fronts[self.side].held
        held = {**held, self.slot: added(held.get(self.slot, {}), self.unit, self.count)}
        declared = _declared(board, f"{self.side}/{self.slot}/{self.unit}", self.count)
        return replace(board, fronts=fronted(board, self.side, held=held), **declared)


class EnemyAdvanced(Wording, Fact, frozen=True):
    """Enemy troops of one kind went into the assault zone."""

    side: Side
    slot: Slot
    unit: str
    count: int
    says = Text("{count} × {unit} now {there}.")

    def there(self, board: Board) -> Text:
        return at_zone(self.side, "assault")

    def apply(self, board: Board) -> Board:
        front = board.fronts[self.side]
        held = front.held
        if self.slot in held:
            held = {slot: added(stack, self.unit, -self.count) if slot == self.slot else stack for slot, stack in held.items()}
            held = {slot: stack for slot, stack in held.items() if stack}
        deployment, assault = added(front.deployment, self.unit, -self.count), added(front.assault, self.unit, self.count)
        moved = fronted(board, self.side, deployment=deployment, assault=assault, held=held)
        return replace(board, fronts=moved, **_declared(board, f"crossed/{self.side}/{self.slot}", self.count))


class UnitsMoved(Wording, Fact, frozen=True):
    """Defending units of one kind went from one place to another."""

    unit: str
    count: int
    origin: Place
    target: Place
    says = Text("{count} × {unit}: from {from_origin} to {to_target}.")

    def apply(self, board: Board) -> Board:
        board = replace(board, begun=True, **stationed(board, self.origin, self.unit, -self.count))
        return replace(board, **stationed(board, self.target, self.unit, self.count))


class SquadFormed(Wording, Fact, frozen=True):
    """Enemies of an assault zone stand as a squad before a section; `units` has (kind, count), the leader counted too."""

    section: SectionId
    side: Side
    leader: str
    units: tuple[tuple[str, int], ...]
    says = Text("A squad before {letters}: {troops}, led by {leader}.")

    def troops(self, board: Board) -> Text:
        return counted(board, self.units)

    def apply(self, board: Board) -> Board:
        units = dict(self.units)
        assault = board.fronts[self.side].assault
        for unit, count in units.items():
            assault = added(assault, unit, -count)
        squads = (*board.sections[self.section].squads, Squad(self.side, self.leader, units))
        moved = fronted(board, self.side, assault=assault)
        return replace(board, begun=True, fronts=moved, sections=changed(board, self.section, squads=squads))


class SquadFought(Wording, Fact, frozen=True):
    """A squad attacked the defenders, led with this strength and supported with this much."""

    settles = foretold = True
    section: SectionId
    squad: int
    strength: int
    support: int
    says = Text("Squad {squad} attacks {letters}: strength {strength}, support {support}.")

    def apply(self, board: Board) -> Board:
        return _attacked(board, self.section, self.squad)


class SquadBattered(Wording, Fact, frozen=True):
    """A squad attacked the fortification."""

    settles = True
    section: SectionId
    squad: int
    says = Text("Squad {squad} batters {letters}.")

    def apply(self, board: Board) -> Board:
        return _attacked(board, self.section, self.squad)


class EnemiesEntered(Wording, Fact, frozen=True):
    """Enemies of one kind went from a squad into the city."""

    settles = True
    section: SectionId
    squad: int
    unit: str
    count: int
    says = Text("{count} × {unit} in the city, over {letters}.")

    def apply(self, board: Board) -> Board:
        inside = added(board.inside, self.unit, self.count)
        return replace(board, begun=True, inside=inside, sections=less_squad(board, self))


# -- what several facts change -----------------------------------------------------------------------------------------


def attacked(section: str, squad: int) -> str:
    return f"attacked/{section}/{squad}"


def _declared(board: Board, key: str, count: int) -> dict[str, Any]:
    return {"begun": True, "declared": {**board.declared, key: board.declared.get(key, 0) + count}}


def _attacked(board: Board, section: str, squad: int) -> Board:
    """Since version 2 it is noted which squads have attacked in a stage."""
    return replace(board, **(_declared(board, attacked(section, squad), 1) if board.setting.version > 1 else {"begun": True}))
