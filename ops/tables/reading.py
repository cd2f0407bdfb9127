"""Reading games for their tables, here or in several processes.

Each reads some games at a time, makes their rows, and hands over what each file is to have of them as bytes. So the costly part
runs in parallel, and the process that writes the files only appends.
"""

from __future__ import annotations

import gc
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import Any

import msgspec
from msgspec import Struct

from domain.errors import UnknownGame
from domain.game.game import Game, begin, fold
from domain.record.records import FIRST
from domain.record.stored import DamagedRecord
from ops.log.folder import open_ledger
from ops.settings.config import Settings
from ops.stores.data_folder import open_clerk
from ops.tables.writers import ENCODERS
from projections.tables.columns import TABLES
from projections.tables.manifest import Format
from projections.tables.parts import CHANGES, PARTED_GAMES, divided
from projections.tables.rows import Rows, rows_of

AT_ONCE = 16
"""Games read at once."""

AHEAD = 2
"""Readings that each process may be ahead of what is written: more would pile up in memory."""


class GameRead(Struct, frozen=True):
    """A game as a process has read it: its title, whether it is public and its tags, its rows, the record that is damaged (0:
    none), and what it adds to parts and changes, by how far those of its title went."""

    game: str
    ruleset: str = ""
    public: bool = False
    tags: tuple[str, ...] = ()
    rows: Rows = msgspec.field(default_factory=dict)
    damaged: int = 0
    added: dict[int, tuple[Rows, Rows]] = msgspec.field(default_factory=dict)


Keep = Callable[[GameRead], Rows | None]
"""What of a game goes into the tables; none: nothing of it."""


def everything(read: GameRead) -> Rows:
    """All of it."""
    return read.rows


class Cut(Struct, frozen=True):
    """How the parts of tables are cut: before which entry of the log they end, how far those of each title and format went, of
    games and of tournaments, and the records that could not be read then."""

    up_to: int
    reached: dict[str, dict[Format, int]] = {}
    reached_tournaments: dict[str, dict[Format, int]] = {}
    damaged: dict[str, int] = {}

    def since(self, ruleset: str, kind: Format) -> int:
        """The entry of the log that the next part of games begins with."""
        return self.reached.get(ruleset, {}).get(kind, 0)

    def since_of_tournaments(self, ruleset: str, kind: Format) -> int:
        """The entry of the log that the next part of tournaments begins with."""
        return self.reached_tournaments.get(ruleset, {}).get(kind, 0)

    def known(self, id: str, indices: Sequence[int], since: int) -> int:
        """How many records of a game or a tournament, which has these places in the log, were told of up to an entry."""
        there = bisect_left(indices, since)
        return min(there, self.damaged[id] - 1) if id in self.damaged else there


class Reading(Struct, frozen=True):
    """How games are read: where from, into which formats, what is kept of each, whether rules are asked what was offered, and how
    parts are cut (none: there are none)."""

    settings: Settings
    formats: tuple[Format, ...]
    keep: Keep
    offered: bool
    cut: Cut | None = None


class TitleRead(Struct):
    """Games of one title that were read together: how many, who sat in them, the rows of each table, and what each file is to have
    of them; the same of parts and (true) changes."""

    games: int = 0
    people: set[str] = msgspec.field(default_factory=set)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    written: dict[tuple[str, Format], bytes] = msgspec.field(default_factory=dict)
    parts: dict[tuple[str, Format, bool], tuple[int, bytes]] = msgspec.field(default_factory=dict)


class GamesRead(Struct):
    """Games that were read together, by title, and the first record of each that could not be read."""

    titles: dict[str, TitleRead]
    damaged: list[tuple[str, int]]


def read_all(how: Reading, games: Sequence[str], processes: int) -> Iterator[GamesRead]:
    """The games in their order, read by so many processes."""
    parts = [games[at : at + AT_ONCE] for at in range(0, len(games), AT_ONCE)]
    if processes == 1 or len(games) < 2 * AT_ONCE:
        _begin(how)
        try:
            yield from map(_read_some, parts)
        finally:
            _end()
        return
    with get_context("spawn").Pool(processes, _begin_apart, (how,)) as pool:
        ahead: deque[Any] = deque()
        for part in parts:
            ahead.append(pool.apply_async(_read_some, (part,)))
            if len(ahead) > AHEAD * processes:
                yield ahead.popleft().get()
        while ahead:
            yield ahead.popleft().get()


_at_work: dict[str, Any] = {}
"""What a process works with: its clerk, its log, and how it reads."""


def _begin_apart(how: Reading) -> None:
    """Begin in a process that does nothing else. What is there by now stays, and rows hold nothing that holds them: the collector
    of cycles has little to find, and looks seldom."""
    _begin(how)
    gc.freeze()
    gc.set_threshold(50_000)


