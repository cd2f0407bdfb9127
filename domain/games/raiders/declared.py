"""A townsfolk whose action the catalog cannot say: the table declares what came of it, and what can be checked is checked.

That is: what the player pays he has, what he gains the supply has, his armour stays on its track, and the opponent loses no more
armour or provisions than it has. Everything else an opponent could lose is nothing to this one (`Effets des cartes Citoyens`).
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.raiders.actions import Outcome, PlayTownsfolk
from domain.games.raiders.board import RaidersBoard
from domain.games.raiders.facts import AutomaStruck
from domain.games.raiders.people import Declared
from domain.games.raiders.trade import cannot_pay, not_available, settle
from domain.games.raiders.wording import TOWNSFOLK
from domain.rules.chance import Chance
from domain.rules.ruleset import Fact, Resolution, Verdict, illegal


def judge_declared(board: RaidersBoard, action: PlayTownsfolk, hall: Declared) -> Verdict | None:
    """Why the declared outcome cannot be, if so."""
    outcome = action.outcome
    if outcome is None:
        return illegal(
            "outcome-needed",
            TOWNSFOLK,
            "Say what came of this card: what you paid and gained, what the opponent lost.",
            "Indiquez l'effet de cette carte : ce que vous payez et gagnez, ce que perd l'adversaire.",
        )
    automa = board.automa
    if outcome.armour > automa.armour or outcome.provisions > automa.provisions:
        return illegal(
            "opponent-lacks",
            TOWNSFOLK,
            f"The opponent has {automa.armour} armour and {automa.provisions} provisions: it cannot lose more.",
            f"L'adversaire a {automa.armour} Armements et {automa.provisions} Provisions : il ne peut perdre davantage.",
        )
    # The card itself has left the hand by the time its action is carried out.
    paid = replace(outcome.pay, cards=outcome.pay.cards + 1)
    return cannot_pay(board, paid) or not_available(board, outcome.gain)


def decide_declared(course: Resolution[RaidersBoard, Fact], action: PlayTownsfolk, hall: Declared, chance: Chance) -> None:
    """The declared outcome is true."""
    outcome = action.outcome or Outcome()
    settle(course, outcome.pay, outcome.gain)
    if outcome.armour or outcome.provisions:
        course.tell(AutomaStruck(outcome.armour, outcome.provisions, outcome.taken))
