"""Reading seasons for their tables: one after the other, each with its events as they are now."""

from collections.abc import Iterator, Sequence
from contextlib import closing

from domain.kernel.stored import DamagedRecord
from domain.season import seasons as use_cases
from domain.tournament.directing.direction import TournamentStore
from ops.stores.data_folder import open_clerk
from ops.tables.reading import ReadingOptions, RowBatch, SourceRows, TitleRows
from projections.tables.season_tables import (
    SEASON_TABLES,
    SEASONS,
    season_row,
    season_standing_rows,
)


def read_seasons(how: ReadingOptions, seasons: Sequence[str]) -> Iterator[RowBatch]:
    with closing(open_clerk(how.settings)) as clerk:
        on = use_cases.Seasons(TournamentStore(clerk))
        for id in seasons:
            try:
                read = on.read(on.season(id))
            except DamagedRecord as e:
                yield RowBatch({}, [(id, e.seq or 1)])
                continue
            rows = how.keep(_source_rows(read))
            if rows is not None:
                title = TitleRows()
                title.encode(SEASON_TABLES, rows, how.formats)
                yield RowBatch({SEASONS: title}, [])


def _source_rows(read: use_cases.SeasonReading) -> SourceRows:
    """The rows of a season, with what decides whether it is published: it counts as public only if
    all its events are, and as having as many people as its smallest event."""
    events = [event.tournament.opened for event in read.events if event.tournament]
    tags = [frozenset(event.tags) for event in events]
    fields = (frozenset(end.player for end in event.finishes) for event in read.events)
    return SourceRows(
        id=read.season.id,
        ruleset=SEASONS,
        public=read.season.rules.public and all(event.public for event in events),
        tags=tuple(frozenset.intersection(*tags)) if tags else (),
        closed=read.season.closing is not None,
        people=min(fields, key=len, default=frozenset()),
        damaged=len(events) < len(read.events),
        rows={"seasons": [season_row(read)], "season_standings": list(season_standing_rows(read))},
    )
