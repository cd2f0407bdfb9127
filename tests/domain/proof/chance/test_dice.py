"""Sealed dice: derived here and in `domain/titles/contract/chance.py`, twice written to the same
words, always alike."""

from hashlib import sha256

import pytest
from hypothesis import given, settings, strategies as st

from domain.kernel.text import same
from domain.proof.chance import choices, dice, standing_rolls
from domain.proof.chance.beacon import CHAINS, QUICKNET, drawn_with, is_signed
from domain.proof.errors import Misspelt
from domain.titles.contract import chance
from domain.titles.contract.chance import SealedChance
from tests.amount import count
from tests.builders.world import Record, World, audit
from tests.domain.proof.events import SIGNED
from tests.domain.proof.games import SEATS, RecordedTable
from tests.domain.proof.refusing import failed, holds, told
from tests.domain.proof.second import beacon as second

KEYS = st.binary(min_size=32, max_size=32)


@settings(max_examples=count(200, 600))
@given(
    KEYS,
    st.integers(1, 10**6),
    st.integers(0, 20),
    st.one_of(st.integers(1, 300), st.integers(1, 10**5)),
)
def test_dice_are_alike(key: bytes, number: int, many: int, size: int) -> None:
    spec = f"{many}d{size}"
    assert dice.picks(key, number, spec) == chance.sealed_picks(key, number, spec)


@settings(max_examples=count(200, 600))
@given(
    KEYS,
    st.integers(1, 10**6),
    st.integers(1, 400).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))),
)
def test_draws_and_shuffles_are_alike(key: bytes, number: int, shape: tuple[int, int]) -> None:
    spec = f"{shape[0]}of{shape[1]}"
    picks = dice.picks(key, number, spec)
    assert picks == chance.sealed_picks(key, number, spec)
    assert len(set(picks)) == shape[0]


@settings(max_examples=count(30, 100))
@given(
    KEYS,
    st.from_regex(r"[0-9a-z]{1,12}", fullmatch=True),
    st.lists(
        st.tuples(
            st.from_regex(r"[a-z0-9-]{1,9}", fullmatch=True), st.binary(min_size=16, max_size=40)
        ),
        max_size=5,
    ),
)
def test_keys_and_commitments_are_alike(
    seed: bytes, game: str, contributions: list[tuple[str, bytes]]
) -> None:
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
    assert (
        dice.contribution_commitment("g", "blue", b"v")
        == sha256(b"greffe/contribution@v1\ng\nblue\nv").digest()
    )


def test_dice_are_fair() -> None:
    """Rejection sampling: 100,000 throws of a die of 200 faces, each face about 500 times (7
    standard deviations)."""
    counts = [0] * 200
    for number in range(1, 1001):
        for pick in dice.picks(b"fair" * 8, number, "100d200"):
            counts[pick] += 1
    assert all(abs(count - 500) < 7 * 22.4 for count in counts)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "d6",
        "2d",
        "2d0",
        "1of0",
        "3of2",
        "02d6",
        "2d06",
        "2D6",
        "2d6 ",
        "-1d6",
        "1e3d6",
        "2x6",
        "٢d6",
        "9" * 30 + "d6",
    ],
)
def test_specs_that_nobody_rolls(spec: str) -> None:
    with pytest.raises(Misspelt):
        dice.picks(b"k" * 32, 1, spec)


def test_a_draw_from_a_huge_pool_costs_no_more_than_what_is_drawn() -> None:
    assert len(set(dice.picks(b"k" * 32, 1, f"5of{10**17}"))) == 5


# -- through a game --------------------------------------------------------------------------------


def test_on_whom_the_dice_rest() -> None:
    holds(RecordedTable().open().act("2d6").close().records, "2 sealed rolls", "the service alone")
    holds(
        RecordedTable().open(()).contribute().act("2d6").close().records,
        "1 sealed roll drawn",
        "it rests on the service and blue, red",
    )
    stood_in = {"red": "service"}
    holds(
        RecordedTable().open(()).contribute(by=stood_in).act("2d6").close().records,
        "the service and blue, which stood in for red",
    )
    nobody = {"red": "service", "blue": "service"}
    holds(
        RecordedTable().open(()).contribute(by=nobody).act("2d6").close().records,
        "the service alone, which stood in for blue, red",
    )
    holds(
        RecordedTable().open().act("2d6").contribute().act("1d6").close().records,
        "3 sealed rolls",
        "2 of them, before the contributions, on the service alone",
    )


