"""Sealed dice: derived here and in `domain/chance.py`, twice written to the same words, always alike."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import chance
from domain.chance import SealedChance
from domain.ledger import dice
from domain.ledger.errors import Misspelt
from domain.ledger.standing import MOST_RULINGS, Standing
from domain.words import same
from tests.ledger.games import VALUES, Table
from tests.ledger.refusing import failed, told
from tests.ledger.world import Record, World, audit

KEYS = st.binary(min_size=32, max_size=32)


@settings(max_examples=600)
@given(KEYS, st.integers(1, 10**6), st.integers(0, 20), st.one_of(st.integers(1, 300), st.integers(1, 10**5)))
def test_dice_are_alike(key: bytes, number: int, many: int, size: int) -> None:
    spec = f"{many}d{size}"
    assert dice.picks(key, number, spec) == chance.sealed_picks(key, number, spec)


@settings(max_examples=600)
@given(KEYS, st.integers(1, 10**6), st.integers(1, 400).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))))
def test_draws_and_shuffles_are_alike(key: bytes, number: int, shape: tuple[int, int]) -> None:
    spec = f"{shape[0]}of{shape[1]}"
    picks = dice.picks(key, number, spec)
    assert picks == chance.sealed_picks(key, number, spec)
    assert len(set(picks)) == shape[0]


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


def holds(records: list[Record], *words: str) -> None:
    """A game whose dice are in order; the report says so in these words."""
    world = World()
    world.play("g1", records)
    report = audit(world.bundle("g1"))
    assert report.verdict == "verified", list(report.text("en"))
    said = next(f.said for f in report.findings if f.check == "dice")
    assert said.fr
    for word in words:
        assert word in said.en


def test_on_whom_the_dice_rest() -> None:
    holds(Table().open().act("2d6").close().records, "2 sealed rolls", "the service alone")
    holds(Table().open(()).contribute().act("2d6").close().records, "1 sealed rolls", "they rest on the service and blue, red")
    stood_in = {"red": "service"}
    holds(Table().open(()).contribute(by=stood_in).act("2d6").close().records, "the service and blue, which stood in for red")
    nobody = {"red": "service", "blue": "service"}
    holds(Table().open(()).contribute(by=nobody).act("2d6").close().records, "the service alone, which stood in for blue, red")
    with_automa = {**VALUES, "wolf": b"w" * 32}
    table = Table().open().act("2d6").contribute(with_automa)
    table.key = chance.dice_key(table.seed, "g1", [(s, with_automa[s]) for s in ("blue", "red", "wolf")])
    holds(table.act("1d6").close().records, "3 sealed rolls", "2 of them, before the contributions, on the service alone")


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


# -- rolls that come again --------------------------------------------------------------------------------------------------


def test_a_ruling_lets_rolls_stand_once() -> None:
    """Records 1 opened, 2 and 3 acted with rolls 1 and 2, 4 annuls from 2 on and lets them stand."""
    table = Table().open(()).act("2d6").act("1d6").annul(2)
    table.act_with(table.roll(again=1), table.roll(again=2), table.roll("1d6"))
    holds(table.act("2d6").close().records, "2 of them let stand by rulings")
    told(table.act_with(table.roll(again=1)).records[:6] + table.records[-1:], "repeats roll 1", record=7)


def test_a_ruling_that_crosses_it_lets_the_repeated_roll_stand_again() -> None:
    table = Table().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).annul(4)
    holds(table.act_with(table.roll(again=1)).close().records, "2 of them let stand")


def test_rolls_stand_again_when_what_repeated_them_is_taken_back() -> None:
    table = Table().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).add("ActionsRetracted", seat="blue", from_seq=4, actions=[4])
    holds([*table.act_with(table.roll(again=1)).records, *Table().close().records], "2 of them let stand")
    table = Table().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).add("ActionsRetracted", seat="blue", from_seq=4, actions=[4])
    table.add("ActionsRestored", seat="blue", retraction=5)
    told(table.act_with(table.roll(again=1)).records, "no ruling in force", record=7)


@pytest.mark.parametrize("how", ["reroll", "overturned", "later", "undone", "a copy of a copy"])
def test_rolls_that_no_ruling_lets_stand(how: str) -> None:
    table = Table().open(()).act("2d6")
    if how == "reroll":
        table.annul(2, "reroll")
    elif how == "overturned":
        table.annul(2).add("RulingOverturned", ruling=3, rule="1", code="x")
    elif how == "later":
        table.annul(3)
    elif how == "undone":
        table.add("ActionsRetracted", seat="blue", from_seq=2, actions=[2])
    else:
        table.annul(2)
        table.act_with(table.roll(again=1)).annul(4)
        table.roll(again=1)
        table.rolls[-1]["of"] = 2
        told(table.act_with(table.rolls[-1]).records, "repeats roll 2", record=6)
        return
    told(table.act_with(table.roll(again=1)).records, "repeats roll 1, which no ruling in force let stand")


@pytest.mark.parametrize(
    "changed",
    [
        {"picks": [0, 0], "values": [1, 1]},
        {"kind": "fire"},
        {"spec": "2d7"},
        {"values": [17, 18]},
        {"of": 2},
        {"of": 9},
        {"of": -1},
    ],
)
def test_a_roll_that_says_it_is_another_and_is_not(changed: dict[str, object]) -> None:
    table = Table().open(()).act("2d6").annul(2)
    told(table.act_with(table.roll(again=1, **changed)).records, record=4)


def test_more_rulings_than_an_audit_follows() -> None:
    standing = Standing()
    for seq in range(2, MOST_RULINGS + 2):
        standing.rule(seq, {"remedy": {"type": "annul", "from_seq": 1, "rolls": "stands"}})
    with pytest.raises(Misspelt, match="more rulings than an audit follows"):
        standing.rule(10**6, {"remedy": {"type": "annul", "from_seq": 1, "rolls": "stands"}})
    assert standing.take(10**6, 2, 1, 1)
    assert not standing.take(10**6 + 1, 3, 1, 1)


# -- records that are none ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "roll",
    [
        {"picks": [1]},
        {"picks": [1, 6]},
        {"picks": [-1, 1]},
        {"picks": [True, 1]},
        {"picks": [1.0, 1]},
        {"picks": "12"},
        {"picks": [1, 1], "values": [2, 3]},
        {"values": [1, None]},
        {"values": [[[]], 1]},
        {"values": [1]},
        {"spec": "2d"},
        {"spec": 26},
        {"kind": 1},
        {"source": None},
        {"of": "1"},
    ],
)
def test_rolls_that_are_none(roll: dict[str, object]) -> None:
    table = Table().open()
    told(table.act_with(table.roll("2d6", **roll)).close().records, record=2)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"chance":"sealed"', b'"chance":"none"', "not sealed or table"),
        (b'"chance":"sealed"', b'"chance":["sealed"]', "its field chance"),
        (b'"id":"red"', b'"id":"blue"', "cannot be told apart"),
        (b'"id":"red"', b'"id":"r d"', "cannot be told apart"),
        (b'"seats":[', b'"seats":[1,', "its field seats"),
        (b'"commitment":"', b'"commitment":"0', "not lower-case hex"),
        (b'"rolls":[', b'"rolls":[[],', "its field rolls"),
        (b'"rolls":[', b'"rolls":{"a":[', "not JSON"),
        (b'"at":', b'"type":"GameOpened","at":', "one name twice"),
        (b'"at":', b'"x":NaN,"at":', "not JSON"),
        (b'"at":', b'"x":-Infinity,"at":', "not JSON"),
        (b'"at":', b'"x":' + b"9" * 5000 + b',"at":', "not JSON"),
        (b'"at":', b'"x":' + b"[" * 100_000 + b"]" * 100_000 + b',"at":', "nested too deep"),
        (b'"type":"GameOpened"', b'"type":"GameClosed"', "filed as GameOpened"),
        (b'"type":"GameOpened"', b'"kind":"GameOpened"', "filed as GameOpened"),
        (b'{"type"', b'[{"type"', "not JSON"),
        (b'{"type"', b' {"type"', "not JSON"),
    ],
)
def test_openings_that_are_none(old: bytes, new: bytes, words: str) -> None:
    topic, data = Table().open().records[0]
    assert old in data
    told([(topic, data.replace(old, new, 1))], words, record=1)


def test_a_roll_of_nothing() -> None:
    """No dice at all: nothing is drawn, and nothing has to be written down."""
    table = Table().open()
    nothing = {"number": 2, "kind": "battle", "spec": "0d6", "source": "sealed"}
    table.rolls.append(nothing)
    holds(table.act_with(nothing).close().records, "2 sealed rolls")


def test_records_with_something_after_them() -> None:
    topic, data = Table().open().records[0]
    told([(topic, data + b"{}")], "no single JSON object", record=1)
    told([("GameOpened", b'"GameOpened"')], "no single JSON object", record=1)
    quiet = Table().open().records
    told([*quiet, ("ActionTaken", b"{}")], "filed as ActionTaken but says", record=2)
    told([*quiet, ("ActionTaken", b'{"type":"ActionTaken",')], "it is not JSON", record=2)


def test_a_failing_story_does_not_hide_a_failing_proof() -> None:
    world = World()
    world.play("g1", Table().open().act("2d6").close(seed="00" * 32).records)
    report = audit(world.bundle("g1").replace(b"blue", b"teal"))
    failed(report)
    assert {f.check for f in report.findings if f.status == "failed"} == {"records", "proof"}
