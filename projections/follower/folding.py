"""The games a follower keeps in memory, each folded as far as the log was read, and what is written
for each: all that readers can ask for, as an entry of `projections/store/scripts/write.lua`. A game
that stays is not folded from its start again."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable

import msgspec
from eventsourcing.persistence import Notification, PersistenceError

from domain.game.aggregate.game import Game, begin
from domain.game.aggregate.history import RECORD
from domain.game.clerk.clerk import Clerk
from domain.game.record.headers import record_header
from domain.game.record.records import FIRST, GameOpened
from domain.kernel.stored import StoredRecord
from projections.boards.positions import encoded_summary, views
from projections.numbers.counters import counters
from projections.numbers.tally import TALLY, tally_of
from projections.search.query import scopes, sets
from projections.store.epochs import Entry
from projections.store.keys import ALIKE, NOT_SHOWN, PUBLIC_BOARD, SETS, SUMMARY, Sealer, micros

_log = logging.getLogger("greffe.follower")


def entry(sealer: Sealer, held: Held, *, whole: bool = True) -> Entry:
    """The entry of a game as it is in memory; without `whole` it has neither boards nor a score,
    which are written when they are asked for. A game that cannot be shown gets one that says so and
    why."""
    if held.game is not None and not held.fault:
        try:
            return _shown(sealer, held, held.game, whole)
        except Exception as e:  # noqa: BLE001  one title's fault must not keep the other games from being shown
            fault = f"at record {held.seq}: {type(e).__name__}: {e}"
            _log.error("game %s cannot be shown: %s", held.id, fault)
            return _hidden(sealer, held, fault)
    return _hidden(sealer, held, held.fault)


def _shown(sealer: Sealer, held: Held, game: Game, whole: bool) -> Entry:
    sets_json = msgspec.json.encode(sets(game))
    shown = _boards(game) if whole else {SUMMARY: encoded_summary(game)}
    fields = {SUMMARY: shown.pop(SUMMARY), SETS: sets_json}
    tally = tally_of(game)
    if tally is not None:
        fields[TALLY] = msgspec.json.encode(tally)
    group, of = f"{game.opened.ruleset}:{game.group}", scopes(game)
    counted = msgspec.json.encode((of, group, counters(tally) if tally else {})) if of else b""
    times = str(micros(game.opened.at)), str(micros(game.at))
    lasting = len(fields) if game.closed else None
    return _entry(sealer, held, *times, sets_json, counted, fields | shown, lasting)


def _boards(game: Game) -> dict[str, bytes]:
    """The views of a game. Boards that equal the public's to the byte are left out, and listed in
    `ALIKE`."""
    fields = views(game)
    public = fields[PUBLIC_BOARD]
    alike = [field for field, value in fields.items() if value == public and field != PUBLIC_BOARD]
    for field in alike:
        del fields[field]
    return fields | {ALIKE: msgspec.json.encode(alike)}


def _hidden(sealer: Sealer, held: Held, fault: str) -> Entry:
    shown_in = msgspec.json.encode([NOT_SHOWN])
    return _entry(sealer, held, "", "", shown_in, b"", {"fault": fault.encode()})


def _entry(
    sealer: Sealer,
    held: Held,
    opened: str,
    updated: str,
    sets_json: bytes,
    counted: bytes,
    fields: dict[str, bytes],
    lasting: int | None = None,
) -> Entry:
    """The entry that the script writes, with sealed fields. The first `lasting` fields stay in
    Redis (None: all); the others expire unless they are read."""
    values = [sets_json, counted]
    stay = len(fields) if lasting is None else lasting
    head: list[str | int] = [held.id, held.seq, held.order, opened, updated]
    head += (len(sets_json), len(counted), stay)
    for field, value in fields.items():
        sealed = sealer.seal(value, held.id, field, held.seq)
        values.append(sealed)
        head += (field, len(sealed))
    return Entry(head, values)


MOST = 40_000_000
"""Bytes of games in memory, about, before those longest untouched are let go."""


class Held:
    """A game in memory: `seq` and `order` (the notification id) of the last record taken in; the
    game as folded; the records still to fold, as topic and bytes; and why it cannot be folded
    further, if it cannot."""

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
        """Take in the next record. Where those before it are not all there, the game cannot be
        folded any more."""
        if seq != self.seq + 1 and not self.fault:
            self.fault = f"record {self.seq + 1}: it is gone"
        self.seq = seq
        self.weight += 2 * len(state) + RECORD
        self.ahead.append((topic, state))


class Hand:
    """Games in memory; the least recently used is dropped first, and read from the store when it is
    needed again."""

    def __init__(self, clerk: Clerk, most: int = MOST) -> None:
        self._clerk = clerk
        self._most = most
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._weight = 0
        self._batch = 0

    def begin_batch(self) -> None:
        """From now on games taken in belong to a new batch: they stay until it is over."""
        self._batch += 1

    def take(self, row: Notification) -> Held:
        """Take in one row of the log; answers its game, which may stand further on already."""
        id, seq = str(row.originator_id), row.originator_version
        held = self._held.get(id)
        if held is None:
            held = self._held[id] = Held(id)
        elif held.batch != self._batch:
            self._held.move_to_end(id)
        held.batch = self._batch
        if seq > held.seq:
            if seq > held.seq + 1:
                self._read_up_to(held, seq - 1)
            self._add(held, seq, row.topic, row.state)
            held.order = row.id
        return held

    def forget(self, game: str) -> None:
        """Let go of a game, which is read from the store when it is needed again."""
        held = self._held.get(game)
        if held is not None:
            self._let_go(held)

    def full(self) -> bool:
        """Whether the batch has to end here: nothing is left that could be let go."""
        while self._weight > self._most:
            oldest = next(iter(self._held.values()))
            if oldest.batch == self._batch:
                return True
            self._let_go(oldest)
        return False

    def fold(self, games: Iterable[Held]) -> None:
        """Fold what was taken in. A game that cannot be folded says so in its `fault`: one damaged
        game must not keep the others from being shown. Raises `PersistenceError` when the store
        fails."""
        for held in games:
            if held.ahead and not held.fault:
                try:
                    self._fold(held)
                except PersistenceError:
                    raise
                except Exception as e:  # noqa: BLE001  whatever is wrong with a record or its title, it is this game's affair
                    at = FIRST if held.game is None else len(held.game.history) + 1
                    held.fault = f"record {at}: {type(e).__name__}: {e}"
                    _log.error("game %s cannot be folded: %s", held.id, held.fault)
            held.ahead.clear()

    def written(self, games: Iterable[Held]) -> None:
        """Let go of what writing these games needed: the boards on the way to where they stand, and
        games that get no more records."""
        for held in games:
            if held.game is None:
                continue
            if held.game.closed:
                self._let_go(held)
            else:
                held.game.history.thin()

    def _let_go(self, held: Held) -> None:
        del self._held[held.id]
        self._weight -= held.weight

    def _read_up_to(self, held: Held, seq: int) -> None:
        """Read from the store what another follower wrote, or what was let go."""
        for row in self._clerk.recorder.select_events(held.id, gt=held.seq, lte=seq):
            self._add(held, row.originator_version, row.topic, row.state)

    def _add(self, held: Held, seq: int, topic: str, state: bytes) -> None:
        before = held.weight
        held.add(seq, topic, state)
        self._weight += held.weight - before

    def _fold(self, held: Held) -> None:
        ahead = iter(held.ahead)
        if held.game is None:
            opening = StoredRecord(held.id, FIRST, *next(ahead))
            if not isinstance(opening.body, GameOpened):
                raise ValueError(f"the first record is a {opening.topic}")
            held.game = begin(opening, *self._clerk.game_repository.setting(opening.body))
        history = held.game.history
        history.extend((topic, state, record_header(state)) for topic, state in ahead)
        held.game = Game(history, held.game.checks, len(history))
