"""Index entries, so that nobody has to read every record to find games with rulings, studies of a
game, and imported streams.

An entry alone proves nothing: what a ruling changed is read from the game
(`domain/tournament/results/offered.py`), a study from its records.
"""

from domain.kernel.key_values import KeyValueStore

RULED = "ruled"
"""Kind of a tournament's games with rulings, by `<tournament>/<game>`."""

STUDY = "study"
"""Kind of a game's studies, by `<game>/<study>`, written before the study's first record."""

IMPORTED = "imported"
"""Kind of imported games and tournaments, by id; their secrets never were in this store."""

MOST = 1_000
"""The most games with rulings that are read for one tournament."""


def mark_ruled(key_values: KeyValueStore, tournament: str, game: str) -> None:
    """Store in the index that this game of a tournament has a ruling. Does nothing if `tournament`
    is empty."""
    if tournament:
        key_values.keep(RULED, f"{tournament}/{game}", b"1")


def ruled_games(key_values: KeyValueStore, tournament: str) -> frozenset[str]:
    start = f"{tournament}/"
    return frozenset(
        key.removeprefix(start) for key, _ in key_values.items(RULED, start, limit=MOST)
    )


def enter_study(key_values: KeyValueStore, game: str, study: str) -> None:
    """Store in the index that a study of a game is about to be opened or imported."""
    key_values.keep(STUDY, f"{game}/{study}", b"")


def mark_imported(key_values: KeyValueStore, id: str) -> None:
    key_values.keep(IMPORTED, id, b"")


def was_imported(key_values: KeyValueStore, id: str) -> bool:
    return key_values.fetch(IMPORTED, id) is not None


def studies_of(key_values: KeyValueStore, game: str) -> tuple[str, ...]:
    """The ids of a game's studies, sorted. Some may have no records, if opening them failed."""
    return tuple(key.partition("/")[2] for key in key_values.keys(STUDY, f"{game}/"))
