import pytest

from domain.titles.northgard import RULES, facts as f
from domain.titles.northgard.actions import Build, Recruit
from tests.builders.northgard import act, facts, refused, table, units

THREE = {"T01a": {"blue": 3}, "T04a": {"red": 3}}


def test_ng_10_recruiting_adds_one_unit_on_the_base_tile() -> None:
    board = act(table(units=THREE), "blue", Recruit("recruit", "T01a"))
    assert units(board, "T01a") == {"blue": 4}
    assert board.sides["blue"].reserve == 6


def test_ng_10_elsewhere_nobody_is_recruited_without_a_camp() -> None:
    board = table(units={**THREE, "T02a": {"blue": 1}})
    assert refused(board, "blue", Recruit("recruit", "T02a")) == "no-camp"
    assert refused(board, "blue", Recruit("recruit", "T03a")) == "no-camp"
    assert refused(board, "blue", Recruit("recruit", "T13a")) == "unknown-territory"


def test_ng_11_one_camp_adds_one_unit() -> None:
    board = table(units={**THREE, "T02a": {"blue": 1}}, buildings={"T02a": ["camp"]})
    assert units(act(board, "blue", Recruit("recruit", "T02a")), "T02a") == {"blue": 3}


def test_ng_12_three_camps_add_three_units() -> None:
    board = table(units={"T02a": {"blue": 1}}, buildings={"T02a": ["camp", "camp", "camp"]})
    assert units(act(board, "blue", Recruit("recruit", "T02a")), "T02a") == {"blue": 5}


def test_ng_14_a_camp_held_by_the_rival_is_not_ones_own() -> None:
    board = table(units={**THREE, "T02a": {"red": 1}}, buildings={"T02a": ["camp"]})
    assert refused(board, "blue", Recruit("recruit", "T02a")) == "enemy-there"


def test_ng_15_a_short_reserve_recruits_what_remains() -> None:
    board = table(
        units={"T01a": {"blue": 8}, "T02a": {"blue": 1}}, buildings={"T02a": ["camp", "camp"]}
    )
    assert facts(board, "blue", Recruit("recruit", "T02a"))[1] == f.UnitsRecruited(
        "blue", "T02a", 1
    )


def test_an_empty_reserve_cannot_recruit() -> None:
    board = table(units={"T01a": {"blue": 10}})
    assert refused(board, "blue", Recruit("recruit", "T01a")) == "reserve-empty"
    assert not any(isinstance(c.action, Recruit) for c in RULES.legal(board, "blue").choices)


HOME = {"T01a": {"blue": 2}, "T02a": {"blue": 1}, "T04a": {"red": 3}}
"""Blue controls food and wood."""


def test_ng_16_a_tower_goes_from_the_supply_to_a_free_slot() -> None:
    board = act(table(units=HOME), "blue", Build("build", "tower", "T01a"))
    assert (board.territories["T01a"].buildings, board.supply["tower"]) == (("tower",), 1)


def test_ng_17_without_a_free_slot_nothing_is_built() -> None:
    board = table(units=HOME, buildings={"T01a": ["camp"]})
    assert refused(board, "blue", Build("build", "tower", "T01a")) == "no-slot"


def test_ng_18_in_a_neutral_or_enemy_territory_nothing_is_built() -> None:
    board = table(units=HOME)
    assert refused(board, "blue", Build("build", "tower", "T03a")) == "not-controlled"
    assert refused(board, "blue", Build("build", "tower", "T04a")) == "not-controlled"
    assert refused(board, "blue", Build("build", "tower", "T12a")) == "unknown-territory"


def test_ng_19_the_resource_must_lie_in_a_controlled_territory() -> None:
    board = table(units={"T01a": {"blue": 3}})
    assert refused(board, "blue", Build("build", "tower", "T01a")) == "cost", (
        "wood is needed, only food is held"
    )
    assert refused(board, "blue", Build("build", "monopoly_lore", "T01a")) == "cost"
    act(board, "blue", Build("build", "camp", "T01a"))


def test_ng_19_resources_are_not_consumed() -> None:
    board = table(units=HOME, up={"blue": ("build", "special")})
    board = act(board, "blue", Build("build", "tower", "T01a"))
    assert board.resources("blue") == {"food": 1, "wood": 1, "lore": 0}


@pytest.mark.parametrize(
    ("kind", "count"), [("tower", 2), ("camp", 3), ("monopoly_wood", 1), ("monopoly_food", 1)]
)
def test_ng_20_no_more_of_a_kind_than_there_are_tokens(kind: str, count: int) -> None:
    board = table(units=HOME, buildings={"T04a": [kind] * count})
    assert refused(board, "blue", Build("build", kind, "T01a")) == "none-left"
    assert not any(
        isinstance(c.action, Build) and c.action.building == kind
        for c in RULES.legal(board, "blue").choices
    )


def test_an_unknown_building_is_refused() -> None:
    assert (
        refused(table(units=HOME), "blue", Build("build", "castle", "T01a")) == "unknown-building"
    )


def test_a_catalog_without_costs_builds_freely() -> None:
    from msgspec.structs import replace

    board = table(units={"T01a": {"blue": 3}})
    setting = board.setting
    free = type(setting)(
        setting.catalog,
        replace(setting.values, cost_mode="none"),
        setting.options,
        setting.seat_specs,
    )
    act(replace(board, setting=free), "blue", Build("build", "monopoly_lore", "T01a"))
