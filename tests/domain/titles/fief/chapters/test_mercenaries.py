import pytest

from domain.titles.fief import RULES, actions as a, facts as f
from domain.titles.fief.board import Board
from tests.builders.fief import Table, act, battle, plain, refused, troops_at


def hired(count: int = 5, **attack: int) -> Board:
    """Red, with `count` mercenaries in its camp, attacks Blue in the open and is asked how many
    mercenaries it sends."""
    return battle(plain(attack or {"sergeant": 6}, {"sergeant": 11}).camp("red", count))


def points(board: Board, side: str = "attack") -> tuple[int, int]:
    shown = RULES.view(board, "public")["battle"][side]  # type: ignore[index]
    return shown["combat_points"], shown["round_dice"]


def test_ft_55_mercenaries_want_a_lord_of_their_employer_in_the_battle() -> None:
    table = (
        plain({"sergeant": 6}, {"sergeant": 6})
        .troops("green", "blaye", sergeant=3)
        .camp("green", 5)
    )
    board = act(battle(table), "green", a.JoinBattle("attack"))
    assert refused(board, "green", a.CommitMercenaries(1)) == ("no-lord", "T 4.2")


def test_ft_56_one_mercenary_makes_thirteen_points_and_a_third_die() -> None:
    board = hired(5, knight=2, sergeant=5)
    assert points(board) == (12, 2)
    board = act(board, "red", a.CommitMercenaries(1))
    assert (points(board), board.families["red"].camp) == ((13, 3), 4)
    assert troops_at(board, "red").mercenary == 1


def test_ft_58_mercenaries_come_at_the_start_of_a_round_and_not_in_its_middle() -> None:
    board = act(act(hired(), "red", a.CommitMercenaries(1)), "red", a.HoldMercenaries())
    assert (board.battle and board.battle.round, board.battle and board.battle.stage) == (
        1,
        "muster",
    )
    board = act(act(board, "red", a.CommitMercenaries(2)), "red", a.HoldMercenaries())
    assert refused(board, "red", a.CommitMercenaries(1)) == ("mid-round", "T 4.2")
    board = act(board, "red", a.FightRound(), [2, 0], [1, 0])
    assert refused(board, "red", a.CommitMercenaries(1)) == ("mid-round", "T 4.2")
    board = act(board, "red", a.TakeLosses(mercenary=1))
    board = act(act(board, "red", a.FightOn()), "blue", a.FightOn())
    assert troops_at(act(board, "red", a.CommitMercenaries(2)), "red").mercenary == 4


def test_who_has_said_he_sends_no_more_is_not_asked_again_before_the_next_round() -> None:
    table = plain({"sergeant": 6}, {"sergeant": 6}).camp("red", 2).camp("blue", 2)
    board = act(battle(table), "red", a.HoldMercenaries())
    assert RULES.to_act(board) == ("blue",)
    assert refused(board, "red", a.CommitMercenaries(1)) == ("held", "T 4.2")
    assert refused(board, "red", a.HoldMercenaries()) == ("not-asked", "T 4.2")


def second_battle() -> Board:
    """Red sent all five mercenaries to Blaye and won; it now attacks Green in Bourg."""
    table = plain({"sergeant": 6}, {"sergeant": 1}).camp("red", 5)
    table.lord("red", "bourg").troops("red", "bourg", sergeant=3).lord("green", "bourg").troops(
        "green", "bourg", sergeant=9
    )
    board = act(battle(table), "red", a.CommitMercenaries(5))
    board = act(board, "red", a.FightRound(), [2, 2], [0])
    assert board.battle is None
    return act(board, "red", a.DeclareBattle("bourg", ("green",)))


def test_ft_59_a_mercenary_fights_one_battle_a_turn() -> None:
    assert refused(second_battle(), "red", a.CommitMercenaries(1)) == ("not-in-camp", "T 4.2")


