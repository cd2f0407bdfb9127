from __future__ import annotations

import json
from typing import Literal

import pytest
from msgspec.structs import replace

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import Board, Wedge
from domain.rules.catalogs.catalog import Catalog
from tests.builders.tears import Done, catalog_document, choose, do, enemy_turn, fresh, refused, table


def phase(board: Board, name: Literal["wedges", "objectives"], *left: str) -> Board:
    return replace(board, phase=name, left=left)


def fall(board: Board, side: Literal["player", "enemy"], *draws: list[str]) -> Done:
    return do(phase(board, "objectives", "player", "enemy"), a.FaceObjective(side, 9), *draws)


@pytest.mark.parametrize("side", ["player", "enemy"])
def test_tm_45_a_destroyed_objective_gives_way_to_the_next_and_nothing_else_happens(side: Literal["player", "enemy"]) -> None:
    done = fall(table(), side)
    assert done.one(f.ObjectiveDestroyed).letter == "A"
    assert [type(x) for x in done.facts] == [f.ObjectiveTested, f.ObjectiveHurt, f.ObjectiveDestroyed]
    army = done.board.player if side == "player" else done.board.enemy
    assert (army.objective, army.objective_damage) == (1, 0)


@pytest.mark.parametrize("destroyed", range(1, 6))
def test_tm_46_from_objective_b_on_the_player_may_draw_a_card(destroyed: int) -> None:
    done = fall(table(objectives=(destroyed, 0)), "player")
    assert done.board.question and done.board.question.kind == "draw" and done.board.question.options == ("yes", "no")
    drawn = choose(done, "yes", "my-foot-0")
    assert drawn.one(f.Drawn).cards == ("my-foot-0",) and drawn.board.player.hand == ("my-foot-0",)
    assert not choose(done, "no").all(f.Drawn)


def test_objective_a_gives_no_card() -> None:
    assert fall(table(), "player").board.question is None


def test_the_enemy_s_objectives_give_no_card() -> None:
    assert fall(table(objectives=(0, 3)), "enemy").board.question is None


def test_with_an_empty_deck_nothing_is_offered() -> None:
    board = table(objectives=(2, 0))
    assert fall(replace(board, player=replace(board.player, deck=())), "player").board.question is None


def test_damage_stays_on_an_objective_until_it_falls() -> None:
    board = phase(table(), "objectives", "player", "enemy")
    done = do(board, a.FaceObjective("player", 2))
    assert done.board.player.objective_damage == 2 and not done.all(f.ObjectiveDestroyed)
    refused(board, a.FaceObjective("player", 2, destroyed=True), "objective-stands")
    again = do(phase(done.board, "objectives", "player"), a.FaceObjective("player", 1), list(board.player.deck[:4]))
    assert again.one(f.ObjectiveDestroyed).letter == "A", "3 damage is what objective A takes here"


def test_an_objective_of_unknown_strength_falls_when_the_table_says_so() -> None:
    document = catalog_document()
    document["values"]["factions"]["norman"]["objectives"][0]["strength"] = None
    board = fresh(Catalog(json.dumps(document).encode()))
    board = replace(table(), setting=board.setting, phase="objectives", left=("player", "enemy"))
    assert not do(board, a.FaceObjective("player", 40)).all(f.ObjectiveDestroyed)
    assert do(board, a.FaceObjective("player", 0, destroyed=True)).one(f.ObjectiveDestroyed).letter == "A"


def test_a_side_that_comes_to_hastings_in_the_objective_phase_has_nothing_left_to_test() -> None:
    board = phase(table(objectives=(5, 0)), "objectives", "player", "enemy")
    done = do(board, a.Declare((a.Result("objective", amount=9),)))
    assert done.one(f.ObjectiveDestroyed).letter == "F"
    assert choose(done, "no").board.left == ("enemy",)


def test_each_side_short_of_hastings_faces_its_objective_once_a_round() -> None:
    done = enemy_turn(table(objectives=(6, 2), wedge_phase="both"), "foot-1", passing=True)
    assert done.board.phase == "objectives" and done.board.left == ("enemy",)
    refused(done.board, a.FaceObjective("player", 1), "objective-not-due")
    refused(done.board, a.Pass(), "not-now")
    board = phase(table(), "objectives", "player", "enemy")
    refused(do(board, a.FaceObjective("enemy")).board, a.FaceObjective("enemy"), "objective-not-due")


def test_with_both_sides_at_hastings_there_is_no_objective_phase() -> None:
    board = phase(table(objectives=(6, 6)), "wedges", "3")
    done = do(board, a.Fight(3), list(board.player.deck[:4]))
    assert done.board.round == 10 and done.board.phase == "preparation"


def test_before_hastings_there_is_no_wedge_phase() -> None:
    done = enemy_turn(table(objectives=(5, 5)), "foot-1", passing=True)
    assert done.board.phase == "objectives"


@pytest.mark.parametrize(("objectives", "able"), [((6, 3), "player"), ((3, 6), "enemy"), ((6, 6), "both")])
def test_the_side_at_hastings_damages_wedges_the_other_does_not_yet(objectives: tuple[int, int], able: str) -> None:
    board = enemy_turn(table(objectives=objectives), "foot-1", passing=True).board
    assert board.phase == "wedges" and board.left == ("1", "2", "3")
    for by, action in (("player", a.Fight(1, by_player=2)), ("enemy", a.Fight(1, by_enemy=2))):
        if able in (by, "both"):
            assert do(board, action).one(f.WedgeHurt).by == by
        else:
            refused(board, action, "not-at-hastings")


