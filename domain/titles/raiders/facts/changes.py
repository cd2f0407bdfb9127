"""Changes of the board that several facts have in common, and words for what they are about."""

from domain.titles.kit import Fact, Text, replace
from domain.titles.raiders.board import Board
from domain.titles.raiders.goods import GOODS, Goods, amounts


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def traded(board: Board, pay: Goods, gain: Goods) -> Board:
    player, supply = board.player, board.supply
    return replace(
        board,
        player=replace(
            player,
            silver=player.silver - pay.silver + gain.silver,
            provisions=player.provisions - pay.provisions + gain.provisions,
            gold=player.gold - pay.gold + gain.gold,
            iron=player.iron - pay.iron + gain.iron,
            livestock=player.livestock - pay.livestock + gain.livestock,
            cards=player.cards - pay.cards + gain.cards,
            armour=player.armour - pay.armour + gain.armour,
        ),
        supply=replace(
            supply,
            silver=supply.silver + pay.silver - gain.silver,
            provisions=supply.provisions + pay.provisions - gain.provisions,
            gold=supply.gold + pay.gold - gain.gold,
            iron=supply.iron + pay.iron - gain.iron,
            livestock=supply.livestock + pay.livestock - gain.livestock,
            cards=supply.cards + pay.cards - gain.cards,
        ),
    )


def discarded(board: Board, *named: str, unnamed: int = 0) -> Board:
    """The board with townsfolk on the discard pile, counted since version 2: the boards of older
    games stay what they were."""
    if board.setting.version == 1:
        return board
    return replace(board, discards=board.discards + named, unnamed=board.unnamed + unnamed)


def left_crew(board: Board, card: str, to_hand: bool) -> Board:
    player, supply = board.player, board.supply
    crew = without(player.crew, card)
    if to_hand:
        return replace(board, player=replace(player, crew=crew, cards=player.cards + 1))
    return discarded(
        replace(
            board, player=replace(player, crew=crew), supply=replace(supply, cards=supply.cards + 1)
        ),
        card,
    )


def goods_of(fact: Fact, board: Board) -> Text:
    return amounts(
        **{name: getattr(fact, name) for name in fact.__struct_fields__ if name in GOODS}
    )
