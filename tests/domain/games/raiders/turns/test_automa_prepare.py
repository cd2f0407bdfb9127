from __future__ import annotations

import pytest

from domain.games.raiders import RULES
from domain.games.raiders.board import Board
from domain.games.raiders.goods import Gain
from tests.builders.raiders import EXAMPLE, printing, reveal, table

NO_RAID: dict[str, dict[str, int]] = {"outpost-right-1": {}, "outpost-right-2": {}}


def prepared(armour: int, provisions: int, gain: Gain) -> Board:
    catalog = printing(armour=gain.armour, provisions=gain.provisions, offering=gain.offering)
    return reveal(table("reveal", automa={"armour": armour, "provisions": provisions}, spaces=NO_RAID, catalog=catalog))


@pytest.mark.parametrize(
    ("case", "armour", "provisions", "gain", "then"),
    [
        ("the card of the rule text", 0, 0, Gain(1, 2), (1, 2)),
        ("rs_17 what fits is gained", 9, 0, Gain(1, 2), (10, 2)),
        ("rs_18 armour that does not fit becomes provisions", 10, 0, Gain(2, 0), (10, 2)),
        ("rs_19 provisions that do not fit become armour", 0, 8, Gain(0, 2), (2, 8)),
        ("rs_22 at both limits nothing is gained", 10, 8, Gain(2, 2), (10, 8)),
        ("one fits, one is exchanged", 9, 3, Gain(2, 1), (10, 5)),
        ("provisions exchanged in part", 8, 7, Gain(1, 3), (10, 8)),
        ("what was exchanged does not come back", 10, 7, Gain(3, 2), (10, 8)),
        ("its own gain goes first", 9, 8, Gain(1, 1), (10, 8)),
    ],
)
def test_gains_go_up_to_the_limits_and_the_rest_is_exchanged(
    case: str, armour: int, provisions: int, gain: Gain, then: tuple[int, int]
) -> None:
    board = prepared(armour, provisions, gain)
    assert (board.automa.armour, board.automa.provisions) == then, case


def test_neither_limit_is_ever_passed() -> None:
    for armour in range(11):
        for provisions in range(9):
            for gain in (Gain(1, 2), Gain(3, 0), Gain(0, 3), Gain(2, 2)):
                after = prepared(armour, provisions, gain).automa
                free = 10 - armour + 8 - provisions
                assert after.armour <= 10 and after.provisions <= 8
                gained = after.armour - armour + after.provisions - provisions
                assert gained == min(gain.armour + gain.provisions, free)


def test_gained_provisions_come_from_the_supply() -> None:
    board = prepared(0, 0, Gain(1, 2))
    assert board.supply.provisions == 30


def test_rs_23_an_offering_is_laid_beside_the_ship_and_is_no_resource() -> None:
    catalog = printing(armour=0, provisions=1, offering=1)
    board = table("reveal", automa={"armour": 10, "provisions": 7}, spaces=NO_RAID, catalog=catalog)
    after = reveal(board, EXAMPLE, ["O09"])
    assert after.automa.offerings == ("O01",), "the leftmost tile"
    assert after.face_up == ("O09", "O02", "O03"), "the gap is filled at once"
    assert len(after.stack) == len(board.stack) - 1
    assert (after.automa.armour, after.automa.provisions) == (10, 8)
    assert RULES.census(after)["offerings"] == 16


def test_rs_23_at_both_limits_the_offering_is_still_taken() -> None:
    catalog = printing(armour=1, provisions=1, offering=1)
    board = reveal(table("reveal", automa={"armour": 10, "provisions": 8}, spaces=NO_RAID, catalog=catalog), EXAMPLE, ["O09"])
    assert board.automa.offerings == ("O01",)
    assert (board.automa.armour, board.automa.provisions) == (10, 8)


def test_rs_23_by_option_the_tile_comes_from_the_stack() -> None:
    catalog = printing(armour=0, provisions=0, offering=1)
    board = table("reveal", spaces=NO_RAID, catalog=catalog, options={"offering_from": "stack"})
    after = reveal(board, EXAMPLE)
    assert after.automa.face_down == 1 and after.automa.offerings == ()
    assert after.face_up == board.face_up and after.tiles_left == board.tiles_left - 1
    empty = reveal(table("reveal", spaces=NO_RAID, catalog=catalog, options={"offering_from": "stack"}, stack=()), EXAMPLE)
    assert empty.automa.face_down == 0


def test_a_raid_brings_no_offering() -> None:
    catalog = printing(armour=1, provisions=2, offering=1)
    board = reveal(table("reveal", automa={"armour": 3, "provisions": 4}, catalog=catalog))
    assert board.automa.points == 5
    assert board.automa.offerings == ()
