import pytest

from domain.titles.northgard import RULES
from domain.titles.northgard.actions import Build, Recruit
from tests.builders.northgard import act, refused, table, units

THREE = {"T01a": {"blue": 3}, "T04a": {"red": 3}}


def test_ng_10_recruiting_adds_one_unit_on_the_base_tile() -> None:
    board = act(table(units=THREE), "blue", Recruit("recruit", "T01a"))
    assert (units(board, "T01a"), board.sides["blue"].reserve) == ({"blue": 4}, 6)


@pytest.mark.parametrize(
    ("reserved", "camps", "there"),
    [
        pytest.param(3, 1, 3, id="ng_11_one_camp_adds_one_unit"),
        pytest.param(3, 3, 5, id="ng_12_three_camps_add_three_units"),
        pytest.param(8, 2, 2, id="ng_15_a_short_reserve_recruits_what_remains"),
    ],
)
def test_each_camp_adds_a_unit(reserved: int, camps: int, there: int) -> None:
    here = {"T01a": {"blue": reserved}, "T02a": {"blue": 1}}
    board = table(units=here, buildings={"T02a": ["camp"] * camps})
    assert units(act(board, "blue", Recruit("recruit", "T02a")), "T02a") == {"blue": there}


HOME = {"T01a": {"blue": 2}, "T02a": {"blue": 1}, "T04a": {"red": 3}}
"""Blue controls food and wood."""


def test_ng_16_a_tower_goes_from_the_supply_to_a_free_slot() -> None:
    board = act(table(units=HOME), "blue", Build("build", "tower", "T01a"))
    assert (board.territories["T01a"].buildings, board.supply["tower"]) == (("tower",), 1)
    act(ALONE, "blue", Build("build", "camp", "T01a"))


AT_T02 = table(units={**THREE, "T02a": {"blue": 1}})
ALONE = table(units={"T01a": {"blue": 3}})
REFUSED = {
    "ng_10_without_a_camp": (AT_T02, Recruit("recruit", "T02a"), "no-camp"),
    "ng_10_where_nobody_stands": (AT_T02, Recruit("recruit", "T03a"), "no-camp"),
    "ng_10_on_a_tile_that_is_not_there": (AT_T02, Recruit("recruit", "T13a"), "unknown-territory"),
    "ng_14_at_a_camp_that_the_rival_holds": (
        table(units={**THREE, "T02a": {"red": 1}}, buildings={"T02a": ["camp"]}),
        Recruit("recruit", "T02a"),
        "enemy-there",
    ),
    "from_an_empty_reserve": (
        table(units={"T01a": {"blue": 10}}),
        Recruit("recruit", "T01a"),
        "reserve-empty",
    ),
    "ng_17_without_a_free_slot": (
        table(units=HOME, buildings={"T01a": ["camp"]}),
        Build("build", "tower", "T01a"),
        "no-slot",
    ),
    **{
        f"ng_18_in_{territory}": (table(units=HOME), Build("build", "tower", territory), why)
        for territory, why in (
            ("T03a", "not-controlled"),
            ("T04a", "not-controlled"),
            ("T12a", "unknown-territory"),
        )
    },
    "ng_19_wood_is_needed_and_only_food_is_held": (ALONE, Build("build", "tower", "T01a"), "cost"),
    "ng_19_lore_is_needed": (ALONE, Build("build", "monopoly_lore", "T01a"), "cost"),
    **{
        f"ng_20_no_more_of_{kind}_than_there_are_tokens": (
            table(units=HOME, buildings={"T04a": [kind] * count}),
            Build("build", kind, "T01a"),
            "none-left",
        )
        for kind, count in (("tower", 2), ("camp", 3), ("monopoly_wood", 1), ("monopoly_food", 1))
    },
    "an_unknown_building": (
        table(units=HOME),
        Build("build", "castle", "T01a"),
        "unknown-building",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_recruited_or_built_is_refused_and_not_offered(case: str) -> None:
    board, action, why = REFUSED[case]
    assert refused(board, "blue", action) == why
    assert action not in [choice.action for choice in RULES.legal(board, "blue").choices]


def test_ng_19_resources_are_not_consumed() -> None:
    board = table(units=HOME, up={"blue": ("build", "special")})
    board = act(board, "blue", Build("build", "tower", "T01a"))
    assert board.resources("blue") == {"food": 1, "wood": 1, "lore": 0}


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