def test_the_table_may_keep_the_wedges_closed_until_both_are_at_hastings() -> None:
    board = enemy_turn(table(objectives=(6, 3), wedge_phase="both"), "foot-1", passing=True).board
    assert board.phase == "objectives"
    board = enemy_turn(table(objectives=(6, 6), wedge_phase="both"), "foot-1", passing=True).board
    assert board.phase == "wedges"


def test_each_wedge_is_fought_once_a_round_in_any_order() -> None:
    board = phase(table(objectives=(6, 6)), "wedges", "1", "2", "3")
    board = do(board, a.Fight(2, 3, 1)).board
    assert board.left == ("1", "3") and board.wedges[1] == Wedge(3, 1)
    refused(board, a.Fight(2), "wedge-not-due")


def test_a_wedge_is_taken_at_10_damage_and_not_more() -> None:
    board = phase(table(objectives=(6, 6), wedges=[Wedge(7, 0), Wedge(), Wedge()]), "wedges", "1", "2", "3")
    refused(board, a.Fight(1, by_player=4), "too-much")
    done = do(board, a.Fight(1, by_player=3, by_enemy=9))
    assert (done.one(f.WedgeTaken).wedge, done.one(f.WedgeTaken).by) == (1, "player")
    assert done.board.wedges[0] == Wedge(10, 9, "player")
    assert not done.all(f.Ended)


def test_only_one_side_takes_a_wedge() -> None:
    board = phase(table(objectives=(6, 6), wedges=[Wedge(7, 7), Wedge(), Wedge()]), "wedges", "1", "2", "3")
    refused(board, a.Fight(1, 3, 3), "one-taker")
    assert do(board, a.Fight(1, 3, 2)).one(f.WedgeTaken).by == "player"
    assert do(board, a.Fight(1, 2, 3)).one(f.WedgeTaken).by == "enemy"


def test_the_other_side_s_damage_is_counted_even_where_the_wedge_ends_the_game() -> None:
    wedges = [Wedge(10, 0, "player"), Wedge(5, 0), Wedge()]
    done = do(phase(table(objectives=(6, 6), wedges=wedges), "wedges", "2", "3"), a.Fight(2, 5, 4))
    assert done.one(f.Ended).code == "two-wedges"
    assert done.board.wedges[1] == Wedge(10, 4, "player")


def test_combats_may_do_more_than_damage_the_wedge() -> None:
    board = phase(table(theirs={(1, 1): "foot-1"}, objectives=(6, 6)), "wedges", "1", "2", "3")
    done = do(board, a.Fight(1, 1, 0, (a.Result("damage", "foot-1", 1), a.Result("destroy", "foot-1"))))
    assert done.one(f.Destroyed).card == "foot-1"
    refused(board, a.Fight(1, 1, 0, (a.Result("destroy", "foot-9"),)), "not-in-play")


def test_taken_wedges_are_not_fought_over() -> None:
    wedges = [Wedge(), Wedge(0, 10, "enemy"), Wedge()]
    board = enemy_turn(table(theirs={(1, 3): "harold-godwinson"}, objectives=(6, 6), wedges=wedges), "foot-1", passing=True).board
    assert board.left == ("1", "3")


def test_what_happened_besides_can_be_entered_in_both_phases() -> None:
    for name, left in (("wedges", ("1",)), ("objectives", ("player",))):
        board = phase(table(objectives=(0, 0)), name, *left)
        done = do(board, a.Declare((a.Result("exhaust", "guillaume-fitzrobert"),)))
        assert done.board.phase == name and RULES.to_act(done.board) == ("player",)


def test_a_combat_that_takes_the_second_wedge_and_kills_a_leader_records_both() -> None:
    wedges = [Wedge(10, 0, "player"), Wedge(7, 0), Wedge()]
    board = phase(table(objectives=(6, 6), wedges=wedges), "wedges", "2", "3")
    leader = board.setting.values.factions[board.enemy.faction].leader.id
    done = do(board, a.Fight(2, by_player=3, results=(a.Result("destroy", leader),)))
    assert done.board.ending == "two-wedges" and len(done.all(f.Ended)) == 1
    assert done.one(f.Destroyed).card == leader
    assert RULES.score(done.board)[0].points == 20 + 5 + 30
    outside = a.Fight(2, by_player=3, results=(a.Result("draw", amount=1),))
    refused(board, outside, "over-before")


def test_an_action_out_of_its_moment_hears_its_own_rule() -> None:
    board = phase(table(objectives=(6, 6)), "wedges", "1", "2")
    assert RULES.judge(board, "player", a.Pass()).rule == "Passer"
    assert RULES.judge(board, "player", a.FaceObjective("player", 1)).rule == "Objectifs"
    assert RULES.judge(board, "enemy", a.TakeTurn()).rule == "Tours de l'Ennemi"
    assert "belongs to your turns of the deployment" in RULES.judge(board, "player", a.Pass()).text.en
