"""A clerk with a store, and a tournament of five duels."""

import pytest

from domain.game.clerk.clerk import Clerk
from tests.domain.tournament.directing.hall import DUELS, Hall


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    return Hall(clerk, DUELS, 5)
