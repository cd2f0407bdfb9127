"""Sealed dice follow their specification, are fair, and depend on nothing but key, number and
shape."""

import hashlib
import hmac

import pytest
from hypothesis import given, strategies as st

from domain.kernel.text import Text
from domain.titles.contract.chance import (
    Ask,
    BadValues,
    ChanceNeeded,
    SealedChance,
    TableChance,
    dice_key,
    sealed_picks,
    seed_commitment,
)
from tests.builders.refusals import refused_with

KEY = dice_key(b"s" * 32, "game")
LABEL = Text("die", "dé")


def bytes_of(number: int, spec: str, blocks: int = 64) -> bytes:
    return b"".join(
        hmac.digest(KEY, f"greffe/roll@v1\n{number} {spec}\n{j}\n".encode(), "sha256")
        for j in range(blocks)
    )


def test_the_key_and_the_commitment_are_bound_to_the_game() -> None:
    assert dice_key(b"s" * 32, "a") == hmac.digest(b"s" * 32, b"greffe/dice-key@v1\na\n", "sha256")
    given_by_seats = dice_key(b"s" * 32, "a", [("blue", b"\x01\x02")])
    assert given_by_seats == hmac.digest(b"s" * 32, b"greffe/dice-key@v1\na\nblue 0102\n", "sha256")
    assert (
        seed_commitment(b"s" * 32, "a")
        == hashlib.sha256(b"greffe/seed@v1\na\n" + b"s" * 32).hexdigest()
    )


@pytest.mark.parametrize("spec", ["1d6", "4d6", "1d256", "2d257", "3d1000", "1d1"])
def test_dice_take_the_fewest_bytes_and_reject_the_biased_tail(spec: str) -> None:
    count, faces = (int(x) for x in spec.split("d"))
    size = ((faces - 1).bit_length() + 7) // 8
    stream, expected, at = bytes_of(5, spec), [], 0
    while len(expected) < count:
        if size == 0:
            expected.append(0)
            continue
        word = int.from_bytes(stream[at : at + size], "big")
        at += size
        if word < 256**size - 256**size % faces:
            expected.append(word % faces)
    assert list(sealed_picks(KEY, 5, spec)) == expected


def test_a_shuffle_is_fisher_yates_from_the_last_index_down() -> None:
    stream, order, at = bytes_of(9, "7of7"), list(range(7)), 0
    for last in range(6, 0, -1):
        while stream[at] >= 256 - 256 % (last + 1):
            at += 1
        other, at = stream[at] % (last + 1), at + 1
        order[last], order[other] = order[other], order[last]
    assert sealed_picks(KEY, 9, "7of7") == tuple(reversed(order))


@given(st.integers(1, 40), st.integers(0, 40), st.integers(1, 10_000))
def test_a_draw_gives_different_places(size: int, count: int, number: int) -> None:
    count = min(count, size)
    picks = sealed_picks(KEY, number, f"{count}of{size}")
    assert len(picks) == len(set(picks)) == count
    assert all(0 <= p < size for p in picks)


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
    refused_with(BadValues, "2 table values were given but the action used 1", chance.finish)


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
    chance.finish()
    needed = refused_with(ChanceNeeded, "", TableChance({"battle": [[1, 2]]}).ask, *asks)
    assert ([ask.kind for ask in needed.asks], needed.given) == (["wind", "battle"], 1)
    left = TableChance({"battle": [[1, 2]], "plague": [[6]]})
    left.ask(asks[0])
    refused_with(BadValues, "plague", left.finish)
