"""The tables of seasons, with their columns in the order in which the functions below fill the
cells; and the tables of all subjects together. A season has events of several titles, so its tables
have a folder of their own, `seasons`."""

from collections.abc import Iterator

from domain.kernel.text import Text
from domain.season.seasons import SeasonReading
from domain.season.standing import most_counted
from domain.tournament.records import EXTERNAL
from projections.tables.schema import Column, Row, Table
from projections.tables.tournament_rows import as_json, numerator_and_denominator
from projections.tables.tournament_tables import TITLE_TABLES, TOURNAMENT_TABLES, key_columns

SEASONS = "seasons"
SINCE = "1.3"

_SEASON = Column("season", "id", Text("The season's id."), "s7h3m1q8d2ab", since=SINCE)

_SEASONS = Table(
    "seasons",
    Text("a season"),
    ("season",),
    (
        _SEASON,
        Column(
            "opened",
            "time",
            Text("When it was opened, by the service's clock."),
            "2026-01-09T17:30:00Z",
            since=SINCE,
            exact=True,
        ),
        Column("public", "flag", Text("Whether anybody may read it."), "true", since=SINCE),
        Column("closed", "flag", Text("Whether it is closed."), "false", since=SINCE),
        Column("events", "number", Text("The events that count."), "6", since=SINCE),
        Column(
            "unreadable",
            "number",
            Text("Those of them that cannot be read, and count for nobody."),
            "0",
            since=SINCE,
        ),
        Column(
            "tournaments",
            "json",
            Text(
                "The events in their order, each with the newest record that it had when it was "
                "counted."
            ),
            '[["t4m8k2x9c0aa", 31]]',
            since=SINCE,
            exact=True,
        ),
        Column("people", "number", Text("Who sat at a table in one of them."), "41", since=SINCE),
        Column(
            "rules",
            "json",
            Text("What it is added up by."),
            '{"points": "places", "best": 4}',
            since=SINCE,
        ),
        Column(
            "stands",
            "flag",
            Text("Whether the standings are those that it was closed with; true while it is open."),
            "true",
            since=SINCE,
        ),
    ),
)

_STANDINGS = Table(
    "season_standings",
    Text("a rank in a season, by its events as they are now"),
    ("season", "player"),
    (
        _SEASON,
        Column(
            "player",
            "id",
            Text("Who it is, as in `standings`: of ids that were merged, the one that stays."),
            "p7k2…",
            since=SINCE,
        ),
        Column(
            "rank",
            "number",
            Text("The rank, from 1; equal for those whom no key parts."),
            "1",
            since=SINCE,
        ),
        Column("shared", "flag", Text("Whether others have the same rank."), "false", since=SINCE),
        Column(
            "parted",
            "id",
            Text(
                "The key that parts it from the line above; empty for the first, and where it is "
                "level with that."
            ),
            "wins",
            since=SINCE,
        ),
        *key_columns(SINCE),
        Column("played", "number", Text("The events that they played."), "5", since=SINCE),
        Column(
            "counted",
            "number",
            Text("How many of these count: the best, where the rules say so."),
            "4",
            since=SINCE,
        ),
    ),
)

SEASON_TABLES = {table.name: table for table in (_SEASONS, _STANDINGS)}

TABLES_OF = {EXTERNAL: TOURNAMENT_TABLES, SEASONS: SEASON_TABLES}
"""The tables of each folder that is not a title's. A title's folder has `TITLE_TABLES`."""

ALL_TABLES = TITLE_TABLES | SEASON_TABLES


def season_row(read: SeasonReading) -> Row:
    season = read.season
    return (
        season.id,
        int(season.opened.at.timestamp() * 1000),
        season.rules.public,
        season.closing is not None,
        len(read.events),
        sum(event.unreadable is not None for event in read.events),
        as_json([(at.event, at.seq) for at in season.events]),
        len(read.people),
        as_json(season.rules),
        read.stands,
    )


def season_standing_rows(read: SeasonReading) -> Iterator[Row]:
    """The rows of a season for the table `season_standings`, best first."""
    keys, season = read.standings.keys, read.season
    most = most_counted(season.rules, sum(event.unreadable is None for event in read.events))
    for row in read.standings.rows:
        values = dict(zip(keys, row.values, strict=True))
        played = len(read.results[row.entrant - 1])
        yield (
            season.id,
            read.people[row.entrant - 1],
            row.rank,
            row.shared,
            row.parted or None,
            *numerator_and_denominator(values.get("points", "")),
            as_json(values),
            played,
            min(played, most),
        )
