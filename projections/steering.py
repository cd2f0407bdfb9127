"""How the operator watches and controls the followers of the record: the views, the signed log, the
messages.

The operator's orders and the followers' reports are in the key-value store beside the record, where
every process finds them even if Redis is down. Kinds of values: `follower`, by the follower's name
and `version`, `pause`, `task` or `failure`; `parked`, by name, game and seq of a record that was
skipped.
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
from projections.boards.code_digest import code_digest

Name = Literal["views", "log", "messages"]
State = Literal["ok", "paused", "forgotten", "frozen", "unknown"]

Kind = TypeVar("Kind")

KIND, PARKED = "follower", "parked"

FROZEN = timedelta(minutes=1)
"""How long a follower may stay at one position, with records to follow, before it counts as
frozen."""

FORGOTTEN = timedelta(hours=1)
"""How long a pause may last before it counts as forgotten and is reported."""

STUCK: frozenset[State] = frozenset({"frozen", "forgotten"})

SHOWN = 100
"""The most parked records listed for each follower."""

LOOK = 0.5
"""Seconds between two readings of the operator's orders by a follower."""

_log = logging.getLogger("greffe.steering")


class Pause(Struct, frozen=True):
    """The operator's order to pause a follower: since when, and by whom."""

    at: datetime
    by: str


class Failure(Struct, frozen=True):
    """The last failure of a follower: its time, the reason, and the record at which it failed
    (empty: at no single one)."""

    at: datetime
    why: str
    game: str = ""
    seq: int = 0


class Parked(Struct, frozen=True):
    """A record that a follower could not process and has skipped, and the reason."""

    game: str
    seq: int
    why: str


class FollowerAt(Struct, frozen=True):
    """The state of a follower of the record.

    - `state`: `frozen` if it stays at one position although there are records to follow;
      `forgotten` if it has been paused for more than an hour; `unknown` if it cannot be asked.
    - `version`: the digest of its program. `position`: the log position that it has reached;
      `head`: the end of the log; `lag`: the number of records between them; `next_at`: the time of
      the next one.
    - `building`: the position of a rebuild in progress. `task`: a requested rebuild, `all` or a
      game's id.
    """

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
    """Functions that ask a follower for its position (None: it cannot be asked), the position of
    its rebuild (None: there is none), and what it parked."""

    position: Callable[[], int | None]
    building: Callable[[], int | None] = lambda: None
    parked: Callable[[], Iterable[Parked]] = tuple


ALL = "all"
"""The task of rebuilding everything. No game has this id."""


class Orders:
    """The operator's orders to one follower, as that follower's process reads them, and its
    reports. `paused` and `task` raise `PersistenceError`."""

    def __init__(
        self, key_values: KeyValueStore, name: Name, clock: Callable[[], datetime]
    ) -> None:
        self._key_values, self.name, self._clock = key_values, name, clock
        self._next = 0.0
        self._known: Mapping[str, bytes] = {}
        self._told: bytes | None = None
        self._named = False

    def paused(self) -> bool:
        """Whether the operator has paused the follower. If the pause has lasted for more than an
        hour, that is logged once."""
        pause = self._read_orders().get("pause")
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
        """The rebuild that the operator has requested: `all`, a game's id, or empty for none."""
        return self._read_orders().get("task", b"").decode()

    def clear_task(self) -> None:
        """Delete the requested rebuild, since it is done."""
        self._key_values.erase(KIND, f"{self.name}/task")
        self._next = 0.0

    def note_failure(self, why: object, game: str = "", seq: int = 0) -> None:
        """Store a failure for the operator: `why`, and the record at which it happened. Does
        nothing if the store itself fails, which its own health check reports."""
        text = f"{type(why).__name__}: {why}" if isinstance(why, BaseException) else str(why)
        with suppress(PersistenceError):
            _put(
                self._key_values,
                f"{self.name}/failure",
                msgspec.json.encode(Failure(self._clock(), text[:500], game, seq)),
            )

    def _read_orders(self) -> Mapping[str, bytes]:
        """The orders and reports of this follower, read from the store at most every `LOOK`
        seconds."""
        if monotonic() >= self._next:
            known = {
                key.partition("/")[2]: data
                for key, data in self._key_values.items(KIND, f"{self.name}/")
            }
            if (
                not self._named
            ):  # once: of two versions that run beside each other, the one that was started last
                _put(self._key_values, f"{self.name}/version", code_digest().encode())
                self._named = True
            self._known, self._next = known, monotonic() + LOOK
        return self._known


