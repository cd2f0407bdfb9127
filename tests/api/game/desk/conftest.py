"""A disputed game with the same dice in every run, and its arbiter on the desk page."""

import pytest

from tests.builders.api.disputes import Dispute
from tests.builders.api.judging import Judge


@pytest.fixture(autouse=True)
def chance(fixed_chance: None) -> None:
    """Fix the dice of every test in this folder."""


@pytest.fixture
def table(duel: Dispute) -> Dispute:
    return duel


@pytest.fixture
def judge(table: Dispute) -> Judge:
    return Judge(table)
