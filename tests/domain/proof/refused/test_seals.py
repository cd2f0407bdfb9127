"""What must be refused: a seal that does not open, or copied; values that were not sealed, or not
in time. Games as the service stores them, with records written otherwise and logged just so."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.campaign.records import CAMPAIGN_TYPES
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.rulings import Grounds
from domain.game.record.records import RECORD_TYPES
from domain.proof.bundle.references import OF_CAMPAIGNS, OF_GAMES
from domain.proof.chance.seals import seal
from domain.proof.stored import spelling_in
from domain.titles import registry
from tests.api.bids import Bid
from tests.builders.world import Record, World, audit
from tests.domain.game.table.sealers import SealedTable, spelt
from tests.domain.proof.games import RecordedTable, rows_of, small_game, stored
from tests.domain.proof.refusing import failed, told

SLOT = "bid after 1"
Mend = Callable[[dict[str, Any]], Any]


@pytest.fixture
def table(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> SealedTable:
    """Both are bound, and Ann has shown: records 2, 3 and 4; Bob shows in record 5."""
    monkeypatch.setitem(registry._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")
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
