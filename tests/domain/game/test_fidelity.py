from __future__ import annotations

import pytest

from domain.clerk.clerk import Clerk
from domain.rules.titles import registry
from tests.builders.table import Table


@pytest.mark.parametrize("title", registry.ids())
def test_a_game_whose_fingerprints_all_agree_is_never_unverified(clerk: Clerk, title: str) -> None:
    """Given an honest game, when a few actions come after its last fingerprint, or it is closed, then it is exact at every record
    from the first fingerprint on, and all along where nothing is hidden."""
    table = Table(clerk, title)
    table.play(24)
    history = table.game.history
    assert history.prints and history.unchecked
    file = clerk.file(table.id)
    assert {file.fidelity(seq) for seq in range(1, table.game.seq + 1)} == {"exact"}
    assert clerk.close_game(table.order()).game.fidelity == "exact"
