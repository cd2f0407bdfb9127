from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.raiders import RULES
from domain.games.raiders.actions import Forgo, MakeOffering, PlaceWorker, Raid, TakeWorker
from domain.games.raiders.board import AUTOMA, PLAYER, Board
from domain.games.raiders.goods import Gain
from tests.builders.raiders import EXAMPLE, act, printing, refused, reveal, scheme, table

CREW = ("champion", "champion", "warlord", "warlord", "warlord")
FORTRESSES = (
    "fortress-left-1",
    "fortress-left-2",
    "fortress-centre-1",
    "fortress-centre-2",
    "fortress-right-1",
    "fortress-right-2",
)


def idle(board: Board) -> Board:
    free = next(b for b in board.setting.values.buildings if RULES.judge(board, PLAYER, PlaceWorker(b)).legal)
    board = act(act(board, PlaceWorker(free)), Forgo())
    taken = next(b for b in sorted(board.village) if RULES.judge(board, PLAYER, TakeWorker(b)).legal)
    return act(act(board, TakeWorker(taken)), Forgo())


def last_fortresses(left: int) -> dict[str, dict[str, int]]:
    return {space: ({"livestock": 1, "valkyries": 1} if n < left else {}) for n, space in enumerate(FORTRESSES)}


# -- triggers and last turns --------------------------------------------------------------------------------------------


def test_rs_33_if_the_opponent_triggers_the_end_it_has_a_turn_after_the_players() -> None:
    catalog = printing(armour=0, provisions=0, offering=1)
    empty: dict[str, dict[str, int]] = {"outpost-right-1": {}, "outpost-right-2": {}}
    board = reveal(table("reveal", spaces=empty, catalog=catalog, stack=("O16",)))
    assert (board.trigger, board.trigger_by, board.turns_left) == ("offerings", AUTOMA, 2)
    assert RULES.outcome(board) is None
    board = idle(board)
    assert RULES.to_act(board) == (AUTOMA,) and RULES.outcome(board) is None
    board = reveal(board, "S13")
    assert RULES.to_act(board) == ()
    assert RULES.outcome(board) is not None
    assert refused(board, PlaceWorker("mill")).code == "game-over"


def test_rs_34_if_the_player_triggers_it_he_has_a_turn_after_the_opponents() -> None:
    board = table(player={"worker": "grey", "gold": 2}, stack=("O16",))
    board = act(act(board, PlaceWorker("long-house")), MakeOffering("O01"))
    assert board.trigger == "", "the turn is finished first"
    board = act(act(board, TakeWorker("gate-house")), Forgo())
    assert (board.trigger, board.trigger_by) == ("offerings", PLAYER)
    board = reveal(board)
    assert RULES.outcome(board) is None
    board = idle(board)
    assert RULES.outcome(board) is not None


def test_the_end_comes_when_one_fortress_is_left() -> None:
    board = table(
        player={"worker": "white", "provisions": 8, "gold": 3, "crew": CREW},
        spaces={**last_fortresses(2), "outpost-right-1": {"valkyries": 1}},
    )
    board = act(board, Raid("fortress-left", 2), [3, 3])
    board = act(board, RULES.legal(board, PLAYER).choices[0].action)
    assert board.trigger == "fortresses"
    assert table().turns_left == idle(table()).turns_left == 0, "no turn is the last before that"
    two = table(player={"worker": "black", "provisions": 8, "crew": CREW}, spaces=last_fortresses(2))
    assert act(two, Raid("harbour-left", 1)).trigger == ""


def test_the_end_comes_when_no_valkyrie_is_left() -> None:
    spaces = {"fortress-left-1": {"gold": 1}, "harbour-left-1": {"valkyries": 1}}
    board = table(player={"worker": "black", "provisions": 8, "crew": CREW}, spaces=spaces)
    board = act(board, Raid("harbour-left", 1))
    assert board.trigger == ""
    board = act(board, RULES.legal(board, PLAYER).choices[0].action)
    assert (board.trigger, board.trigger_by) == ("valkyries", PLAYER)


def test_the_opponents_raid_can_end_the_game_too() -> None:
    spaces = {"fortress-left-1": {"gold": 1}, "outpost-right-1": {"valkyries": 1}}
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}, spaces=spaces))
    assert (board.trigger, board.trigger_by) == ("valkyries", AUTOMA)
    fortress = reveal(table("reveal", automa={"armour": 10, "provisions": 8}, spaces=last_fortresses(2)), "S18")
    assert (fortress.trigger, fortress.trigger_by) == ("fortresses", AUTOMA)


def test_a_second_condition_changes_nothing() -> None:
    spaces = {"fortress-left-1": {"gold": 1}, "outpost-right-1": {"valkyries": 1}}
    board = table(
        "reveal", automa={"armour": 3, "provisions": 4}, spaces=spaces, trigger="offerings", trigger_by=PLAYER, turns_left=2
    )
    board = reveal(board)
    assert (board.trigger, board.trigger_by, board.turns_left) == ("offerings", PLAYER, 1)


