"""How much is tried: `./ops/test` tries a sample, the same each time; `.ci/run` (GREFFE_SLOW=1) all there is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

Item = TypeVar("Item")

ALL = os.environ.get("GREFFE_SLOW") == "1"
"""Whether all there is is tried."""


def count(sample: int, all: int) -> int:
    """How many random inputs are tried."""
    return all if ALL else sample


def spread(items: Sequence[Item], sample: int, all: int = 1) -> list[Item]:
    """Of many positions every `sample`-th, or every `all`-th; the first and the last among them."""
    return [*items[: -1 : all if ALL else sample], items[-1]]


def slow_but(quick: Iterable[Any], cases: Iterable[Any]) -> list[Any]:
    """The cases of a test with many parameters: all but the `quick` ones are slow."""
    kept = list(quick)
    found = [
        case if case in kept else pytest.param(*(case if type(case) is tuple else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]
    assert len(kept) == sum(case in kept for case in found), "what is quick is among the cases"
    return found


def _slow(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
