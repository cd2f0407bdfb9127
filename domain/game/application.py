"""The eventsourcing application: the record store, the games in memory, and the writing of records.

The use cases (`domain/game/clerk/clerk.py`) decide what a record contains; this module stores
it.
"""

# annotations of inner functions would be evaluated at every write
from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper
from eventsourcing.utils import Environment

from domain.game.aggregate.clocks import with_clock_readings
from domain.game.aggregate.game import Game
from domain.game.commands import Answer
from domain.game.names import kept_keys
from domain.game.record.kinds import kind_of
from domain.game.record.records import (
    GameOpened,
    GameRecord,
)
from domain.game.refusals import GameIsClosed, GameIsFull
from domain.game.store.repository import GameRepository, LoadedGame
from domain.game.store.snapshots import keep_snapshot
from domain.kernel import commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.stored import RecordMapper, RecordStore
from domain.kernel.time_marks import Clock, MonotonicClock
from domain.kernel.writer import Decision, Order, Unit, Writer
from domain.titles.contract.ruleset import Board

LinkOf = Callable[[str, str], str]
"""Maps a game and a seat, or `UMPIRE`, to the id of the link it is given."""


def utc_now() -> datetime:
    return datetime.now(UTC)


MOST_BYTES = 64_000_000
"""The size of a game's records above which seats can add no more of the kinds that could grow
without end. Rulings and undo may add up to twice as much, and the closing always fits, so every
game can be closed."""


class ClerkApplication(Application[str]):
    """The application without its use cases. `env` configures the store with the settings of the
    eventsourcing library (`PERSISTENCE_MODULE`, `SQLITE_DBNAME`, …). `clock` gives every record its
    time."""

    recorder: RecordStore

    def __init__(self, env: Mapping[str, str] | None = None, clock: Clock = utc_now) -> None:
        super().__init__(env)
        self.clock = clock
        self.writer = Writer(self.events, self.recorder, self.key_values, self._now, kept_keys)
        self.link_of: LinkOf = lambda game, seat: ""
        """A function from game and seat to the id of the seat's link. The room that issues links
        sets it. Openings store the ids, so that the actors of later records can be recognised."""

    def construct_env(self, name: str, env: Mapping[str, str] | None = None) -> Environment:
        """The settings of the store: those in `env` override the process's environment.

        The library looks first for longer names (`GREFFE_SECRET_KEY_FILE`), so each setting is
        added under its longer name. A process that opens several stores has the settings of only
        one of them in its environment."""
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

    def _now(self) -> tuple[datetime, timedelta]:
        """The time of the clock, and how far the machine's clock is behind it."""
        return self.clock(), self.clock.behind if isinstance(
            self.clock, MonotonicClock
        ) else timedelta()

    # -- reading -----------------------------------------------------------------------------------

    def load(self, game: str) -> LoadedGame:
        """The game in memory, after adding to it all records stored since. Raises `UnknownGame`."""
        return self.game_repository.held(game, fresh=True)

    def game(self, game: str, at: int | None = None) -> Game:
        """The newest position of a game, or the position after record `at`."""
        loaded = self.load(game)
        return loaded.head if at is None else loaded.at(at)

    def words(self, commitment: str) -> str | None:
        return (
            commitments.read_committed(self.key_values.fetch("text", commitment), commitment)
            if commitment
            else None
        )

    # -- writing -----------------------------------------------------------------------------------

    def write(
        self,
        order: Order,
        decide: Callable[[Game, Unit], GameRecord | tuple[GameRecord, ...]],
        board: Callable[[], Board | None] = lambda: None,
    ) -> Answer:
        """Decide an order on the newest position and store the result: one record, or several, of
        which the last one answers the order. Raises `Stale` if the order was made on an older
        position. `board` returns the board after the records, or None if `decide` has not computed
        it."""

        def decided(game: Game, unit: Unit) -> Decision[Game]:
            if game.closed:
                raise GameIsClosed(game.id)
            bodies = decide(game, unit)
            bodies = with_clock_readings(game, bodies if isinstance(bodies, tuple) else (bodies,))
            kind = kind_of(bodies[-1])
            most = MOST_BYTES * (1 if kind.grows else 2)
            if game.history.size > most and kind.part != "bounds":
                raise GameIsFull(game.id)
            return Decision(bodies, then=keep)

        def keep(game: Game) -> None:
            after = board()
            if after is not None:
                game.history.add_board(game.history.tips[-1], after)
            keep_snapshot(game, self.key_values)

        return self.writer.write(self.game_repository, order, decided)

    def open(self, order: Order, make: Callable[[Unit], GameOpened]) -> Answer:
        """Store the first record of a game. A repeated order gets the record it has made."""
        return self.writer.open(self.game_repository, order, make)

    def opened(self, order: Order) -> Answer | None:
        """The first record of the game if this order has opened it, or None if the game does not
        exist. Raises `KeyReused` if another order has opened it."""
        return self.writer.opened(self.game_repository, order)


class UseCases:
    """Base class for the use cases of one subject, such as branches. They write through a clerk."""

    def __init__(self, clerk: ClerkApplication) -> None:
        self._clerk = clerk
