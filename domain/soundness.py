"""Whether a board that play did not lead to can be played on: asked once, when an arbiter declares it."""

from __future__ import annotations

import msgspec

from domain.games import AnyRuleset
from domain.ruleset import ARBITER, PUBLIC, Board, encode_board
from domain.words import Text


def unsound(rules: AnyRuleset, board: Board, before: Board) -> Text | None:
    """What is wrong with a board as a correction of `before`, or none.

    The title finds nothing amiss. Pieces are conserved: each kind is there as often as before. And every question that is asked
    of a board has an answer: who is to act and what may be done, how it looks to everybody, score and outcome.
    """
    try:
        amiss = rules.amiss(board)
        if amiss:
            return amiss[0]
        had, has = rules.census(before), rules.census(board)
        for kind in dict.fromkeys([*had, *has]):
            if had.get(kind, 0) != has.get(kind, 0):
                there, here = had.get(kind, 0), has.get(kind, 0)
                return Text(
                    f"pieces are neither made nor lost, and the count of “{kind}” would go from {there} to {here}",
                    f"aucune pièce n'apparaît ni ne disparaît, et le compte « {kind} » passerait de {there} à {here}",
                )
        _ask_everything(rules, board)
    except Exception as e:  # noqa: BLE001  the rules are made for boards that play leads to: whatever they say of this one, it is none
        why = f"{type(e).__name__}: {e}"
        return Text(f"the rules cannot go on from it ({why})", f"les règles ne peuvent continuer à partir de lui ({why})")
    return None


def _ask_everything(rules: AnyRuleset, board: Board) -> None:
    encode_board(board)
    for seat in rules.to_act(board):
        rules.legal(board, seat)
    for audience in (PUBLIC, ARBITER, *board.setting.seats):  # type: ignore[attr-defined]
        view = msgspec.json.decode(msgspec.json.encode(rules.view(board, audience)))
        rules.picture(board.setting, view, "en")  # type: ignore[attr-defined]
        rules.drawing(board, audience, "en")
    rules.score(board)
    rules.sheet(board)
    rules.outcome(board)
