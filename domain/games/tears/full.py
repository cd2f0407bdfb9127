"""A full battlefield ("Champ de Bataille Ennemi plein"): which card may a drawn one replace?"""

from __future__ import annotations

from domain.games.tears.asking import NONE
from domain.games.tears.board import InPlay, TearsBoard, card, existing, fielded, is_leader, leader_space, line_of, wedge_of
from domain.games.tears.cards import Card

Standing = tuple[int, InPlay]


def replaceable(board: TearsBoard, id: str) -> tuple[str, ...]:
    """The cards among which the player chooses the one that the drawn card replaces; one: it is settled; none: no room.

    The cheapest card of the existing wedges goes, if it costs less than the drawn card; for a ranged card the same cost will do.
    Leaders (A-TM-7), exhausted and ranged cards stay. A tie is broken for a ranged card by wedge and line, for cavalry by
    line 3, and then by the player. A ranged card of the same cost may make way for a drawn one, but only if the player
    wants it (A-TM-8).
    """
    drawn = card(board, id)
    standing = existing(board)
    open_to = [
        (at, s) for at, s in fielded(board.enemy)
        if wedge_of(at) in standing and not s.exhausted and not is_leader(board, s.card)
    ]  # fmt: skip
    cheapest = _cheapest(board, drawn, [(at, s) for at, s in open_to if not card(board, s.card).ranged])
    tied = _break_tie(board, drawn, cheapest)
    names = tuple(s.card for _, s in tied)
    if not drawn.ranged or board.setting.options.ranged_swap == "never":
        return names
    if cheapest and card(board, cheapest[0][1].card).cost < drawn.cost:
        return names
    swaps = tuple(s.card for _, s in open_to if card(board, s.card).ranged and card(board, s.card).cost == drawn.cost)
    return (*names, *swaps) if names or not swaps else (*swaps, NONE)


def _cheapest(board: TearsBoard, drawn: Card, among: list[Standing]) -> list[Standing]:
    """The cards at the lowest cost, if that is low enough for the drawn card."""
    limit = drawn.cost if drawn.ranged else drawn.cost - 1
    lowest = min((card(board, s.card).cost for _, s in among), default=limit + 1)
    return [(at, s) for at, s in among if card(board, s.card).cost == lowest] if lowest <= limit else []


def _break_tie(board: TearsBoard, drawn: Card, tied: list[Standing]) -> list[Standing]:
    """Narrow a tie by each priority in turn, as long as it leaves a card; what is left over is the player's choice."""
    if drawn.ranged:
        leader = leader_space(board, "enemy")
        leading = {wedge_of(leader)} if leader is not None else set()
        shooting = {wedge_of(at) for at, s in fielded(board.enemy) if card(board, s.card).ranged}
        for wedges in (leading, shooting):
            tied = [(at, s) for at, s in tied if wedge_of(at) in wedges] or tied
        return [(at, s) for at, s in tied if line_of(at) == 1] or tied
    if drawn.cavalry:
        return [(at, s) for at, s in tied if line_of(at) == 3] or tied
    return tied
