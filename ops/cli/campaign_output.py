"""Campaigns and their sheets in lines, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.answers.campaigns import CampaignAt, ScenarioAt
from domain.campaign.campaigns import Campaigns
from domain.campaign.sheets import read_sheet
from domain.clerk.clerk import Clerk
from domain.procedure.sheets import sheet_at
from domain.rules.text import Lang, Text
from ops.cli.common import columns

STATUS = {"open": Text("open", "en cours"), "ended": Text("ended", "finie"), "closed": Text("closed", "close")}
NOTHING = "–"


def tell_campaign(found: CampaignAt, lang: Lang) -> Iterator[str]:
    """A campaign: a heading, its scenarios, its totals, what comes next."""
    line, of = found.campaign, found.campaign.of
    count = Text(f"{line.opened} of {of}", f"{line.opened} sur {of}") if of else Text(str(line.opened), str(line.opened))
    state = Text("open", "ouverte") if line.status == "open" else Text("closed", "close")
    yield Text(
        f"{line.title.en}, campaign {found.id}, {state.en}. Scenarios: {count.en}.",
        f"{line.title.fr}, campagne {found.id}, {state.fr}. Scénarios : {count.fr}.",
    ).to(lang)
    if found.scenarios:
        head = Text("scenario game status seq points result", "scénario partie état seq points résultat").to(lang).split()
        yield ""
        yield from columns(head, [_scenario(one, lang) for one in found.scenarios])
    for one in found.scenarios:
        if not one.stands:
            n = one.number
            en, fr = f"Scenario {n} was changed after scenario {n + 1} had opened", f"Le scénario {n} a changé après l'ouverture du"
            yield Text(f"{en} from its sheet.", f"{fr} scénario {n + 1} depuis sa feuille.").to(lang)
    if found.totals:
        head = Text("seat wins points", "siège victoires points").to(lang).split()
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
        return Text(f"Scenario {n} can be opened.", f"Le scénario {n} peut s'ouvrir.").to(lang)
    return Text(
        f"Scenario {n} can be opened, from game {sheet.game} at record {sheet.seq}.",
        f"Le scénario {n} peut s'ouvrir, depuis la partie {sheet.game} à l'écriture {sheet.seq}.",
    ).to(lang)


def tell_sheet(clerk: Clerk, id: str, number: int | None, at: int | None, lang: Lang) -> Iterator[str]:
    """A sheet: a heading, and a line for each parameter, with what it was on the sheet before where that is different."""
    campaign = Campaigns(clerk).campaign(id)
    sheet = read_sheet(clerk, campaign, number, at)
    opened = campaign.scenarios[sheet.number - 1]
    before = dict(flat(sheet_at(clerk.game(opened.from_game, opened.from_seq)))) if opened.from_game else {}
    title, game = sheet.game.rules.about.title, sheet.game
    yield Text(
        f"{title.en}, scenario {sheet.number}, game {game.id}, after record {game.seq} ({game.fidelity}).",
        f"{title.fr}, scénario {sheet.number}, partie {game.id}, après l'écriture {game.seq} ({game.fidelity}).",
    ).to(lang)
    if not sheet.stands:
        yield Text(
            "The next scenario was opened from another sheet of this game.",
            "Le scénario suivant s'est ouvert depuis une autre feuille de cette partie.",
        ).to(lang)
    now = dict(flat(sheet.sheet))
    rows = [
        (name, now.get(name, NOTHING), before.get(name, NOTHING) if before and before.get(name) != now.get(name) else "")
        for name in dict.fromkeys([*now, *before])
    ]
    yield ""
    yield from columns(Text("parameter value before", "paramètre valeur avant").to(lang).split(), rows)


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