def test_table_dice_are_attested() -> None:
    holds(
        RecordedTable(chance="table").open().act("2d6").close().records,
        "2 rolls were typed in from the table",
        "not proven",
    )
    table = RecordedTable(chance="table").open()
    holds(table.act_with(table.roll("1d6", source="attested")).close().records)
    table = RecordedTable(chance="table").open()
    told(
        table.act_with(table.roll("1d6", source="sealed")).close().records,
        "in a game whose chance is table",
        record=2,
    )


def said(records: list[Record], lang: str = "en") -> list[str]:
    world = World()
    world.play("g1", records)
    report = audit(world.bundle("g1"))
    assert report.verdict != "failed", list(report.text("en"))
    saids = [f.said for f in report.findings if f.check == "choice"]
    assert all(sentence.fr and sentence.fr != sentence.en for sentence in saids)
    assert all(f.status == "note" for f in report.findings if f.check == "choice")
    return [sentence.en if lang == "en" else sentence.fr for sentence in saids]


def test_dice_that_rest_on_the_service_alone() -> None:
    first, setup, *_ = said(RecordedTable().open().act("2d6").close().records)
    assert (
        first
        == "rolls 1 to 2: whoever ran the service could have tried seeds before the opening, and "
        "kept the dice it liked"
    )
    assert (
        setup
        == "1 of these in the set-up: whoever opened the game could have opened others before, "
        "and left them"
    )


def test_dice_that_rest_on_parts() -> None:
    sentences = said(RecordedTable().open().contribute().act("2d6", "1d6").close().records)
    assert sentences[0].startswith("roll 1: whoever ran the service")
    assert (
        'rolls 2 to 3: only the service together with whoever made the parts of all of "blue", '
        '"red"' in sentences[2]
    )
    half = said(
        RecordedTable().open(()).contribute(by={"red": "service"}).act("2d6").close().records
    )
    assert 'made the parts of all of "blue" could have chosen them' in half[0]
    none = said(
        RecordedTable()
        .open(())
        .contribute(by=dict.fromkeys(SEATS, "service"))
        .act("2d6")
        .close()
        .records
    )
    assert (
        none[0]
        == "roll 1: the service alone could have chosen them, since it made up every part itself"
    )


def test_a_part_that_was_bound_and_never_shown() -> None:
    table = RecordedTable().open()
    table.records += RecordedTable().open().contribute().records[1:3]
    assert any(
        "its seat has not shown it so far" in sentence and '("blue", "red")' in sentence
        for sentence in said(table.records)
    )
    assert any("its seat never showed it" in sentence for sentence in said(table.close().records))


def test_rolls_that_do_not_count_any_more_by_whom() -> None:
    table = (
        RecordedTable().open(()).act("2d6").annul(2, "reroll").act("1d6").annul(4).act("1d6", "2d6")
    )
    table.records.pop()
    del table.rolls[-2:]
    table.act_with(table.roll(again=2)).add(
        "ActionsRetracted", seat="blue", from_seq=6, actions=[6], agreed=["red"]
    )
    table.add("RulingOverturned", ruling=5, rule="1", code="x")
    sentences = said(table.close().records)
    assert (
        "record 3: by ruling, the arbiter had roll 1 not count, to be rolled again or not"
        in sentences
    )
    assert (
        "record 5: the arbiter took roll 2 out of force and let it stand: it comes again, under "
        "another number" in sentences
    )
    assert (
        'record 7: "blue" took back roll 3, and "red" agreed: together they could have had new '
        "dice by it" in sentences
    ), sentences
    fr = said(table.records, "fr")
    assert any("avec l'accord de" in sentence for sentence in fr)


