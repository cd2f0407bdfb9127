import pytest

from domain.titles.tears import RULES, actions as a, facts as f
from domain.titles.tears.board import InPlay
from domain.titles.tears.chapters.enemy_turn import enemy_resources
from tests.builders.tears import card_of, do, enemy_turn, opened, refused, started, table


def test_tm_04_the_player_takes_the_first_turn_of_the_deployment() -> None:
    board = started()
    assert board.round == 1 and board.phase == "deployment"
    assert RULES.to_act(board) == ("player",)
    refused(board, a.TakeTurn(), "not-your-turn", seat="enemy")


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_tm_05_the_enemy_passes_round_1_at_any_difficulty(difficulty: str) -> None:
    board = started(["my-horse-0", "my-foot-5", "my-foot-4", "my-foot-3"], difficulty=difficulty)
    done = do(board, a.Play("my-horse-0", 1, 1))
    assert done.only(f.EnemySkipped).reason == "first-round"
    assert not done.all(f.Revealed) and RULES.to_act(done.board) == ("player",)
    assert len(done.board.enemy.deck) == len(board.enemy.deck)


def test_tm_11_after_a_sacrifice_the_enemy_skips_its_turn() -> None:
    done = do(table(mine={(1, 1): "my-foot-1"}, theirs={(1, 1): "bow-1"}), a.Sacrifice("my-foot-1"))
    assert done.only(f.EnemySkipped).reason == "sacrifice"
    assert RULES.to_act(done.board) == ("player",)
    assert not card_of(done.board, "enemy", "bow-1").exhausted
    assert done.board.player.discard == ("my-foot-1",)


def test_a_sacrifice_costs_the_enemy_only_one_turn() -> None:
    board = do(
        table(mine={(1, 1): "my-foot-1"}, hand=["my-foot-0"]), a.Sacrifice("my-foot-1")
    ).board
    assert RULES.to_act(do(board, a.Play("my-foot-0", 1, 1)).board) == ("enemy",)


def test_tm_12_a_ready_ranged_card_attacks_instead_of_a_draw() -> None:
    done = enemy_turn(table(mine={(3, 1): "my-bow-1"}, theirs={(1, 1): "bow-2"}))
    shot = done.only(f.ShotFired)
    assert (shot.card, shot.target, shot.damage) == ("bow-2", "my-bow-1", 2)
    assert card_of(done.board, "enemy", "bow-2").exhausted
    assert not done.all(f.Revealed)
    assert RULES.to_act(done.board) == ("player",)


def test_tm_13_of_two_ready_ranged_cards_only_one_attacks() -> None:
    done = enemy_turn(table(mine={(3, 1): "my-bow-1"}, theirs={(1, 1): "bow-1", (2, 1): "bow-2"}))
    assert done.board.question and done.board.question.options == ("bow-1", "bow-2")
    done = do(done.board, a.Choose("bow-2"))
    assert done.only(f.ShotFired).card == "bow-2"
    assert not card_of(done.board, "enemy", "bow-1").exhausted
    assert RULES.to_act(done.board) == ("player",)


def test_tm_14_with_its_ranged_cards_exhausted_the_enemy_draws() -> None:
    done = enemy_turn(table(theirs={(1, 1): InPlay("bow-1", exhausted=True)}), "foot-1")
    assert done.only(f.Revealed).card == "foot-1"
    assert not done.all(f.ShotFired)


def test_tm_32_enemy_cards_are_not_exhausted_by_what_they_give_or_do() -> None:
    board = table(mine={(1, 1): "my-foot-1"}, theirs={(1, 1): "rich-2"}, round=4)
    done = do(enemy_turn(board, "noble-1").board, a.Choose("my-foot-1"))
    assert not any(s and s.exhausted for s in done.board.enemy.spaces)


# -- resources -------------------------------------------------------------------------------------


PRINTED = """
 2 -1 -1 -1 |  3 -1 -1  0 |  4 -1  0  1 |  5  0  0  1 |  6  0  1  2 |  7  0  1  3 |  8  1  2  3
 9  1  2  4 | 10  1  3  5 | 11  2  3  5 | 12  2  4  5 | 13  2  4  5 | 14  3  5  5 | 15  3  5  5
16  3  5  5 | 17  4  5  5 | 18  4  5  5 | 19  4  5  5 | 20  5  5  5
"""

ROWS = [
    tuple(map(int, row.split())) for line in PRINTED.strip().splitlines() for row in line.split("|")
]
LEVELS = ("easy", "normal", "hard")


def test_the_page_has_nineteen_rows_with_numbers() -> None:
    assert [row[0] for row in ROWS] == list(range(2, 21))


@pytest.mark.parametrize(
    "row", [*ROWS, (21, 5, 5, 5), (30, 5, 5, 5)], ids=lambda r: f"round {r[0]}"
)
def test_tm_09_tm_10_every_cell_of_the_table_and_past_row_20_the_last_row_goes_on(
    row: tuple[int, ...],
) -> None:
    for level, printed in zip(LEVELS, row[1:], strict=True):
        assert table(round=row[0], difficulty=level).table_row() == printed


@pytest.mark.parametrize("level", LEVELS)
def test_row_1_has_no_number_at_any_level(level: str) -> None:
    assert opened(difficulty=level).table_row() is None


def test_past_row_20_the_enemy_may_also_be_left_without_draws() -> None:
    board = table(
        round=21, after_last_row="no-draw", mine={(1, 1): "my-bow-1"}, theirs={(1, 1): "bow-1"}
    )
    assert enemy_turn(board).all(f.ShotFired), "it still shoots"
    done = enemy_turn(table(round=21, after_last_row="no-draw"))
    assert done.only(f.EnemySkipped).reason == "no-row"
    assert not done.all(f.Revealed)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("faction", "cards"),
    [
        pytest.param("norman", ("ceorl-saxon", "eadric"), id="tm_06_ceorl_lifts_the_saxon_enemy"),
        pytest.param("saxon", ("ealdred", "trompette"), id="tm_07_ealdred_lifts_the_norman_enemy"),
    ],
)
def test_in_round_2_a_card_lifts_the_enemy_to_0(
    faction: str, cards: tuple[str, str], level: str
) -> None:
    theirs = dict(zip(((2, 2), (2, 1)), cards, strict=True))
    board = table(theirs=theirs, round=2, difficulty=level, faction=faction)
    assert (board.table_row(), enemy_resources(board)) == (-1, 0)
    dear, free = (f"my-foot-{n}" if faction == "saxon" else f"foot-{n}" for n in (1, 0))
    done = enemy_turn(board, dear, free)
    assert done.only(f.Discarded).card == dear and done.only(f.Discarded).why == "too-dear"
    assert done.only(f.Placed).card == free


def test_tm_20_resources_of_cards_in_play_are_added_from_the_next_card_on() -> None:
    assert enemy_resources(table(round=4)) == 0
    done = enemy_turn(table(round=6), "rich-1")
    assert enemy_resources(done.board) == 1 + 1
    assert enemy_turn(done.board, "foot-2").only(f.Placed).card == "foot-2"
