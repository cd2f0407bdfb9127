"""Campaigns for organisers: find one, open one, go on to the next scenario, close it."""

from typing import Any

from flask import Response, request

from api.campaign.reading import campaign_at
from api.campaign.routes import CloseCampaign, Fitting, OpenCampaign, campaigns_of
from api.campaign.sheets import side_by_side
from api.game.dice import rolls
from api.game.opening.opening_form import Offered, asked_to_open, offered, said_of, shown_options
from api.game.request import opening_of
from api.web.body import read_as
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, key_again, sent, submit
from api.web.pages.pages import needs, page, site
from api.web.request.caller import caller
from api.web.request.parameters import cursor_in
from api.web.request.service import service
from domain.campaign.campaigns import CampaignAnswer, Campaigns
from domain.game.clerk.commands import Opening
from domain.game.clerk.opening import setting_for
from domain.game.record.records import FIRST
from domain.kernel.commitments import MOST
from domain.titles import registry
from domain.titles.contract.chance import Values

LISTED = 24  # campaigns on a page


@site.get("/organise/campaigns")
@needs("organiser")
def list_own_campaigns() -> Response:
    ruleset, status, tag = (
        request.args.get(name, "").strip()[:64] for name in ("ruleset", "status", "tag")
    )
    found = campaigns_of(
        caller(), Fitting(ruleset, status, tag), cursor_in(request.args.get("after", "")), LISTED
    )
    parts: dict[str, Any] = {"campaigns": found.items, "after": found.after, "asked": request.args}
    any_at_all = bool(found.items) or bool(campaigns_of(caller(), Fitting(), "", 1).items)
    titles = sorted(
        ((id, registry.ruleset(id).about, _scenarios(id)) for id in registry.ids()),
        key=lambda one: not one[2],
    )
    return page("campaign/campaigns.html", titles=titles, any=any_at_all, **parts)


@site.get("/organise/campaigns/open")
@needs("organiser")
def campaign_form() -> Response:
    return _form(_offered(request.args.get("ruleset", "")), request.args)


@site.post("/organise/campaigns")
@needs("organiser")
def open_own_campaign() -> Response:
    form = request.form
    offers = _offered(form.get("ruleset", ""))

    def write() -> CampaignAnswer:
        one, seals = sent(), form.get("seals") is not None
        opening = opening_of(read_as(OpenCampaign, {**asked_to_open(form, offers), "seals": seals}))
        return Campaigns(service().clerk).open(opening, caller().id, one.key, one.digest())

    return submit(write, _address, lambda trouble: _form(offers, form, trouble))


@site.get("/organise/campaigns/<campaign>")
@needs("organiser")
def show_own_campaign(campaign: str) -> Response:
    return _shown(campaign)


@site.post("/organise/campaigns/<campaign>/next")
@needs("organiser")
def open_next_scenario(campaign: str) -> Response:
    """Open the next scenario from the last sheet; where the table has to roll for its set-up, ask
    for that first."""
    campaigns, form = Campaigns(service().clerk), request.form

    def write() -> str | Response:
        order, now = sent().order(campaign), campaigns.campaign(campaign)
        values: Values = ()
        if (
            (order.actor, order.key) not in now.keys
        ):  # else it was opened, and the set-up of another one is not to be asked for
            rolled = rolls(campaigns.following(now).opening, form, "values").values
            if rolled is None:
                return _shown(campaign, missing=True)
            values = rolled
        game = campaigns.next(order, values).game
        assert game is not None
        return game.id

    return submit(
        write,
        lambda game: f"/organise/links?game={game}",
        lambda trouble: _shown(campaign, trouble),
    )


@site.post("/organise/campaigns/<campaign>/close")
@needs("organiser")
def close_own_campaign(campaign: str) -> Response:
    def write() -> CampaignAnswer:
        one = sent()
        reason = read_as(CloseCampaign, {"reason": one.text("reason")}).reason
        return Campaigns(service().clerk).close(one.order(campaign), reason)

    return submit(write, _address, lambda trouble: _shown(campaign, trouble))


def _address(answer: CampaignAnswer) -> str:
    return f"/organise/campaigns/{answer.campaign.id}"


def _offered(ruleset: str) -> Offered:
    return offered(
        ruleset, registry.ruleset(ruleset).carry(None, FIRST) if ruleset in registry.ids() else ()
    )


def _scenarios(ruleset: str) -> int:
    """How many scenarios a campaign of a title has; 0: as many as the table likes."""
    setting = setting_for(Opening(ruleset=ruleset), service().clerk.key_values)[2]
    return registry.ruleset(ruleset).scenarios(setting.values)


def _form(offers: Offered, given: Given, trouble: Trouble | None = None) -> Response:
    parts: dict[str, Any] = {
        "offers": offers,
        "given": given,
        "trouble": trouble,
        "scenarios": _scenarios(offers.rules.id),
        "options": shown_options(offers, given, trouble),
    }
    return page(
        "campaign/open.html", trouble.status if trouble else 200, key=key_again(trouble), **parts
    )


def _shown(campaign: str, trouble: Trouble | None = None, *, missing: bool = False) -> Response:
    clerk = service().clerk
    campaigns = Campaigns(clerk)
    at, now = campaign_at(clerk, campaign), campaigns.campaign(campaign)
    asks = rolls(campaigns.following(now).opening, request.form, "values").asked if at.next else ()
    return page(
        "campaign/campaign.html",
        trouble.status if trouble else 422 if missing else 200,
        at=at,
        options=said_of(registry.ruleset(at.campaign.ruleset), at.options),
        sheets=side_by_side(at, request.args),
        asks=asks,
        missing=missing,
        trouble=trouble,
        key=key_again(trouble),
        form=request.form,
        closing=now.closing,
        reason=clerk.words(now.closing.reason) if now.closing and now.closing.reason else "",
        longest=MOST,
    )
