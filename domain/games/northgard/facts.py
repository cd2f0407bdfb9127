"""What becomes true in a game. Facts are stored for ever: fields are only added, with defaults.

Territories are named as they are on the board at that moment; numbers are what changed, so that no rule is needed to apply them.
"""

from __future__ import annotations

from typing import ClassVar

from domain.rules.ruleset import Fact


class TileRevealed(Fact, frozen=True):
    """A tile was turned up in a cell, in so many quarter turns clockwise; what its open edges join becomes one territory."""

    cell: str
    tile: str
    turns: int
    reveals: ClassVar[bool] = True


class FirstPlayerDrawn(Fact, frozen=True):
    """A seat was drawn to begin."""

    seat: str


class UnitsPlaced(Fact, frozen=True):
    """A seat placed its first units."""

    seat: str
    units: dict[str, int]


class CardPlayed(Fact, frozen=True):
    """A seat activated a card, which no longer lies face up."""

    seat: str
    card: str


class UnitsRecruited(Fact, frozen=True):
    """Units came from a seat's reserve."""

    seat: str
    territory: str
    units: int


class BuildingPlaced(Fact, frozen=True):
    """A building token came from the supply."""

    seat: str
    building: str
    territory: str


class UnitsMoved(Fact, frozen=True):
    """Units took a step; `left` steps of the card in play remain."""

    seat: str
    origin: str
    target: str
    units: int
    left: int


class PointsGained(Fact, frozen=True):
    """A seat scored, because its rival renewed: `points` in all, from trios and from Monopolies."""

    foretold: ClassVar[bool] = True

    seat: str
    points: int
    trios: int
    monopolies: int


class CardsTurnedUp(Fact, frozen=True):
    """Cards of a seat lie face up again; a drawn Renew that waited for its answer is answered."""

    seat: str
    cards: tuple[str, ...]


class CombatBegun(Fact, frozen=True):
    """Units of both seats met in a territory."""

    territory: str
    attacker: str
    defender: str


class BonusDrawn(Fact, frozen=True):
    """A card of a seat was drawn as its combat bonus and turned face down."""

    seat: str
    card: str
    bonus: int


class RenewDrawn(Fact, frozen=True):
    """The card drawn was Renew: its owner may turn his cards face up."""

    seat: str


class CombatResolved(Fact, frozen=True):
    """A combat was decided: scores and losses by seat; no winner when all units fell; `loser` has survivors to retreat."""

    territory: str
    scores: dict[str, int]
    losses: dict[str, int]
    winner: str
    loser: str
    settles: ClassVar[bool] = True


class UnitsRetreated(Fact, frozen=True):
    """The survivors of a lost combat left for another territory."""

    seat: str
    origin: str
    target: str
    units: int


class UnitsEliminated(Fact, frozen=True):
    """The survivors of a lost combat had nowhere to go and went back to the reserve."""

    foretold: ClassVar[bool] = True

    seat: str
    territory: str
    units: int


class TurnPassed(Fact, frozen=True):
    """It is another seat's turn."""

    seat: str


AnyFact = (
    TileRevealed
    | FirstPlayerDrawn
    | UnitsPlaced
    | CardPlayed
    | UnitsRecruited
    | BuildingPlaced
    | UnitsMoved
    | PointsGained
    | CardsTurnedUp
    | CombatBegun
    | BonusDrawn
    | RenewDrawn
    | CombatResolved
    | UnitsRetreated
    | UnitsEliminated
    | TurnPassed
)
FACTS = (
    TileRevealed,
    FirstPlayerDrawn,
    UnitsPlaced,
    CardPlayed,
    UnitsRecruited,
    BuildingPlaced,
    UnitsMoved,
    PointsGained,
    CardsTurnedUp,
    CombatBegun,
    BonusDrawn,
    RenewDrawn,
    CombatResolved,
    UnitsRetreated,
    UnitsEliminated,
    TurnPassed,
)