def test_a_forbidden_action_that_rolled() -> None:
    table = RecordedTable().open(())
    rolls = [table.roll("2d6")]
    table.add(
        "ActionTaken",
        seat="blue",
        action={"type": "x"},
        facts=[],
        rolls=rolls,
        verdict={"legal": False, "rule": "1"},
    )
    table.add("RulingGiven", remedy={"type": "stands"}, rule="1", code="x", about=2)
    assert (
        "record 2: an action that the rules forbid, and that the arbiter let stand, made roll 1"
        in said(table.close().records)
    )


def test_rolls_that_were_left_standing() -> None:
    sentences = said(RecordedTable().open(()).act("2d6").annul(2).act().close().records)
    assert (
        "roll 1 stood by ruling and did not come again: what was done since asked for no such roll"
        in sentences
    )


def test_dice_of_the_table_by_the_seats_they_were_typed_in_for() -> None:
    table = RecordedTable(chance="table").open().act("2d6").act("1d6", "1d6", seat="red")
    assert said(table.close().records) == [
        'whoever typed a roll in could have chosen it; rolls typed in for: the opening 1, "blue" '
        '1, "red" 2'
    ]


def test_a_game_without_dice_leaves_nothing_to_choose() -> None:
    assert said(RecordedTable().open(()).act().close().records) == []


def test_no_more_lines_than_somebody_reads() -> None:
    table = RecordedTable(chance="table").open(())
    for _ in range(choices.SHOWN + 3):
        table.act("1d6")
        table.annul(len(table.records), "reroll")
    sentences = said(table.close().records)
    assert (sentences[-1], len(sentences)) == ("and 3 more of this kind", choices.SHOWN + 2)


# -- rolls -----------------------------------------------------------------------------------------


def test_a_ruling_lets_rolls_stand_once() -> None:
    """Records 1 opened, 2 and 3 acted with rolls 1 and 2, 4 annuls from 2 on and lets them
    stand."""
    table = RecordedTable().open(()).act("2d6").act("1d6").annul(2)
    table.act_with(table.roll(again=1), table.roll(again=2), table.roll("1d6"))
    holds(table.act("2d6").close().records, "2 of them let stand by rulings")
    told(
        table.act_with(table.roll(again=1)).records[:6] + table.records[-1:],
        "repeats roll 1",
        record=7,
    )


def test_a_ruling_that_crosses_it_lets_the_repeated_roll_stand_again() -> None:
    table = RecordedTable().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).annul(4)
    holds(table.act_with(table.roll(again=1)).close().records, "2 of them let stand")


def test_rolls_stand_again_when_what_repeated_them_is_taken_back() -> None:
    table = RecordedTable().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).add(
        "ActionsRetracted", seat="blue", from_seq=4, actions=[4]
    )
    holds(
        [*table.act_with(table.roll(again=1)).records, *RecordedTable().close().records],
        "2 of them let stand",
    )
    table = RecordedTable().open(()).act("2d6").annul(2)
    table.act_with(table.roll(again=1)).add(
        "ActionsRetracted", seat="blue", from_seq=4, actions=[4]
    )
    table.add("ActionsRestored", seat="blue", retraction=5)
    told(table.act_with(table.roll(again=1)).records, "no ruling in force", record=7)


@pytest.mark.parametrize("how", ["reroll", "overturned", "later", "undone", "a copy of a copy"])
def test_rolls_that_no_ruling_lets_stand(how: str) -> None:
    table = RecordedTable().open(()).act("2d6")
    if how == "reroll":
        table.annul(2, "reroll")
    elif how == "overturned":
        table.annul(2).add("RulingOverturned", ruling=3, rule="1", code="x")
    elif how == "later":
        table.act().annul(3)
    elif how == "undone":
        table.add("ActionsRetracted", seat="blue", from_seq=2, actions=[2])
    else:
        table.annul(2)
        table.act_with(table.roll(again=1)).annul(4)
        table.roll(again=1)
        table.rolls[-1]["of"] = 2
        told(table.act_with(table.rolls[-1]).records, "repeats roll 2", record=6)
        return
    told(
        table.act_with(table.roll(again=1)).records,
        "repeats roll 1, which no ruling in force let stand",
    )


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
    table = RecordedTable().open(()).act("2d6").annul(2)
    told(table.act_with(table.roll(again=1, **changed)).records, record=4)


