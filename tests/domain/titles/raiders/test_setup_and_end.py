from collections import Counter
from typing import Any

import pytest

from domain.titles.contract.chance import BadValues, ChanceNeeded, SealedChance, TableChance
from domain.titles.raiders import RULES
from domain.titles.raiders.actions import Forgo, MakeOffering, PlaceWorker, Raid, Reveal, TakeWorker
from domain.titles.raiders.board import AUTOMA, PLAYER, Board
from tests.builders.raiders import (
    EXAMPLE,
    act,
    after,
    catalog_with_card,
    fresh,
    refused,
    reveal,
    table,
)
from tests.builders.refusals import refused_with


def opened(seed: bytes = b"one", **options: Any) -> Board:
    board = fresh(**options)
    return after(board, RULES.setup(board, SealedChance(seed)))


def kind(board: Board, card: str) -> str:
    return board.setting.values.sites[board.scheme(card).site].kind


def test_rs_01_one_outpost_and_one_monastery_are_set_aside_at_random() -> None:
    for n in range(10):
        board = opened(bytes([n]))
        assert len(board.setting.values.schemes) == 23
        assert sorted(kind(board, card) for card in board.set_aside) == ["monastery", "outpost"]
        assert len(board.pile) == 21
        assert board.revealed == "" and board.discard == (), "the pile lies face down"
    assert len({opened(bytes([n])).set_aside for n in range(30)}) > 5


@pytest.mark.parametrize("card", ["S01", "S20"])
def test_rs_02_a_harbour_or_fortress_card_cannot_be_set_aside(card: str) -> None:
    board = fresh()
    assert kind(board, card) in ("harbour", "fortress")
    refused_with(BadValues, "", RULES.setup, board, TableChance([[card]]))


def test_rs_03_the_opponent_has_markers_only() -> None:
    board = opened()
    assert RULES.view(board, "public")["automa"] == {
        "armour": 0,
        "provisions": 0,
        "valkyries": 0,
        "points": 0,
        "offerings": [],
        "face_down": 0,
    }
    assert Counter(
        [*board.village.values(), *(s.worker for s in board.spaces.values()), board.player.worker]
    ) == {"black": 4, "grey": 11, "white": 12}, "three in the village and one in the player's hand"
    assert board.supply.black == 3


def test_rs_03_the_player_starts_as_in_the_standard_game() -> None:
    board = opened()
    assert (board.player.silver, board.player.cards, board.player.worker) == (2, 3, "black")
    assert board.village == {"gate-house": "black", "town-hall": "black", "treasury": "black"}
    assert len(board.face_up) == 3 and len(board.stack) == 13


@pytest.mark.parametrize(("level", "start"), [("normal", 0), ("hard", 2), ("heroic", 4)])
def test_rs_04_the_difficulty_gives_the_opponent_armour_and_provisions(
    level: str, start: int
) -> None:
    board = opened(difficulty=level)
    assert (board.automa.armour, board.automa.provisions) == (start, start)
    assert board.supply.provisions == 32 - start


def test_rs_05_the_player_plays_first_then_always_the_opponent() -> None:
    board = opened()
    assert RULES.to_act(board) == (PLAYER,)
    assert refused(board, Reveal(), AUTOMA).code == "not-your-turn"
    board = table("reveal")
    assert RULES.to_act(board) == (AUTOMA,)
    assert refused(board, PlaceWorker("mill")).code == "not-your-turn"
    board = reveal(board)
    assert (RULES.to_act(board), board.round) == ((PLAYER,), 2)


def test_a_table_is_asked_for_the_pieces_of_one_space_at_a_time() -> None:
    chance = TableChance([["S10"], ["S15"], ["gold"] * 4, ["gold"] * 3])
    needed = refused_with(ChanceNeeded, "", RULES.setup, fresh(), chance)
    assert needed.asks[0].count == 4
    assert needed.asks[0].label.en == "plunder for Left Harbour, space 3"
    assert len(needed.asks[0].pool) == 73


def test_a_table_with_its_own_cards_sets_two_aside_unseen() -> None:
    board = opened(schemes="table")
    assert len(board.pile) == 21 and len(board.set_aside) == 2
    assert board.entered == {}


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
    free = next(
        b
        for b in board.setting.values.buildings
        if RULES.judge(board, PLAYER, PlaceWorker(b)).legal
    )
    board = act(act(board, PlaceWorker(free)), Forgo())
    taken = next(
        b for b in sorted(board.village) if RULES.judge(board, PLAYER, TakeWorker(b)).legal
    )
    return act(act(board, TakeWorker(taken)), Forgo())


def last_fortresses(left: int) -> dict[str, dict[str, int]]:
    return {
        space: ({"livestock": 1, "valkyries": 1} if n < left else {})
        for n, space in enumerate(FORTRESSES)
    }


# -- triggers and last turns -----------------------------------------------------------------------


def test_rs_33_if_the_opponent_triggers_the_end_it_has_a_turn_after_the_players() -> None:
    catalog = catalog_with_card(armour=0, provisions=0, offering=1)
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
    assert RULES.outcome(idle(board)) is not None


def test_the_end_comes_when_one_fortress_is_left() -> None:
    board = table(
        player={"worker": "white", "provisions": 8, "gold": 3, "crew": CREW},
        spaces={**last_fortresses(2), "outpost-right-1": {"valkyries": 1}},
    )
    board = act(board, Raid("fortress-left", 2), [3, 3])
    assert act(board, RULES.legal(board, PLAYER).choices[0].action).trigger == "fortresses"
    assert table().turns_left == idle(table()).turns_left == 0, "no turn is the last before that"
    two = table(
        player={"worker": "black", "provisions": 8, "crew": CREW}, spaces=last_fortresses(2)
    )
    assert act(two, Raid("harbour-left", 1)).trigger == ""


# -- scoring ---------------------------------------------------------------------------------------


def parts(board: Board, seat: str) -> dict[str, int]:
    line = next(line for line in RULES.score(board) if line.seat == seat)
    assert line.points == sum(n for _, n in line.parts)
    return {name.en: n for name, n in line.parts}


def test_rs_35_the_opponent_scores_tracks_and_offerings_besides_its_raids() -> None:
    board = table(
        automa={
            "points": 20,
            "valkyries": 4,
            "armour": 7,
            "provisions": 8,
            "offerings": ("O01", "O07"),
        }
    )
    assert parts(board, AUTOMA) == {
        "score marker": 20,
        "Valkyries": 4,
        "armour": 4,
        "offerings": 10,
    }


def test_rs_37_past_seven_the_valkyrie_track_stays_at_its_maximum() -> None:
    for taken in (7, 8, 12):
        assert (
            parts(table(automa={"valkyries": taken}, player={"valkyries": taken}), AUTOMA)[
                "Valkyries"
            ],
            parts(table(player={"valkyries": taken}), PLAYER)["Valkyries"],
        ) == (15, 15)


def test_the_example_card_is_worth_five_in_the_final_score() -> None:
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}), EXAMPLE)
    assert parts(board, AUTOMA) == {"score marker": 5, "Valkyries": 0, "armour": 2, "offerings": 0}
