"""Links to calendars: an address that a calendar program asks again and again, and that tells when games or rounds are.

The operator of the calendar program knows such an address. So it is no link to a game: its bearer can read this one calendar. It
is signed, not stored, and always the same; the key-value store has which were issued and which revoked.
"""

from __future__ import annotations

import hashlib
import re
from datetime import datetime

import msgspec
from itsdangerous import BadSignature, Signer
from msgspec import Struct

from api.web.access.links import Forged, Revoked, id_from, revocation_of, revoke_at
from domain.kernel.key_values import KeyValueStore

ISSUED, REVOKED = "calendar", "calendar-revoked"  # where the key-value store keeps what was issued and revoked: `<owner>/<id>`

_TOKEN = re.compile(r"[A-Za-z0-9_-]+\.[0-9a-z]{12}\.[A-Za-z0-9_-]{43}")


class CalendarLink(Struct, frozen=True, omit_defaults=True):
    """A link to a calendar: of the games of a key that carry a `tag`, or of the rounds of a `tournament`."""

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
        self._signer = Signer(secret, salt="greffe/calendar@v1", key_derivation="hmac", digest_method=hashlib.sha256)

    def token(self, link: CalendarLink) -> str:
        return self._signer.sign(f"{link.owner}.{link.id}").decode()

    def read(self, token: str) -> CalendarLink:
        """The link that a token is, revoked or not; raises `Forged`."""
        if _TOKEN.fullmatch(token) is None:
            raise Forged
        try:
            owner, _, id = self._signer.unsign(token).decode().partition(".")
        except BadSignature:
            raise Forged from None
        data = self._key_values.fetch(ISSUED, f"{owner}/{id}")
        if data is None:
            raise Forged
        return msgspec.json.decode(data, type=CalendarLink)

    def issued(self, owner: str) -> tuple[CalendarLink, ...]:
        kept = [msgspec.json.decode(data, type=CalendarLink) for _, data in self._key_values.items(ISSUED, f"{owner}/")]
        return tuple(sorted(kept, key=lambda one: (one.at, one.id)))

    def issue(
        self, owner: str, key: str, request: str, at: datetime, *, tag: str = "", tournament: str = ""
    ) -> tuple[CalendarLink, bool]:
        """Keep a new link, and say whether it was there before: its id follows from its owner and the idempotency key."""
        link = CalendarLink(id_from(self._secret, "greffe/calendar-id@v1", owner, key), owner, at, tag, tournament, request)
        data = msgspec.json.encode(link)
        kept = self._key_values.keep(ISSUED, link.place, data)
        return msgspec.json.decode(kept, type=CalendarLink), kept != data

    def revoke(self, link: CalendarLink, at: datetime, actor: str) -> Revoked:
        """Withdraw a link from now on; answers when it was withdrawn first."""
        return revoke_at(self._key_values, REVOKED, link.place, at, actor)

    def revocation(self, link: CalendarLink) -> Revoked | None:
        return revocation_of(self._key_values, REVOKED, link.place)
