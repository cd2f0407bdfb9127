"""How the kit judges an action, in every title: it asks the title's gates in order, then the judge
of the action's move. The first refusal is the verdict.

A gate decides who may act now, before the action's own rule is applied. A title that words such
refusals in its own way declares its own `gates`; no title overrides `judge`."""

from collections.abc import Callable
from typing import Any

from domain.kernel.text import Text, listed
from domain.titles.contract.types import LEGAL, Verdict, illegal

Judge = Callable[[Any, str, Any], Verdict]
"""Arguments: board, seat, action."""
Gate = Callable[[Any, Any, str, Any], Verdict]
"""Arguments: title, board, seat, action."""


def first_refusal(*verdicts: Verdict) -> Verdict:
    """The first verdict that is illegal, else `LEGAL`."""
    return next((verdict for verdict in verdicts if not verdict.legal), LEGAL)


def judges_in_order(*judges: Judge) -> Judge:
    """A judge that asks these judges in order. Its verdict is the first refusal, else `LEGAL`."""

    def judge(board: Any, seat: str, action: Any) -> Verdict:
        for ask in judges:
            if not (verdict := ask(board, seat, action)).legal:
                return verdict
        return LEGAL

    return judge


def need_not_over(rules: Any, board: Any, seat: str, action: Any) -> Verdict:
    if rules.to_act(board):
        return LEGAL
    return illegal("game-over", rules.end_rule, Text("The game is over."))


def need_turn(rules: Any, board: Any, seat: str, action: Any) -> Verdict:
    waiting = rules.to_act(board)
    if seat in waiting:
        return LEGAL
    names = listed(tuple(map(board.setting.name, waiting)))
    return illegal("not-your-turn", rules.turn_rule, Text("It is for {names} to act.", names=names))


def need_phase(rules: Any, board: Any, seat: str, action: Any) -> Verdict:
    phase, move = rules.phase(board), rules.moves[type(action)]
    if phase in move.phases:
        return LEGAL
    now, then = rules.phase_by_id[phase], rules.phase_by_id[move.phases[0]]
    text = Text("This is not the moment for that: who is to act {doing}.", doing=now.doing)
    return now.first or then.missed or illegal("not-now", move.rule or rules.turn_rule, text)


GATES: tuple[Gate, ...] = (need_not_over, need_turn, need_phase)
