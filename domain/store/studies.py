"""Which studies a game has: noted in the key-value store before a study's first record, as `study` `<game>/<study>`."""

from __future__ import annotations

from domain.store.key_values import KeyValueStore

KIND = "study"


def enter_study(key_values: KeyValueStore, game: str, study: str) -> None:
    """Note that a study of a game is to be opened, or imported."""
    key_values.keep(KIND, f"{game}/{study}", b"")


def studies_of(key_values: KeyValueStore, game: str) -> tuple[str, ...]:
    """The ids under which studies of a game were to be opened, sorted. One without records does no harm."""
    return tuple(key.partition("/")[2] for key in key_values.keys(KIND, f"{game}/"))
