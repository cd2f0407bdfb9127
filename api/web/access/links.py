"""Links: what lets a player, an arbiter or a spectator into one game without a key, or an arbiter
into the games of a hall.

A link is a signed token: game or hall, role, seats, the link's id and when it runs out. Only what
it says is stored: the token is signed again when it is shown, with the same bytes. Every game has
its standard links (one a player's seat, the arbiter's, the spectators'), whose ids follow from the
game; others are issued and kept in the key-value store. A link ends when its time runs out or when
it is revoked; revocations are stored, too.

The operator of a calendar program knows the address of its calendar. So a link to a calendar is no
link to a game: its bearer can read this one calendar.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import get_args
from xml.sax.saxutils import escape

import msgspec
import segno
from itsdangerous import BadSignature, Signer
from itsdangerous.encoding import base64_decode, base64_encode
from msgspec import UNSET, Struct, UnsetType

from api.web.access.answers import Duty, LinkAt, LinkGiven, LinkRole, State
from domain.game.record.records import UMPIRE, GameOpened
from domain.kernel import ids
from domain.kernel.key_values import KeyValueStore, kept_as, whole_as

# Where the key-value store keeps links that were issued beside the standard ones, and what was
# revoked: `<game>/<link>`, or `hall:<owner>/<link>`.
ISSUED, REVOKED = "link", "revoked"

# A token has one spelling: base64 would let the last letter of a signature be one of four.
_TOKEN = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")


class Forged(Exception):
    """The token was not signed by this service."""


class Hall(Struct, frozen=True):
    """Games that one arbiter's link is for: those that belong to the key `owner` and carry the tag
    now."""

    owner: str
    tag: str

    @property
    def place(self) -> str:
        return _HALLS + self.owner

    def has(self, opened: GameOpened, tags: tuple[str, ...]) -> bool:
        """Whether a game with these tags is one of them. A branch is not: whoever grows it, a
        player too, chooses its tags."""
        requested = self.tag.casefold()
        played = opened.administered_by == self.owner and opened.lineage is None
        return played and any(tag.casefold() == requested for tag in tags)


class Link(Struct, frozen=True):
    """What a link says: its id is the actor that records name. `seats` are those that a seat's link
    speaks for. An arbiter's link is for one game or, without one, for a hall. Of a link to a
    tournament `game` is the tournament, `duty` what it is for, and `seats` are the entrants that a
    table's link speaks for."""

    id: str
    game: str
    role: LinkRole
    seats: tuple[str, ...] = ()
    expires: datetime | None = None
    hall: Hall | None = None
    duty: Duty | None = None

    @property
    def place(self) -> str:
        """The first part of the place where the key-value store keeps the link."""
        return self.hall.place if self.hall else self.game


class _Signed(Struct, frozen=True, array_like=True):
    """A link as it is signed: short, because it has to fit a QR code. `until` is in seconds since
    1970; 0: for good. Only a hall's link has the last two."""

    game: str
    role: LinkRole | Duty
    seats: tuple[str, ...]
    id: str
    until: int
    owner: str = ""
    tag: str = ""


class Issued(Struct, frozen=True, omit_defaults=True):
    """A link with by whom and when it was issued, and the digest of the request; `standard` ones
    come with the game."""

    link: Link
    at: datetime
    actor: str
    request: str = ""
    standard: bool = False


class Revoked(Struct, frozen=True):
    at: datetime
    actor: str


