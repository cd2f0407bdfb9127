"""What is declared in the siege and what is lost by it, as facts; each declaration is followed by
one fact for each loss.

Stored for ever: a field added later has a default.
"""

from typing import Any

from domain.titles.convicted.board import Board, Squad
from domain.titles.convicted.facts.changes import (
    boxed,
    changed,
    component,
    fronted,
    less_squad,
    resisting,
    stationed,
)
from domain.titles.convicted.field import GATE, Place, SectionId, Side, Slot, Zone, at_zone
from domain.titles.convicted.values import Stack, added
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
        return replace(
            board, **_declared(board, f"{self.side}/{self.zone}/{self.unit}", self.count)
        )


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
        return replace(
            board, **_declared(board, f"{self.side}/{self.zone}/{self.engine}", self.count)
        )


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
            held = {
                slot: added(stack, self.unit, -self.count) if slot == self.slot else stack
                for slot, stack in held.items()
            }
            held = {slot: stack for slot, stack in held.items() if stack}
        deployment, assault = (
            added(front.deployment, self.unit, -self.count),
            added(front.assault, self.unit, self.count),
        )
        moved = fronted(board, self.side, deployment=deployment, assault=assault, held=held)
        return replace(
            board, fronts=moved, **_declared(board, f"crossed/{self.side}/{self.slot}", self.count)
        )


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
    """Enemies of an assault zone stand as a squad before a section; `units` has (kind, count), the
    leader counted too."""

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
        return replace(
            board, begun=True, fronts=moved, sections=changed(board, self.section, squads=squads)
        )


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


# -- what several facts change
# -----------------------------------------------------------------------------------------


def attacked(section: str, squad: int) -> str:
    return f"attacked/{section}/{squad}"


def _declared(board: Board, key: str, count: int) -> dict[str, Any]:
    return {"begun": True, "declared": {**board.declared, key: board.declared.get(key, 0) + count}}


def _attacked(board: Board, section: str, squad: int) -> Board:
    """Since version 2 it is noted which squads have attacked in a stage."""
    return replace(
        board,
        **(
            _declared(board, attacked(section, squad), 1)
            if board.setting.version > 1
            else {"begun": True}
        ),
    )


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
        return replace(
            board, sections=less_squad(board, self), **_slain(board, self.unit, self.count)
        )


class InvadersLost(Wording, Fact, frozen=True):
    """Enemies of one kind inside the city left it for the box."""

    settles = True
    unit: str
    count: int
    says = Text("The enemy loses {count} × {unit} in the city.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            inside=added(board.inside, self.unit, -self.count),
            **_slain(board, self.unit, self.count),
        )


class DefendersLost(Wording, Fact, frozen=True):
    """Defending units of one kind left a section or the city for the box."""

    settles = True
    place: Place
    unit: str
    count: int
    says = Text("The defenders lose {count} × {unit} {on_place}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            box=boxed(board, defenders=self.count),
            **stationed(board, self.place, self.unit, -self.count),
        )


class EnginesLost(Wording, Fact, frozen=True):
    """Siege engines of the defenders left a section for the box."""

    settles = True
    section: SectionId
    engine: str
    count: int
    says = Text("The defenders lose {count} × {engine} {on_section}.")

    def apply(self, board: Board) -> Board:
        engines = added(board.sections[self.section].engines, self.engine, -self.count)
        return replace(
            board,
            box=boxed(board, engines=self.count),
            sections=changed(board, self.section, engines=engines),
        )


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
        return replace(
            board, box=box, sections=changed(board, self.section, level=0, resistance=0, gate=0)
        )


def _slain(board: Board, unit: str, count: int) -> dict[str, Any]:
    kind = component(board, unit)
    return {
        "box": boxed(board, **{kind: count}),
        "slain": board.slain + (count if kind == "enemies" else 0),
    }


def _still_held(held: dict[str, Stack], unit: str, there: int) -> dict[str, Stack]:
    """The slowed units, when no more than `there` of a kind are left: the first slots keep
    theirs."""
    slowed: dict[str, Stack] = {}
    for slot in sorted(held):
        count = min(held[slot].get(unit, 0), there)
        there -= count
        if stack := added({k: n for k, n in held[slot].items() if k != unit}, unit, count):
            slowed[slot] = stack
    return slowed
