"""Links to tournaments: the standard ones, and the ids of registrations."""

from datetime import datetime
from typing import Literal

from api.web.access.caller import SPECTATOR
from api.web.access.links import Link, Links

Duty = Literal["director", "scorer", "check-in", "table", "screen"]  # what a link is for


def event_links(
    links: Links, tournament: str, entrants: int, until: datetime | None = None
) -> tuple[Link, ...]:
    """The standard links of a tournament: the director's, the scorer's, the check-in's, the
    screens', and one for each of its entrants, 1 to `entrants`. `until` is when they expire (None:
    never)."""
    own = (
        Link(links.id_for(tournament, "duty", duty), tournament, SPECTATOR, (), until, duty=duty)
        for duty in ("director", "scorer", "check-in", "screen")
    )
    tables = (entrant_link(links, tournament, number, until) for number in range(1, entrants + 1))
    return (*own, *tables)


def entrant_link(links: Links, tournament: str, number: int, until: datetime | None = None) -> Link:
    entrant = str(number)
    id = links.id_for(tournament, "entrant", entrant)
    return Link(id, tournament, SPECTATOR, (entrant,), until, duty="table")


def registration_id(links: Links, tournament: str, key: str) -> str:
    """The id of a registration sent with this key. It works like a password: the registration
    belongs to anybody who knows it."""
    return links.id_for(tournament, "registration", key)
