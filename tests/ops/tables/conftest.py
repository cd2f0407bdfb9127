"""A data folder with the demonstration game, from which tests make tables."""

from pathlib import Path

import pytest

from tests.ops.tables.test_tables import TablesFolder


@pytest.fixture
def house(data: Path) -> TablesFolder:
    return TablesFolder(data)
