"""Bundles over HTTP: whole or not at all, for those who may read the game."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from domain.clerk.clerk import Clerk
from domain.ledger.verify.report import Report
from tests.api.proof.log_client import slug, wait_for
from tests.builders import world
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table
from tests.builders.api.disputes import Dispute
from tests.builders.api.series import Series
from tests.builders.logs import Log


def audit(answer: TestResponse, book: Log) -> Report:
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson"), answer.json
    return world.audit(answer.get_data(), book.policy())


def test_a_bundle_is_verified_without_the_service(table: Table, book: Log) -> None:
    for n in range(12):
        table.move(n)
    table.write("/close", {"reason": "that is all"})
    answer = table.get("/bundle")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{table.id}.greffe.jsonl"'
    report = audit(answer, book)
    assert report.verdict == "verified", report.said
    part = audit(table.get("/bundle?at=5"), book)
    assert part.verdict == "not complete"
    assert next(f.data for f in part.findings if f.check == "records") == {"records": 5}


@pytest.mark.parametrize("at", [0, -1, 2])
def test_there_is_no_bundle_up_to_a_record_that_is_not_there(at: int, table: Table) -> None:
    assert slug(table.get(f"/bundle?at={at}")) == (404, "no-such-position")


def test_names_and_words_are_in_a_bundle_for_organisers_who_ask(app: Flask, clerk: Clerk, book: Log) -> None:
    club = Club(app, clerk)
    club.table().write("/seats/red/take", {"name": "Anna Example"})
    club.table().write("/notes", {"text": "a private remark"})
    asked = club.organiser.get(f"{club.path}/bundle?names=1")
    assert "Anna Example" in asked.text
    assert "a private remark" in asked.text
    report = audit(asked, book)
    assert next(f.data for f in report.findings if f.check == "disclosed") == {"count": 3}, "and the catalog"
    for name in ("arbiter", "red", "spectator"):
        assert slug(club.holder(name).get(f"{club.path}/bundle?names=1")) == (403, "role-too-low")
        plain = club.holder(name).get(f"{club.path}/bundle")
        assert plain.status_code == 200, "nothing is hidden in this title"
        assert "Anna" not in plain.text
        assert "private" not in plain.text


def test_a_campaign_has_a_bundle_of_its_own(caller: Caller, book: Log) -> None:
    series = Series.open(caller)
    series.next()
    report = audit(caller.get(f"/api/v1/campaigns/{series.id}/bundle"), book)
    assert report.failure is None
    assert next(f.data for f in report.findings if f.check == "records") == {"records": 2}


def test_a_bundle_is_whole_or_there_is_none(bids: Dispute, book: Log) -> None:
    whole = bids.holder("arbiter").get(f"{bids.path}/bundle")
    assert '\\"amount\\":7' in whole.text
    assert bids.organiser.get(f"{bids.path}/bundle").get_data() == whole.get_data()
    for name, first in (("a", 1), ("b", 1), ("spectator", 1)):
        refused = bids.holder(name).get(f"{bids.path}/bundle")
        assert (slug(refused), refused.json["first"]) == ((403, "bundle-hides"), first), "the cards that were dealt"
    bids.table("b").act("b", {"type": "bid", "amount": 3})
    for name in ("a", "b", "spectator"):
        assert audit(bids.holder(name).get(f"{bids.path}/bundle"), book).failure is None, "now everything is open"


def test_a_record_that_was_tampered_with_is_in_the_bundle_for_the_auditor(table: Table, clerk: Clerk, book: Log) -> None:
    for n in range(3):
        table.move(n)
    wait_for(table, 4)
    db: Any = clerk.factory._connections
    with db.writing() as writing:
        changed = "CAST(replace(state, 'operator', 'nobody-1') AS BLOB)"
        writing.execute(f"UPDATE records SET state = {changed} WHERE originator_version = 3")
    report = audit(table.get("/bundle"), book)
    assert report.verdict == "failed"
    assert "it, or one before it, is not as it was logged" in report.said.en
    with db.writing() as writing:
        writing.execute("UPDATE records SET state = x'ff' WHERE originator_version = 3")
    assert slug(table.get("/bundle")) == (500, "record-damaged")
