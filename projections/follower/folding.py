"""The games that a follower keeps in memory, folded as far as the log was read, so that a game with
new records is not folded from its start again; and the entry of each game for
`projections/store/scripts/write.lua`, which has all that readers can ask for."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable

import msgspec
from eventsourcing.persistence import Notification, PersistenceError

from domain.game.aggregate.game import Game, begin_game
from domain.game.aggregate.history import RECORD
from domain.game.clerk.clerk import Clerk
from domain.game.record.headers import record_header
from domain.game.record.records import FIRST, GameOpened
from domain.kernel.stored import StoredRecord
from projections.boards.positions import encoded_summary, views_as_json
from projections.numbers.counters import counters
from projections.numbers.tally import TALLY, tally_of
from projections.search.query import scopes, set_names
from projections.store.epochs import Entry
from projections.store.keys import ALIKE, NOT_SHOWN, PUBLIC_BOARD, SETS, SUMMARY, Sealer, micros

_log = logging.getLogger("greffe.follower")


def entry_of_game(sealer: Sealer, cached: CachedGame, *, whole: bool = True) -> Entry:
    """The entry of a game as it is in memory. Without `whole` it has no boards and no score, which
    are written when somebody asks for them. If the game cannot be shown, the entry has only the
    reason."""
    if cached.game is not None and not cached.fault:
        try:
            return _entry_with_views(sealer, cached, cached.game, whole)
        except Exception as e:  # noqa: BLE001  one title's fault must not keep the other games from being shown
            fault = f"at record {cached.seq}: {type(e).__name__}: {e}"
            _log.error("game %s cannot be shown: %s", cached.id, fault)
            return _entry_of_fault(sealer, cached, fault)
    return _entry_of_fault(sealer, cached, cached.fault)


def _entry_with_views(sealer: Sealer, cached: CachedGame, game: Game, whole: bool) -> Entry:
    """The entry of a game that can be shown."""
    sets_json = msgspec.json.encode(set_names(game))
    shown = _boards(game) if whole else {SUMMARY: encoded_summary(game)}
    fields = {SUMMARY: shown.pop(SUMMARY), SETS: sets_json}
    tally = tally_of(game)
    if tally is not None:
        fields[TALLY] = msgspec.json.encode(tally)
    group, of = f"{game.opened.ruleset}:{game.group}", scopes(game)
    counted = msgspec.json.encode((of, group, counters(tally) if tally else {})) if of else b""
    times = str(micros(game.opened.at)), str(micros(game.at))
    lasting = len(fields) if game.closed else None
    return _entry(sealer, cached, *times, sets_json, counted, fields | shown, lasting)


def _boards(game: Game) -> dict[str, bytes]:
    """The views of a game as JSON, by field. Boards whose bytes equal the public's are left out;
    the field `ALIKE` lists them."""
    fields = views_as_json(game)
    public = fields[PUBLIC_BOARD]
    alike = [field for field, value in fields.items() if value == public and field != PUBLIC_BOARD]
    for field in alike:
        del fields[field]
    return fields | {ALIKE: msgspec.json.encode(alike)}


def _entry_of_fault(sealer: Sealer, cached: CachedGame, fault: str) -> Entry:
    """The entry of a game that cannot be shown: the reason alone."""
    shown_in = msgspec.json.encode([NOT_SHOWN])
    return _entry(sealer, cached, "", "", shown_in, b"", {"fault": fault.encode()})


def _entry(
    sealer: Sealer,
    cached: CachedGame,
    opened: str,
    updated: str,
    sets_json: bytes,
    counted: bytes,
    fields: dict[str, bytes],
    lasting: int | None = None,
) -> Entry:
    """The entry that the script writes, with sealed fields. `opened`, `updated`: times in
    microseconds since 1970 as text ("": not listed). `sets_json`: the sets that the game is in.
    `counted`: what it adds to sums. `lasting`: how many of the first fields stay in Redis (None:
    all); the others expire unless they are read."""
    values = [sets_json, counted]
    stay = len(fields) if lasting is None else lasting
    head: list[str | int] = [cached.id, cached.seq, cached.order, opened, updated]
    head += (len(sets_json), len(counted), stay)
    for field, value in fields.items():
        sealed = sealer.seal(value, cached.id, field, cached.seq)
        values.append(sealed)
        head += (field, len(sealed))
    return Entry(head, values)


MOST = 40_000_000
"""The number of bytes, approximately, from which the games that were not used for the longest time
are dropped from memory."""


class CachedGame:
    """A game in memory. `seq` and `order`: seq and notification id of the last record added.
    `game`: the game as folded (None: not yet). `ahead`: topic and bytes of the records still to
    fold. `fault`: why it cannot be folded any further ("": it can)."""

    __slots__ = ("ahead", "batch", "fault", "game", "id", "order", "seq", "weight")

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.order = 0
        self.game: Game | None = None
        self.ahead: list[tuple[str, bytes]] = []
        self.fault = ""
        self.batch = 0
        self.weight = 0

    def add(self, seq: int, topic: str, state: bytes) -> None:
        """Add the next record, to be folded later. If a record before it is missing, set
        `fault`."""
        if seq != self.seq + 1 and not self.fault:
            self.fault = f"record {self.seq + 1}: it is gone"
        self.seq = seq
        self.weight += 2 * len(state) + RECORD
        self.ahead.append((topic, state))


class GameCache:
    """The games that a follower keeps in memory, up to about `most` bytes. The least recently used
    are dropped first, and are read from the store when they are needed again."""

    def __init__(self, clerk: Clerk, most: int = MOST) -> None:
        self._clerk = clerk
        self._most = most
        self._cached: OrderedDict[str, CachedGame] = OrderedDict()
        self._weight = 0
        self._batch = 0

    def begin_batch(self) -> None:
        """Begin a batch. The games that are used from now on are not dropped before the next
        batch."""
        self._batch += 1

    def add_row(self, row: Notification) -> CachedGame:
        """Add a row of the log to its game. Returns the game, which may already contain the row and
        later ones."""
        id, seq = str(row.originator_id), row.originator_version
        cached = self._cached.get(id)
        if cached is None:
            cached = self._cached[id] = CachedGame(id)
        elif cached.batch != self._batch:
            self._cached.move_to_end(id)
        cached.batch = self._batch
        if seq > cached.seq:
            if seq > cached.seq + 1:
                self._read_up_to(cached, seq - 1)
            self._add(cached, seq, row.topic, row.state)
            cached.order = row.id
        return cached

    def forget(self, game: str) -> None:
        """Drop a game from memory."""
        cached = self._cached.get(game)
        if cached is not None:
            self._drop(cached)

    def drop_down_to_limit(self) -> bool:
        """Drop the least recently used games of earlier batches while the cache is too large.
        Returns False if the games of this batch alone are too large, so that it has to end."""
        while self._weight > self._most:
            oldest = next(iter(self._cached.values()))
            if oldest.batch == self._batch:
                return False
            self._drop(oldest)
        return True

    def fold(self, games: Iterable[CachedGame]) -> None:
        """Fold the records that were added to these games. If a game cannot be folded, its `fault`
        is set, and the others are folded all the same. Raises `PersistenceError` if the store
        fails."""
        for cached in games:
            if cached.ahead and not cached.fault:
                try:
                    self._fold(cached)
                except PersistenceError:
                    raise
                except Exception as e:  # noqa: BLE001  whatever is wrong with a record or its title, it is this game's affair
                    at = FIRST if cached.game is None else len(cached.game.history) + 1
                    cached.fault = f"record {at}: {type(e).__name__}: {e}"
                    _log.error("game %s cannot be folded: %s", cached.id, cached.fault)
            cached.ahead.clear()

    def release(self, games: Iterable[CachedGame]) -> None:
        """Free memory after the views of these games were written: drop closed games, and the
        earlier boards of the others."""
        for cached in games:
            if cached.game is None:
                continue
            if cached.game.closed:
                self._drop(cached)
            else:
                cached.game.history.thin_boards()

    def _drop(self, cached: CachedGame) -> None:
        del self._cached[cached.id]
        self._weight -= cached.weight

    def _read_up_to(self, cached: CachedGame, seq: int) -> None:
        """Add the records up to `seq` from the store: those that another follower has written, or
        that were dropped."""
        for row in self._clerk.recorder.select_events(cached.id, gt=cached.seq, lte=seq):
            self._add(cached, row.originator_version, row.topic, row.state)

    def _add(self, cached: CachedGame, seq: int, topic: str, state: bytes) -> None:
        before = cached.weight
        cached.add(seq, topic, state)
        self._weight += cached.weight - before

    def _fold(self, cached: CachedGame) -> None:
        ahead = iter(cached.ahead)
        if cached.game is None:
            opening = StoredRecord(cached.id, FIRST, *next(ahead))
            if not isinstance(opening.body, GameOpened):
                raise ValueError(f"the first record is a {opening.topic}")
            cached.game = begin_game(opening, *self._clerk.game_repository.setting(opening.body))
        history = cached.game.history
        history.extend((topic, state, record_header(state)) for topic, state in ahead)
        cached.game = Game(history, cached.game.checks, len(history))
