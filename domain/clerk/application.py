"""The clerk's application (eventsourcing library): the store, the open games, and the writing of one record.

The use cases (`domain/clerk/clerk.py`) say what the record is; this module stores it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from threading import Lock
from time import monotonic
from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, Mapper
from eventsourcing.utils import Environment
from msgspec.structs import replace

from domain.clerk.commands import Answer, Order
from domain.errors import GameIsClosed, GameIsFull, KeyReused, Stale
from domain.game.clocks import with_readings
from domain.game.game import Game
from domain.kernel import commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.names import Names, namings
from domain.kernel.rows import RecordMapper, RecordStore
from domain.kernel.stored import Filed
from domain.record.records import (
    ActionsRestored,
    ActionTaken,
    ClaimFiled,
    NoteAdded,
    Record,
    RetractionAsked,
    SeatTaken,
    ValueSealed,
)
from domain.rules.ruleset import Board
from domain.store.repository import GameFile, GameRepository
from domain.store.snapshots import keep_board
from domain.store.time_marks import Mark

Clock = Callable[[], datetime]
LinkOf = Callable[[str, str], str]
"""The id of the link that a seat of a game, or its `UMPIRE`, is given."""


def utc_now() -> datetime:
    """The service's clock."""
    return datetime.now(UTC)


def _no_link(game: str, seat: str) -> str:
    """Where nobody gives out links, openings name none."""
    return ""


NOTED = timedelta(seconds=1)
"""How far a clock has to be set back before that is noted: less is how clocks are kept right."""

_NOT_BEHIND = timedelta()

MOST_BYTES = 64_000_000
"""Bytes of one game's records. Past them nothing is added that a seat could add without end; rulings, undo and the end still are,
so that every game can be closed."""

GROWING = (ActionTaken, ActionsRestored, ClaimFiled, NoteAdded, RetractionAsked, SeatTaken, ValueSealed)


class Forward:
    """A clock that never goes back: where the one it asks does, it goes on from where it was, by the seconds that pass, until the
    other has caught up. So a proposal that has lapsed stays lapsed, and a link that has run out stays so. `behind` is how far the
    other clock has been set back. `passed` counts seconds whatever the other is set to: one that is set right in steps has not had
    the time of each step pass."""

    def __init__(self, asked: Clock, passed: Callable[[], float] = monotonic) -> None:
        self.asked = asked
        self.behind = timedelta()
        self._passed = passed
        self._since: float | None = None
        """When `_last` was so, by `passed`; none where another process had come to it."""
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = Lock()

    def go_on_from(self, mark: Mark) -> None:
        """Go on from where another process of this service has been: as far behind as the machine's clock was then, or further."""
        with self._lock:
            self._last, self.behind, self._since = mark.at, mark.at - mark.machine, None

    def mark(self) -> Mark:
        """The time it has come to, for the next process."""
        at = self()
        return Mark(at, at - self.behind)

    def __call__(self) -> datetime:
        with self._lock:
            said, since, self._since = self.asked(), self._since, self._passed()
            if said >= self._last:  # as always, or the clock has caught up
                self.behind, self._last = _NOT_BEHIND, said
                return said
            if since is None:
                self._last = max(self._last, said + self.behind)
            else:
                self._last += timedelta(seconds=self._since - since)
            self.behind = self._last - said
            return self._last


