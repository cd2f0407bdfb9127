"""The tables of tournaments, with their columns in the order in which `tournament_rows.py` fills
the cells."""

from domain.kernel.text import Text
from projections.tables.columns import TABLES
from projections.tables.schema import Column, Table

SINCE = "1.1"

_TOURNAMENT = Column("tournament", "id", Text("The tournament's id."), "t4m8k2x9c0aa", since=SINCE)
_SEQ = Column(
    "seq", "number", Text("The record's number in its tournament, from 1."), "31", since=SINCE
)
_ENTRANT = Column(
    "entrant", "number", Text("The entrant's number in the tournament."), "4", since=SINCE
)
_CLOSING = Column(
    "seq",
    "number",
    Text("The record that closed the round, or the tournament, with these standings."),
    "31",
    since=SINCE,
)

EVENTS = Table(
    "events",
    Text("a record of a tournament"),
    ("tournament", "seq"),
    (
        _TOURNAMENT,
        _SEQ,
        Column("type", "id", Text("The kind of record."), "ResultTaken", since=SINCE),
        Column(
            "at",
            "time",
            Text("When, by the service's clock."),
            "2026-03-01T18:05:02Z",
            since=SINCE,
            exact=True,
        ),
        Column(
            "entered_by",
            "id",
            Text(
                "Who entered it: the `organiser`'s key that opened the tournament, the link of a "
                "`director`, a `scorer`, the `check-in`, a `table`, or `other`."
            ),
            "director",
            since=SINCE,
        ),
        Column(
            "round",
            "number",
            Text(
                "The round it is about; this and what follows is empty where the tournament's "
                "spectators may not read it yet."
            ),
            "2",
            since=SINCE,
        ),
        Column("table", "number", Text("The table of the round it is about."), "1", since=SINCE),
        Column(
            "game",
            "id",
            Text("The game it links, or that the result was read from."),
            "r6e9w6xhp0g8",
            since=SINCE,
        ),
        Column(
            "about",
            "number",
            Text(
                "The earlier record it is about: a result it corrects or takes back, a penalty it "
                "lifts, a protest it decides."
            ),
            "29",
            since=SINCE,
        ),
        Column(
            "departures",
            "json",
            Text(
                "What it departs from the rules in, each with its level (2 told, 3 confirmed, 4 "
                "confirmed twice)."
            ),
            '[["rematch", 3]]',
            since=SINCE,
        ),
        Column(
            "log_index",
            "number",
            Text("Its place in the log; empty while the log does not have it."),
            "4022",
            since=SINCE,
        ),
        Column(
            "leaf",
            "id",
            Text("Its leaf in the log, in base64: what a proof of it begins with."),
            "q9Zt…",
            since=SINCE,
        ),
    ),
)


def key_columns(since: str) -> tuple[Column, ...]:
    """The columns that contain the points and the values of all tie-break keys in a row of
    standings. `since`: the version of `SCHEMA` that added them."""
    return (
        Column(
            "points_numerator",
            "number",
            Text(
                "The points as a fraction in its lowest terms: what stands above; empty where "
                "points are no key."
            ),
            "5",
            since=since,
        ),
        Column(
            "points_denominator",
            "number",
            Text("What stands below: 1 for a whole number."),
            "2",
            since=since,
        ),
        Column(
            "values",
            "json",
            Text(
                "The value of each key, in the order of the keys: a whole number or a fraction, "
                "as text."
            ),
            '{"points": "5/2", "wins": "2"}',
            since=since,
        ),
    )


STANDINGS = Table(
    "standings",
    Text("a rank after a round, or at the end"),
    ("tournament", "seq", "entrant"),
    (
        _TOURNAMENT,
        _CLOSING,
        Column("stage", "number", Text("The stage of the tournament, from 1."), "1", since=SINCE),
        Column(
            "round",
            "number",
            Text("The round after which it stood so; empty where none was paired."),
            "2",
            since=SINCE,
        ),
        Column(
            "final",
            "flag",
            Text("Whether these are the standings at the end of the tournament."),
            "false",
            since=SINCE,
        ),
        _ENTRANT,
        Column(
            "player",
            "id",
            Text(
                "Who entered, as in `seats`: a random id that leads to a name in the service alone."
            ),
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
                "The key that parts it from the line above, or `stage`, `team`, `left`; empty for "
                "the first, and where it is level with that."
            ),
            "buchholz",
            since=SINCE,
        ),
        *key_columns(SINCE),
        Column(
            "reproduced",
            "flag",
            Text("Whether the standings, computed again, have the digest that their record holds."),
            "true",
            since=SINCE,
        ),
        Column(
            "stands",
            "flag",
            Text(
                "Whether the round still is as it was closed: not where it was withdrawn since, "
                "or a result corrected or undone."
            ),
            "true",
            since=SINCE,
        ),
    ),
)

TIEBREAK_TERMS = Table(
    "tiebreak_terms",
    Text("a term of a value in `standings`, down to the results that it was added from"),
    ("tournament", "seq", "entrant", "key", "n"),
    (
        _TOURNAMENT,
        _CLOSING,
        _ENTRANT,
        Column("key", "id", Text("The key whose value it belongs to."), "buchholz", since=SINCE),
        Column(
            "n",
            "number",
            Text("Its number in the value's tree, from 1, each term before its own terms."),
            "3",
            since=SINCE,
        ),
        Column(
            "part_of",
            "number",
            Text("The term it is a part of; empty for the value itself."),
            "1",
            since=SINCE,
        ),
        Column(
            "what",
            "id",
            Text("What it is: a key, or `result`, `bye`, `opponent` and so on."),
            "opponent",
            since=SINCE,
        ),
        Column(
            "how",
            "id",
            Text(
                "How it comes from its own terms: their `sum`, `mean` or `product`, the `least`, "
                "a `rank` by them; a `record` has none, and is what its round says."
            ),
            "sum",
            since=SINCE,
        ),
        Column(
            "numerator",
            "number",
            Text("Its value as a fraction in its lowest terms: what stands above."),
            "7",
            since=SINCE,
        ),
        Column(
            "denominator",
            "number",
            Text("What stands below: 1 for a whole number."),
            "2",
            since=SINCE,
        ),
        Column("struck", "flag", Text("Whether a cut leaves it out."), "false", since=SINCE),
        Column("round", "number", Text("The round it was read from."), "2", since=SINCE),
        Column(
            "table",
            "number",
            Text("The table it was read from; empty for a round without one."),
            "1",
            since=SINCE,
        ),
        Column(
            "opponent",
            "number",
            Text("The other entrant whom it is about; empty where it is about the entrant's own."),
            "7",
            since=SINCE,
        ),
    ),
)

TOURNAMENT_TABLES: dict[str, Table] = {
    table.name: table for table in (EVENTS, STANDINGS, TIEBREAK_TERMS)
}

TITLE_TABLES: dict[str, Table] = TABLES | TOURNAMENT_TABLES
"""The tables in a title's folder, of its games and its tournaments."""
