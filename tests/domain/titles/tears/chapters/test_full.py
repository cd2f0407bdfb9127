"""Champ de Bataille Ennemi plein: which card leaves a full battlefield, and for which."""

from typing import Any

import pytest

from domain.titles.tears import actions as a, facts as f
from domain.titles.tears.board import InPlay
from tests.builders.tears import at, choose, enemy_turn, full_battlefield, refused, table

CARDS = dict[tuple[int, int], Any]
EXHAUSTED = InPlay("foot-1", True)


@pytest.mark.parametrize(
    ("theirs", "drawn", "makes_way"),
    [
        pytest.param(
            {(3, 2): "foot-1"}, "foot-3", "foot-1", id="tm_36_the_cheapest_card_for_a_dearer_one"
        ),
        pytest.param(
            {(3, 2): EXHAUSTED, (1, 1): "foot-2"}, "foot-3", "foot-2", id="no_exhausted_card"
        ),
        pytest.param(
            {(3, 2): InPlay("bow-1", True), (1, 1): "foot-2"},
            "foot-3",
            "foot-2",
            id="no_ranged_card_for_others",
        ),
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
        pytest.param(
            {(1, 2): "foot-2", (3, 1): "foot-2b", (3, 3): "foot-2c"},
            "bow-2",
            "foot-2b",
            id="then_line_1",
        ),
        pytest.param(
            {(2, 2): "foot-2", (2, 1): "foot-2b", (1, 1): "foot-2c"},
            "bow-2",
            "foot-2b",
            id="of_two_in_the_leaders_wedge_line_1",
        ),
        pytest.param(
            {(2, 2): "foot-2", (3, 3): "foot-1"},
            "bow-2",
            "foot-1",
            id="the_cheapest_before_any_priority",
        ),
        pytest.param(
            {(1, 1): "foot-1", (3, 3): "foot-1b"},
            "horse-2",
            "foot-1b",
            id="in_line_3_for_cavalry_in_case_of_a_tie",
        ),
        pytest.param(
            {(1, 1): "foot-0", (3, 3): "foot-1"},
            "horse-2",
            "foot-0",
            id="line_3_is_no_reason_without_a_tie",
        ),
    ],
)
def test_who_makes_way(theirs: CARDS, drawn: str, makes_way: str) -> None:
    done = enemy_turn(table(round=11, theirs=full_battlefield(theirs)), drawn)
    assert (done.only(f.Replaced).card, done.only(f.Replaced).by) == (makes_way, drawn)
    (space,) = (space for space, card in theirs.items() if card == makes_way)
    assert at(done.board, "enemy", *space) == drawn
    assert makes_way in done.board.enemy.discard


@pytest.mark.parametrize(
    ("theirs", "drawn", "options"),
    [
        pytest.param(
            {(3, 2): "foot-1", (1, 1): "foot-1b"},
            "foot-3",
            {"foot-1", "foot-1b"},
            id="tm_38_two_equally_cheap",
        ),
        pytest.param(
            {(1, 2): "foot-2", (3, 2): "foot-2b"},
            "bow-2",
            {"foot-2", "foot-2b"},
            id="for_a_ranged_card_too",
        ),
        pytest.param(
            {(1, 1): "foot-1", (3, 2): "foot-1b"},
            "horse-2",
            {"foot-1", "foot-1b"},
            id="cavalry_without_line_3",
        ),
    ],
)
def test_of_equally_cheap_cards_the_player_chooses(
    theirs: CARDS, drawn: str, options: set[str]
) -> None:
    done = enemy_turn(table(round=11, theirs=full_battlefield(theirs)), drawn)
    assert done.board.question and set(done.board.question.options) == options
    refused(done.board, a.Choose("foot-5"), "not-offered")
    for card in options:
        assert choose(done, card).only(f.Replaced).card == card
