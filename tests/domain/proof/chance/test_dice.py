"""Sealed dice: derived here and in `domain/titles/contract/chance.py`, twice written to the same
words, always alike."""

from hashlib import sha256

import pytest
from hypothesis import given, settings, strategies as st

from domain.kernel.text import same
from domain.proof.chance import choices, dice
from domain.proof.errors import Misspelt
from domain.titles.contract import chance
from domain.titles.contract.chance import SealedChance
from tests.amount import count
from tests.builders.world import Record, World, audit
from tests.domain.proof.games import SEATS, RecordedTable
from tests.domain.proof.refusing import holds, told

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


def test_contributions_that_were_never_revealed_leave_the_dice_with_the_service() -> None:
    table = RecordedTable().open()
    table.records += RecordedTable().open().contribute().records[1:3]
    holds(table.act("2d6").close().records, "the service alone")


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


def test_an_open_game_is_not_complete() -> None:
    world = World()
    world.play("g1", RecordedTable().open().act("2d6").records)
    report = audit(world.bundle("g1"))
    assert report.exit == 3
    assert any(
        "the seed of 2 sealed rolls is shown when the game is closed" in f.said.en
        for f in report.findings
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
    assert sentences[-1] == "and 3 more of this kind"
    assert len(sentences) == choices.SHOWN + 2
