"""Making the tables of a record: every game and every tournament, in the order in which they were opened, into one file a title,
table and format. Tournaments that are played elsewhere have a folder of their own, `external`.

A few games at a time are in memory, and a group of rows of each table. The files are made beside the old ones and take their
places when all are there; the manifest, which names each with its rows and its SHA-256, comes last. So a reader meanwhile reads
the old files or the new ones. Parts (`parts.py`) are taken over from the old folder as they are, and new ones come beside them.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from pathlib import Path

import msgspec

from domain.record.tournament_records import EXTERNAL
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.tables.contents import Contents, contents
from ops.tables.parts import Parts, sign_manifest
from ops.tables.reading import Keep, Reading, TitleRead, everything, read_all
from ops.tables.tournaments import KeepTournament, every_tournament, read_tournaments
from ops.tables.writers import WRITERS, Writer, about, need_writers
from projections.tables.manifest import MANIFEST, Format, Manifest, TableFile, read_manifest
from projections.tables.schema import SCHEMA
from projections.tables.tournament_tables import ALL_TABLES, TOURNAMENT_TABLES


def build(
    settings: Settings,
    folder: Path,
    formats: Collection[Format],
    *,
    rulesets: Collection[str] = (),
    offered: bool = False,
    processes: int = 1,
    keep: Keep = everything,
    keep_tournament: KeepTournament = every_tournament,
    finish: Callable[[Manifest, dict[str, int], Path], Manifest] | None = None,
    in_parts: bool = True,
) -> Manifest:
    """Make the tables of a data folder in `folder`; `rulesets` are the titles wanted (none named: all), `offered` has the rules
    asked at each action what else could have been done, which takes as long as all the rest. `finish` has a last look at what was
    made, with the number of people of each title, before anybody else has; `in_parts`: parts are made, too. The manifest is
    signed with the log's key, if that can be used. Raises `Trouble`."""
    need_writers(formats)
    folder = folder.absolute()
    _need_place(settings, folder)
    new = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    old = new.with_name(f"{new.name}.old")
    try:
        new.mkdir(mode=0o700, parents=True)
        parts = Parts(new, folder, formats) if in_parts else None
        found = contents(settings)
        manifest, people = _written(settings, new, formats, rulesets, offered, processes, keep, keep_tournament, parts, found)
        if finish is not None:
            manifest = finish(manifest, people, new)
        manifest = sign_manifest(settings, manifest)
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
    keep_tournament: KeepTournament,
    parts: Parts | None,
    found: Contents,
) -> tuple[Manifest, dict[str, int]]:
    """What was made, and how many people sat in the games of each title."""
    cut = parts.begin(found.checkpoint) if parts is not None and found.checkpoint else None
    # one that cannot be read may be of any title, and is told of as damaged
    chosen = {id: not rulesets or not title or title in rulesets for id, title in (*found.games, *found.tournaments)}
    games_wanted, tournaments = ([id for id, _ in some if chosen[id]] for some in (found.games, found.tournaments))
    sets: dict[str, _Set] = {}
    damaged: list[tuple[str, int]] = []
    told: set[str] = set()
    try:
        reads = read_all(Reading(settings, tuple(formats), keep, offered, cut), games_wanted, processes)
        for read in chain(reads, read_tournaments(settings, formats, tournaments, keep_tournament, cut)):
            damaged += read.damaged
            for ruleset, title in read.titles.items():
                told.add(ruleset)
                if title.written and ruleset not in sets:
                    sets[ruleset] = _Set(folder, ruleset, formats, found.size)
                if title.written:
                    sets[ruleset].add(title)
                if parts is not None:
                    parts.add(ruleset, title)
    finally:
        for one in sets.values():
            one.close()
        if parts is not None:
            parts.close()
    files = tuple(file for _, one in sorted(sets.items()) for file in one.files())
    people = {ruleset: len(one.people) for ruleset, one in sets.items()}
    games = sum(one.games for one in sets.values())
    if parts is not None:
        damaged += [(game, seq) for game, seq in parts.damaged if not chosen.get(game, True)]
    manifest = Manifest(
        SCHEMA,
        found.size,
        games,
        files,
        tuple(damaged),
        checkpoint=found.checkpoint,
        keys=found.keys,
    )
    return (manifest if parts is None else parts.told(manifest, told)), people


class _Set:
    """The files of one title."""

    def __init__(self, folder: Path, ruleset: str, formats: Collection[Format], size: int) -> None:
        self._ruleset, self._folder = ruleset, folder
        tables = TOURNAMENT_TABLES if ruleset == EXTERNAL else ALL_TABLES
        self._counts = dict.fromkeys(tables, 0)
        self.games = 0
        self.people: set[str] = set()
        (folder / ruleset).mkdir(mode=0o700, exist_ok=True)
        self._writers: dict[tuple[str, Format], Writer] = {
            (name, kind): WRITERS[kind](self._path(name, kind), table, about(table, ruleset, size))
            for name, table in tables.items()
            for kind in formats
        }

    def _path(self, table: str, kind: Format) -> Path:
        return self._folder / self._ruleset / f"{table}.{kind}"

    def add(self, read: TitleRead) -> None:
        """What was read of some games, or of a tournament, of the title."""
        self.games += read.games
        self.people |= read.people
        for key, encoded in read.written.items():
            self._writers[key].add(encoded)
        for name, count in read.counts.items():
            self._counts[name] += count

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


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
