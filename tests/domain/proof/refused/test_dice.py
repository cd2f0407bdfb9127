"""What must be refused: dice that were not drawn as promised, seals that do not open, a story that
does not end where it ends."""

import os
from hashlib import sha256

import pytest

from domain.proof.bundle.lines import Disclosure
from domain.proof.chance import rolls
from domain.proof.chance.dice import contribution_commitment
from domain.proof.chance.seals import SALT_SIZE, check_seal, seal
from domain.proof.errors import Misspelt, Unproven
from domain.titles.contract.chance import dice_key, seed_commitment
from tests.builders.world import World, audit
from tests.domain.proof.games import VALUES, RecordedTable, small_game, stored
from tests.domain.proof.refusing import failed, told


def test_a_different_roll() -> None:
    table = RecordedTable().open().contribute().act("2d6")
    table.rolls[-1]["picks"][0] = (table.rolls[-1]["picks"][0] + 1) % 6
    table.rolls[-1]["values"] = [p + 1 for p in table.rolls[-1]["picks"]]
    table.records[-1] = stored(
        "ActionTaken", seat="blue", action={"type": "move"}, facts=[], rolls=[table.rolls[-1]]
    )
    told(
        table.act("1d6").close().records,
        "roll 2 is not what the seed and the contributions draw",
        record=6,
    )


def test_a_different_roll_in_the_set_up() -> None:
    table = RecordedTable()
    picks = RecordedTable().roll("3of13")["picks"]
    wrong = [*picks[1:], picks[0]]
    rolls = [table.roll("3of13", picks=wrong, values=wrong)]
    seats = [{"id": "blue", "role": "player"}]
    table.add(
        "GameOpened",
        seats=seats,
        chance="sealed",
        commitment=seed_commitment(table.seed, "g1"),
        rolls=rolls,
    )
    told(table.close().records, "roll 1 is not what the seed", record=1)


def test_another_seed() -> None:
    told(
        RecordedTable().open().act("2d6").close(seed="ff" * 32).records,
        "not the one that was committed to at the opening",
        record=3,
    )
    told(RecordedTable().open().close(seed="FF" * 32).records, "lower-case hex", record=2)


def test_no_seed() -> None:
    told(
        RecordedTable().open().act("2d6").close(seed="").records,
        "closed without showing the seed",
        record=3,
    )


def test_a_seed_for_table_dice() -> None:
    told(
        RecordedTable(chance="table").open().close(seed="ff" * 32).records,
        "the dice were the table's",
        record=2,
    )


@pytest.mark.parametrize("number", [1, 3, 0, -2, True, 2.0, "2", None])
def test_a_skipped_or_repeated_roll_number(number: object) -> None:
    table = RecordedTable().open()
    table.act_with(table.roll("2d6", number=number))
    told(table.close().records, record=2)


def test_a_roll_number_that_rewinds_with_an_undo() -> None:
    table = (
        RecordedTable()
        .open()
        .act("2d6")
        .add("ActionsRetracted", seat="blue", from_seq=2, actions=[2])
    )
    again = table.roll("2d6", number=2)
    told(table.act_with(again).close().records, "roll 2 stands where roll 3 belongs", record=4)


def test_a_contribution_changed_after_the_rolls() -> None:
    table = RecordedTable().open().contribute().act("2d6")
    told(
        table.contribute({"blue": b"x" * 16}).close().records, '"blue" contributes twice', record=7
    )
    table = RecordedTable().open().contribute()
    table.key = RecordedTable().key  # the service rolls without what the seats revealed
    told(
        table.act("2d6").close().records,
        "roll 2 is not what the seed and the contributions draw",
        record=6,
    )
    table = RecordedTable().open().contribute()
    changed = stored("ContributionRevealed", seat="red", value=(b"x" * 16).hex())
    told(
        [*table.records[:4], changed, *table.act("2d6").close().records[5:]],
        "is not what it committed to",
        record=5,
    )