class ClerkApplication(Application[str]):
    """The application without its use cases. `env` configures the store as the library does (`PERSISTENCE_MODULE`,
    `SQLITE_DBNAME`, …); `clock` gives every record its time."""

    recorder: RecordStore

    def __init__(self, env: Mapping[str, str] | None = None, clock: Clock = utc_now) -> None:
        super().__init__(env)
        self.clock = clock
        self.link_of: LinkOf = _no_link
        """Set by who gives out links: openings name them, so that the actors of later records can be told."""

    def construct_env(self, name: str, env: Mapping[str, str] | None = None) -> Environment:
        """What is given holds, whatever the process's environment says by the longer names (`GREFFE_SECRET_KEY_FILE`) that the
        library looks for first: a process that opens several stores has the settings of one in its environment."""
        made = super().construct_env(name, env)
        made.update({f"{name.upper()}_{key}": value for key, value in (env or {}).items()})
        return made

    def construct_mapper(self) -> Mapper[str]:
        return RecordMapper(self.construct_transcoder())

    def construct_repository(self) -> GameRepository:
        store: Any = self.factory  # a store's of this house: the library's know no key-value store
        self.key_values: KeyValueStore = store.key_values()
        self.game_repository = GameRepository(self.events, self.recorder, self.key_values)
        return self.game_repository

    # -- reading -------------------------------------------------------------------------------------------------

    def file(self, game: str) -> GameFile:
        """A game with all its records and positions, as the store holds it now."""
        return self.game_repository.file(game)

    def game(self, game: str, at: int | None = None) -> Game:
        """The game as it stands, or as it stood after record `at`."""
        file = self.file(game)
        return file.head if at is None else file.at(at)

    def words(self, commitment: str) -> str | None:
        """The text a record commits to, unless it was erased."""
        return commitments.read(self.key_values.fetch("text", commitment), commitment) if commitment else None

    # -- writing -------------------------------------------------------------------------------------------------

    def write(
        self, order: Order, record: Callable[[Game], Record | tuple[Record, ...]], board: Callable[[], Board | None] = lambda: None
    ) -> Answer:
        """Make what one order comes to on the position it names, and store it; the store's unique key settles races.

        That is one record, or several that are stored together or not at all: then the last has the order's key, and is the
        answer. `board` is the board after it, where making the record has come to it."""
        file = self.game_repository.file(order.game, fresh=False)
        with file.lock:
            if file.head.seq != order.seq or (order.actor, order.key) in file.keys:
                self.game_repository.refresh(file)
            again = self._answered(file, order)
            if again is not None:
                return again
            game = file.head
            if game.seq != order.seq:
                raise Stale(game.seq, order.seq)
            if game.closed:
                raise GameIsClosed(game.id)
            made = record(game)
            bodies = with_readings(game, made if isinstance(made, tuple) else (made,))
            if game.history.size > MOST_BYTES and isinstance(bodies[-1], GROWING):
                raise GameIsFull(game.id)
            filed = [Filed.new(game.id, seq, self.bound(body)) for seq, body in enumerate(bodies, start=game.seq + 1)]
            try:
                self.events.put(filed)
            except IntegrityError:
                self.game_repository.refresh(file)
                self.forget_words(filed, file.head.history.states)
                again = self._answered(file, order)
                if again is None:
                    raise Stale(file.head.seq, order.seq) from None
                return again
            for one in filed[:-1]:
                file.put(one)
            after = file.put(filed[-1], board())
            keep_board(after, self.key_values)
            return Answer(filed[-1], after)

    def _answered(self, file: GameFile, order: Order) -> Answer | None:
        seq = file.keys.get((order.actor, order.key))
        if seq is None:
            return None
        if not self.asked_for(file.record(seq).body, order):
            raise KeyReused(order.key, seq)
        return Answer(file.record(seq), file.at(seq), again=True)

    def confirm(self) -> None:
        """Make sure that what was found recorded stays so, before a repeated request is answered with it. A database server that
        crashed may show what its standbys never had."""
        self.recorder.confirm()

    def bound(self, body: Record) -> Record:
        """The record as it is stored: the digest of a request that brought words says nothing of them without their salt."""
        if isinstance(body, ActionTaken) or not body.request:  # an action brings no words
            return body
        kept = self._kept(body)
        return body if kept is None else replace(body, request=commitments.salted(body.request, kept))

    def asked_for(self, body: Record, order: Order) -> bool:
        """Whether a record was made by this request. Once its words are erased that cannot be told any more: then the key
        alone decides. Who sent it again is answered that it is recorded, so it is seen to that it stays so."""
        self.confirm()
        if not body.request.startswith(commitments.SALTED):
            return body.request == order.request
        kept = self._kept(body)
        return kept is None or body.request == commitments.salted(order.request, kept)

    def _kept(self, body: Record) -> bytes | None:
        """The words or the name that a record commits to, as they are kept."""
        words = [self.key_values.fetch("text", commitment) for commitment in commitments.commitments(body)]
        names = [Names(self.key_values).kept(player, body.at, commitment) for player, commitment in namings(body)]
        return next((kept for kept in (*words, *names) if kept is not None), None)

    def forget_words(self, lost: list[Filed], there: list[bytes]) -> None:
        """Forget the words of records that were not stored, which nobody could find any more to erase them; `there` are the records
        that are."""
        for commitment in (c for one in lost for c in commitments.commitments(one.body)):
            if not any(commitment.encode() in state for state in there):
                self.key_values.erase("text", commitment)

    def stamp(self, order: Order) -> dict[str, Any]:
        """What every record says of its order. Its time is never before that of the record before it; where the clock was set
        back, what it said is noted."""
        at = self.clock()
        behind = self.clock.behind if isinstance(self.clock, Forward) else timedelta()
        newest = self.game_repository.newest(order.game)
        if newest is not None and at < newest:
            at, behind = newest, behind + (newest - at)
        return {
            "at": at,
            "clock": at - behind if behind > NOTED else None,
            "actor": order.actor,
            "key": order.key,
            "request": order.request,
            "client_at": order.client_at,
        }

    def write_words(self, text: str, pointer: str = "/text") -> str:
        """Keep words in the key-value store; the commitment goes into the record. Raises `BadRequest` for what nobody writes."""
        if not text:
            return ""
        text = commitments.checked(text, pointer)
        commitment, data = commitments.write(text)
        self.key_values.keep("text", commitment, data)
        return commitment
