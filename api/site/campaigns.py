"""Campaigns for organisers: open one, go on, see its sheets side by side, and print a sheet."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from msgspec import Struct

from api.body import asked
from api.caller import caller
from api.campaign_shapes import campaign_at, line, sheet_shown
from api.problems import Problem
from api.refusals import problem_of
from api.service import service
from api.site.organise import opening_of, values_of
from api.site.web import fresh_key, go, lang, needs, page, site
from domain import games
from domain.campaigns import Campaigns
from domain.errors import Refusal, ValuesNeeded
from domain.orders import Order
from domain.sheet_blocks import Block
from domain.shelf import GameFile

LISTED = 60


class Column(Struct, frozen=True):
    """A scenario's sheet among the others: its number, game, whether it is final and stands, and what it says by block and line."""

    number: int
    game: str
    final: bool
    stands: bool
    blocks: dict[tuple[str, str], str]


@site.get("/organise/campaigns")
@needs("organiser")
def list_own_campaigns() -> Response:
    """The campaigns of the organiser, the one written to last first, and the titles to open one of."""
    found, who = service(), caller()
    own = [id for _, id in found.index.campaigns() if who.role == "operator" or found.owner(id, "campaign") == who.id][:LISTED]
    campaigns = Campaigns(found.clerk)
    titles = [(id, games.ruleset(id).about) for id in games.ids()]
    return page("campaigns.html", campaigns=[line(found.clerk, campaigns.campaign(id)) for id in own], titles=titles)


@site.get("/organise/campaigns/<campaign>")
@needs("organiser")
def show_own_campaign(campaign: str) -> Response:
    """A campaign: its scenarios, its sheets side by side, and what comes next."""
    return _shown(campaign, None)


@site.post("/organise/campaigns")
@needs("organiser")
def open_own_campaign() -> Response:
    """Open a campaign with what the form says; its scenarios are opened one after the other."""
    form, clerk = request.form, service().clerk
    key = form.get("key") or fresh_key()
    try:
        opened = Campaigns(clerk).open(opening_of(form), caller().id, key, asked().digest())
    except Refusal as refusal:
        raise problem_of(refusal) from None
    return go(f"/organise/campaigns/{opened.campaign.id}")


@site.post("/organise/campaigns/<campaign>/next")
@needs("organiser")
def open_next_scenario(campaign: str) -> Response:
    """Open the next scenario from the last sheet; where the table has to roll for its set-up, ask for that."""
    form, clerk = request.form, service().clerk
    seq = form.get("seq", "")
    order = Order(campaign, int(seq) if seq.isdigit() else 0, caller().id, form.get("key") or fresh_key(), asked().digest())
    try:
        answer = Campaigns(clerk).next(order, values_of(form))
    except ValuesNeeded as needed:
        return _shown(campaign, problem_of(needed), needed.asks, form)
    except Refusal as refusal:
        return _shown(campaign, problem_of(refusal))
    assert answer.game is not None
    return go(f"/organise/links?game={answer.game.id}")


@site.get("/organise/campaigns/<campaign>/sheet/<int:number>")
@needs("organiser")
def print_sheet(campaign: str, number: int) -> Response:
    """One sheet on a page to print, as it is now or was after record `?at=`."""
    clerk, at = service().clerk, request.args.get("at", "")
    shown = sheet_shown(clerk, campaign, number, int(at) if at.isdigit() else None)
    found = Campaigns(clerk).campaign(campaign)
    return page("sheet.html", sheet=shown, campaign=line(clerk, found), blocks=_blocks(shown.game, shown.sheet))


def _shown(campaign: str, problem: Problem | None, asks: tuple[Any, ...] = (), form: Any = None) -> Response:
    clerk = service().clerk
    at = campaign_at(clerk, campaign)
    columns = [_column(campaign, scenario.number) for scenario in at.scenarios]
    lines = list(dict.fromkeys(key for column in columns for key in column.blocks))
    return page(
        "campaign.html",
        problem.kind.status if problem else 200,
        at=at,
        columns=columns,
        lines=lines,
        problem=problem,
        asks=asks,
        values=[form[f"values-{n}"] for n in range(64) if f"values-{n}" in form] if form else [],
    )


def _column(campaign: str, number: int) -> Column:
    shown = sheet_shown(service().clerk, campaign, number, None)
    language = lang()
    said = {
        (block.title.to(language), row.label.to(language)): row.value.to(language)
        for block in _blocks(shown.game, shown.sheet)
        for row in block.rows
    }
    return Column(number, shown.game, shown.final, shown.stands, said)


def _blocks(game: str, sheet: dict[str, Any]) -> tuple[Block, ...]:
    file: GameFile = service().clerk.file(game)
    blocks: tuple[Block, ...] = file.head.rules.sheet_blocks(file.head.setting.values, sheet)
    return blocks
