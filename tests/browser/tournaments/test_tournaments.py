import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.amount import ALL, slow
from tests.browser.conftest import (
    SCREEN,
    SMALL,
    Site,
    Visits,
    amiss,
    faults,
    overflow,
    signed_in,
    small,
)
from tests.browser.organise.test_organise import sheets_of_paper
from tests.builders.players import play_on

ALONE = {
    "format": "challenge",
    "rounds": 1,
    "least": 1,
    "preferred": 1,
    "most": 1,
    "keys": ["points"],
}
HALL = {"width": 1920, "height": 1080}

NAMES = ("Ada Lovelace", "Blaise Pascal", "Chloé Dufour", "Dimitri Ivanov", "Emmy Noether", "François Viète", "Grace Hopper",
         "Hypatia", "Isaac Newton", "Joséphine Baker", "Kurt Gödel", "Leonhard Euler")  # fmt: skip

LONG = "W" * 80  # letters of the longest name that there may be, none of which parts it


class TournamentInBrowser:
    def __init__(
        self,
        site: Site,
        entrants: int = 10,
        *,
        tables: bool = True,
        title: str = "Coupe de printemps",
        names: tuple[str, ...] = NAMES,
        stage: dict[str, Any] | None = None,
        **opening: str,
    ) -> None:
        self.site = site
        scoring = {"points": "places"}
        usual: dict[str, Any] = {"rounds": 4, "minutes": 90, "protest_minutes": 15}
        if tables:
            keys = ["points", "wins", "share", "opponents", "direct", "lots"]
            usual |= {"least": 3, "preferred": 4, "most": 5, "scoring": scoring, "keys": keys}
        self.id = site.post(
            "/tournaments", {"title": title, "rules": {"stages": [stage or usual]}, **opening}
        )["tournament"]
        named = [
            {
                "name": names[n % len(names)] + (f" {n}" if n >= len(names) else ""),
                "club": "RPC"[n % 3],
            }
            for n in range(entrants)
        ]
        self.write("/entrants", {"entrants": named})
        links = site.server.ask("GET", f"/api/v1/tournaments/{self.id}/links").data["links"]
        self.links = {
            (link["duty"], link["entrants"][0] if link["entrants"] else ""): link["token"]
            for link in links
        }

    def write(self, path: str, body: Any = None) -> Any:
        seq = self.site.server.ask("GET", f"/api/v1/tournaments/{self.id}").data["seq"]
        return self.site.post(f"/tournaments/{self.id}{path}", body, If_Match=f'"{seq}"')

    def tables(self, round: int) -> list[dict[str, Any]]:
        return list(
            self.site.server.ask("GET", f"/api/v1/tournaments/{self.id}/rounds/{round}").data[
                "tables"
            ]
        )

    def pair(self, round: int) -> None:
        self.write(f"/rounds/{round}/pairing")
        self.write(f"/rounds/{round}/publish")

    def play(self, round: int, *, but: int = 0) -> None:
        for table in self.tables(round):
            if table["table"] != but and table["result"] is None:
                entries = [
                    {"entrant": e, "place": n, "score": 30 - 4 * n}
                    for n, e in enumerate(table["entrants"], 1)
                ]
                self.write(f"/rounds/{round}/tables/{table['table']}/result", {"entries": entries})

    @property
    def base(self) -> str:
        return f"/tournaments/{self.id}"


@pytest.fixture(scope="module")
def event(site: Site) -> TournamentInBrowser:
    event = TournamentInBrowser(site, names=(*NAMES[:8], LONG, "Kurt " + LONG[5:]))
    for round in (1, 2):
        event.pair(round)
        event.play(round)
        event.write(f"/rounds/{round}/close")
    table = event.tables(1)[0]
    turned = [{"entrant": e, "place": n} for n, e in enumerate(reversed(table["entrants"]), 1)]
    correction = {
        "effect": "recompute",
        "entries": turned,
        "confirm": {"times": 1, "reason": "The slip was read upside down."},
    }
    event.write("/rounds/1/tables/1/correct", correction)
    event.write("/penalties", {"entrant": 3, "points": "1/2", "reason": "Late."})
    event.pair(3)
    event.play(3, but=1)
    event.write("/rounds/3/clock", {"seconds": 3000})
    event.write("/protests", {"entrant": 2, "round": 2, "table": 1, "text": "He moved twice."})
    return event