def test_ft_60_no_mercenary_steps_into_a_revolt_but_one_may_go_on_crusade() -> None:
    table = (
        Table()
        .held("red", "blaye")
        .lord("red", "blaye")
        .troops("red", "blaye", knight=2, sergeant=4)
        .camp("red", 5)
    )
    board = act(table.phase("cards", "blue").board, "blue", a.PlayRevolt(place="blaye"), [2])
    assert board.revolt is not None
    assert refused(board, "red", a.CommitMercenaries(1)) == ("revolt", "T 4.2")
    crusade = (
        Table()
        .lord("red", "outremer")
        .troops("red", "outremer", sergeant=2)
        .camp("red", 5)
        .phase("battles", "red")
        .board
    )
    crusade = act(crusade, "red", a.DeclareBattle("outremer", infidels=9))
    assert points(act(crusade, "red", a.CommitMercenaries(5))) == (8, 2)


@pytest.mark.parametrize(("sent", "felled"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_ft_61_the_plague_halves_a_batch_rounded_down(sent: int, felled: int) -> None:
    table = (
        plain({"sergeant": 6}, {"sergeant": 6}).camp("red", 5).apply(f.PlagueSpread(1, ("blaye",)))
    )
    board = act(battle(table), "red", a.CommitMercenaries(sent))
    assert troops_at(board, "red").mercenary == sent - felled
    assert (board.pool, board.families["red"].camp) == (felled, 5 - sent)


def plagued(count: int, version: int = 2) -> Board:
    """Red attacks in a place with the plague, with `count` mercenaries in its camp; all other
    mercenaries are in the pool."""
    table = plain({"sergeant": 6}, {"sergeant": 6}, version=version).camp("red", count)
    return battle(table.apply(f.PlagueSpread(1, ("blaye",))))


def test_in_games_of_version_1_the_plague_counted_each_batch_alone() -> None:
    board = plagued(3, version=1)
    for _ in range(3):
        board = act(board, "red", a.CommitMercenaries(1))
    assert (troops_at(board, "red").mercenary, board.pool) == (3, 2)


def test_ft_63_fallen_mercenaries_lie_in_the_pool() -> None:
    board = act(act(hired(2), "red", a.CommitMercenaries(2)), "red", a.FightRound(), [0, 0], [2, 0])
    board = act(board, "red", a.TakeLosses(mercenary=2))
    assert (board.pool, troops_at(board, "red").mercenary, board.families["red"].camp) == (5, 0, 0)
    assert board.families["red"].stock == hired(2).families["red"].stock, "they are nobody's own"


def test_ft_64_survivors_stay_until_the_end_of_the_turn_and_then_go_home() -> None:
    board = act(second_battle(), "red", a.FightRound(), [3], [3, 0])
    board = act(
        act(board, "red", a.TakeLosses(sergeant=3)) if board.battle else board, "red", a.EndPhase()
    )
    assert troops_at(board, "red").mercenary == 5
    for seat in ("red", "blue", "green"):
        assert troops_at(board, "red").mercenary == 5, "still there in the end phase"
        board = act(board, seat, a.EndPhase())
    assert (board.turn, troops_at(board, "red").mercenary, board.families["red"].camp) == (2, 0, 5)


def test_the_worked_example_of_t_4_2_to_its_numbers() -> None:
    board = hired(5, knight=2, sergeant=5)
    board = act(act(board, "red", a.CommitMercenaries(1)), "red", a.HoldMercenaries())
    board = act(board, "red", a.HoldMercenaries())
    assert points(board) == (13, 3)
    board = act(board, "red", a.FightRound(), [2, 1, 0], [2, 0])
    board = act(board, "red", a.TakeLosses(mercenary=1, sergeant=1))
    assert points(board) == (11, 2)
    board = act(act(board, "red", a.FightOn()), "blue", a.FightOn())
    board = act(board, "red", a.CommitMercenaries(2))
    assert (points(board), board.families["red"].camp, board.pool) == ((13, 3), 2, 1)
