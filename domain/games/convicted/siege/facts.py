"""What becomes true during the siege. Stored for ever; a field added later has a default.

A declaration is one fact that says who did what to whom (`VolleyFired`…), followed by one fact for each loss.
"""

from __future__ import annotations

from typing import ClassVar

from domain.games.convicted.facts import ConvictedFact
from domain.games.convicted.field import BuildingId, Place, SectionId, Side, Slot, Zone
from domain.games.convicted.values import Goods


class Preached(ConvictedFact, frozen=True, gc=False):
    """The Heretic named this section for the turn."""

    section: SectionId


class PeopleRevealed(ConvictedFact, frozen=True, gc=False):
    """An enemy card was turned over: this people comes against this side."""

    reveals = True

    side: Side
    people: str


class EnemiesDeployed(ConvictedFact, frozen=True, gc=False):
    """Enemy troops of one kind came out of the box into a deployment zone."""

    side: Side
    unit: str
    count: int


class SideDeployed(ConvictedFact, frozen=True, gc=False):
    """A side's deployment is complete."""

    side: Side


class MoraleSet(ConvictedFact, frozen=True, gc=False):
    """The enemy's morale marker stands here."""

    foretold: ClassVar[bool] = True

    morale: int


class StageOpened(ConvictedFact, frozen=True, gc=False):
    """A stage of the assault begins."""

    foretold: ClassVar[bool] = True

    round: int
    stage: int


class SpellCast(ConvictedFact, frozen=True, gc=False):
    """A spell's marker is used for this turn."""

    spell: str


class BlessingGiven(ConvictedFact, frozen=True, gc=False):
    """A blessing's marker is used for this turn."""

    blessing: str


class DiceRolled(ConvictedFact, frozen=True, gc=False):
    """Dice came up with these values; a d3's are already read off its d6."""

    die: str
    values: tuple[int, ...]


class VolleyFired(ConvictedFact, frozen=True, gc=False):
    """Defenders' units or engines shot, with this fire power in all."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    section: SectionId
    weapon: str
    count: int
    side: Side
    zone: Zone
    power: int


class EnemyVolleyFired(ConvictedFact, frozen=True, gc=False):
    """Enemy ranged units shot at a section, with this fire power in all."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    side: Side
    zone: Zone
    unit: str
    count: int
    section: SectionId
    power: int


class Bombarded(ConvictedFact, frozen=True, gc=False):
    """Enemy siege engines attacked a section."""

    settles: ClassVar[bool] = True

    side: Side
    zone: Zone
    engine: str
    count: int
    section: SectionId


class Poured(ConvictedFact, frozen=True, gc=False):
    """Cauldrons or boulders fell on a squad, with this fire power in all."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    section: SectionId
    engine: str
    count: int
    squad: int
    power: int


class EnemiesLost(ConvictedFact, frozen=True, gc=False):
    """Enemy troops of one kind left a zone for the box."""

    settles: ClassVar[bool] = True

    side: Side
    zone: Zone
    unit: str
    count: int


class SquadLost(ConvictedFact, frozen=True, gc=False):
    """Enemy troops of one kind left a squad for the box."""

    settles: ClassVar[bool] = True

    section: SectionId
    squad: int
    unit: str
    count: int


class InvadersLost(ConvictedFact, frozen=True, gc=False):
    """Enemies of one kind inside the city left it for the box."""

    settles: ClassVar[bool] = True

    unit: str
    count: int


class DefendersLost(ConvictedFact, frozen=True, gc=False):
    """Defending units of one kind left a section or the city for the box."""

    settles: ClassVar[bool] = True

    place: Place
    unit: str
    count: int


class EnginesLost(ConvictedFact, frozen=True, gc=False):
    """Siege engines of the defenders left a section for the box."""

    settles: ClassVar[bool] = True

    section: SectionId
    engine: str
    count: int


class ResistanceLost(ConvictedFact, frozen=True, gc=False):
    """A fortification, or the gates, lost resistance."""

    settles: ClassVar[bool] = True

    section: SectionId
    points: int
    gate: bool = False


class SectionDestroyed(ConvictedFact, frozen=True, gc=False):
    """A fortification is gone; the barrier is left."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    section: SectionId


