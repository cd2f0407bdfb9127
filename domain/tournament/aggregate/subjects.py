"""The subjects of a tournament's records. A write is stale only if a later record has one of its
subjects.

Forty phones can report from twenty tables at once; a slip is refused if its table was changed
meanwhile.
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
"""What a pairing rests on."""

RANKED_FROM = frozenset({ENTRANTS, ROUNDS, RESULTS, PENALTIES, LOTS})
"""What standings rest on."""


def of_round(round: int) -> Subject:
    """A round's pairing: whether it exists, its seating, whether it is published, whether it is
    closed."""
    return ("round", round)


def of_seats(round: int) -> Subject:
    return ("seats", round)


def of_result(round: int, table: int) -> Subject:
    return ("result", round, table)


def of_slips(round: int, table: int) -> Subject:
    return ("slips", round, table)


def of_slip(round: int, entrant: int) -> Subject:
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