def _begin(how: Reading) -> None:
    _at_work.update(clerk=open_clerk(how.settings), ledger=open_ledger(how.settings), how=how)


def _end() -> None:
    for name in ("ledger", "clerk"):
        _at_work.pop(name).close()


def _read_some(games: Sequence[str]) -> GamesRead:
    how: Reading = _at_work["how"]
    found = GamesRead({}, [])
    rows: dict[str, Rows] = {}
    added: dict[str, list[dict[int, tuple[Rows, Rows]]]] = {}
    player = TABLES["seats"].names.index("player")
    for game in games:
        read = _read(game)
        if read.damaged:
            found.damaged.append((game, read.damaged))
        kept = how.keep(read) if read.ruleset else None
        if kept is None:
            continue
        title = found.titles.setdefault(read.ruleset, TitleRead())
        title.games += 1
        title.people.update(str(row[player]) for row in read.rows["seats"] if row[player] is not None)
        together = rows.setdefault(read.ruleset, {name: [] for name in TABLES})
        for name, some in kept.items():
            together[name] += some
        if read.added:
            added.setdefault(read.ruleset, []).append(read.added)
    for ruleset, title in found.titles.items():
        for name, table in TABLES.items():
            some = rows[ruleset][name]
            title.counts[name] = len(some)
            for kind in how.formats:
                title.written[name, kind] = ENCODERS[kind](table, some)
        if how.cut is not None and ruleset in added:
            _parts(title, how, how.cut, ruleset, rows[ruleset], added[ruleset])
    return found


def _parts(title: TitleRead, how: Reading, cut: Cut, ruleset: str, rows: Rows, added: list[dict[int, tuple[Rows, Rows]]]) -> None:
    """Encode what games of a title add to its parts and changes; a part that has what the whole table has is not encoded again."""
    for kind in how.formats:
        since = cut.since(ruleset, kind)
        of_format = [one[since] for one in added if since in one]
        for name, table in PARTED_GAMES.items():
            for changes, columns in ((False, table), (True, CHANGES[name])):
                some = [row for one in of_format for row in one[changes][name]]
                if some:
                    same = not changes and some == rows[name]
                    encoded = title.written[name, kind] if same else ENCODERS[kind](columns, some)
                    title.parts[name, kind, changes] = len(some), encoded


def _read(game: str) -> GameRead:
    clerk, ledger = _at_work["clerk"], _at_work["ledger"]
    try:
        file = clerk.file(game)
    except DamagedRecord as e:
        return GameRead(game, damaged=e.seq or 1)
    except UnknownGame:  # its opening is there and is none
        return GameRead(game, damaged=1)
    whole, damaged = file.whole, file.fault.seq if file.fault else 0
    while True:
        try:
            indices = ledger.indices(game)
            rows = rows_of(whole, indices[: whole.seq], offered=_at_work["how"].offered)
            added = _added(whole, rows, indices)
            listing = whole.listing
            break
        except DamagedRecord as e:  # one whose outline is whole: it is found when it is read
            damaged = min(e.seq or whole.seq, whole.seq)
            if damaged <= FIRST:
                return GameRead(game, damaged=FIRST)
            whole = _before(whole, damaged)
        finally:
            clerk.game_repository.forget(game)
    return GameRead(game, whole.opened.ruleset, listing.public, listing.tags, rows, damaged, added)


def _added(game: Game, rows: Rows, indices: Sequence[int]) -> dict[int, tuple[Rows, Rows]]:
    """What a game adds to the parts and changes of its title, by how far those went: what they have of it was told by the records
    that it had then, and so is told again from these."""
    how: Reading = _at_work["how"]
    cut = how.cut
    if cut is None:
        return {}
    now = min(bisect_left(indices, cut.up_to), game.seq)
    current: Rows = {}
    found: dict[int, tuple[Rows, Rows]] = {}
    for since in {cut.since(game.opened.ruleset, kind) for kind in how.formats}:
        then = cut.known(game.id, indices, since)
        if then >= now:
            continue
        if not current:
            current = rows if now == game.seq else _rows_at(game, now, indices)
        found[since] = divided(_rows_at(game, then, indices) if then else {}, current, indices, since, cut.up_to)
    return found


def _rows_at(game: Game, seq: int, indices: Sequence[int]) -> Rows:
    return rows_of(_before(game, seq + 1), indices[:seq], offered=_at_work["how"].offered)


def _before(game: Game, seq: int) -> Game:
    """A game as if its records ended before one of them: nothing later is looked at."""
    found = begin(game.history.filed(FIRST), game.rules, game.setting)
    for at in range(FIRST + 1, seq):
        found = fold(found, game.history.filed(at))
    return found
