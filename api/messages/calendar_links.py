"""Links to calendars. The providers of calendar programs learn the addresses of calendars, so such
a link gives access to nothing but its calendar."""

import hashlib
import re
from datetime import datetime

import msgspec
from itsdangerous import BadSignature, Signer
from msgspec import Struct

from api.web.access.access import ENDED
from api.web.access.links import Forged, Revocation, id_from, revocation_of, revoke_at
from domain.kernel.key_values import KeyValueStore, kept_as, undamaged_as

# The kinds of entries in the key-value store: issued links under `<owner>/<id>`, and revoked ones,
# which share a kind with the sessions that have ended.
CALENDARS, CALENDARS_REVOKED = "calendar", ENDED

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
        """The link of a token, even if it was revoked. Raises `Forged`."""
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
        stored = undamaged_as(CalendarLink, self._key_values.items(CALENDARS, f"{owner}/"))
        return tuple(sorted(stored, key=lambda item: (item.at, item.id)))

    def issue(
        self,
        owner: str,
        key: str,
        request: str,
        moment: datetime,
        *,
        tag: str = "",
        tournament: str = "",
    ) -> tuple[CalendarLink, bool]:
        """Store a link under an id derived from owner and idempotency key, unless there is one.
        Returns the stored link, and whether it existed before. `request` is the digest of the
        request."""
        link = CalendarLink(
            id_from(self._secret, "greffe/calendar-id@v1", owner, key),
            owner,
            moment,
            tag,
            tournament,
            request,
        )
        data = msgspec.json.encode(link)
        stored = self._key_values.keep(CALENDARS, link.place, data)
        return kept_as(CalendarLink, stored) or link, stored != data

    def revoke(self, link: CalendarLink, moment: datetime, actor: str) -> Revocation:
        """Revoke a link. Returns its first revocation, which may be an earlier one."""
        return revoke_at(self._key_values, CALENDARS_REVOKED, link.place, moment, actor)

    def revocation(self, link: CalendarLink) -> Revocation | None:
        return revocation_of(self._key_values, CALENDARS_REVOKED, link.place)


class CalendarAt(Struct, frozen=True):
    """A link to a calendar of games with a `tag`, or of the rounds of a `tournament`. `href` is its
    whole address, null once it was revoked."""

    id: str
    tag: str | None
    tournament: str | None
    issued_at: datetime
    revoked_at: datetime | None
    href: str | None


class CalendarPage(Struct, frozen=True):
    """The links to calendars that a key has issued, oldest first."""

    calendars: tuple[CalendarAt, ...]
