"""The questions that the rules put to the player, each with the rule that leaves it open, and their options in words.

The text's last word on the Enemy: whatever is uncertain, the player chooses among what is possible, even to his own benefit.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.games.tears.board import NONE, Board
from domain.kit import Sentences, Text
from domain.kit.sentences import entries


class Prompt(NamedTuple):
    """The rule that leaves a question open, and the question as it is put to the player."""

    rule: str
    text: Text


_PROMPTS = entries("""
leader | Mise en place
  Place your leader.
  Placez votre Chef.
keep | Mise en place
  Which of the drawn cards do you keep?
  Lesquelles des cartes piochées gardez-vous ?
might | Attaques à distance Ennemies
  How much might has each side in the wedges that stand?
  Quelle Force a chaque camp dans les Ailes qui tiennent ?
results | Jouez les cartes Ennemies
  Carry out the card's text: what came of it?
  Appliquez le texte de la carte : qu'en résulte-t-il ?
shooter | Attaques à distance Ennemies
  Which Enemy card makes its ranged attack now?
  Quelle carte Ennemie fait maintenant son attaque à distance ?
shot | Attaques à distance Ennemies
  Which of your cards is shot at?
  Laquelle de vos cartes est ciblée par le tir ?
ranged-wedge | Ordre de placement
  In which wedge is the Enemy's ranged card placed?
  Dans quelle Aile placer la carte à distance de l'Ennemi ?
host | Ordre de placement
  Which Enemy card gets the attachment?
  Quelle carte Ennemie reçoit l'attachement ?
replaced | Champ de Bataille Ennemi plein
  Which Enemy card is replaced?
  Quelle carte Ennemie est remplacée ?
event-action | Ordre de placement
  Which action of the event is carried out?
  Quelle action de l'Événement est appliquée ?
target | Jouez les cartes Ennemies
  What does the action target?
  Que cible l'action ?
leader-wedge | Capacité "Commandant"
  To which wedge does the Enemy's leader move?
  Vers quelle Aile le Chef Ennemi bouge-t-il ?
leader-space | Capacité "Commandant"
  Which card does the Enemy's leader replace?
  Quelle carte le Chef Ennemi remplace-t-il ?
draw | Objectifs
  Do you draw a card for the objective?
  Piochez-vous une carte pour l'objectif ?
""")
PROMPTS: dict[str, Prompt] = {kind: Prompt(rule, text) for head, text in _PROMPTS for kind, rule in [head.split(" | ")]}

SAID = Sentences("""
yes
  draw a card
  piocher une carte
no
  draw no card
  ne pas piocher
none
  replace nothing
  ne rien remplacer
action
  action {n}
  l'action {n}
wedge
  wedge {n}
  l'Aile {n}
""")


def option(board: Board, kind: str, value: str) -> Text:
    """An option of a question in words."""
    if kind == "draw":
        return SAID("yes" if value == "yes" else "no")
    if value == NONE:
        return SAID("none")
    if kind == "event-action" and value.isdecimal():
        return SAID("action", n=int(value) + 1)
    if kind in ("ranged-wedge", "leader-wedge") or (kind == "target" and value in ("1", "2", "3")):
        return SAID("wedge", n=value)
    return board.name(value)
