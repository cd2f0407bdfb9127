"""The shelf: the games a process has in hand, each with every version since it was opened.

It stands in the place of the library's repository, whose cache folds a long game again on every read (`ops/decisions/`).
A file is read optimistically: what it holds is true, though perhaps not the newest; a write that lost a race is refused by
the store's unique key and tried against the refreshed file.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, RLock
from typing import Any

from eventsourcing.application import Repository
from eventsourcing.persistence import EventStore

from domain.catalog import Catalog
from domain.drawer import Drawer
from domain.errors import NoSuchPosition, UnknownGame
from domain.filed import Filed, outline
from domain.game import Game, begin, fold, setting_of
from domain.record import FIRST, GameOpened
from domain.ruleset import Fact

RECORDS = 50_000
"""Records held in memory before the games longest unused are put back."""


class GameFile:
    """One game in hand: its records, the game after each of them, and its idempotency keys."""

    __slots__ = ("filed", "id", "keys", "lock", "versions")

    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = RLock()
        self.filed: list[Filed] = []
        self.versions: list[Game] = []
        self.keys: dict[str, int] = {}

    @property
    def head(self) -> Game:
        """The game as it stands."""
        return self.versions[-1]

    def at(self, seq: int) -> Game:
        """The game after record `seq`; raises `NoSuchPosition`."""
        if not FIRST <= seq <= len(self.versions):
            raise NoSuchPosition(seq, len(self.versions))
        return self.versions[seq - FIRST]

    def record(self, seq: int) -> Filed:
        """Record `seq`; raises `NoSuchPosition`."""
        if not FIRST <= seq <= len(self.filed):
            raise NoSuchPosition(seq, len(self.filed))
        return self.filed[seq - FIRST]

    def add(self, filed: Filed, game: Game, key: str) -> None:
        """Put a stored record and the game after it on top."""
        self.filed.append(filed)
        if key:
            self.keys[key] = filed.seq
        self.versions.append(game)

    def fidelity(self, seq: int) -> str:
        """How far the board at `seq` can be believed (`Game.fidelity`)."""
        return self.at(seq).fidelity


class Shelf(Repository[str]):
    """All games in hand, least recently used put back first."""

    def __init__(self, events: EventStore[str], drawer: Drawer, records: int = RECORDS) -> None:
        super().__init__(events)
        self._drawer = drawer
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
            file = GameFile(id)
            self.refresh(file)
            if not file.versions:
                raise UnknownGame(id)
            with self._lock:
                file = self._files.setdefault(id, file)
                self._make_room()
        elif fresh:
            self.refresh(file)
        return file

    def refresh(self, file: GameFile) -> None:
        """Fold what was stored since."""
        with file.lock:
            for filed in self.event_store.get(file.id, gt=len(file.versions)):
                self.put(file, filed)  # type: ignore[arg-type]

    def put(self, file: GameFile, filed: Filed, facts: tuple[Fact, ...] | None = None) -> Game:
        """Fold one stored record into its file."""
        seen = outline(filed.state)
        if file.versions:
            game = fold(file.versions[-1], filed, seen, facts)
        else:
            assert isinstance(filed.body, GameOpened)
            game = begin(filed, *setting_of(filed.body, self.catalog(filed.body.catalog)))
        file.add(filed, game, seen.key)
        return game

    def hold(self, file: GameFile) -> None:
        """Take a new game's file onto the shelf."""
        with self._lock:
            self._files[file.id] = file
            self._make_room()

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

    def _make_room(self) -> None:
        held = sum(len(f.versions) for f in self._files.values())
        while held > self._most and len(self._files) > 1:
            _, file = self._files.popitem(last=False)
            held -= len(file.versions)

    def get(self, aggregate_id: str, *, version: int | None = None, **_: Any) -> Any:  # the library's way to ask
        """The frozen game, at a version or as it stands."""
        file = self.file(aggregate_id)
        return file.head if version is None else file.at(version)
