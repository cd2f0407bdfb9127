"""What a request works with: the clerk, the views, the keys, and the limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from eventsourcing.persistence import PersistenceError
from flask import current_app
from msgspec import Struct

from api.metrics import Metrics
from domain.campaign_record import CAMPAIGN_TOPICS
from domain.campaigns import Campaigns
from domain.clerk import Clerk
from domain.errors import UnknownCampaign, UnknownGame
from domain.filed import DamagedRecord, Filed
from domain.record import FIRST, GameOpened
from projections.index import Index
from projections.views import Views, ViewsDown

if TYPE_CHECKING:  # these know the service
    from api.access import Access
    from api.access_limits import Meter
    from api.receipts import Receipts
    from api.replies import Page
    from api.streams import Streams

EXTENSION = "greffe"

REMEMBERED = 1_024
"""Opening records held in memory."""


class Limits(Struct, frozen=True):
    """The most bytes in a body, and in a file to import."""

    body: int = 1_000_000
    import_file: int = 32_000_000


class Service:
    """One app's collaborators; made once, read by every request."""

    description: Callable[[], Page]
    """Makes the OpenAPI document, once."""

    streams: Streams
    """The live streams of this process."""

    receipts: Receipts
    """The log, and those who wait for it."""

    def __init__(
        self, clerk: Clerk, views: Views | None, access: Access, meter: Meter, limits: Limits, public_url: str = ""
    ) -> None:
        self.clerk = clerk
        self.views = views
        self.access = access
        self.meter = meter
        self.public_url = public_url
        self.limits = limits
        self.index = Index(clerk)
        self.metrics = Metrics()
        if views is not None:
            views.on_unverified = self.metrics.view_unverified
        self._opened: dict[str, GameOpened] = {}

    def newest(self, game: str) -> int:
        """The seq of a game's newest record, without taking the game in hand; raises `UnknownGame`."""
        rows = self.clerk.recorder.select_events(game, desc=True, limit=1)
        if not rows or rows[0].topic in CAMPAIGN_TOPICS:
            raise UnknownGame(game)
        seq = rows[0].originator_version
        if seq >= FIRST:
            return seq
        return self.clerk.file(game).whole.seq + 1  # a row without a number: the position after what is whole says what is damaged

    def opened(self, game: str) -> GameOpened:
        """A game's opening record, without taking the game in hand; raises `UnknownGame`. It never changes, so it is remembered."""
        known = self._opened.get(game)
        if known is None:
            rows = self.clerk.recorder.select_events(game, limit=1)
            if not rows or rows[0].topic in CAMPAIGN_TOPICS:
                raise UnknownGame(game)
            body = Filed(game, FIRST, rows[0].topic, rows[0].state).body
            if rows[0].originator_version != FIRST or not isinstance(body, GameOpened):
                raise DamagedRecord("it is no opening", game, FIRST)
            if len(self._opened) >= REMEMBERED:
                self._opened.clear()
            known = self._opened[game] = body
        return known

    def owner(self, id: str, kind: str) -> str | None:
        """The key that a `game` or a `campaign` belongs to; none if there is no such thing,
        or its first record cannot be read any more: strangers are not told which."""
        try:
            return self.opened(id).administered_by if kind == "game" else Campaigns(self.clerk).campaign(id).opened.actor
        except (UnknownGame, UnknownCampaign, DamagedRecord):
            return None

    def is_public(self, game: str) -> bool:
        """Whether there is such a game and anybody may watch it."""
        try:
            return self.opened(game).public
        except (UnknownGame, DamagedRecord):
            return False

    def view(self, read: Callable[[Views], tuple[int, bytes] | None], seq: int) -> bytes | None:
        """What the views have, if they can be reached and stand at this very record."""
        if self.views is None:
            return None
        try:
            found = read(self.views)
        except ViewsDown:
            return None
        return found[1] if found is not None and found[0] == seq else None

    def store_ok(self) -> bool:
        """Whether the store answers."""
        try:
            self.clerk.recorder.max_notification_id()
        except PersistenceError:
            return False
        return True

    def lag(self) -> int | None:
        """Records the views are behind; none where one end cannot be asked."""
        if self.views is None:
            return None
        try:
            return max(0, (self.clerk.recorder.max_notification_id() or 0) - self.views.position())
        except (ViewsDown, PersistenceError):
            return None


def service() -> Service:
    """The service of the app that answers this request."""
    found: Service = current_app.extensions[EXTENSION]
    return found
