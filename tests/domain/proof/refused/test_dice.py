"""What must be refused: dice that were not drawn as promised, seals that do not open, a story that
does not end where it ends."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.campaign.records import CAMPAIGN_TYPES
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.rulings import Grounds
from domain.game.record.records import RECORD_TYPES
from domain.proof.bundle.references import OF_CAMPAIGNS, OF_GAMES
from domain.proof.chance import rolls
from domain.proof.chance.dice import contribution_commitment
from domain.proof.chance.seals import seal
from domain.proof.errors import Misspelt
from domain.proof.stored import spelling_in
from domain.titles.contract.chance import dice_key, seed_commitment
from tests.api.bids import Bid
from tests.builders.world import Record, World, audit
from tests.domain.game.table.sealers import SealedTable, spelt
from tests.domain.proof.games import VALUES, RecordedTable, rows_of, small_game, stored
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


# -- seals -----------------------------------------------------------------------------------------
# What must be refused: a seal that does not open, or copied; values that were not sealed, or not
# in time. Games as the service stores them, with records written otherwise and logged just so.

SLOT = "bid after 1"
Mend = Callable[[dict[str, Any]], Any]


@pytest.fixture
def table(clerk: Clerk, sealed_bids: None) -> SealedTable:
    """Both are bound, and Ann has shown: records 2, 3 and 4; Bob shows in record 5."""
    table = SealedTable(clerk)
    table.choose_in_secret(a=Bid(3), b=Bid(4))
    clerk.close_game(table.order())
    return table


@pytest.fixture
def records(table: SealedTable) -> list[Record]:
    return rows_of(table.clerk, table.id)


def changed(records: list[Record], seq: int, mend: Mend) -> list[Record]:
    topic, data = records[seq - 1]
    body = json.loads(data)
    mend(body)
    data = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    return [*records[: seq - 1], (topic, data), *records[seq:]]


def refused(table: SealedTable, records: list[Record], *words: str, record: int) -> None:
    """A game that was logged just so: its proof holds and its story does not."""
    world = World()
    world.play(table.id, records)
    failed(audit(world.bundle(table.id)), *words, record=record)


def said(table: SealedTable, records: list[Record]) -> Any:
    world = World()
    world.play(table.id, records)
    report = audit(world.bundle(table.id))
    assert report.verdict == "verified", list(report.text("en"))
    return next(f for f in report.findings if f.check == "seals")


def test_what_was_sealed_and_shown_is_verified(table: SealedTable, records: list[Record]) -> None:
    finding = said(table, records)
    assert (finding.status, finding.said.en) == ("ok", "sealed values: 2, all opened")
    assert finding.data == {"sealed": 2, "unopened": [], "unsealed": []}


def test_a_seal_that_does_not_open(table: SealedTable, records: list[Record]) -> None:
    words = f"does not open the seal of a for {SLOT}"
    refused(
        table, changed(records, 4, lambda body: body["action"].update(amount=5)), words, record=4
    )
    refused(
        table,
        changed(records, 4, lambda body: body["opens"].update(salt="0" * 64)),
        words,
        record=4,
    )
    refused(table, changed(records, 2, lambda body: body.update(seal="0" * 64)), words, record=4)
    refused(
        table,
        changed(records, 4, lambda body: body.update(action={"amount": 3, "type": "bid"})),
        words,
        record=4,
    )


def test_a_seal_that_was_copied(table: SealedTable, records: list[Record]) -> None:
    """From another seat, for another slot, into another game: all of them are inside."""
    other = json.loads(records[2][1])["seal"]
    salt = json.loads(records[4][1])["opens"]["salt"]
    copied = changed(records, 2, lambda body: body.update(seal=other))
    shown = changed(
        copied,
        4,
        lambda body: body.update(
            action={"type": "bid", "amount": 4}, opens={"record": 2, "salt": salt}
        ),
    )
    refused(table, shown, f"does not open the seal of a for {SLOT}", record=4)
    theirs = changed(records, 4, lambda body: body["opens"].update(record=3))
    refused(table, theirs, '"a" opens the seal of "b"', record=4)
    moved = changed(records, 2, lambda body: body.update(slot="bid after 9"))
    refused(table, moved, "does not open the seal of a for bid after 9", record=4)
    told(records, f"does not open the seal of a for {SLOT}", record=4)


def test_a_value_that_was_not_sealed(table: SealedTable, records: list[Record]) -> None:
    open = changed(records, 4, lambda body: body.pop("opens"))
    refused(table, open, "without a seal or a ruling that lets it stand", record=4)
    refused(
        table,
        changed(records, 4, lambda body: body["opens"].update(record=1)),
        "record 1 before it is no seal",
        record=4,
    )
    hidden = changed(
        open, 4, lambda body: body.update({"action": {"type": "b\\u0069d", "amount": 5}})
    )
    hidden[3] = (hidden[3][0], hidden[3][1].replace(b"\\\\u0069", b"\\u0069"))
    refused(table, hidden, "without a seal or a ruling", record=4)
    other = (
        "RulingGiven",
        stored("RulingGiven", remedy={"type": "stands"}, rule="1", code="x", about=3)[1],
    )
    refused(table, [*open[:4], other, *open[4:]], "without a seal or a ruling", record=4)


def test_a_value_that_an_arbiter_entered_is_named(clerk: Clerk, table: SealedTable) -> None:
    table = SealedTable(clerk, name="another")
    table.seal("b", Bid(4))
    table.rulings.let_stand(table.order(), "a", Bid(0), Grounds("", "wrong-entry", "She is ill."))
    cut = rows_of(clerk, table.id)[:-1]
    clerk.close_game(table.order())
    finding = said(table, rows_of(clerk, table.id))
    assert finding.status == "note"
    assert (
        finding.said.en
        == "sealed values: 1, 1 never opened; entered without a seal, by the arbiter's ruling: 3"
    )
    assert finding.data == {"sealed": 1, "unopened": [2], "unsealed": [3]}
    world = World()
    world.play(table.id, cut)
    report = audit(world.bundle(table.id))
    assert report.verdict == "not complete"
    assert any(
        "the ruling that lets it stand is not in here" in f.said.en
        for f in report.findings
        if f.status == "open"
    )


def test_a_seal_made_too_late_or_twice(table: SealedTable, records: list[Record]) -> None:
    opened, ann, bob, shows, *rest = records
    refused(
        table,
        [opened, ann, shows, bob, *rest],
        f'"b" seals for {SLOT} after another has shown',
        record=4,
    )
    again = changed(records, 3, lambda body: body.update(seat="a"))
    refused(table, again, f'"a" seals twice for {SLOT}', record=3)


@pytest.mark.parametrize(
    ("game", "slot", "seat", "salt"),
    [
        ("g1\nbid 3", "blue", "", bytes(32)),
        ("g1", "bid 3\nblue", "x", bytes(32)),
        ("g1", "bid", "3\nblue", bytes(32)),
        ("g1", "bid 3", "blue", b"short"),
    ],
)
def test_a_seal_of_names_that_run_into_one_another(
    game: str, slot: str, seat: str, salt: bytes
) -> None:
    with pytest.raises(Misspelt):
        seal(game, slot, seat, salt, b"12")


def test_a_seal_that_is_none(table: SealedTable, records: list[Record]) -> None:
    for field, value, words in (
        ("seat", "z", '"z" seals but is no seat'),
        ("slot", "", "does not say what is sealed"),
        ("slot", "bid\n1", "does not say what is sealed"),
        ("slot", "x" * 129, "does not say what is sealed"),
        ("seal", "ab", "32 bytes"),
        ("seal", "AB" * 32, "lower-case hex"),
    ):
        refused(
            table,
            changed(records, 2, lambda body, f=field, v=value: body.update({f: v})),
            words,
            record=2,
        )  # type: ignore[misc]
    refused(
        table, changed(records, 1, lambda body: body.update(seals=[1])), "its field seals", record=1
    )
    refused(
        table,
        changed(records, 1, lambda body: body.pop("seals")),
        "in a game without seals",
        record=2,
    )
    refused(
        table,
        changed(records, 1, lambda body: body.update(seals=["other"])),
        "for what is not sealed",
        record=4,
    )


def test_more_than_an_audit_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.proof.bundle.hidden.MOST_SEALED", 2)
    table = RecordedTable().open(seals=["bid"])
    for n in range(4):
        table.add("ValueSealed", seat="blue", slot=f"bid {n}", seal="ab" * 32)
    told(table.close().records, "more hidden values than an audit follows", record=5, second=False)


def test_a_sealed_game_is_read_to_its_last_record() -> None:
    """In games without seals, records without dice are passed over; here none is."""
    quiet = (
        RecordedTable()
        .open(seals=["bid"])
        .act()
        .act()
        .add("ActionTaken", seat="blue", action={"type": "bid"}, facts=[])
    )
    told(quiet.close().records, "without a seal or a ruling", record=4)


def test_a_value_is_sealed_as_it_is_spelt() -> None:
    action = '{"type":"bid","card":"é \\"9\\"","amount":3}'
    for text in (
        f'{{"type":"ActionTaken","action":{action},"facts":[]}}',
        f'{{ "type" : "x" , "n":[1,{{"action":2}}] , "action" : {action}\n}}',
    ):
        assert spelling_in(text, "action") == action
        assert spelling_in(text, "nothing") == ""
    salt = bytes(32)
    assert seal("g", "s", "a", salt, action.encode()) == seal(
        "g", "s", "a", salt, spelt(json.loads(action))
    )


def test_the_kinds_are_those_that_the_service_writes() -> None:
    assert sorted(OF_GAMES) == sorted(kind.__name__ for kind in RECORD_TYPES)
    assert sorted(OF_CAMPAIGNS) == sorted(kind.__name__ for kind in CAMPAIGN_TYPES)


@pytest.mark.parametrize("named", [99, 4, -1, True])
@pytest.mark.parametrize(
    ("topic", "field", "fields"),
    [
        ("NoteAdded", "about", {}),
        ("ClaimFiled", "about", {"seat": "blue"}),
        ("RulingGiven", "about", {"remedy": {"type": "stands"}}),
        ("RulingGiven", "claim", {"remedy": {"type": "stands"}}),
        ("RetractionAsked", "from_seq", {"seat": "blue"}),
        ("RetractionAnswered", "asked", {"seat": "blue", "answer": "agree"}),
        ("ActionsRetracted", "asked", {"seat": "blue", "from_seq": 2, "actions": [2, 3]}),
    ],
)
def test_a_record_that_speaks_of_one_that_is_not_before_it(
    topic: str, field: str, fields: dict[str, Any], named: Any
) -> None:
    table = (
        RecordedTable(chance="table")
        .open(())
        .act()
        .act()
        .add(topic, **{**fields, field: named})
        .close()
    )
    why = (
        f"its field {field} is not"
        if named is True
        else f"it speaks of record {named}, and there is no record {named} before it"
    )
    told(table.records, why, record=4)


@pytest.mark.parametrize(
    ("topic", "fields", "why"),
    [
        (
            "RulingGiven",
            {"remedy": {"type": "stands"}, "claim": 2},
            "of record 2 as ClaimFiled, and that is ActionTaken",
        ),
        (
            "RetractionAsked",
            {"seat": "blue", "from_seq": 1},
            "of record 1 as ActionTaken or RulingGiven, and that is GameOpened",
        ),
        (
            "RetractionAnswered",
            {"seat": "blue", "asked": 2},
            "of record 2 as RetractionAsked, and that is ActionTaken",
        ),
    ],
)
def test_a_record_that_speaks_of_one_of_another_kind(
    topic: str, fields: dict[str, Any], why: str
) -> None:
    told(
        RecordedTable(chance="table")
        .open(())
        .act()
        .add("NoteAdded")
        .add(topic, **fields)
        .close()
        .records,
        why,
        record=4,
    )


@pytest.mark.parametrize("topic", ["MoneyPaid", "CampaignClosed", "ScenarioOpened", "X"])
def test_a_kind_of_record_that_nobody_knows(topic: str) -> None:
    told(
        RecordedTable(chance="table").open(()).act().add(topic).close().records,
        f"{topic} is no kind of record",
        record=3,
    )


def test_a_record_of_a_game_in_a_campaign() -> None:
    opened = RecordedTable("c1", "table").add("CampaignOpened").add("NoteAdded", text="x").records
    world = World()
    world.play("c1", opened)
    report = audit(world.bundle("c1"))
    assert "NoteAdded is no kind of record that can stand here" in report.failure.said.en


@pytest.mark.parametrize("at", [1, 7, 9])
@pytest.mark.parametrize("salt", [None, "", "AAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB==", 7])
def test_a_record_without_its_salt(salt: Any, at: int) -> None:
    """Also one that the audit would pass over (9): an action without dice."""
    records: list[Record] = small_game()
    topic, data = records[at - 1]
    body = {
        name: value
        for name, value in json.loads(data).items()
        if name != "salt" or salt is not None
    }
    if salt is not None:
        body["salt"] = salt
    records[at - 1] = topic, json.dumps(body, separators=(",", ":")).encode()
    told(records, "its field salt is not" if salt == 7 else "the salt of 16 bytes", record=at)
