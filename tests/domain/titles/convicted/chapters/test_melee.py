from msgspec.structs import replace

from domain.titles.convicted import RULES, actions as a
from domain.titles.convicted.board import ENEMY, Board
from domain.titles.convicted.field import SECTIONS
from domain.titles.convicted.values import Goods
from tests.builders.convicted import (
    after,
    at_siege,
    at_stage,
    attacking,
    bands,
    forward,
    refused,
    with_section,
    with_stock,
)

# -- damage ----------------------------------------------------------------------------------------


def catapults(**sections):
    board = at_siege()
    for section, fields in sections.items():
        board = with_section(board, section, **fields)
    return at_stage(4, board, N={"catapult": 2}, E={"catapult": 2, "ram": 1})


def test_cv_34_a_barrier_has_no_resistance_and_cannot_be_destroyed_but_has_a_capacity() -> None:
    board = catapults()
    for section in SECTIONS:
        assert (board.sections[section].level, board.sections[section].resistance) == (0, 0)
        assert board.fortification(section).capacity > 0
    assert (
        refused(board, ENEMY, a.Bombard("N", "deployment", "catapult", 1, "N", damage=1))
        == "barrier"
    )
    assert after(
        board, ENEMY, a.Bombard("N", "deployment", "catapult", 1, "N", losses=bands(spearman=1))
    ).begun
    squads = attacking(at_stage(9), "N", wolf=1)
    squads = forward(after(squads, ENEMY, a.FormSquad("N", "N", "wolf")), 12)
    assert refused(squads, ENEMY, a.Batter("N", 0, 1)) == "barrier"


def test_nobody_falls_back_from_what_still_stands() -> None:
    board = catapults(E={"level": 3, "resistance": 3, "engines": {"boulders": 1}})
    blow = {"side": "E", "zone": "deployment", "engine": "catapult", "count": 1, "section": "E"}
    assert (
        refused(board, ENEMY, a.Bombard(**blow, damage=1, withdrawn=bands(spearman=1))),
        refused(board, ENEMY, a.Bombard(**blow, damage=3, withdrawn=bands(boulders=1))),
    ) == ("still-standing", "engine-falls")
    board = after(board, ENEMY, a.Bombard(**blow, losses=bands(boulders=1)))
    assert board.sections["E"].engines == {}


def test_the_gates_have_their_own_resistance_and_the_wall_stands_without_them() -> None:
    board = catapults(N={"level": 2, "resistance": 2, "gate": 2}, E={"level": 2, "resistance": 2})
    assert (
        refused(board, ENEMY, a.Bombard("E", "deployment", "catapult", 1, "E", damage=1, gate=True))
        == "no-gate"
    )
    assert (
        refused(board, ENEMY, a.Bombard("N", "deployment", "catapult", 1, "N", damage=3, gate=True))
        == "resistance"
    )
    board = after(
        board, ENEMY, a.Bombard("N", "deployment", "catapult", 2, "N", damage=2, gate=True)
    )
    assert (
        board.sections["N"].level,
        board.sections["N"].resistance,
        board.sections["N"].gate,
    ) == (2, 2, 0)


def test_squads_attack_walls_in_melee() -> None:
    wall = with_section(at_siege(), "E", level=2, resistance=2)
    board = attacking(at_stage(9, wall), "E", wolf=2)
    board = forward(after(board, ENEMY, a.FormSquad("E", "E", "wolf")), 12)
    assert refused(board, ENEMY, a.Batter("W", 0, 1)) == "no-squad"
    assert refused(board, ENEMY, a.Batter("E", 0, 3)) == "resistance"
    board = after(board, ENEMY, a.Batter("E", 0, 1))
    assert board.sections["E"].resistance == 1
    board = after(forward(board, 13), ENEMY, a.Batter("E", 0, 1))
    assert board.sections["E"].level == 0
    assert RULES.view(board, "public")["sections"]["E"]["name"]["fr"] == "Barrière"


def test_only_melee_units_attack_walls() -> None:
    wall = with_section(at_siege(), "E", level=2, resistance=2)
    board = attacking(at_stage(9, wall), "E", wolfman_hunter=2, wolf=1)
    board = after(board, ENEMY, a.FormSquad("E", "E", "wolfman-hunter"))
    board = forward(after(board, ENEMY, a.FormSquad("E", "E", "wolfman-hunter", bands(wolf=1))), 12)
    assert refused(board, ENEMY, a.Batter("E", 0, 1)) == "no-melee"
    assert after(board, ENEMY, a.Batter("E", 1, 1)).sections["E"].resistance == 1


def at_pillage(board: Board | None = None, **inside: int) -> Board:
    board = at_stage(14, board, N={"barbarian-warrior": 1})
    board = after(board, ENEMY, a.Desert("N", "deployment", bands(barbarian_warrior=1)))
    board = after(board, ENEMY, a.CloseStage(14))
    return replace(
        board,
        inside=inside,
        box={**board.box, "enemies": board.box["enemies"] - sum(inside.values())},
    )


def test_enemies_in_the_city_plunder_and_raze_what_is_there() -> None:
    board = with_stock(at_pillage(wolf=3), wood=4, stone=2)
    assert RULES.to_act(board) == ("p1", ENEMY)
    for action, why in (
        (a.Ravage(), "nothing"),
        (a.Ravage(Goods(wood=5)), "cannot-pay"),
        (a.Ravage(razed=("chapel",)), "not-there"),
        (a.Ravage(razed=("barracks", "barracks")), "not-there"),
        (a.Ravage(losses=bands(spearman=1)), "not-there"),
        (a.Ravage(enemies_lost=bands(wolf=4)), "not-there"),
    ):
        assert refused(board, ENEMY, action) == why
    board = after(board, ENEMY, a.Ravage(Goods(wood=3, stone=1), ("barracks",), (), bands(wolf=1)))
    assert (board.stock.wood, board.stock.stone) == (1, 1)
    assert (board.buildings["barracks"], board.box["buildings"]) == (0, 25)
    assert board.inside == {"wolf": 2}