def test_more_rulings_than_an_audit_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing_rolls, "MOST_RULINGS", 2)
    table = RecordedTable().open(()).act().annul(2).act().annul(4).act()
    holds(table.close().records, "0 sealed rolls")
    told(
        table.annul(6).records[:6] + table.records[-1:],
        "more rulings than an audit follows",
        record=7,
        second=False,
    )


def test_more_rolls_that_stand_or_come_again_than_an_audit_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standing_rolls, "MOST_STANDING", 2)
    told(
        RecordedTable().open(()).act("2d6", "1d6", "1d4").annul(2).records,
        "more rolls stand than an audit follows",
        record=3,
        second=False,
    )
    monkeypatch.setattr(standing_rolls, "MOST_REPEATS", 1)
    table = RecordedTable().open(()).act("2d6", "1d6").annul(2)
    table.act_with(table.roll(again=1), table.roll(again=2))
    told(table.records, "more rolls come again than an audit follows", record=4, second=False)


# -- records that are none
# ------------------------------------------------------------------------------------------------


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
    table = RecordedTable().open()
    told(table.act_with(table.roll("2d6", **roll)).close().records, record=2)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"chance":"sealed"', b'"chance":"none"', "not sealed, duplicate or table"),
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
    topic, data = RecordedTable().open().records[0]
    assert old in data
    told([(topic, data.replace(old, new, 1))], words, record=1)


def test_a_roll_of_nothing() -> None:
    """No dice at all: nothing is drawn, and nothing has to be written down."""
    table = RecordedTable().open()
    nothing = {"number": 2, "kind": "battle", "spec": "0d6", "source": "sealed"}
    table.rolls.append(nothing)
    holds(table.act_with(nothing).close().records, "2 sealed rolls")


def test_records_with_something_after_them() -> None:
    topic, data = RecordedTable().open().records[0]
    told([(topic, data + b"{}")], "no single JSON object", record=1)
    told([("GameOpened", b'"GameOpened"')], "no single JSON object", record=1)
    quiet = RecordedTable().open().records
    told([*quiet, ("ActionTaken", b"{}")], "filed as ActionTaken but says", record=2)
    told([*quiet, ("ActionTaken", b'{"type":"ActionTaken",')], "it is not JSON", record=2)


def test_a_failing_story_does_not_hide_a_failing_proof() -> None:
    world = World()
    world.play("g1", RecordedTable().open().act("2d6").close(seed="00" * 32).records)
    report = audit(world.bundle("g1").replace(b"blue", b"teal"))
    failed(report)
    assert {f.check for f in report.findings if f.status == "failed"} == {"records", "proof"}


# -- beacon ----------------------------------------------------------------------------------------
# Against what drand published of quicknet, by both libraries.

CHAIN = CHAINS[QUICKNET]
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


def test_rounds_that_were_published_are_signed_and_no_other_bit_is() -> None:
    for round, signature in SIGNED.items():
        data = bytes.fromhex(signature)
        assert is_signed(CHAIN, round, data)
        assert second.signed(round, data)
        for bit in range(0, 8 * len(data), 13):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            assert is_signed(CHAIN, round, bytes(changed)) is False
            assert not second.signed(round, bytes(changed))
        assert is_signed(CHAIN, round + 1, data) is False
    assert drawn_with(1000, bytes.fromhex(SIGNED[1000])) == ("beacon 1000", RANDOMNESS)


def test_a_round_exists_at_the_time_that_its_number_says() -> None:
    at = 1_692_806_364
    assert CHAIN.time_of(1000) == at
    assert CHAIN.is_to_come(1000, at - 1)
    assert not CHAIN.is_to_come(1000, at)
    assert [CHAIN.round_after(at + n) for n in (-1, 0, 2, 3)] == [1000, 1001, 1001, 1002]
    assert CHAIN.round_after(0) == 1
