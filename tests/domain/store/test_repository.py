"""The repository among threads and processes: what it hands out is never older than what was stored before it was asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening, Order
from domain.store.repository import GameFile


def test_a_file_that_another_thread_took_in_hand_meanwhile_is_brought_up_to_date(
    make_clerk: Callable[[], Clerk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads read a game that neither has seen; the slower read finds a newer record than the one that lies on the
    repository."""
    here, elsewhere = make_clerk(), make_clerk()
    game = elsewhere.open_game(Opening(ruleset="northgard-training"), "operator", "one").game
    before = here.game_repository._load(game.id)
    elsewhere.note(Order(game.id, 1, "operator", "two"), "hm")
    load = here.game_repository._load

    def overtaken(id: str) -> GameFile:
        loaded = load(id)
        here.game_repository.hold(before)
        return loaded

    monkeypatch.setattr(here.game_repository, "_load", overtaken)
    assert here.game(game.id).seq == 2
