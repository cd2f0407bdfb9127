"""The repository: the games in memory, each with every version since it was loaded.

It replaces the library's repository, whose cache folds a long game again on every read
(`ops/decisions/`). Reads are optimistic: a game in memory is correct but perhaps not the newest. If
two writers make the same record, the store's unique key refuses the second one; the writer then
decides again on the refreshed game.
"""

from binascii import b2a_base64
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from threading import Lock, RLock
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from eventsourcing.application import Repository
from eventsourcing.persistence import EventStore, PersistenceError

from domain.game.aggregate.game import Game, begin_game, fold, setting_of
from domain.game.aggregate.history import History
from domain.game.record.headers import record_headers
from domain.game.record.records import FIRST, GAME_TOPICS, GameOpened
from domain.game.refusals import UnknownGame
from domain.game.store.catalogs import catalog_of_record
from domain.game.store.snapshots import board_lookup
from domain.kernel.key_values import KeyValueStore
from domain.kernel.refusals import NoSuchPosition, Refusal
from domain.kernel.stored import DamagedRecord, RecordStore, StoredRecord
from domain.kernel.text import Text
from domain.proof.log.entries import NO_PREV, record_bytes
from domain.proof.log.merkle import leaf_hash
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import AnyRuleset, Setting
from domain.titles.registry import UnknownRuleset

MOST = 40_000_000
"""The approximate size of the games in memory (`History.weight`), in bytes, above which the least
recently used are dropped."""


SETTINGS, CATALOGS = 256, 4_000_000
"""The settings that are cached, and the total bytes of their catalogs."""


class LoadedGame:
    """A game in memory, with a position after each of its records. `fault` is the error for its
    first damaged or missing record, or None. `whole` is the newest position before that record;
    later positions cannot be read."""

    __slots__ = ("_last", "fault", "lock", "whole")

    def __init__(self, game: Game, fault: DamagedRecord | None = None) -> None:
        self.lock = RLock()
        self.whole = game
        self.fault = fault
        self._last: StoredRecord | None = None

    @property
    def id(self) -> str:
        return self.whole.id

    @property
    def head(self) -> Game:
        """The newest position. Raises `DamagedRecord` if a record is damaged or missing."""
        if self.fault is not None:
            raise self.fault
        return self.whole

    @property
    def seq(self) -> int:
        """The seq of the newest record. Raises `DamagedRecord`."""
        if self.fault is not None:
            raise self.fault
        return self.whole.seq

    @property
    def keys(self) -> dict[tuple[str, str], int]:
        return self.whole.history.keys

    def at(self, seq: int) -> Game:
        """The game after record `seq`. Raises `NoSuchPosition`, or `DamagedRecord` for a seq from
        the first damaged record on."""
        game = self.whole
        if not FIRST <= seq <= game.seq:
            if self.fault is not None and seq > game.seq:
                raise self.fault
            raise NoSuchPosition(seq, game.seq)
        return Game(game.history, game.checks, seq)

    def record(self, seq: int) -> StoredRecord:
        """Record `seq`. Raises `NoSuchPosition`, or `DamagedRecord` for a seq from the first
        damaged record on."""
        return self.at(seq).history.record(seq)

    def records(self, after: int = 0, upto: int | None = None) -> list[StoredRecord]:
        """The records `after` + 1 to `upto`, by default to the newest. Raises `NoSuchPosition`, or
        `DamagedRecord` for a seq from the first damaged record on."""
        last = self.seq if upto is None else upto
        return [self.record(seq) for seq in range(after + 1, last + 1)]

    @property
    def newest_at(self) -> datetime:
        """The time of the newest record. Raises `DamagedRecord`. If this process wrote that record,
        its bytes are not parsed."""
        seq, last = self.head.seq, self._last
        if seq == FIRST:
            return self.whole.opened.at
        return last.body.at if last is not None and last.seq == seq else self.record(seq).body.at

    def fidelity(self, seq: int) -> str:
        return self.at(seq).fidelity

    def put(self, stored: StoredRecord) -> Game:
        self.whole, self._last = fold(self.whole, stored), stored
        return self.whole


