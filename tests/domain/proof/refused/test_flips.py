"""Flip any bit of any byte of a bundle: the bundle must be refused.

Almost every flip leaves signatures and dice unchanged. So each signature is checked and each roll
drawn only once, and the answer is cached: both depend only on their arguments."""

import json
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

import domain.proof
from domain.proof.bundle.lines import Disclosure
from domain.proof.chance import rolls
from domain.proof.log.notes import VerifierKey
from domain.titles import registry
from tests.amount import count
from tests.builders.stores import new_clerk
from tests.builders.world import World, audit, policy
from tests.domain.proof.events import WithGames
from tests.domain.proof.games import RecordedTable, clerk_game, stored

EACH = count(7, 1)


@pytest.fixture(autouse=True)
def each_signature_and_roll_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VerifierKey, "verifies", cache(VerifierKey.verifies))
    monkeypatch.setattr(rolls, "picks", cache(rolls.picks))


def flips(bundle: bytes, bits: Iterable[int], threshold: int = 2) -> None:
    """Flip each of these bits and check that the bundle is refused. On every sixteenth the second
    verifier is run, too."""
    by, changed = policy(threshold), bytearray(bundle)
    for n, bit in enumerate(bits):
        changed[bit // 8] ^= 1 << bit % 8
        report = audit(bytes(changed), by, second=n % 16 == 0)
        assert report.exit == 1, (bit, bytes(changed)[max(0, bit // 8 - 40) : bit // 8 + 40])
        changed[bit // 8] ^= 1 << bit % 8


def test_flip_any_bit_of_any_byte() -> None:
    """The bundle has everything that a bundle can have: records with and without dice, a catalog,
    disclosed words."""
    catalog, salt, text = '{"dice":6}', "5a" * 16, 'a "note"'
    words = Disclosure(sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest(), salt, text)
    table = RecordedTable().open(())
    topic, data = table.records[0]
    table.records[0] = topic, data.replace(b"0" * 64, sha256(catalog.encode()).hexdigest().encode())
    table.records.append(stored("NoteAdded", text=words.commitment))
    world = World().play("g1", table.act("2d6").close().records)
    world.append(world.entries[0])
    bundle = world.bundle("g1", disclosures=[words], catalog=catalog)
    assert audit(bundle).verdict == "verified"
    flips(bundle, range(0, 8 * len(bundle), EACH))


def test_flip_any_bit_where_one_witness_of_two_would_do(good: bytes) -> None:
    """One of two witness lines is then superfluous, but a change of it must be found all the
    same."""
    assert audit(good, policy(1)).verdict == "verified"
    flips(good, range(good.index(b"\\u2014 club") * 8, 8 * len(good), EACH), threshold=1)


def test_flip_any_bit_of_a_tournament_and_its_games() -> None:
    file = WithGames().file()
    assert audit(file).verdict == "verified"
    flips(file, range(17, 8 * len(file), count(701, 211)))


def test_flip_any_bit_of_what_clocks_said() -> None:
    """The flipped bits are in the clock readings, and in what the opening and rulings say about
    clocks."""
    kept = Path(domain.proof.__file__).parent / "vectors" / "records.json"
    game, world = json.loads(kept.read_text("utf-8"))["a game with clocks"], World()
    world.play(game["game"], [(topic, data.encode()) for topic, data in game["records"]])
    file = world.bundle(game["game"])
    assert audit(file).verdict == "verified"
    spans = [
        match.span()
        for match in re.finditer(rb'\\"(clock_reading|time_control|remedy)\\":\{.*?\}', file)
    ]
    assert len(spans) >= len(game["records"]) + 3
    bits = [bit for start, end in spans for bit in range(8 * start, 8 * end)]
    flips(file, bits[17 :: count(97, 37)])


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> World:
    world, clerk = World(), new_clerk(tmp_path_factory.mktemp("real") / "greffe.sqlite")
    for title in registry.ids():
        world.play(*clerk_game(clerk, title, 2))
    clerk.close()
    return world


@pytest.mark.parametrize("number", range(len(registry.ids())), ids=registry.ids())
def test_flip_bits_of_a_real_bundle_of_each_title(real: World, number: int) -> None:
    bundle = real.bundle(list(real.games)[number])
    assert audit(bundle).verdict == "verified"
    flips(bundle, Random(number).sample(range(8 * len(bundle)), count(150, 400)))
