import pytest

from domain.titles.contract.ruleset import BadOpening
from domain.titles.tears import actions as a
from domain.titles.tears import facts as f
from tests.builders.tears import at, do, fresh, opened, refused


def test_tm_01_a_norman_player_faces_harold_with_ceorl_and_eadric_before_him() -> None:
    board = opened(faction="norman")
    assert [at(board, "enemy", 2, line) for line in (3, 2, 1)] == ["harold-godwinson", "ceorl-saxon", "eadric"]
    assert sum(s is not None for s in board.enemy.spaces) == 3
    saxons = {c.id for c in board.setting.values.factions["saxon"].deck}
    assert set(board.enemy.deck) == saxons - {"ceorl-saxon", "eadric"}


def test_tm_02_a_saxon_player_faces_guillaume_with_ealdred_and_trompette_before_him() -> None:
    board = opened(faction="saxon")
    assert [at(board, "enemy", 2, line) for line in (3, 2, 1)] == ["guillaume-fitzrobert", "ealdred", "trompette"]
    assert board.enemy.faction == "norman" and board.player.faction == "saxon"
    assert "ceorl-saxon" in board.player.deck + board.player.hand, "the player's own start cards lie in his deck"


def test_tm_03_the_marker_lies_above_row_1_at_any_of_three_difficulties() -> None:
    for difficulty in ("easy", "normal", "hard"):
        assert opened(difficulty=difficulty).marker == 0
    with pytest.raises(BadOpening) as caught:
        fresh(difficulty="impossible")
    assert caught.value.pointer == "/options/difficulty"


def test_the_draw_variant_is_recommended_and_shows_four_cards_of_which_two_are_kept() -> None:
    board = opened()
    seen = list(board.player.deck[:4])
    board = do(board, a.PlaceLeader(2, 3), seen).board
    refused(board, a.Prepare(tuple(seen[:3])), "keep-so-many")
    refused(board, a.Prepare((seen[0], seen[0])), "keep-so-many")
    refused(board, a.Prepare((seen[0], "my-foot-9")), "keep-so-many")
    refused(board, a.Prepare(tuple(seen[:2]), deck_empty=True), "deck-is-known")
    done = do(board, a.Prepare((seen[1], seen[3])))
    assert set(seen[1::2]) <= set(done.board.player.hand)
    assert done.board.player.discard == (seen[0], seen[2])
    assert done.board.phase == "deployment"


def test_the_draw_variant_is_not_compulsory() -> None:
    board = opened(draw_variant=False)
    two = list(board.player.deck[:2])
    done = do(board, a.PlaceLeader(2, 3), two)
    assert done.one(f.Drawn).cards == tuple(two)
    assert done.board.question is None and done.board.phase == "deployment"
