"""What can become true in a game of 1066 solo, what it changes on the board, and how it is told. Stored for ever: names and
fields only grow."""

from domain.games.tears.facts import cards, enemy, losses, questions, rounds
from domain.games.tears.facts.cards import (
    ActionUsed,
    Attached,
    CardEntered,
    EventPlayed,
    LeaderPlaced,
    Paid,
    Passed,
    Placed,
    Reserved,
    Sacrificed,
    SoloUsed,
    TurnHandedOver,
)  # fmt: skip
from domain.games.tears.facts.enemy import (
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
)  # fmt: skip
from domain.games.tears.facts.losses import (
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
)  # fmt: skip
from domain.games.tears.facts.questions import Asked, Decided, Declared, asked
from domain.games.tears.facts.rounds import CardsReadied, Drawn, Ended, Kept, MarkerMoved, PhaseBegan, RoundBegan

MODULES = (rounds, cards, enemy, questions, losses)

__all__ = [
    "MODULES", "ActionIgnored", "ActionImpossible", "ActionResolved", "ActionUsed", "Asked", "Attached", "CardEntered",
    "CardExhausted", "CardHealed", "CardHurt", "CardMoved", "CardReadied", "CardsReadied", "Decided", "DeckTurned", "Declared",
    "Destroyed", "Discarded", "Drawn", "Ended", "EnemySkipped", "EnemyTurnBegan", "EnemyTurnEnded", "EventPlayed", "Kept",
    "LeaderMoved", "LeaderPlaced", "MarkerMoved", "MightStated", "ObjectiveDestroyed", "ObjectiveHurt", "ObjectiveTested",
    "Paid", "Passed", "PhaseBegan", "Placed", "Reduced", "Replaced", "Reserved", "Revealed", "RoundBegan", "Sacrificed",
    "ShotFired", "SoloUsed", "TurnHandedOver", "WedgeFought", "WedgeHurt", "WedgeTaken", "asked",
]  # fmt: skip