PAGES = ("", "/hall", "/entrants", "/entrants/2", "/check-in", "/rounds/3", "/rounds/3/tables/1", "/rounds/1/tables/1",
         "/standings", "/standings/1", "/rulings", "/corrections", "/corrections/24",
         "/links", "/rules", "/screen", "/me?entrant=2", "/entrants/9",
         "/find?text=nobody", "/paper/final?round=3", "/paper/cross?round=3")  # fmt: skip


@pytest.mark.parametrize(
    "path", PAGES, ids=lambda path: path.strip("/").replace("/", "-").replace("?", "-") or "desk"
)
def test_every_page_is_right_at_each_width_by_day_and_by_night(
    path: str, event: TournamentInBrowser, site: Site, visit: Visits
) -> None:
    dark = PAGES.index(path) % 2 == 1
    page = signed_in(site, visit, event.base + path, dark=dark, lang="fr" if dark else "en")
    for size in (SCREEN, SMALL, HALL):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.locator("main").first.wait_for()
        assert overflow(page) == 0, size
        if size is SMALL:
            assert small(page) == []
        if size is not HALL:
            assert faults(page, contrast=size is SCREEN or ALL) == [], size


def test_what_is_projected_renews_itself_and_turns_its_pages(site: Site, visit: Visits) -> None:
    event = TournamentInBrowser(site, 11, tables=False, title="Rapid")
    screen = visit(link=event.links["screen", ""], size=HALL)
    expect(screen.get_by_text("No round is published yet.")).to_be_visible()
    event.write("/rounds/1/pairing")
    event.write("/rounds/1/clock", {"seconds": 1800})
    event.write("/rounds/1/publish")
    expect(screen.get_by_role("heading", name="Table 1")).to_be_visible()
    expect(screen.locator(".clock .time")).to_have_text(re.compile(r"^29:\d\d$"))
    for what in ("names", "standings", "clock", "pairings"):
        screen.goto(f"{event.base}/screen?show={what}")
        assert amiss(screen, finger=0) == [], what
    event.play(1)
    expect(screen.locator(".table-card.is-done")).to_have_count(5)


@pytest.fixture(scope="module")
def crowd(site: Site) -> TournamentInBrowser:
    event = TournamentInBrowser(site, 60, tables=False, title="Large")
    event.pair(1)
    for table in event.tables(1)[::2]:
        entries = [{"entrant": e, "place": n} for n, e in enumerate(table["entrants"], 1)]
        event.write(f"/rounds/1/tables/{table['table']}/result", {"entries": entries})
    event.write("/rounds/1/clock", {"seconds": 3000})
    return event


LINES = "[data-leaves] > :not(.class)"
LOWEST = (
    f"() => Math.max(...[...document.querySelectorAll('{LINES}')].map(one => "
    f"one.getBoundingClientRect().bottom))"
)


@pytest.mark.parametrize(("what", "lines"), [("pairings", 30), ("names", 60), ("standings", 60)])
def test_every_line_of_a_screen_lies_above_its_lower_edge(
    what: str, lines: int, crowd: TournamentInBrowser, visit: Visits
) -> None:
    for width, height in ((1280, 720), (1920, 1080), (360, 740)):
        screen = visit(
            link=crowd.links["screen", ""], size={"width": width, "height": height}, lang="fr"
        )
        screen.clock.install()
        screen.goto(f"{crowd.base}/screen?show={what}")
        number = screen.locator("[data-leaf]")
        seen: list[str] = []
        for _ in range(
            3
        ):  # again where a notice took room meanwhile: time runs faster than answers
            # all leaves may have to pass, 12 seconds each, where they became fewer at the last one
            expect(number).to_have_text(re.compile(r"^1 / \d+$"), timeout=120_000)
            seen = []
            for leaf in range(1, int(number.inner_text().split("/")[1]) + 1):
                expect(number).to_have_text(re.compile(rf"^{leaf} / \d+$"))
                assert screen.evaluate(LOWEST) <= height, (width, leaf)
                tall = screen.evaluate("() => document.documentElement.scrollHeight")
                assert tall <= height, (width, leaf)
                seen += screen.locator(f"{LINES}:visible").all_inner_texts()
                screen.clock.run_for(12_000)
            if len(seen) == lines:
                break
        assert len(seen) == len(set(seen)) == lines, width
        assert amiss(screen, finger=0) == []
    still = visit(f"{crowd.base}/screen?show={what}", link=crowd.links["screen", ""], scripts=False)
    expect(still.locator(f"{LINES}:visible")).to_have_count(lines)


