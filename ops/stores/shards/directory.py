"""The directory of shards: which shards there are, which home is whose, and how far a home has been moved.

Statements are written once, for SQLite and PostgreSQL (`ops/stores/log/database.py`). Every method raises the library's
`PersistenceError` where the database does not answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from domain.errors import HomeElsewhere, HomeMoves
from ops.settings.addresses import Place
from ops.settings.errors import CannotServe
from ops.stores.by_place import by_place
from ops.stores.log.database import Connection, Lease, LogDatabase
from ops.stores.opening import cells_of
from ops.stores.shards import directory_file

NAME = re.compile("[a-z][a-z0-9]{0,7}")
"""A shard's name: ids of what is opened there begin with it and a hyphen."""

_ID = re.compile(f"({NAME.pattern})-([0-9a-z]{{12}})")

TOGETHER = 500
"""Ids in one statement: SQLite takes 999 values, where it was built long ago."""

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


def migrate_directory(place: Place) -> int:
    """Bring a directory to this version's schema, making it if need be; answers the version it had. Raises `NewerSchema`, and
    `PersistenceError`."""
    return by_place(place, directory_file.migrate, lambda at: _schema().migrate(at))


def _schema() -> Any:
    from ops.stores.shards import directory_schema

    return directory_schema


def _database(place: Place) -> LogDatabase:
    if not by_place(place, Path.is_file, lambda at: _schema().is_there(at)):
        where = place.parent if isinstance(place, Path) else place
        raise CannotServe(f"There is no directory of shards in {where}: greffe shards add begins one.")
    return by_place(place, directory_file.DirectoryFile, lambda at: _schema().DirectorySchema(at))


def _no_step(_done: str) -> None:
    """Nobody is told."""


class Directory:
    """A directory as one process has it open."""

    def __init__(self, place: Place) -> None:
        """Raises `CannotServe` where there is none."""
        self._database = _database(place)
        self._kept = ExitStack()
        self.values = self._kept.enter_context(cells_of(place))
        """What all shards share of their key-value stores."""

    def close(self) -> None:
        """Close it."""
        self._database.close()
        self._kept.close()

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

    def opened(self, shard: str) -> int:
        """How much was opened in the homes of a shard, those themselves among it."""
        with self._database.reader() as db:
            query = "SELECT count(*) FROM streams s JOIN homes h ON h.home = s.home WHERE h.shard = ?"
            return int(db.rows(query, (shard,))[0][0])

    def set_share(self, name: str, share: int) -> Shard:
        """Say what share a shard has of what is opened; answers it. Raises `CannotServe` for one that is closed, or is none."""
        found = self.shard(name)
        if found.closed:
            raise CannotServe(f"The shard {name} is closed.")
        with self._database.transaction(_no_step) as db:
            db.execute("UPDATE shards SET share = ? WHERE name = ?", (share, name))
        return self.shard(name)

    # -- homes -----------------------------------------------------------------------------------------------------

    def claim(self, stream: str, parent: str, shard: str) -> None:
        """Note that a shard opens something, which belongs to `parent` (empty: it begins a home); again if it was noted before.

        Raises `HomeElsewhere` where the same request has opened it at another shard, or where its home is another's, and
        `HomeMoves` while that is moved: nothing may be opened then.
        """
        self.claim_all([(stream, parent)], shard)

    def claim_all(self, openings: Iterable[tuple[str, str]], shard: str) -> None:
        """The same for several, together or not at all."""
        wanted = list(openings)
        with self._database.transaction(_no_step) as db:
            claims = _Claims(db, wanted)
            for stream, parent in wanted:
                claims.claim(stream, parent, shard)
            claims.note()

    def home_of(self, stream: str) -> Home | None:
        """The home of anything that was opened at a shard; none where nothing was."""
        with self._database.reader() as db:
            return _homes_of(db, [stream]).get(stream)

    def homes_of(self, streams: Sequence[str]) -> dict[str, Home]:
        """The home of each of many; those that nobody opened at a shard are left out. One statement for `TOGETHER` of them."""
        with self._database.reader() as db:
            return _homes_of(db, streams)

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
_OF_HOME = ", ".join(f"h.{one}" for one in _HOME.split(", "))


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


