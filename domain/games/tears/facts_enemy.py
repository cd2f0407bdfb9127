"""What can become true in the Enemy's turn."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.games.tears.board import WedgeMight
from domain.games.tears.cards import Keyword
from domain.rules.ruleset import Fact


class EnemyTurnBegan(Fact, frozen=True):
    """The Enemy began its turn."""


class EnemySkipped(Fact, frozen=True):
    """The Enemy does nothing, or draws no card, and why."""

    foretold: ClassVar[bool] = True

    reason: Literal["sacrifice", "first-round", "no-row"]


class EnemyTurnEnded(Fact, frozen=True):
    """The Enemy's turn is over."""


class Revealed(Fact, frozen=True):
    """The top card of the Enemy's deck was turned up."""

    reveals: ClassVar[bool] = True
    card: str


class Discarded(Fact, frozen=True):
    """A revealed card was discarded unplayed; `again`: the Enemy draws on."""

    card: str
    why: Literal["too-dear", "cannot-resolve", "no-room"]
    again: bool
    resources: int


class Reduced(Fact, frozen=True):
    """An event was played that makes the Enemy's next card cheaper."""

    card: str
    by: int


class DeckTurned(Fact, frozen=True):
    """The Enemy's deck was empty: its discard pile was turned over, unshuffled, and this turn is passed."""


class Replaced(Fact, frozen=True):
    """A card left a full battlefield for another one."""

    card: str
    by: str


class ActionIgnored(Fact, frozen=True):
    """The Enemy ignores an ability of a card it plays."""

    card: str
    keyword: Keyword


class ActionImpossible(Fact, frozen=True):
    """The action of a card that the Enemy played could not be carried out."""

    card: str


class ActionResolved(Fact, frozen=True):
    """The Enemy carries out the action of a card, on a card or a wedge."""

    card: str
    target: str


class ShotFired(Fact, frozen=True):
    """A ranged attack: the card is exhausted and its target takes the damage."""

    settles: ClassVar[bool] = True

    seat: str
    card: str
    target: str
    damage: int


class MightStated(Fact, frozen=True):
    """The table added up both sides' might in the existing wedges."""

    might: tuple[WedgeMight, ...]


class LeaderMoved(Fact, frozen=True):
    """The Enemy's leader left a taken wedge for another space."""

    card: str
    wedge: int
    line: int
