"""Links: access to one thing of a subject, or to a group of things, without a key.

A link is a signed token with the thing or group, the role or duty, in whose name its bearer may act,
its id and its expiry. Only this content is stored; whenever the token is shown, it is signed again
with the same bytes. Standard links come with a thing and have derived ids; others are issued and
stored. A link ends when it expires or is revoked; revocations are stored, too.
"""

import hashlib
import hmac
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Literal
from xml.sax.saxutils import escape

import msgspec
import segno
from itsdangerous import BadSignature, Signer
from itsdangerous.encoding import base64_decode, base64_encode
from msgspec import Struct, field

from api.web.access.caller import DUTY_NAMES, RANK, SPECTATOR, Group
from domain.kernel import ids
from domain.kernel.key_values import KeyValueStore, kept_as, undamaged_as
from domain.kernel.registry import TRIAL

# Where the key-value store keeps links that were issued beside the standard ones, and what was
# revoked: `<place>/<link>`.
ISSUED, REVOKED = "link", "revoked"

# A token has one spelling: base64 would let the last letter of a signature be one of four.
_TOKEN = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")


TRIAL_LASTS = timedelta(days=1)


def trial_end(owner: str, opened: datetime) -> datetime | None:
    """When the links to a thing expire: a day after `opened` for a trial (`owner` is `TRIAL`). None
    for other things, whose links do not expire."""
    return opened + TRIAL_LASTS if owner == TRIAL else None


class Forged(Exception):
    """The token was not signed by this service."""


class Link(Struct, frozen=True):
    """The content of a link. `id` is the actor in records. The link leads to one thing (`to`, its
    id) or to a `group`. `speaks_for`: the participants in whose name its bearer may act. `duty`:
    its purpose if its role is `SPECTATOR`. In stored links the fields have their former names."""

    id: str
    to: str = field(name="game")
    role: str
    speaks_for: tuple[str, ...] = field(default=(), name="seats")
    expires: datetime | None = None
    group: Group | None = field(default=None, name="hall")
    duty: str | None = None

    def __post_init__(self) -> None:
        if self.role not in RANK or not (self.duty is None or self.duty in DUTY_NAMES):
            raise ValueError(f"no link has the role {self.role} and the duty {self.duty}")

    @property
    def place(self) -> str:
        """The first part of the link's key in the key-value store."""
        return place_of(self.group) if self.group else self.to


class _Signed(Struct, frozen=True, array_like=True):
    """The content of a link's token: short enough for a QR code. `role` is the role or duty.
    `until` is in seconds since 1970 (0: never expires). Only links to groups have the last two
    fields."""

    to: str
    role: str
    speaks_for: tuple[str, ...]
    id: str
    until: int
    owner: str = ""
    tag: str = ""


class IssuedLink(Struct, frozen=True, omit_defaults=True):
    """A link with its issuer (`actor`), the time of issue (`at`) and the digest of the `request`.
    `standard`: the link came with its thing and was not issued by a request."""

    link: Link
    at: datetime
    actor: str
    request: str = ""
    standard: bool = False


class Revocation(Struct, frozen=True):
    at: datetime
    actor: str


class Links:
    def __init__(self, key_values: KeyValueStore, secret: str) -> None:
        self._key_values = key_values
        self._secret = secret.encode()
        # Called when a link is revoked here: with the id of its thing, or `""` for a group's link.
        self.on_revoked: Callable[[str], None] = lambda to: None
        self._signer = Signer(
            secret, salt="greffe/link@v1", key_derivation="hmac", digest_method=hashlib.sha256
        )

    # -- tokens ------------------------------------------------------------------------------------

    def token(self, link: Link) -> str:
        """The token of a link, always the same."""
        until = int(link.expires.timestamp()) if link.expires is not None else 0
        of_group = (link.group.owner, link.group.tag) if link.group else ()
        text = msgspec.json.encode(
            (link.to, link.duty or link.role, link.speaks_for, link.id, until, *of_group)
        )
        return self._signer.sign(base64_encode(text)).decode()

    def read(self, token: str) -> Link:
        """The link of a token. Raises `Forged`."""
        if _TOKEN.fullmatch(token) is None:
            raise Forged
        try:
            text = msgspec.json.decode(base64_decode(self._signer.unsign(token)), type=_Signed)
        except (BadSignature, msgspec.DecodeError):
            raise Forged from None
        expires = datetime.fromtimestamp(text.until, UTC) if text.until else None
        group = Group(text.owner, text.tag) if text.owner else None
        role, duty = (text.role, None) if text.role in RANK else (SPECTATOR, text.role)
        return Link(text.id, text.to, role, text.speaks_for, expires, group, duty)

    # -- those that are kept -----------------------------------------------------------------------

    def issued(self, place: str, actor: str, key: str) -> IssuedLink | None:
        """The link that was issued for this actor's idempotency key, or None if none was. `place`
        is as in `Link.place`."""
        data = self._key_values.fetch(ISSUED, f"{place}/{self.id_for(place, 'issued', actor, key)}")
        return kept_as(IssuedLink, data)

    def issue(self, link: Link, moment: datetime, actor: str, key: str, request: str) -> IssuedLink:
        """Store a new link under an id derived from its place, the actor and the idempotency key,
        and return it as stored. Concurrent requests with the same key get the same link. `request`
        is the digest of the request."""
        link = msgspec.structs.replace(link, id=self.id_for(link.place, "issued", actor, key))
        issued = IssuedLink(link, moment, actor, request)
        stored = self._key_values.keep(
            ISSUED, f"{link.place}/{link.id}", msgspec.json.encode(issued)
        )
        return kept_as(IssuedLink, stored) or issued

    def issued_below(self, start: str) -> list[IssuedLink]:
        """The issued links whose key in the key-value store begins with `start`, oldest first."""
        stored = undamaged_as(IssuedLink, self._key_values.items(ISSUED, start))
        return sorted(stored, key=lambda item: (item.at, item.link.id))

    def leads_to_trial(self, link: Link) -> bool:
        """Whether an expiring link leads to a trial: it is a standard link (only those of trials
        expire), or its issuer is recorded as `TRIAL`."""
        data = self._key_values.fetch(ISSUED, f"{link.place}/{link.id}")
        issued = kept_as(IssuedLink, data)
        return data is None or (issued is not None and issued.actor == TRIAL)

    # -- how they end ------------------------------------------------------------------------------

    def revoke(self, link: Link, moment: datetime, actor: str) -> Revocation:
        """Revoke a link. Returns its first revocation, which may be an earlier one."""
        revoked = revoke_at(self._key_values, REVOKED, f"{link.place}/{link.id}", moment, actor)
        self.on_revoked(link.to)
        return revoked

    def revocation(self, link: Link) -> Revocation | None:
        return revocation_of(self._key_values, REVOKED, f"{link.place}/{link.id}")

    def id_for(self, *parts: str) -> str:
        return id_from(self._secret, "greffe/link-id@v1", *parts)


