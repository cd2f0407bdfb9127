"""Sealed dice: derived here and in `domain/rules/chance.py`, twice written to the same words, always alike."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ledger.chance import dice
from domain.ledger.errors import Misspelt
from domain.rules import chance
from domain.rules.chance import SealedChance
from domain.rules.text import same
from tests.amount import count
from tests.builders.world import World, audit
from tests.ledger.games import Table
from tests.ledger.refusing import holds, told

KEYS = st.binary(min_size=32, max_size=32)


@settings(max_examples=count(200, 600))
@given(KEYS, st.integers(1, 10**6), st.integers(0, 20), st.one_of(st.integers(1, 300), st.integers(1, 10**5)))
def test_dice_are_alike(key: bytes, number: int, many: int, size: int) -> None:
    spec = f"{many}d{size}"
    assert dice.picks(key, number, spec) == chance.sealed_picks(key, number, spec)


@settings(max_examples=count(200, 600))
@given(KEYS, st.integers(1, 10**6), st.integers(1, 400).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))))
def test_draws_and_shuffles_are_alike(key: bytes, number: int, shape: tuple[int, int]) -> None:
    spec = f"{shape[0]}of{shape[1]}"
    picks = dice.picks(key, number, spec)
    assert picks == chance.sealed_picks(key, number, spec)
    assert len(set(picks)) == shape[0]


@settings(max_examples=count(30, 100))
@given(
    KEYS,
    st.from_regex(r"[0-9a-z]{1,12}", fullmatch=True),
    st.lists(st.tuples(st.from_regex(r"[a-z0-9-]{1,9}", fullmatch=True), st.binary(min_size=16, max_size=40)), max_size=5),
)
def test_keys_and_commitments_are_alike(seed: bytes, game: str, contributions: list[tuple[str, bytes]]) -> None:
    assert dice.dice_key(game, seed, contributions) == chance.dice_key(seed, game, contributions)
    assert dice.seed_commitment(game, seed).hex() == chance.seed_commitment(seed, game)


def test_what_the_rules_ask_for_is_what_is_derived() -> None:
    source = SealedChance(b"k" * 32)
    source.dice("battle", same("battle"), 3, ["axe", "axe", "shield", "blank"])
    source.draw("tile", same("tile"), [f"t{i}" for i in range(17)], 4)
    source.draw("deck", same("deck"), range(90), 90)
    source.die("fire", same("fire"), 1)
    for roll in source.rolls:
        assert dice.picks(b"k" * 32, roll.number, roll.spec) == roll.picks


def test_the_words_of_the_specification() -> None:
    assert dice.seed_commitment("g", b"s") == sha256(b"greffe/seed@v1\ng\ns").digest()
    assert dice.contribution_commitment("g", "blue", b"v") == sha256(b"greffe/contribution@v1\ng\nblue\nv").digest()


def test_dice_are_fair() -> None:
    """Rejection sampling: 100,000 throws of a die of 200 faces, each face about 500 times (7 standard deviations)."""
    counts = [0] * 200
    for number in range(1, 1001):
        for pick in dice.picks(b"fair" * 8, number, "100d200"):
            counts[pick] += 1
    assert all(abs(count - 500) < 7 * 22.4 for count in counts)


@pytest.mark.parametrize(
    "spec", ["", "d6", "2d", "2d0", "1of0", "3of2", "02d6", "2d06", "2D6", "2d6 ", "-1d6", "1e3d6", "2x6", "٢d6", "9" * 30 + "d6"]
)
def test_specs_that_nobody_rolls(spec: str) -> None:
    with pytest.raises(Misspelt):
        dice.picks(b"k" * 32, 1, spec)


def test_a_draw_from_a_huge_pool_costs_no_more_than_what_is_drawn() -> None:
    assert len(set(dice.picks(b"k" * 32, 1, f"5of{10**17}"))) == 5


# -- through a game -------------------------------------------------------------------------------------------------------


def test_on_whom_the_dice_rest() -> None:
    holds(Table().open().act("2d6").close().records, "2 sealed rolls", "the service alone")
    holds(Table().open(()).contribute().act("2d6").close().records, "1 sealed roll drawn", "it rests on the service and blue, red")
    stood_in = {"red": "service"}
    holds(Table().open(()).contribute(by=stood_in).act("2d6").close().records, "the service and blue, which stood in for red")
    nobody = {"red": "service", "blue": "service"}
    holds(Table().open(()).contribute(by=nobody).act("2d6").close().records, "the service alone, which stood in for blue, red")
    holds(
        Table().open().act("2d6").contribute().act("1d6").close().records,
        "3 sealed rolls",
        "2 of them, before the contributions, on the service alone",
    )


def test_contributions_that_were_never_revealed_leave_the_dice_with_the_service() -> None:
    table = Table().open()
    table.records += Table().open().contribute().records[1:3]
    holds(table.act("2d6").close().records, "the service alone")


def test_table_dice_are_attested() -> None:
    holds(Table(chance="table").open().act("2d6").close().records, "2 rolls were typed in from the table", "not proven")
    table = Table(chance="table").open()
    holds(table.act_with(table.roll("1d6", source="attested")).close().records)
    table = Table(chance="table").open()
    told(table.act_with(table.roll("1d6", source="sealed")).close().records, "in a game whose chance is table", record=2)


def test_an_open_game_is_not_complete() -> None:
    world = World()
    world.play("g1", Table().open().act("2d6").records)
    report = audit(world.bundle("g1"))
    assert report.exit == 3
    assert any("the seed of 2 sealed rolls is shown when the game is closed" in f.said.en for f in report.findings)
