"""The API of campaigns: opening one, its next scenario, closing it, reading and listing."""

from typing import Annotated, Any, Literal

from flask import Response
from msgspec import Meta, Struct

from api.campaign import schemas as c
from api.game.opening.routes import new_game
from api.game.parameters import Chance, Players, Tag, TheCatalog, TheTitle, Values
from api.game.request import need_known_title, requested_opening
from api.game.stream_lists import stream_lines
from api.game.subject import game_clerk, games_here
from api.web import body
from api.web.access.caller import Caller
from api.web.request.blueprint import (
    ETAG,
    LOCATION,
    REPLAY,
    WRITTEN,
    Blueprint,
    idempotency_key,
    requested_order,
    written_reply,
)
from api.web.request.parameters import (
    At,
    ClientAt,
    RequestedRecord,
    Words,
    requested_record,
)
from api.web.request.responses import etag, reply
from api.web.request.service import caller
from domain.campaign.campaigns import (
    CampaignAnswer,
    Campaigns,
    Scenario,
    read_scenarios,
    read_sheet,
)
from domain.campaign.kinds import Campaign
from domain.campaign.records import ScenarioOpened
from domain.campaign.refusals import ScenarioUnreadable
from domain.campaign.totals import totals
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UndoPolicy
from domain.game.refusals import CampaignRefused, CatalogDamaged, UnknownCatalog
from domain.game.store.catalogs import Catalogs
from domain.kernel.amounts import amount_as_json
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.titles.registry import ruleset
from projections.search.query import MOST
from projections.store.pages import ListPage, page_of

blueprint = Blueprint("campaigns", __name__, description="Campaigns: games that hand a sheet on.")