class GameRepository(Repository[str]):
    """The games in memory, up to `most` bytes. The least recently used is dropped first."""

    noun = Text("the game")

    def __init__(
        self,
        events: EventStore[str],
        recorder: RecordStore,
        key_values: KeyValueStore,
        most: int = MOST,
    ) -> None:
        super().__init__(events)
        self._recorder = recorder
        self._key_values = key_values
        self._settings: dict[bytes, tuple[AnyRuleset, Setting]] = {}
        self._games: OrderedDict[str, LoadedGame] = OrderedDict()
        self._lock = Lock()
        self._most = most

    def held(self, id: str, *, fresh: bool = False) -> LoadedGame:
        """The game from memory, or loaded from the store. With `fresh`, records stored since are
        added to it. Raises `UnknownGame`."""
        with self._lock:
            held = self._games.get(id)
            if held is not None:
                self._games.move_to_end(id)
        if held is None:
            loaded = self._load(id)
            held = self.hold(loaded)
            if held is loaded:
                return held
        # also where another thread was faster: it may have read before the newest record was there
        if fresh:
            self.refresh(held)
        return held

    def refresh(self, held: LoadedGame) -> None:
        """Add to a loaded game the records stored since. If it has a damaged record, load it
        again."""
        with held.lock:
            if held.fault is not None:  # it may have been put back meanwhile
                held.whole, held.fault = self._read(held.id)
                return
            try:
                for stored in self._recorder.records_of(held.id, gt=held.whole.seq):
                    held.put(stored)
            # this record, or one before it, is not as it was stored; reading from the first one on
            # finds which
            except ValueError:
                held.whole, held.fault = self._read(held.id)

    def _load(self, id: str) -> LoadedGame:
        game, fault = self._read(id)
        game.history.board_lookup = board_lookup(self._key_values)
        return LoadedGame(game, fault)

    def folded_anew(self, id: str) -> Game:
        """The game folded from its first record without snapshots, up to its first damaged record;
        not from memory and not put there. Raises `UnknownGame`, and `DamagedRecord` for a damaged
        opening."""
        return self._read(id)[0]

    def _read(self, id: str) -> tuple[Game, DamagedRecord | None]:
        """The game up to its first damaged or missing record, and the error for that record or
        None. Raises `UnknownGame`, and `DamagedRecord` for a damaged opening."""
        rows = list(self._recorder.select_rows(id))
        if not rows or rows[0][1] not in GAME_TOPICS:
            raise UnknownGame(id)
        seq, topic, state = rows[0]
        if seq != FIRST:
            raise DamagedRecord("it is gone", id, FIRST)
        if topic != GameOpened.__name__:
            raise UnknownGame(id)
        opening = StoredRecord(id, FIRST, topic, state)
        seqs, topics, states = (
            [row[0] for row in rows],
            [row[1] for row in rows],
            [row[2] for row in rows],
        )
        fault = None
        if seqs != list(range(FIRST, FIRST + len(seqs))):
            gap = first_gap(seqs)
            fault = DamagedRecord("it is gone", id, gap)
            topics, states = topics[: gap - FIRST], states[: gap - FIRST]
        game = self._begin_game(opening)
        try:
            game.history.extend(record_headers(topics[1:], states[1:]))
        except ValueError:
            game, fault = self._read_to_damage(opening, topics[1:], states[1:])
        return Game(game.history, game.checks, len(game.history)), fault

    def _read_to_damage(
        self, opening: StoredRecord, topics: Sequence[str], states: Sequence[bytes]
    ) -> tuple[Game, DamagedRecord]:
        """The game up to its first damaged record, and the error for that record. It is found by
        folding one record at a time."""
        game = self._begin_game(opening)
        for seq, (topic, state) in enumerate(zip(topics, states, strict=True), start=FIRST + 1):
            try:
                game = fold(game, StoredRecord(opening.stream, seq, topic, state))
            except ValueError as e:
                fault = DamagedRecord(
                    str(e), opening.stream, seq, newer=isinstance(e, DamagedRecord) and e.newer
                )
                break
        else:
            raise AssertionError("the records are whole one by one, and not together")
        game = self._begin_game(
            opening
        )  # what could not be taken in may have left something behind
        whole = fault.seq - FIRST - 1
        game.history.extend(record_headers(topics[:whole], states[:whole]))
        return game, fault

    def _begin_game(self, opening: StoredRecord) -> Game:
        """The game after its opening. Raises `DamagedRecord` if the record opens none."""
        body = opening.body_as(GameOpened)
        try:
            return begin_game(opening, *self.setting(body))
        except (UnknownRuleset, Refusal, PersistenceError):
            raise
        except Exception as e:  # noqa: BLE001  whatever it is: this opening is damaged, and other games go on
            raise DamagedRecord(f"{type(e).__name__}: {e}", opening.stream, FIRST) from None

    def hold(self, loaded: LoadedGame) -> LoadedGame:
        """Put a loaded game into memory, unless another thread has put it there before. Returns the
        one in memory. Drops the least recently used games if memory is full."""
        with self._lock:
            held = self._games.setdefault(loaded.id, loaded)
            weight = sum(game.whole.history.weight for game in self._games.values())
            while weight > self._most and len(self._games) > 1:
                _, dropped = self._games.popitem(last=False)
                weight -= dropped.whole.history.weight
        return held

    def release(self) -> None:
        """Drop all games from memory. Callers can go on using those they have."""
        with self._lock:
            self._games.clear()

    def setting(self, opened: GameOpened) -> tuple[AnyRuleset, Setting]:
        """The rules and the setting for an opening record. Games opened alike share one setting."""
        players = [s.role for s in opened.seats]
        like = msgspec.json.encode(
            [opened.ruleset, opened.version, opened.catalog, opened.options, players]
        )
        setting = self._settings.get(like)
        if setting is None:
            setting = setting_of(opened, self.catalog(opened.catalog))
            catalogs = sum(len(known.catalog.data) for _, known in self._settings.values())
            if len(self._settings) >= SETTINGS or catalogs > CATALOGS:
                self._settings.clear()
            self._settings[like] = setting
        return setting

    def catalog(self, sha256: str) -> Catalog:
        """A catalog by its digest. Raises `CatalogDamaged`."""
        return catalog_of_record(self._key_values, sha256)

    def forget(self, id: str) -> None:
        with self._lock:
            self._games.pop(id, None)

    def get(
        self, aggregate_id: str, *, version: int | None = None, **_: Any
    ) -> Any:  # the library's way to ask
        """The game after record `version`, or at its newest."""
        held = self.held(aggregate_id, fresh=True)
        return held.head if version is None else held.at(version)


def first_gap(seqs: Sequence[int]) -> int:
    """The first number that is missing from `seqs`, which should be 1, 2, 3 and so on. Raises
    `StopIteration` if none is."""
    return next(number for number, seq in enumerate(seqs, start=FIRST) if seq != number)


_lock = Lock()


_leaves: WeakKeyDictionary[History, list[bytes]] = WeakKeyDictionary()


def leaf_of(loaded: LoadedGame, seq: int) -> bytes:
    """The log's leaf hash of record `seq` of a game. Computes and caches those of all records
    before it. Raises `NoSuchPosition`."""
    history = loaded.at(seq).history
    with _lock:
        known = _leaves.setdefault(history, [])
        id, prev = history.id.encode(), known[-1] if known else NO_PREV
        for n in range(len(known), seq):
            data, line = sha256(history.states[n]).digest(), b2a_base64(prev, newline=False)
            prev = leaf_hash(record_bytes(id, n + 1, line, history.topics[n].encode(), data))
            known.append(prev)
        return known[seq - 1]
