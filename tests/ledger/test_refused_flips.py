""" "Flip any bit of any byte of a bundle": none may pass."""

from __future__ import annotations

from random import Random

import pytest

from domain import games
from tests.ledger.games import Table, clerk_game, small_game
from tests.ledger.world import World, audit, policy
from tests.stores import new_clerk


def flips(bundle: bytes, bits: range | list[int]) -> None:
    for bit in bits:
        changed = bytearray(bundle)
        changed[bit // 8] ^= 1 << bit % 8
        assert audit(bytes(changed)).exit == 1, (bit, bytes(changed)[max(0, bit // 8 - 40) : bit // 8 + 40])


def test_flip_any_bit_of_any_byte() -> None:
    world = World()
    world.play("g1", Table().open().act("2d6").close().records)
    world.play("g2", small_game("g2"))
    bundle = world.bundle("g1")
    assert audit(bundle).verdict == "verified"
    flips(bundle, range(8 * len(bundle)))


def test_flip_any_bit_where_one_witness_of_two_would_do(good: bytes) -> None:
    """Then one witness line is not needed, and must not be changed unseen all the same."""
    start = good.index(b"\\u2014 club") * 8
    for bit in range(start, 8 * len(good)):
        changed = bytearray(good)
        changed[bit // 8] ^= 1 << bit % 8
        assert audit(bytes(changed), policy(1)).exit == 1


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of each title, by the clerk, in one log."""
    world, clerk = World(), new_clerk(tmp_path_factory.mktemp("real") / "greffe.sqlite")
    for title in games.ids():
        world.play(*clerk_game(clerk, title, 4))
    clerk.close()
    return world


@pytest.mark.parametrize("number", range(len(games.ids())), ids=games.ids())
def test_flip_bits_of_a_real_bundle_of_each_title(real: World, number: int) -> None:
    bundle = real.bundle(list(real.games)[number])
    assert audit(bundle).verdict == "verified"
    flips(bundle, Random(number).sample(range(8 * len(bundle)), 500))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(games.ids())), ids=games.ids())
def test_flip_every_bit_of_a_real_bundle_of_each_title(real: World, number: int) -> None:
    bundle = real.bundle(list(real.games)[number])
    flips(bundle, range(8 * len(bundle)))
