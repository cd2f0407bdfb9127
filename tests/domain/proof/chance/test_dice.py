"""Sealed dice. Their two implementations (`domain/proof`, `domain/titles/contract/chance.py`) give
the same results; the verifier's report says on whom a game's dice rest and who could have chosen
them; rounds of the beacon are checked with their signatures."""

from hashlib import sha256

import pytest
from hypothesis import given, settings, strategies as st

from domain.kernel.text import same
from domain.proof.chance import dice
from domain.proof.chance.beacon import CHAINS, QUICKNET, is_signed, seed_words
from domain.proof.chance.seals import seal
from domain.proof.errors import Lang, Misspelt
from domain.proof.verify.report import SHOWN_OF_A_KIND
from domain.titles.contract import chance
from domain.titles.contract.chance import SealedChance
from tests.amount import count
from tests.builders.refusals import refused_with
from tests.builders.world import Record, World, audit
from tests.domain.proof.events import SIGNED
from tests.domain.proof.games import SEATS, RecordedTable
from tests.domain.proof.refusing import check_refused as refused
from tests.domain.proof.second import beacon as second

KEYS = st.binary(min_size=32, max_size=32)


@settings(max_examples=count(200, 400))
@given(
    KEYS,
    st.integers(1, 10**6),
    st.integers(0, 20),
    st.one_of(st.integers(1, 300), st.integers(1, 10**5)),
)
def test_dice_are_alike(key: bytes, number: int, many: int, size: int) -> None:
    spec = f"{many}d{size}"
    assert dice.picks(key, number, spec) == chance.sealed_picks(key, number, spec)


@settings(max_examples=count(200, 400))
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


