"""What becomes true of troops, royal guards, mercenaries and revolts. Stored for ever."""

from __future__ import annotations

from typing import ClassVar

from domain.games.fief.board import Troops
from domain.games.fief.facts.realm import FiefFact
from domain.games.fief.values import Guards

# -- troops ------------------------------------------------------------------------------------------------------


class TroopsRaised(FiefFact, frozen=True):
    """Troops were placed from the family's stock; `recruited` ones count towards the village's limit."""

    family: str
    place: str
    troops: Troops
    recruited: bool = False


class TroopsLost(FiefFact, frozen=True):
    """Troops were taken off: to the family's stock, mercenaries to the common pool."""

    family: str
    place: str
    troops: Troops


class Marched(FiefFact, frozen=True):
    """Lords moved with troops; royal guards went along."""

    family: str
    origin: str
    target: str
    lords: tuple[str, ...]
    troops: Troops
    chevauchee: bool = False


class GuardRaised(FiefFact, frozen=True):
    """Troops beside a king or queen became royal guards; the tokens they replace went to the family's stock."""

    lord: str
    guard: Guards


class GuardStoodDown(FiefFact, frozen=True):
    """The guard went back to the box; as many ordinary tokens as the stock has (`replaced`) took its place."""

    foretold: ClassVar[bool] = True

    lord: str
    guard: Guards
    replaced: Guards


class GuardLost(FiefFact, frozen=True):
    """Royal guards fell and went back to the box."""

    foretold: ClassVar[bool] = True

    lord: str
    guard: Guards


# -- mercenaries -------------------------------------------------------------------------------------------------


class MercenariesDismissed(FiefFact, frozen=True):
    """Mercenaries that were not paid left a camp for the common pool."""

    foretold: ClassVar[bool] = True

    family: str
    count: int


class BidSealed(FiefFact, frozen=True):
    """A family's bid lies in its closed hand. Nobody else may know it before the round is revealed."""

    family: str
    turn: int
    round: int
    amount: int


class BidsRevealed(FiefFact, frozen=True):
    """All hands opened."""

    reveals: ClassVar[bool] = True
    turn: int
    round: int
    bids: dict[str, int]


class RunOffBegan(FiefFact, frozen=True):
    """The highest bid is shared: those who made it bid again."""

    round: int
    families: tuple[str, ...]


class MercenariesHired(FiefFact, frozen=True):
    """A family took every mercenary of the pool into its camp."""

    family: str
    count: int


class MercenariesNotHired(FiefFact, frozen=True):
    """Nobody won the auction; the mercenaries stay in the pool."""

    count: int


class MercenariesReturned(FiefFact, frozen=True):
    """At the end of the turn survivors went back to their employer's camp."""

    family: str
    place: str
    count: int


class CampRaided(FiefFact, frozen=True):
    """Mercenaries in a camp were killed and went to the common pool."""

    family: str
    count: int


# -- revolts -----------------------------------------------------------------------------------------------------


class RevoltBegan(FiefFact, frozen=True):
    """A Revolt card was played against a village, or against the camp of `victim` (no place); `waiting` may calm it."""

    family: str
    victim: str
    place: str
    waiting: tuple[str, ...] = ()


class RevoltUncalmed(FiefFact, frozen=True):
    """A family with a cardinal lets the revolt go on."""

    family: str


class RevoltCalmed(FiefFact, frozen=True):
    """A family's cardinal calmed the revolt."""

    family: str


class RevoltRolled(FiefFact, frozen=True):
    """The peasants' dice and the hits they deal."""

    settles: ClassVar[bool] = True

    dice: tuple[int, ...]
    hits: int


class RevoltEnded(FiefFact, frozen=True):
    """The revolt is over."""

    settles: ClassVar[bool] = True