def test_a_screen_that_loses_the_network_says_so_and_goes_on_by_itself(
    site: Site, visit: Visits
) -> None:
    event = TournamentInBrowser(site, 4, tables=False, title="Offline")
    event.pair(1)
    visit.excused.append("ERR_INTERNET_DISCONNECTED")
    screen = visit(f"{event.base}/screen", link=event.links["screen", ""], size=HALL)
    lost = screen.get_by_text("No connection: this is how it stood.")
    expect(screen.locator(".table-card")).to_have_count(2)
    expect(lost).to_be_hidden()
    screen.context.set_offline(True)
    expect(lost).to_be_visible()
    expect(screen.locator(".table-card").first).to_be_visible()
    assert amiss(screen, finger=0) == []
    event.play(1)
    screen.context.set_offline(False)
    expect(screen.locator(".table-card.is-done")).to_have_count(2)
    expect(lost).to_be_hidden()


def test_strangers_register_by_the_public_page_and_the_director_sees_them(
    site: Site, visit: Visits
) -> None:
    event = TournamentInBrowser(site, 3, tables=False, title="Open to all")
    desk = visit(f"{event.base}/event", link=event.links["director", ""])
    desk.get_by_label("Everybody may watch").check()
    desk.get_by_label("People may register").check()
    desk.get_by_label("Places").fill("4")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_role("link", name=f"/events/{event.id}")).to_be_visible()
    phones = []
    for name in ("Mary Cartwright", "Paul Erdős"):
        phone = visit(f"/events/{event.id}", size=SMALL, touch=True)
        assert amiss(phone) == []
        phone.get_by_role("link", name="Register", exact=True).click()
        phone.get_by_label("Your name").fill(name)
        assert amiss(phone) == []
        phone.get_by_role("button", name="Register").click()
        phones.append(phone)
    first, second = phones
    expect(first.get_by_text("You are registered.")).to_be_visible()
    expect(second.get_by_text("You are number 1 on the waiting list.")).to_be_visible()
    assert amiss(second) == []
    expect(desk.get_by_text("Paul Erdős")).to_be_visible()  # by itself
    assert amiss(desk, finger=0) == []
    watcher = visit(f"/events/{event.id}", size=SMALL, lang="fr", dark=True)
    assert amiss(watcher) == []
    watcher.get_by_role("link", name="Écrans").last.click()
    expect(watcher.get_by_role("link", name="← Le tournoi")).to_be_visible()


def test_two_phones_give_the_result_and_the_hall_sees_it(site: Site, visit: Visits) -> None:
    event = TournamentInBrowser(site, 4, tables=False, title="Duels")
    event.pair(1)
    first, second = event.tables(1)[0]["entrants"]
    opened = visit(link=event.links["table", str(first)], size=SMALL, touch=True)
    other = visit(
        link=event.links["table", str(second)], size=SMALL, touch=True, lang="fr", dark=True
    )
    assert amiss(opened) == []
    opened.locator(".chip", has_text=NAMES[first - 1]).click()
    visit.excused.append("net::ERR_INTERNET_DISCONNECTED")
    opened.context.set_offline(True)
    opened.get_by_role("button", name="Report", exact=True).click()
    expect(opened.get_by_role("alert")).to_contain_text("sent by itself")
    opened.context.set_offline(False)
    expect(opened.get_by_text("You report:")).to_be_visible()
    expect(other.get_by_text(f"{NAMES[first - 1]} annonce")).to_be_visible()
    assert amiss(other) == []
    other.get_by_role("button", name="Oui, c’est exact").click()
    expect(other.locator("#taken")).to_contain_text("Résultat")
    expect(opened.locator("#taken")).to_be_visible()
    expect(opened.get_by_role("heading", name="You are at rank 1")).to_be_visible()
    assert amiss(opened) == []