class Links:
    def __init__(self, key_values: KeyValueStore, secret: str) -> None:
        self._key_values = key_values
        self._secret = secret.encode()
        # Hears of every game of which a link was revoked here; of `""` where it was a hall's.
        self.on_revoked: Callable[[str], None] = lambda game: None
        self._signer = Signer(
            secret, salt="greffe/link@v1", key_derivation="hmac", digest_method=hashlib.sha256
        )

    # -- tokens ------------------------------------------------------------------------------------

    def token(self, link: Link) -> str:
        """The link as its bearer presents it; always the same for one link."""
        until = int(link.expires.timestamp()) if link.expires is not None else 0
        of_hall = (link.hall.owner, link.hall.tag) if link.hall else ()
        text = msgspec.json.encode(
            (link.game, link.duty or link.role, link.seats, link.id, until, *of_hall)
        )
        return self._signer.sign(base64_encode(text)).decode()

    def read(self, token: str) -> Link:
        """The link that a token is; raises `Forged`."""
        if _TOKEN.fullmatch(token) is None:
            raise Forged
        try:
            text = msgspec.json.decode(base64_decode(self._signer.unsign(token)), type=_Signed)
        except (BadSignature, msgspec.DecodeError):
            raise Forged from None
        expires = datetime.fromtimestamp(text.until, UTC) if text.until else None
        hall = Hall(text.owner, text.tag) if text.owner else None
        role, duty = _ROLES.get(text.role, ("spectator", None))
        return Link(text.id, text.game, role, text.seats, expires, hall, duty)

    # -- the links of a game -----------------------------------------------------------------------

    def standard(self, game: str, opened: GameOpened) -> tuple[Link, ...]:
        """The links that every game has: one for each player's seat, the arbiter's, the
        spectators'."""
        players = (seat.id for seat in opened.seats if seat.role == "player")
        seats = (Link(self.id_of(game, seat), game, "seat", (seat,)) for seat in players)
        arbiter, spectator = (Link(self._id(game, role), game, role) for role in _WITHOUT_SEATS)
        return (*seats, arbiter, spectator)

    def of_tournament(self, tournament: str, entrants: int) -> tuple[Link, ...]:
        """The links that every tournament has: the director's, the scorer's, the check-in's, the
        screens', and one for each entrant."""
        duties: tuple[Duty, ...] = ("director", "scorer", "check-in", "screen")
        own = (
            Link(self._id(tournament, "duty", duty), tournament, "spectator", duty=duty)
            for duty in duties
        )
        tables = (self.of_entrant(tournament, number) for number in range(1, entrants + 1))
        return (*own, *tables)

    def of_entrant(self, tournament: str, number: int) -> Link:
        return Link(
            self._id(tournament, "entrant", str(number)),
            tournament,
            "spectator",
            (str(number),),
            duty="table",
        )

    def of_registration(self, tournament: str, key: str) -> str:
        """The id of a registration that was sent with this key: whoever knows it is that person."""
        return self._id(tournament, "registration", key)

    def id_of(self, game: str, seat: str) -> str:
        """The id of the standard link of a player's seat, or of the arbiter (`UMPIRE`): the game
        may still be to be opened."""
        return self._id(game, "arbiter") if seat == UMPIRE else self._id(game, "seat", seat)

    def all(self, game: str, opened: GameOpened) -> tuple[Issued, ...]:
        own = (
            Issued(link, opened.at, opened.actor, standard=True)
            for link in self.standard(game, opened)
        )
        return (*own, *self._kept(f"{game}/"))

    def find(self, game: str, opened: GameOpened, id: str) -> Issued | None:
        return next((item for item in self.all(game, opened) if item.link.id == id), None)

    def halls(self, owner: str = "") -> tuple[Issued, ...]:
        return tuple(self._kept(f"{_HALLS}{owner}/" if owner else _HALLS))

    def hand(self, game: str, opened: GameOpened, actor: str) -> Link | None:
        """The link that an actor of a game came with: one of the game's own, or of a hall of its
        organiser's."""
        there = (*self.all(game, opened), *self.halls(opened.administered_by))
        return next((item.link for item in there if item.link.id == actor), None)

    def issued(self, place: str, actor: str, key: str) -> Issued | None:
        """The link kept under a place that an actor's request with this idempotency key was
        answered with before, if there was one."""
        data = self._key_values.fetch(ISSUED, f"{place}/{self._id(place, 'issued', actor, key)}")
        return kept_as(Issued, data)

    def issue(self, link: Link, at: datetime, actor: str, key: str, request: str) -> Issued:
        """Keep a new link; its id, which need not be given, follows from its actor and the
        idempotency key. Of two requests with one key that race, both get the link of the first."""
        link = msgspec.structs.replace(link, id=self._id(link.place, "issued", actor, key))
        issued = Issued(link, at, actor, request)
        stored = self._key_values.keep(
            ISSUED, f"{link.place}/{link.id}", msgspec.json.encode(issued)
        )
        return kept_as(Issued, stored) or issued

    def _kept(self, start: str) -> list[Issued]:
        stored = whole_as(Issued, self._key_values.items(ISSUED, start))
        return sorted(stored, key=lambda item: (item.at, item.link.id))

    # -- how they end ------------------------------------------------------------------------------

    def revoke(self, link: Link, at: datetime, actor: str) -> Revoked:
        """Withdraw a link from now on; answers when it was withdrawn first."""
        revoked = revoke_at(self._key_values, REVOKED, f"{link.place}/{link.id}", at, actor)
        self.on_revoked(link.game)
        return revoked

    def revocation(self, link: Link) -> Revoked | None:
        return revocation_of(self._key_values, REVOKED, f"{link.place}/{link.id}")

    def _id(self, *parts: str) -> str:
        return id_from(self._secret, "greffe/link-id@v1", *parts)


