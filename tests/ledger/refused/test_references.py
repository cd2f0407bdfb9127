"""Records that speak of records which are not there, come later or are of another kind; kinds that nobody knows; salts left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.ledger.bundle.references import OF_CAMPAIGNS, OF_GAMES
from domain.record.campaign_records import CAMPAIGN_TYPES
from domain.record.records import RECORD_TYPES
from tests.builders.world import Record, World, audit
from tests.ledger.games import Table, small_game
from tests.ledger.refusing import told


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
def test_a_record_that_speaks_of_one_that_is_not_before_it(topic: str, field: str, fields: dict[str, Any], named: Any) -> None:
    table = Table(chance="table").open(()).act().act().add(topic, **{**fields, field: named}).close()
    why = f"its field {field} is not" if named is True else f"it speaks of record {named}, and there is no record {named} before it"
    told(table.records, why, record=4)


@pytest.mark.parametrize(
    ("topic", "fields", "why"),
    [
        ("RulingGiven", {"remedy": {"type": "stands"}, "claim": 2}, "of record 2 as ClaimFiled, and that is ActionTaken"),
        ("RetractionAsked", {"seat": "blue", "from_seq": 1}, "of record 1 as ActionTaken or RulingGiven, and that is GameOpened"),
        ("RetractionAnswered", {"seat": "blue", "asked": 2}, "of record 2 as RetractionAsked, and that is ActionTaken"),
    ],
)
def test_a_record_that_speaks_of_one_of_another_kind(topic: str, fields: dict[str, Any], why: str) -> None:
    told(Table(chance="table").open(()).act().add("NoteAdded").add(topic, **fields).close().records, why, record=4)


@pytest.mark.parametrize("topic", ["MoneyPaid", "CampaignClosed", "ScenarioOpened", "X"])
def test_a_kind_of_record_that_nobody_knows(topic: str) -> None:
    told(Table(chance="table").open(()).act().add(topic).close().records, f"{topic} is no kind of record", record=3)


def test_a_record_of_a_game_in_a_campaign() -> None:
    opened = Table("c1", "table").add("CampaignOpened").add("NoteAdded", text="x").records
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
    body = {name: value for name, value in json.loads(data).items() if name != "salt" or salt is not None}
    if salt is not None:
        body["salt"] = salt
    records[at - 1] = topic, json.dumps(body, separators=(",", ":")).encode()
    told(records, "its field salt is not" if salt == 7 else "the salt of 16 bytes", record=at)
