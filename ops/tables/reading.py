"""Reading games for their tables, some at a time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import msgspec
from msgspec import Struct

from domain.game.aggregate.game import Game, begin, fold
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import FIRST
from domain.game.refusals import UnknownGame
from domain.kernel.stored import DamagedRecord
from ops.log.folder import open_ledger
from ops.settings.config import Settings
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from projections.tables.columns import TABLES
from projections.tables.rows import Rows, rows_of
from projections.tables.schema import Format

AT_ONCE = 16


class SourceRows(Struct, frozen=True):
    """The rows of a game, or some of a tournament's, with what decides whether they are published:
    their title (`external` for a tournament that is played elsewhere), whether the game or
    tournament is public, its tags, whether it is closed, who took part, and whether a record is
    damaged."""

    id: str
    ruleset: str
    public: bool
    tags: tuple[str, ...]
    closed: bool
    people: frozenset[str]
    damaged: bool
    rows: Rows


Keep = Callable[[SourceRows], Rows | None]
"""What of a game's or a tournament's rows goes into the tables; none: nothing of it."""


def all_rows(read: SourceRows) -> Rows:
    return read.rows


class Reading(Struct, frozen=True):
    """How games and tournaments are read: where from, into which formats, what is kept of each, and
    whether the rules are asked at each action what else could have been done, which takes as long
    as all the rest."""

    settings: Settings
    formats: tuple[Format, ...]
    keep: Keep = all_rows
    offered: bool = False


class TitleRows(Struct):
    """Rows of one title: of how many games, who took part in those, and the rows of each table."""

    games: int = 0
    people: set[str] = msgspec.field(default_factory=set)
    rows: Rows = msgspec.field(default_factory=dict)


class Batch(Struct):
    """What was read together, by title, and the first record of each game or tournament that could
    not be read."""

    titles: dict[str, TitleRows]
    damaged: list[tuple[str, int]]


def read_games(how: Reading, games: Sequence[str]) -> Iterator[Batch]:
    """The games in their order, some at a time."""
    with closing(open_clerk(how.settings)) as clerk, closing(open_ledger(how.settings)) as ledger:
        for at in range(0, len(games), AT_ONCE):
            yield _read_batch(how, clerk, ledger, games[at : at + AT_ONCE])


def _read_batch(how: Reading, clerk: Clerk, ledger: Ledger, games: Sequence[str]) -> Batch:
    batch = Batch({}, [])
    for game in games:
        read, damaged = _read(clerk, ledger, game, offered=how.offered)
        if damaged:
            batch.damaged.append((game, damaged))
        chosen = how.keep(read) if read is not None else None
        if read is None or chosen is None:
            continue
        title = batch.titles.setdefault(read.ruleset, TitleRows())
        title.games += 1
        title.people |= read.people
        for name, some in chosen.items():
            title.rows.setdefault(name, []).extend(some)
    return batch


def _read(clerk: Clerk, ledger: Ledger, id: str, *, offered: bool) -> tuple[SourceRows | None, int]:
    """A game as far as it can be read, and the record that cannot (0: none)."""
    try:
        file = clerk.file(id)
    except DamagedRecord as e:
        return None, e.seq or FIRST
    except UnknownGame:  # its opening is there and is none
        return None, FIRST
    game, damaged = file.whole, file.fault.seq if file.fault else 0
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
                id,
                game.opened.ruleset,
                listing.public,
                listing.tags,
                closed,
                people,
                bool(damaged),
                rows,
            ), damaged
        except DamagedRecord as e:  # one whose outline is whole: it is found when it is read
            damaged = min(e.seq or game.seq, game.seq)
            if damaged <= FIRST:
                return None, FIRST
            game = _before(game, damaged)
        finally:
            clerk.game_repository.forget(id)


def _before(game: Game, seq: int) -> Game:
    """A game as if its records ended before one of them: nothing later is looked at."""
    board = begin(game.history.filed(FIRST), game.rules, game.setting)
    for at in range(FIRST + 1, seq):
        board = fold(board, game.history.filed(at))
    return board
