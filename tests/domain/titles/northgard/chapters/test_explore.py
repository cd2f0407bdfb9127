import msgspec
import pytest

from domain.titles.contract.chance import BadValues, ChanceNeeded, TableChance
from domain.titles.northgard import RULES, facts as f
from domain.titles.northgard.actions import Advance, Explore, Recruit
from domain.titles.northgard.board import Board
from tests.builders.northgard import act, facts, refused, table, units
from tests.builders.refusals import refused_with
from tests.records.play import union

HOME = {"T01a": {"blue": 2}, "T02a": {"blue": 1}, "T04a": {"red": 3}}


def test_ng_22_a_connected_tile_is_turned_up_as_it_lies() -> None:
    assert facts(table(units=HOME), "blue", Explore("explore", "A2"), ["T09"]) == (
        f.CardPlayed("blue", "explore"),
        f.TileRevealed("A2", "T09", 0),
        f.TurnPassed("red"),
    )
    board = act(table(units=HOME), "blue", Explore("explore", "A2"), ["T09"])
    assert (board.territories["T01a"].borders["T09a"], units(board, "T09a")) == ("regular", {})


def test_ng_22_the_orientation_is_found_not_chosen() -> None:
    board = table({"A3": "T01", "D1": "T13"}, units={"T01a": {"blue": 3}}, catalog="terrain")
    (ask,) = refused_with(
        ChanceNeeded,
        "",
        RULES.decide,
        board,
        "blue",
        Explore("explore", "A2"),
        TableChance([["T03"]]),
    ).asks
    assert (ask.kind, ask.pool, ask.label.en) == (
        "orientation",
        (0, 1, 2, 3),
        "Quarter turns of T03, clockwise",
    )
    board = act(board, "blue", Explore("explore", "A2"), ["T03"], [3])
    assert (board.grid["A2"].tile, board.grid["A2"].turns) == ("T03", 3)


def test_a_tile_on_the_table_is_not_drawn_again() -> None:
    board = table(units=HOME)
    refused_with(
        BadValues, "", RULES.decide, board, "blue", Explore("explore", "A2"), TableChance([["T03"]])
    )
    assert refused_with(
        ChanceNeeded, "", RULES.decide, board, "blue", Explore("explore", "A2"), TableChance()
    ).asks[0].pool == tuple(f"T{n:02}" for n in range(5, 14))


def test_ng_23_a_rotation_in_the_action_is_refused() -> None:
    kinds = union(RULES.action_types)
    assert msgspec.convert({"type": "explore", "card": "explore", "cell": "A2"}, kinds) == Explore(
        "explore", "A2"
    )
    refused_with(
        msgspec.ValidationError,
        "rotation",
        msgspec.convert,
        {"type": "explore", "card": "explore", "cell": "A2", "rotation": 1},
        kinds,
    )


EAST_CLOSED = table({"A3": ("T07", 2), "D1": "T13"}, units={"T07a": {"blue": 3}}, catalog="terrain")
"""T07 is closed to the west; two turns close its east."""

IN_B = table({"A3": "T02", "D1": "T13"}, units={"T02b": {"blue": 3}}, catalog="terrain")
"""Area a of T02 reaches north and east; Blue's units are in area b."""


@pytest.mark.parametrize(
    ("board", "cell", "why"),
    [
        pytest.param(table(units=HOME), "C2", "not-connected", id="next_to_a_neutral_territory"),
        pytest.param(table(units=HOME), "A1", "not-connected", id="next_to_nothing"),
        pytest.param(table(units=HOME), "C1", "not-connected", id="next_to_the_rival"),
        (table(units=HOME), "B3", "already-revealed"),
        (table(units=HOME), "E1", "unknown-cell"),
        pytest.param(EAST_CLOSED, "B3", "not-connected", id="a_closed_side_connects_nothing"),
        pytest.param(IN_B, "A2", "not-connected", id="only_the_area_at_the_side_connects"),
        pytest.param(IN_B, "B3", "not-connected", id="nor_to_the_east"),
    ],
)
def test_ng_24_a_tile_not_connected_is_refused(board: Board, cell: str, why: str) -> None:
    assert refused(board, "blue", Explore("explore", cell)) == why


def test_ng_24_an_open_side_connects() -> None:
    act(EAST_CLOSED, "blue", Explore("explore", "A2"), ["T01"])


BETWEEN = {"A3": "T01", "C3": "T08", "D1": "T13"}


def test_ng_25_joining_an_enemy_territory_brings_combat_with_the_explorer_attacking() -> None:
    """T07, turned once, is open to both sides. So T01, T07 and T08 are one territory, in which all
    units fight."""
    board = table(BETWEEN, units={"T01a": {"blue": 3}, "T08a": {"red": 1}}, catalog="terrain")
    results = facts(board, "blue", Explore("explore", "B3"), ["T07"], [1], ["build"], ["recruit"])
    assert results[2] == f.CombatBegun("T01a", "blue", "red")
    assert results[5] == f.CombatResolved(
        "T01a", {"blue": 4, "red": 2}, {"blue": 1, "red": 1}, "blue", ""
    )
    board = act(board, "blue", Explore("explore", "B3"), ["T07"], [1], ["build"], ["recruit"])
    assert board.territories["T01a"].areas == ("T01a", "T07a", "T08a")
    assert units(board, "T01a") == {"blue": 2}


