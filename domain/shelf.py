"""The shelf: the games a process has in hand, each with every version since it was opened.

It stands in the place of the library's repository, whose cache folds a long game again on every read (`ops/decisions/`).
A file is read optimistically: what it holds is true, though perhaps not the newest; a write that lost a race is refused by
the store's unique key and tried against the refreshed file.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock, RLock
from typing import Any, Protocol

import msgspec
from eventsourcing.application import Repository
from eventsourcing.persistence import EventStore

from domain.boards import recall_board
from domain.catalog import Catalog
from domain.drawer import Drawer
from domain.errors import NoSuchPosition, UnknownGame
from domain.filed import Filed, outlined
from domain.game import Game, begin, fold, setting_of
from domain.games import AnyRuleset
from domain.record import FIRST, GameOpened
from domain.ruleset import Board, Setting

RECORDS = 50_000
"""Records held in memory before the games longest unused are put back."""


SETTINGS = 256
"""Settings held in memory."""


class Rows(Protocol):
    """The store's quick way to a whole game."""

    def select_rows(self, game: str) -> Iterator[tuple[str, bytes]]:
        """Topic and stored bytes of all records of a game, in order."""
        ...


class GameFile:
    """One game in hand, after each of its records."""

    __slots__ = ("game", "lock")

    def __init__(self, game: Game) -> None:
        self.lock = RLock()
        self.game = game

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game.id

    @property
    def head(self) -> Game:
        """The game as it stands."""
        return self.game

    @property
    def keys(self) -> dict[tuple[str, str], int]:
        """The seq of the record that each actor's idempotency key made."""
        return self.game.trail.keys

    @property
    def filed(self) -> list[Filed]:
        """All records. Costs the length of the game."""
        return [self.game.trail.filed(seq) for seq in range(FIRST, self.game.seq + 1)]

    def at(self, seq: int) -> Game:
        """The game after record `seq`; raises `NoSuchPosition`."""
        game = self.game
        if not FIRST <= seq <= game.seq:
            raise NoSuchPosition(seq, game.seq)
        return Game(game.trail, game.checks, seq)

    def record(self, seq: int) -> Filed:
        """Record `seq`; raises `NoSuchPosition`."""
        return self.at(seq).trail.filed(seq)

    def fidelity(self, seq: int) -> str:
        """How far the board at `seq` can be believed (`Game.fidelity`)."""
        return self.at(seq).fidelity

    def put(self, filed: Filed, board: Board | None = None) -> Game:
        """Fold one stored record; `board`, the position after it, spares folding the facts again where that was done."""
        game = fold(self.game, filed)
        if board is not None:
            game.trail.know(game.trail.tips[-1], board)
        self.game = game
        return game


class Shelf(Repository[str]):
    """All games in hand, least recently used put back first."""

    def __init__(self, events: EventStore[str], rows: Rows, drawer: Drawer, records: int = RECORDS) -> None:
        super().__init__(events)
        self._rows = rows
        self._drawer = drawer
        self._settings: dict[bytes, tuple[AnyRuleset, Setting]] = {}
        self._files: OrderedDict[str, GameFile] = OrderedDict()
        self._lock = Lock()
        self._most = records

    def file(self, id: str, *, fresh: bool = True) -> GameFile:
        """The game's file; raises `UnknownGame`. `fresh` looks for records that another process has added."""
        with self._lock:
            file = self._files.get(id)
            if file is not None:
                self._files.move_to_end(id)
        if file is None:
            loaded = self._load(id)
            file = self.hold(loaded)
            if file is loaded:
                return file
        if fresh:  # also where another thread was faster: it may have read before the newest record was there
            self.refresh(file)
        return file

    def refresh(self, file: GameFile) -> None:
        """Fold what was stored since."""
        with file.lock:
            for filed in self.event_store.get(file.id, gt=file.game.seq):
                file.put(filed)  # type: ignore[arg-type]  # the mapper makes filed records of all rows

    def _load(self, id: str) -> GameFile:
        rows = self._rows.select_rows(id)
        first = next(rows, None)
        if first is None or first[0] != GameOpened.__name__:  # nothing, or a campaign
            raise UnknownGame(id)
        opening = Filed(id, FIRST, *first)
        assert isinstance(opening.body, GameOpened)
        game = begin(opening, *self.setting(opening.body))
        game.trail.extend(outlined(rows))
        game = Game(game.trail, game.checks, len(game.trail))
        recall_board(game, self._drawer)
        return GameFile(game)

    def hold(self, file: GameFile) -> GameFile:
        """Take a file onto the shelf, unless another thread was faster; answers the one that lies there."""
        with self._lock:
            file = self._files.setdefault(file.id, file)
            held = sum(f.game.seq for f in self._files.values())
            while held > self._most and len(self._files) > 1:
                _, gone = self._files.popitem(last=False)
                held -= gone.game.seq
        return file

    def setting(self, opened: GameOpened) -> tuple[AnyRuleset, Setting]:
        """The rules and the setting of a game; games opened alike share one."""
        players = [s.role for s in opened.seats]
        like = msgspec.json.encode([opened.ruleset, opened.version, opened.catalog, opened.options, players])
        found = self._settings.get(like)
        if found is None:
            found = setting_of(opened, self.catalog(opened.catalog))
            if len(self._settings) >= SETTINGS:
                self._settings.clear()
            self._settings[like] = found
        return found

    def catalog(self, sha256: str) -> Catalog:
        """A catalog by its digest; every catalog a game opened with is in the drawer."""
        data = self._drawer.fetch("catalog", sha256)
        if data is None:
            raise LookupError(f"the catalog {sha256} is not in this service's store")
        return Catalog(data)

    def forget(self, id: str) -> None:
        """Put a game back: it is read from the store the next time."""
        with self._lock:
            self._files.pop(id, None)

    def get(self, aggregate_id: str, *, version: int | None = None, **_: Any) -> Any:  # the library's way to ask
        """The frozen game, at a version or as it stands."""
        file = self.file(aggregate_id)
        return file.head if version is None else file.at(version)
