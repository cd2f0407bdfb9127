"""What can become true in the player's turn: in the village and on a raid. `facts.py` has the rest and the whole list."""

from __future__ import annotations

from typing import ClassVar

from domain.games.raiders.printed import Goods
from domain.rules.ruleset import Fact

# -- the village ------------------------------------------------------------------------------------------------------


class WorkerPlaced(Fact, frozen=True, gc=False):
    """The player's worker stands on a building; he may act there this many times."""

    building: str
    worker: str
    actions: int = 1


class WorkerTaken(Fact, frozen=True, gc=False):
    """The player took the worker of a building; he may act there this many times."""

    building: str
    worker: str
    actions: int = 1


class GoodsExchanged(Fact, frozen=True, gc=False):
    """The player gave to the general supply and got from it."""

    foretold: ClassVar[bool] = True

    pay: Goods
    gain: Goods


class TownsfolkDrawn(Fact, frozen=True, gc=False):
    """The player drew cards and has seen them: nobody undoes that alone."""

    reveals: ClassVar[bool] = True
    cards: int


class BuildingUsed(Fact, frozen=True, gc=False):
    """One action of the building is done."""

    building: str


class ActionForgone(Fact, frozen=True, gc=False):
    """The player did without what was open to him."""

    what: str


class BuildingCopied(Fact, frozen=True, gc=False):
    """A card lets the worker act in another building, without standing there."""

    building: str
    actions: int = 1


class TownsfolkPlayed(Fact, frozen=True, gc=False):
    """A card of the hand was discarded for its Town Hall action."""

    card: str


class CrewHired(Fact, frozen=True, gc=False):
    """A card of the hand is crew now."""

    card: str


class CrewLeft(Fact, frozen=True, gc=False):
    """A crew member went to the discard pile, or back to the hand."""

    card: str
    to_hand: bool = False


class AutomaStruck(Fact, frozen=True, gc=False):
    """A townsfolk cost the opponent armour or provisions; what was `taken` went to the player, the rest to the supply."""

    foretold: ClassVar[bool] = True

    armour: int = 0
    provisions: int = 0
    taken: bool = False


class EffectIgnored(Fact, frozen=True, gc=False):
    """A townsfolk had nothing to act upon."""

    card: str


class OfferingTaken(Fact, frozen=True, gc=False):
    """A face-up tile belongs to a seat now."""

    seat: str
    offering: str


class OfferingDrawn(Fact, frozen=True, gc=False):
    """The tile on top of the stack belongs to a seat now."""

    reveals: ClassVar[bool] = True
    seat: str
    offering: str


class OfferingLaidDown(Fact, frozen=True, gc=False):
    """The tile on top of the stack lies face down before a seat now: nobody has seen it."""

    seat: str


class OfferingUncovered(Fact, frozen=True, gc=False):
    """A tile that lay face down before a seat was turned up at the end."""

    reveals: ClassVar[bool] = True
    seat: str
    offering: str


class OfferingsSunk(Fact, frozen=True, gc=False):
    """All face-up tiles went below the stack, the leftmost on top of them."""


# -- the player's raid ------------------------------------------------------------------------------------------------


class RaidLaunched(Fact, frozen=True, gc=False):
    """The player sent his worker to a raid space and paid."""

    foretold: ClassVar[bool] = True

    space: str
    worker: str
    provisions: int
    gold: int = 0


class DiceRolled(Fact, frozen=True, gc=False):
    """The dice of the raid; so many of them may be rolled again."""

    settles: ClassVar[bool] = True

    dice: tuple[int, ...]
    rerolls: int = 0


class DieRerolled(Fact, frozen=True, gc=False):
    """One die, counted from 1, shows another value."""

    die: int
    value: int


class RaidFought(Fact, frozen=True, gc=False):
    """The crew fought with this strength for this many points."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    strength: int
    points: int


class PlunderTaken(Fact, frozen=True, gc=False):
    """The player took what lay on a raid space and the worker found there; so many of the crew are lost to Valkyries."""

    settles: ClassVar[bool] = True

    foretold: ClassVar[bool] = True

    space: str
    gold: int = 0
    iron: int = 0
    livestock: int = 0
    valkyries: int = 0
    deaths: int = 0


class CrewKilled(Fact, frozen=True, gc=False):
    """A Valkyrie took a crew member; some cards leave something."""

    settles: ClassVar[bool] = True

    card: str
    gold: int = 0
    points: int = 0
    to_hand: bool = False
