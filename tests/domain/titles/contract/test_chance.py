"""Rolls are numbered, and a table is asked for its values. `tests/domain/proof/chance/test_dice.py`
compares the sealed dice with those of the verifier."""

import pytest

from domain.kernel.text import Text
from domain.titles.contract.chance import (
    Ask,
    BadValues,
    ChanceNeeded,
    SealedChance,
    TableChance,
    dice_key,
    sealed_picks,
)
from tests.builders.refusals import refused_with

KEY = dice_key(b"s" * 32, "game")
LABEL = Text("die", "dé")


def test_rolls_are_numbered_on_from_the_last_one() -> None:
    chance = SealedChance(KEY, 41)
    chance.die("attack", LABEL, 6)
    chance.draw("tile", LABEL, ["a", "b", "c"], 2)
    assert [(r.number, r.kind, r.spec, r.source) for r in chance.rolls] == [
        (42, "attack", "1d6", "sealed"),
        (43, "tile", "2of3", "sealed"),
    ]
    assert chance.rolls[1].values == tuple(
        ["a", "b", "c"][p] for p in sealed_picks(KEY, 43, "2of3")
    )


def test_the_table_is_asked_for_exactly_what_is_missing() -> None:
    both = (Ask("blue", LABEL, 2, (1, 2, 3), True), Ask("red", LABEL, 1, (1, 2, 3), True))
    needed = refused_with(ChanceNeeded, "", TableChance().ask, *both)
    assert needed.asks == both and needed.given == 0
    needed = refused_with(ChanceNeeded, "", TableChance([[1, 2]]).ask, *both)
    assert needed.asks == both[1:] and needed.given == 1


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ([[7]], "7 cannot come up"),
        ([[1, 2]], "1 values are needed, 2 were given"),
        ([["1"]], "1 cannot"),
    ],
)
def test_values_that_cannot_come_up_are_refused(values: list[list[int]], says: str) -> None:
    refused_with(BadValues, says, TableChance(values).die, "d", LABEL, 6)


def test_a_card_is_drawn_once() -> None:
    refused_with(BadValues, "", TableChance([["a", "a"]]).draw, "card", LABEL, ["a", "b"], 2)
    assert TableChance([["a", "a"]]).draw("card", LABEL, ["a", "b", "a"], 2) == ("a", "a")


def test_values_left_over_are_refused() -> None:
    chance = TableChance([[1], [2]])
    chance.die("d", LABEL, 6)
    refused_with(
        BadValues, "2 table values were given but the action used 1", chance.check_all_used
    )


def test_values_of_the_table_are_also_given_by_the_kind_of_roll() -> None:
    """Thus an action with several uses of chance is entered at once, whatever the order in which
    its rules ask for them."""
    chance = TableChance({"wind": [[2]], "battle": [[1, 2], [3]]})
    asks = (
        Ask("battle", LABEL, 2, (1, 2, 3), True),
        Ask("wind", LABEL, 1, (1, 2), True),
        Ask("battle", LABEL, 1, (1, 2, 3), True),
    )
    assert chance.ask(*asks) == ((1, 2), (2,), (3,))
    chance.check_all_used()
    needed = refused_with(ChanceNeeded, "", TableChance({"battle": [[1, 2]]}).ask, *asks)
    assert ([ask.kind for ask in needed.asks], needed.given) == (["wind", "battle"], 1)
    left = TableChance({"battle": [[1, 2]], "plague": [[6]]})
    left.ask(asks[0])
    refused_with(BadValues, "plague", left.check_all_used)
