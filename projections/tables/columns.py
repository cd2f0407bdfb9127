"""The tables of games and their columns, in the order in which `rows.py` fills the cells."""

from domain.kernel.text import Text
from projections.tables.schema import Column, Table

_GAME = Column("game", "id", Text("The game's id."), "r6e9w6xhp0g8")
_SEQ = Column("seq", "number", Text("The record's number in its game, from 1."), "7")
_SEAT = Column("seat", "id", Text("The seat's id; empty where none is meant."), "blue")
_STANDS = Column(
    "stands",
    "flag",
    Text(
        "Whether it counts at the end of what is known: an action that was taken back stays in "
        "the table, and does not stand."
    ),
    "true",
)

GAMES = Table(
    "games",
    Text("a game"),
    ("game",),
    (
        _GAME,
        Column("ruleset", "id", Text("The title's id."), "northgard-training"),
        Column("version", "number", Text("The version of the rules."), "1"),
        Column("catalog", "id", Text("The SHA-256 of the catalog."), "5f2c…"),
        Column("options", "json", Text("The options it was opened with."), '{"misere": true}'),
        Column("players", "number", Text("Seats for people."), "2", "seats"),
        Column("chance", "id", Text("`sealed`, `duplicate` or `table` dice."), "sealed"),
        Column(
            "undo",
            "id",
            Text("Who may take back: `free`, `consent`, `arbiter`, `none`."),
            "consent",
        ),
        Column("opened", "time", Text("When it was opened."), "2026-03-01T18:04:11Z", exact=True),
        Column(
            "closed",
            "time",
            Text("When its record was closed; empty while it is open."),
            "2026-03-01T20:15:40Z",
            exact=True,
        ),
        Column(
            "status",
            "id",
            Text("`open`, `ended` (there is an outcome) or `closed`."),
            "closed",
        ),
        Column(
            "outcome",
            "id",
            Text("The slug of the ending; empty where there is none."),
            "points",
        ),
        Column("winners", "json", Text("The seats that won."), '["blue"]'),
        Column("records", "number", Text("Records, the opening among them."), "212", "records"),
        Column(
            "actions",
            "number",
            Text("Actions taken, those taken back among them."),
            "180",
            "actions",
        ),
        Column("retracted", "number", Text("Actions that do not stand."), "4", "actions"),
        Column(
            "rulings",
            "number",
            Text("Rulings of an arbiter; what was ordered of clocks is not among them."),
            "1",
            "rulings",
        ),
        Column(
            "irregular",
            "number",
            Text("Records that make the last position irregular."),
            "0",
            "records",
        ),
        Column(
            "fidelity",
            "id",
            Text("How far the replay can be believed: `exact`, `unverified`, `diverged at n`."),
            "exact",
        ),
        Column(
            "parent",
            "id",
            Text("The game it grew from, where it is a branch: no session that was played."),
            "",
        ),
        Column("parent_seq", "number", Text("The record it grew from."), ""),
        Column("campaign", "id", Text("Its campaign."), ""),
        Column("scenario", "number", Text("The scenario of the campaign."), ""),
        Column("tournament", "id", Text("Its tournament."), ""),
        Column("round", "number", Text("The round of the tournament."), ""),
        Column("table", "number", Text("The table of the round."), ""),
        Column(
            "first_index",
            "number",
            Text("The place of its first record in the log."),
            "4021",
        ),
        Column(
            "last_index",
            "number",
            Text("The place of its last record in the log."),
            "4502",
        ),
        Column(
            "name",
            "id",
            Text("What people call the game: as it was typed, else its sheet or its title."),
            "Wingspan",
        ),
    ),
)

SEATS = Table(
    "seats",
    Text("a seat of a game"),
    ("game", "seat"),
    (
        _GAME,
        Column("seat", "id", Text("The seat's id."), "blue"),
        Column("order", "number", Text("Its place in the order of play, from 1."), "1"),
        Column("role", "id", Text("`player`, `automa` or `chance`."), "player"),
        Column(
            "player",
            "id",
            Text(
                "Who sat there last: a random id that leads to a name in the service alone; empty "
                "where nobody sat down."
            ),
            "p7k2…",
        ),
        Column("points", "number", Text("Points at the end of what is known."), "41", "points"),
        Column(
            "penalty",
            "number",
            Text("Points of penalties that hold, to be added."),
            "0",
            "points",
        ),
        Column("parts", "json", Text("What the points are made of."), '[["Territories", 12]]'),
        Column(
            "place",
            "number",
            Text(
                "Its place: winners share the first, all others follow by points; empty without "
                "an outcome."
            ),
            "1",
        ),
        Column("winner", "flag", Text("Whether it won; empty without an outcome."), "true"),
        Column(
            "total",
            "decimal",
            Text(
                "Points and penalties together, in parts of a point, too, where the title has "
                "them: there `points` and `penalty` are empty unless they are whole."
            ),
            "10.5",
            "points",
            since="1.2",
        ),
    ),
)

