"""What can become true in a game of 1066 solo. Stored for ever: names and fields only grow.

The facts of the Enemy's turn and those of damage stand in files of their own and are named from here.
"""

from __future__ import annotations

from typing import ClassVar

from domain.games.tears.board import Phase, QuestionKind
from domain.games.tears.cards import Card
from domain.games.tears.facts_enemy import (
    ActionIgnored,
    ActionImpossible,
    ActionResolved,
    DeckTurned,
    Discarded,
    EnemySkipped,
    EnemyTurnBegan,
    EnemyTurnEnded,
    LeaderMoved,
    MightStated,
    Reduced,
    Replaced,
    Revealed,
    ShotFired,
)
from domain.games.tears.facts_losses import (
    CardExhausted,
    CardHealed,
    CardHurt,
    CardMoved,
    CardReadied,
    Destroyed,
    ObjectiveDestroyed,
    ObjectiveHurt,
    ObjectiveTested,
    WedgeFought,
    WedgeHurt,
    WedgeTaken,
)
from domain.rules.ruleset import Fact

# -- the round ---------------------------------------------------------------------------------------------------


class RoundBegan(Fact, frozen=True):
    """A round began."""

    foretold: ClassVar[bool] = True

    round: int


class CardsReadied(Fact, frozen=True):
    """Every exhausted card of both sides is ready again."""


class Drawn(Fact, frozen=True):
    """The player drew these cards; from a deck on the table only their number is known."""

    reveals: ClassVar[bool] = True
    cards: tuple[str, ...]
    count: int


class Kept(Fact, frozen=True):
    """Of the cards drawn this round the player kept some and discarded the others."""

    cards: tuple[str, ...]
    discarded: tuple[str, ...]


class PhaseBegan(Fact, frozen=True):
    """A phase began; `left` is what the table has to declare in it."""

    foretold: ClassVar[bool] = True

    phase: Phase
    left: tuple[str, ...] = ()


class MarkerMoved(Fact, frozen=True):
    """The round marker went down and covers this row."""

    row: int


class Ended(Fact, frozen=True):
    """The game ended."""

    foretold: ClassVar[bool] = True

    code: str


# -- cards come into play ----------------------------------------------------------------------------------------


class CardEntered(Fact, frozen=True):
    """The table entered what is printed on a card."""

    reveals: ClassVar[bool] = True
    card: Card


class Placed(Fact, frozen=True):
    """A card took a space of its side's battlefield."""

    seat: str
    card: str
    wedge: int
    line: int


class LeaderPlaced(Fact, frozen=True):
    """The player's leader took his place."""

    card: str
    wedge: int
    line: int


class Reserved(Fact, frozen=True):
    """A tactic was put in its side's reserve."""

    seat: str
    card: str


class Attached(Fact, frozen=True):
    """An attachment was put on a card."""

    seat: str
    card: str
    host: str


class EventPlayed(Fact, frozen=True):
    """An event was played and discarded."""

    seat: str
    card: str


class SoloUsed(Fact, frozen=True):
    """The Solo: text of a card is carried out instead of everything else on it."""

    seat: str
    card: str


# -- the player's turn -------------------------------------------------------------------------------------------


class Paid(Fact, frozen=True):
    """The player paid: cards exhausted for their resources, cards discarded from hand, and a reduction that he declared."""

    exhausted: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    reduction: int = 0


class ActionUsed(Fact, frozen=True):
    """The player used the action of a card in play, exhausting it or not."""

    card: str
    exhausted: bool


class Sacrificed(Fact, frozen=True):
    """The player sacrificed a card in play."""

    card: str


class Passed(Fact, frozen=True):
    """The player passed: his deployment is over for this round."""


class TurnHandedOver(Fact, frozen=True):
    """It is the Enemy's turn; `passing`: its last one of the phase, since the player has passed."""

    foretold: ClassVar[bool] = True

    passing: bool = False


# -- questions to the player -------------------------------------------------------------------------------------


class Asked(Fact, frozen=True):
    """The rules leave this to the player: play waits for his answer."""

    signed: ClassVar[tuple[str, ...]] = ("place",)

    kind: QuestionKind
    about: str = ""
    options: tuple[str, ...] = ()
    place: int = 0


class Decided(Fact, frozen=True):
    """The player's explicit decision where the rules leave it to him."""

    kind: QuestionKind
    about: str
    option: str


class Declared(Fact, frozen=True):
    """The table carried out a card's text itself; not `possible`: it could not be."""

    card: str
    possible: bool


FACTS: tuple[type[Fact], ...] = (
    RoundBegan, CardsReadied, Drawn, Kept, PhaseBegan, MarkerMoved, Ended,
    CardEntered, Placed, LeaderPlaced, Reserved, Attached, EventPlayed, SoloUsed,
    Paid, ActionUsed, Sacrificed, Passed, TurnHandedOver,
    EnemyTurnBegan, EnemySkipped, EnemyTurnEnded, Revealed, Discarded, Reduced, DeckTurned, Replaced,
    ActionIgnored, ActionImpossible, ActionResolved, ShotFired, MightStated, LeaderMoved,
    Asked, Decided, Declared,
    CardHurt, CardHealed, CardExhausted, CardReadied, CardMoved, Destroyed,
    WedgeHurt, WedgeTaken, WedgeFought, ObjectiveHurt, ObjectiveDestroyed, ObjectiveTested,
)  # fmt: skip

__all__ = [
    "FACTS", "ActionIgnored", "ActionImpossible", "ActionResolved", "ActionUsed", "Asked", "Attached", "CardEntered",
    "CardExhausted", "CardHealed", "CardHurt", "CardMoved", "CardReadied", "CardsReadied", "Decided", "DeckTurned", "Declared",
    "Destroyed", "Discarded", "Drawn", "Ended", "EnemySkipped", "EnemyTurnBegan", "EnemyTurnEnded", "EventPlayed", "Kept",
    "LeaderMoved", "LeaderPlaced", "MarkerMoved", "MightStated", "ObjectiveDestroyed", "ObjectiveHurt", "ObjectiveTested",
    "Paid", "Passed", "PhaseBegan", "Placed", "Reduced", "Replaced", "Reserved", "Revealed", "RoundBegan", "Sacrificed",
    "ShotFired", "SoloUsed", "TurnHandedOver", "WedgeFought", "WedgeHurt", "WedgeTaken",
]  # fmt: skip
