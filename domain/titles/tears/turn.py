"""Whose turn it is, what the game waits for, and the refusals of actions at any other time."""

from typing import Any

from domain.titles.kit import (
    LEGAL,
    OVER,
    Action,
    Phase,
    Refusals,
    Sentences,
    Text,
    Verdict,
    parse_readings,
)
from domain.titles.tears.board import NONE, Board

RULE, END_RULE = "Tours de l'Ennemi", "Mise en place"
NORMAL = "Mise en place (règles normales)"
SOLO = 'Capacités "Solo:"'

PROMPTS = {
    prompt.id: prompt
    for prompt in parse_readings("""
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
"""The questions that the rules leave to the player, each with its rule. By the rule text, the
player chooses among the possibilities of the Enemy wherever they are unclear, even to his own
advantage."""

PHASES = tuple(
    Phase(id, doing)
    for id, doing in Sentences("""
leader = places the leader
keep = prepares the round
deployment = takes a turn of the deployment
enemy = takes its turn
choosing = decides what the rules leave open
might = states the might in the wedges
results = carries out the text of a card
wedges = enters the combats of the wedges
objectives = enters the tests of the objectives
""").items()
)
ASKING = ("leader", "keep", "might", "results")
TIMES = ("deployment", "wedges", "objectives")

NO = Refusals(END_RULE, """
game-over [tears] = The game is over.
not-your-turn = This cannot be done now: {when}. It is up to {now}.
not-now = This cannot be done now: {when}. {waiting}
""")  # fmt: skip
WHEN = Sentences("""
deployment = it belongs to your turns of the deployment
wedges = it belongs to the combats of the wedges
objectives = it belongs to the test of the objectives
enemy = it is the Enemy's turn, entered for it when you have had yours
asked = it answers a question that the rules put to you
""")
WAITING = Sentences("""
deployment = It is your turn of the deployment.
wedges = The combats of the wedges are entered now.
objectives = The objectives are tested now.
""")


def phase(board: Board) -> str:
    """What the game waits for: an answer, the Enemy's turn or what the phase asks; `over` at the
    end."""
    if board.ending:
        return OVER
    if board.question:
        return board.question.kind if board.question.kind in ASKING else "choosing"
    return "enemy" if board.turn else board.phase


def to_act(board: Board) -> tuple[str, ...]:
    if board.ending:
        return ()
    return ("enemy",) if board.question is None and board.turn is not None else ("player",)


def not_over(rules: Any, board: Board, seat: str, action: Action) -> Verdict:
    return NO("game-over") if board.ending else LEGAL


def in_turn(rules: Any, board: Board, seat: str, action: Action) -> Verdict:
    move, waiting = rules.moves[type(action)], to_act(board)
    if seat in waiting and phase(board) in move.phases:
        return LEGAL
    then = move.phases[0]
    no, when = NO.under(move.rule), WHEN(then if then in ("enemy", *TIMES) else "asked")
    if seat not in waiting:
        return no("not-your-turn", when=when, now=board.setting.name(waiting[0]))
    prompt = PROMPTS[board.question.kind].text if board.question else None
    due = WAITING(board.phase) if board.phase in TIMES else Text("", "")
    return no("not-now", when=when, waiting=prompt or due)


GATES = (not_over, in_turn)


def option_label(board: Board, kind: str, value: str) -> Text:
    """The label of an answer to a question of this kind."""
    if kind == "draw":
        return Text("draw a card") if value == "yes" else Text("draw no card")
    if value == NONE:
        return Text("replace nothing")
    if kind == "event-action" and value.isdecimal():
        return Text("action {n}", n=int(value) + 1)
    if kind in ("ranged-wedge", "leader-wedge") or (kind == "target" and value in ("1", "2", "3")):
        return Text("wedge {n}", n=value)
    return board.name(value)
