"""The organiser's pages in a real browser: a round of tables, a night of a campaign, catalogs; on screens, phones and paper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from api.access.caller import OPERATOR_ID
from domain.rules.titles import registry
from tests.amount import ALL
from tests.browser.conftest import Site, Visits, faults, small, wide
from tests.builders.campaign import surviving_campaign

Shoot = Callable[[Page, str], None]
PHONE = {"width": 360, "height": 740}


def signed_in(site: Site, visit: Visits, path: str = "/organise", **given: object) -> Page:
    page = visit("/enter", **given)  # type: ignore[arg-type]
    page.locator("#key").fill(site.key)
    page.locator("main button").click()
    page.goto(path)
    return page


def sheets_of_paper(page: Page) -> int:
    """How many pages the page prints on."""
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(prefer_css_page_size=True)))


@pytest.fixture(scope="module")
def night(site: Site) -> str:
    """A campaign of The Convicted with two scenarios played and the third opened."""
    return surviving_campaign(site.clerk, OPERATOR_ID, 2, players=4, tags=("night",))


def test_a_round_of_tables_is_opened_printed_and_found_again(site: Site, visit: Visits, shoot: Shoot) -> None:
    page = signed_in(site, visit)
    page.get_by_role("link", name="Northgard: Training Grounds").first.click()
    page.get_by_label("Tables", exact=True).fill("3")
    page.get_by_label("First table's number").fill("7")
    page.get_by_label("Who plays where").fill("Anna, Bernard\nApolliné, Dimitri")
    page.get_by_label("Tags").fill("November cup, <round 1>")
    page.get_by_label("By consent: all other players have to agree.").check()
    page.get_by_label("An attacker loses one more unit").select_option(label="one unit per Tower in the territory")
    shoot(page, "open")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_contain_text("“<round 1>” is no tag")
    page.get_by_role("alert").get_by_role("link").press("Enter")
    expect(page.get_by_label("Tags")).to_have_js_property("id", page.evaluate("location.hash.slice(1)"))
    expect(page.get_by_label("Who plays where")).to_have_value("Anna, Bernard\nApolliné, Dimitri")
    shoot(page, "refused")
    assert faults(page) == []
    page.get_by_label("Tags").fill("November cup, round 1")
    page.keyboard.press("Enter")
    expect(page.locator(".qr")).to_have_count(12)
    shoot(page, "links")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    assert sheets_of_paper(page) == 3, "one page a table"
    page.get_by_label("Show the links of").select_option(label="players")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".qr")).to_have_count(6)
    assert sheets_of_paper(page) == 2, "two tables a page, where there are only players to hand them to"

    page.goto("/organise")
    page.get_by_label("Player").fill("apolliné")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="Northgard")).to_have_count(1)
    expect(page.locator(".table", has_text="Table 8")).to_be_visible()
    page.get_by_text("More: tag, days, branches").click()
    page.get_by_label("Player").fill("")
    page.get_by_label("Tag", exact=True).fill("November cup")
    page.get_by_label("Opened from").fill("2020-01-01")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="Northgard")).to_have_count(3)
    shoot(page, "found")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    for box in page.get_by_role("checkbox", name="Northgard").all()[:2]:
        box.focus()
        page.keyboard.press("Space")
    page.get_by_role("button", name="Print the links of the games ticked").press("Enter")
    expect(page.locator(".qr")).to_have_count(8)
    page.emulate_media(media="print")
    expect(page.get_by_text("Manage").first).to_be_hidden()
    shoot(page, "print")


def test_a_link_that_went_astray_is_replaced_with_the_keyboard(site: Site, visit: Visits) -> None:
    opened = site.open()
    page = signed_in(site, visit, f"/organise/links?game={opened.id}")
    page.get_by_text("Manage").first.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Address of the link: Blue")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Replace by a new link").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Links that no longer work (1)")).to_be_visible()
    expect(page.locator(".qr")).to_have_count(4)
    lost = visit(f"/seat/{opened.links['blue']}")
    expect(lost.get_by_role("heading", level=1)).to_have_text("This link was revoked")
    found = visit(page.get_by_label("Address of the link: Blue").input_value(), size=PHONE)
    expect(found).to_have_url(re.compile(f"/games/{opened.id}/play"))
    visit.excused.append("/stream")
    page.get_by_text("Issue another link").press("Enter")
    page.get_by_label("a player, or a scribe for several").check()
    page.get_by_role("button", name="Issue", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Name the seats")
    assert faults(page) == []
    page.get_by_role("checkbox", name="Blue").check()
    page.get_by_role("checkbox", name="Red").check()
    page.get_by_role("button", name="Issue", exact=True).click()
    expect(page.locator(".whose", has_text="Blue, Red")).to_be_visible()


def test_a_campaign_is_opened_gone_on_with_and_closed(site: Site, visit: Visits, shoot: Shoot) -> None:
    page = signed_in(site, visit, "/organise/campaigns", lang="fr")
    page.get_by_role("region", name="Ouvrir une campagne").get_by_role("link", name="The Convicted").click()
    page.get_by_label("Joueurs", exact=True).select_option("4")
    page.get_by_label("Étiquettes").fill("samedi")
    page.get_by_role("group", name="Les hourds ôtent 1 de Puissance de Feu").get_by_label("à tout le groupe").check()
    shoot(page, "open")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.get_by_role("button", name="Ouvrir la campagne").click()
    campaign = page.url
    page.get_by_role("button", name="Ouvrir le scénario 1").click()
    expect(page.locator(".qr")).to_have_count(6)
    page.get_by_role("link", name="Campagne", exact=True).click()
    expect(page).to_have_url(campaign)
    page.get_by_text("Clore la campagne").press("Enter")
    page.get_by_label("Pourquoi (facultatif)").fill("Le club ferme.")
    page.get_by_role("button", name="Clore pour de bon").click()
    expect(page.get_by_text("Le club ferme.")).to_be_visible()
    expect(page.get_by_role("button", name="Clore pour de bon")).to_have_count(0)


def test_sheets_of_the_convicted_stand_side_by_side_and_print_on_a_page_each(
    site: Site, visit: Visits, shoot: Shoot, night: str
) -> None:
    page = signed_in(site, visit, f"/organise/campaigns/{night}", lang="fr")
    expect(page.get_by_role("columnheader", name="Scénario")).to_have_count(3)
    shoot(page, "campaign")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.get_by_role("group", name="Scénarios à mettre côte à côte").get_by_label("Scénario 3").uncheck()
    page.get_by_label("seulement les lignes qui changent").check()
    page.get_by_role("button", name="Montrer").click()
    expect(page.get_by_role("columnheader", name="Scénario")).to_have_count(2)
    expect(page.locator(".sheets tbody tr:not(.block):not(:has(.changed))")).to_have_count(0)
    page.get_by_role("link", name="Feuille 2 à imprimer").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Feuille de Sauvegarde 2 : The Convicted")
    shoot(page, "sheet")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    assert sheets_of_paper(page) == 1
    full = ", ".join(
        [
            "niveau 2, résistance 5, porte 2",
            *(f"{n} {name}" for n, name in enumerate(("lancier", "archer", "arbalétrier", "trébuchet"))),
        ]
    )
    filled = "text => document.querySelectorAll('.sheet-block:nth-of-type(4) dd').forEach(one => one.textContent = text)"
    page.evaluate(filled, full)
    expect(page.get_by_text(full)).to_have_count(8)
    assert sheets_of_paper(page) == 1, "also where every wall and tower is full"
    page.goto(f"/organise/campaigns/{night}/sheets")
    assert sheets_of_paper(page) == 3


def test_catalogs_show_their_placeholders_and_take_a_corrected_copy(site: Site, visit: Visits, shoot: Shoot) -> None:
    page = signed_in(site, visit, "/organise/catalogs")
    catalog = registry.ruleset("northgard-training").catalogs()["default"]
    shoot(page, "catalogs")
    assert (faults(page), wide(page)) == ([], 0)
    page.get_by_role("link", name=f"Placeholders only: {catalog.counts()['placeholder']}").click()
    expect(page.locator(".from-placeholder")).to_have_count(catalog.counts()["placeholder"])
    expect(page.locator("tbody tr")).to_have_count(catalog.counts()["placeholder"])
    assert (faults(page), wide(page)) == ([], 0)
    page.goto("/organise/catalogs")
    corrected = catalog.data.replace(b'"edition": "', b'"edition": "our box, ', 1)
    for data in (corrected[:-20], corrected):
        page.get_by_label("Catalog file (JSON)").set_input_files(
            {"name": "ours.json", "mimeType": "application/json", "buffer": data}
        )
        page.get_by_role("button", name="Check and add").click()
        if data != corrected:
            expect(page.get_by_role("alert")).to_contain_text("ours.json")
            expect(page.get_by_role("alert")).to_contain_text("Line ")
            assert faults(page) == []
    expect(page.get_by_role("heading", level=1)).to_contain_text("our box")
    page.get_by_role("link", name="Open games with it").click()
    expect(page.get_by_label("Catalog").locator("option:checked")).to_contain_text("our box")


def test_the_pages_fit_a_phone_by_night_in_french(site: Site, visit: Visits, shoot: Shoot, night: str) -> None:
    page = signed_in(site, visit, size=PHONE, dark=True, lang="fr")
    links = f"/organise/links?game={site.open('fief-tactics', players=3).id}"
    sha = registry.ruleset("tears-solo").catalogs()["default"].sha256
    paths = {
        "/organise?text=night": True,
        "/organise/open?ruleset=tears-solo": True,
        links: True,
        f"/organise/campaigns/{night}": True,
        "/organise/campaigns": False,
        "/organise/campaigns/open?ruleset=convicted": False,
        f"/organise/campaigns/{night}/sheet/2": False,
        "/organise/catalogs": False,
        f"/organise/catalogs/{sha}?only=inferred": False,
        f"/organise/games/{links[-12:]}/looks": False,
    }
    for path, looked_at in paths.items():
        if not (looked_at or ALL):
            continue
        page.goto(path)
        shoot(page, re.sub(r"\W", "-", path))
        assert (path, wide(page), small(page)) == (path, 0, [])
        if looked_at:
            assert (path, faults(page)) == (path, [])
    page.goto("/organise/open?ruleset=raiders-solo")
    page.get_by_label("La table lance, et saisit ce qui est sorti.").check()
    page.get_by_role("button", name="Ouvrir").click()
    expect(page.get_by_role("group", name="Butin pour Port de gauche, emplacement 1")).to_be_visible()
    shoot(page, "rolls")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
