"""A clerk over a store of its own, and a tournament of five duels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.clerk.clerk import Clerk
from tests.builders.stores import new_clerk
from tests.domain.directing.hall import DUELS, Hall


@pytest.fixture
def clerk(tmp_path: Path) -> Iterator[Clerk]:
    clerk = new_clerk(tmp_path / "greffe.sqlite")
    yield clerk
    clerk.close()


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    return Hall(clerk, DUELS, 5)