def test_commitments_are_hashed_as_the_specification_says() -> None:
    assert (dice.seed_commitment("g", b"s"), dice.contribution_commitment("g", "blue", b"v")) == (
        sha256(b"greffe/seed@v1\ng\ns").digest(),
        sha256(b"greffe/contribution@v1\ng\nblue\nv").digest(),
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
    refused_with(Misspelt, "", dice.picks, b"k" * 32, 1, spec)


@pytest.mark.parametrize(
    ("slot", "seat", "salt"), [("bid 3\nblue", "x", bytes(32)), ("bid", "x", b"short")]
)
def test_a_seal_of_names_that_run_into_one_another(slot: str, seat: str, salt: bytes) -> None:
    refused_with(Misspelt, "", seal, "g1", slot, seat, salt, b"12")


# -- through a game --------------------------------------------------------------------------------


def told(records: list[Record], check: str, lang: Lang = "en") -> list[str]:
    """The sentences in a report under this check, for a game without faults."""
    report = audit(World().play("g1", records).bundle("g1"))
    assert report.verdict != "failed", list(report.text("en"))
    sentences = [f.said for f in report.findings if f.check == check]
    assert all(sentence.fr and sentence.fr != sentence.en for sentence in sentences)
    return [sentence.to(lang) for sentence in sentences]


def table(*specs: str, chance: str = "sealed") -> RecordedTable:
    return RecordedTable(chance=chance).open(specs)


def repeating(table: RecordedTable, *numbers: int) -> RecordedTable:
    return table.act_with(*(table.roll(again=number) for number in numbers))


def ruled(*specs: str) -> RecordedTable:
    return table().act(*specs).annul(2)


def other_faces(**changed: object) -> RecordedTable:
    """A game of table dice: two dice that stand by a ruling, and then a roll of two dice with the
    fields `changed`."""
    two = table(chance="table")
    two.act_with(two.roll("2d6", picks=[0, 1], values=[1, 2])).annul(2)
    return two.act_with(two.roll("2d6", **changed))


RESTS: dict[str, tuple[RecordedTable, str]] = {
    "no part": (
        table("3of13").act("2d6"),
        "2 sealed rolls drawn again from the seed; they rest on the service alone",
    ),
    "both parts": (
        table().contribute().act("2d6"),
        "1 sealed roll drawn again from the seed; it rests on the service and blue, red",
    ),
    "one stood in for": (
        table().contribute(by={"red": "service"}).act("2d6"),
        "the service and blue, which stood in for red",
    ),
    "all stood in for": (
        table().contribute(by=dict.fromkeys(SEATS, "service")).act("2d6"),
        "the service alone, which stood in for blue, red",
    ),
    "some before the parts": (
        table("3of13").act("2d6").contribute().act("1d6"),
        "3 sealed rolls drawn again from the seed; they rest on the service and blue, "
        "red; 2 of them, before the contributions, on the service alone",
    ),
    "all before the parts": (
        table("3of13").act("2d6").contribute(),
        "they rest on the service alone",
    ),
    "typed in": (
        table("3of13", chance="table").act("2d6"),
        "2 rolls were typed in from the table: they are attested, not proven",
    ),
    "no dice": (table().act(), "0 sealed rolls"),
    "a roll of nothing": (table("0d6"), "1 sealed roll"),
    "repeated once": (
        repeating(ruled("2d6", "1d6"), 1, 2).act("2d6"),
        "2 of them let stand by rulings",
    ),
    "repeated, annulled and repeated": (
        repeating(repeating(ruled("2d6"), 1).annul(4), 1),
        "2 of them let stand",
    ),
    "repeated once what repeated it was taken back": (
        repeating(
            repeating(ruled("2d6"), 1).add(
                "ActionsRetracted", seat="blue", from_seq=4, actions=[4]
            ),
            1,
        ),
        "2 of them let stand",
    ),
    "the other of two that stand": (repeating(ruled("2d6", "1d6"), 2), "1 of them let stand"),
    "the duty overturned": (
        table()
        .act()
        .act("2d6")
        .annul(3)
        .add("RulingOverturned", ruling=4)
        .annul(3, "reroll")
        .act("2d6"),
        "2 sealed rolls",
    ),
    "the duty annulled": (
        table().act().act("2d6").annul(3).annul(2, "reroll").act("2d6"),
        "2 sealed rolls",
    ),
    "the duty taken back": (
        table()
        .act()
        .act("2d6")
        .annul(3)
        .add("ActionsRetracted", seat="arbiter", from_seq=2, actions=[2])
        .act("2d6"),
        "2 sealed rolls",
    ),
    "dice of another kind": (other_faces(kind="fire"), "2 rolls were typed in"),
    "dice of another spec": (other_faces(spec="2d7"), "2 rolls were typed in"),
    "dice with other faces": (other_faces(picks=[0, 1], values=[7, 2]), "2 rolls were typed in"),
}


@pytest.mark.parametrize("what", RESTS)
def test_on_what_the_dice_rest(what: str) -> None:
    (sentence,) = told(RESTS[what][0].close().records, "dice")
    assert RESTS[what][1] in sentence


def test_dice_do_not_rest_on_parts_that_were_never_all_shown() -> None:
    commits, reveals = (contributed := table().contribute().records)[1:3], contributed[3:5]
    for shown in ([], reveals[:1]):
        game = table("3of13").act("2d6")
        game.records += [*commits, *shown]
        assert any("its seat has not shown it so far" in s for s in told(game.records, "choice"))
        assert told(game.close().records, "dice")[0].endswith("they rest on the service alone")
        assert any("its seat never showed it" in s for s in told(game.records, "choice"))


def test_dice_of_one_kind_that_stand_must_be_repeated() -> None:
    for changed in ({}, {"picks": [0, 2], "values": [1, 3]}):
        refused(other_faces(**changed).records, "roll 2 had to repeat roll 1", record=4)


def crossed() -> list[Record]:
    """A game whose rolls are taken out of force by a ruling, by a retraction that two seats agreed
    on, and by an overturned ruling."""
    game = table().act("2d6").annul(2, "reroll").act("1d6").annul(4)
    repeating(game, 2).add("ActionsRetracted", seat="blue", from_seq=6, actions=[6], agreed=["red"])
    return game.add("RulingOverturned", ruling=5, rule="1", code="x").close().records


def forbidden() -> list[Record]:
    game = table()
    verdict = {"legal": False, "rule": "1"}
    taken = {"action": {"type": "x"}, "facts": [], "rolls": [game.roll("2d6")], "verdict": verdict}
    game.add("ActionTaken", seat="blue", **taken)
    return game.add("RulingGiven", remedy={"type": "stands"}, about=2).close().records


def many(times: int) -> list[Record]:
    game = table(chance="table")
    for _ in range(times):
        game.act("1d6").annul(len(game.records), "reroll")
    return game.close().records


CHOICES: dict[str, tuple[list[Record], list[str]]] = {
    "the service alone": (
        table("3of13").act("2d6").close().records,
        [
            "rolls 1 to 2: whoever ran the service could have tried seeds before the opening, and "
            "kept the dice it liked",
            "1 of these in the set-up: whoever opened the game could have opened others before, "
            "and left them",
        ],
    ),
    "both parts": (
        table("3of13").contribute().act("2d6", "1d6").close().records,
        [
            "roll 1: whoever ran the service could have tried seeds",
            'rolls 2 to 3: only the service together with whoever made the parts of all of "blue", '
            '"red" could have chosen them',
        ],
    ),
    "one stood in for": (
        table().contribute(by={"red": "service"}).act("2d6").close().records,
        ['made the parts of all of "blue" could have chosen them'],
    ),
    "all stood in for": (
        table().contribute(by=dict.fromkeys(SEATS, "service")).act("2d6").close().records,
        ["the service alone could have chosen them, since it made up every part itself"],
    ),
    "rolls that do not count": (
        crossed(),
        [
            "record 3: by ruling, the arbiter had roll 1 not count, to be rolled again or not",
            "record 5: the arbiter took roll 2 out of force and let it stand: it comes again, "
            "under another number",
            'record 7: "blue" took back roll 3, and "red" agreed: together they could have had '
            "new dice by it",
        ],
    ),
    "an action that the rules forbid": (
        forbidden(),
        ["record 2: an action that the rules forbid, and that the arbiter let stand, made roll 1"],
    ),
    "a roll that was left standing": (
        ruled("2d6").act().close().records,
        ["roll 1 stood by ruling and did not come again: what was done since asked for no such"],
    ),
    "dice of the table": (
        table("3of13", chance="table").act("2d6").act("1d6", "1d6", seat="red").close().records,
        [
            "whoever typed a roll in could have chosen it; rolls typed in for: the opening 1, "
            '"blue" 1, "red" 2'
        ],
    ),
    "more than somebody reads": (many(SHOWN_OF_A_KIND + 3), ["and 4 more: choice (4)"]),
}


@pytest.mark.parametrize("what", CHOICES)
def test_who_could_have_chosen(what: str) -> None:
    records, expected = CHOICES[what]
    sentences = told(records, "choice")
    assert all(any(words in sentence for sentence in sentences) for words in expected), sentences


def test_a_game_without_dice_leaves_nothing_to_choose() -> None:
    assert told(table().act().close().records, "choice") == []
    assert len(told(many(SHOWN_OF_A_KIND + 3), "choice")) == SHOWN_OF_A_KIND + 1


def test_a_failing_story_does_not_hide_a_failing_proof() -> None:
    world = World().play("g1", table("3of13").act("2d6").close(seed="00" * 32).records)
    report = audit(world.bundle("g1").replace(b"blue", b"teal"))
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
    assert seed_words(1000, bytes.fromhex(SIGNED[1000])) == ("beacon 1000", RANDOMNESS)


def test_a_round_exists_at_the_time_that_its_number_says() -> None:
    at = 1_692_806_364
    assert CHAIN.time_of(1000) == at
    assert CHAIN.is_to_come(1000, at - 1)
    assert not CHAIN.is_to_come(1000, at)
    assert [CHAIN.round_after(at + n) for n in (-1, 0, 2, 3)] == [1000, 1001, 1001, 1002]
    assert CHAIN.round_after(0) == 1
