"""What can become true. Facts are stored for ever: they carry amounts and ids, so that the board follows without any rule."""

from __future__ import annotations

from typing import ClassVar

from domain.games.raiders.facts_player import (
    ActionForgone,
    AutomaStruck,
    BuildingCopied,
    BuildingUsed,
    CrewHired,
    CrewKilled,
    CrewLeft,
    DiceRolled,
    DieRerolled,
    EffectIgnored,
    GoodsExchanged,
    OfferingDrawn,
    OfferingLaidDown,
    OfferingsSunk,
    OfferingTaken,
    OfferingUncovered,
    PlunderTaken,
    RaidFought,
    RaidLaunched,
    TownsfolkDrawn,
    TownsfolkPlayed,
    WorkerPlaced,
    WorkerTaken,
)
from domain.games.raiders.field import Trigger
from domain.games.raiders.printed import Scheme
from domain.rules.ruleset import Fact

# -- set-up -----------------------------------------------------------------------------------------------------------


class SchemesSetAside(Fact, frozen=True, gc=False):
    """These scheme cards are not used in this game."""

    cards: tuple[str, ...]


class PlunderLaid(Fact, frozen=True, gc=False):
    """Pieces from the bag lie on a raid space."""

    space: str
    gold: int = 0
    iron: int = 0
    livestock: int = 0
    valkyries: int = 0


class OfferingRevealed(Fact, frozen=True, gc=False):
    """A tile of the stack lies face up in a slot, counted from 0 on the left."""

    reveals: ClassVar[bool] = True
    offering: str
    slot: int


class AutomaEquipped(Fact, frozen=True, gc=False):
    """The difficulty gives the opponent armour and provisions to start with."""

    armour: int
    provisions: int


# -- the automa's turn ------------------------------------------------------------------------------------------------


class SchemesReshuffled(Fact, frozen=True, gc=False):
    """The discarded scheme cards are the new pile."""


class SchemeRevealed(Fact, frozen=True, gc=False):
    """A scheme card was turned up; `scheme` is what it says if the table entered it."""

    reveals: ClassVar[bool] = True
    card: str
    scheme: Scheme | None = None


class AutomaRaided(Fact, frozen=True, gc=False):
    """The opponent raided a space: what it paid, scored and lost; all that lay there went to the general supply."""

    settles: ClassVar[bool] = True

    space: str
    provisions: int
    points: int
    valkyries: int = 0
    armour: int = 0


class AutomaPrepared(Fact, frozen=True, gc=False):
    """The opponent gained armour and provisions."""

    armour: int
    provisions: int


class BuildingBlocked(Fact, frozen=True, gc=False):
    """No worker may be placed on or taken from this building in the player's next turn."""

    building: str


# -- turns ------------------------------------------------------------------------------------------------------------


class SurplusReturned(Fact, frozen=True, gc=False):
    """What the player held beyond the limits at the end of his turn went back."""

    foretold: ClassVar[bool] = True

    silver: int = 0
    provisions: int = 0
    cards: int = 0


class TurnEnded(Fact, frozen=True, gc=False):
    """A seat's turn is over."""

    seat: str


class EndTriggered(Fact, frozen=True, gc=False):
    """A condition of the end of the game was met in a seat's turn; everyone has one more turn."""

    foretold: ClassVar[bool] = True

    trigger: Trigger
    seat: str


FACTS: tuple[type[Fact], ...] = (
    SchemesSetAside,
    PlunderLaid,
    OfferingRevealed,
    AutomaEquipped,
    WorkerPlaced,
    WorkerTaken,
    GoodsExchanged,
    TownsfolkDrawn,
    BuildingUsed,
    ActionForgone,
    BuildingCopied,
    TownsfolkPlayed,
    CrewHired,
    CrewLeft,
    AutomaStruck,
    EffectIgnored,
    OfferingTaken,
    OfferingDrawn,
    OfferingLaidDown,
    OfferingUncovered,
    OfferingsSunk,
    RaidLaunched,
    DiceRolled,
    DieRerolled,
    RaidFought,
    PlunderTaken,
    CrewKilled,
    SchemesReshuffled,
    SchemeRevealed,
    AutomaRaided,
    AutomaPrepared,
    BuildingBlocked,
    SurplusReturned,
    TurnEnded,
    EndTriggered,
)

__all__ = [
    "FACTS",
    "ActionForgone",
    "AutomaEquipped",
    "AutomaPrepared",
    "AutomaRaided",
    "AutomaStruck",
    "BuildingBlocked",
    "BuildingCopied",
    "BuildingUsed",
    "CrewHired",
    "CrewKilled",
    "CrewLeft",
    "DiceRolled",
    "DieRerolled",
    "EffectIgnored",
    "EndTriggered",
    "GoodsExchanged",
    "OfferingDrawn",
    "OfferingLaidDown",
    "OfferingRevealed",
    "OfferingTaken",
    "OfferingUncovered",
    "OfferingsSunk",
    "PlunderLaid",
    "PlunderTaken",
    "RaidFought",
    "RaidLaunched",
    "SchemeRevealed",
    "SchemesReshuffled",
    "SchemesSetAside",
    "SurplusReturned",
    "TownsfolkDrawn",
    "TownsfolkPlayed",
    "TurnEnded",
    "WorkerPlaced",
    "WorkerTaken",
]
