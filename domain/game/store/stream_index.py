"""Marks of what belongs to what, so that nobody has to read every record to find it: games with
rulings, studies, imports.

A mark alone says nothing: what a ruling changed is read from the game
(`domain/tournament/results/offered.py`), a study from its records.
"""

from domain.kernel.key_values import KeyValueStore

RULED = "ruled"
"""The kind of a tournament's games that were ruled on, each as `<tournament>/<game>`."""

STUDY = "study"
"""The kind of a game's studies, each as `<game>/<study>`, noted before its first record."""

IMPORTED = "imported"
"""The kind of games and tournaments that were imported, by their id: what is secret of them never
was here."""

MOST = 1_000
"""Marked games of one tournament that are read."""


def mark_ruled(key_values: KeyValueStore, tournament: str, game: str) -> None:
    """Mark a game as ruled on; none that belongs to no tournament."""
    if tournament:
        key_values.keep(RULED, f"{tournament}/{game}", b"1")


def ruled_games(key_values: KeyValueStore, tournament: str) -> frozenset[str]:
    start = f"{tournament}/"
    return frozenset(
        key.removeprefix(start) for key, _ in key_values.items(RULED, start, limit=MOST)
    )


def enter_study(key_values: KeyValueStore, game: str, study: str) -> None:
    """Note that a study of a game is to be opened, or imported."""
    key_values.keep(STUDY, f"{game}/{study}", b"")


def mark_imported(key_values: KeyValueStore, id: str) -> None:
    key_values.keep(IMPORTED, id, b"")


def was_imported(key_values: KeyValueStore, id: str) -> bool:
    return key_values.fetch(IMPORTED, id) is not None


def studies_of(key_values: KeyValueStore, game: str) -> tuple[str, ...]:
    """The ids under which studies of a game were to be opened, sorted. One without records does no
    harm."""
    return tuple(key.partition("/")[2] for key in key_values.keys(STUDY, f"{game}/"))