RECORDS = Table(
    "records",
    Text("a record"),
    ("game", "seq"),
    (
        _GAME,
        _SEQ,
        Column("type", "id", Text("The kind of record."), "ActionTaken"),
        Column(
            "entered_by",
            "id",
            Text(
                "Who entered it: a `seat`'s own link, the `arbiter`'s, the `organiser`'s key, or "
                "`other`."
            ),
            "seat",
        ),
        _SEAT,
        Column(
            "at", "time", Text("When, by the service's clock."), "2026-03-01T18:05:02Z", exact=True
        ),
        _STANDS,
        Column("retracted_by", "number", Text("The record that took it out of force."), ""),
        Column(
            "log_index",
            "number",
            Text("Its place in the log; empty while the log does not have it."),
            "4022",
        ),
        Column(
            "leaf",
            "id",
            Text("Its leaf in the log, in base64: what a proof of it begins with."),
            "q9Zt…",
        ),
    ),
)

ACTIONS = Table(
    "actions",
    Text("an action"),
    ("game", "seq"),
    (
        _GAME,
        _SEQ,
        _SEAT,
        Column(
            "turn",
            "number",
            Text(
                "The how many-th change of the seat that acts it is in, from 1; empty for what "
                "does not stand."
            ),
            "12",
        ),
        Column("type", "id", Text("The kind of action."), "move-units"),
        Column("arguments", "json", Text("Its fields, as they are stored."), '{"origin": "T03a"}'),
        Column(
            "offered",
            "number",
            Text(
                "How many things the seat was offered: choices and forms to fill in; empty where "
                "that may not be known yet."
            ),
            "14",
            "offers",
        ),
        Column(
            "thinking",
            "number",
            Text("Milliseconds since the record before."),
            "18250",
            "ms",
            exact=True,
        ),
        _STANDS,
    ),
)

FACTS = Table(
    "facts",
    Text("a fact: one thing that became true"),
    ("game", "seq", "n"),
    (
        _GAME,
        _SEQ,
        Column("n", "number", Text("Its number in the record, from 1."), "1"),
        Column("type", "id", Text("The kind of fact."), "units-moved"),
        Column(
            "subject",
            "id",
            Text("Whom it is about: the field `seat`, else its first word."),
            "blue",
        ),
        Column("object", "id", Text("What it is about: its next word."), "T03a"),
        Column("amount", "number", Text("How much: its first number."), "3"),
        Column("fields", "json", Text("All its fields, as they are stored."), '{"seat": "blue"}'),
        _STANDS,
    ),
)

ROLLS = Table(
    "rolls",
    Text("a use of chance"),
    ("game", "roll"),
    (
        _GAME,
        _SEQ,
        Column("roll", "number", Text("Its number in the game, from 1."), "9"),
        Column("kind", "id", Text("What it was for."), "combat"),
        Column("spec", "id", Text("What was asked for."), "2d6"),
        Column("values", "json", Text("What came up."), "[3, 6]"),
        Column("source", "id", Text("`sealed`, `dealt`, `table` or `attested`."), "sealed"),
        Column(
            "repeats",
            "number",
            Text("The roll that it repeats, because a ruling let its dice stand."),
            "",
        ),
        _STANDS,
    ),
)

GAUGES = Table(
    "gauges",
    Text("a number of a seat that changed with a record"),
    ("game", "seq", "gauge", "seat"),
    (
        _GAME,
        _SEQ,
        Column(
            "gauge",
            "id",
            Text("What is counted: `points`, or what the title follows."),
            "points",
        ),
        Column("seat", "id", Text("The seat's id."), "blue"),
        Column("value", "number", Text("How many there are from this record on."), "17"),
        Column(
            "amount",
            "decimal",
            Text("The same in parts, too, where there are any: there `value` may be empty."),
            "10.5",
            since="1.2",
        ),
    ),
)

TABLES: dict[str, Table] = {
    table.name: table for table in (GAMES, SEATS, RECORDS, ACTIONS, FACTS, ROLLS, GAUGES)
}
