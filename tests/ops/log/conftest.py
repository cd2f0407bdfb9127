"""A sound record with its log, which tests tamper with."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.ops.data_folders import LoggedFolder


@pytest.fixture
def place(tmp_path: Path) -> Iterator[LoggedFolder]:
    with closing(LoggedFolder(tmp_path)) as made:
        assert made.faults() == []
        yield made
