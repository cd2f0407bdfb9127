"""Links to tournaments: those that every one has, and the ids of registrations."""

from typing import Literal

from api.web.access.caller import SPECTATOR
from api.web.access.links import Link, Links

Duty = Literal["director", "scorer", "check-in", "table", "screen"]  # what a link is for


def event_links(links: Links, tournament: str, entrants: int) -> tuple[Link, ...]:
    """The links that every tournament has: the director's, the scorer's, the check-in's, the
    screens', and one for each entrant."""
    own = (
        Link(links.id_for(tournament, "duty", duty), tournament, SPECTATOR, duty=duty)
        for duty in ("director", "scorer", "check-in", "screen")
    )
    tables = (entrant_link(links, tournament, number) for number in range(1, entrants + 1))
    return (*own, *tables)


def entrant_link(links: Links, tournament: str, number: int) -> Link:
    entrant = str(number)
    id = links.id_for(tournament, "entrant", entrant)
    return Link(id, tournament, SPECTATOR, (entrant,), duty="table")


def registration_id(links: Links, tournament: str, key: str) -> str:
    """The id of a registration that was sent with this key: whoever knows it is that person."""
    return links.id_for(tournament, "registration", key)
