import json
from typing import Any

import msgspec
import pytest

from domain.titles.contract.ruleset import BadOpening, encode_board
from domain.titles.convicted import RULES
from domain.titles.convicted.board import Sheet
from tests.builders.convicted import (
    at_stage,
    finished,
    opened,
    sheet_with,
)
from tests.builders.refusals import refused_with


def test_cv_46_a_finished_scenario_leaves_a_sheet_with_every_parameter() -> None:
    board = finished()
    sheet = RULES.sheet(board)
    assert (sheet["number"], sheet["scenario"], sheet["turn"], sheet["outcome"]) == (
        1,
        1,
        2,
        "survived",
    )
    assert sheet["heroes"] == {"p1": "oracle", "p2": "deserter"}
    assert sheet["stock"] == {"wood": 7, "stone": 2, "iron": 0, "gold": 0}
    assert sheet["sections"]["N"] == {
        "level": 3,
        "resistance": 2,
        "gate": 1,
        "units": {"archer": 2, "spearman": 1},
        "engines": {"boulders": 1},
    }
    assert (len(sheet["sections"]), len(sheet["ring"])) == (8, 12)
    assert (sheet["ring"]["N1"], sheet["ring"]["S2"], sheet["ring"]["E1"]) == (1, 2, 0)
    assert sheet["buildings"]["mage-tower"] == 2
    assert list(sheet["technologies"]) == ["quarrying", "chainmail"]
    assert sheet["siege"] is None
    assert msgspec.convert(json.loads(json.dumps(sheet)), Sheet).first == board.first


def test_cv_46_the_campaign_has_10_scenarios_and_25_sheets() -> None:
    values = opened().setting.values
    assert (RULES.scenario_count(values), values.limits.sheets) == (10, 25)
    caught = refused_with(BadOpening, "", opened, 2, {"scenario": 11})
    assert caught.pointer == "/options/scenario"
    assert "10 scenarios" in caught.text.en
    assert opened(2, {"scenario": 2, "sheet": sheet_with(number=24)}).box["sheets"] == 1
    for number in (25, 26):
        caught = refused_with(
            BadOpening, "", opened, 2, {"scenario": 2, "sheet": sheet_with(number=number)}
        )
        assert caught.pointer == "/options/sheet/number"


def test_the_next_scenario_goes_on_from_the_sheet() -> None:
    before = finished()
    board = opened(2, RULES.carried_options(sheet_with(), 2))
    assert (board.scenario, board.turn, board.step) == (2, 3, "sections")
    assert board.first == board.go != before.first
    assert (board.heroes, board.stock) == (before.heroes, before.stock)
    assert {
        s: (x.level, x.resistance, x.gate, x.units, x.engines) for s, x in board.sections.items()
    } == {
        s: (x.level, x.resistance, x.gate, x.units, x.engines) for s, x in before.sections.items()
    }
    assert (board.ring, board.buildings, board.technologies, board.city) == (
        before.ring,
        before.buildings,
        before.technologies,
        before.city,
    )
    assert (board.sheets, RULES.census(board)) == (1, RULES.census(before))


def test_a_scenario_opens_without_a_sheet_from_the_set_up() -> None:
    assert RULES.carried_options(None, 1) == {"scenario": 1, "sheet": None}
    assert opened(2, RULES.carried_options(None, 1)) == opened(2)
    assert encode_board(opened(2, RULES.carried_options(None, 1))) == encode_board(opened(2))


def refusal(players: int | None = 2, scenario: int = 2, **changes: Any) -> BadOpening:
    caught = refused_with(
        BadOpening, "", opened, players, {"scenario": scenario, "sheet": sheet_with(**changes)}
    )
    assert caught.text.en and caught.text.fr
    return caught


def test_only_a_finished_scenario_opens_the_next() -> None:
    caught = refused_with(
        BadOpening,
        "",
        opened,
        1,
        {"scenario": 2, "sheet": json.loads(json.dumps(RULES.sheet(at_stage(3))))},
    )
    assert "ended" in caught.text.en


def test_a_sheet_says_for_how_many_players_it_is() -> None:
    assert opened(None, {"scenario": 2, "sheet": sheet_with()}).setting.players == ("p1", "p2")


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"scenario": 3}, "/options/sheet/scenario"),
        ({"scenario": 1}, "/options/sheet/scenario"),
        ({"turn": 3}, "/options/sheet/turn"),
        ({"outcome": "fallen"}, "/options/sheet/outcome"),
        ({"outcome": None}, "/options/sheet/outcome"),
        ({"players": 3}, "/players"),
        ({"first": "p3"}, "/options/sheet/heroes"),
        ({"heroes": {"p1": "oracle", "p2": "oracle"}}, "/options/sheet/heroes"),
        ({"heroes": {"p1": "oracle", "p3": "heretic"}}, "/options/sheet/heroes"),
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
def test_a_sheet_that_opens_nothing_is_refused_where_it_is_wrong(
    changes: dict[str, Any], pointer: str
) -> None:
    assert refusal(**changes).pointer == pointer


def test_section_north_counts_two_resistance_markers_on_a_sheet() -> None:
    options = {"scenario": 2, "sheet": sheet_with()}
    assert opened(2, options, **{"limits.resistance": 3}).box["resistance"] == 0
    refused_with(BadOpening, "", opened, 2, options, **{"limits.resistance": 2})


def test_no_scenario_begins_after_the_last_turn() -> None:
    longer = {"campaign.turns_per_scenario": 4}
    assert opened(2, {"scenario": 5}, **longer).turn == 17
    refused_with(BadOpening, "20 turns are over", opened, 2, {"scenario": 6}, **longer)


def test_all_that_is_wrong_with_a_sheet_is_said_at_once() -> None:
    text = refusal(turn=9, number=30, **{"sections.W.units": {"spearman": 5}}).text.en
    assert "turn 2" in text and "25 save sheets" in text and "capacity" in text
