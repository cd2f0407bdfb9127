"""How much the tests try: `./ops/test` runs a quick sample, the same each time; `.ci/run`
(GREFFE_SLOW=1) runs everything.

Quick are all cheap tests and one example of each kind of expensive test. A law of every title,
language or page width is tried on one that shows most of it. Of the tests with a real process, a
few are quick: one server is killed, one serves, one browser opens a page. All others are slow. Each
names its reason, or the quick test that finds most of the same faults:

- `@slow("why")`: a whole test;
- `slow_but(quick, cases)`: a test with parameters, all cases but a few;
- `count(sample, all)` and `spread(items, sample)`: how many random inputs or positions one test
  tries."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

Item = TypeVar("Item")

ALL = os.environ.get("GREFFE_SLOW") == "1"
"""Whether the full run was asked for (`.ci/run`)."""


def slow(why: str) -> pytest.MarkDecorator:
    """The mark of a test, or of a whole file (`pytestmark`), that `.ci/run` runs and `./ops/test`
    skips. `why` tells readers of the test the reason."""
    assert why, "say what finds most of the same in the quick run, or what makes it long"
    return pytest.mark.slow(why)


def count(sample: int, all: int) -> int:
    return all if ALL else sample


def spread(items: Sequence[Item], sample: int, all: int = 1) -> list[Item]:
    """Every `sample`-th of the items, or every `all`-th in the full run. The first and the last
    item are always among them."""
    return [*items[: -1 : all if ALL else sample], items[-1]]


def slow_but(quick: Iterable[Any], cases: Iterable[Any]) -> list[Any]:
    """The cases of a parametrized test. All but those in `quick` are marked as slow."""
    picked = list(quick)
    slow_cases = [
        case
        if case in picked
        else pytest.param(*(case if type(case) is tuple else (case,)), marks=_LIKE_IT)
        for case in cases
    ]
    assert len(picked) == sum(case in picked for case in slow_cases), (
        "what is quick is among the cases"
    )
    return slow_cases


_LIKE_IT = slow("the quick cases show the same")
