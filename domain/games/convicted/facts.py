"""What becomes true before the siege: opening, preparation, actions. Stored for ever; a field added later has a default."""

from __future__ import annotations

from typing import ClassVar

from domain.games.convicted.field import BuildingId, HeroId, Place, SectionId, Slot
from domain.games.convicted.values import Goods
from domain.rules.ruleset import Fact


class ConvictedFact(Fact, frozen=True, gc=False):
    """Base of the facts of The Convicted."""


class ScenarioOpened(ConvictedFact, frozen=True, gc=False):
    """The scenario starts with the turn marker here; if `from_sheet`, everything on the option's sheet is on the board."""

    scenario: int
    turn: int
    from_sheet: bool = False


class BuildingRaised(ConvictedFact, frozen=True, gc=False):
    """A part of the city has a new, higher level."""

    building: BuildingId
    level: int


class UnitsPosted(ConvictedFact, frozen=True, gc=False):
    """Defending units came out of the box onto a section or into the city."""

    place: Place
    unit: str
    count: int


class EngineInstalled(ConvictedFact, frozen=True, gc=False):
    """A defenders' siege engine came out of the box onto a section."""

    section: SectionId
    engine: str


class Gained(ConvictedFact, frozen=True, gc=False):
    """Resource markers went from the box into the bank."""

    goods: Goods


class Spent(ConvictedFact, frozen=True, gc=False):
    """Resource markers were discarded from the bank."""

    foretold: ClassVar[bool] = True

    goods: Goods


class HeroChosen(ConvictedFact, frozen=True, gc=False):
    """A seat plays a hero."""

    seat: str
    hero: HeroId


class FirstPlayerDrawn(ConvictedFact, frozen=True, gc=False):
    """Chance gave the first-player marker to a seat."""

    seat: str


class TurnPrepared(ConvictedFact, frozen=True, gc=False):
    """The preparation of a turn: turn marker, first player, action markers dealt (in seat order); enemies, morale, used
    spells and blessings, hero powers and last turn's choice of sections are cleared."""

    turn: int
    first: str
    markers: tuple[int, ...]


class SectionsTaken(ConvictedFact, frozen=True, gc=False):
    """A seat defends these sections this turn."""

    seat: str
    sections: tuple[SectionId, ...]


class ChoiceBegun(ConvictedFact, frozen=True, gc=False):
    """It is this seat's turn to choose its sections."""

    seat: str


class ActionsBegun(ConvictedFact, frozen=True, gc=False):
    """It is this seat's turn to take its actions."""

    seat: str


class MarkerSpent(ConvictedFact, frozen=True, gc=False):
    """A seat put one of its action markers on the action counter."""

    seat: str


class FortificationRaised(ConvictedFact, frozen=True, gc=False):
    """A section has a new, higher level, and one more point of resistance (the gates too)."""

    section: SectionId
    level: int


class DitchDug(ConvictedFact, frozen=True, gc=False):
    """A ditch lies in a slot of the ring."""

    slot: Slot


class MoatFlooded(ConvictedFact, frozen=True, gc=False):
    """The ditch in a slot has become a moat."""

    slot: Slot


class Repaired(ConvictedFact, frozen=True, gc=False):
    """A section, or the gates, got resistance back."""

    section: SectionId
    points: int
    gate: bool = False


class TechnologyFound(ConvictedFact, frozen=True, gc=False):
    """A technology card was drawn and is developed."""

    reveals = True

    technology: str


class PowerUsed(ConvictedFact, frozen=True, gc=False):
    """A hero's power has been used this turn."""

    hero: HeroId


class ActionsEnded(ConvictedFact, frozen=True, gc=False):
    """A seat ended its actions; its unused markers are lost."""

    foretold: ClassVar[bool] = True

    seat: str
    lost: int


class SiegeBegun(ConvictedFact, frozen=True, gc=False):
    """The siege's preparation step starts."""

    foretold: ClassVar[bool] = True


OPENING_FACTS = (ScenarioOpened, BuildingRaised, UnitsPosted, EngineInstalled, Gained, Spent)
TURN_FACTS = (HeroChosen, FirstPlayerDrawn, TurnPrepared, ChoiceBegun, SectionsTaken, ActionsBegun, ActionsEnded, SiegeBegun)
WORK_FACTS = (MarkerSpent, FortificationRaised, DitchDug, MoatFlooded, Repaired, TechnologyFound, PowerUsed)
