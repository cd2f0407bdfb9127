"""A data folder with the demonstration game, of which tables are made."""

from pathlib import Path

import pytest

from tests.ops.tables.test_tables import House


@pytest.fixture
def house(data: Path) -> House:
    return House(data)