def id_from(secret: bytes, *parts: str) -> str:
    """12 letters that follow from what a link is for and from the secret, so that nobody can tell
    whose they are."""
    return ids.id_from(hmac.digest(secret, "\n".join(parts).encode(), "sha256"))


def revoke_at(
    key_values: KeyValueStore, kind: str, place: str, at: datetime, actor: str
) -> Revoked:
    """Note that what is kept in a place is revoked from now on; answers when it was revoked
    first."""
    revoked = Revoked(at, actor)
    return kept_as(Revoked, key_values.keep(kind, place, msgspec.json.encode(revoked))) or revoked


def revocation_of(key_values: KeyValueStore, kind: str, place: str) -> Revoked | None:
    """When and by whom what is kept in a place was revoked; what is damaged is revoked, too."""
    data = key_values.fetch(kind, place)
    return (
        data
        if data is None
        else kept_as(Revoked, data) or Revoked(datetime.fromtimestamp(0, UTC), "")
    )


_HALLS = "hall:"  # no game's id has a colon

# What a token says that a link is for: a role in a game, or a duty in a tournament.
_ROLES: dict[str, tuple[LinkRole, Duty | None]] = {
    **{role: (role, None) for role in get_args(LinkRole)},
    **{duty: ("spectator", duty) for duty in get_args(Duty)},
}

_WITHOUT_SEATS: tuple[LinkRole, LinkRole] = ("arbiter", "spectator")


# Where.
CALENDARS, CALENDARS_REVOKED = (
    "calendar",
    "calendar-revoked",
)  # where the key-value store keeps what was issued and revoked: `<owner>/<id>`

_CALENDAR_TOKEN = re.compile(r"[A-Za-z0-9_-]+\.[0-9a-z]{12}\.[A-Za-z0-9_-]{43}")


class CalendarLink(Struct, frozen=True, omit_defaults=True):
    id: str
    owner: str
    at: datetime
    tag: str = ""
    tournament: str = ""
    request: str = ""

    @property
    def place(self) -> str:
        return f"{self.owner}/{self.id}"


class CalendarLinks:
    def __init__(self, key_values: KeyValueStore, secret: str) -> None:
        self._key_values, self._secret = key_values, secret.encode()
        self._signer = Signer(
            secret, salt="greffe/calendar@v1", key_derivation="hmac", digest_method=hashlib.sha256
        )

    def token(self, link: CalendarLink) -> str:
        return self._signer.sign(f"{link.owner}.{link.id}").decode()

    def read(self, token: str) -> CalendarLink:
        """The link that a token is, revoked or not; raises `Forged`."""
        if _CALENDAR_TOKEN.fullmatch(token) is None:
            raise Forged
        try:
            owner, _, id = self._signer.unsign(token).decode().partition(".")
        except BadSignature:
            raise Forged from None
        link = kept_as(CalendarLink, self._key_values.fetch(CALENDARS, f"{owner}/{id}"))
        if link is None:
            raise Forged
        return link

    def issued(self, owner: str) -> tuple[CalendarLink, ...]:
        stored = whole_as(CalendarLink, self._key_values.items(CALENDARS, f"{owner}/"))
        return tuple(sorted(stored, key=lambda item: (item.at, item.id)))

    def issue(
        self,
        owner: str,
        key: str,
        request: str,
        at: datetime,
        *,
        tag: str = "",
        tournament: str = "",
    ) -> tuple[CalendarLink, bool]:
        """Keep a new link, and say whether it was there before: its id follows from its owner and
        the idempotency key."""
        link = CalendarLink(
            id_from(self._secret, "greffe/calendar-id@v1", owner, key),
            owner,
            at,
            tag,
            tournament,
            request,
        )
        data = msgspec.json.encode(link)
        stored = self._key_values.keep(CALENDARS, link.place, data)
        return kept_as(CalendarLink, stored) or link, stored != data

    def revoke(self, link: CalendarLink, at: datetime, actor: str) -> Revoked:
        """Withdraw a link from now on; answers when it was withdrawn first."""
        return revoke_at(self._key_values, CALENDARS_REVOKED, link.place, at, actor)

    def revocation(self, link: CalendarLink) -> Revoked | None:
        return revocation_of(self._key_values, CALENDARS_REVOKED, link.place)


