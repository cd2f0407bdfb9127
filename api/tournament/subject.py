"""Tournaments as a subject of access control."""

from collections.abc import Collection
from typing import ClassVar

from api.game.subject import first_record
from api.web.access.caller import Caller
from api.web.access.subjects import COOKIE, ListEntry, Subject, landing_address, register
from api.web.pages.pages import _
from api.web.request.service import Service, service
from domain.game.clerk.clerk import Clerk
from domain.tournament.records import TournamentOpened
from domain.tournament.tournaments import Tournaments


def directing() -> Tournaments:
    """The use cases of tournaments in the app that answers the request."""
    return service().of(Tournaments)


@register
class Events(Subject):
    """What access control asks about tournaments."""

    place = "tournament"
    watchers = "screen"
    lenient = True
    opens: ClassVar[dict[str, str]] = {
        "director": "/tournaments/{}",
        "scorer": "/tournaments/{}/rounds",
        "check-in": "/tournaments/{}/check-in",
        "table": "/tournaments/{}/me",
        "screen": "/tournaments/{}/screen",
    }

    def __init__(self, service: Service) -> None:
        self._clerk, self._tournaments = service.of(Clerk), service.of(Tournaments)

    @classmethod
    def may_be_watched(cls, role: str, duties: Collection[str], *, page: bool) -> bool:
        """Whether strangers may request an address if its tournament is public: only a page that is
        open to links with the duty `screen`."""
        return page and "screen" in duties

    @classmethod
    def cookies(cls, path: str, id: str) -> tuple[str, ...]:
        """The cookies for a path about a tournament: that of the session comes first; on pages of
        players and screens that of the link."""
        both = (COOKIE, f"{COOKIE}-{id}")
        return both[::-1] if path.split("/")[3:4] in (["me"], ["screen"]) else both

    def owned(self, id: str, key: str) -> bool:
        body = first_record(self._clerk, id)
        return isinstance(body, TournamentOpened) and body.actor == key

    def public(self, id: str) -> bool:
        return self._tournaments.registering.offer(id).public

    def list_entry(self, who: Caller) -> ListEntry:
        store = self._tournaments.store
        return ListEntry(
            landing_address(who), store.title(store.tournament(who.to)) or _("The tournament")
        )
