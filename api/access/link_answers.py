"""Links as they are answered: with their tokens, addresses and states."""

from __future__ import annotations

from datetime import datetime

from msgspec import UNSET, UnsetType

from api.access.links import Issued, Link, Links, Revoked
from api.answers.access import LinkAt, LinkGiven, State
from domain.record.records import GameOpened


def given(links: Links, link: Link) -> LinkGiven:
    """A link to hand out."""
    token = links.token(link)
    return LinkGiven(link.id, link.role, link.seats, link.expires, token, f"/seat/{token}", picture(link), _tag(link))


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
        _tag(link),
    )


def state_of(link: Link, revoked: Revoked | None, now: datetime) -> State:
    """Whether a link holds, and if not, why."""
    if revoked is not None:
        return "revoked"
    return "expired" if link.expires is not None and now >= link.expires else "good"


def picture(link: Link) -> str:
    """The address of a link's QR code."""
    return f"/api/v1/halls/{link.id}/qr.svg" if link.hall else f"/api/v1/games/{link.game}/links/{link.id}/qr.svg"


def _tag(link: Link) -> str | UnsetType:
    return link.hall.tag if link.hall else UNSET
