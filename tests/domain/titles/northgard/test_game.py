import msgspec
import pytest

from domain.titles.contract.chance import ChanceNeeded, SealedChance, TableChance
from domain.titles.contract.ruleset import Action, encode_board
from domain.titles.northgard import RULES, facts as f
from domain.titles.northgard.actions import (
    Build,
    CombatRenew,
    Explore,
    Move,
    PlaceUnits,
    Recruit,
    Renew,
    Retreat,
    Step,
    Stop,
)
from domain.titles.northgard.board import Board
from tests.builders.northgard import CARDS, act, after, facts, fresh, refused, table, units
from tests.builders.refusals import refused_with


def opened(*values: list[str | int], catalog: str = "default") -> Board:
    board = fresh(catalog)
    return after(board, RULES.setup(board, TableChance(values)))


def test_ng_01_components_are_counted() -> None:
    board = fresh()
    assert board.supply == {
        "tower": 2,
        "camp": 3,
        "monopoly_wood": 1,
        "monopoly_food": 1,
        "monopoly_lore": 1,
    }
    assert sum(board.supply.values()) == 8
    assert (board.setting.values.vp_tokens, len(board.setting.values.tiles)) == (9, 13)
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
    assert refused(opened(["T05", "T09"], ["blue"]), "blue", PlaceUnits(spread)) == code
    two = opened(["T02", "T01"], [0], ["blue"], catalog="terrain")
    assert refused(two, "blue", PlaceUnits({"T02a": 4, "T02b": -1})) == "wrong-number"


def test_ng_05_all_cards_are_up_and_the_first_player_is_drawn_and_recorded() -> None:
    results = RULES.setup(fresh(), TableChance([["T05", "T09"], ["red"]]))
    assert results[-1] == f.FirstPlayerDrawn("red")
    board = act(after(fresh(), results), "red", PlaceUnits({"T09a": 3}))
    board = act(board, "blue", PlaceUnits({"T05a": 3}))
    assert (RULES.to_act(board), board.stage) == (("red",), "playing")
    assert all(side.up == CARDS for side in board.sides.values())


def test_a_tile_that_looks_the_same_in_every_orientation_is_not_rolled_for() -> None:
    chance = SealedChance(b"x")
    RULES.setup(fresh(), chance)
    assert [r.kind for r in chance.rolls] == ["tile", "first-player"]
    needed = refused_with(
        ChanceNeeded, "", RULES.setup, fresh("terrain"), TableChance([["T02", "T01"]])
    )
    assert [(a.kind, a.pool) for a in needed.asks] == [("orientation", (0, 1, 2, 3))]


def test_the_second_unseen_tile_is_nowhere_in_the_board() -> None:
    """The board stores no hidden order; it names only revealed tiles."""
    board = opened(["T05", "T09"], ["red"])
    text = encode_board(board).decode()
    assert not any(
        tile.id in text for tile in board.setting.values.tiles if tile.id not in ("T05", "T09")
    )
    assert facts(board, "red", PlaceUnits({"T09a": 3})) == (
        f.UnitsPlaced("red", {"T09a": 3}),
        f.TurnPassed("blue"),
    )
    assert msgspec.json.encode(f.TurnPassed("blue")) == b'{"type":"turn-passed","seat":"blue"}'


BOARD = table(units={"T01a": {"blue": 3}, "T04a": {"red": 3}})


def test_ng_06_playing_recruit_turns_the_card_and_passes_the_turn() -> None:
    board = act(BOARD, "blue", Recruit("recruit", "T01a"))
    assert board.territories["T01a"].units == {"blue": 4}
    assert board.sides["blue"].up == tuple(c for c in CARDS if c != "recruit")
    assert RULES.to_act(board) == ("red",)


RECRUITED = act(BOARD, "blue", Recruit("recruit", "T01a"))
MOVED = act(BOARD, "blue", Move("move-a", "T01a", "T02a", 1))


@pytest.mark.parametrize(
    ("board", "seat", "action", "why"),
    [
        pytest.param(
            RECRUITED,
            "blue",
            Build("build", "camp", "T01a"),
            "not-your-turn",
            id="ng_07_a_second_card_in_the_same_turn",
        ),
        pytest.param(
            MOVED,
            "blue",
            Move("move-b", "T01a", "T02a", 1),
            "one-card",
            id="ng_07_a_second_card_during_a_move_2",
        ),
        pytest.param(MOVED, "blue", Renew(), "one-card", id="ng_07_renew_during_a_move_2"),
        *(
            pytest.param(BOARD, "red", action, "not-your-turn", id=f"ng_09_in_the_rivals_turn_{n}")
            for n, action in enumerate(
                (Recruit("recruit", "T04a"), Renew(), Stop(), Explore("explore", "C1"))
            )
        ),
        (BOARD, "blue", Recruit("charge", "T01a"), "unknown-card"),
        (BOARD, "blue", Recruit("build", "T01a"), "wrong-card"),
        (BOARD, "blue", Explore("renew", "A2"), "wrong-card"),
        (BOARD, "blue", Step("T01a", "T02a", 1), "no-step-left"),
        (BOARD, "blue", Stop(), "no-step-left"),
        (BOARD, "blue", CombatRenew(), "no-renew-drawn"),
        (BOARD, "blue", Retreat("T02a"), "no-combat-lost"),
    ],
)
def test_what_is_not_possible_now_is_refused(
    board: Board, seat: str, action: Action, why: str
) -> None:
    assert refused(board, seat, action) == why


def test_ng_40_renew_is_played_with_other_cards_face_up() -> None:
    board = table(
        units={"T01a": {"blue": 3}},
        up={"blue": ("recruit", "build", "explore", "special", "renew")},
    )
    assert act(board, "blue", Renew()).sides["blue"].up == CARDS


def test_ng_41_with_six_cards_face_down_only_renew_can_be_played() -> None:
    board = table(units={"T01a": {"blue": 3}}, up={"blue": ("renew",)})
    for action in (
        Recruit("recruit", "T01a"),
        Build("build", "camp", "T01a"),
        Explore("explore", "A2"),
        Recruit("special", "T01a"),
        Move("move-a", "T01a", "T02a", 1),
        Move("move-b", "T01a", "T02a", 1),
    ):
        assert refused(board, "blue", action) == "card-down"
    assert {type(c.action) for c in RULES.legal(board, "blue").choices} == {Renew}


def test_ng_45_after_the_end_every_action_is_refused() -> None:
    board = table(units={"T01a": {"blue": 3}}, points={"red": 5})
    for seat in ("blue", "red"):
        for action in (Recruit("recruit", "T01a"), Renew(), Stop(), Step("T01a", "T02a", 1)):
            assert refused(board, seat, action) == "game-over"
    assert RULES.to_act(board) == ()


def test_a_duel_leaves_its_score_and_its_winner() -> None:
    assert RULES.sheet(table(points={"blue": 5, "red": 3})) == {
        "score": {"blue": 5, "red": 3},
        "outcome": "victory-points",
        "winners": ["blue"],
    }
    assert RULES.sheet(table(points={"blue": 4, "red": 3})) == {
        "score": {"blue": 4, "red": 3},
        "outcome": None,
        "winners": [],
    }