def test_a_phone_adds_to_the_draw_in_one_tap_and_shows_it_by_itself(
    site: Site, visit: Visits
) -> None:
    event = TournamentInBrowser(site, 4, tables=False, title="Drawn together")
    phone = visit(link=event.links["table", "1"], size=SMALL, touch=True)
    phone.get_by_role("button", name="I am here").click()
    expect(phone.get_by_text("Your phone has added to the draw")).to_be_visible()
    late = visit(link=event.links["table", "2"], size=SMALL, touch=True)
    event.write("/presence", {"round": 1, "entrants": [2, 3, 4]})
    late.get_by_role("button", name="Add it").click()
    expect(late.get_by_text("Your phone has added to the draw")).to_be_visible()
    assert amiss(late) == []
    event.write("/check-in", {"round": 1})
    expect(phone.get_by_text("rests on what your phone added")).to_be_visible()
    expect(late.get_by_text("rests on what your phone added")).to_be_visible()
    event.pair(1)
    desk = visit(f"{event.base}/rounds/1", link=event.links["director", ""])
    expect(desk.locator("#drawn")).to_have_text(
        f"Drawn from the service's seed and from what {NAMES[0]}, {NAMES[1]} added."
    )


def test_papers_are_set_for_a4(event: TournamentInBrowser, site: Site, visit: Visits) -> None:
    page = signed_in(site, visit, f"{event.base}/paper/pairings?round=3")
    sheets = {
        "pairings": 1,
        "names": 1,
        "slips": 1,
        "standings": 1,
        "poster": 1,
        "final": 1,
        "cross": 1,
        "worksheet": 3,
        "plays": 1,
    }
    for what, number in sheets.items():
        page.goto(f"{event.base}/paper/{what}?round=3")
        assert amiss(page, finger=0) == []
        assert sheets_of_paper(page) == number, what
        page.emulate_media(media="print")
        page.emulate_media(media="null")  # as it comes
    large = TournamentInBrowser(site, 70, tables=False, title="Large")
    large.pair(1)
    page.goto(f"{large.base}/paper/slips")
    assert sheets_of_paper(page) == 5, "eight a sheet"
    piles = [
        [re.findall(r"Table (\d+)", slip) for slip in sheet.locator(".slip").all_inner_texts()]
        for sheet in page.locator(".slip-sheet").all()
    ]
    stack = [int(sheet[pile][0]) for pile in range(8) for sheet in piles if sheet[pile]]
    assert stack == list(range(1, 36)), "cut and laid pile on pile, it is sorted"
    link = page.get_by_role("link", name="As PDF")
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == f"{large.id}-slips.pdf"
    expect(link).to_have_text("As PDF")


@pytest.fixture(scope="module")
def deal(site: Site) -> TournamentInBrowser:
    event = TournamentInBrowser(
        site,
        3,
        title="La même donne",
        ruleset="raiders-solo",
        chance="duplicate",
        stage={**ALONE, "scoring": {"points": "match"}},
    )
    event.pair(1)
    event.write("/rounds/1/games")
    for table, seed in zip(event.tables(1), (1, 1, 2), strict=True):
        play_on(site.clerk, site.clerk.game(table["game"]), Random(seed), anybody=True)
        event.write(f"/rounds/1/tables/{table['table']}/result")
    event.write("/rounds/1/close")
    return event


DEALT = (
    "/rounds/1/compare?a=1&b=3",
    "/rounds/1/compare?a=1&b=2",
    "/rounds/1/seats",
    "/rounds/1",
    "/me?entrant=3",
)


@pytest.mark.parametrize(
    "path", DEALT, ids=lambda path: path.strip("/").replace("/", "-").replace("?", "-")
)
def test_pages_of_a_challenge_are_right_at_each_width(
    path: str, deal: TournamentInBrowser, site: Site, visit: Visits
) -> None:
    for lang, dark in (("en", False), ("fr", True)):
        page = signed_in(site, visit, deal.base + path, dark=dark, lang=lang)
        for size in (SCREEN, SMALL):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.locator("main").first.wait_for()
            assert amiss(page, finger=0) == [], (lang, size)
            if size is SMALL:
                assert small(page) == []


def press_by_keys(page: Page, button: str) -> int:
    """Move to a button by keys, press it, and wait for the page without it. Returns how many keys
    that took."""
    found = page.get_by_role("button", name=button, exact=True)
    expect(found).to_be_visible()
    for pressed in range(200):
        if page.evaluate("document.activeElement.textContent.trim()") == button:
            page.keyboard.press("Enter")
            expect(found).to_have_count(0)
            return pressed + 1
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {button}")


