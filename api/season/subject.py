"""Seasons as a subject of access control."""

from collections.abc import Collection

from api.game.subject import first_record
from api.tournament.subject import directing
from api.web.access.subjects import Subject, register
from api.web.request.service import Service
from domain.game.clerk.clerk import Clerk
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord
from domain.season.records import SeasonOpened
from domain.season.seasons import Seasons


def seasons() -> Seasons:
    """The use cases of seasons in the app that answers the request."""
    return Seasons(directing().store)


@register
class SeasonsOfKeys(Subject):
    place = "season"

    def __init__(self, service: Service) -> None:
        self._clerk = service.of(Clerk)

    @classmethod
    def may_be_watched(cls, role: str, duties: Collection[str], *, page: bool) -> bool:
        return page and role == "spectator"

    def owned(self, id: str, key: str) -> bool:
        body = first_record(self._clerk, id)
        return isinstance(body, SeasonOpened) and body.actor == key

    def public(self, id: str) -> bool:
        try:
            return seasons().season(id).rules.public
        except (Refusal, DamagedRecord):
            return False
