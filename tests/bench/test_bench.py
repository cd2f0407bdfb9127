"""The benchmark in small. Its figures are for people; these tests only show that every part
yields figures, and how a figure is compared with its bound."""

import pytest

from tests.amount import slow_but
from tests.bench.__main__ import PARTS, measure
from tests.bench.measure import Row


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
