from __future__ import annotations

import pytest

from domain.games.fief import RULES
from domain.games.fief import actions as a
from domain.games.fief.board import Board, Troops
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import revolts as rf
from tests.builders.fief import Table, act, asked, facts, refused, there


def camp(count: int = 5) -> Board:
    """Franck (Red) keeps mercenaries; Olivier (Blue) plays his cards."""
    return Table().camp("red", count).phase("cards", "blue").board


def test_ft_70_the_example_of_t_4_4() -> None:
    board = act(camp(), "blue", a.PlayRevolt(camp="red"), [2])
    assert (board.families["red"].camp, board.pool) == (2, 3)
    assert board.revolt is None


def test_ft_72_a_blank_still_kills_one() -> None:
    board = act(camp(), "blue", a.PlayRevolt(camp="red"), [0])
    assert (board.families["red"].camp, board.pool) == (4, 1)


def test_a_revolt_kills_no_more_than_there_are() -> None:
    board = act(camp(2), "blue", a.PlayRevolt(camp="red"), [3])
    assert (board.families["red"].camp, board.pool) == (0, 5)


def test_one_battle_die_is_rolled() -> None:
    assert asked(camp(), "blue", a.PlayRevolt(camp="red")) == ["battle dice of the revolt: 1d6"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (a.PlayRevolt(camp="green"), "empty-camp"),
        (a.PlayRevolt(camp="nobody"), "empty-camp"),
        (a.PlayRevolt(), "one-target"),
        (a.PlayRevolt("blaye", "red"), "one-target"),
        (a.PlayRevolt("nowhere"), "no-village"),
        (a.PlayRevolt("outremer"), "no-village"),
        (a.PlayRevolt("sigy"), "no-holder"),
    ],
)
def test_targets_a_card_does_not_have(action: a.PlayRevolt, code: str) -> None:
    assert refused(camp(), "blue", action)[0] == code


def test_the_card_is_played_in_the_cards_phase() -> None:
    board = Table().camp("red", 5).phase("moves", "blue").board
    assert refused(board, "blue", a.PlayRevolt(camp="red")) == ("wrong-phase", "T 4.4")


def village(**troops: int) -> Table:
    """Blaye is Red's, with a lord in it; Blue plays its cards."""
    table = Table().held("red", "blaye").lord("red", "blaye", "othon").troops("red", "blaye", **troops)
    return table.phase("cards", "blue")


def test_in_a_village_the_holder_takes_the_losses_he_chooses() -> None:
    board = act(village(sergeant=4, knight=1).board, "blue", a.PlayRevolt("blaye"), [2])
    assert RULES.to_act(board) == ("red",)
    assert refused(board, "blue", a.EndPhase()) == ("revolt-first", "T 4.4")
    assert refused(board, "red", a.TakeLosses(sergeant=2)) == ("wrong-losses", "TA 1.1")
    assert there(act(board, "red", a.TakeLosses(knight=1)), "red") == Troops(sergeant=4)
    board = act(board, "red", a.TakeLosses(sergeant=3))
    assert there(board, "red") == Troops(sergeant=1, knight=1)
    assert board.revolt is None and board.phase == "cards"


def test_the_dead_are_dead_and_nobody_is_captured() -> None:
    board = act(village(sergeant=1, bombard=1).board, "blue", a.PlayRevolt("blaye"), [0])
    assert there(board, "red") == Troops(), "the bombard falls with the last sergeant"
    assert board.lords["othon"].free
    board = act(village(sergeant=1).board, "blue", a.PlayRevolt("blaye"), [1])
    assert board.lords["othon"].dead


def test_other_families_in_the_village_are_not_touched() -> None:
    table = village().troops("green", "blaye", sergeant=3)
    board = act(table.board, "blue", a.PlayRevolt("blaye"), [2])
    assert there(board, "green").sergeant == 3


def test_a_village_without_anybody_has_nothing_to_lose() -> None:
    board = act(Table().held("red", "blaye").phase("cards", "blue").board, "blue", a.PlayRevolt("blaye"), [3])
    assert board.revolt is None


def test_mercenaries_who_rest_are_no_reinforcements() -> None:
    board = act(village(sergeant=4, knight=1).camp("red", 3).board, "blue", a.PlayRevolt("blaye"), [2])
    assert refused(board, "red", a.CommitMercenaries(1)) == ("revolt", "T 4.2")
    assert refused(board, "red", a.TakeLosses(mercenary=3))[0] == "not-there"


# -- cardinals ---------------------------------------------------------------------------------------------------------


def conclave(purse: int = 3) -> Table:
    return village(sergeant=5).lord("green", "bourg", "henri", "cardinal-1").purse("green", purse)


def test_a_cardinal_may_calm_a_revolt_for_three_ecus() -> None:
    board = act(conclave().board, "blue", a.PlayRevolt("blaye"))
    assert RULES.to_act(board) == ("green",)
    assert refused(board, "red", a.AnswerRevolt(True)) == ("not-asked", "T 4.4")
    board = act(board, "green", a.AnswerRevolt(True))
    assert board.families["green"].purse == 0 and there(board, "red").sergeant == 5
    assert board.revolt is None


def test_or_let_it_happen() -> None:
    board = act(conclave().board, "blue", a.PlayRevolt("blaye"))
    assert rf.RevoltRolled((1,), 2) in facts(board, "green", a.AnswerRevolt(False), [1])
    board = act(board, "green", a.AnswerRevolt(False), [1])
    assert (board.families["green"].purse, there(board, "red").sergeant) == (3, 3)


def test_every_cardinal_s_family_is_asked_in_turn_order() -> None:
    table = conclave().lord("red", "blaye", "quentin", "cardinal-2")
    board = act(table.board, "blue", a.PlayRevolt("blaye"))
    assert RULES.to_act(board) == ("red", "green")
    board = act(board, "green", a.AnswerRevolt(False))
    assert RULES.to_act(board) == ("red",)


def test_a_cardinal_without_money_or_in_chains_is_not_asked() -> None:
    assert act(conclave(2).board, "blue", a.PlayRevolt("blaye"), [0]).revolt is None
    captive = conclave().tell(f.LordCaptured("henri", "blue"))
    assert act(captive.board, "blue", a.PlayRevolt("blaye"), [0]).revolt is None
