from msgspec.structs import replace

from domain.titles.convicted import RULES
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.siege import actions as sa
from domain.titles.convicted.values import Goods
from tests.builders.convicted import after, at_stage, bands, refused, with_stock


def at_pillage(board: Board | None = None, **inside: int) -> Board:
    board = at_stage(14, board, N={"barbarian-warrior": 1})
    board = after(board, ENEMY, sa.Desert("N", "deployment", bands(barbarian_warrior=1)))
    board = after(board, ENEMY, sa.CloseStage(14))
    return replace(board, inside=inside, box={**board.box, "enemies": board.box["enemies"] - sum(inside.values())})


def test_enemies_in_the_city_plunder_and_raze_what_is_there() -> None:
    board = with_stock(at_pillage(wolf=3), wood=4, stone=2)
    assert RULES.to_act(board) == ("p1", ENEMY)
    assert refused(board, ENEMY, sa.Ravage()) == "nothing"
    assert refused(board, ENEMY, sa.Ravage(Goods(wood=5))) == "cannot-pay"
    assert refused(board, ENEMY, sa.Ravage(razed=("chapel",))) == "not-there"
    assert refused(board, ENEMY, sa.Ravage(razed=("barracks", "barracks"))) == "not-there"
    assert refused(board, ENEMY, sa.Ravage(losses=bands(spearman=1))) == "not-there"
    assert refused(board, ENEMY, sa.Ravage(enemies_lost=bands(wolf=4))) == "not-there"
    board = after(board, ENEMY, sa.Ravage(Goods(wood=3, stone=1), ("barracks",), (), bands(wolf=1)))
    assert (board.stock.wood, board.stock.stone) == (1, 1)
    assert board.buildings["barracks"] == 0
    assert board.box["buildings"] == 25
    assert board.inside == {"wolf": 2}
