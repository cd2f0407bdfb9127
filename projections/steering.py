"""How the operator sees and steers those who follow the record: the views, the signed log, the
messages.

What is asked of each, and what each says of itself, stands in the key-value store beside the
record: every process of the service finds it there, whatever becomes of Redis, and none of them
needs another. Kinds: `follower`, by name and `version`, `pause`, `task` or `failure`; `parked`, by
name, game and seq of a record that was passed by.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Literal, NamedTuple, TypeVar

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from domain.kernel.key_values import KeyValueStore
from domain.kernel.log import stored_bytes
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import RecordStore
from domain.kernel.text import Text
from projections.boards.code_digest import build

Name = Literal["views", "log", "messages"]
State = Literal["ok", "paused", "forgotten", "frozen", "unknown"]

Kind = TypeVar("Kind")

KIND, PARKED = "follower", "parked"

FROZEN = timedelta(minutes=1)
"""How long a follower may leave a record untouched and stand still."""

FORGOTTEN = timedelta(hours=1)
"""After how long a pause counts as forgotten, and is told."""

STUCK: frozenset[State] = frozenset({"frozen", "forgotten"})

SHOWN = 100
"""Parked records that are named of each follower."""

LOOK = 0.5
"""Seconds between two looks of a follower at what is asked of it."""

_log = logging.getLogger("greffe.steering")


class Pause(Struct, frozen=True):
    """Since when a follower rests, and who asked for it."""

    at: datetime
    by: str


class Failure(Struct, frozen=True):
    """What went wrong last, when, and at which record, if at one."""

    at: datetime
    why: str
    game: str = ""
    seq: int = 0


class Parked(Struct, frozen=True):
    """A record that a follower could not take in and passed by, and why."""

    game: str
    seq: int
    why: str


class FollowerAt(Struct, frozen=True):
    """How a follower stands: the program that it is (`version`), the position that it has come to,
    the `head` of the record, the records between them, and when the next of these was written.
    `building` is the position of what is built beside; `task` is what waits to be rebuilt, `all` or
    a game. It is `frozen` where it stands still although the record goes on; a pause is `forgotten`
    after an hour."""

    name: Name
    state: State
    version: str
    position: int | None
    head: int
    lag: int | None
    next_at: datetime | None = None
    building: int | None = None
    pause: Pause | None = None
    task: str = ""
    failure: Failure | None = None
    parked: tuple[Parked, ...] = ()


class Source(NamedTuple):
    """Where a follower has come to, none where that cannot be asked; the position of what it builds
    beside; what it parked."""

    position: Callable[[], int | None]
    building: Callable[[], int | None] = lambda: None
    parked: Callable[[], Iterable[Parked]] = tuple


ALL = "all"
"""The task of rebuilding everything: no game has this id."""


class Rein:
    """What one follower is asked to do, for its own process. `paused` and `task` raise
    `PersistenceError`."""

    def __init__(
        self, key_values: KeyValueStore, name: Name, clock: Callable[[], datetime]
    ) -> None:
        self._key_values, self.name, self._clock = key_values, name, clock
        self._next = 0.0
        self._known: Mapping[str, bytes] = {}
        self._told: bytes | None = None
        self._named = False

    def paused(self) -> bool:
        """Whether it is to rest. A pause that lasts an hour is told in the log of its process,
        once."""
        pause = self._look().get("pause")
        since = _read(pause, Pause)
        if since is not None and pause != self._told and self._clock() - since.at >= FORGOTTEN:
            _log.warning(
                "%s is paused since more than an hour: greffe projections %s resume",
                self.name,
                self.name,
            )
            self._told = pause
        return pause is not None

    def task(self) -> str:
        """The view to rebuild: `all`, or a game; empty for nothing."""
        return self._look().get("task", b"").decode()

    def done(self) -> None:
        self._key_values.erase(KIND, f"{self.name}/task")
        self._next = 0.0

    def failed(self, why: object, game: str = "", seq: int = 0) -> None:
        """Note what went wrong. Where the store is what went wrong, that is told by its own
        health."""
        text = f"{type(why).__name__}: {why}" if isinstance(why, BaseException) else str(why)
        with suppress(PersistenceError):
            _put(
                self._key_values,
                f"{self.name}/failure",
                msgspec.json.encode(Failure(self._clock(), text[:500], game, seq)),
            )

    def _look(self) -> Mapping[str, bytes]:
        if monotonic() >= self._next:
            known = {
                key.partition("/")[2]: data
                for key, data in self._key_values.items(KIND, f"{self.name}/")
            }
            if (
                not self._named
            ):  # once: of two versions that run beside each other, the one that was started last
                _put(self._key_values, f"{self.name}/version", build().encode())
                self._named = True
            self._known, self._next = known, monotonic() + LOOK
        return self._known


def park(key_values: KeyValueStore, name: Name, game: str, seq: int, why: str) -> None:
    key_values.keep(PARKED, f"{name}/{game}/{seq:09d}", why[:500].encode())


def unpark(key_values: KeyValueStore, name: Name, game: str = "") -> None:
    """Forget which records were passed by, of all games or of one: they are gone through again."""
    for key in list(key_values.keys(PARKED, f"{name}/{game}/" if game else f"{name}/")):
        key_values.erase(PARKED, key)


def parked(key_values: KeyValueStore, name: Name) -> list[Parked]:
    entries = key_values.items(PARKED, f"{name}/", limit=SHOWN)
    places = ((key.removeprefix(f"{name}/").rpartition("/"), why) for key, why in entries)
    return [Parked(game, int(seq), why.decode()) for (game, _, seq), why in places]


class Steering:
    """All followers of a service as its operator sees them. Every method raises `PersistenceError`
    where the record's store does not answer, and `BadRequest`; a follower that cannot be looked at
    hides none of the others."""

    def __init__(
        self,
        recorder: RecordStore,
        key_values: KeyValueStore,
        clock: Callable[[], datetime],
        sources: Mapping[Name, Source],
    ) -> None:
        self._recorder, self._key_values, self._clock, self._sources = (
            recorder,
            key_values,
            clock,
            sources,
        )
        self._seen: dict[str, tuple[object, datetime]] = {}

    def look(self, watched: timedelta = FROZEN) -> tuple[FollowerAt, ...]:
        """How they stand. One is frozen once it was seen at the same place for so long, before a
        record that is older than `FROZEN`."""
        return tuple(self._at(name, source, watched) for name, source in self._sources.items())

    def pause(self, name: str, by: str) -> None:
        self._key_values.keep(
            KIND, f"{self._known(name)}/pause", msgspec.json.encode(Pause(self._clock(), by))
        )

    def resume(self, name: str) -> None:
        self._key_values.erase(KIND, f"{self._known(name)}/pause")

    def rebuild(self, name: str, game: str = "") -> None:
        """Have what it keeps made anew from the record, beside what is there, or of one game
        alone."""
        if self._known(name) == "log":
            raise BadRequest(
                "/do",
                Text(
                    "The signed log only grows and is never made anew: greffe fsck compares it "
                    "with the record."
                ),
            )
        if game and not self._recorder.opened_as(game):
            raise BadRequest("/game", Text("There is no game {game}.", game=game))
        waits = self._key_values.keep(KIND, f"{name}/task", (game or ALL).encode()).decode()
        if waits != (game or ALL):
            raise BadRequest("/do", Text("Another rebuild is under way: wait until it is done."))

    def _known(self, name: str) -> str:
        if name not in self._sources:
            known = ", ".join(self._sources)
            raise BadRequest(
                "/name",
                Text("Nothing of that name follows the record here: {known} do.", known=known),
            )
        return name

    def _at(self, name: Name, source: Source, watched: timedelta) -> FollowerAt:
        entries = {
            key.partition("/")[2]: data for key, data in self._key_values.items(KIND, f"{name}/")
        }
        try:
            position, building, passed = (
                source.position(),
                source.building(),
                tuple(source.parked()),
            )
        except PersistenceError:
            position, building, passed = None, None, ()
        head = (
            self._recorder.max_notification_id() or 0
        )  # after the position, which is never beyond it then
        lag = None if position is None else max(0, head - position)
        next_at = self._written_after(position) if position is not None and lag else None
        pause, now = _read(entries.get("pause"), Pause), self._clock()
        place = position, building
        seen, since = self._seen.get(name, (None, now))
        if seen != place:
            since = now
            self._seen[name] = place, now
        state: State = "unknown" if position is None else "ok"
        if pause is not None:
            state = "forgotten" if now - pause.at >= FORGOTTEN else "paused"
        elif lag and now - since >= watched and (next_at is None or now - next_at >= FROZEN):
            state = "frozen"
        failure, version, task = (
            _read(entries.get("failure"), Failure),
            entries.get("version", b""),
            entries.get("task", b""),
        )
        of_itself = next_at, building, pause, task.decode(), failure, passed
        return FollowerAt(name, state, version.decode(), position, head, lag, *of_itself)

    def _written_after(self, position: int) -> datetime | None:
        """When the record after a position was written; none where that cannot be read."""
        rows = self._recorder.select_notifications(position, 1, inclusive_of_start=False)
        written = _read(stored_bytes(rows[0].state), _Written) if rows else None
        return written.at if written is not None else None


class _Written(Struct, frozen=True):
    at: datetime


def _read(data: bytes | None, kind: type[Kind]) -> Kind | None:
    """The stored value; none where there is none, or one that nobody here wrote."""
    with suppress(msgspec.DecodeError):
        return None if data is None else msgspec.json.decode(data, type=kind)
    return None


def _put(key_values: KeyValueStore, key: str, data: bytes) -> None:
    key_values.erase(KIND, key)
    key_values.keep(KIND, key, data)
