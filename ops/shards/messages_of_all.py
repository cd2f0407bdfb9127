"""What subscriptions to all games of a key or of a hall are still to be told of one home, carried with it.

A message that waits has `leaving:`, `left:` and then `arriving:` before its state, as a subscription to the home itself has: so it
is sent by one shard alone, and what is under way is waited for. A turn that waits for its time is held by a number below 0 in the
place of its record's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ops.notifying.store import ARRIVING, LEAVING, LEFT
from ops.stores.cells import as_number, as_text
from ops.stores.log.database import Connection

DELIVERY = "id, subscription, game, about, record, body, state, attempts, made, tried, said"
"""What goes over of a message."""

TURN = "subscription, game, data, record, since, due"
"""What goes over of a turn."""


class Messages:
    """Those of some subscriptions about some streams, in one transaction."""

    def __init__(self, db: Connection, subscriptions: Collection[str], streams: Sequence[str]) -> None:
        self._db, self._subscriptions, self._streams = db, subscriptions, set(streams)

    def leave(self) -> None:
        """Send none of them here any more."""
        for number, state in self._messages():
            if state in ("waiting", "parked"):
                self._become(number, LEAVING + state)
        self._turns(held=True)

    def left(self) -> tuple[list[Any], list[Any]]:
        """Those that left, as they arrive at the other shard: messages and turns."""
        messages, turns = [], []
        for number, state in self._messages():
            if state.startswith(LEFT):
                (row,) = self._db.rows(f"SELECT {DELIVERY} FROM deliveries WHERE number = ?", (number,))  # noqa: S608  our own words
                found = dict(zip(DELIVERY.split(", "), row, strict=True)) | {"state": ARRIVING + state.removeprefix(LEFT)}
                messages.append(tuple(found.values()))
        for place in self._places(held=True):
            query = f"SELECT {TURN} FROM turns WHERE subscription = ? AND game = ?"  # noqa: S608  only our own words
            turns += [tuple(row) for row in self._db.rows(query, place)]
        return messages, turns

    def arrive(self, messages: Sequence[Any], turns: Sequence[Any]) -> None:
        """Have those that left another shard, and send none yet. A subscription that has ended meanwhile is told nothing."""
        self._db.executemany(
            f"INSERT INTO deliveries ({DELIVERY}) VALUES ({marks(DELIVERY)}) ON CONFLICT (id) DO NOTHING",  # noqa: S608  our own words
            [row for row in messages if row[1] in self._subscriptions],
        )
        self._db.executemany(
            f"INSERT INTO turns ({TURN}) VALUES ({marks(TURN)}) ON CONFLICT (subscription, game) DO NOTHING",  # noqa: S608  our own words
            [row for row in turns if row[0] in self._subscriptions],
        )

    def stay(self, *prefixes: str) -> None:
        """Send those with one of these words before their state here."""
        for number, state in self._messages():
            if state.startswith(prefixes):
                self._become(number, state.partition(":")[2])
        self._turns(held=False)

    def forget(self, prefix: str) -> None:
        """Forget those with this word before their state: the other shard sends them."""
        for number, state in self._messages():
            if state.startswith(prefix):
                self._db.execute("DELETE FROM deliveries WHERE number = ?", (number,))
        for place in self._places(held=True):
            self._db.execute("DELETE FROM turns WHERE subscription = ? AND game = ?", place)

    def _become(self, number: int, state: str) -> None:
        self._db.execute("UPDATE deliveries SET state = ? WHERE number = ?", (state, number))

    def _messages(self) -> list[tuple[int, str]]:
        """The number and state of each that was neither sent nor dropped."""
        query = "SELECT number, state, subscription, game FROM deliveries WHERE state NOT IN ('delivered', 'dropped')"
        rows = self._db.rows(query) if self._subscriptions else []
        found = ((as_number(number), as_text(state), as_text(one), as_text(game)) for number, state, one, game in rows)
        return [(number, state) for number, state, one, game in found if one in self._subscriptions and game in self._streams]

    def _turns(self, *, held: bool) -> None:
        for place in self._places(held=not held):
            self._db.execute("UPDATE turns SET record = -record WHERE subscription = ? AND game = ?", place)

    def _places(self, *, held: bool) -> list[tuple[str, str]]:
        """Subscription and place of each turn that is held, or is not."""
        rows = self._db.rows(f"SELECT subscription, game FROM turns WHERE record {'<' if held else '>'} 0")  # noqa: S608  our own words
        found = ((as_text(one), as_text(place)) for one, place in rows)
        return [(one, place) for one, place in found if one in self._subscriptions and place.partition(" ")[0] in self._streams]


def marks(columns: str) -> str:
    """A question mark for each column."""
    return ", ".join("?" for _ in columns.split(", "))
