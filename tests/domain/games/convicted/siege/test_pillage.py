"""The pillage step and the end of turns, scenarios and the campaign ("Etape de Pillage", "Structure d'un Tour")."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.convicted import RULES
from domain.games.convicted.board import ENEMY, Board
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.values import Goods
from tests.builders.convicted import after, at_actions, at_siege, at_stage, bands, besieged, refused, told, with_stock


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


def test_nobody_plunders_a_city_without_enemies() -> None:
    board = at_pillage()
    assert RULES.to_act(board) == ("p1",)
    assert refused(board, ENEMY, sa.Ravage(Goods(wood=1))) == "not-your-turn"


def test_the_defenders_loot_the_slain_once_a_turn_within_the_markers_left() -> None:
    board = with_stock(at_pillage(), wood=70)
    assert board.slain == 1
    assert refused(board, "p1", sa.Loot(Goods())) == "no-loot"
    assert refused(board, "p1", sa.Loot(Goods(wood=6))) == "none-left"
    assert refused(board, "p1", sa.Loot(Goods(iron=1))) == "resource-unavailable"
    board = after(board, "p1", sa.Loot(Goods(wood=5)))
    assert board.stock.wood == 75
    assert refused(with_stock(board, wood=1), "p1", sa.Loot(Goods(wood=1))) == "no-loot"
    nobody = replace(at_pillage(), slain=0)
    assert refused(nobody, "p1", sa.Loot(Goods(wood=1))) == "no-loot"


def test_the_fortress_falls_with_its_keep() -> None:
    board = at_pillage(wolf=1)
    board = after(board, ENEMY, sa.Ravage(razed=("barracks",)))
    assert board.ending == ""
    board = after(board, ENEMY, sa.Ravage(razed=("keep",)))
    assert board.ending == "fallen"
    outcome = RULES.outcome(board)
    assert (outcome.code, outcome.winners) == ("fallen", ())
    assert board.sheets == 0


def test_a_turn_that_is_not_the_last_leads_into_the_next() -> None:
    board, facts = told(at_pillage(), "p1", sa.EndPillage())
    assert (board.turn, board.step, board.survived) == (2, "actions", 1)
    assert "ScenarioEnded" not in [type(x).__name__ for x in facts]


def test_the_scenarios_last_turn_ends_it_and_writes_the_sheet() -> None:
    board = after(at_pillage(), "p1", sa.EndPillage())
    board, facts = told(at_pillage(besieged(board)), "p1", sa.EndPillage())
    assert (board.ending, board.step, board.turn, board.survived) == ("survived", "over", 2, 2)
    assert [type(x).__name__ for x in facts] == ["TurnSurvived", "ScenarioEnded", "SheetWritten"]
    assert (board.sheets, board.box["sheets"]) == (1, 24)
    outcome = RULES.outcome(board)
    assert outcome.winners == ("p1",)
    assert {line.seat: line.points for line in RULES.score(board)} == {"p1": 2}


def test_the_campaigns_last_turn_redeems_the_exiles() -> None:
    board = replace(at_pillage(), turn=20, scenario=10)
    assert after(board, "p1", sa.EndPillage()).ending == "redeemed"


def test_a_siege_without_enemies_passes() -> None:
    board = at_stage(14, at_siege())
    board = after(board, ENEMY, sa.CloseStage(14))
    assert (board.step, board.round) == ("pillage", 1)


def test_every_seat_shares_the_outcome() -> None:
    board = replace(at_pillage(besieged(at_actions(3))), turn=2)
    board = after(board, "p2", sa.EndPillage())
    outcome = RULES.outcome(board)
    assert outcome.winners == ("p1", "p2", "p3")
