"""Pages about campaigns for organisers: listing and opening them, opening the next scenario,
closing; sheets to print and compare."""

from datetime import datetime
from typing import Any

from flask import Response, request
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from api.campaign.routes import (
    CampaignFilter,
    campaign_at,
    campaigns_of,
    sheet_at,
)
from api.campaign.schemas import CampaignAt, SheetAt
from api.game.dice import set_up_rolls
from api.game.opening.opening_form import (
    OpeningChoices,
    entered_opening,
    opening_choices,
    options_in_words,
    shown_options,
)
from api.game.subject import game_clerk
from api.web.access.access import link_cookie
from api.web.access.subjects import ListEntry
from api.web.body import current_request
from api.web.forms.controls import Given
from api.web.forms.submission import Trouble, key_of_form_again, sent, submit, text_entered
from api.web.pages.documents import DocumentHead, document_reply
from api.web.pages.labels import add_labels
from api.web.pages.pages import _, lang, needs, number_in, page, site, tell, visitor
from api.web.request.parameters import cursor_in, requested_record
from api.web.request.service import caller
from domain.campaign.campaigns import CampaignAnswer, Campaigns
from domain.campaign.refusals import ScenarioUnreadable
from domain.game.aggregate.game import seat_name
from domain.game.clerk.people import People
from domain.game.commands import Opening, setting_for
from domain.game.names import matches_name
from domain.game.record.records import FIRST
from domain.kernel.commitments import MOST
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.contract.chance import Values
from domain.titles.contract.ruleset import PUBLIC
from domain.titles.contract.sheet import Block
from projections.boards.pictures import picture
from projections.boards.positions import summary_of

add_labels(
    {
        "remedy": Sentences("""
            unknown-campaign = Look for the campaign in the list.
            no-such-scenario = Go to the campaign: it lists the scenarios that are open.
            scenario-unreadable
              Tell the operator of this service. The other scenarios can be read.
            campaign-refused
              Go to the campaign: it says what can be opened next, or why nothing can.
        """),
        "campaigns-is": Sentences("""
            open = going on
            closed = closed
        """),
    }
)


LISTED = 24  # campaigns on a page
SEARCHED = 200  # campaigns that the search looks through


@site.get("/organise/campaigns")
@needs("organiser")
def list_own_campaigns() -> Response:
    ruleset, status, tag = (
        request.args.get(name, "").strip()[:64] for name in ("ruleset", "status", "tag")
    )
    listed = campaigns_of(
        caller(),
        CampaignFilter(ruleset, status, tag),
        cursor_in(request.args.get("after", "")),
        LISTED,
    )
    titles = sorted(
        ((id, registry.ruleset(id).about, _scenario_count(id)) for id in registry.ids()),
        key=lambda title: not title[2],
    )
    return page(
        "campaign/campaigns.html",
        titles=titles,
        any=bool(listed.items or campaigns_of(caller(), CampaignFilter(), "", 1).items),
        campaigns=listed.items,
        after=listed.after,
        unreadable=listed.unreadable,
        criteria=request.args,
    )


@site.app_template_global()
def found_campaigns(sought: tuple[str, ...]) -> list[ListEntry]:
    """The newest campaigns of an organiser that a search finds, as links to their pages. A campaign
    is found if each word of `sought` is the beginning of a word in its title, name, tags or id."""
    who = visitor()
    if who is None or not who.at_least("organiser"):
        return []
    return [
        ListEntry(f"/organise/campaigns/{line.id}", tell(line.name), ", ".join(line.tags))
        for line in campaigns_of(who, CampaignFilter(), "", SEARCHED).items
        if matches_name(
            sought,
            f"{line.id} {line.title.en} {line.title.fr} {line.name.en} {line.name.fr} "
            + " ".join(line.tags),
        )
    ]


@site.get("/organise/campaigns/open")
@needs("organiser")
def campaign_form() -> Response:
    return _open_form_page(_carried_offer_choices(request.args.get("ruleset", "")), request.args)


