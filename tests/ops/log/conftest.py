"""A sound record with its log, which tests tamper with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ops.data_folders import Place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    assert made.faults() == []
    yield made
    made.close()
