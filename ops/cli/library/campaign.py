"""`greffe campaign`: open one, list, show, go on, see the sheets, close."""

from __future__ import annotations

import json
from collections.abc import Iterator
from secrets import token_hex
from typing import Any

import click
import msgspec

from api.answers.campaigns import CampaignAt, ScenarioAt
from api.reading import campaigns
from domain.campaign.campaign import Campaign
from domain.campaign.campaigns import Campaigns
from domain.campaign.sheets import read_sheet
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening, Order
from domain.errors import BadRequest, UnknownCatalog
from domain.kernel.rows import newest_first
from domain.procedure.sheets import sheet_at
from domain.record.campaign_records import CAMPAIGN_TOPICS
from domain.rules.text import Lang, Text
from domain.store.catalogs import Catalogs
from ops.cli.common import clerk_of, columns, data_option, json_option, lang_option, links_of, settings, show_json

ACTOR = "operator"


@click.group("campaign", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Campaigns: games of one title that hand a sheet on. Open one, go on to the next scenario, see the sheets."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("open")
@click.argument("title")
@click.option("--players", type=int, help="How many players sit down; the title's usual number if left out.")
@click.option("--catalog", default="default", show_default=True, help="A catalog of the title by name, or any by its SHA-256.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A decision of the table; may be given again.")
@click.option("--dice", type=click.Choice(["sealed", "table"]), default="sealed", show_default=True, help="Who rolls.")
@click.option("--undo", type=click.Choice(["free", "none"]), default="free", show_default=True, help="What may be taken back.")
@click.option("--tag", "tags", multiple=True, help="A word to find it by; may be given again.")
@data_option
@lang_option
@json_option
def open_(
    title: str,
    players: int | None,
    catalog: str,
    options: tuple[str, ...],
    dice: str,
    undo: str,
    tags: tuple[str, ...],
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Open a campaign of TITLE. Its scenarios are opened one after the other, each from the sheet of the one before."""
    _check_tags(tags)
    with clerk_of(data) as clerk:
        opening = Opening(
            ruleset=title,
            catalog=_named(clerk, catalog),
            options=dict(map(_option, options)),
            players=players,
            chance="table" if dice == "table" else "sealed",
            undo="none" if undo == "none" else "free",
            tags=tags,
        )
        answer = Campaigns(clerk).open(opening, ACTOR, token_hex(12))
        if as_json:
            show_json(campaigns.written_at(clerk, answer))
            return
        id = answer.campaign.id
        click.echo(Text("Campaign {id} is open. greffe campaign next {id} opens its first scenario.", id=id).to(lang))


@command.command("list")
@click.option("--ruleset", metavar="ID", help="Only campaigns of this title.")
@click.option("--status", type=click.Choice(["open", "closed"]), help="Only campaigns that stand so.")
@click.option("--tag", "tags", multiple=True, help="Only campaigns with this tag; may be given again.")
@click.option("--limit", type=click.IntRange(1), help="At most so many, those written to last first.")
@data_option
@lang_option
@json_option
def list_(
    ruleset: str | None, status: str | None, tags: tuple[str, ...], limit: int | None, data: str | None, lang: Lang, as_json: bool
) -> None:
    """List the campaigns, those written to last first."""
    with clerk_of(data) as clerk:
        lines = (line for _, line in campaigns.lines(clerk, newest_first(clerk.recorder, CAMPAIGN_TOPICS)))
        found = [
            line
            for line in lines
            if ruleset in (None, line.ruleset) and status in (None, line.status) and set(tags) <= set(line.tags)
        ][:limit]
    if as_json:
        show_json(found)
    elif found:
        head = Text("campaign opened title status scenarios tags").to(lang).split()
        rows = [
            (
                line.id,
                f"{line.opened_at:%Y-%m-%d %H:%M}",
                line.title.to(lang),
                _status(line.status, lang),
                f"{line.opened}/{line.of}" if line.of else str(line.opened),
                ", ".join(line.tags),
            )
            for line in found
        ]
        click.echo("\n".join(columns(head, rows)))
    else:
        click.echo(Text("No campaign is found.").to(lang), err=True)


@command.command("show")
@click.argument("campaign")
@data_option
@lang_option
@json_option
def show(campaign: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show a campaign: its scenarios with their games and results, what they add up to, and what comes next."""
    with clerk_of(data) as clerk:
        found = campaigns.campaign_at(clerk, campaign)
        if as_json:
            show_json(found)
        else:
            click.echo("\n".join(tell_campaign(found, lang)))


@command.command("next")
@click.argument("campaign")
@click.option(
    "--values", metavar="JSON", default="[]", help="What the table rolled for the set-up: one list for each use of chance."
)
@data_option
@lang_option
@json_option
def next_(campaign: str, values: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """Open the next scenario of a campaign from the sheet of the one before."""
    rolled = _rolled(values)
    with clerk_of(data) as clerk:
        links = links_of(settings(data=data), clerk.key_values)
        if links is not None:
            clerk.link_of = links.id_of
        answer = Campaigns(clerk).next(_order(clerk, campaign), rolled)
        new = campaigns.new_scenario(answer)
    if as_json:
        show_json(new)
        return
    assert answer.game is not None
    game, came = answer.game.id, new.opened_from
    en, fr = f"Scenario {new.number} is open: game {game}", f"Le scénario {new.number} est ouvert : partie {game}"
    if came is not None:
        en, fr = f"{en}, from game {came.game} at record {came.seq}", f"{fr}, depuis la partie {came.game} à l'écriture {came.seq}"
    click.echo(f"{Text(en, fr).to(lang)}.")


@command.command("sheet")
@click.argument("campaign")
@click.option("--scenario", type=int, help="The scenario's number; the last one if left out.")
@click.option("--at", type=int, help="The sheet after this record of its game; the newest if left out.")
@data_option
@lang_option
@json_option
def sheet(campaign: str, scenario: int | None, at: int | None, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show a scenario's sheet after any record of its game, with what is different from the sheet it was opened from."""
    with clerk_of(data) as clerk:
        if as_json:
            show_json(campaigns.sheet_shown(clerk, campaign, scenario, at))
        else:
            click.echo("\n".join(tell_sheet(clerk, campaign, scenario, at, lang)))


@command.command("close")
@click.argument("campaign")
@click.option("--reason", default="", help="Why; the words can be erased later without breaking the record.")
@data_option
@lang_option
@json_option
def close(campaign: str, reason: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """Close a campaign: no scenario can be opened afterwards. Its games are not touched."""
    with clerk_of(data) as clerk:
        answer = Campaigns(clerk).close(_order(clerk, campaign), reason)
        if as_json:
            show_json(campaigns.written_at(clerk, answer))
        else:
            click.echo(Text("Campaign {campaign} is closed.", campaign=campaign).to(lang))


def _order(clerk: Clerk, id: str) -> Order:
    """An order against the campaign as it stands: the person at the machine has just read it."""
    found: Campaign = Campaigns(clerk).campaign(id)
    return Order(id, found.seq, ACTOR, token_hex(12))


def _named(clerk: Clerk, name: str) -> str:
    """A catalog by its name in the title, or by the beginning of its SHA-256."""
    try:
        return Catalogs(clerk.key_values).find(name).catalog.sha256
    except UnknownCatalog:
        return name  # a name in the title, or refused with the names that there are


def _check_tags(tags: tuple[str, ...]) -> None:
    """Take the tags that the service takes."""
    from api.request.parameters import Tag

    try:
        msgspec.convert(tags, tuple[Tag, ...])
    except msgspec.ValidationError:
        raise BadRequest(
            "/tags",
            Text("A tag is a word of at most 64 letters and digits, then also _ . : / - or spaces."),
        ) from None


def _option(given: str) -> tuple[str, Any]:
    name, equals, value = given.partition("=")
    if not equals:
        raise BadRequest("/options", Text("An option is given as NAME=VALUE, not as {given}.", given=given))
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _rolled(values: str) -> list[list[Any]]:
    try:
        rolled = json.loads(values)
    except ValueError:
        rolled = None
    if not isinstance(rolled, list) or not all(isinstance(one, list) for one in rolled):
        raise BadRequest(
            "/values",
            Text("Values are lists in a list, as in [[3, 5], [1]]: one list for each use of chance."),
        )
    return rolled


def _status(status: str, lang: Lang) -> str:
    return {"open": Text("open"), "closed": Text("closed")}[status].to(lang)


# -- in lines ----------------------------------------------------------------------------------------------------------


STATUS = {"open": Text("open", context="open"), "ended": Text("ended"), "closed": Text("closed")}
NOTHING = "–"


def tell_campaign(found: CampaignAt, lang: Lang) -> Iterator[str]:
    """A campaign: a heading, its scenarios, its totals, what comes next."""
    line, of = found.campaign, found.campaign.of
    count = Text("{opened} of {of}", opened=line.opened, of=of) if of else Text(str(line.opened), str(line.opened))
    state = Text("open") if line.status == "open" else Text("closed")
    yield Text(
        "{title}, campaign {id}, {state}. Scenarios: {count}.",
        title=line.title,
        id=found.id,
        state=state,
        count=count,
    ).to(lang)
    if found.scenarios:
        head = Text("scenario game status seq points result").to(lang).split()
        yield ""
        yield from columns(head, [_scenario(one, lang) for one in found.scenarios])
    for one in found.scenarios:
        if not one.stands:
            changed = Text(
                "Scenario {n} was changed after scenario {following} had opened from its sheet.",
                n=one.number,
                following=one.number + 1,
            )
            yield changed.to(lang)
    if found.totals:
        head = Text("seat wins points").to(lang).split()
        yield ""
        yield from columns(head, [(t.name.to(lang), str(t.wins), str(t.points)) for t in found.totals])
    yield ""
    yield _following(found, lang)


def _scenario(one: ScenarioAt, lang: Lang) -> tuple[str, ...]:
    points = ", ".join(f"{p.seat} {p.points}" for p in one.score)
    result = one.outcome.text.to(lang) if one.outcome else ""
    return (str(one.number), one.game, STATUS[one.status].to(lang), str(one.seq), points, result)


def _following(found: CampaignAt, lang: Lang) -> str:
    if found.next is None:
        assert found.waits is not None
        return found.waits.to(lang)
    n, sheet = found.next.number, found.next.sheet
    if sheet is None:
        return Text("Scenario {n} can be opened.", n=n).to(lang)
    return Text(
        "Scenario {n} can be opened, from game {game} at record {seq}.",
        n=n,
        game=sheet.game,
        seq=sheet.seq,
    ).to(lang)


def tell_sheet(clerk: Clerk, id: str, number: int | None, at: int | None, lang: Lang) -> Iterator[str]:
    """A sheet: a heading, and a line for each parameter, with what it was on the sheet before where that is different."""
    campaign = Campaigns(clerk).campaign(id)
    sheet = read_sheet(clerk, campaign, number, at)
    opened = campaign.scenarios[sheet.number - 1]
    before = dict(flat(sheet_at(clerk.game(opened.from_game, opened.from_seq)))) if opened.from_game else {}
    title, game = sheet.game.rules.about.title, sheet.game
    yield Text(
        "{title}, scenario {number}, game {id}, after record {seq} ({fidelity}).",
        title=title,
        number=sheet.number,
        id=game.id,
        seq=game.seq,
        fidelity=game.fidelity,
    ).to(lang)
    if not sheet.stands:
        yield Text(
            "The next scenario was opened from another sheet of this game.",
        ).to(lang)
    now = dict(flat(sheet.sheet))
    rows = [
        (name, now.get(name, NOTHING), before.get(name, NOTHING) if before and before.get(name) != now.get(name) else "")
        for name in dict.fromkeys([*now, *before])
    ]
    yield ""
    yield from columns(Text("parameter value before").to(lang).split(), rows)


def flat(sheet: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every parameter of a sheet by its way from the top (`stock.wood`); a list of plain values is one parameter."""
    if isinstance(sheet, dict) and sheet:
        for key, value in sheet.items():
            yield from flat(value, f"{name}.{key}" if name else key)
    elif isinstance(sheet, list) and any(isinstance(item, dict | list) for item in sheet):
        for n, item in enumerate(sheet, start=1):
            yield from flat(item, f"{name}.{n}")
    elif isinstance(sheet, list):
        yield name, ", ".join(map(_plain, sheet)) or NOTHING
    else:
        yield name, _plain(sheet)


def _plain(value: Any) -> str:
    if value is None or value in ({}, ""):
        return NOTHING
    return str(value).lower() if isinstance(value, bool) else str(value)