def id_from(secret: bytes, *parts: str) -> str:
    """An id of 12 letters derived from `parts` and the secret, so that only this service can
    compute it."""
    return ids.id_from(hmac.digest(secret, "\n".join(parts).encode(), "sha256"))


def revoke_at(
    key_values: KeyValueStore, kind: str, place: str, moment: datetime, actor: str
) -> Revocation:
    """Store a revocation at this place in the key-value store, unless there is one. Returns the
    stored revocation."""
    revoked = Revocation(moment, actor)
    return (
        kept_as(Revocation, key_values.keep(kind, place, msgspec.json.encode(revoked))) or revoked
    )


def revocation_of(key_values: KeyValueStore, kind: str, place: str) -> Revocation | None:
    """The stored revocation at this place in the key-value store, or None. A damaged entry counts
    as a revocation."""
    data = key_values.fetch(kind, place)
    return (
        data
        if data is None
        else kept_as(Revocation, data) or Revocation(datetime.fromtimestamp(0, UTC), "")
    )


def place_of(group: Group) -> str:
    return PLACE_OF_GROUPS + group.owner


PLACE_OF_GROUPS = "hall:"  # no id has a colon


def link_state(
    link: Link, revoked: Revocation | None, now: datetime
) -> Literal["good", "expired", "revoked"]:
    if revoked is not None:
        return "revoked"
    return "expired" if link.expires is not None and now >= link.expires else "good"


CODE = 72  # millimetres that the code is wide, its quiet zone included

_LETTER = 0.56  # the average width of a letter, as a share of its size


def qr_code(address: str) -> segno.QRCode:
    """The QR code of an address, readable even if a quarter of it is damaged."""
    return segno.make_qr(address, error="q", boost_error=False)


@lru_cache(maxsize=200)
def dense_qr_svg(address: str) -> str:
    """The QR code of a long address with little error correction, as SVG for a page; cached. Empty
    if the address is too long for a QR code."""
    try:
        qr = segno.make_qr(address, error="l", boost_error=True)
    except segno.DataOverflowError:
        return ""
    return _inline_svg(qr)


@lru_cache(maxsize=200)
def page_qr_svg(address: str) -> str:
    """The QR code of an address as SVG for a page; cached, since each takes some thirty
    milliseconds and a page may show fifty."""
    return _inline_svg(qr_code(address))


def _inline_svg(qr: segno.QRCode) -> str:
    drawn: str = qr.svg_inline(border=2, light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return drawn


def printable_qr(address: str, lines: tuple[str, ...]) -> bytes:
    """The SVG of a printable sheet: the QR code of an address, with up to three lines below it,
    condensed if they are too wide."""
    drawn = qr_code(address).svg_inline(
        border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    square = drawn.replace("<svg ", f'<svg x="4" y="2" width="{CODE}" height="{CODE}" ', 1)
    texts = "".join(_svg_text(text, 79 + 6 * n, 5 if n == 0 else 4) for n, text in enumerate(lines))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="96mm" viewBox="0 0 80 96">'
        f'<title>{escape(" · ".join(lines))}</title><rect width="80" height="96" '
        f'fill="#fff"/>{square}'
        f'<g font-family="sans-serif" text-anchor="middle" fill="#000">{texts}</g></svg>'
    ).encode()


def _svg_text(text: str, y: int, size: int) -> str:
    squeezed = (
        f' textLength="{CODE}" lengthAdjust="spacingAndGlyphs"'
        if len(text) * size * _LETTER > CODE
        else ""
    )
    return f'<text x="40" y="{y}" font-size="{size}"{squeezed}>{escape(text)}</text>'
