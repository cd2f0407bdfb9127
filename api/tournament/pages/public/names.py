"""Who sits where in a round, in the order in which readers look for a name."""

from __future__ import annotations

import unicodedata

from api.tournament.pages.frame import Here
from domain.tournament.aggregate.tournament import RoundAt


def seats_by_name(at: Here, round: RoundAt) -> list[tuple[str, int, int, int]]:
    """Names with the entrant's number, table and seat; table 0 for who has a bye."""
    seated = [(at.called[number], number, one.number, seat) for one in round.tables for seat, number in enumerate(one.entrants, 1)]
    away = [(at.called[bye.entrant], bye.entrant, 0, 0) for bye in round.byes]
    return sorted((*seated, *away), key=lambda one: name_key(one[0]))


def name_key(name: str) -> tuple[str, str]:
    """What names are sorted by: letters without accents and case first, so that Évariste stands between Emmy and Zu; then the name
    itself, so that the order is always one."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    for letters, sorted_as in (("œ", "oe"), ("æ", "ae"), ("ø", "o"), ("ł", "l"), ("đ", "d"), ("ð", "d"), ("þ", "th")):
        plain = plain.replace(letters, sorted_as)
    return plain, name
