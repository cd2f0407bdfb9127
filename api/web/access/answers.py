"""Answers about links and looks, as structs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

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
    """Who asks: the id of the key or link, which records name as the actor; of a link also its one
    game and its seats, or the tag of its hall."""

    id: str
    role: Role
    game: str | None
    seats: Seats
    tag: OfHall = UNSET


class LinkGiven(Struct, frozen=True):
    """A link to hand out. It is always the same for one link, so a retry reads it again."""

    id: Annotated[str, Meta(description="The actor that records name.")]
    role: LinkRole
    seats: Seats
    expires: datetime | None
    token: Token
    href: Href
    qr: QR
    tag: OfHall = UNSET


class LinkAt(Struct, frozen=True):
    """A link as it stands: `standard` ones come with the game, others were issued; `token` and
    `href` are there while it holds."""

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
    """The links to halls that were issued with a key, oldest first."""

    links: tuple[LinkAt, ...]


class CalendarAt(Struct, frozen=True):
    """A link to a calendar of games with a `tag`, or of the rounds of a `tournament`. `href`, its
    whole address, is there while it holds."""

    id: str
    tag: str | None
    tournament: str | None
    issued_at: datetime
    revoked_at: datetime | None
    href: str | None


class CalendarPage(Struct, frozen=True):
    """The links to calendars that were issued with a key, oldest first."""

    calendars: tuple[CalendarAt, ...]


class LookPage(Struct, frozen=True):
    """The access log of a game, oldest first; `next` is the `after` of the page that follows, if
    one does."""

    game: str
    looks: tuple[Look, ...]
    next: str | None


ACCESS: tuple[type[Struct], ...] = (
    CallerAt,
    LinkGiven,
    LinkAt,
    LinkPage,
    HallPage,
    CalendarAt,
    CalendarPage,
    LookPage,
)


class Look(Struct, frozen=True):
    """Somebody looked: when, the key or link and its role, what was asked for, as which audience,
    at which record."""

    at: datetime
    actor: str
    role: str
    what: str
    audience: str
    seq: int


Role = Literal["spectator", "seat", "arbiter", "organiser", "operator"]

LinkRole = Literal["spectator", "seat", "arbiter"]

Duty = Literal[
    "director", "scorer", "check-in", "table", "screen"
]  # what a link to a tournament is for

State = Literal["good", "expired", "revoked"]


class Hand(Struct, frozen=True):
    """Who entered a record: the id of the key or link, and its role and seats as far as they are
    known here."""

    id: str
    role: Literal["spectator", "seat", "arbiter", "organiser", "operator"] | None
    seats: tuple[str, ...] = ()
