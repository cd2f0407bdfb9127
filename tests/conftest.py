"""What every room's tests may use: a clerk over a real SQLite file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.clerk import Clerk
from tests.stores import new_clerk


@pytest.fixture
def make_clerk(tmp_path: Path) -> Iterator[Callable[[], Clerk]]:
    """Opens the same file again and again, as processes do."""
    opened: list[Clerk] = []

    def make() -> Clerk:
        opened.append(new_clerk(tmp_path / "greffe.sqlite"))
        return opened[-1]

    yield make
    for clerk in opened:
        clerk.close()


@pytest.fixture
def clerk(make_clerk: Callable[[], Clerk]) -> Clerk:
    """One clerk over an empty store."""
    return make_clerk()