@site.post("/organise/campaigns")
@needs("organiser")
def open_own_campaign() -> Response:
    form = request.form
    offers = _carried_offer_choices(form.get("ruleset", ""))

    def write() -> CampaignAnswer:
        submission, opening = sent(), entered_opening(form, offers)
        return Campaigns(game_clerk()).open(
            opening, caller().id, submission.key, submission.digest()
        )

    return submit(write, _campaign_address, lambda trouble: _open_form_page(offers, form, trouble))


@site.get("/organise/campaigns/<campaign>")
@needs("organiser")
def show_own_campaign(campaign: str) -> Response:
    return _campaign_page(campaign)


@site.get("/games/<game>/campaign")
@needs("seat")
def show_campaign_at_the_table(game: str) -> Response:
    """The page about a game's campaign for those who sit at its table: the scenarios and their
    totals."""
    head = game_clerk().game(game)
    campaign = campaign_at(game_clerk(), head.opened.campaign)
    games = [scenario.game for scenario in campaign.scenarios]
    mine = [game for game in games if link_cookie(current_request(), game)]
    return page("campaign/table.html", game=summary_of(head), at=campaign, mine=mine)


@site.post("/organise/campaigns/<campaign>/next")
@needs("organiser")
def open_next_scenario(campaign: str) -> Response:
    """Open the next scenario from the last sheet. If the table has to roll for its set-up, the page
    first asks for the rolls."""
    campaigns, form = Campaigns(game_clerk()), request.form

    def write() -> str | Response:
        order, now = sent().order(campaign), campaigns.campaign(campaign)
        values: Values = ()
        if (
            (order.actor, order.key) not in now.keys
        ):  # else it was opened, and the set-up of another one is not to be asked for
            rolled = set_up_rolls(campaigns.next_scenario(now).opening, form, "values").values
            if rolled is None:
                return _campaign_page(campaign, missing=True)
            values = rolled
        game = campaigns.next(order, values).game
        assert game is not None
        return game.id

    return submit(
        write,
        lambda game: f"/organise/links?game={game}",
        lambda trouble: _campaign_page(campaign, trouble),
    )


@site.post("/organise/campaigns/<campaign>/close")
@needs("organiser")
def close_own_campaign(campaign: str) -> Response:
    def write() -> CampaignAnswer:
        form = sent()
        reason = text_entered(form.form, "reason")
        return Campaigns(game_clerk()).close(form.order(campaign), reason)

    return submit(write, _campaign_address, lambda trouble: _campaign_page(campaign, trouble))


def _campaign_address(answer: CampaignAnswer) -> str:
    return f"/organise/campaigns/{answer.campaign.id}"


def _carried_offer_choices(ruleset: str) -> OpeningChoices:
    return opening_choices(
        ruleset,
        registry.ruleset(ruleset).carried_options(None, FIRST) if ruleset in registry.ids() else (),
    )


def _scenario_count(ruleset: str) -> int:
    """The number of scenarios in a campaign of a title; 0: any number."""
    setting = setting_for(Opening(ruleset=ruleset), game_clerk().key_values)[2]
    return registry.ruleset(ruleset).scenario_count(setting.values)


def _open_form_page(
    offers: OpeningChoices, entered: Given, trouble: Trouble | None = None
) -> Response:
    parts: dict[str, Any] = {
        "offers": offers,
        "given": entered,
        "trouble": trouble,
        "scenarios": _scenario_count(offers.rules.id),
        "options": shown_options(offers, entered, trouble),
    }
    return page(
        "campaign/open.html",
        trouble.status if trouble else 200,
        key=key_of_form_again(trouble),
        **parts,
    )


def _campaign_page(
    campaign: str, trouble: Trouble | None = None, *, missing: bool = False
) -> Response:
    clerk = game_clerk()
    campaigns = Campaigns(clerk)
    at, now = campaign_at(clerk, campaign), campaigns.campaign(campaign, requested_record())
    asks = (
        set_up_rolls(campaigns.next_scenario(now).opening, request.form, "values").asked
        if at.next
        else ()
    )
    return page(
        "campaign/campaign.html",
        trouble.status if trouble else 422 if missing else 200,
        at=at,
        options=options_in_words(registry.ruleset(at.campaign.ruleset), at.options),
        sheets=compare_sheets(at, request.args),
        asks=asks,
        missing=missing,
        trouble=trouble,
        key=key_of_form_again(trouble),
        form=request.form,
        closing=now.closing,
        reason=clerk.words(now.closing.reason) if now.closing and now.closing.reason else "",
        longest=MOST,
    )


