import msgspec

from domain.titles.contract.ruleset import PUBLIC
from domain.titles.convicted import RULES
from tests.builders.convicted import (
    at_actions,
    at_siege,
    with_section,
)


def test_the_view_shows_what_a_section_can_do() -> None:
    board = with_section(at_actions(1), "N", level=5, resistance=4, gate=3, units={"archer": 2})
    shown = RULES.view(board, PUBLIC)["sections"]["N"]
    assert (
        shown["resistance"],
        shown["gate"],
        shown["capacity"],
        shown["shields"],
        shown["pour"],
    ) == (4, 3, 7, 1, 1)
    assert (shown["reach"], shown["defender"], shown["kind"]) == (("assault",), "p1", "wall")
    assert "gate" not in RULES.view(board, PUBLIC)["sections"]["E"]


def test_the_enemy_deck_and_the_technology_deck_have_no_stored_order() -> None:
    assert "barbarians" not in msgspec.json.encode(RULES.view(at_siege(), "arbiter")).decode()
    assert RULES.view(at_siege(), PUBLIC)["technology_deck"] == 19
