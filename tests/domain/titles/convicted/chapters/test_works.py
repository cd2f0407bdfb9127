from typing import Any

import pytest

from domain.titles.contract.ruleset import Action
from domain.titles.convicted import actions as a
from domain.titles.convicted.board import Board
from domain.titles.convicted.field import TOWERS, WALLS
from tests.builders.convicted import (
    after,
    at_actions,
    outcome_of,
    refused,
    with_building,
    with_section,
    with_stock,
)


def test_cv_09_repair_takes_no_marker() -> None:
    board = with_section(at_actions(1), "E", level=3, resistance=1)
    for _ in range(12):
        board = after(board, "p1", a.Gather("wood"))
    assert board.markers["p1"] == 0
    board = after(board, "p1", a.Repair("E", 2))
    assert (board.sections["E"].resistance, board.counter, board.stock.wood) == (3, 12, 6 + 36 - 2)


FULL = with_section(with_stock(at_actions(1), wood=10), "N", units={"spearman": 4})
NEARLY = with_section(FULL, "N", units={"spearman": 3})
LEVEL_1 = with_stock(
    with_section(at_actions(1), "N", level=1, resistance=1, gate=1), wood=10, stone=10
)
LEVEL_2 = with_section(at_actions(1), "E", level=2, resistance=2)
DAMAGED = with_section(at_actions(1), "E", level=3, resistance=1)


def highest(section: Any) -> Board:
    gate = 5 if section == "N" else 0
    board = with_section(at_actions(1), section, level=5, resistance=5, gate=gate)
    return with_stock(board, wood=20, stone=20)


@pytest.mark.parametrize(
    ("board", "action", "why"),
    [
        pytest.param(
            FULL, a.Train("archer", ("N",)), "capacity", id="cv_14_a_full_section_takes_nobody_more"
        ),
        pytest.param(NEARLY, a.Train("archer", ("N", "N")), "capacity", id="cv_14_nor_one_of_two"),
        pytest.param(LEVEL_1, a.Fortify("N", 3), "one-level", id="cv_28_two_levels_at_once"),
        pytest.param(LEVEL_1, a.Fortify("N", 1), "one-level", id="cv_28_the_level_it_has"),
        pytest.param(
            with_stock(LEVEL_2, stone=1, wood=1),
            a.Fortify("E", 3),
            "cannot-pay",
            id="cv_31_no_upgrade_without_its_resources",
        ),
        *(
            pytest.param(
                highest(section),
                a.Fortify(section, 6),
                "top-level",
                id=f"cv_33_there_is_no_level_6_of_{section}",
            )
            for section in (*WALLS, *TOWERS)
        ),
        pytest.param(DAMAGED, a.Repair("E", 1, gate=True), "no-gate", id="gates_are_in_the_north"),
        (DAMAGED, a.Repair("E", 3), "not-damaged"),
        (with_stock(DAMAGED, wood=1), a.Repair("E", 2), "cannot-pay"),
        (DAMAGED, a.Repair("W", 1), "not-damaged"),
    ],
)
def test_works_that_cannot_be(board: Board, action: Action, why: str) -> None:
    assert refused(board, "p1", action) == why


def test_cv_14_what_a_section_has_room_for_is_posted_there() -> None:
    assert FULL.fortification("N").capacity == 4
    assert after(NEARLY, "p1", a.Train("archer", ("N", "city"))).room("N") == 0


def test_cv_28_one_action_raises_one_level() -> None:
    board = after(after(LEVEL_1, "p1", a.Fortify("N", 2)), "p1", a.Fortify("N", 3))
    assert (board.sections["N"].level, board.counter) == (3, 2)


def test_cv_29_cv_30_the_worked_examples_a_stone_wall_and_a_ditch_for_an_action_only() -> None:
    board, facts = outcome_of(with_stock(LEVEL_2, stone=2, wood=1), "p1", a.Fortify("E", 3))
    assert (board.sections["E"].level, board.sections["E"].resistance) == (3, 3)
    assert (board.fortification("E").name.fr, board.stock.total, board.counter) == (
        "Mur de Pierre",
        0,
        1,
    )
    assert [type(x).__name__ for x in facts] == ["MarkerSpent", "Spent", "FortificationRaised"]
    board = after(board, "p1", a.Dig("E1"))
    assert (board.ring["E1"], board.stock.total, board.counter) == (1, 0, 2)


def test_the_levels_have_the_names_of_the_text() -> None:
    levels = at_actions(1).setting.levels
    assert [x.name.fr for x in levels["N"]] == [
        "Barrière",
        "Palissade",
        "Mur de Bois",
        "Mur de Pierre",
        "Mur avec Hourds",
        "Mur avec Machicoulis",
    ]
    assert [x.name.fr for x in levels["NE"]] == [
        "Barrière",
        "Plate-forme en Bois",
        "Tour en Bois",
        "Tour de Pierre",
        "Tour avec Hourds",
        "Tour avec Machicoulis",
    ]


def test_cv_44_section_north_has_two_resistance_markers() -> None:
    board = after(with_stock(at_actions(1), wood=3), "p1", a.Fortify("N", 1))
    assert (board.sections["N"].resistance, board.sections["N"].gate) == (1, 1)
    assert board.box["resistance"] == 38
    board = after(board, "p1", a.Fortify("E", 1))
    assert (board.sections["E"].gate, board.box["resistance"]) == (0, 37)
    board = with_section(board, "N", level=3, resistance=3, gate=1)
    board = after(with_stock(board, wood=2), "p1", a.Repair("N", 2, gate=True))
    assert (board.sections["N"].resistance, board.sections["N"].gate) == (3, 3)


def test_cv_40_towers_take_0_1_2_2_2_siege_engines() -> None:
    board = with_building(with_stock(at_actions(1), wood=40), "workshop", 1)
    for level, places in ((0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 2)):
        tower = with_section(board, "NE", level=level, resistance=level)
        for _ in range(places):
            tower = after(tower, "p1", a.Train("ballista", ("NE",)))
        assert sum(tower.sections["NE"].engines.values()) == places
        assert refused(tower, "p1", a.Train("ballista", ("NE",))) == "no-stand"


def test_a_moat_is_an_improved_ditch_for_an_action_and_its_price() -> None:
    board = at_actions(1)
    assert refused(board, "p1", a.Flood("S1")) == "no-ditch"
    board = after(after(board, "p1", a.Dig("S1")), "p1", a.Flood("S1"))
    assert (board.ring["S1"], board.counter, board.stock.wood) == (2, 2, 5)
    assert (board.box["ditches"], board.box["moats"]) == (12, 11)
    assert refused(board, "p1", a.Flood("S1")) == "moat-already"
    assert refused(board, "p1", a.Dig("S1")) == "slot-taken"