@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=slow("five rounds of thirty tables"))])
def test_an_event_of_sixty_is_run_by_keyboard_with_a_key_a_result(
    rounds: int, site: Site, visit: Visits
) -> None:
    stage = {"rounds": rounds, "minutes": 90, "protest_minutes": 15}
    event = TournamentInBrowser(site, 60, tables=False, title="Open", stage=stage)
    page, keys = signed_in(site, visit, event.base), 0
    for round in range(1, rounds + 1):
        page.goto(f"{event.base}/rounds/{round}")
        keys += press_by_keys(page, f"Pair round {round}") + press_by_keys(page, "Publish")
        expect(page.locator("[data-missing]")).to_have_count(30)
        pressed = ("ArrowDown", *"1=0" * 10)
        for key in pressed:
            page.keyboard.press(key)
        expect(page.locator("[data-missing], [data-sending]")).to_have_count(0)
        placed = [[e["place"] for e in table["result"]["entries"]] for table in event.tables(round)]
        assert placed == [[1, 2], [1, 1], [2, 1]] * 10
        keys += len(pressed) + press_by_keys(page, f"Close round {round}")
        expect(page.get_by_text("closed", exact=True)).to_be_visible()
        if round == 1:
            page.get_by_label("Find a name").fill("leonhard euler 59")
            expect(page.locator("[data-table]:visible")).to_have_count(1)
            assert faults(page) == []
    assert keys <= 5 * 30 * rounds, "pairing, publishing and closing included"
    order = site.server.ask("GET", f"/api/v1{event.base}/standings").data
    assert (order["round"], len(order["ranks"])) == (rounds, 60)


@pytest.mark.parametrize("rounds", [1, pytest.param(8, marks=slow("an evening of eight rounds"))])
def test_an_evening_of_cards_is_run_from_its_preset_by_keyboard(
    rounds: int, site: Site, visit: Visits
) -> None:
    page = signed_in(site, visit, "/organise/tournaments/open?preset=cards")
    page.get_by_label("What is it called?").focus()
    page.keyboard.type("Cards")
    press_by_keys(page, "Open the tournament")
    expect(page).to_have_title(re.compile("Cards"))
    event = TournamentInBrowser.__new__(TournamentInBrowser)
    event.site, event.id = site, page.url.split("/tournaments/")[1].split("/")[0]
    event.write("/entrants", {"entrants": [{"name": f"Player {n}"} for n in range(32)]})
    for round in range(1, rounds + 1):
        if round == 6:
            event.write("/advance")
        page.goto(f"{event.base}/rounds/{round}")
        press_by_keys(page, f"Pair round {round}")
        press_by_keys(page, "Publish")
        tables = len(event.tables(round))
        assert tables == (16 if round < 6 else 4 >> (round - 6))
        expect(page.locator("[data-missing]")).to_have_count(tables)
        page.keyboard.press("ArrowDown")
        scores = [((2, 1), (0, 2), (2, 0))[n % 3] for n in range(tables)]
        if round == 1:
            page.keyboard.type("11\n")
            expect(page.locator("#t-1 .wrong")).to_contain_text("1 – 1 does not decide the match")
            assert amiss(page, finger=0) == []
            page.locator("#t-1 [name=scores]").press("End")
            page.keyboard.type("1")
            scores[0] = (1, 1)
            expect(page.locator("#t-1 .result")).to_contain_text("1 – 1 – 1")
        for won in scores[round == 1 :]:
            page.keyboard.type("{} {}".format(*won))
        expect(page.locator("[data-missing], [data-sending]")).to_have_count(0)
        entries = [table["result"]["entries"] for table in event.tables(round)]
        assert [tuple(e["score"] for e in both) for both in entries] == scores
        press_by_keys(page, f"Close round {round}")
        expect(page.get_by_text("closed", exact=True)).to_be_visible()
    order = site.server.ask("GET", f"/api/v1{event.base}/standings").data
    assert order["keys"][-4:-1] == ["opponents-match-win", "game-win", "opponents-game-win"]
    page.goto(f"{event.base}/standings")
    expect(page.locator(".standings")).to_contain_text("33.3%")
    page.goto(f"{event.base}/standings/1")
    expect(page.locator("#k-opponents-match-win")).to_contain_text("%")
    assert amiss(page, finger=0) == []


