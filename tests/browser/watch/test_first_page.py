"""The first page, used by somebody who never saw Greffe: by roles and visible names alone."""

import pytest
from playwright.sync_api import Browser, expect

from api.web.pages.assets import asset
from ops.gallery.film import film_evening
from tests.browser.conftest import PHONE, SCREEN, SMALL, Site, Visits, amiss, signed_in

FONTS = ("source-sans-3", "source-serif-4-600")
SIZES = {"small": SMALL, "phone": PHONE, "screen": SCREEN}


def test_an_evening_of_a_game_of_ones_own_is_recorded_from_the_home_page(
    site: Site, visit: Visits
) -> None:
    page = signed_in(site, visit, "/", size=PHONE, touch=True)
    page.get_by_role("link", name="Record a game of your own").click()
    page.get_by_label("What do you play?").fill("Belote")
    for n, name in enumerate(("Ada", "Blaise", "Zoé"), start=1):
        page.get_by_label(f"Player {n}", exact=True).fill(name)
    page.get_by_role("radio", name="Points in each round").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Round 1, Ada", exact=True).click()
    for value in ("162", "82", "0"):
        page.keyboard.type(value)
        page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Total")).to_contain_text("162")
    page.locator("#more > summary").click()
    expect(
        page.get_by_role("listitem").filter(has_text="Zoé, Points, round 1: 0.").first
    ).to_be_visible()
    assert amiss(page) == []
    page.get_by_role("button", name="Take back:").click()
    expect(page.get_by_label("Round 1, Zoé", exact=True)).to_have_value("")
    page.get_by_role("button", name="Ends the game: ").click()
    expect(page.get_by_text("Ada wins with 162 points, 80 ahead.").first).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Ada wins", exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="The end").get_by_role("listitem")).to_have_text(
        ["Ada 162", "Blaise 82", "Zoé 0"], use_inner_text=True
    )
    played = page.url
    page.get_by_role("button", name="Play again, seats turned").click()
    page.locator("#more > summary").click()
    expect(page.get_by_text("Zoé takes seat 1.").first).to_be_visible()
    assert page.url.split("?")[0] != played.split("?")[0] and amiss(page) == []
    page.goto(played)
    page.get_by_role("link", name="Replay", exact=True).click()
    sheet = page.get_by_role("region", name="The sheet")
    expect(sheet.get_by_role("row", name="Total")).to_have_text("Total162820")
    assert amiss(page) == []
    page.keyboard.press("Home")
    expect(sheet.get_by_role("row", name="Total")).to_have_text("Total000")
    page.goto("/")
    expect(page.get_by_text("Belote").first).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_sheet_of_ones_own_is_drawn_up_on_a_phone_few_fields_first(
    site: Site, visit: Visits, lang: str
) -> None:
    page = signed_in(site, visit, "/record", size=SMALL, lang=lang, touch=True)
    page.locator("#name-1").fill("Ada")
    page.keyboard.press("Enter")
    page.keyboard.type("Zoé")
    page.keyboard.press("Enter")
    expect(page.locator("#name-3")).to_be_focused()
    expect(page.locator("#own-categories-0-name")).to_be_hidden()
    page.locator("#own").check()
    expect(page.locator("#own-categories-0-choices")).to_be_hidden()
    page.locator("#own-categories-0-name").fill("Gold")
    page.locator("#own-categories-1-name").fill("Gold")
    page.locator("#own-categories-1-kind").select_option("choice")
    page.locator("#own-categories-1-choices").fill("A = 5, B")
    page.locator("[data-do=add-row]").first.click()
    expect(page.locator("#own-categories-2-name")).to_be_focused()
    assert amiss(page) == []
    page.locator("button.go").click()
    expect(page.locator("#own-categories-1-name-wrong")).to_be_visible()
    assert amiss(page) == []
    page.locator("#own-categories-1-name").fill("Rank")
    page.locator("button.go").click()
    page.locator("form.cells input[aria-label='Gold, Zoé']").fill("7")
    page.keyboard.press("Enter")
    page.locator("form.cells select[aria-label='Rank, Ada']").select_option("a")
    expect(page.locator("h1")).to_contain_text("5 : 7")
    page.set_viewport_size({"width": 320, "height": 780})
    assert page.locator(".top nav > ul").evaluate("ul => ul.scrollWidth - ul.clientWidth") == 0


@pytest.mark.parametrize(
    ("size", "lang", "dark"),
    [(size, *way) for size in SIZES for way in (("fr", False), ("en", True))],
)
def test_the_first_page_fits_every_screen(
    site: Site, visit: Visits, size: str, lang: str, *, dark: bool
) -> None:
    page = signed_in(site, visit, "/", size=SIZES[size], lang=lang, dark=dark)
    for path in ("/", "/record", "/disputes", "/docs"):
        page.goto(path)
        page.locator("details").evaluate_all("all => all.slice(-3).forEach(one => one.open = true)")
        assert amiss(page) == [], path


