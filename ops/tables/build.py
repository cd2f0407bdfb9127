"""Building the tables of a record: of every game, tournament and season, in the order of opening,
into one file for each title, table and format. Tournaments played elsewhere have a folder of their
own, `external`, and seasons have `seasons`.

A few games at a time are in memory, and a group of rows of each table. The files are written into a
new folder, with a manifest of each file's rows and SHA-256. When it is complete, it replaces the
old folder. So a reader sees the old files or the new ones.
"""

import hashlib
import secrets
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.game.record.headers import title_of
from domain.game.record.records import GameOpened
from domain.kernel.stored import StoredRecord, openings
from domain.kernel.text import Text
from domain.season.records import SeasonOpened
from domain.tournament.records import TournamentOpened
from ops.log.folder import log_and_sign_all, open_ledger
from ops.settings.config import Settings
from ops.settings.errors import Trouble, reason
from ops.stores.data_folder import open_clerk
from ops.tables.reading import ReadingOptions, TitleRows, read_games
from ops.tables.seasons import read_seasons
from ops.tables.tournaments import read_tournaments
from ops.tables.writers import WRITERS, Writer, file_metadata, need_writers
from projections.tables.schema import MANIFEST, SCHEMA, Format, Manifest, TableFile, read_manifest
from projections.tables.season_tables import SEASONS, TABLES_OF
from projections.tables.tournament_tables import TITLE_TABLES

Finish = Callable[[Manifest, dict[str, int], Path], Manifest]
"""Called with the manifest, the number of people in the games of each title, and the new folder,
before it replaces the old one. May remove files. Returns the final manifest."""