class EnemyHalted(ConvictedFact, frozen=True, gc=False):
    """Enemy units stand before a ditch or moat until the next stage 5."""

    side: Side
    slot: Slot
    unit: str
    count: int


class EnemyAdvanced(ConvictedFact, frozen=True, gc=False):
    """Enemy troops of one kind went into the assault zone."""

    side: Side
    slot: Slot
    unit: str
    count: int


class UnitsMoved(ConvictedFact, frozen=True, gc=False):
    """Defending units of one kind went from one place to another."""

    unit: str
    count: int
    origin: Place
    target: Place


class SquadFormed(ConvictedFact, frozen=True, gc=False):
    """Enemies of an assault zone stand as a squad before a section; `units` has (kind, count), the leader counted too."""

    section: SectionId
    side: Side
    leader: str
    units: tuple[tuple[str, int], ...]


class SquadFought(ConvictedFact, frozen=True, gc=False):
    """A squad attacked the defenders, led with this strength and supported with this much."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    section: SectionId
    squad: int
    strength: int
    support: int


class SquadBattered(ConvictedFact, frozen=True, gc=False):
    """A squad attacked the fortification."""

    settles: ClassVar[bool] = True

    section: SectionId
    squad: int


class EnemiesEntered(ConvictedFact, frozen=True, gc=False):
    """Enemies of one kind went from a squad into the city."""

    settles: ClassVar[bool] = True

    section: SectionId
    squad: int
    unit: str
    count: int


class SquadsDissolved(ConvictedFact, frozen=True, gc=False):
    """All squads went back to their assault zones."""

    foretold: ClassVar[bool] = True


class AssaultEnded(ConvictedFact, frozen=True, gc=False):
    """The assault step is over: `routed` with the last morale, or `cleared` when no enemy is left before the walls."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    reason: str


class Plundered(ConvictedFact, frozen=True, gc=False):
    """Enemies took resource markers from the bank."""

    goods: Goods


class BuildingRazed(ConvictedFact, frozen=True, gc=False):
    """A part of the city fell to this level."""

    building: BuildingId
    level: int


class Looted(ConvictedFact, frozen=True, gc=False):
    """The defenders have looted this turn."""


class TurnSurvived(ConvictedFact, frozen=True, gc=False):
    """The fortress stands at the end of a turn."""

    foretold: ClassVar[bool] = True

    turn: int


class ScenarioEnded(ConvictedFact, frozen=True, gc=False):
    """The scenario is over with this ending."""

    foretold: ClassVar[bool] = True

    ending: str


class SheetWritten(ConvictedFact, frozen=True, gc=False):
    """The parameters of the game were noted on a save sheet with this number."""

    number: int


STEP_FACTS = (Preached, PeopleRevealed, EnemiesDeployed, SideDeployed, MoraleSet, StageOpened, SquadsDissolved, AssaultEnded)
RITE_FACTS = (SpellCast, BlessingGiven, DiceRolled)
FIRE_FACTS = (VolleyFired, EnemyVolleyFired, Bombarded, Poured)
LOSS_FACTS = (EnemiesLost, SquadLost, InvadersLost, DefendersLost, EnginesLost, ResistanceLost, SectionDestroyed)
MOVE_FACTS = (EnemyHalted, EnemyAdvanced, UnitsMoved, SquadFormed, SquadFought, SquadBattered, EnemiesEntered)
END_FACTS = (Plundered, BuildingRazed, Looted, TurnSurvived, ScenarioEnded, SheetWritten)
SIEGE_FACTS = STEP_FACTS + RITE_FACTS + FIRE_FACTS + LOSS_FACTS + MOVE_FACTS + END_FACTS
