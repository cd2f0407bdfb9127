import msgspec
import pytest

from domain.titles.contract.ruleset import PUBLIC
from domain.titles.fief import RULES, actions as a, facts as f
from domain.titles.fief.board import Board
from tests.builders.fief import Table, act, refused


def sale(purse: int = 10, **options: bool) -> Board:
    table = Table(**options)
    for seat in table.board.setting.seats:
        table.purse(seat, purse)
    return table.phase("auction").board


def with_bids(board: Board, round: int = 1, **amounts: int) -> Board:
    for seat, amount in amounts.items():
        board = act(board, seat, a.Bid(amount, 1, round))
    return board


def purses(board: Board) -> list[int]:
    return [family.purse for family in board.families.values()]


def camps(board: Board) -> list[int]:
    return [family.camp for family in board.families.values()]


@pytest.mark.parametrize(
    ("rounds", "camps_then", "purses_then"),
    [
        pytest.param(
            [{"red": 4, "blue": 3, "green": 0}],
            [5, 0, 0],
            [6, 10, 10],
            id="ft_48_the_highest_bid_takes_all_and_only_it_is_paid",
        ),
        pytest.param(
            [{"red": 5, "blue": 5, "green": 2}, {"red": 5, "blue": 6}],
            [0, 5, 0],
            [10, 4, 10],
            id="ft_51_after_a_tie_the_third_player_keeps_his_money",
        ),
        pytest.param(
            [{"red": 5, "blue": 5, "green": 2}, {"red": 6, "blue": 5}],
            [5, 0, 0],
            [4, 10, 10],
            id="ft_53_the_second_round_is_won_by_the_higher_bid",
        ),
    ],
)
def test_who_gets_the_mercenaries_and_who_pays(
    rounds: list[dict[str, int]], camps_then: list[int], purses_then: list[int]
) -> None:
    board = sale()
    for number, amounts in enumerate(rounds, start=1):
        board = with_bids(board, number, **amounts)
    assert (camps(board), purses(board)) == (camps_then, purses_then)
    assert (board.pool, board.phase) == (0, "purchases")


def test_ft_50_nobody_bids_more_than_his_purse() -> None:
    assert refused(sale(3), "red", a.Bid(4, 1, 1)) == ("purse", "T 4.1")
    assert act(sale(3), "red", a.Bid(3, 1, 1)).auction is not None


def test_ft_51_a_tie_is_bid_again_by_those_who_made_it() -> None:
    board = with_bids(sale(), red=5, blue=5, green=2)
    assert (board.phase, RULES.to_act(board)) == ("auction", ("red", "blue"))
    assert refused(board, "green", a.Bid(9, 1, 2)) == ("no-bid-due", "T 4.1")
    assert purses(board) == [10, 10, 10]


def test_ft_63_only_what_lies_in_the_pool_is_up_for_auction() -> None:
    table = Table().camp("red", 2).purse("blue", 9)
    assert camps(with_bids(table.phase("auction").board, red=0, blue=1, green=0)) == [2, 3, 0]


# -- secrets ---------------------------------------------------------------------------------------

READERS = (PUBLIC, "blue", "green")


def everything(board: Board, reader: str) -> list[object]:
    sentence = [RULES.say_action(board, seat, a.Bid(7, 1, 1)) for seat in board.setting.seats]
    return [
        msgspec.to_builtins(RULES.view(board, reader)),
        RULES.to_act(board),
        RULES.score(board),
        RULES.census(board),
        sentence,
        RULES.legal(board, reader) if reader != PUBLIC else None,
        [RULES.judge(board, reader, a.Bid(amount, 1, 1)) for amount in range(12)],
    ]


@pytest.mark.parametrize("reader", READERS)
def test_ft_49_a_bid_is_hidden_until_all_are_in(reader: str) -> None:
    low, high = with_bids(sale(), red=1), with_bids(sale(), red=9)
    assert everything(low, reader) == everything(high, reader)
    for amount in (1, 9):
        action, fact = a.Bid(amount, 1, 1), f.BidSealed("red", 1, 1, amount)
        assert not RULES.visible(high, reader, "red", action)
        assert not RULES.visible(high, reader, "red", fact)
        assert (
            str(amount)
            not in RULES.say_fact(high, fact).en + RULES.say_action(sale(), "red", action).fr
        )


@pytest.mark.parametrize("reader", [*READERS, "red"])
def test_a_bid_of_the_second_round_is_hidden_too(reader: str) -> None:
    tie = with_bids(sale(), red=5, blue=5, green=2)
    low, high = with_bids(tie, 2, red=5), with_bids(tie, 2, red=9)
    assert (everything(low, reader) == everything(high, reader)) == (reader != "red")
    assert RULES.visible(high, reader, "red", f.BidSealed("red", 1, 2, 9)) == (reader == "red")
    assert RULES.visible(high, reader, "red", f.BidSealed("red", 1, 1, 5)), (
        "the first round lies open"
    )
