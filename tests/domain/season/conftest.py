"""The hall of these tests: a tournament of duels with five entrants."""

import pytest

from domain.game.clerk.clerk import Clerk
from tests.domain.tournament.directing.hall import DUELS, Hall


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    return Hall(clerk, DUELS, 5)
