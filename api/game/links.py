"""Links to games and halls: a game's standard links, the links to its organiser's halls, which link
entered a record, and the answers about links."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Literal, cast

from msgspec import UNSET, Meta, Struct, UnsetType

from api.web.access.caller import OPERATOR_ID, SPECTATOR, Group
from api.web.access.keys import all_keys
from api.web.access.links import PLACE_OF_GROUPS, IssuedLink, Link, Links, link_state, trial_end
from domain.game.record.records import UMPIRE, GameOpened
from domain.kernel.key_values import KeyValueStore

Role = Literal["spectator", "seat", "arbiter", "organiser", "operator"]

LinkRole = Literal["spectator", "seat", "arbiter"]

State = Literal["good", "expired", "revoked"]

Token = Annotated[
    str,
    Meta(
        description="What its bearer sends: `Authorization: Bearer <token>`. Whoever has it is "
        "let in."
    ),
]
Href = Annotated[str, Meta(description="Where its bearer opens it in a browser.")]
QR = Annotated[
    str, Meta(description="The same as a picture to print: a QR code of the whole address.")
]
OfHall = Annotated[
    str | UnsetType,
    Meta(
        description="Of a link to a hall: the tag of the games that its bearer is the arbiter of. "
        "No other link has this."
    ),
]
Seats = Annotated[
    tuple[str, ...],
    Meta(description="The seats it speaks for; none for an arbiter's or a spectator's."),
]


class CallerAt(Struct, frozen=True):
    """The caller: the id of the key or link, which records name as the actor. For a link also its
    game and its seats, or the tag of its hall."""

    id: str
    role: Role
    game: str | None
    seats: Seats
    tag: OfHall = UNSET


class LinkGiven(Struct, frozen=True):
    """A link to hand out, with its token. A retry of the request gets the same link and token."""

    id: Annotated[str, Meta(description="The actor that records name.")]
    role: LinkRole
    seats: Seats
    expires: datetime | None
    token: Token
    href: Href
    qr: QR
    tag: OfHall = UNSET


class LinkAt(Struct, frozen=True):
    """A link and its state. `standard`: it came with the game; other links were issued. `token`,
    `href` and `qr` are null once it has expired or was revoked."""

    id: str
    role: LinkRole
    seats: Seats
    expires: datetime | None
    state: State
    standard: bool
    issued_at: datetime
    issued_by: str
    revoked_at: datetime | None
    revoked_by: str | None
    token: Token | None
    href: Href | None
    qr: QR | None
    tag: OfHall = UNSET


class LinkPage(Struct, frozen=True):
    """Every link of a game: the standard ones, then those that were issued, oldest first."""

    game: str
    links: tuple[LinkAt, ...]


class HallPage(Struct, frozen=True):
    """The issued links to halls, oldest first: those of the caller's key; for the operator, all.
    A hall is all games that were opened with one key and have one tag."""

    links: tuple[LinkAt, ...]


class Hand(Struct, frozen=True):
    """The key or link that entered a record: its id, its role (null if this service does not know
    it), and its seats."""

    id: str
    role: Role | None
    seats: tuple[str, ...] = ()


# -- those that there are --------------------------------------------------------------------------


def game_standard_links(links: Links, game: str, opened: GameOpened) -> tuple[Link, ...]:
    """A game's standard links: one for each player's seat, then the arbiter's and the
    spectators'."""
    players = (seat.id for seat in opened.seats if seat.role == "player")
    until = trial_end(opened.administered_by, opened.at)
    seats = (Link(link_id(links, game, seat), game, "seat", (seat,), until) for seat in players)
    others = (
        Link(links.id_for(game, role), game, role, expires=until) for role in ("arbiter", SPECTATOR)
    )
    return (*seats, *others)


def link_id(links: Links, game: str, seat: str) -> str:
    """The id of the standard link of a player's seat, or of the arbiter's if `seat` is `UMPIRE`.
    The game need not be open yet."""
    return links.id_for(game, "arbiter") if seat == UMPIRE else links.id_for(game, "seat", seat)


