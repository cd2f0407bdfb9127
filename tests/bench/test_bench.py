"""The benchmark runs in small: its figures are for people, the tests only hold it to measuring what it says."""

from __future__ import annotations

import pytest

from tests.amount import slow_but
from tests.bench.__main__ import PARTS, measure
from tests.bench.measure import Machine, Row, as_text, in_turn, percentile


@pytest.mark.parametrize("part", slow_but(["action"], PARTS))
def test_every_part_measures_something(part: str) -> None:
    rows = measure([part], quick=True)
    assert rows
    assert all(row.figure > 0 and row.what and row.reach is None for row in rows)


def test_a_figure_is_held_against_its_bound_in_its_direction() -> None:
    assert Row("rate", 0.8, "×", 0.75).reached
    assert not Row("rate", 0.7, "×", 0.75).reached
    assert Row("time", 3, "ms", 5, at_least=False).reached
    assert not Row("time", 6, "ms", 5, at_least=False).reached
    assert Row("report", 1, "games/s").reached is None


def test_the_table_is_text() -> None:
    text = as_text(Machine.here(), [Row("a rate", 0.5, "×", 0.75, detail="why"), Row("a report", 12, "games/s")])
    assert "| a rate (why) | 0.50 × | ≥ 0.75 × | **missed** |" in text and "| a report | 12.00 games/s | – |  |" in text


def test_work_is_timed_in_turn() -> None:
    order: list[str] = []
    times = in_turn(3, lambda: order.append("a"), lambda: order.append("b"))
    assert order == ["a", "b"] * 3 and len(times) == 2
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0 and percentile([1.0], 0.99) == 1.0
