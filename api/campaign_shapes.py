"""What is answered of a campaign, from the campaign itself."""

from __future__ import annotations

from collections.abc import Iterator

import structlog

from api import campaign_answers as c
from api.service import service
from domain.campaign import Campaign, totals
from domain.campaign_record import ScenarioOpened
from domain.campaigns import Campaigns
from domain.catalogs import Catalogs
from domain.errors import CampaignRefused, UnknownCatalog
from domain.filed import DamagedRecord
from domain.games import ruleset
from domain.sheets import Scenario
from domain.words import Text


def lines(campaigns: Campaigns, candidates: list[tuple[int, str]]) -> Iterator[tuple[int, c.CampaignLine]]:
    """Campaigns for a list; one that cannot be read must not keep the others from being listed."""
    for number, id in candidates:
        try:
            yield number, line(campaigns.campaign(id))
        except (DamagedRecord, UnknownCatalog, LookupError) as e:
            structlog.get_logger("greffe.api").error("a campaign cannot be read", campaign=id, why=str(e))


def line(campaign: Campaign) -> c.CampaignLine:
    """A campaign without its games."""
    opened = campaign.opened
    catalog = Catalogs(service().clerk.drawer).of(opened.catalog)
    return c.CampaignLine(
        campaign.id,
        opened.ruleset,
        opened.version,
        ruleset(opened.ruleset, opened.version).about.title,
        "closed" if campaign.closed else "open",
        campaign.seq,
        opened.at,
        campaign.at,
        opened.players,
        len(campaign.scenarios),
        opened.scenarios or None,
        opened.tags,
        opened.chance,
        opened.undo,
        opened.catalog,
        catalog.provenance["placeholder"],
    )


def scenario_at(one: Scenario) -> c.ScenarioAt:
    """A scenario with its game as it stands."""
    game, result = one.game, one.result
    points = tuple(c.Points(line.seat, line.points) for line in result.score)
    return c.ScenarioAt(
        one.number,
        game.id,
        game.status,
        game.seq,
        game.opened.at,
        opened_from(one.opened),
        result.outcome,
        points,
        game.fidelity,
        one.stands,
        one.sound,
    )


def opened_from(opened: ScenarioOpened) -> c.OpenedFrom | None:
    """The sheet a scenario was opened from; none for the first."""
    return c.OpenedFrom(opened.from_game, opened.from_seq, opened.sheet) if opened.from_game else None


def totals_at(scenarios: tuple[Scenario, ...]) -> tuple[c.TotalAt, ...]:
    """Wins and points over all scenarios, seat by seat."""
    found = totals(one.result for one in scenarios)
    return tuple(c.TotalAt(t.seat, scenarios[-1].game.setting.name(t.seat), t.wins, t.points) for t in found)


def outlook(campaigns: Campaigns, campaign: Campaign) -> tuple[c.NextScenario | None, Text | None]:
    """The scenario that can be opened now, or why there is none."""
    try:
        found = campaigns.following(campaign)
    except CampaignRefused as refused:
        return None, refused.text
    sheet = c.SheetName(found.before.id, found.before.seq) if found.before is not None else None
    return c.NextScenario(found.number, sheet), None
