import pytest

from domain.titles.convicted import actions as a
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


def test_cv_14_a_full_section_takes_nobody_more() -> None:
    board = with_section(with_stock(at_actions(1), wood=10), "N", units={"spearman": 4})
    assert board.level("N").capacity == 4
    assert refused(board, "p1", a.Train("archer", ("N",))) == "capacity"
    assert (
        refused(
            with_section(board, "N", units={"spearman": 3}), "p1", a.Train("archer", ("N", "N"))
        )
        == "capacity"
    )
    assert (
        after(
            with_section(board, "N", units={"spearman": 3}), "p1", a.Train("archer", ("N", "city"))
        ).room("N")
        == 0
    )


def test_cv_28_one_action_raises_one_level() -> None:
    board = with_stock(
        with_section(at_actions(1), "N", level=1, resistance=1, gate=1), wood=10, stone=10
    )
    assert refused(board, "p1", a.Fortify("N", 3)) == "one-level"
    assert refused(board, "p1", a.Fortify("N", 1)) == "one-level"
    board = after(after(board, "p1", a.Fortify("N", 2)), "p1", a.Fortify("N", 3))
    assert (board.sections["N"].level, board.counter) == (3, 2)


def test_cv_29_the_worked_example_a_stone_wall_for_two_stone_and_one_wood() -> None:
    board = with_stock(with_section(at_actions(1), "E", level=2, resistance=2), stone=2, wood=1)
    board, facts = outcome_of(board, "p1", a.Fortify("E", 3))
    assert (board.sections["E"].level, board.sections["E"].resistance) == (3, 3)
    assert board.level("E").name.fr == "Mur de Pierre"
    assert (board.stock.total, board.counter) == (0, 1)
    assert [type(x).__name__ for x in facts] == ["MarkerSpent", "Spent", "FortificationRaised"]


def test_cv_30_the_worked_example_a_ditch_before_it_costs_an_action_only() -> None:
    board = with_stock(with_section(at_actions(1), "E", level=2, resistance=2), stone=2, wood=1)
    board = after(board, "p1", a.Fortify("E", 3))
    board = after(board, "p1", a.Dig("E1"))
    assert (board.ring["E1"], board.stock.total, board.counter) == (1, 0, 2)


def test_cv_31_no_upgrade_without_its_resources() -> None:
    board = with_stock(with_section(at_actions(1), "E", level=2, resistance=2), stone=1, wood=1)
    assert refused(board, "p1", a.Fortify("E", 3)) == "cannot-pay"


@pytest.mark.parametrize("section", [*WALLS, *TOWERS])
def test_cv_33_there_is_no_level_6(section) -> None:
    gate = 5 if section == "N" else 0
    board = with_stock(
        with_section(at_actions(1), section, level=5, resistance=5, gate=gate), wood=20, stone=20
    )
    assert refused(board, "p1", a.Fortify(section, 6)) == "top-level"


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
    board = with_stock(at_actions(1), wood=3)
    board = after(board, "p1", a.Fortify("N", 1))
    assert (board.sections["N"].resistance, board.sections["N"].gate) == (1, 1)
    assert board.box["resistance"] == 38
    board = after(board, "p1", a.Fortify("E", 1))
    assert (board.sections["E"].gate, board.box["resistance"]) == (0, 37)
    board = with_section(board, "N", level=3, resistance=3, gate=1)
    board = after(with_stock(board, wood=2), "p1", a.Repair("N", 2, gate=True))
    assert (board.sections["N"].resistance, board.sections["N"].gate) == (3, 3)


def test_gates_are_in_section_north_only() -> None:
    board = with_section(at_actions(1), "E", level=2, resistance=1)
    assert refused(board, "p1", a.Repair("E", 1, gate=True)) == "no-gate"


def test_repair_ends_with_the_level_and_wants_its_price() -> None:
    board = with_section(at_actions(1), "E", level=3, resistance=1)
    assert refused(board, "p1", a.Repair("E", 3)) == "not-damaged"
    assert refused(with_stock(board, wood=1), "p1", a.Repair("E", 2)) == "cannot-pay"
    assert refused(board, "p1", a.Repair("W", 1)) == "not-damaged"


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