BESIDE = 4  # sheets side by side, the newest, unless others are chosen

Key = tuple[str, str]  # a line of a sheet: its block and its label


class ComparedColumn(Struct, frozen=True):
    number: int
    final: bool
    texts: dict[Key, str]


class ComparedCell(Struct, frozen=True):
    """A cell in the comparison of sheets: the text (empty: the sheet has no such line), and whether
    it differs from the sheet on its left."""

    text: str
    changed: bool


class ComparedLine(Struct, frozen=True):
    label: str
    cells: tuple[ComparedCell, ...]


class SheetComparison(Struct, frozen=True):
    columns: tuple[ComparedColumn, ...]
    blocks: dict[str, list[ComparedLine]]
    changes: bool


class PrintedLine(Struct, frozen=True):
    """A line of a sheet, and whether it differs from the sheet the scenario was opened from."""

    label: str
    text: str
    changed: bool


class PrintedBlock(Struct, frozen=True):
    """A block of a sheet: its title and its lines."""

    title: str
    rows: list[PrintedLine]

    @property
    def brief(self) -> bool:
        """Whether its lines fit into two columns: there are several, and all are short."""
        return len(self.rows) > 3 and all(len(row.text) < 12 for row in self.rows)


class PrintedSheet(Struct, frozen=True):
    """A sheet to print, with its blocks, its seats and players' names, and the board. `at` is its
    record's time; `unlike` is the reason why changes are not marked, if they are not."""

    sheet: SheetAt
    parts: tuple[PrintedBlock, ...]
    seats: tuple[tuple[str, str], ...]
    board: str
    at: datetime
    unlike: Text | None


class UnreadableSheet(Struct, frozen=True):
    """A scenario whose sheet cannot be read, and why."""

    number: int
    why: Text


def compare_sheets(at: CampaignAt, query: MultiDict[str, str]) -> SheetComparison:
    """The comparison of the sheets in `?sheet=…&sheet=…` (default: the newest `BESIDE`), line by
    line; with `?changes=1` only the lines that change."""
    there = [scenario.number for scenario in at.scenarios if not scenario.unreadable]
    chosen = [number for number in there if str(number) in query.getlist("sheet")] or there[
        -BESIDE:
    ]
    columns = tuple(_compared_column(at.id, number) for number in chosen)
    changes = bool(query.get("changes")) and len(columns) > 1
    blocks: dict[str, list[ComparedLine]] = {}
    for key in dict.fromkeys(key for column in columns for key in column.texts):
        texts = [column.texts.get(key, "") for column in columns]
        cells = tuple(
            ComparedCell(text, n > 0 and text != texts[n - 1]) for n, text in enumerate(texts)
        )
        if not changes or any(cell.changed for cell in cells):
            blocks.setdefault(key[0], []).append(ComparedLine(key[1], cells))
    return SheetComparison(columns, blocks, changes)


@site.get("/organise/campaigns/<campaign>/sheet/<int:number>")
@needs("organiser")
def print_sheet(campaign: str, number: int) -> Response:
    """The page that prints a scenario's sheet as it is now, or as it was after record `?at=`."""
    return _sheets_page(campaign, [_printed_sheet(campaign, number, _requested_seq())], single=True)


@site.get("/organise/campaigns/<campaign>/sheet/<int:number>.pdf")
@needs("organiser")
def sheet_as_pdf(campaign: str, number: int) -> Response:
    return _sheets_pdf(campaign, [_printed_sheet(campaign, number, _requested_seq())], single=True)


@site.get("/organise/campaigns/<campaign>/sheets")
@needs("organiser")
def print_sheets(campaign: str) -> Response:
    return _sheets_page(campaign, _all_printed_sheets(campaign), single=False)


@site.get("/organise/campaigns/<campaign>/sheets.pdf")
@needs("organiser")
def sheets_as_pdf(campaign: str) -> Response:
    return _sheets_pdf(campaign, _all_printed_sheets(campaign), single=False)