def test_a_contribution_chosen_last() -> None:
    """A seat that commits, or holds its value back, once others are known could choose."""
    table = RecordedTable().open()
    commits, reveals = (
        RecordedTable().open().contribute().records[1:3],
        RecordedTable().open().contribute().records[3:5],
    )
    told(
        [*table.records, commits[0], reveals[0], commits[1], reveals[1]],
        'reveals before "red" has committed',
        record=3,
    )
    table.records += [*commits, reveals[0]]
    told(table.act("2d6").records, 'after others have revealed and before "red" does', record=5)


def test_contributions_that_are_none() -> None:
    opened = RecordedTable().open().records
    commits, reveals = (
        RecordedTable().open().contribute().records[1:3],
        RecordedTable().open().contribute().records[3:5],
    )
    short = {**VALUES, "red": b"r" * 15}
    told(RecordedTable().open().contribute(short).records, "15 bytes, not 16 to", record=5)
    told([*opened, *commits, reveals[0], reveals[0]], "had revealed", record=5)
    told([*opened, reveals[0]], "did not commit", record=2)
    told(
        RecordedTable().open().contribute({"green": b"g" * 16}).records,
        "is no player's seat",
        record=2,
    )
    told(
        RecordedTable().open().contribute(by={"red": "arbiter"}).records,
        "by the seat or by the service",
        record=3,
    )
    late = stored(
        "ContributionCommitted",
        seat="wolf",
        commitment=contribution_commitment("g1", "wolf", b"w" * 16).hex(),
    )
    told([*opened, *commits, reveals[0], late], "is no player's seat", record=5)
    told(
        [*opened, stored("ContributionCommitted", seat="red", commitment="zz")],
        "lower-case hex",
        record=2,
    )


def test_a_roll_that_repeats_another_without_a_ruling() -> None:
    table = RecordedTable().open().act("2d6")
    told(
        table.act_with(table.roll(again=2)).close().records,
        "which no ruling in force let stand",
        record=3,
    )


def test_a_roll_of_another_source_among_sealed_dice() -> None:
    for source in ("table", "attested", ""):
        table = RecordedTable().open()
        told(
            table.act_with(table.roll("2d6", source=source)).close().records,
            "in a game whose chance is sealed",
            record=2,
        )


def test_a_roll_hidden_behind_an_escape() -> None:
    """`"rolls"` spelt with an escape is read by every JSON reader as rolls; so it is here."""
    table = RecordedTable().open()
    table.act_with(table.roll("2d6", picks=[5, 5], values=[6, 6]))
    topic, data = table.records.pop()
    hidden = data.replace(b'"rolls"', b'"\\u0072olls"')
    told(
        [*table.records, (topic, hidden), *RecordedTable().close().records],
        "roll 2 is not what the seed",
        record=2,
    )


def test_a_seal_that_does_not_open() -> None:
    salt = os.urandom(SALT_SIZE)
    sealed = seal("g1", "bid 3", "blue", salt, b"12")
    check_seal(sealed, "g1", "bid 3", "blue", salt, b"12")
    for value, other in ((b"13", salt), (b"12", bytes(32)), (b"", salt)):
        with pytest.raises(Unproven, match="does not open the seal of blue for bid 3"):
            check_seal(sealed, "g1", "bid 3", "blue", other, value)


def test_a_seal_that_is_copied() -> None:
    """To another seat, another slot, another game: seat and slot are inside."""
    salt = os.urandom(SALT_SIZE)
    sealed = seal("g1", "bid 3", "blue", salt, b"12")
    for game, slot, seat in (
        ("g2", "bid 3", "blue"),
        ("g1", "bid 4", "blue"),
        ("g1", "bid 3", "red"),
    ):
        with pytest.raises(Unproven):
            check_seal(sealed, game, slot, seat, salt, b"12")
    for game, slot, seat in (
        ("g1\nbid 3", "blue", ""),
        ("g1", "bid 3\nblue", "x"),
        ("g1", "bid", "3\nblue"),
    ):
        with pytest.raises(Misspelt):
            seal(game, slot, seat, salt, b"12")
    with pytest.raises(Misspelt):
        seal("g1", "bid 3", "blue", b"short", b"12")


