"""The directory of shards: which shards there are, which home is whose, and how far a home has been moved.

Statements are written once, for SQLite and PostgreSQL (`ops/stores/log/database.py`). Every method raises the library's
`PersistenceError` where the database does not answer.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from eventsourcing.persistence import OperationalError
from msgspec import Struct

from domain.errors import HomeElsewhere, HomeMoves
from ops.settings.addresses import Place
from ops.settings.errors import CannotServe
from ops.stores.key_values import Cells
from ops.stores.log.database import Connection, Lease, LogDatabase
from ops.stores.shards import directory_file
from ops.stores.sqlite.connections import Connections
from ops.stores.sqlite.recorder import DrawerTable

# What PostgreSQL needs is imported where it is used: it is an extra, and no club needs it.

NAME = re.compile("[a-z][a-z0-9]{0,7}")
"""A shard's name: ids of what is opened there begin with it and a hyphen."""

_ID = re.compile(f"({NAME.pattern})-([0-9a-z]{{12}})")

Step = Literal["", "freezing", "copied", "compared", "switched", "undoing"]
"""How far a home has been moved; empty while it is not being moved."""

BEFORE_SWITCH: tuple[Step, ...] = ("freezing", "copied", "compared")
"""The steps from which a move can be undone."""


class Shard(Struct, frozen=True):
    """A shard: its log's origin, the file of its settings, the address that a proxy forwards to, its share of what is opened anew
    (0: nothing), and whether it is closed."""

    name: str
    origin: str
    settings: str
    address: str
    share: int
    closed: bool = False


class Home(Struct, frozen=True):
    """Where a home is kept: how often it was moved, and where it goes while it is being moved."""

    home: str
    shard: str
    version: int
    goes_to: str
    step: Step


def migrate_directory(place: Place) -> None:
    """Bring a directory to this version's schema, making it if need be. Raises `NewerSchema`, and `PersistenceError`."""
    if isinstance(place, Path):
        try:
            directory_file.migrate(place)
        except sqlite3.Error as e:
            raise OperationalError(e) from e
        return
    from ops.stores.shards import directory_schema

    directory_schema.migrate(place)


def _database(place: Place) -> LogDatabase:
    if isinstance(place, Path):
        if not place.is_file():
            raise CannotServe(f"There is no directory of shards in {place.parent}: greffe shards add begins one.")
        try:
            return directory_file.DirectoryFile(place)
        except sqlite3.Error as e:
            raise OperationalError(e) from e
    from ops.stores.postgres import schema
    from ops.stores.shards import directory_schema

    if not schema.is_there(place):
        raise CannotServe(f"There is no directory of shards in {place}: greffe shards add begins one.")
    return directory_schema.DirectorySchema(place)


def _values(place: Place) -> tuple[Cells, Callable[[], None]]:
    """The directory's table of values, and what closes it."""
    if isinstance(place, Path):
        file = Connections(str(place))
        return DrawerTable(file), file.close
    from ops.stores.postgres import connections, recorder

    pool = connections.Connections(place)
    return recorder.DrawerTable(pool), pool.close


def _no_step(_done: str) -> None:
    """Nobody is told."""


