from __future__ import annotations

import msgspec
import pytest

from domain.games.northgard import RULES
from domain.games.northgard import facts as f
from domain.games.northgard.actions import PlaceUnits, Recruit
from domain.games.northgard.board import Board
from domain.rules.chance import ChanceNeeded, SealedChance, TableChance
from domain.rules.ruleset import encode_board
from tests.builders.northgard import CARDS, act, after, facts, fresh, refused, table, units


def opened(*values: list[str | int], catalog: str = "default") -> Board:
    board = fresh(catalog)
    chance = TableChance(values)
    return after(board, RULES.setup(board, chance))


def test_ng_01_components_are_counted() -> None:
    board = fresh()
    assert board.supply == {"tower": 2, "camp": 3, "monopoly_wood": 1, "monopoly_food": 1, "monopoly_lore": 1}
    assert sum(board.supply.values()) == 8
    assert board.setting.values.vp_tokens == 9
    assert len(board.setting.values.tiles) == 13
    for side in board.sides.values():
        assert side.reserve == 10
        assert side.up == CARDS and len(side.up) == 7


def test_ng_02_two_opposite_corners_are_revealed_and_one_tile_is_never_seen() -> None:
    board = opened(["T05", "T09"], ["red"])
    view = RULES.view(board, "public")
    assert {cell: lying.tile for cell, lying in board.grid.items()} == {"A3": "T05", "D1": "T09"}
    assert (view["sides"]["blue"]["base"], view["sides"]["red"]["base"]) == ("A3", "D1")
    assert len(view["face_down"]) == 10
    assert len(view["unseen"]) == 11, "one more than lie face down: the tile that was removed"


def test_ng_02_the_same_seed_reveals_the_same_tiles() -> None:
    board = fresh("terrain")
    assert RULES.setup(board, SealedChance(b"one")) == RULES.setup(board, SealedChance(b"one"))
    assert len({RULES.setup(board, SealedChance(bytes([n]))) for n in range(20)}) > 15


def test_ng_03_units_are_split_over_territories_of_the_base_tile() -> None:
    board = opened(["T02", "T01"], [0], ["blue"], catalog="terrain")
    board = act(board, "blue", PlaceUnits({"T02a": 2, "T02b": 1}))
    assert units(board, "T02a") == {"blue": 2} and units(board, "T02b") == {"blue": 1}
    assert board.sides["blue"].reserve == 7


@pytest.mark.parametrize(
    ("spread", "code"),
    [
        ({"T05a": 2}, "wrong-number"),
        ({"T05a": 4}, "wrong-number"),
        ({}, "wrong-number"),
        ({"T05a": 4, "T05b": -1}, "not-base-tile"),
        ({"T09a": 3}, "not-base-tile"),
        ({"T05a": 2, "T09a": 1}, "not-base-tile"),
        ({"T07a": 3}, "not-base-tile"),
    ],
)
def test_ng_04_other_numbers_and_other_tiles_are_refused(spread: dict[str, int], code: str) -> None:
    board = opened(["T05", "T09"], ["blue"])
    assert refused(board, "blue", PlaceUnits(spread)) == code


def test_ng_04_less_than_one_unit_somewhere_is_refused() -> None:
    board = opened(["T02", "T01"], [0], ["blue"], catalog="terrain")
    assert refused(board, "blue", PlaceUnits({"T02a": 4, "T02b": -1})) == "wrong-number"


def test_ng_05_all_cards_are_up_and_the_first_player_is_drawn_and_recorded() -> None:
    found = RULES.setup(fresh(), TableChance([["T05", "T09"], ["red"]]))
    assert found[-1] == f.FirstPlayerDrawn("red")
    board = after(fresh(), found)
    board = act(board, "red", PlaceUnits({"T09a": 3}))
    board = act(board, "blue", PlaceUnits({"T05a": 3}))
    assert RULES.to_act(board) == ("red",)
    assert board.stage == "playing"
    assert all(side.up == CARDS for side in board.sides.values())


def test_the_first_player_places_first_and_cards_wait() -> None:
    board = opened(["T05", "T09"], ["red"])
    assert refused(board, "blue", PlaceUnits({"T05a": 3})) == "not-your-turn"
    assert refused(board, "red", Recruit("recruit", "T09a")) == "place-first"
    board = act(board, "red", PlaceUnits({"T09a": 3}))
    assert RULES.to_act(board) == ("blue",)
    assert refused(board, "blue", Recruit("recruit", "T05a")) == "place-first"


def test_units_are_placed_once() -> None:
    assert refused(table(units={"T01a": {"blue": 3}}), "blue", PlaceUnits({"T01a": 3})) == "already-placed"


def test_every_split_is_offered() -> None:
    board = opened(["T02", "T01"], [0], ["blue"], catalog="terrain")
    offered = [c.action for c in RULES.legal(board, "blue").choices]
    assert offered == [
        PlaceUnits({"T02a": 3}),
        PlaceUnits({"T02a": 2, "T02b": 1}),
        PlaceUnits({"T02a": 1, "T02b": 2}),
        PlaceUnits({"T02b": 3}),
    ]
    assert not RULES.legal(board, "red").choices


def test_a_tile_that_looks_the_same_in_every_orientation_is_not_rolled_for() -> None:
    chance = SealedChance(b"x")
    RULES.setup(fresh(), chance)
    assert [r.kind for r in chance.rolls] == ["tile", "first-player"]
    with pytest.raises(ChanceNeeded) as needed:
        RULES.setup(fresh("terrain"), TableChance([["T02", "T01"]]))
    assert [(a.kind, a.pool) for a in needed.value.asks] == [("orientation", (0, 1, 2, 3))]


def test_the_second_unseen_tile_is_nowhere_in_the_board() -> None:
    """No hidden order is stored: the board names only tiles that were revealed."""
    board = opened(["T05", "T09"], ["red"])
    text = encode_board(board).decode()
    assert not any(tile.id in text for tile in board.setting.values.tiles if tile.id not in ("T05", "T09"))
    assert facts(board, "red", PlaceUnits({"T09a": 3})) == (f.UnitsPlaced("red", {"T09a": 3}), f.TurnPassed("blue"))
    assert msgspec.json.encode(f.TurnPassed("blue")) == b'{"type":"turn-passed","seat":"blue"}'
