"""The benchmark runs in small: its figures are for people, the tests only hold it to measuring what it says."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from ops.bench import PARTS, measure
from ops.bench.measure import Machine, Row, as_json, as_text, in_turn, percentile
from ops.settings.config import ROOT
from tests.amount import slow, slow_but
from tests.builders.postgres import needs_postgres, shared_server

WITH_SERVICE = ("http", "lag", "live", "readiness", "spectators", "pages")


@pytest.mark.parametrize(
    "part", slow_but(("action", "receipts", "event-pages"), [p for p in PARTS if p not in ("postgres", *WITH_SERVICE)])
)
def test_every_part_measures_something(part: str) -> None:
    rows = measure([part], quick=True)
    assert rows
    assert all(row.figure > 0 and row.what and row.reach is None for row in rows)


@slow("four processes append until they are timed; tests/ops/stores append on PostgreSQL")
@needs_postgres
def test_appending_on_postgresql_is_measured_where_there_is_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GREFFE_STORE", raising=False)
    assert measure(["postgres"], quick=True) == []
    monkeypatch.setenv("GREFFE_STORE", shared_server().new_database())
    assert [row.figure > 0 for row in measure(["postgres"], quick=True)] == [True, True]


@slow("parts that start the service")
@pytest.mark.parametrize("part", WITH_SERVICE)
def test_the_parts_that_start_the_service_measure_something(part: str) -> None:
    """In a process of their own: Playwright runs once in a process, and other tests have it open."""
    command = [sys.executable, "-P", "-m", "ops.cli", "bench", part, "--quick", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == 0, run.stderr
    assert all(row["figure"] > 0 for row in json.loads(run.stdout)["rows"])


def test_pages_are_left_out_in_a_line_where_there_is_no_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert measure(["pages"], quick=True) == []
    assert "pages: left out, for want of Chromium or of Playwright" in capsys.readouterr().err


def test_a_figure_is_held_against_its_bound_in_its_direction() -> None:
    assert Row("rate", 0.8, "×", 0.75).reached
    assert not Row("rate", 0.7, "×", 0.75).reached
    assert Row("time", 3, "ms", 5, at_least=False).reached
    assert not Row("time", 6, "ms", 5, at_least=False).reached
    assert Row("report", 1, "games/s").reached is None


def test_the_table_comes_as_text_and_as_data() -> None:
    machine, rows = Machine.here(), [Row("a rate", 0.5, "×", 0.75, detail="why"), Row("a report", 12, "games/s")]
    text = as_text(machine, rows)
    assert "| a rate (why) | 0.50 × | ≥ 0.75 × | **missed** |" in text and "| a report | 12.00 games/s | – |  |" in text
    data = json.loads(as_json(machine, rows))
    assert data["rows"][0]["figure"] == 0.5 and data["machine"]["cores"] >= 1


def test_work_is_timed_in_turn() -> None:
    order: list[str] = []
    times = in_turn(3, lambda: order.append("a"), lambda: order.append("b"))
    assert order == ["a", "b"] * 3 and len(times) == 2
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0 and percentile([1.0], 0.99) == 1.0