# -- The list of games, signing in and out, links and languages, in a real browser.
def test_the_demonstration_game_is_one_click_away(visit: Visits) -> None:
    page = visit()
    expect(page.get_by_role("button", name="Azul", exact=True)).to_be_visible()
    assert amiss(page, contrast=True) == []
    page.get_by_role("link", name="Look at the demonstration game").click()
    expect(page).to_have_title("Northgard: Training Grounds, record 24 · Greffe")


def test_the_film_is_made_anew_and_comes_at_a_tap(
    browser: Browser, site: Site, visit: Visits
) -> None:
    for name, made in zip(
        ("evening", "evening-still"), film_evening(browser, site.address, site.key), strict=True
    ):
        there, anew = asset(f"admin/{name}.webp") or b"", made.webp()
        assert there[8:44] == anew[8:44] and there.count(b"ANMF") == len(made.frames)
        assert len(there) <= 500_000
    page = visit()
    loaded = (
        "() => performance.getEntriesByType('resource').filter(one => /webp/.test(one.name)).length"
    )
    assert page.evaluate(loaded) == 0
    page.get_by_text("See an evening in 18 seconds").click()
    assert amiss(page, finger=0) == []
    for motion, file in (("reduce", "evening-still.webp"), ("no-preference", "evening.webp")):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        shown = page.locator(".film img")
        expect(shown).to_have_js_property("complete", value=True)
        assert shown.evaluate("img => img.decode().then(() => img.currentSrc)").endswith(file)


def test_the_language_is_chosen_and_kept(visit: Visits) -> None:
    page = visit()
    page.get_by_role("link", name="Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Le greffier de la table de jeu")
    page.goto("/enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Se connecter")


# -- The page that has a phone called, in a real Chromium: asked for, refused, tried and ended, in
# both languages.
@pytest.mark.parametrize(("lang", "size"), [("fr", PHONE), ("en", SCREEN)])
def test_a_phone_asks_to_be_called(
    lang: str, size: dict[str, int], site: Site, visit: Visits
) -> None:
    game = site.open()
    page = visit(f"/games/{game.id}/messages", link=game.links["blue"], size=size, lang=lang)
    page.locator("summary").click()
    assert page.locator("#quiet-zone").input_value()  # the browser's own
    assert amiss(page) == []
    page.fill("#to", "our table")
    page.click("button.go")
    expect(page.get_by_role("alert")).to_be_visible()
    assert amiss(page) == []
    page.fill("#to", "https://ntfy.example/our-table")
    page.click("button.go")
    expect(page.locator("li .id", has_text="ntfy.example")).to_be_visible()
    assert amiss(page) == []
    page.locator("form[action$='/end'] button").click()
    expect(page.locator("li .id", has_text="ntfy.example")).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), [("fr", PHONE), ("en", SCREEN)])
def test_a_webhooks_secret_is_copied_by_a_tap_and_not_shown_again(
    lang: str, size: dict[str, int], site: Site, visit: Visits
) -> None:
    game = site.open()
    page = visit(f"/games/{game.id}/messages", link=game.links["red"], size=size, lang=lang)
    page.select_option("#way", "webhook")
    page.fill("#to", "https://club.example/greffe")
    page.click("button.go:visible")
    secret = page.locator("#secret").input_value()
    assert secret.startswith("whsec_")
    page.click("[data-copy]")
    expect(page.locator("[data-copied]")).not_to_be_empty()
    assert amiss(page) == []
    page.fill("#to", "")
    page.focus("#to")
    page.keyboard.press("Control+V")
    assert page.locator("#to").input_value() == secret
    page.locator("form[action$='/rotate'] button").click()
    expect(page.locator("#secret")).not_to_have_value(secret)
    assert amiss(page) == []
    page.click("section.given .button")
    expect(page.locator("#secret")).to_have_count(0)
    assert "whsec_" not in page.content()
    page.locator("form[action$='/end'] button").click()


def test_the_fonts_are_ours_have_figures_of_one_width_and_are_small(
    site: Site, visit: Visits
) -> None:
    page = visit("/", size=SCREEN)
    loaded = page.evaluate(
        "document.fonts.ready.then(all => [...all].filter(f => f.status === 'loaded')"
        ".map(f => f.family.replaceAll('\"', '')))"
    )
    assert set(loaded) == {"Source Sans 3", "Source Serif 4"}
    widths = page.evaluate(
        """[...'0123456789'].map(figure => {
          const text = document.createElement('span'); text.textContent = figure.repeat(20);
          document.body.append(text); const { width } = text.getBoundingClientRect();
          text.remove(); return width; })"""
    )
    assert len(set(widths)) == 1
    sizes = [len(asset(f"fonts/{name}.woff2") or b"") for name in FONTS]
    assert 0 < min(sizes) <= sum(sizes) <= 60_000
