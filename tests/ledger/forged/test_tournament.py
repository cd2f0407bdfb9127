"""Tournaments, forged: entrants, bases, attempts and seeds, with every key in hand. Both verifiers are asked."""

from __future__ import annotations

import json

import pytest

from tests.builders.world import Record, World, audit
from tests.ledger.events import Event, played, wrong
from tests.ledger.refusing import failed, incomplete


def bundle(records: list[Record]) -> bytes:
    world = World()
    world.play("g1", records)
    return world.bundle("g1")


def test_a_tournament_is_audited_like_a_game() -> None:
    event = played().close().result(2, 3, 4, topic="ResultCorrected", record=8, effect="report")
    report = audit(bundle(event.records))
    assert report.verdict == "verified", list(report.text("en"))
    found = {one.check for one in report.findings}
    assert {"results", "departures", "corrections", "seed"} <= found
    assert "attempts" not in found


def test_attempts_are_counted_and_told() -> None:
    again = Event().open().pair((1, 2)).add("RoundWithdrawn", round=1).pair((1, 3), attempt=2)
    report = audit(bundle(again.draw("LotsDrawn", lots=[1, 2, 3, 4]).close().records))
    assert report.verdict == "verified", list(report.text("en"))
    assert any(one.check == "attempts" for one in report.findings)


def test_a_tournament_that_is_not_closed_is_not_complete() -> None:
    incomplete(audit(bundle(played().records)), "not closed")


@pytest.mark.parametrize(("what", "records", "at"), wrong(), ids=[name for name, _, _ in wrong()])
def test_a_tournament_that_is_wrong_is_refused(what: str, records: list[Record], at: int) -> None:
    failed(audit(bundle(records)), record=at)


def test_numbers_that_only_look_the_same_make_another_basis() -> None:
    event = played().close()
    topic, data = event.records[-1]
    for other in (b"9.0", b"true", b'"9"'):
        changed = data.replace(b'"basis":{"seq":9', b'"basis":{"seq":' + other)
        assert changed != data
        failed(audit(bundle([*event.records[:-1], (topic, changed)])), record=10)
    assert json.loads(data)["basis"]["seq"] == 9