# -- scoring ------------------------------------------------------------------------------------------------------------


def parts(board: Board, seat: str) -> dict[str, int]:
    line = next(line for line in RULES.score(board) if line.seat == seat)
    assert line.points == sum(n for _, n in line.parts)
    return {name.en: n for name, n in line.parts}


def test_rs_35_the_opponent_scores_tracks_and_offerings_besides_its_raids() -> None:
    board = table(automa={"points": 20, "valkyries": 4, "armour": 7, "provisions": 8, "offerings": ("O01", "O07")})
    assert parts(board, AUTOMA) == {"score marker": 20, "Valkyries": 4, "armour": 4, "offerings": 10}


def test_the_player_scores_as_in_the_standard_game() -> None:
    held = {"gold": 2, "iron": 3, "livestock": 5, "silver": 8, "provisions": 8}
    crew = ("champion", "warlord", "merchant", "trader", "scout")
    board = table(player={"points": 11, "valkyries": 3, "armour": 9, "offerings": ("O04", "O09"), "crew": crew, **held})
    assert parts(board, PLAYER) == {
        "score marker": 11,
        "Valkyries": 2,
        "armour": 6,
        "offerings": 7,
        "crew": 3 + 2 + 5 + 2,
        "plunder": 2 + 3 + 2,
    }


@pytest.mark.parametrize(("taken", "worth"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 7), (6, 10), (7, 15)])
def test_the_valkyrie_track(taken: int, worth: int) -> None:
    assert parts(table(automa={"valkyries": taken}), AUTOMA)["Valkyries"] == worth


def test_rs_37_past_seven_the_valkyrie_track_stays_at_its_maximum() -> None:
    for taken in (7, 8, 12):
        assert parts(table(automa={"valkyries": taken}, player={"valkyries": taken}), AUTOMA)["Valkyries"] == 15
        assert parts(table(player={"valkyries": taken}), PLAYER)["Valkyries"] == 15


@pytest.mark.parametrize(("armour", "worth"), [(0, 0), (2, 0), (3, 2), (5, 2), (6, 4), (8, 4), (9, 6), (10, 6)])
def test_the_armour_track(armour: int, worth: int) -> None:
    assert parts(table(automa={"armour": armour}), AUTOMA)["armour"] == worth


def ended(player: dict[str, Any], automa: dict[str, Any]) -> Any:
    board = table("over", player=player, automa=automa, trigger="valkyries", trigger_by=PLAYER)
    outcome = RULES.outcome(board)
    assert outcome is not None and outcome.text.en and outcome.text.fr
    return outcome.code, outcome.winners


def test_more_points_win() -> None:
    assert ended({"points": 31}, {"points": 30}) == ("victory", (PLAYER,))
    assert ended({"points": 30}, {"points": 31}) == ("defeat", (AUTOMA,))


def test_a_tie_goes_to_the_higher_valkyrie_marker() -> None:
    assert ended({"points": 30, "valkyries": 1}, {"points": 30}) == ("victory-on-tie-break", (PLAYER,))
    assert ended({"points": 30}, {"points": 29, "valkyries": 2}) == ("defeat-on-tie-break", (AUTOMA,))
    assert ended({"points": 30, "valkyries": 1, "armour": 0}, {"points": 30, "armour": 2})[0] == "victory-on-tie-break"


def test_then_to_the_higher_armour() -> None:
    assert ended({"points": 30, "armour": 2}, {"points": 30, "armour": 1}) == ("victory-on-tie-break", (PLAYER,))
    assert ended({"points": 30, "armour": 4}, {"points": 30, "armour": 5}) == ("defeat-on-tie-break", (AUTOMA,))


def test_the_outcome_says_what_decided_a_tie() -> None:
    def said(player: dict[str, Any], automa: dict[str, Any]) -> str:
        outcome = RULES.outcome(table("over", player=player, automa=automa, trigger="valkyries", trigger_by=PLAYER))
        return outcome.text.en

    assert "to the player on Valkyries" in said({"points": 30, "valkyries": 1}, {"points": 30})
    assert "to the opponent on armour" in said({"points": 30}, {"points": 30, "armour": 1})
    assert "31 to 30" in said({"points": 31}, {"points": 30})


def test_if_all_is_even_nobody_wins() -> None:
    assert ended({"points": 30, "armour": 4, "valkyries": 3}, {"points": 30, "armour": 4, "valkyries": 3}) == ("draw", ())


def test_the_score_is_counted_as_if_the_game_ended_now() -> None:
    board = table("reveal", automa={"armour": 3, "provisions": 4}, options={"schemes": "table"})
    before = parts(board, AUTOMA)
    after = reveal(board, scheme(points=5, prepare=Gain()))
    assert parts(after, AUTOMA)["score marker"] - before["score marker"] == 5
    assert replace(after, stage="over", trigger="offerings").automa.points == 5


def test_the_example_card_is_worth_five_in_the_final_score() -> None:
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}), EXAMPLE)
    assert parts(board, AUTOMA) == {"score marker": 5, "Valkyries": 0, "armour": 2, "offerings": 0}