def all_links(links: Links, game: str, opened: GameOpened) -> tuple[IssuedLink, ...]:
    own = (
        IssuedLink(link, opened.at, opened.actor, standard=True)
        for link in game_standard_links(links, game, opened)
    )
    return (*own, *links.issued_below(f"{game}/"))


def find_link(links: Links, game: str, opened: GameOpened, id: str) -> IssuedLink | None:
    return next((item for item in all_links(links, game, opened) if item.link.id == id), None)


def hall_links(links: Links, owner: str = "") -> list[IssuedLink]:
    """The issued links to the halls of the key with the id `owner`; without it, the links to all
    halls."""
    return links.issued_below(f"{PLACE_OF_GROUPS}{owner}/" if owner else PLACE_OF_GROUPS)


def in_hall(hall: Group, opened: GameOpened, tags: tuple[str, ...]) -> bool:
    """Whether a game with these tags is in a hall: the hall's owner opened it, and it has the
    hall's tag. A branch is in none, since anybody who grows a branch, even a player, chooses its
    tags."""
    wanted = hall.tag.casefold()
    played = opened.administered_by == hall.owner and opened.lineage is None
    return played and any(tag.casefold() == wanted for tag in tags)


def link_of_actor(links: Links, game: str, opened: GameOpened, actor: str) -> Link | None:
    """The link with the id `actor`: one of the game's own links, or one to a hall of its organiser.
    None if there is none."""
    there = _links_of_organiser(links, game, opened)
    return next((link for link in there if link.id == actor), None)


def _links_of_organiser(links: Links, game: str, opened: GameOpened) -> Iterator[Link]:
    for item in (*all_links(links, game, opened), *hall_links(links, opened.administered_by)):
        yield item.link


class Actors:
    """The keys and links that may have entered records of one game. Without `links` (for a game of
    another service), links are unknown."""

    def __init__(
        self, key_values: KeyValueStore, links: Links | None, game: str, opened: GameOpened
    ) -> None:
        self._known = {OPERATOR_ID: Hand(OPERATOR_ID, "operator")}
        for known in all_keys(key_values):
            self._known[known.key.id] = Hand(known.key.id, known.key.scope)
        for link in _links_of_organiser(links, game, opened) if links else ():
            self._known[link.id] = Hand(link.id, cast(Role, link.role), link.speaks_for)

    def hand(self, actor: str) -> Hand:
        return self._known.get(actor) or Hand(actor, None)


# -- how they are handed out -----------------------------------------------------------------------


def link_given(links: Links, link: Link) -> LinkGiven:
    """The answer about a link to hand out, with its token."""
    token = links.token(link)
    return LinkGiven(
        id=link.id,
        role=cast(LinkRole, link.role),
        seats=link.speaks_for,
        expires=link.expires,
        token=token,
        href=f"/seat/{token}",
        qr=qr_href(link),
        tag=_tag(link),
    )


def standard_links(links: Links, game: str, opened: GameOpened) -> tuple[LinkGiven, ...]:
    return tuple(link_given(links, link) for link in game_standard_links(links, game, opened))


def link_at(links: Links, issued: IssuedLink, now: datetime) -> LinkAt:
    link = issued.link
    revoked = links.revocation(link)
    state = link_state(link, revoked, now)
    token = links.token(link) if state == "good" else None
    return LinkAt(
        id=link.id,
        role=cast(LinkRole, link.role),
        seats=link.speaks_for,
        expires=link.expires,
        state=state,
        standard=issued.standard,
        issued_at=issued.at,
        issued_by=issued.actor,
        revoked_at=revoked.at if revoked is not None else None,
        revoked_by=revoked.actor if revoked is not None else None,
        token=token,
        href=f"/seat/{token}" if token is not None else None,
        qr=qr_href(link) if token is not None else None,
        tag=_tag(link),
    )


def qr_href(link: Link) -> str:
    return (
        f"/api/v1/halls/{link.id}/qr.svg"
        if link.group
        else f"/api/v1/games/{link.to}/links/{link.id}/qr.svg"
    )


def _tag(link: Link) -> str | UnsetType:
    return link.group.tag if link.group else UNSET


LINKS: tuple[type[Struct], ...] = (CallerAt, LinkGiven, LinkAt, LinkPage, HallPage)