def given(links: Links, link: Link) -> LinkGiven:
    """A link to hand out."""
    token = links.token(link)
    return LinkGiven(
        id=link.id,
        role=link.role,
        seats=link.seats,
        expires=link.expires,
        token=token,
        href=f"/seat/{token}",
        qr=picture(link),
        tag=_tag(link),
    )


def standard_links(links: Links, game: str, opened: GameOpened) -> tuple[LinkGiven, ...]:
    return tuple(given(links, link) for link in links.standard(game, opened))


def standing(links: Links, issued: Issued, now: datetime) -> LinkAt:
    link = issued.link
    revoked = links.revocation(link)
    state = state_of(link, revoked, now)
    token = links.token(link) if state == "good" else None
    return LinkAt(
        id=link.id,
        role=link.role,
        seats=link.seats,
        expires=link.expires,
        state=state,
        standard=issued.standard,
        issued_at=issued.at,
        issued_by=issued.actor,
        revoked_at=revoked.at if revoked is not None else None,
        revoked_by=revoked.actor if revoked is not None else None,
        token=token,
        href=f"/seat/{token}" if token is not None else None,
        qr=picture(link) if token is not None else None,
        tag=_tag(link),
    )


def state_of(link: Link, revoked: Revoked | None, now: datetime) -> State:
    if revoked is not None:
        return "revoked"
    return "expired" if link.expires is not None and now >= link.expires else "good"


def picture(link: Link) -> str:
    return (
        f"/api/v1/halls/{link.id}/qr.svg"
        if link.hall
        else f"/api/v1/games/{link.game}/links/{link.id}/qr.svg"
    )


def _tag(link: Link) -> str | UnsetType:
    return link.hall.tag if link.hall else UNSET


CODE = 72  # millimetres that the code is wide, its quiet zone included

_LETTER = 0.56  # the average width of a letter, as a share of its size


def code(address: str) -> segno.QRCode:
    """The QR code of an address; a quarter of it may be lost on a crumpled sheet."""
    return segno.make_qr(address, error="q", boost_error=False)


def dense_code(address: str) -> str:
    """The code of a long address, as an SVG for a page; less of it may be lost. Empty where it is
    too long for any."""
    try:
        made = segno.make_qr(address, error="l", boost_error=True)
    except segno.DataOverflowError:
        return ""
    drawn: str = made.svg_inline(
        border=2, light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return drawn


def sheet(address: str, lines: tuple[str, ...]) -> bytes:
    """The SVG: the code, and under it up to three lines, made narrower where they would not fit."""
    drawn = code(address).svg_inline(
        border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    square = drawn.replace("<svg ", f'<svg x="4" y="2" width="{CODE}" height="{CODE}" ', 1)
    texts = "".join(_line(text, 79 + 6 * n, 5 if n == 0 else 4) for n, text in enumerate(lines))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="96mm" viewBox="0 0 80 96">'
        f'<title>{escape(" · ".join(lines))}</title><rect width="80" height="96" '
        f'fill="#fff"/>{square}'
        f'<g font-family="sans-serif" text-anchor="middle" fill="#000">{texts}</g></svg>'
    ).encode()


def _line(text: str, y: int, size: int) -> str:
    squeezed = (
        f' textLength="{CODE}" lengthAdjust="spacingAndGlyphs"'
        if len(text) * size * _LETTER > CODE
        else ""
    )
    return f'<text x="40" y="{y}" font-size="{size}"{squeezed}>{escape(text)}</text>'
