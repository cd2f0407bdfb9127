"""The Campaign aggregate: several games of one title that hand a sheet on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.filed import DamagedRecord, Filed
from domain.record import CampaignClosed, CampaignOpened, ScenarioOpened


class Campaign(Struct, frozen=True):
    """A campaign after its record `seq`: what it was opened with and its scenarios so far, oldest first."""

    id: str
    seq: int
    opened: CampaignOpened
    scenarios: tuple[ScenarioOpened, ...] = ()
    closed: bool = False
    keys: dict[str, int] = {}

    @property
    def last(self) -> ScenarioOpened | None:
        """The scenario being played, or played last."""
        return self.scenarios[-1] if self.scenarios else None

    @property
    def complete(self) -> bool:
        """Whether every scenario of the title's campaign was opened."""
        return bool(self.opened.scenarios) and len(self.scenarios) >= self.opened.scenarios


def fold_campaign(filed: Iterable[Filed]) -> Campaign | None:
    """A campaign from its records; none if there are none. Raises `DamagedRecord`."""
    campaign: Campaign | None = None
    for one in filed:
        body = one.body
        if campaign is None:
            if not isinstance(body, CampaignOpened):
                raise DamagedRecord(f"a campaign begins with its opening, not with {one.topic}")
            campaign = Campaign(one.game, one.seq, body, keys={body.key: one.seq})
            continue
        campaign = replace(campaign, seq=one.seq, keys={**campaign.keys, body.key: one.seq})
        if isinstance(body, ScenarioOpened):
            campaign = replace(campaign, scenarios=(*campaign.scenarios, body))
        elif isinstance(body, CampaignClosed):
            campaign = replace(campaign, closed=True)
        else:
            raise DamagedRecord(f"{one.topic} is no record of a campaign")
    return campaign


def sheet_digest(sheet: dict[str, Any]) -> str:
    """SHA-256 in hex of a sheet's JSON with sorted keys."""
    return hashlib.sha256(msgspec.json.encode(sheet, order="deterministic")).hexdigest()
