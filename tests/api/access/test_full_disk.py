"""A disk that is full, or that can only be read: readiness knows it, and knows when it is over. Real SQLite."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from api.request.service import EXTENSION
from api.resources.admin import operations
from ops.stores import probe
from ops.stores.sqlite import connections
from tests.builders.api.client import Caller, Table
from tests.ops.log.test_restored import full_disk


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look tries a write, and waits for what comes of it."""
    monkeypatch.setattr(probe, "BETWEEN", 0.0)
    monkeypatch.setattr(probe, "AFTER_FAILED", 0.0)
    monkeypatch.setattr(operations, "TRY", None)
    monkeypatch.setattr(connections, "FAILED_FOR", 0.0)


def room(folder: Path) -> int:
    """As many bytes as the record's file has by now: none is free."""
    return (folder / "greffe.sqlite-wal").stat().st_size


def test_a_full_disk_is_not_ready_and_is_ready_again_when_there_is_room(caller: Caller, table: Table, tmp_path: Path) -> None:
    assert caller.get("/readyz").json["store"] == "ok"
    with full_disk(room(tmp_path)):
        assert table.write("/notes", {"text": "x"}).status_code == 503
        ready = caller.get("/readyz")
        assert (ready.status_code, ready.json["type"].rpartition("/")[2]) == (503, "store-unavailable")
        assert ready.json["text"]["en"].startswith("Nothing can be recorded: ")
        health = caller.get("/healthz").json
        assert (health["status"], health["store"]) == ("degraded", "failing")
        assert table.get("/board").status_code == 200, "everything can be read"
        assert b"greffe_store_writable 0.0" in caller.get("/metrics").data
    assert caller.get("/readyz").status_code == 200
    assert table.write("/notes", {"text": "x"}).status_code == 201


def test_where_records_fail_and_the_small_probe_fits_it_is_not_ready_until_a_record_goes_well(
    caller: Caller, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk with room for no record, when a write fails and a probe goes well, then the service is not ready."""
    monkeypatch.setattr(connections, "FAILED_FOR", 3_600.0)
    with full_disk(room(tmp_path)):
        assert table.write("/notes", {"text": "x"}).status_code == 503
    ready = caller.get("/readyz")
    assert (ready.status_code, ready.json["type"].rpartition("/")[2]) == (503, "store-unavailable")
    assert table.write("/notes", {"text": "x"}).status_code == 201
    assert caller.get("/readyz").status_code == 200


def test_it_is_known_without_anybody_having_written(caller: Caller, table: Table, tmp_path: Path) -> None:
    with full_disk(room(tmp_path)):
        assert caller.get("/readyz").status_code == 503


def test_the_try_is_rare_while_all_is_well_and_a_failed_write_makes_one_at_once(
    caller: Caller, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "BETWEEN", 3_600.0)
    connections: Any = caller.app.extensions[EXTENSION].clerk.factory._connections
    tried: list[int] = []
    real = connections._try
    monkeypatch.setattr(connections, "_try", lambda: tried.append(1) or real())
    for _ in range(5):
        assert caller.get("/readyz").status_code == 200
    assert len(tried) == 1
    with full_disk(room(tmp_path)):
        assert caller.get("/readyz").status_code == 200, "nobody has tried since"
        table.write("/notes", {"text": "x"})
        assert caller.get("/readyz").status_code == 503
    assert len(tried) == 2


def test_somebody_elses_long_write_is_no_trouble(caller: Caller, table: Table, tmp_path: Path) -> None:
    connections: Any = caller.app.extensions[EXTENSION].clerk.factory._connections
    with sqlite3.connect(connections.path) as db:
        db.execute("BEGIN IMMEDIATE")
        assert caller.get("/readyz").status_code == 200
        db.rollback()