class _Claims:
    """What the directory says of some openings, and what is to be noted of them: a few statements for all of them."""

    def __init__(self, db: Connection, openings: Sequence[tuple[str, str]]) -> None:
        self._db = db
        self._names = tuple(one.name for one in _shards(db))
        requests = list(dict.fromkeys(_request(stream) for stream, _ in openings))
        self._requested = dict(_in(db, "SELECT request, stream FROM streams WHERE request IN ({})", requests))
        wanted = dict.fromkeys([*(one for opening in openings for one in opening if one), *self._requested.values()])
        self._homes = _homes_of(db, list(wanted))
        left = [parent for _, parent in openings if parent and parent not in self._homes]
        self._by_home = {row[0]: Home(*row) for row in _in(db, f"SELECT {_HOME} FROM homes WHERE home IN ({{}})", left)}  # noqa: S608
        self._new_homes: dict[str, str] = {}
        self._new_streams: list[tuple[str, str, str]] = []
        self._astray: set[str] = set()

    def claim(self, stream: str, parent: str, shard: str) -> None:
        """Claim one. Raises `HomeElsewhere` and `HomeMoves`."""
        said, request = _ID.fullmatch(stream), _request(stream)
        there = self._requested.get(request, "")
        if there and there != stream:
            other = self._homes.get(there)
            raise HomeElsewhere(there, other.shard if other else "")
        owner = self._homes.get(stream if there else parent or stream) or self._by_home.get(parent)
        if owner is None:
            owner = Home(parent or stream, shard, 1, "", "")
            self._new_homes[owner.home] = shard
        elif owner.shard != shard:
            raise HomeElsewhere(owner.home, owner.shard)
        elif owner.step:
            raise HomeMoves
        self._by_home[owner.home] = owner
        if not there:
            self._requested[request], self._homes[stream] = stream, owner
            self._new_streams.append((stream, request, owner.home))
        if (said[1] if said and said[1] in self._names else (self._names[0] if self._names else shard)) != shard:
            self._astray.add(owner.home)

    def note(self) -> None:
        """Note all that was claimed."""
        homes = "INSERT INTO homes (home, shard, version, astray, goes_to, step) VALUES (?, ?, 1, 0, '', '')"
        self._db.executemany(homes, self._new_homes.items())
        self._db.executemany("INSERT INTO streams (stream, request, home) VALUES (?, ?, ?)", self._new_streams)
        if self._astray:
            self._db.executemany("UPDATE homes SET astray = 1 WHERE home = ?", [(home,) for home in sorted(self._astray)])
            _placed(self._db)


def _request(stream: str) -> str:
    """The part of an id that follows from the request which opened it."""
    said = _ID.fullmatch(stream)
    return said[2] if said else stream


def _homes_of(db: Connection, streams: Sequence[str]) -> dict[str, Home]:
    query = f"SELECT s.stream, {_OF_HOME} FROM streams s JOIN homes h ON h.home = s.home WHERE s.stream IN ({{}})"  # noqa: S608
    return {stream: Home(*home) for stream, *home in _in(db, query, streams)}


def _in(db: Connection, query: str, values: Sequence[str]) -> Iterator[Any]:
    """The rows of a query whose braces stand for these values, `TOGETHER` of them at a time."""
    for start in range(0, len(values), TOGETHER):
        some = tuple(values[start : start + TOGETHER])
        yield from db.rows(query.format(", ".join("?" * len(some))), some)


Opens = Callable[[str, str], None]
"""Is told that something is opened, and what it belongs to (empty: nothing). Raises `HomeElsewhere` and `HomeMoves`."""
