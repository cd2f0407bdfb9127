"""Marks of a tournament's games that were ruled on, so that its desk need not read every game to find them.

A mark alone says nothing: what a ruling changed is read from the game (`domain/directing/offered.py`).
"""

from __future__ import annotations

from domain.store.key_values import KeyValueStore

RULED = "ruled"
"""The kind of the marks; each is called `<tournament>/<game>`."""

MOST = 1_000
"""Marked games of one tournament that are read."""


def mark_ruled(key_values: KeyValueStore, tournament: str, game: str) -> None:
    """Mark a game as ruled on; none that belongs to no tournament."""
    if tournament:
        key_values.keep(RULED, f"{tournament}/{game}", b"1")


def ruled_games(key_values: KeyValueStore, tournament: str) -> frozenset[str]:
    """The marked games of a tournament."""
    start = f"{tournament}/"
    return frozenset(key.removeprefix(start) for key, _ in key_values.items(RULED, start, limit=MOST))
