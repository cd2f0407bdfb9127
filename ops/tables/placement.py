"""Of what a build makes tables: the games and tournaments that a shard has when the build begins, without those that were moved
away.

A move is one moment in the directory and several writes around it, so what is read here is read again where one fell in between,
and waited for where one stands there. So whatever leaves a shard's tables, or comes back, does so after its log has got the entry
that names the move: two builds at the same size of the log have the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from time import monotonic, sleep

import msgspec
from msgspec import Struct

from domain.clerk.clerk import Clerk
from domain.ledger.log.entries import MovedEntry, read_entry
from domain.record.stored import Filed
from domain.record.tournament_records import TournamentOpened
from domain.store.rows import openings, title_of
from ops.log.folder import bring_up, open_ledger
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.shards.moving import MOVED, kept_entry
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from ops.stores.shards.barred import Barred
from ops.stores.shards.directory import Directory, Shard

PATIENCE = 60.0
"""Seconds to wait for a move that stands between its switch and its end: usually it takes less than one."""

LOOK = 0.05
"""Seconds between two looks."""


class Placement(Struct, frozen=True):
    """What a build makes tables of: games and tournaments in the order of their opening, each with its title (empty where its
    opening cannot be read); `away` are those of them that are not, or not yet, this shard's. `size` and `checkpoint` are how far
    the log goes and its signed head (empty: it has none), `keys` are its verifier keys. `shard` is the shard's name, `moved` the
    shards at which each home was that ever came here or left, the one that has it last, and `moves` how many homes came to each
    shard and left it, by its log's origin, without the closed ones."""

    games: tuple[tuple[str, str], ...]
    tournaments: tuple[tuple[str, str], ...]
    away: frozenset[str]
    size: int
    checkpoint: str
    keys: tuple[str, ...]
    shard: str = ""
    moved: dict[str, tuple[str, ...]] = {}
    moves: dict[str, int] | None = None


def placement(settings: Settings, patience: float = PATIENCE) -> Placement:
    """What a service has, as its log and, of a shard, the directory say. Raises `Trouble`."""
    with _open(settings) as (clerk, ledger):
        if not settings.shard:
            return _here(settings, clerk, ledger)
        directory, barred = Directory(settings.directory_place), Barred(settings.record)
        try:
            until = monotonic() + patience
            while True:
                placed = directory.placed()
                _need_whole(directory, until)
                found = _here(settings, clerk, ledger, barred)
                paths, shards = _paths(directory), directory.shards()
                if directory.placed() == placed:
                    moved = {home: path for home, path in paths.items() if settings.shard in path}
                    return msgspec.structs.replace(found, shard=settings.shard, moved=moved, moves=_moves(paths, shards))
        finally:
            barred.close()
            directory.close()


@contextmanager
def _open(settings: Settings) -> Iterator[tuple[Clerk, Ledger]]:
    clerk = open_clerk(settings)
    try:
        bring_up(settings, clerk)  # begins the log where there is none
        ledger = open_ledger(settings)
        try:
            yield clerk, ledger
        finally:
            ledger.close()
    finally:
        clerk.close()


def _here(settings: Settings, clerk: Clerk, ledger: Ledger, barred: Barred | None = None) -> Placement:
    """What the record has. First the log, then what was opened, then what is barred: what arrives meanwhile is not in the log that
    was read, or is known to be barred."""
    bring_up(settings, clerk)
    size, head = ledger.standing().size, ledger.head()
    keys = tuple(one.verifier for one in ledger.log_keys() if not one.ended)
    games = tuple(_titled(openings(clerk.recorder)))
    tournaments = tuple(_titled(openings(clerk.recorder, TournamentOpened.__name__)))
    barred_here = barred.elsewhere() if barred is not None else frozenset[str]()
    away = frozenset(id for id, _ in (*games, *tournaments) if id in barred_here)
    too_new = {id for id in away if not any(index < size for index in ledger.indices(id)[:1])}
    games, tournaments = (tuple(one for one in some if one[0] not in too_new) for some in (games, tournaments))
    return Placement(games, tournaments, away - too_new, size, head.note.decode() if head is not None else "", keys)


def _titled(found: Iterable[Filed]) -> Iterator[tuple[str, str]]:
    for one in found:
        try:
            yield one.game, title_of(one)
        except msgspec.DecodeError:
            yield one.game, ""


def _need_whole(directory: Directory, until: float) -> None:
    """Wait for the end of a move that was switched: the shards' own stores and logs do not say yet what the directory says. Raises
    `CannotServe` where it does not come."""
    while half := next((one for one in directory.moving() if one.step == "switched"), None):
        if monotonic() > until:
            raise CannotServe(
                f"The move of {half.home} to {half.goes_to} was cut off after its switch: finish it with greffe shards move "
                f"{half.home} {half.goes_to}, then make the tables."
            )
        sleep(LOOK)


def _paths(directory: Directory) -> dict[str, tuple[str, ...]]:
    """The shards at which each home was that was ever moved. Raises `CannotServe` where the directory lacks the entry of a move."""
    homes = sorted({key.rpartition("/")[0] for key in directory.values.keys(MOVED, "")})
    names = {one.origin: one.name for one in directory.shards()}
    found = {
        home: _path([kept_entry(directory, home, version) for version in range(1, at.version)], names)
        for home, at in directory.homes_of(homes).items()
    }
    return {home: path for home, path in found.items() if path}


def _moves(paths: Mapping[str, Sequence[str]], shards: Iterable[Shard]) -> dict[str, int]:
    """How many times a home came to each shard or left it, by the origin of its log; of those that are not closed."""
    counts = Counter(name for path in paths.values() for pair in pairwise(path) for name in pair)
    return {one.origin: counts[one.name] for one in shards if not one.closed}


def _path(entries: Sequence[bytes], names: dict[str, str]) -> tuple[str, ...]:
    moves = [entry for entry in map(read_entry, entries) if isinstance(entry, MovedEntry)]
    return tuple(names[origin] for origin in (*(one.origin for one in moves[:1]), *(one.to for one in moves)))
