import re

import pytest
from playwright.sync_api import Page, expect

from api.web.access.caller import OPERATOR_ID
from domain.titles import registry
from tests.amount import ALL
from tests.browser.conftest import SMALL, Site, Visits, amiss, faults, overflow, signed_in, small
from tests.builders.campaign import surviving_campaign


def sheets_of_paper(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(prefer_css_page_size=True)))


@pytest.fixture(scope="module")
def night(site: Site) -> str:
    return surviving_campaign(site.clerk, OPERATOR_ID, 2, players=4, tags=("night",))


def test_a_round_of_tables_is_opened_and_printed(site: Site, visit: Visits) -> None:
    page = signed_in(site, visit)
    page.get_by_role("link", name="Northgard: Training Grounds").first.click()
    page.get_by_label("Tables", exact=True).fill("3")
    page.get_by_label("First table's number").fill("7")
    page.get_by_label("Who plays where").fill("Anna, Bernard\nApolliné, Dimitri")
    page.get_by_label("Tags").fill("November cup, <round 1>")
    page.get_by_label("By consent: all other players have to agree.").check()
    page.get_by_label("An attacker loses one more unit").select_option(
        label="one unit per Tower in the territory"
    )
    assert amiss(page) == []
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_contain_text("“<round 1>” is no tag")
    page.get_by_role("alert").get_by_role("link").press("Enter")
    expect(page.get_by_label("Tags")).to_have_js_property(
        "id", page.evaluate("location.hash.slice(1)")
    )
    expect(page.get_by_label("Who plays where")).to_have_value("Anna, Bernard\nApolliné, Dimitri")
    assert faults(page) == []
    page.get_by_label("Tags").fill("November cup, round 1")
    page.keyboard.press("Enter")
    expect(page.locator(".qr")).to_have_count(12)
    assert amiss(page) == []
    assert sheets_of_paper(page) == 3, "one page a table"
    page.get_by_label("Show the links of").select_option(label="players")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".qr")).to_have_count(6)
    assert sheets_of_paper(page) == 2, (
        "two tables a page, where there are only players to hand them to"
    )

    page.emulate_media(media="print")
    expect(page.get_by_text("Manage").first).to_be_hidden()


def test_sheets_of_the_convicted_stand_side_by_side_and_print_on_a_page_each(
    site: Site, visit: Visits, night: str
) -> None:
    page = signed_in(site, visit, f"/organise/campaigns/{night}", lang="fr")
    expect(page.get_by_role("columnheader", name="Scénario")).to_have_count(3)
    assert amiss(page) == []
    page.get_by_role("group", name="Scénarios à mettre côte à côte").get_by_label(
        "Scénario 3"
    ).uncheck()
    page.get_by_label("seulement les lignes qui changent").check()
    page.get_by_role("button", name="Montrer").click()
    expect(page.get_by_role("columnheader", name="Scénario")).to_have_count(2)
    expect(page.locator(".sheets tbody tr:not(.block):not(:has(.changed))")).to_have_count(0)
    page.get_by_role("link", name="Feuille 2 à imprimer").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Feuille de Sauvegarde 2 : The Convicted"
    )
    assert amiss(page) == []
    assert sheets_of_paper(page) == 1
    full = ", ".join(
        [
            "niveau 2, résistance 5, porte 2",
            *(
                f"{n} {name}"
                for n, name in enumerate(("lancier", "archer", "arbalétrier", "trébuchet"))
            ),
        ]
    )
    filled = (
        "text => document.querySelectorAll('.sheet-block:nth-of-type(4) dd').forEach(one => "
        "one.textContent = text)"
    )
    page.evaluate(filled, full)
    expect(page.get_by_text(full)).to_have_count(8)
    assert sheets_of_paper(page) == 1, "also where every wall and tower is full"
    page.goto(f"/organise/campaigns/{night}/sheets")
    assert sheets_of_paper(page) == 3


def test_the_pages_fit_a_phone_by_night_in_french(site: Site, visit: Visits, night: str) -> None:
    page = signed_in(site, visit, size=SMALL, dark=True, lang="fr")
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
        "/organise/projections": True,
        "/organise/catalogs": False,
        f"/organise/catalogs/{sha}?only=inferred": False,
        f"/organise/games/{links[-12:]}/looks": False,
    }
    for path, looked_at in paths.items():
        if not (looked_at or ALL):
            continue
        page.goto(path)
        assert (path, overflow(page), small(page)) == (path, 0, [])
        if looked_at:
            assert (path, faults(page)) == (path, [])
    page.goto("/organise/open?ruleset=raiders-solo")
    page.get_by_label("La table lance, et saisit ce qui est sorti.").check()
    page.get_by_role("button", name="Ouvrir").click()
    expect(
        page.get_by_role("group", name="Butin pour Port de gauche, emplacement 1")
    ).to_be_visible()
    assert amiss(page) == []


# -- A hall in a real browser: its link is issued and printed, an arbiter opens it on a phone, and
# sees at once who waits.


def test_an_arbiter_comes_into_a_hall_and_sees_at_once_who_waits(site: Site, visit: Visits) -> None:
    first, second = (site.open(tags=["grand hall", f"table {n}"]) for n in (1, 2))
    boss = signed_in(site, visit, "/organise")
    boss.get_by_role("link", name="Arbiters of a hall").click()
    boss.get_by_label("Tag of the games").fill("grand hall")
    boss.get_by_role("button", name="Issue").click()
    expect(boss.locator(".qr")).to_have_count(1)
    expect(boss.locator(".where")).to_contain_text("2 games")
    assert amiss(boss) == []
    boss.get_by_text("Manage").click()
    token = boss.get_by_label("Address of the link").input_value().rpartition("/seat/")[2]

    page = visit(link=token, size=SMALL, lang="fr", touch=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Salle")
    expect(page.locator(".tables li")).to_have_count(2)
    sound = page.get_by_role("button", name="Son quand")
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html[data-sounded='1']")).to_be_attached()
    page.evaluate(
        "() => Object.defineProperty(document, 'hidden', { get: () => true })"
    )  # a window behind others goes on
    site.post(
        f"/games/{second.id}/claims", {"seat": "red", "about": 1, "text": "Unfair."}, If_Match='"1"'
    )
    expect(page.locator(".tables li").first).to_contain_text("Réclamation, écriture 2")
    expect(page.locator(".tables li").first).to_contain_text("Table 2")
    expect(page).to_have_title(re.compile(r"^\(1\) Salle"))
    expect(page.locator("[data-part=news]")).to_have_text(
        "Table 2\N{NO-BREAK SPACE}: Réclamation, écriture 2"
    )
    expect(page.locator("html[data-sounded='2']")).to_be_attached()
    assert amiss(page) == []
    page.get_by_role("link", name="Réclamation").click()
    expect(page).to_have_url(f"{site.address}/games/{second.id}/desk#claim-2")
    page.goto(f"/games/{first.id}/desk")
    expect(page.locator("h1")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Ouvrir votre salle")).to_be_visible()
    assert amiss(visit(link=token), finger=0) == []
