"""How much is tried: `./ops/test` tries a sample, the same each time; `.ci/run` (GREFFE_SLOW=1) all
there is.

What is quick: one of each kind, and all that is cheap. A law that holds for every title, language
or width is tried on one that shows most of it, and so is a real process (one server that is killed,
one that is served from, one browser at a page). The others are slow, each with the reason and,
where another test would find most of the same, where that one is:

- `@slow("why")`: a whole test;
- `slow_but(quick, cases)`: a test with parameters, all cases but a few;
- `count(sample, all)` and `spread(items, sample)`: how many random inputs or positions one test
tries.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

Item = TypeVar("Item")

ALL = os.environ.get("GREFFE_SLOW") == "1"
"""Whether all there is is tried."""


def slow(why: str) -> pytest.MarkDecorator:
    """A test, or a file of them (`pytestmark`), that `.ci/run` runs and `./ops/test` leaves out;
    `why` is for its reader."""
    assert why, "say what finds most of the same in the quick run, or what makes it long"
    return pytest.mark.slow(why)


def count(sample: int, all: int) -> int:
    return all if ALL else sample


def spread(items: Sequence[Item], sample: int, all: int = 1) -> list[Item]:
    """Every `sample`-th of many positions, or every `all`-th in the full run; always with the first
    and the last."""
    return [*items[: -1 : all if ALL else sample], items[-1]]


def slow_but(quick: Iterable[Any], cases: Iterable[Any]) -> list[Any]:
    """The cases of a test with many parameters: all but the `quick` ones are slow."""
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
