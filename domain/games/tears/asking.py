"""Asking the player: where the rules leave a choice, play waits for his decision and the record keeps it as one.

The text's last word on the Enemy: whatever is uncertain, the player chooses among what is possible, even to his own benefit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.games.tears import facts as f
from domain.games.tears.board import QuestionKind
from domain.games.tears.damage import Story
from domain.rules.text import Text


class Prompt(NamedTuple):
    """The rule that leaves a question open, and the question as it is put to the player."""

    rule: str
    text: Text


PROMPTS: dict[QuestionKind, Prompt] = {
    "leader": Prompt("Mise en place", Text("Place your leader.", "Placez votre Chef.")),
    "keep": Prompt("Mise en place", Text("Which of the drawn cards do you keep?", "Lesquelles des cartes piochées gardez-vous ?")),
    "might": Prompt(
        "Attaques à distance Ennemies",
        Text("How much might has each side in the wedges that stand?", "Quelle Force a chaque camp dans les Ailes qui tiennent ?"),
    ),
    "results": Prompt(
        "Jouez les cartes Ennemies",
        Text("Carry out the card's text: what came of it?", "Appliquez le texte de la carte : qu'en résulte-t-il ?"),
    ),
    "shooter": Prompt(
        "Attaques à distance Ennemies",
        Text("Which Enemy card makes its ranged attack now?", "Quelle carte Ennemie fait maintenant son attaque à distance ?"),
    ),
    "shot": Prompt(
        "Attaques à distance Ennemies", Text("Which of your cards is shot at?", "Laquelle de vos cartes est ciblée par le tir ?")
    ),
    "ranged-wedge": Prompt(
        "Ordre de placement",
        Text("In which wedge is the Enemy's ranged card placed?", "Dans quelle Aile placer la carte à distance de l'Ennemi ?"),
    ),
    "host": Prompt(
        "Ordre de placement", Text("Which Enemy card gets the attachment?", "Quelle carte Ennemie reçoit l'attachement ?")
    ),
    "replaced": Prompt(
        "Champ de Bataille Ennemi plein", Text("Which Enemy card is replaced?", "Quelle carte Ennemie est remplacée ?")
    ),
    "event-action": Prompt(
        "Ordre de placement", Text("Which action of the event is carried out?", "Quelle action de l'Événement est appliquée ?")
    ),
    "target": Prompt("Jouez les cartes Ennemies", Text("What does the action target?", "Que cible l'action ?")),
    "leader-wedge": Prompt(
        'Capacité "Commandant"',
        Text("To which wedge does the Enemy's leader move?", "Vers quelle Aile le Chef Ennemi bouge-t-il ?"),
    ),
    "leader-space": Prompt(
        'Capacité "Commandant"',
        Text("Which card does the Enemy's leader replace?", "Quelle carte le Chef Ennemi remplace-t-il ?"),
    ),
    "draw": Prompt("Objectifs", Text("Do you draw a card for the objective?", "Piochez-vous une carte pour l'objectif ?")),
}

NONE = "none"
"""The option to replace nothing."""


def ask(course: Story, kind: QuestionKind, about: str, options: Sequence[str | int], place: int = 0) -> None:
    """Put a question to the player; play waits."""
    course.tell(f.Asked(kind, about, tuple(map(str, options)), place))
