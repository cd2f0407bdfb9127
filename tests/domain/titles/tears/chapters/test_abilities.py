import pytest

from domain.titles.tears import RULES, actions as a, facts as f
from domain.titles.tears.board import InPlay, Wedge
from tests.builders.tears import at, card_of, do, enemy_turn, table

LEADER = "guillaume-fitzrobert"


@pytest.mark.parametrize(
    "keyword", ["agile", "movement", "family", "leader", "discount", "scholar", "draw", "reaction"]
)
def test_tm_30_the_enemy_ignores_certain_abilities(keyword: str) -> None:
    done = enemy_turn(table(round=9), f"{keyword}-1")
    assert done.only(f.ActionIgnored).keyword == keyword
    assert done.only(f.Placed).card == f"{keyword}-1", "the card is played all the same"
    assert not done.all(f.ActionResolved) and not done.all(f.CardHurt)


def test_tm_31_an_action_targets_a_ranged_card_of_the_player() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-foot-1", (3, 2): "my-bow-1"}), "noble-1")
    assert done.only(f.ActionResolved).target == "my-bow-1"
    assert card_of(done.board, "player", "my-bow-1").damage == 1


def test_an_action_is_skipped_where_it_is_impossible() -> None:
    done = enemy_turn(table(round=9, mine={(2, 3): InPlay(LEADER, exhausted=True)}), "snare-1")
    assert done.only(f.Placed) and done.only(f.ActionImpossible).card == "snare-1"
    assert RULES.to_act(done.board) == ("player",)


def test_tm_49_of_a_solo_card_the_enemy_uses_only_the_solo_text() -> None:
    done = enemy_turn(table(round=9, mine={(1, 1): "my-bow-1"}), "solo-1")
    assert (done.only(f.SoloUsed).seat, done.only(f.CardExhausted).card) == ("enemy", "my-bow-1")
    assert not done.all(f.CardHurt)


def test_a_told_text_that_is_impossible_is_skipped_on_a_unit_and_discards_an_event() -> None:
    done = do(enemy_turn(table(round=9), "sage-1").board, a.Resolve(possible=False))
    assert RULES.to_act(done.board) == ("player",)

    done = enemy_turn(table(round=9), "told-1")
    assert not done.all(f.EventPlayed), "whether it is played depends on the answer"
    done = do(done.board, a.Resolve(possible=False), "foot-1")
    assert done.only(f.Discarded).why == "cannot-resolve" and done.only(f.Placed).card == "foot-1"


def test_a_told_event_that_is_possible_is_played() -> None:
    done = enemy_turn(table(round=9), "told-1")
    done = do(
        done.board, a.Resolve(results=(a.Result("draw", amount=2),)), ["my-foot-0", "my-foot-1"]
    )
    assert done.only(f.EventPlayed).card == "told-1"
    assert done.board.player.hand == ("my-foot-0", "my-foot-1")


def test_a_volley_stops_where_it_ends_the_game() -> None:
    mine = {(2, 1): InPlay(LEADER, damage=7), (2, 3): "my-foot-1"}
    done = enemy_turn(table(round=9, mine=mine), "volley-1")
    assert [x.card for x in done.all(f.CardHurt)] == [LEADER]
    assert done.only(f.Ended).code == "leader-killed"


# -- the commander ---------------------------------------------------------------------------------


HAROLD = "harold-godwinson"
TAKEN = [Wedge(), Wedge(10, 0, "player"), Wedge()]


def _might(item: int, three: int) -> a.StateMight:
    return a.StateMight((a.MightOf(1, item, 0), a.MightOf(3, three, 0)))


def test_tm_47_while_his_wedge_stands_the_commander_does_nothing() -> None:
    for wedges in ([Wedge()] * 3, [Wedge(10, 0, "player"), Wedge(), Wedge()]):
        done = enemy_turn(table(round=9, wedges=wedges), "foot-1")
        assert not done.all(f.LeaderMoved)
        assert at(done.board, "enemy", 2, 3) == HAROLD


def test_in_a_full_wedge_he_replaces_the_cheapest_card() -> None:
    theirs = {(1, 1): "foot-2", (1, 2): "bow-1", (1, 3): "foot-3"}
    done = do(
        enemy_turn(table(round=9, theirs=theirs | {(3, 1): "foot-5"}, wedges=TAKEN)).board,
        _might(1, 9),
    )
    assert (done.only(f.Replaced).card, done.only(f.Replaced).by) == ("bow-1", HAROLD)
    assert (at(done.board, "enemy", 1, 2), done.board.enemy.discard) == (HAROLD, ("bow-1",))


def test_with_one_wedge_left_nothing_is_asked() -> None:
    wedges = [Wedge(0, 10, "enemy"), Wedge(10, 0, "player"), Wedge()]
    assert enemy_turn(table(round=9, wedges=wedges)).only(f.LeaderMoved).wedge == 3


def test_after_the_player_s_pass_the_rest_of_the_last_turn_follows() -> None:
    board = table(round=9, theirs={(1, 1): "bow-1"}, mine={(1, 1): "my-bow-1"}, wedges=TAKEN)
    done = do(enemy_turn(board, passing=True).board, _might(5, 2), "foot-1")
    assert [
        type(x)
        for x in done.facts
        if type(x) in (f.LeaderMoved, f.ShotFired, f.Placed, f.MarkerMoved)
    ] == [f.LeaderMoved, f.ShotFired, f.Placed, f.MarkerMoved]


def test_cards_in_a_taken_wedge_stay_or_go_as_the_table_plays_it() -> None:
    for option, stays in (("stay", True), ("discarded", False)):
        board = table(
            round=9, mine={(1, 1): "my-foot-1"}, theirs={(1, 1): "foot-1", (1, 2): HAROLD},
            objectives=(6, 0), wedges=[Wedge(8, 0), Wedge(), Wedge()], taken_wedge=option,
        )  # fmt: skip
        done = do(board, a.Declare((a.Result("wedge", amount=2, wedge=1),)))
        assert done.only(f.WedgeTaken).wedge == 1
        assert (at(done.board, "enemy", 1, 1) == "foot-1") is stays
        assert (at(done.board, "player", 1, 1) == "my-foot-1") is stays
        assert at(done.board, "enemy", 1, 2) == HAROLD, "leaders always stay"
