"""What a build makes tables of: the games and tournaments that the record has when it begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from domain.record.stored import Filed
from domain.record.tournament_records import TournamentOpened
from domain.store.rows import openings, title_of
from ops.log.folder import bring_up, open_ledger
from ops.settings.config import Settings
from ops.stores.data_folder import open_clerk


class Contents(Struct, frozen=True):
    """Games and tournaments in the order of their opening, each with its title (empty where its opening cannot be read). `size` and
    `checkpoint` are how far the log goes and its signed head (empty: it has none), `keys` are its verifier keys."""

    games: tuple[tuple[str, str], ...]
    tournaments: tuple[tuple[str, str], ...]
    size: int
    checkpoint: str
    keys: tuple[str, ...]


def contents(settings: Settings) -> Contents:
    """What a service has. Raises `Trouble`."""
    clerk = open_clerk(settings)
    try:
        bring_up(settings, clerk)  # begins the log where there is none
        ledger = open_ledger(settings)
        try:
            head, size = ledger.head(), ledger.standing().size
            keys = tuple(one.verifier for one in ledger.log_keys() if not one.ended)
            games = tuple(_titled(openings(clerk.recorder)))
            tournaments = tuple(_titled(openings(clerk.recorder, TournamentOpened.__name__)))
            return Contents(games, tournaments, size, head.note.decode() if head is not None else "", keys)
        finally:
            ledger.close()
    finally:
        clerk.close()


def _titled(found: Iterable[Filed]) -> Iterator[tuple[str, str]]:
    for one in found:
        try:
            yield one.game, title_of(one)
        except msgspec.DecodeError:
            yield one.game, ""
