"""Making the tables of a record: every game, in the order in which they were opened, into one file a title, table and format.

A game at a time is in memory, and a group of rows of each table. The files are made beside the old ones and take their places when
all are there; the manifest, which names each with its rows and its SHA-256, comes last. So whoever reads meanwhile reads either.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Collection, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from domain.errors import UnknownGame
from domain.game.game import Game, begin, fold
from domain.record.records import FIRST
from domain.record.stored import DamagedRecord, Filed
from domain.store.rows import openings, title_of
from ops.log.folder import bring_up, open_ledger
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.stores.data_folder import open_clerk
from ops.tables.writers import WRITERS, Writer, about
from projections.tables.declared import TABLES
from projections.tables.manifest import MANIFEST, Format, Manifest, TableFile, read_manifest
from projections.tables.rows import Rows, rows_of
from projections.tables.schema import SCHEMA

AT_ONCE = 16
"""Games given to a process at once."""


class GameRead(Struct, frozen=True):
    """A game as a process has read it: its title, whether it is public and its tags, its rows, and the record that is damaged (0:
    none)."""

    game: str
    ruleset: str = ""
    public: bool = False
    tags: tuple[str, ...] = ()
    rows: Rows = msgspec.field(default_factory=dict)
    damaged: int = 0


Keep = Callable[[GameRead], Rows | None]
"""What of a game goes into the tables; none: nothing of it."""


def everything(read: GameRead) -> Rows:
    """All of it."""
    return read.rows


def build(
    settings: Settings,
    folder: Path,
    formats: Collection[Format],
    *,
    rulesets: Collection[str] = (),
    offered: bool = False,
    processes: int = 1,
    keep: Keep = everything,
    finish: Callable[[Manifest, Path], Manifest] | None = None,
) -> Manifest:
    """Make the tables of a data folder in `folder`; `rulesets` are the titles wanted (none named: all), `offered` has the rules
    asked at each action what else could have been done, which takes as long as all the rest. `finish` has a last look at what was
    made, before anybody else has. Raises `Trouble`."""
    folder = folder.absolute()
    _need_place(settings, folder)
    new = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    old = new.with_name(f"{new.name}.old")
    try:
        new.mkdir(mode=0o700, parents=True)
        manifest = _written(settings, new, formats, rulesets, offered, processes, keep)
        if finish is not None:
            manifest = finish(manifest, new)
        (new / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
        if folder.exists():
            folder.replace(old)
        new.replace(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as e:
        if old.exists() and not folder.exists():
            old.replace(folder)
        raise Trouble(f"The tables cannot be written to {folder}: {(e.strerror or str(e)).lower()}.") from None
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return manifest


def _need_place(settings: Settings, folder: Path) -> None:
    """Raise `Trouble` unless a folder is one for tables: not there yet, empty, or of tables that were made before."""
    if settings.data.absolute().is_relative_to(folder):
        raise Trouble(f"{folder} holds the record: name a folder for the tables alone.")
    try:
        if not folder.exists() or not any(folder.iterdir()) or read_manifest(folder) is not None:
            return
    except (OSError, msgspec.DecodeError) as e:
        raise Trouble(f"The tables cannot be written to {folder}: it is no folder of tables ({e}).") from None
    raise Trouble(f"The tables cannot be written to {folder}: it has something else in it. Name a new folder, or an empty one.")


def _written(
    settings: Settings,
    folder: Path,
    formats: Collection[Format],
    rulesets: Collection[str],
    offered: bool,
    processes: int,
    keep: Keep,
) -> Manifest:
    clerk = open_clerk(settings)
    bring_up(settings, clerk)
    ledger = open_ledger(settings)
    try:
        size = ledger.standing().size
        wanted = [one.game for one in openings(clerk.recorder) if _wanted(one, rulesets)]
    finally:
        ledger.close()
        clerk.close()
    sets: dict[str, _Set] = {}
    damaged, games = [], 0
    try:
        for read in _read_all(settings, wanted, offered, processes):
            if read.damaged:
                damaged.append((read.game, read.damaged))
            rows = keep(read) if read.ruleset else None
            if rows is None:
                continue
            games += 1
            if read.ruleset not in sets:
                sets[read.ruleset] = _Set(folder, read.ruleset, formats, size)
            sets[read.ruleset].add(rows)
    finally:
        for one in sets.values():
            one.close()
    files = tuple(file for _, one in sorted(sets.items()) for file in one.files())
    return Manifest(SCHEMA, size, games, files, tuple(damaged))


class _Set:
    """The files of one title."""

    def __init__(self, folder: Path, ruleset: str, formats: Collection[Format], size: int) -> None:
        self._ruleset, self._folder = ruleset, folder
        self._counts = dict.fromkeys(TABLES, 0)
        (folder / ruleset).mkdir(mode=0o700)
        self._writers: dict[tuple[str, Format], Writer] = {
            (name, kind): WRITERS[kind](self._path(name, kind), table, about(table, ruleset, size))
            for name, table in TABLES.items()
            for kind in formats
        }

    def _path(self, table: str, kind: Format) -> Path:
        return self._folder / self._ruleset / f"{table}.{kind}"

    def add(self, rows: Rows) -> None:
        for (name, _), writer in self._writers.items():
            writer.add(rows[name])
        for name, found in rows.items():
            self._counts[name] += len(found)

    def close(self) -> None:
        for writer in self._writers.values():
            writer.close()

    def files(self) -> Iterator[TableFile]:
        for name, kind in self._writers:
            path = self._path(name, kind)
            path.chmod(0o600)
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            at = f"{self._ruleset}/{path.name}"
            yield TableFile(at, self._ruleset, name, kind, self._counts[name], path.stat().st_size, digest)


def _wanted(opening: Filed, rulesets: Collection[str]) -> bool:
    """Whether a game is of one of these titles, or of any; one that cannot be read is, and is told of as damaged."""
    try:
        return not rulesets or title_of(opening) in rulesets
    except msgspec.DecodeError:
        return True


# -- reading, here or in several processes -------------------------------------------------------------------------------

_at_work: dict[str, Any] = {}
"""What a process works with: its clerk, its log, and whether it asks for what was offered."""


def _begin(settings: Settings, offered: bool) -> None:
    _at_work.update(clerk=open_clerk(settings), ledger=open_ledger(settings), offered=offered)


def _end() -> None:
    for name in ("ledger", "clerk"):
        _at_work.pop(name).close()


def _read(game: str) -> GameRead:
    clerk, ledger = _at_work["clerk"], _at_work["ledger"]
    try:
        file = clerk.file(game)
    except DamagedRecord as e:
        return GameRead(game, damaged=e.seq or 1)
    except UnknownGame:  # its opening is there and is none
        return GameRead(game, damaged=1)
    whole, damaged = file.whole, file.fault.seq if file.fault else 0
    while True:
        try:
            rows = rows_of(whole, ledger.indices(game)[: whole.seq], offered=_at_work["offered"])
            listing = whole.listing
            break
        except DamagedRecord as e:  # one whose outline is whole: it is found when it is read
            damaged = min(e.seq or whole.seq, whole.seq)
            if damaged <= FIRST:
                return GameRead(game, damaged=FIRST)
            whole = _before(whole, damaged)
        finally:
            clerk.game_repository.forget(game)
    return GameRead(game, whole.opened.ruleset, listing.public, listing.tags, rows, damaged)


def _before(game: Game, seq: int) -> Game:
    """A game as if its records ended before one of them: nothing later is looked at."""
    found = begin(game.history.filed(FIRST), game.rules, game.setting)
    for at in range(FIRST + 1, seq):
        found = fold(found, game.history.filed(at))
    return found


def _read_all(settings: Settings, games: list[str], offered: bool, processes: int) -> Iterator[GameRead]:
    """The games in their order, read by so many processes."""
    if processes == 1 or len(games) < 2 * AT_ONCE:
        _begin(settings, offered)
        try:
            yield from map(_read, games)
        finally:
            _end()
        return
    with get_context("spawn").Pool(processes, _begin, (settings, offered)) as pool:
        yield from pool.imap(_read, games, AT_ONCE)


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