def _all_printed_sheets(campaign: str) -> list[PrintedSheet | UnreadableSheet]:
    return [
        _printed_sheet(campaign, scenario.number, None)
        for scenario in campaign_at(game_clerk(), campaign).scenarios
    ]


def _sheets_page(
    campaign: str, printed: list[PrintedSheet | UnreadableSheet], *, single: bool
) -> Response:
    return page("campaign/sheet.html", **sheets_parts(campaign, printed, single=single))


def sheets_parts(
    campaign: str, printed: list[PrintedSheet | UnreadableSheet], *, single: bool
) -> dict[str, Any]:
    return {"at": campaign_at(game_clerk(), campaign), "printed": printed, "single": single}


def _sheets_pdf(
    campaign: str, printed: list[PrintedSheet | UnreadableSheet], *, single: bool
) -> Response:
    parts = sheets_parts(campaign, printed, single=single)
    last = next((sheet for sheet in reversed(printed) if isinstance(sheet, PrintedSheet)), None)
    if last is None:  # nothing was played yet, or none of it can be read
        now = parts["at"]
        record = _("Campaign {campaign}, record {seq}", campaign=campaign, seq=now.seq)
        shows = DocumentHead(
            f"{campaign}-sheets", record, now.campaign.at, f"/organise/campaigns/{campaign}"
        )
    else:
        record = _(
            "Campaign {campaign}, game {game}, record {seq}",
            campaign=campaign,
            game=last.sheet.game,
            seq=last.sheet.at,
        )
        shows = DocumentHead(
            f"{campaign}-sheets", record, last.at, f"/games/{last.sheet.game}/audit"
        )
    return document_reply("campaign/documents/campaign_sheets", parts, shows)


def _requested_seq() -> int | None:
    """The record number in `?at=`; None if it is missing, which means the newest."""
    text = request.args.get("at", "").strip()
    return number_in(text) if text else None  # 0 is refused as any position that is none


def _printed_sheet(campaign: str, number: int, at: int | None) -> PrintedSheet | UnreadableSheet:
    clerk = game_clerk()
    before: dict[Key, str] | None = None
    unlike = None
    try:
        shown = sheet_at(clerk, campaign, number, at)
    except ScenarioUnreadable as e:
        return UnreadableSheet(number, e.text)
    if shown.opened_from is not None:
        try:
            sheet = sheet_at(clerk, campaign, number - 1, shown.opened_from.seq).sheet
            before = _rows_in_words(shown.opened_from.game, sheet)
        except ScenarioUnreadable as e:
            unlike = e.text
    blocks: dict[str, list[PrintedLine]] = {}
    for (title, label), value in _rows_in_words(shown.game, shown.sheet).items():
        changed = before is not None and before.get((title, label)) != value
        blocks.setdefault(title, []).append(PrintedLine(label, value, changed))
    game = clerk.game(shown.game, shown.at)
    names = {sitter.seat: sitter.name or "" for sitter in People(clerk).at_table(game)}
    seats = tuple(
        (tell(seat_name(game, seat_spec.id)), names.get(seat_spec.id, ""))
        for seat_spec in game.setting.seat_specs
        if seat_spec.role == "player"
    )
    written = clerk.load(shown.game).record(shown.at).body.at
    parts = tuple(PrintedBlock(title, rows) for title, rows in blocks.items())
    return PrintedSheet(shown, parts, seats, picture(game, PUBLIC, lang()), written, unlike)


def _compared_column(campaign: str, number: int) -> ComparedColumn:
    shown = sheet_at(game_clerk(), campaign, number, None)
    return ComparedColumn(number, shown.final, _rows_in_words(shown.game, shown.sheet))


def _rows_in_words(game: str, sheet: dict[str, Any]) -> dict[Key, str]:
    whole = game_clerk().load(game).whole
    blocks: tuple[Block, ...] = whole.rules.sheet_blocks(whole.setting.values, sheet)
    return {
        (tell(block.title), tell(row.label)): tell(row.value)
        for block in blocks
        for row in block.rows
    }
