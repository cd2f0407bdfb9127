from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.raiders import RULES
from domain.games.raiders.actions import PlaceWorker, Reveal
from domain.games.raiders.board import AUTOMA, PLAYER, Board
from domain.games.raiders.goods import PLUNDER
from domain.rules.chance import BadValues, ChanceNeeded, SealedChance, TableChance
from tests.builders.raiders import after, fresh, refused, reveal, table


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
    with pytest.raises(BadValues):
        RULES.setup(board, TableChance([[card]]))


def test_rs_03_the_opponent_has_markers_only() -> None:
    board = opened()
    view = RULES.view(board, "public")
    assert view["automa"] == {"armour": 0, "provisions": 0, "valkyries": 0, "points": 0, "offerings": [], "face_down": 0}
    on_board = Counter([*board.village.values(), *(s.worker for s in board.spaces.values()), board.player.worker])
    assert on_board == {"black": 4, "grey": 11, "white": 12}, "three in the village and one in the player's hand"
    assert board.supply.black == 3


def test_rs_03_the_player_starts_as_in_the_standard_game() -> None:
    board = opened()
    assert (board.player.silver, board.player.cards, board.player.worker) == (2, 3, "black")
    assert board.village == {"gate-house": "black", "town-hall": "black", "treasury": "black"}
    assert len(board.face_up) == 3 and len(board.stack) == 13


@pytest.mark.parametrize(("level", "start"), [("normal", 0), ("hard", 2), ("heroic", 4)])
def test_rs_04_the_difficulty_gives_the_opponent_armour_and_provisions(level: str, start: int) -> None:
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
    assert RULES.to_act(board) == (PLAYER,)
    assert board.round == 2


def test_every_piece_of_the_box_is_somewhere() -> None:
    census = RULES.census(opened(difficulty="heroic"))
    pieces = opened().setting.values.pieces
    for piece in pieces.__struct_fields__:
        assert census[piece] == getattr(pieces, piece), piece
    assert (census["townsfolk"], census["offerings"], census["schemes"]) == (71, 16, 23)


def test_plunder_is_drawn_from_the_bag_and_lies_open() -> None:
    board = opened()
    for id, site in board.setting.site_of.items():
        printed = board.setting.values.sites[site].spaces[int(id[-1]) - 1]
        assert board.spaces[id].plunder == printed.plunder
        assert board.spaces[id].worker == printed.worker
    laid = sum(s.plunder for s in board.spaces.values())
    assert laid == 70
    assert sum(getattr(board.supply, piece) for piece in PLUNDER) == 80 - laid
    shown = RULES.view(board, "public")["sites"]["harbour-left"][0]
    assert shown["gold"] + shown["iron"] + shown["livestock"] + shown["valkyries"] == 4
    assert len({tuple(opened(bytes([n])).spaces.values()) for n in range(5)}) == 5


def test_a_table_is_asked_for_the_pieces_of_one_space_at_a_time() -> None:
    chance = TableChance([["S10"], ["S15"], ["gold"] * 4, ["gold"] * 3])
    with pytest.raises(ChanceNeeded) as needed:
        RULES.setup(fresh(), chance)
    assert needed.value.asks[0].count == 4
    assert needed.value.asks[0].label.en == "plunder for Left Harbour, space 3"
    assert len(needed.value.asks[0].pool) == 73


def test_the_bag_holds_only_so_many_pieces_of_a_kind() -> None:
    harbours = [["gold"] * 4, ["gold"] * 3, ["gold"] * 4, ["gold"] * 3, ["gold"] * 4, ["gold", "iron", "iron", "iron"]]
    with pytest.raises(BadValues, match="gold cannot come up here"):
        RULES.setup(fresh(), TableChance([["S10"], ["S15"], *harbours]))


def test_a_table_with_its_own_cards_sets_two_aside_unseen() -> None:
    board = opened(schemes="table")
    assert len(board.pile) == 21 and len(board.set_aside) == 2
    assert board.entered == {}