def test_a_record_after_game_closed() -> None:
    for late in (
        stored("NoteAdded", text="0" * 64),
        stored("ActionTaken", seat="blue", action={}, facts=[]),
        stored("GameClosed"),
    ):
        told([*small_game(), late], "comes after the game was closed by record 10", record=11)


def test_a_game_that_opens_late_or_twice() -> None:
    told([*small_game()[:3], small_game()[0]], "GameOpened cannot be record 4", record=4)
    told(small_game()[1:], "ContributionCommitted cannot be record 1", record=1)


def test_words_that_nobody_committed_to(world: World) -> None:
    salt, text = "ab" * 16, "a name"
    commitment = sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest()
    failed(
        audit(world.bundle("g1", disclosures=[Disclosure(commitment, salt, text)])),
        "no record commits",
    )
    failed(
        audit(world.bundle("g1", disclosures=[Disclosure("0" * 64, salt, text)])),
        "do not open that commitment",
    )
    failed(audit(world.bundle("g1", catalog="{}")), "not the one that the game was opened with")


def test_a_contribution_by_a_seat_that_nobody_plays() -> None:
    """The service could add one of its own in an automa's name, and show a report with one seat
    more."""
    values = {"blue": b"b" * 16, "red": b"r" * 20, "wolf": b"w" * 16}
    table = RecordedTable().open().contribute(values)
    table.key = dice_key(table.seed, "g1", list(values.items()))
    told(table.act("2d6").close().records, '"wolf" contributes but is no player\'s seat', record=4)


def test_dice_do_not_rest_on_parts_that_were_never_all_shown() -> None:
    """One part shown and the other not: what was rolled before rests on the service alone, and the
    report says so."""
    for reveals in (0, 1):
        table = RecordedTable().open().act("2d6")
        table.records += RecordedTable().open().contribute().records[1 : 3 + reveals]
        world = World()
        world.play("g1", table.close().records)
        report = audit(world.bundle("g1"))
        assert report.verdict == "verified"
        (dice,) = [f for f in report.findings if f.check == "dice"]
        assert dice.said.en.endswith("they rest on the service alone"), dice.said.en
        assert dice.data["by_seats"] == []


def test_dice_that_were_all_rolled_before_the_parts_rest_on_the_service() -> None:
    world = World()
    world.play("g1", RecordedTable().open().act("2d6").contribute().close().records)
    (dice,) = [f for f in audit(world.bundle("g1")).findings if f.check == "dice"]
    assert dice.said.en.endswith("they rest on the service alone"), dice.said.en


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", b"1e400"),
        ("number", b"-0"),
        ("number", b"2.0"),
        ("number", b"9" * 4000),
        ("number", b'1,"number":2'),
        ("spec", b'"2d6","spec":"1d6"'),
        ("spec", b'"2D6"'),
        ("spec", b'" 2d6"'),
        ("spec", '"2d\u0666"'.encode()),
        ("spec", b'"999999999d6"'),
        ("spec", b'"1000000000d6"'),
        ("spec", b'"1of999999999999999999"'),
        ("picks", b"[1e400,1]"),
        ("picks", b"[-0,-1]"),
        ("values", b'["\\ud800",1,2]'),
        ("of", b"-1"),
        ("of", b"2"),
        ("source", b'"sealed\\u0000"'),
    ],
)
def test_numbers_and_words_that_no_roll_has(field: str, value: bytes) -> None:
    table = RecordedTable().open()
    topic, data = table.act_with(table.roll("2d6", **{field: "HERE"})).records.pop()
    told(
        [*table.records, (topic, data.replace(b'"HERE"', value)), *RecordedTable().close().records],
        record=2,
    )


def test_more_rolls_than_an_audit_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolls, "MOST_ROLLS", 2)
    told(
        RecordedTable(chance="table").open().act("1d6").act("1d6").close().records,
        "more rolls than an audit can keep",
        record=3,
        second=False,
    )


def test_a_record_with_one_name_twice_beside_its_rolls() -> None:
    """Two readers could see two records: it is refused wherever the audit looks into a record."""
    closing = b'{"type":"GameClosed","seed":"","seed":"' + b"00" * 32 + b'"}'
    told([*small_game()[:-1], ("GameClosed", closing)], "one name twice", record=10)
