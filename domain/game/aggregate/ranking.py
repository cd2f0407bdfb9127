"""Points and places with the penalties of rulings: whatever ranks the seats of a game asks here.

A penalty is in the total of its seat. One that `ranks` reaches the places and the winner, too, and fewer points are worse then also
where the fewest win: there they are added. None of it is stored beside the ruling: it is read off the position.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.game.record.remedies import Penalty
from domain.titles.contract.ruleset import AnyRuleset, Board, Ranking


def added_points(rules: AnyRuleset, board: Board, penalties: Iterable[Penalty]) -> dict[str, int]:
    """What penalties add to the total of each seat that has any; below 0 they take away."""
    added: dict[str, int] = {}
    for penalty in penalties:
        added[penalty.seat] = added.get(penalty.seat, 0) + counted_points(rules, board, penalty)
    return added


def counted_points(rules: AnyRuleset, board: Board, penalty: Penalty) -> int:
    return -penalty.points if penalty.ranks and rules.lowest_wins(board) else penalty.points


def ranked(rules: AnyRuleset, board: Board, penalties: Iterable[Penalty]) -> Ranking:
    """How the game ended by its rules, and the places that they name, with the penalties that reach them."""
    ranking = [penalty for penalty in penalties if penalty.ranks]
    if not ranking or rules.outcome(board) is None:
        return Ranking(rules.outcome(board), rules.places(board))
    return rules.ranking(board, added_points(rules, board, ranking))
