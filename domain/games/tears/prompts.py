"""The questions that the rules put to the player, each with the rule that leaves it open, and their options in words.

The text's last word on the Enemy: whatever is uncertain, the player chooses among what is possible, even to his own benefit.
"""

from __future__ import annotations

from domain.games.tears.board import NONE, Board
from domain.kit import Text, readings

PROMPTS = {
    one.id: one
    for one in readings("""
leader | Mise en place = Place your leader.
keep | Mise en place = Which of the drawn cards do you keep?
might | Attaques à distance Ennemies = How much might has each side in the wedges that stand?
results | Jouez les cartes Ennemies = Carry out the card's text: what came of it?
shooter | Attaques à distance Ennemies = Which Enemy card makes its ranged attack now?
shot | Attaques à distance Ennemies = Which of your cards is shot at?
ranged-wedge | Ordre de placement = In which wedge is the Enemy's ranged card placed?
host | Ordre de placement = Which Enemy card gets the attachment?
replaced | Champ de Bataille Ennemi plein = Which Enemy card is replaced?
event-action | Ordre de placement = Which action of the event is carried out?
target | Jouez les cartes Ennemies = What does the action target?
leader-wedge | Capacité "Commandant" = To which wedge does the Enemy's leader move?
leader-space | Capacité "Commandant" = Which card does the Enemy's leader replace?
draw | Objectifs = Do you draw a card for the objective?
""")
}


def option(board: Board, kind: str, value: str) -> Text:
    """An option of a question in words."""
    if kind == "draw":
        return Text("draw a card") if value == "yes" else Text("draw no card")
    if value == NONE:
        return Text("replace nothing")
    if kind == "event-action" and value.isdecimal():
        return Text("action {n}", n=int(value) + 1)
    if kind in ("ranged-wedge", "leader-wedge") or (kind == "target" and value in ("1", "2", "3")):
        return Text("wedge {n}", n=value)
    return board.name(value)
