"""Campaigns as a subject of access control."""

from api.game.subject import first_record
from api.web.access.subjects import Subject, register
from api.web.request.service import Service
from domain.campaign.records import CampaignOpened
from domain.game.clerk.clerk import Clerk


@register
class CampaignsOfKeys(Subject):
    place = "campaign"

    def __init__(self, service: Service) -> None:
        self._clerk = service.of(Clerk)

    def owned(self, id: str, key: str) -> bool:
        body = first_record(self._clerk, id)
        return isinstance(body, CampaignOpened) and body.actor == key
