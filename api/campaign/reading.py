"""Answers about a campaign, made from the campaign."""

from collections.abc import Iterable, Iterator
from typing import Any

import structlog

from api.campaign import schemas as c
from api.game.schemas.games import SeatLink
from api.web.access.answers import LinkGiven
from domain.campaign.campaign import Campaign, totals
from domain.campaign.campaigns import (
    CampaignAnswer,
    Campaigns,
    Scenario,
    read_scenarios,
    read_sheet,
)
from domain.campaign.records import ScenarioOpened
from domain.game.clerk.clerk import Clerk
from domain.game.refusals import CampaignRefused, CatalogDamaged, UnknownCatalog
from domain.game.store.catalogs import Catalogs
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.titles.registry import ruleset
from projections.boards.json import summary_shape


def lines(
    clerk: Clerk, candidates: Iterable[tuple[int, str]]
) -> Iterator[tuple[int, c.CampaignLine]]:
    """Campaigns for a list, by number and id; one that cannot be read must not keep the others from
    being listed."""
    campaigns = Campaigns(clerk)
    for number, id in candidates:
        try:
            yield number, line(clerk, campaigns.campaign(id))
        except (DamagedRecord, UnknownCatalog, CatalogDamaged, LookupError) as e:
            structlog.get_logger("greffe.api").error(
                "a campaign cannot be read", campaign=id, why=str(e)
            )


def line(clerk: Clerk, campaign: Campaign) -> c.CampaignLine:
    opened = campaign.opened
    catalog = Catalogs(clerk.key_values).of(opened.catalog)
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


def campaign_at(clerk: Clerk, id: str) -> c.CampaignAt:
    """A campaign with its games as they stand; raises `UnknownCampaign`."""
    campaigns = Campaigns(clerk)
    campaign = campaigns.campaign(id)
    scenarios = read_scenarios(clerk, campaign)
    following, waits = outlook(campaigns, campaign)
    shown = tuple(scenario_at(scenario) for scenario in scenarios)
    options = campaign.opened.options
    return c.CampaignAt(
        id,
        campaign.seq,
        line(clerk, campaign),
        options,
        shown,
        totals_at(scenarios),
        following,
        waits,
    )


def sheet_shown(clerk: Clerk, id: str, number: int | None, at: int | None) -> c.SheetAt:
    """A sheet; raises `UnknownCampaign`, `NoSuchScenario`, `NoSuchPosition`."""
    campaign = Campaigns(clerk).campaign(id)
    sheet = read_sheet(clerk, campaign, number, at)
    return c.SheetAt(
        id,
        campaign.seq,
        sheet.number,
        sheet.game.id,
        sheet.at,
        sheet.final,
        sheet.stands,
        sheet.game.fidelity,
        opened_from(campaign.scenarios[sheet.number - 1]),
        sheet.sheet,
        sheet.sha256,
        sheet.change,
    )


def written_at(clerk: Clerk, answer: CampaignAnswer) -> c.CampaignWritten:
    filed, campaign = answer.filed, answer.campaign
    return c.CampaignWritten(
        campaign.id, filed.seq, filed.topic, filed.body.at, line(clerk, campaign)
    )


def new_scenario(answer: CampaignAnswer, handed: tuple[LinkGiven, ...] = ()) -> c.NewScenario:
    game, opened = answer.game, answer.filed.body
    assert game is not None and isinstance(opened, ScenarioOpened)
    links = tuple(
        SeatLink(seat, f"/api/v1/games/{game.id}/legal?seat={seat}") for seat in game.setting.seats
    )
    summary: Any = summary_shape(game)
    return c.NewScenario(
        answer.campaign.id,
        answer.filed.seq,
        opened.number,
        opened_from(opened),
        game.id,
        summary,
        links,
        handed,
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
    return (
        c.OpenedFrom(opened.from_game, opened.from_seq, opened.sheet) if opened.from_game else None
    )


def totals_at(scenarios: tuple[Scenario, ...]) -> tuple[c.TotalAt, ...]:
    found = totals(scenario.result for scenario in scenarios)
    return tuple(
        c.TotalAt(t.seat, scenarios[-1].game.setting.name(t.seat), t.wins, t.points) for t in found
    )


def outlook(campaigns: Campaigns, campaign: Campaign) -> tuple[c.NextScenario | None, Text | None]:
    """The scenario that can be opened now, or why there is none."""
    try:
        found = campaigns.following(campaign)
    except CampaignRefused as refused:
        return None, refused.text
    sheet = c.SheetName(found.before.id, found.before.seq) if found.before is not None else None
    return c.NextScenario(found.number, sheet), None
