"""Reading games for tables, in this process or several.

Each process reads a few games at a time, makes their rows, and returns the bytes for each file. So
the expensive part runs in parallel, and the process that writes the files only appends.
"""

import gc
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing import get_context
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.aggregate.game import Game, begin_game, fold
from domain.game.record.records import FIRST
from domain.game.refusals import UnknownGame
from domain.kernel.stored import DamagedRecord
from ops.log.folder import open_ledger
from ops.settings.config import Settings
from ops.stores.data_folder import open_clerk
from ops.tables.writers import ENCODERS
from projections.tables.columns import TABLES
from projections.tables.rows import Rows, rows_of
from projections.tables.schema import Format, Table

AT_ONCE = 16

AHEAD = 2
"""The number of batches by which each process may be ahead of the writer, to limit memory."""


class SourceRows(Struct, frozen=True):
    """The rows of one game or season, or some rows of one tournament, with the facts that decide
    whether they are published.

    - `ruleset`: the title; `external` for a tournament played elsewhere, `seasons` for a season.
    - `tags`: of a season, those that all its events have. `people`: who took part; of a season, in
      the event with the fewest people.
    - `damaged`: whether a record cannot be read; `rows` then ends before it.
    """

    id: str
    ruleset: str
    public: bool
    tags: tuple[str, ...]
    closed: bool
    people: frozenset[str]
    damaged: bool
    rows: Rows


Keep = Callable[[SourceRows], Rows | None]
"""A filter: the rows to write of a game, season or tournament, which it may have changed; None:
nothing of it is written."""


def keep_all_rows(read: SourceRows) -> Rows:
    """The filter that leaves out nothing (`Keep`)."""
    return read.rows


class ReadingOptions(Struct, frozen=True):
    """How to read a record for tables: its settings, the formats to write, the filter (`keep`), and
    whether to ask the rules at each action how many choices there were (`offered`), which doubles
    the time."""

    settings: Settings
    formats: tuple[Format, ...]
    keep: Keep = keep_all_rows
    offered: bool = False


class TitleRows(Struct):
    """Rows of one title. `games`: the number of games. `people`: the ids of those who took part.
    `counts`: the number of rows by table. `encoded`: their bytes by table and format."""

    games: int = 0
    people: set[str] = msgspec.field(default_factory=set)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    encoded: dict[tuple[str, Format], bytes] = msgspec.field(default_factory=dict)

    def encode(self, tables: Mapping[str, Table], rows: Rows, formats: Sequence[Format]) -> None:
        for name, table in tables.items():
            some = rows.get(name, [])
            self.counts[name] = len(some)
            for kind in formats:
                self.encoded[name, kind] = ENCODERS[kind](table, some)


class RowBatch(Struct):
    """Rows that were read together, by title. `damaged`: the id of each damaged game or tournament,
    with the seq of its first unreadable record."""

    titles: dict[str, TitleRows]
    damaged: list[tuple[str, int]]


def read_games(how: ReadingOptions, games: Sequence[str], processes: int) -> Iterator[RowBatch]:
    """Read games in order, in `processes` processes. Yields their rows in batches."""
    batches = [games[start : start + AT_ONCE] for start in range(0, len(games), AT_ONCE)]
    if processes == 1 or len(games) < 2 * AT_ONCE:
        _begin(how)
        try:
            yield from map(_read_batch, batches)
        finally:
            for name in ("ledger", "clerk"):
                _at_work.pop(name).close()
        return
    with get_context("spawn").Pool(processes, _begin_process, (how,)) as pool:
        ahead: deque[Any] = deque()
        for batch in batches:
            ahead.append(pool.apply_async(_read_batch, (batch,)))
            if len(ahead) > AHEAD * processes:
                yield ahead.popleft().get()
        while ahead:
            yield ahead.popleft().get()


_at_work: dict[str, Any] = {}
"""The `clerk`, the `ledger` and the `how` (`ReadingOptions`) of this process while it reads."""


def _begin_process(how: ReadingOptions) -> None:
    """Prepare a process that only reads games. Its garbage collector runs rarely, since existing
    objects stay and rows form no cycles."""
    _begin(how)
    gc.freeze()
    gc.set_threshold(50_000)


def _begin(how: ReadingOptions) -> None:
    _at_work.update(clerk=open_clerk(how.settings), ledger=open_ledger(how.settings), how=how)


def _read_batch(games: Sequence[str]) -> RowBatch:
    how: ReadingOptions = _at_work["how"]
    batch = RowBatch({}, [])
    rows: dict[str, Rows] = {}
    for game in games:
        read, damaged = _read_game(game, offered=how.offered)
        if damaged:
            batch.damaged.append((game, damaged))
        chosen = how.keep(read) if read is not None else None
        if read is None or chosen is None:
            continue
        title = batch.titles.setdefault(read.ruleset, TitleRows())
        title.games += 1
        title.people |= read.people
        of_title = rows.setdefault(read.ruleset, {name: [] for name in TABLES})
        for name, some in chosen.items():
            of_title[name] += some
    for ruleset, title in batch.titles.items():
        title.encode(TABLES, rows[ruleset], how.formats)
    return batch


def _read_game(id: str, *, offered: bool) -> tuple[SourceRows | None, int]:
    """The rows of a game, and the seq of its first unreadable record (0: none). A damaged game has
    rows up to there; None if not even its opening can be read. `offered`: see `ReadingOptions`."""
    clerk, ledger = _at_work["clerk"], _at_work["ledger"]
    try:
        loaded = clerk.load(id)
    except DamagedRecord as e:
        return None, e.seq or FIRST
    except UnknownGame:  # its opening is there and is none
        return None, FIRST
    game, damaged = loaded.whole, loaded.fault.seq if loaded.fault else 0
    player = TABLES["seats"].names.index("player")
    while True:
        try:
            rows = rows_of(game, ledger.indices(id)[: game.seq], offered=offered)
            listing, people = (
                game.listing,
                frozenset(str(row[player]) for row in rows["seats"] if row[player] is not None),
            )
            closed = game.status == "closed"
            return SourceRows(
                id=id,
                ruleset=game.opened.ruleset,
                public=listing.public,
                tags=listing.tags,
                closed=closed,
                people=people,
                damaged=bool(damaged),
                rows=rows,
            ), damaged
        except DamagedRecord as e:  # one whose outline is whole: it is found when it is read
            damaged = min(e.seq or game.seq, game.seq)
            if damaged <= FIRST:
                return None, FIRST
            game = _cut_before(game, damaged)
        finally:
            clerk.game_repository.forget(id)


def _cut_before(game: Game, seq: int) -> Game:
    """A game cut off before record `seq`."""
    board = begin_game(game.history.record(FIRST), game.rules, game.setting)
    for number in range(FIRST + 1, seq):
        board = fold(board, game.history.record(number))
    return board
