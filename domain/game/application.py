"""The clerk's application (eventsourcing library): the store, the open games, and the writing of
one record.

The use cases (`domain/game/clerk/clerk.py`) say what the record is; this module stores it.
"""

# annotations of inner functions would be evaluated at every write
from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper
from eventsourcing.utils import Environment

from domain.game.aggregate.clocks import with_readings
from domain.game.aggregate.game import Game
from domain.game.commands import Answer
from domain.game.names import kept_places
from domain.game.record.kinds import kind_of
from domain.game.record.records import (
    GameOpened,
    GameRecord,
)
from domain.game.refusals import GameIsClosed, GameIsFull
from domain.game.store.repository import GameRepository, LoadedGame
from domain.game.store.snapshots import keep_board
from domain.kernel import commitments
from domain.kernel.key_values import KeyValueStore
from domain.kernel.stored import RecordMapper, RecordStore
from domain.kernel.time_marks import Clock, MonotonicClock
from domain.kernel.writer import Made, Order, Unit, Writer
from domain.titles.contract.ruleset import Board

LinkOf = Callable[[str, str], str]
"""The id of the link that a seat of a game, or its `UMPIRE`, is given."""


def utc_now() -> datetime:
    return datetime.now(UTC)


MOST_BYTES = 64_000_000
"""Bytes of one game's records. Past them nothing is added that a seat could add without end;
rulings and undo still are, up to twice as much, and the end always, so that every game can be
closed."""


class ClerkApplication(Application[str]):
    """The application without its use cases. `env` configures the store as the library does
    (`PERSISTENCE_MODULE`, `SQLITE_DBNAME`, …); `clock` gives every record its time."""

    recorder: RecordStore

    def __init__(self, env: Mapping[str, str] | None = None, clock: Clock = utc_now) -> None:
        super().__init__(env)
        self.clock = clock
        self.writer = Writer(self.events, self.recorder, self.key_values, self._now, kept_places)
        self.link_of: LinkOf = lambda game, seat: ""
        """Set by who gives out links: openings name them, so that the actors of later records can
        be told."""

    def construct_env(self, name: str, env: Mapping[str, str] | None = None) -> Environment:
        """Settings in `env` come before those of the process's environment, which the library
        reads first, by longer names (`GREFFE_SECRET_KEY_FILE`): a process that opens several stores
        has the settings of one in its environment."""
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
        return self.clock(), self.clock.behind if isinstance(
            self.clock, MonotonicClock
        ) else timedelta()

    # -- reading -----------------------------------------------------------------------------------

    def file(self, game: str) -> LoadedGame:
        return self.game_repository.file(game)

    def game(self, game: str, at: int | None = None) -> Game:
        """The game as it stands, or as it stood after record `at`."""
        file = self.file(game)
        return file.head if at is None else file.at(at)

    def words(self, commitment: str) -> str | None:
        return (
            commitments.read(self.key_values.fetch("text", commitment), commitment)
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
        """Make what one order comes to on the position it names, and store it: one record, or
        several of which the last answers it. `board` is the board after it, where deciding has come
        to it."""

        def made(game: Game, unit: Unit) -> Made[Game]:
            if game.closed:
                raise GameIsClosed(game.id)
            bodies = decide(game, unit)
            bodies = with_readings(game, bodies if isinstance(bodies, tuple) else (bodies,))
            kind = kind_of(bodies[-1])
            most = MOST_BYTES * (1 if kind.grows else 2)
            if game.history.size > most and kind.part != "bounds":
                raise GameIsFull(game.id)
            return Made(bodies, then=keep)

        def keep(game: Game) -> None:
            after = board()
            if after is not None:
                game.history.know(game.history.tips[-1], after)
            keep_board(game, self.key_values)

        return self.writer.write(self.game_repository, order, made)

    def open(self, order: Order, make: Callable[[Unit], GameOpened]) -> Answer:
        """Store the first record of a game. The same order opens one game, however often it is
        sent."""
        return self.writer.open(self.game_repository, order, make)

    def opened(self, order: Order) -> Answer | None:
        """The first record of a game where an order opened it before; raises `KeyReused` where
        another did."""
        return self.writer.opened(self.game_repository, order)


class UseCases:
    """Base of what people do by a clerk."""

    def __init__(self, clerk: ClerkApplication) -> None:
        self._clerk = clerk