def test_what_was_refused_or_half_typed_in_a_row_stays_while_others_are_taken(
    site: Site, visit: Visits
) -> None:
    stage = {"rounds": 1, "match": {"games": 3}, "keys": ["points"]}
    event = TournamentInBrowser(site, 6, title="Cards", stage=stage)
    event.pair(1)
    page = signed_in(site, visit, event.base + "/rounds/1")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("32")
    expect(page.locator("#t-1 .wrong")).to_contain_text("3 – 2 is no score")
    page.keyboard.type("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("20")
    expect(page.locator("#t-3")).to_contain_text("2 – 0")
    expect(page.locator("#t-1 .wrong")).to_contain_text("3 – 2 is no score")
    for table, typed in ((1, "32"), (2, "1")):
        expect(page.locator(f"#t-{table} [name=scores]")).to_have_value(typed)
    page.locator("#t-1").focus()
    page.keyboard.type("21")
    expect(page.locator("#t-1")).to_contain_text("2 – 1")
    expect(page.locator("#t-2 [name=scores]")).to_have_value("1")
    page.locator("#t-2").focus()
    page.keyboard.type("t10\n")
    expect(page.locator("#t-2")).to_contain_text("time over")
    assert event.tables(1)[1]["result"]["time_over"]


@pytest.mark.parametrize(
    ("first", "then", "places"), [("1", "0", [2, 1]), ("1234\n", "2143\n", [2, 1, 4, 3])]
)
def test_a_slip_of_the_finger_is_typed_over_by_key(
    first: str, then: str, places: list[int], site: Site, visit: Visits
) -> None:
    event = TournamentInBrowser(site, 8, tables=len(places) > 2, title="Open")
    event.pair(1)
    page = signed_in(site, visit, event.base + "/rounds/1")
    event.play(1, but=1)  # elsewhere: the rows are made anew
    expect(page.locator("[data-missing]")).to_have_count(1)
    expect(page.locator("[data-table][tabindex='0']")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.type(first)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#t-1")).to_contain_text("Type over")
    assert amiss(page, finger=0) == []
    page.keyboard.type(then)
    expect(page.locator("#t-1 .first, #t-1 .seats, #t-1 .result").last).to_contain_text(
        "0 – 1" if len(places) == 2 else re.compile("place 2.*place 1.*place 4.*place 3", re.DOTALL)
    )
    assert len(event.tables(1)[0]["result"]["entries"]) == len(places)


def test_a_result_that_has_to_be_confirmed_is_asked_about_until_it_is(
    site: Site, visit: Visits
) -> None:
    event = TournamentInBrowser(site, 4, tables=False, ruleset="northgard-training")
    event.pair(1)
    event.write("/rounds/1/games")
    play_on(site.clerk, site.clerk.game(event.tables(1)[0]["game"]), Random(1), anybody=True)
    visit.excused.append("Autofocus processing was blocked")  # somebody types already
    page = signed_in(site, visit, event.base + "/rounds/1")
    page.locator("#t-1").get_by_role("button", name="Draw").click()
    expect(page.locator("#reason")).to_be_focused()
    assert amiss(page, finger=0) == []
    page.goto(event.base + "/rounds/1")
    page.locator("#reason").fill("They stopped by agreement.")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Confirm for the second time").click()
    expect(page.locator("#t-1")).to_contain_text("½ – ½")
    expect(page.locator("[data-missing]")).to_have_count(1)
    page.wait_for_function("() => sessionStorage.length === 0")


def test_the_focus_stays_in_its_row_while_another_desk_enters_results(
    site: Site, visit: Visits
) -> None:
    event = TournamentInBrowser(site, 6, tables=False, title="Deux bureaux")
    event.pair(1)
    here, other = (signed_in(site, visit, event.base + "/rounds/1") for _ in range(2))
    here.keyboard.press("ArrowDown")
    other.get_by_role("button", name="Table 2: ½ – ½, Draw").click()
    expect(here.locator("[data-missing]")).to_have_count(2)
    here.keyboard.press("1")
    expect(here.locator("[data-missing], [data-sending]")).to_have_count(1)
    assert [table["table"] for table in event.tables(1) if table["result"] is None] == [3]


def test_a_table_of_four_is_placed_by_tapping_its_seats_in_order(site: Site, visit: Visits) -> None:
    event = TournamentInBrowser(site, 8, title="Soirée")
    event.pair(1)
    page = signed_in(site, visit, event.base + "/rounds/1", size=SMALL, touch=True)
    seated = event.tables(1)[0]["entrants"]
    for entrant in (seated[2], seated[0], seated[3]):
        page.locator(f"#t-1 [data-entrant='{entrant}']").tap()
    expect(page.locator("#t-1 .seats")).to_contain_text("place 4")
    entries = event.tables(1)[0]["result"]["entries"]
    assert {entry["entrant"]: entry["place"] for entry in entries} == {
        seated[0]: 2,
        seated[1]: 4,
        seated[2]: 1,
        seated[3]: 3,
    }