class Directory:
    """A directory as one process has it open."""

    def __init__(self, place: Place) -> None:
        """Raises `CannotServe` where there is none."""
        self._database = _database(place)
        self.values, self._close_values = _values(place)
        """What all shards share of their key-value stores."""

    def close(self) -> None:
        """Close it."""
        self._database.close()
        self._close_values()

    def lease(self) -> Lease:
        """The right to move homes: one move at a time."""
        return self._database.lease()

    # -- shards ----------------------------------------------------------------------------------------------------

    def shards(self) -> tuple[Shard, ...]:
        """All shards, in the order in which they came; what begins with no shard's name is the first one's."""
        with self._database.reader() as db:
            return _shards(db)

    def shard(self, name: str) -> Shard:
        """A shard by its name; raises `CannotServe`."""
        found = next((one for one in self.shards() if one.name == name), None)
        if found is None:
            raise CannotServe(f"There is no shard {name}: greffe shards list says which there are.")
        return found

    def add(self, shard: Shard) -> None:
        """Add a shard, or put other settings, address and share in the place of those it had."""
        with self._database.transaction(_no_step) as db:
            number = 1 + len(_shards(db))
            db.execute(
                "INSERT INTO shards (name, number, origin, settings, address, share, closed) VALUES (?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (name) DO UPDATE SET settings = excluded.settings, address = excluded.address, "
                "share = excluded.share, closed = excluded.closed",
                (shard.name, number, shard.origin, shard.settings, shard.address, shard.share, int(shard.closed)),
            )
            db.execute(
                "UPDATE homes SET astray = 1 WHERE shard <> ? AND home IN "
                "(SELECT home FROM streams WHERE stream >= ? AND stream < ?)",
                (shard.name, f"{shard.name}-", f"{shard.name}."),
            )
            _placed(db)

    def count(self, shard: str) -> int:
        """How many homes a shard has."""
        with self._database.reader() as db:
            return int(db.rows("SELECT count(*) FROM homes WHERE shard = ?", (shard,))[0][0])

    # -- homes -----------------------------------------------------------------------------------------------------

    def claim(self, stream: str, parent: str, shard: str) -> None:
        """Note that a shard opens something, which belongs to `parent` (empty: it begins a home); again if it was noted before.

        Raises `HomeElsewhere` where the same request has opened it at another shard, or where its home is another's, and
        `HomeMoves` while that is moved: nothing may be opened then.
        """
        self.claim_all([(stream, parent)], shard)

    def claim_all(self, openings: Iterable[tuple[str, str]], shard: str) -> None:
        """The same for several, together or not at all."""
        with self._database.transaction(_no_step) as db:
            names = tuple(one.name for one in _shards(db))
            astray = [_claim(db, names, stream, parent, shard) for stream, parent in openings]
            if any(astray):
                _placed(db)

    def home_of(self, stream: str) -> Home | None:
        """The home of anything that was opened at a shard; none where nothing was."""
        with self._database.reader() as db:
            return _home_of(db, stream)

    def streams(self, home: str) -> tuple[str, ...]:
        """The ids of all that a home has, sorted."""
        with self._database.reader() as db:
            return tuple(stream for (stream,) in db.rows("SELECT stream FROM streams WHERE home = ? ORDER BY stream", (home,)))

    def astray(self) -> list[tuple[str, str]]:
        """Every id that does not say itself which shard has it, with that shard."""
        with self._database.reader() as db:
            query = "SELECT s.stream, h.shard FROM homes h JOIN streams s ON s.home = h.home WHERE h.astray = 1 ORDER BY s.stream"
            return [(stream, shard) for stream, shard in db.rows(query)]

    def placed(self) -> int:
        """A number that grows whenever a request may have to go elsewhere than before."""
        with self._database.reader() as db:
            return int(db.rows("SELECT placed FROM directory")[0][0])

    # -- moving ----------------------------------------------------------------------------------------------------

    def moving(self) -> list[Home]:
        """The homes that are being moved."""
        with self._database.reader() as db:
            return [Home(*row) for row in db.rows(f"SELECT {_HOME} FROM homes WHERE step <> '' ORDER BY home")]  # noqa: S608

    def go(self, home: str, before: tuple[Step, ...], step: Step, goes_to: str = "") -> Home:
        """Go on to a step of a move, if it stands at one of those `before`; where it has gone on already nothing changes. With
        `freezing`, `goes_to` is the shard it goes to. With `switched` the home is that shard's, from one moment to the next.

        Raises `CannotServe` for a move that stands elsewhere.
        """
        with self._database.transaction(_no_step) as db:
            found = _home(db, home)
            if found is None:
                raise CannotServe(f"There is no home {home}: it is called by the id of a tournament, a campaign or a game.")
            if found.step != step:
                if found.step not in before:
                    raise CannotServe(f"The move of {home} stands at {found.step or 'its end'}, not before {step or 'its end'}.")
                if step == "switched":
                    db.execute("UPDATE homes SET shard = goes_to, version = version + 1, astray = 1 WHERE home = ?", (home,))
                    _placed(db)
                db.execute("UPDATE homes SET step = ? WHERE home = ?", (step, home))
                if step in ("", "freezing"):
                    db.execute("UPDATE homes SET goes_to = ? WHERE home = ?", (goes_to, home))
            after = _home(db, home)
            assert after is not None
            return after


_HOME = "home, shard, version, goes_to, step"


def _shards(db: Connection) -> tuple[Shard, ...]:
    query = "SELECT name, origin, settings, address, share, closed FROM shards ORDER BY number"
    return tuple(
        Shard(name, origin, settings, address, share, bool(closed))
        for name, origin, settings, address, share, closed in db.rows(query)
    )


def _placed(db: Connection) -> None:
    db.execute("UPDATE directory SET placed = placed + 1")


def _home(db: Connection, home: str) -> Home | None:
    query = f"SELECT {_HOME} FROM homes WHERE home = ?"  # noqa: S608  only our own words
    return next((Home(*row) for row in db.rows(query, (home,))), None)


def _home_of(db: Connection, stream: str) -> Home | None:
    columns = ", ".join(f"h.{one}" for one in _HOME.split(", "))
    query = f"SELECT {columns} FROM streams s JOIN homes h ON h.home = s.home WHERE s.stream = ?"  # noqa: S608  only our own words
    return next((Home(*row) for row in db.rows(query, (stream,))), None)


def _claim(db: Connection, names: tuple[str, ...], stream: str, parent: str, shard: str) -> bool:
    """Claim one; whether its id leads elsewhere."""
    said = _ID.fullmatch(stream)
    request = said[2] if said else stream
    there = db.rows("SELECT stream FROM streams WHERE request = ?", (request,))
    if there and there[0][0] != stream:
        other = _home_of(db, there[0][0])
        raise HomeElsewhere(there[0][0], other.shard if other else "")
    owner = _home_of(db, stream if there else parent or stream) or _home(db, parent)
    if owner is None:
        home = parent or stream
        db.execute("INSERT INTO homes (home, shard, version, astray, goes_to, step) VALUES (?, ?, 1, 0, '', '')", (home, shard))
    else:
        home = owner.home
        if owner.shard != shard:
            raise HomeElsewhere(home, owner.shard)
        if owner.step:
            raise HomeMoves
    if not there:
        db.execute("INSERT INTO streams (stream, request, home) VALUES (?, ?, ?)", (stream, request, home))
    led = said[1] if said and said[1] in names else (names[0] if names else shard)
    if led != shard:
        db.execute("UPDATE homes SET astray = 1 WHERE home = ?", (home,))
    return led != shard


Opens = Callable[[str, str], None]
"""Is told that something is opened, and what it belongs to (empty: nothing). Raises `HomeElsewhere` and `HomeMoves`."""