def build_tables(
    how: ReadingOptions,
    folder: Path,
    *,
    rulesets: Collection[str] = (),
    processes: int = 1,
    finish: Finish | None = None,
) -> Manifest:
    """Build the tables of a data folder (`how`), for the titles in `rulesets` (empty: all), with
    this many `processes`. The new tables replace `folder`, including everything in it. `finish` may
    change them before that. Returns the manifest. Raises `Trouble`; the old folder is then left as
    it was."""
    need_writers(how.formats)
    folder = folder.absolute()
    _need_replaceable(how.settings, folder)
    new = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    old = new.with_name(f"{new.name}.old")
    try:
        new.mkdir(mode=0o700, parents=True)
        manifest, people = _write_tables(how, new, rulesets, processes)
        if finish is not None:
            manifest = finish(manifest, people, new)
        (new / MANIFEST).write_bytes(
            msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
        )
        if folder.exists():
            folder.replace(old)
        new.replace(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as e:
        if old.exists() and not folder.exists():
            old.replace(folder)
        raise Trouble(
            Text("The tables cannot be written to {folder}: {why}.", folder=folder, why=reason(e))
        ) from None
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return manifest


def _need_replaceable(settings: Settings, folder: Path) -> None:
    """Raise `Trouble` unless `folder` may be replaced: it does not exist, is empty, or contains
    tables; and it does not contain the data folder."""
    if settings.data.absolute().is_relative_to(folder):
        raise Trouble(
            Text("{folder} holds the record: name a folder for the tables alone.", folder=folder)
        )
    try:
        if not folder.exists() or not any(folder.iterdir()) or read_manifest(folder) is not None:
            return
    except (OSError, msgspec.DecodeError) as e:
        raise Trouble(
            Text(
                "The tables cannot be written to {folder}: it is no folder of tables ({why}).",
                folder=folder,
                why=str(e),
            )
        ) from None
    raise Trouble(
        Text(
            "The tables cannot be written to {folder}: it has something else in it. Name a new "
            "folder, or an empty one.",
            folder=folder,
        )
    )


def _write_tables(
    how: ReadingOptions, folder: Path, rulesets: Collection[str], processes: int
) -> tuple[Manifest, dict[str, int]]:
    """Write the files of all tables into `folder`. Returns the manifest, and the number of people
    in the games of each title."""
    contents = _log_and_list(how.settings)
    # one that cannot be read may be of any title, and is told of as damaged
    games, tournaments, seasons = (
        [id for id, title in opened if not rulesets or not title or title in rulesets]
        for opened in (contents.games, contents.tournaments, contents.seasons)
    )
    titles: dict[str, _TableFiles] = {}
    damaged: list[tuple[str, int]] = []
    try:
        for batch in chain(
            read_games(how, games, processes),
            read_tournaments(how, tournaments),
            read_seasons(how, seasons),
        ):
            damaged += batch.damaged
            for ruleset, rows in batch.titles.items():
                if ruleset not in titles:
                    titles[ruleset] = _TableFiles(folder, ruleset, how.formats, contents.size)
                titles[ruleset].add(rows)
    finally:
        for written in titles.values():
            written.close()
    files = tuple(file for _, written in sorted(titles.items()) for file in written.files())
    people = {ruleset: len(written.people) for ruleset, written in titles.items()}
    count = sum(written.games for written in titles.values())
    return Manifest(
        SCHEMA, contents.size, count, files, tuple(damaged), checkpoint=contents.checkpoint
    ), people


class _TableFiles:
    """The files of the tables of one title, while they are written."""

    def __init__(self, folder: Path, ruleset: str, formats: Collection[Format], size: int) -> None:
        self._ruleset, self._folder = ruleset, folder / ruleset
        tables = TABLES_OF.get(ruleset, TITLE_TABLES)
        self._counts = dict.fromkeys(tables, 0)
        self.games = 0
        self.people: set[str] = set()
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._writers: dict[tuple[str, Format], Writer] = {
            (name, kind): WRITERS[kind](
                self._folder / f"{name}.{kind}", table, file_metadata(table, ruleset, size)
            )
            for name, table in tables.items()
            for kind in formats
        }

    def add(self, rows: TitleRows) -> None:
        self.games += rows.games
        self.people |= rows.people
        for key, encoded in rows.encoded.items():
            self._writers[key].add(encoded)
        for name, count in rows.counts.items():
            self._counts[name] += count

    def close(self) -> None:
        for writer in self._writers.values():
            writer.close()

    def files(self) -> Iterator[TableFile]:
        for name, kind in self._writers:
            path = self._folder / f"{name}.{kind}"
            path.chmod(0o600)
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            yield TableFile(
                path=f"{self._ruleset}/{path.name}",
                ruleset=self._ruleset,
                table=name,
                format=kind,
                rows=self._counts[name],
                bytes=path.stat().st_size,
                sha256=digest,
            )


class _Contents(Struct, frozen=True):
    """What a record contains when a build begins. `games`, `tournaments`, `seasons`: each as (id,
    title), in the order of opening; the title is "" if the opening record cannot be read. `size`:
    the number of log entries. `checkpoint`: the log's signed head ("": none)."""

    games: tuple[tuple[str, str], ...]
    tournaments: tuple[tuple[str, str], ...]
    seasons: tuple[tuple[str, str], ...]
    size: int
    checkpoint: str


def _log_and_list(settings: Settings) -> _Contents:
    """Log and sign all records, and list the contents of the record."""
    with closing(open_clerk(settings)) as clerk:
        log_and_sign_all(settings, clerk)  # begins the log where there is none
        with closing(open_ledger(settings)) as ledger:
            head, size = ledger.head(), ledger.standing().size
        games, tournaments = (
            tuple(_with_titles(openings(clerk.recorder, kind.__name__)))
            for kind in (GameOpened, TournamentOpened)
        )
        opened = openings(clerk.recorder, SeasonOpened.__name__)
        seasons = tuple((record.stream, SEASONS) for record in opened)
    return _Contents(
        games, tournaments, seasons, size, head.note.decode() if head is not None else ""
    )


def _with_titles(opened: Iterable[StoredRecord]) -> Iterator[tuple[str, str]]:
    for record in opened:
        try:
            yield record.stream, title_of(record)
        except msgspec.DecodeError:
            yield record.stream, ""
