"""A data folder with the demonstration game, from which tests make tables."""

from pathlib import Path

import pytest

from tests.ops.tables.test_tables import House


@pytest.fixture
def house(data: Path) -> House:
    return House(data)
