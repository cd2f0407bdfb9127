"""What is answered about links and looks, as structs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from api.access.links import Issued, Link, LinkRole, Links, Revoked, Role, State
from api.access.looks import Look
from domain.record.records import GameOpened

Token = Annotated[str, Meta(description="What its bearer sends: `Authorization: Bearer <token>`. Whoever has it is let in.")]
Href = Annotated[str, Meta(description="Where its bearer opens it in a browser.")]
QR = Annotated[str, Meta(description="The same as a picture to print: a QR code of the whole address.")]
Seats = Annotated[tuple[str, ...], Meta(description="The seats it speaks for; none for an arbiter's or a spectator's.")]


class CallerAt(Struct, frozen=True):
    """Who asks: the id of the key or link, which records name as the actor; of a link also its one game and its seats."""

    id: str
    role: Role
    game: str | None
    seats: Seats


class LinkGiven(Struct, frozen=True):
    """A link to hand out. It is always the same for one link, so a retry reads it again."""

    id: Annotated[str, Meta(description="The actor that records name.")]
    role: LinkRole
    seats: Seats
    expires: datetime | None
    token: Token
    href: Href
    qr: QR


class LinkAt(Struct, frozen=True):
    """A link as it stands: `standard` ones come with the game, others were issued; `token` and `href` are there while it holds."""

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


class LinkPage(Struct, frozen=True):
    """Every link of a game: the standard ones, then those that were issued, oldest first."""

    game: str
    links: tuple[LinkAt, ...]


class LookPage(Struct, frozen=True):
    """The access log of a game, oldest first; `next` is the `after` of the page that follows, if one does."""

    game: str
    looks: tuple[Look, ...]
    next: str | None


ACCESS: tuple[type[Struct], ...] = (CallerAt, LinkGiven, LinkAt, LinkPage, LookPage)
"""What is answered about access."""


def given(links: Links, link: Link) -> LinkGiven:
    """A link to hand out."""
    token = links.token(link)
    return LinkGiven(link.id, link.role, link.seats, link.expires, token, f"/seat/{token}", picture(link))


def standard_links(links: Links, game: str, opened: GameOpened) -> tuple[LinkGiven, ...]:
    """The links that come with a game, to hand out."""
    return tuple(given(links, link) for link in links.standard(game, opened))


def standing(links: Links, issued: Issued, now: datetime) -> LinkAt:
    """A link as it stands now."""
    link = issued.link
    revoked = links.revocation(link)
    state = state_of(link, revoked, now)
    token = links.token(link) if state == "good" else None
    return LinkAt(
        link.id,
        link.role,
        link.seats,
        link.expires,
        state,
        issued.standard,
        issued.at,
        issued.actor,
        revoked.at if revoked is not None else None,
        revoked.actor if revoked is not None else None,
        token,
        f"/seat/{token}" if token is not None else None,
        picture(link) if token is not None else None,
    )


def state_of(link: Link, revoked: Revoked | None, now: datetime) -> State:
    """Whether a link holds, and if not, why."""
    if revoked is not None:
        return "revoked"
    return "expired" if link.expires is not None and now >= link.expires else "good"


def picture(link: Link) -> str:
    """The address of a link's QR code."""
    return f"/api/v1/games/{link.game}/links/{link.id}/qr.svg"