@pytest.mark.parametrize(
    ("board", "values"),
    [
        (table(BETWEEN, units={"T01a": {"blue": 3}}, catalog="terrain"), (["T07"], [1])),
        pytest.param(
            table(
                {"A3": "T01", "D1": "T04"},
                units={"T01a": {"blue": 3}, "T04a": {"red": 1}},
                explore_combat="connection",
            ),
            (["T02"],),
            id="by_the_option_connection_too",
        ),
    ],
)
def test_ng_26_joining_nobody_brings_no_combat(
    board: Board, values: tuple[list[int | str], ...]
) -> None:
    results = facts(board, "blue", Explore("explore", "B3"), *values)
    assert [type(x) for x in results] == [f.CardPlayed, f.TileRevealed, f.TurnPassed]


def test_by_an_option_any_connection_of_the_new_tile_brings_combat() -> None:
    """The explored tile borders on territories of both sides. Blue's units march from theirs
    through the tile into Red's."""
    grid, here = {"A3": "T01", "C3": "T03", "D1": "T04"}, {"T01a": {"blue": 3}, "T03a": {"red": 1}}
    board = table(grid, units=here, explore_combat="connection")
    results = facts(board, "blue", Explore("explore", "B3"), ["T02"], ["move-a"], ["recruit"])
    assert (
        f.EnemiesConnected("blue", "T02", ("T03a",)) in results
        and f.UnitsAdvanced("blue", "T01a", "T03a", 3) in results
    )
    assert f.CombatBegun("T03a", "blue", "red") in results
    assert [x.winner for x in results if isinstance(x, f.CombatResolved)] == ["blue"]
    assert results[-1] == f.TurnPassed("red")


AROUND = {"A3": "T01", "B1": "T05", "C2": "T03", "A2": "T06", "D1": "T04"}
"""Four tiles around B2 and A3's base: a tile explored in B2 has a border to B1, C2 and A2."""


def connected_on(version: int = 2, **units: dict[str, int]) -> Board:
    """A board with the option `connection`, with Blue to act and these units."""
    board = table(AROUND, units=units, explore_combat="connection")
    board.setting.version = version
    return board


def test_by_connection_both_neighbours_are_fought_in_the_players_order() -> None:
    """The explored tile borders on one own territory and two of the rival's. The player chooses
    which to fight first, and the surviving units go on to the other."""
    board = connected_on(T06a={"blue": 5}, T05a={"red": 1}, T03a={"red": 2})
    board = act(board, "blue", Explore("explore", "B2"), ["T02"])
    assert (board.stage, RULES.to_act(board)) == ("advancing", ("blue",))
    offered = {choice.action for choice in RULES.legal(board, "blue").choices}
    assert offered == {Advance("T06a", "T03a"), Advance("T06a", "T05a")}
    assert refused(board, "blue", Advance("T06a", "T04a")) == "no-connection"
    assert refused(board, "blue", Recruit("recruit", "T01a")) == "combat-first"
    results = facts(
        board, "blue", Advance("T06a", "T05a"), ["move-a"], ["recruit"], ["move-b"], ["build"]
    )
    begun = [x.territory for x in results if isinstance(x, f.CombatBegun)]
    assert begun == ["T05a", "T03a"], "the second has one way left, and is not asked"
    assert (
        f.UnitsAdvanced("blue", "T06a", "T05a", 5) in results
        and f.UnitsAdvanced("blue", "T05a", "T03a", 4) in results
    )
    board = act(
        board, "blue", Advance("T06a", "T05a"), ["move-a"], ["recruit"], ["move-b"], ["build"]
    )
    assert (
        board.turn == "red" and board.sides["blue"].connection is None and RULES.amiss(board) == ()
    )


def test_by_connection_which_of_several_own_territories_marches_is_asked() -> None:
    """The explored tile borders on two own territories and one of the rival's. The player chooses
    which of his marches; the other stays."""
    board = connected_on(T06a={"blue": 1}, T05a={"blue": 3}, T03a={"red": 1})
    board = act(board, "blue", Explore("explore", "B2"), ["T02"])
    offered = {choice.action for choice in RULES.legal(board, "blue").choices}
    assert (offered, RULES.amiss(board)) == ({Advance("T05a", "T03a"), Advance("T06a", "T03a")}, ())
    board = act(board, "blue", Advance("T05a", "T03a"), ["move-a"], ["recruit"])
    assert (
        units(board, "T06a") == {"blue": 1}
        and units(board, "T05a") == {}
        and units(board, "T03a") == {"blue": 2}
    )
    assert board.turn == "red"


def test_a_game_of_version_1_by_connection_asks_nothing() -> None:
    """When a tile connects, territories march in the order of their names, as they did in version
    1."""
    board = connected_on(1, T06a={"blue": 1}, T05a={"blue": 3}, T03a={"red": 1})
    results = facts(board, "blue", Explore("explore", "B2"), ["T02"], ["move-a"], ["recruit"])
    assert f.UnitsMoved("blue", "T05a", "T03a", 3, 0) in results and results[-1] == f.TurnPassed(
        "red"
    )


def test_of_two_at_the_goal_after_a_correction_the_one_with_more_has_won() -> None:
    outcome = RULES.outcome(table(points={"blue": 5, "red": 6}))
    assert outcome is not None and outcome.winners == ("red",)
    assert RULES.amiss(table(points={"blue": 5, "red": 6}, units={"T01a": {"blue": 1}})) == ()


def test_a_correction_that_leaves_both_at_the_goal_with_as_much_is_refused() -> None:
    (why,) = RULES.amiss(table(points={"blue": 5, "red": 5}))
    assert why.en == "both players have 5 points: one of them has won before the other"
