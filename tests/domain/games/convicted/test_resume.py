"""What opens no scenario: a sheet out of order, of other players, or that no game can reach ("Feuille de Sauvegarde")."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games.convicted import RULES
from domain.rules.ruleset import BadOpening
from tests.builders.convicted import at_stage, opened, sheet_with


def refusal(players: int | None = 2, scenario: int = 2, **changes: Any) -> BadOpening:
    with pytest.raises(BadOpening) as caught:
        opened(players, {"scenario": scenario, "sheet": sheet_with(**changes)})
    assert caught.value.text.en and caught.value.text.fr
    return caught.value


def test_a_sheet_that_is_not_the_last_opens_nothing() -> None:
    assert refusal(scenario=3).pointer == "/options/sheet/scenario"
    assert refusal(scenario=1).pointer == "/options/sheet/scenario"
    assert refusal(turn=3).pointer == "/options/sheet/turn"


def test_only_a_finished_and_survived_scenario_opens_the_next() -> None:
    assert refusal(outcome="fallen").pointer == "/options/sheet/outcome"
    assert refusal(outcome=None).pointer == "/options/sheet/outcome"
    with pytest.raises(BadOpening) as caught:
        opened(1, {"scenario": 2, "sheet": json.loads(json.dumps(RULES.sheet(at_stage(3))))})
    assert "ended" in caught.value.text.en


def test_a_fallen_campaign_is_refused_with_that_reason_alone() -> None:
    refused = refusal(outcome="fallen", turn=1, first="p3")
    assert refused.pointer == "/options/sheet/outcome"
    assert refused.text.en == "The fortress has fallen and the campaign is lost: no further scenario opens from this sheet."


def test_a_sheet_belongs_to_its_players_and_heroes() -> None:
    assert refusal(players=3).pointer == "/players"
    assert opened(None, {"scenario": 2, "sheet": sheet_with()}).setting.players == ("p1", "p2")
    assert refusal(first="p3").pointer == "/options/sheet/heroes"
    assert refusal(heroes={"p1": "oracle", "p2": "oracle"}).pointer == "/options/sheet/heroes"
    assert refusal(heroes={"p1": "oracle", "p3": "heretic"}).pointer == "/options/sheet/heroes"


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"stock.wood": 76}, "/options/sheet/stock"),
        ({"city": {"spearman": 200}}, "/options/sheet/sections"),
        ({"city": {"ogre": 1}}, "/options/sheet"),
        ({"sections.NE.engines": {"ram": 1}}, "/options/sheet"),
        ({"technologies": ["alchemy", "alchemy"]}, "/options/sheet/technologies"),
        ({"technologies": ["physics"]}, "/options/sheet"),
        ({"buildings.keep": 5}, "/options/sheet/buildings"),
        ({"sections.N.level": 6}, "/options/sheet/sections/N"),
        ({"sections.N.resistance": 4}, "/options/sheet/sections/N"),
        ({"sections.N.resistance": 0}, "/options/sheet/sections/N"),
        ({"sections.W.resistance": 1}, "/options/sheet/sections/W"),
        ({"sections.NE.gate": 1}, "/options/sheet/sections/NE"),
        ({"sections.W.units": {"spearman": 5}}, "/options/sheet/sections/W"),
        ({"sections.NE.units": {"spearman": 4}}, "/options/sheet/sections/NE"),
        ({"sections.NE.engines": {"ballista": 2}}, "/options/sheet/sections/NE"),
        ({"sections.NE.engines": {"boulders": 1}}, "/options/sheet/sections/NE"),
    ],
)
def test_a_sheet_that_no_game_can_reach_is_refused_where_it_is_wrong(changes: dict[str, Any], pointer: str) -> None:
    assert refusal(**changes).pointer == pointer


@pytest.mark.parametrize(
    "changes",
    [
        {"stock.wood": 73},
        {"buildings.keep": 4},
        {"sections.NE.units": {"spearman": 3}},
        {"sections.W.units": {"spearman": 4}},
        {"sections.N.resistance": 3, "sections.N.gate": 0},
        {"city": {"spearman": 40}},
    ],
)
def test_a_sheet_may_go_to_the_limits(changes: dict[str, Any]) -> None:
    board = opened(2, {"scenario": 2, "sheet": sheet_with(**changes)})
    assert RULES.census(board) == RULES.census(opened(2))


def test_section_north_counts_two_resistance_markers_on_a_sheet() -> None:
    options = {"scenario": 2, "sheet": sheet_with()}
    assert opened(2, options, **{"limits.resistance": 3}).box["resistance"] == 0
    with pytest.raises(BadOpening):
        opened(2, options, **{"limits.resistance": 2})


def test_no_scenario_begins_after_the_last_turn() -> None:
    longer = {"campaign.turns_per_scenario": 4}
    assert opened(2, {"scenario": 5}, **longer).turn == 17
    with pytest.raises(BadOpening, match="20 turns are over"):
        opened(2, {"scenario": 6}, **longer)


def test_all_that_is_wrong_with_a_sheet_is_said_at_once() -> None:
    text = refusal(turn=9, number=30, **{"sections.W.units": {"spearman": 5}}).text.en
    assert "turn 2" in text and "25 save sheets" in text and "capacity" in text