class OpenCampaign(Struct, frozen=True, forbid_unknown_fields=True):
    """The options and rules with which all games of a new campaign are opened; everything but the
    ruleset has a default."""

    ruleset: TheTitle
    catalog: TheCatalog = "default"
    options: Annotated[
        dict[str, Any], Meta(description="The table's decisions, for every scenario alike.")
    ] = {}
    players: Players = None
    chance: Chance = "sealed"
    undo: Annotated[
        UndoPolicy, Meta(description="What may be taken back: `free` or `none`, for now.")
    ] = "free"
    tags: Annotated[
        tuple[Tag, ...],
        Meta(description="Words to find the campaign and its games by.", max_length=32),
    ] = ()
    seals: Annotated[
        bool,
        Meta(description="Whether what is chosen in secret is sealed first, in every scenario."),
    ] = False
    client_at: ClientAt = None


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The sheet from which a scenario is to be opened."""

    game: Annotated[str, Meta(description="The game whose sheet it is.")]
    seq: Annotated[int, Meta(description="Its record that the sheet was read at.")]


class OpenScenario(Struct, frozen=True, forbid_unknown_fields=True):
    """The opening of the next scenario. If a sheet is named, it has to be the campaign's last one,
    so that nobody continues from a sheet that they have not seen."""

    sheet: Annotated[
        Sheet | None, Meta(description="The sheet it is to open from; the last one without it.")
    ] = None
    values: Values = ()
    client_at: ClientAt = None


class CloseCampaign(Struct, frozen=True, forbid_unknown_fields=True):
    """The closing of a campaign, which is its last record."""

    reason: Words = ""


class CampaignListQuery(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: Annotated[str, Meta(description="The title's id.")] = ""
    status: Annotated[Literal["", "open", "closed"], Meta(description="Whether it was closed.")] = (
        ""
    )
    tag: Annotated[str, Meta(description="A tag the campaign was opened with.")] = ""
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most campaigns on a page.", ge=1, le=MOST)] = 50


class SheetQuery(Struct, frozen=True, forbid_unknown_fields=True):
    scenario: Annotated[
        int | None, Meta(description="The scenario's number, from 1; the last one without it.")
    ] = None
    at: At = None


@blueprint.route("/campaigns", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(OpenCampaign, example={"ruleset": "convicted", "players": 2})
@blueprint.opens
@blueprint.answers(
    201, "CampaignWritten", "The campaign is open.", headers={**ETAG, **LOCATION, **REPLAY}
)
def open_campaign(opening: OpenCampaign) -> Response:
    """Open a campaign. Its scenarios are opened one after the other, each from the sheet of the
    previous one."""
    answer = _campaigns().open(
        requested_opening(opening),
        caller().id,
        idempotency_key(),
        body.current_request().digest(),
        opening.client_at,
    )
    return _written_response(answer, Location=f"/api/v1/campaigns/{answer.campaign.id}")


@blueprint.route("/campaigns")
@blueprint.needs("organiser")
@blueprint.asks(CampaignListQuery)
@blueprint.answers(200, "CampaignPage")
@blueprint.refuses("store-unavailable")
def list_campaigns(query: CampaignListQuery) -> Response:
    """List the campaigns, most recently written first. An organiser sees those opened with their
    own key."""
    need_known_title(query.ruleset)
    page = campaigns_of(
        caller(), CampaignFilter(query.ruleset, query.status, query.tag), query.after, query.limit
    )
    return reply(c.CampaignPage(page.items, page.after or None, page.total, page.unreadable))


class CampaignFilter(Struct, frozen=True):
    """The conditions for campaigns in a list; an empty field is no condition."""

    ruleset: str = ""
    status: str = ""
    tag: str = ""


def campaigns_of(
    who: Caller, fitting: CampaignFilter, after: str, limit: int
) -> ListPage[c.CampaignLine]:
    """A page of the campaigns that were opened with a caller's key (for the operator: of all) and
    meet the conditions. Raises `invalid-parameters` for a malformed cursor."""
    clerk = game_clerk()
    campaigns = Campaigns(clerk)
    every = games_here().index.streams("campaign", "" if who.at_least("operator") else who.id)
    campaign_lines = stream_lines(
        "campaign",
        every,
        after,
        lambda campaign: campaign_line(clerk, campaigns.campaign(campaign)),
        (DamagedRecord, UnknownCatalog, CatalogDamaged, LookupError),
    )
    fits = (
        (number, line)
        for number, line in campaign_lines
        if isinstance(line, str)
        or (
            fitting.ruleset in ("", line.ruleset)
            and fitting.status in ("", line.status)
            and (not fitting.tag or fitting.tag in line.tags)
        )
    )
    return page_of(fits, limit, len(every) if fitting == CampaignFilter() else None)


@blueprint.route("/campaigns/<campaign>")
@blueprint.needs("organiser")
@blueprint.asks(RequestedRecord)
@blueprint.answers(
    200, "CampaignAt", "The campaign; its games may go on while its own record stays.", headers=ETAG
)
@blueprint.refuses("unknown-campaign", "store-unavailable")
def show_campaign(_: RequestedRecord, campaign: str) -> Response:
    """Show a campaign: its scenarios with their games and results, and the totals of each seat."""
    at = campaign_at(game_clerk(), campaign)
    return reply(at, ETag=etag(at.seq))


@blueprint.route("/campaigns/<campaign>/scenarios", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(OpenScenario, required=False)
@blueprint.writes("unknown-campaign", "campaign-refused", "scenario-unreadable")
@blueprint.answers(
    201, "NewScenario", "The scenario is open.", headers={**ETAG, **LOCATION, **REPLAY}
)
@blueprint.refuses("values-needed", "values-refused")
def open_scenario(scenario: OpenScenario, campaign: str) -> Response:
    """Open the next scenario, a game of its own, from the sheet of the previous one."""
    named = (scenario.sheet.game, scenario.sheet.seq) if scenario.sheet is not None else None
    answer = _campaigns().next(
        requested_order(campaign, scenario.client_at), scenario.values, named
    )
    assert answer.game is not None
    where = f"/api/v1/games/{answer.game.id}"
    return written_reply(new_scenario(answer), answer.record, again=answer.again, Location=where)


@blueprint.route("/campaigns/<campaign>/sheet")
@blueprint.needs("organiser")
@blueprint.asks(SheetQuery)
@blueprint.answers(200, "SheetAt", "The sheet; the `ETag` is the campaign's.", headers=ETAG)
@blueprint.refuses("unknown-campaign", "no-such-scenario", "no-such-position", "store-unavailable")
@blueprint.refuses("scenario-unreadable")
def show_sheet(query: SheetQuery, campaign: str) -> Response:
    """Show the sheet of a scenario after any record of its game, and how it differs from the
    previous sheet."""
    sheet = sheet_at(game_clerk(), campaign, query.scenario, query.at)
    return reply(sheet, ETag=etag(sheet.seq))


@blueprint.route("/campaigns/<campaign>/close", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(CloseCampaign, required=False)
@blueprint.writes("unknown-campaign", "campaign-refused")
@blueprint.answers(201, "CampaignWritten", "The campaign is closed.", headers=WRITTEN)
def close_campaign(closing: CloseCampaign, campaign: str) -> Response:
    """Close the campaign: no scenario can be opened afterwards. Its games are not changed."""
    return _written_response(_campaigns().close(requested_order(campaign), closing.reason))


def _campaigns() -> Campaigns:
    return Campaigns(game_clerk())


def _written_response(answer: CampaignAnswer, **headers: str) -> Response:
    stored, campaign = answer.record, answer.campaign
    told = c.CampaignWritten(
        campaign.id, stored.seq, stored.topic, stored.body.at, campaign_line(game_clerk(), campaign)
    )
    return written_reply(told, stored, again=answer.again, **headers)


def campaign_line(clerk: Clerk, campaign: Campaign) -> c.CampaignLine:
    opened = campaign.opened
    catalog = Catalogs(clerk.key_values).of(opened.catalog)
    rules = ruleset(opened.ruleset, opened.version)
    return c.CampaignLine(
        id=campaign.id,
        ruleset=opened.ruleset,
        version=opened.version,
        title=rules.about.title,
        status="closed" if campaign.closed else "open",
        seq=campaign.seq,
        opened_at=opened.at,
        at=campaign.at,
        players=opened.players,
        opened=len(campaign.scenarios),
        of=opened.scenarios or None,
        tags=opened.tags,
        chance=opened.chance,
        undo=opened.undo,
        catalog=opened.catalog,
        placeholders=catalog.provenance["placeholder"],
        name=rules.game_name(catalog.catalog),
    )


def campaign_at(clerk: Clerk, id: str) -> c.CampaignAt:
    """The answer about a campaign with its games as they are now. Raises `UnknownCampaign`."""
    campaigns = Campaigns(clerk)
    campaign = campaigns.campaign(id, requested_record())
    scenarios = read_scenarios(clerk, campaign)
    following, waits = next_scenario_or_reason(campaigns, campaign)
    shown = tuple(scenario_at(scenario) for scenario in scenarios)
    return c.CampaignAt(
        id=id,
        seq=campaign.seq,
        campaign=campaign_line(clerk, campaign),
        options=campaign.opened.options,
        scenarios=shown,
        totals=totals_at(scenarios),
        next=following,
        waits=waits,
    )


def sheet_at(clerk: Clerk, id: str, number: int | None, at: int | None) -> c.SheetAt:
    """The answer about the sheet of scenario `number` (default: the last) after record `at` of its
    game (default: the newest). Raises `UnknownCampaign`, `NoSuchScenario`, `NoSuchPosition`,
    `ScenarioUnreadable`."""
    campaign = Campaigns(clerk).campaign(id)
    sheet = read_sheet(clerk, campaign, number, at)
    return c.SheetAt(
        campaign=id,
        seq=campaign.seq,
        number=sheet.number,
        game=sheet.game.id,
        at=sheet.at,
        final=sheet.final,
        stands=sheet.stands,
        fidelity=sheet.game.fidelity,
        opened_from=sheet_opened_from(campaign.scenarios[sheet.number - 1]),
        sheet=sheet.sheet,
        sha256=sheet.sha256,
        change=sheet.change,
    )


def new_scenario(answer: CampaignAnswer) -> c.NewScenario:
    game, opened = answer.game, answer.record.body
    assert game is not None and isinstance(opened, ScenarioOpened)
    return c.NewScenario(
        answer.campaign.id,
        answer.record.seq,
        opened.number,
        sheet_opened_from(opened),
        game.id,
        **new_game(game),
    )


def scenario_at(scenario: Scenario) -> c.ScenarioAt:
    opened, game, result = scenario.opened, scenario.game, scenario.result
    lines = result.score if result is not None else ()
    score = tuple(c.Points(line.seat, amount_as_json(line.points)) for line in lines)
    return c.ScenarioAt(
        number=scenario.number,
        game=opened.game,
        status=game.status if game is not None else None,
        seq=game.seq if game is not None else None,
        opened_at=game.opened.at if game is not None else opened.at,
        opened_from=sheet_opened_from(opened),
        outcome=result.outcome if result is not None else None,
        score=score if result is not None else None,
        fidelity=game.fidelity if game is not None else None,
        stands=scenario.stands,
        sound=scenario.sound,
        unreadable=scenario.unreadable,
    )


def sheet_opened_from(opened: ScenarioOpened) -> c.OpenedFrom | None:
    return (
        c.OpenedFrom(opened.from_game, opened.from_seq, opened.sheet) if opened.from_game else None
    )


def totals_at(scenarios: tuple[Scenario, ...]) -> tuple[c.TotalAt, ...] | None:
    """The totals of all seats over these scenarios; None if one of them cannot be read."""
    results = [scenario.result for scenario in scenarios if scenario.result]
    games = [scenario.game for scenario in scenarios if scenario.game]
    if len(results) < len(scenarios):
        return None
    return tuple(
        c.TotalAt(t.seat, games[-1].setting.name(t.seat), t.wins, amount_as_json(t.points))
        for t in totals(results)
    )


def next_scenario_or_reason(
    campaigns: Campaigns, campaign: Campaign
) -> tuple[c.NextScenario | None, Text | None]:
    """The scenario that can be opened now and None; or None and the reason why there is none."""
    try:
        following = campaigns.next_scenario(campaign)
    except (CampaignRefused, ScenarioUnreadable) as refused:
        return None, refused.text
    sheet = (
        c.SheetName(following.before.id, following.before.seq)
        if following.before is not None
        else None
    )
    return c.NextScenario(following.number, sheet), None
