"""Public dumps: tables for everybody, of games that their organisers have released.

A game is released by being public with the tag `open-data`. It is included once it is closed;
branches are never included. A title is left out if fewer than five people took part in all its
games together. A tournament is released in the same way and included once it is closed, but never
if fewer than five people entered; its entrants do not count for the games' title. A season is
released by being public with all its events released, and included once it is closed.

A dump contains no names, and nothing in it leads back to the service. Ids of games, people,
campaigns, tournaments and seasons are replaced by pseudonyms: an HMAC with a key that all dumps of
a series share, and that is destroyed with the series. Times, log positions and leaves are left out.
Pseudonymous is not anonymous; the notice says so.
"""

import hashlib
import hmac
import os
import secrets
from collections.abc import Collection
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.text import Text
from domain.titles import registry
from ops.settings.config import Settings
from ops.settings.errors import Trouble, reason
from ops.tables.build import build_tables
from ops.tables.reading import ReadingOptions, SourceRows
from projections.tables.columns import TABLES
from projections.tables.rows import Rows
from projections.tables.schema import Format, Manifest, Row, Table, TableFile
from projections.tables.season_tables import ALL_TABLES, TABLES_OF
from projections.tables.tournament_tables import TOURNAMENT_TABLES

TAG = "open-data"

LEAST = 5
"""The least number of people that a title's games, or a tournament, need to be included."""

NOTICE = Text(
    "Pseudonymous, not anonymous: who was there may recognise a game by its course. Ids are those "
    "of this series alone. What was published cannot be recalled; a later dump leaves out what "
    "was taken back from it."
)

_ID = {"game", "player", "parent", "campaign", "tournament", "season"}
"""Columns with the service's ids, which are replaced by pseudonyms."""

_GONE = {"first_index", "last_index", "log_index", "leaf", "parts", "name"}
"""Columns that are left empty, since they lead to the record or contain words of the person who
made a sheet or opened a game."""


def dump_tables(
    settings: Settings,
    folder: Path,
    formats: tuple[Format, ...],
    *,
    anew: bool = False,
    processes: int = 1,
) -> Manifest:
    """Build the public tables, which replace `folder`. `anew`: begin a new series, whose pseudonyms
    have nothing to do with those of the last one. Returns the manifest. Raises `Trouble`."""
    key = _series_key(settings.data / "dumps.key", anew=anew)

    def finish(manifest: Manifest, people: dict[str, int], made: Path) -> Manifest:
        few = tuple(
            sorted(
                ruleset
                for ruleset, count in people.items()
                if count < LEAST and ruleset not in TABLES_OF
            )
        )
        offered_ids = {
            file.ruleset for file in manifest.files if file.table in TOURNAMENT_TABLES and file.rows
        }
        files = tuple(
            file
            for file in manifest.files
            if file.ruleset not in few
            or (file.ruleset in offered_ids and file.table in TOURNAMENT_TABLES)
        )
        _remove_files(made, set(manifest.files) - set(files))
        games = sum(
            file.rows for file in files if file.table == "games" and file.format == formats[0]
        )
        series = hashlib.sha256(key).hexdigest()[:16]
        return replace(
            manifest,
            files=files,
            games=games,
            log_size=0,
            damaged=(),
            series=series,
            notice=NOTICE.en,
            left_out=few,
            checkpoint="",
        )

    return build_tables(
        ReadingOptions(settings, formats, PublicFilter(key, _catalogs_of_titles())),
        folder,
        processes=processes,
        finish=finish,
    )


class PublicFilter(Struct, frozen=True):
    """The filter of a dump. Called with rows as read, it returns them with pseudonyms made with
    `key`, or None if they are not released. `printed`: the SHA-256 of the catalogs that may be
    named."""

    key: bytes
    printed: frozenset[str]

    def __call__(self, read: SourceRows) -> Rows | None:
        if not read.public or TAG not in read.tags or read.damaged or not read.closed:
            return None
        rows = dict(read.rows)
        if "games" in rows:
            (game,) = rows["games"]
            parent, catalog = (TABLES["games"].names.index(name) for name in ("parent", "catalog"))
            if game[parent] is not None:
                return None
            if game[catalog] not in self.printed:
                rows["games"] = [(*game[:catalog], None, *game[catalog + 1 :])]
        elif len(read.people) < LEAST:
            return None
        return {
            name: [_with_pseudonyms(ALL_TABLES[name], row, self.key) for row in some]
            for name, some in rows.items()
        }


def _remove_files(made: Path, files: Collection[TableFile]) -> None:
    for file in files:
        (made / file.path).unlink()
    for ruleset in {file.ruleset for file in files}:
        if not any((made / ruleset).iterdir()):
            (made / ruleset).rmdir()


def _catalogs_of_titles() -> frozenset[str]:
    """The SHA-256 of the catalogs that come with the titles. Any other catalog could belong to a
    single game and lead to it."""
    return frozenset(
        catalog.sha256
        for id in registry.ids()
        for catalog in registry.ruleset(id).catalogs().values()
    )


def _with_pseudonyms(table: Table, row: Row, key: bytes) -> Row:
    return tuple(
        None
        if cell is None or column.exact or column.name in _GONE
        else hmac.new(key, f"{column.name}\n{cell}".encode(), hashlib.sha256).hexdigest()[:20]
        if column.name in _ID
        else cell
        for column, cell in zip(table.columns, row, strict=True)
    )


def _series_key(path: Path, *, anew: bool) -> bytes:
    """The key of the current series, from its file. A new one is written if there is none, or, with
    `anew`, in place of the old one. Raises `Trouble`."""
    try:
        if anew and path.exists():
            path.unlink()
        if path.exists():
            return path.read_bytes()
        key = secrets.token_bytes(32)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
    except OSError as e:
        raise Trouble(
            Text("The key of the dumps, {path}, cannot be used: {why}.", path=path, why=reason(e))
        ) from None
    return key