def park(key_values: KeyValueStore, name: Name, game: str, seq: int, why: str) -> None:
    """Note for the operator that a follower skipped a record, and why."""
    key_values.keep(PARKED, f"{name}/{game}/{seq:09d}", why[:500].encode())


def unpark(key_values: KeyValueStore, name: Name, game: str = "") -> None:
    """Delete the notes about skipped records, of one game ("": of all), so that they no longer
    count as parked."""
    for key in list(key_values.keys(PARKED, f"{name}/{game}/" if game else f"{name}/")):
        key_values.erase(PARKED, key)


def parked_records(key_values: KeyValueStore, name: Name) -> list[Parked]:
    """The records that a follower skipped, at most `SHOWN`."""
    entries = key_values.items(PARKED, f"{name}/", limit=SHOWN)
    places = ((key.removeprefix(f"{name}/").rpartition("/"), why) for key, why in entries)
    return [Parked(game, int(seq), why.decode()) for (game, _, seq), why in places]


class Steering:
    """The operator's view of all followers of a service. Methods raise `PersistenceError` if the
    store does not answer, and `BadRequest` for an unknown name. A follower that cannot be asked
    does not hide the others."""

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

    def follower_states(self, watched: timedelta = FROZEN) -> tuple[FollowerAt, ...]:
        """The state of each follower. A follower counts as frozen if calls of this method have seen
        it at one position for `watched`, with a next record older than `FROZEN`."""
        return tuple(
            self._state_of(name, source, watched) for name, source in self._sources.items()
        )

    def pause(self, name: str, by: str) -> None:
        self._key_values.keep(
            KIND, f"{self._checked_name(name)}/pause", msgspec.json.encode(Pause(self._clock(), by))
        )

    def resume(self, name: str) -> None:
        self._key_values.erase(KIND, f"{self._checked_name(name)}/pause")

    def rebuild(self, name: str, game: str = "") -> None:
        """Request a rebuild of one game ("": of everything), which the follower does while the
        existing state is still used. Raises `BadRequest` for the log, for an unknown game, and
        while another rebuild is requested."""
        if self._checked_name(name) == "log":
            raise BadRequest(
                "/do",
                Text(
                    "The signed log only grows and is never made anew: greffe fsck compares it "
                    "with the record."
                ),
            )
        if game and not self._recorder.opening_topic(game):
            raise BadRequest("/game", Text("There is no game {game}.", game=game))
        waits = self._key_values.keep(KIND, f"{name}/task", (game or ALL).encode()).decode()
        if waits != (game or ALL):
            raise BadRequest("/do", Text("Another rebuild is under way: wait until it is done."))

    def _checked_name(self, name: str) -> str:
        """The name itself. Raises `BadRequest` if no follower has it."""
        if name not in self._sources:
            known = ", ".join(self._sources)
            raise BadRequest(
                "/name",
                Text("Nothing of that name follows the record here: {known} do.", known=known),
            )
        return name

    def _state_of(self, name: Name, source: Source, watched: timedelta) -> FollowerAt:
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
        """The time of the next record after a log position; None if there is none or it cannot be
        read."""
        rows = self._recorder.select_notifications(position, 1, inclusive_of_start=False)
        written = _read(stored_bytes(rows[0].state), _WrittenAt) if rows else None
        return written.at if written is not None else None


class _WrittenAt(Struct, frozen=True):
    at: datetime


def _read(data: bytes | None, kind: type[Kind]) -> Kind | None:
    """A stored value, decoded; None if there is none or it is malformed."""
    with suppress(msgspec.DecodeError):
        return None if data is None else msgspec.json.decode(data, type=kind)
    return None


def _put(key_values: KeyValueStore, key: str, data: bytes) -> None:
    key_values.erase(KIND, key)
    key_values.keep(KIND, key, data)
