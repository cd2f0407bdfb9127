"""A disputed game with the same dice in every run, and its arbiter at the desk."""

import pytest

from tests.builders.api.disputes import Dispute
from tests.builders.api.judging import Judge


@pytest.fixture(autouse=True)
def chance(fixed_chance: None) -> None:
    """The same dice in every run."""


@pytest.fixture
def table(duel: Dispute) -> Dispute:
    return duel


@pytest.fixture
def judge(table: Dispute) -> Judge:
    return Judge(table)
