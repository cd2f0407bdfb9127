"""The subjects of a tournament's records. A write is stale only if a record that its actor has not
seen has one of the write's subjects.

So forty phones can report from twenty tables at once, and yet a slip is refused if its table was
changed meanwhile.
"""

from domain.kernel.kinds import Subject

ENTRANTS, ROUNDS, RESULTS, PRESENCE, PENALTIES, SEPARATIONS, CLOCK, LOTS = (
    ("entrants",),
    ("rounds",),
    ("results",),
    ("presence",),
    ("penalties",),
    ("separations",),
    ("clock",),
    ("lots",),
)
BEACON: Subject = ("beacon",)
PAIRED_FROM = frozenset({ENTRANTS, ROUNDS, RESULTS, PRESENCE, PENALTIES, SEPARATIONS})
"""The subjects of all records that a pairing is computed from."""

RANKED_FROM = frozenset({ENTRANTS, ROUNDS, RESULTS, PENALTIES, LOTS})
"""The subjects of all records that standings are computed from."""


def of_round(round: int) -> Subject:
    """The subject of records that pair, reseat, publish, withdraw or close a round."""
    return ("round", round)


def of_seats(round: int) -> Subject:
    return ("seats", round)


def of_result(round: int, table: int) -> Subject:
    return ("result", round, table)


def of_slips(round: int, table: int) -> Subject:
    """The subject of all slips of a table."""
    return ("slips", round, table)


def of_slip(round: int, entrant: int) -> Subject:
    """The subject of the slips that one entrant files in a round."""
    return ("slip", round, entrant)


def of_games(round: int) -> Subject:
    return ("games", round)


def of_presence(round: int, entrant: int) -> Subject:
    return ("presence", round, entrant)


def of_part(number: int) -> Subject:
    return ("part", number)


def of_check_in(round: int) -> Subject:
    return ("check-in", round)


def of_entrant(number: int) -> Subject:
    return ("entrant", number)


def of_protest(seq: int) -> Subject:
    return ("protest", seq)
