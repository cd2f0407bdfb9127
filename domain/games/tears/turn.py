"""Whose turn it is, what is being waited for, and what an action at another moment is refused with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.tears.board import Board
from domain.games.tears.prompts import PROMPTS
from domain.kit import LEGAL, OVER, Action, Move, Phase, Refusals, Sentences, Text, Verdict
from domain.rules.text import texts

RULE, END_RULE = "Tours de l'Ennemi", "Mise en place"
NORMAL = "Mise en place (règles normales)"
"""How verdicts cite what the solo text takes over from the normal rules."""
SOLO = 'Capacités "Solo:"'

PHASES = tuple(
    Phase(id, doing)
    for id, doing in texts("""
leader | places the leader
keep | prepares the round
deployment | takes a turn of the deployment
enemy | takes its turn
choosing | decides what the rules leave open
might | states the might in the wedges
results | carries out the text of a card
wedges | enters the combats of the wedges
objectives | enters the tests of the objectives
""").items()
)
ASKING = ("leader", "keep", "might", "results")
"""Questions that are answered by an action of their own."""
TIMES = ("deployment", "wedges", "objectives")
"""The phases of a round in which the table acts or enters what happened."""

NO = Refusals(END_RULE, """
game-over = The game is over.
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
    """What the game waits for: an answer to a question, the Enemy's turn, or what belongs to the phase of the round."""
    if board.ending:
        return OVER
    if board.question:
        return board.question.kind if board.question.kind in ASKING else "choosing"
    return "enemy" if board.turn else board.phase


def to_act(board: Board) -> tuple[str, ...]:
    """Who acts: the player answers questions and declares results; the Enemy takes the turn handed over to it."""
    if board.ending:
        return ()
    return ("enemy",) if board.question is None and board.turn is not None else ("player",)


def may_act(board: Board, seat: str, action: Action, moves: Mapping[Any, Move]) -> Verdict:
    """Whether it is for this seat to do this kind of thing now."""
    if board.ending:
        return NO("game-over")
    move, waiting = moves[type(action)], to_act(board)
    now = phase(board)
    if seat in waiting and now in move.phases:
        return LEGAL
    then = move.phases[0]
    no, when = NO.under(move.rule), WHEN(then if then in ("enemy", *TIMES) else "asked")
    if seat not in waiting:
        return no("not-your-turn", when=when, now=board.setting.name(waiting[0]))
    asked = PROMPTS[board.question.kind].text if board.question else None
    return no("not-now", when=when, waiting=asked or (WAITING(board.phase) if board.phase in TIMES else Text("", "")))
