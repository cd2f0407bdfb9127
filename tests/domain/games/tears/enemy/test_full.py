"""Champ de Bataille Ennemi plein: who makes way, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.tears import RULES
from domain.games.tears import actions as a
from domain.games.tears import facts as f
from domain.games.tears.board import InPlay, Wedge
from tests.builders.tears import at, choose, enemy_turn, full, refused, table

CARDS = dict[tuple[int, int], Any]
EXHAUSTED = InPlay("foot-1", True)


@pytest.mark.parametrize(
    ("theirs", "drawn", "makes_way"),
    [
        pytest.param({(3, 2): "foot-1"}, "foot-3", "foot-1", id="tm_36_the_cheapest_card_for_a_dearer_one"),
        pytest.param({(3, 2): EXHAUSTED, (1, 1): "foot-2"}, "foot-3", "foot-2", id="no_exhausted_card"),
        pytest.param({(3, 2): InPlay("bow-1", True), (1, 1): "foot-2"}, "foot-3", "foot-2", id="no_ranged_card_for_others"),
        pytest.param(
            {(2, 2): "foot-2", (1, 1): "foot-2b", (3, 1): "foot-2c"},
            "bow-2",
            "foot-2",
            id="tm_40_at_equal_cost_for_a_ranged_card_in_the_leaders_wedge_first",
        ),
        pytest.param(
            {(1, 2): InPlay("bow-4", True), (1, 1): "foot-2", (3, 1): "foot-2b"},
            "bow-2",
            "foot-2",
            id="then_the_wedge_of_an_enemy_ranged_card",
        ),
        pytest.param({(1, 2): "foot-2", (3, 1): "foot-2b", (3, 3): "foot-2c"}, "bow-2", "foot-2b", id="then_line_1"),
        pytest.param(
            {(2, 2): "foot-2", (2, 1): "foot-2b", (1, 1): "foot-2c"}, "bow-2", "foot-2b", id="of_two_in_the_leaders_wedge_line_1"
        ),
        pytest.param({(2, 2): "foot-2", (3, 3): "foot-1"}, "bow-2", "foot-1", id="the_cheapest_before_any_priority"),
        pytest.param({(1, 1): "foot-1", (3, 3): "foot-1b"}, "horse-2", "foot-1b", id="in_line_3_for_cavalry_in_case_of_a_tie"),
        pytest.param({(1, 1): "foot-0", (3, 3): "foot-1"}, "horse-2", "foot-0", id="line_3_is_no_reason_without_a_tie"),
    ],
)
def test_who_makes_way(theirs: CARDS, drawn: str, makes_way: str) -> None:
    done = enemy_turn(table(round=11, theirs=full(theirs)), drawn)
    assert (done.one(f.Replaced).card, done.one(f.Replaced).by) == (makes_way, drawn)
    (space,) = (space for space, card in theirs.items() if card == makes_way)
    assert at(done.board, "enemy", *space) == drawn
    assert makes_way in done.board.enemy.discard


@pytest.mark.parametrize(
    ("theirs", "drawn"),
    [
        pytest.param({(3, 2): "foot-1"}, "foot-1b", id="a_card_that_costs_no_more_than_the_cheapest"),
        pytest.param({}, "foot-3", id="the_leader_makes_no_way_though_he_costs_nothing"),
        pytest.param({}, "bow-2", id="a_ranged_card_on_a_dearer_battlefield"),
    ],
)
def test_a_card_without_room_is_discarded_and_the_turn_is_over(theirs: CARDS, drawn: str) -> None:
    done = enemy_turn(table(round=11, theirs=full(theirs)), drawn)
    assert (done.one(f.Discarded).why, done.one(f.Discarded).again) == ("no-room", False)
    assert len(done.all(f.Revealed)) == 1, "no other card is drawn"
    assert RULES.to_act(done.board) == ("player",)


@pytest.mark.parametrize(
    ("theirs", "drawn", "options"),
    [
        pytest.param({(3, 2): "foot-1", (1, 1): "foot-1b"}, "foot-3", {"foot-1", "foot-1b"}, id="tm_38_two_equally_cheap"),
        pytest.param({(1, 2): "foot-2", (3, 2): "foot-2b"}, "bow-2", {"foot-2", "foot-2b"}, id="for_a_ranged_card_too"),
        pytest.param({(1, 1): "foot-1", (3, 2): "foot-1b"}, "horse-2", {"foot-1", "foot-1b"}, id="cavalry_without_line_3"),
    ],
)
def test_of_equally_cheap_cards_the_player_chooses(theirs: CARDS, drawn: str, options: set[str]) -> None:
    done = enemy_turn(table(round=11, theirs=full(theirs)), drawn)
    assert done.board.question and set(done.board.question.options) == options
    refused(done.board, a.Choose("foot-5"), "not-offered")
    for card in options:
        assert choose(done, card).one(f.Replaced).card == card


def test_the_action_of_a_card_that_replaced_another_is_carried_out() -> None:
    board = table(round=11, theirs=full({(3, 2): "foot-0"}), mine={(1, 1): "my-bow-1"})
    assert enemy_turn(board, "noble-1").one(f.CardHurt).card == "my-bow-1"


def test_cards_in_a_taken_wedge_make_no_way_and_full_means_the_wedges_that_stand() -> None:
    theirs = full({(1, 1): "foot-0", (3, 1): "foot-1"})
    del theirs[(1, 2)]
    done = enemy_turn(table(round=11, theirs=theirs, wedges=[Wedge(10, 0, "player"), Wedge(), Wedge()]), "foot-2")
    assert done.one(f.Replaced).card == "foot-1"


# -- ranged cards of the same cost -----------------------------------------------------------------------------------------


def passing(theirs: CARDS, **options: Any) -> Any:
    """At Hastings ready ranged cards need not shoot first: after the player passed, the Enemy draws one that costs 2."""
    return enemy_turn(table(round=9, theirs=full(theirs), objectives=(6, 6), **options), "bow-2b", passing=True)


def test_a_ranged_card_may_take_the_place_of_another_of_the_same_cost_if_the_player_wants_it() -> None:
    board = table(round=9, theirs=full({(1, 1): "bow-2"}), mine={(1, 1): "my-bow-1"})
    board = enemy_turn(board).board  # the ready one shoots first
    assert enemy_turn(board, "bow-2b").one(f.Discarded).why == "no-room", "exhausted cards make no way"
    done = passing({(1, 1): "bow-2", (1, 2): "foot-2"})
    assert done.board.question and set(done.board.question.options) == {"foot-2", "bow-2"}
    assert choose(done, "bow-2").one(f.Replaced).card == "bow-2"


def test_with_nothing_but_ranged_cards_of_the_same_cost_the_player_may_refuse() -> None:
    done = passing({(1, 1): "bow-2"})
    assert done.board.question and done.board.question.options == ("bow-2", "none")
    assert choose(done, "none").one(f.Discarded).why == "no-room"
    assert choose(done, "bow-2").one(f.Replaced).by == "bow-2b"


@pytest.mark.parametrize(
    ("other", "options"),
    [("bow-1", {}), ("bow-3", {}), ("bow-2", {"ranged_swap": "never"})],
    ids=["a_cheaper_one", "a_dearer_one", "any_where_the_table_rules_so"],
)
def test_a_ranged_card_never_replaces(other: str, options: dict[str, str]) -> None:
    assert passing({(1, 1): other}, **options).one(f.Discarded).why == "no-room"


def test_a_cheaper_card_goes_before_a_ranged_card_of_the_same_cost() -> None:
    assert passing({(1, 1): "bow-2", (3, 3): "foot-1"}).one(f.Replaced).card == "foot-1"


def test_events_tactics_and_attachments_need_no_room() -> None:
    board = table(round=9, theirs=full(), mine={(1, 1): "my-bow-1"})
    assert enemy_turn(board, "strike-1").all(f.EventPlayed)
    assert enemy_turn(board, "plan-1").all(f.Reserved)
    assert enemy_turn(board, "banner-1").board.question
