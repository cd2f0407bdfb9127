"""Tournaments, forged: entrants, bases, attempts and seeds, with every key in hand. Both verifiers are asked."""

from __future__ import annotations

import json

import pytest

from tests.builders.world import Record, World, audit
from tests.ledger.events import Event, played, with_parts, wrong
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


def test_the_report_names_whose_parts_a_pairing_rests_on_and_who_withheld() -> None:
    report = audit(bundle(with_parts().close().records))
    assert report.verdict == "verified", list(report.text("en"))
    both = "the service and on what entrants 2, 3 added"
    without = "a part from it: whoever did so, or the service, could choose between two draws"
    assert [one.said.en for one in report.findings if one.check == "choice"] == [
        "the seed of round 1 rests on the service alone: it could have been chosen before the opening",
        f"entrant 3 withheld {without}",
        f"the seed of rounds 2, 3 and of lots rests on {both}, together; for entrant 2 the desk did",
        f"entrant 1 withheld {without}",
    ]


def test_the_report_says_what_rests_on_the_service_alone() -> None:
    old = audit(bundle(played().close().records))
    new = audit(bundle(Event().open(4, derivation=2).pair((1, 2), (3, 4)).close().records))
    said = [[one.said.en for one in report.findings if one.check == "choice"] for report in (old, new)]
    alone = "the seed of round 1 rests on the service alone: it could have been chosen before the opening"
    assert said == [[f"{alone}, and steered by any record before what is drawn"], [alone]]


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
