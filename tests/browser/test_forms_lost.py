"""Forms in a real browser whose request is lost or refused: one form of each kind, and each way to
lose a request. The page still shows what was typed and says what became of it. Once the server
answers, the entry is recorded once."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Site, Visits, signed_in
from tests.browser.play.playing import await_record, fixed, phone, play_on
from tests.browser.tournaments.test_tournaments import TournamentInBrowser

HOW = ("offline", "503", "no answer", "refused")
COMPLAINTS = ["ERR_", "503", "413", "stream"]

SHORT = """{
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => timeout.call(AbortSignal, 1500);
}"""
"""Makes requests time out soon."""

REFUSAL = '<main><h1>Too large</h1><div class="notice bad"><p>It is too large.</p></div></main>'
AGAIN_BY_ITSELF = re.compile("sent again by itself|is here again|did not answer|nothing was sent")
REFUSED = re.compile("It is too large|is here again")


@dataclass
class Form:
    """A page with forms of one kind. `enter` types and sends the `n`-th entry once the page is
    `ready`, and returns what it typed. `told` finds the message about it on the page. `again` is
    what the person does once the network is back, given the way in which the request was lost.
    `leaves`: sending the form leads to another page."""

    page: Page
    to: str
    stream: str
    enter: Callable[[int], list[tuple[Locator, str]]]
    told: Callable[[int], Locator]
    again: Callable[[int, str], None]
    leaves: bool = False
    ready: Callable[[], object] = int


def expulsion_form(site: Site, visit: Visits) -> Form:
    event = TournamentInBrowser(site, 4, tables=False, title="Lost")
    page = signed_in(site, visit, event.base + "/entrants/1")
    reason, press = page.locator("#why-expel"), page.locator("form[action$=expel] button")

    def enter(n: int) -> list[tuple[Locator, str]]:
        page.goto(f"{event.base}/entrants/{n}")
        reason.fill(f"Ne joue plus, “été {n}”")
        press.click()
        return [(reason, f"Ne joue plus, “été {n}”")]

    def again(n: int, how: str) -> None:
        expect(press).to_be_focused()
        press.click()
        page.locator("#confirm, form[action$=expel]").get_by_role("button", name="Confirm").click()
        expect(page.locator("form[action$=reinstate]")).to_be_visible()

    alert = page.get_by_role("alert")
    return Form(page, "**/expel", f"{event.base}", enter, lambda n: alert, again, leaves=True)


def result_form(site: Site, visit: Visits, *, tables: bool) -> Form:
    event = TournamentInBrowser(site, 16 if tables else 8, tables=tables, title="Lost")
    event.pair(1)
    page = signed_in(site, visit, event.base + "/rounds/1")

    def send(n: int) -> list[tuple[Locator, str]]:
        row, places = page.locator(f"#t-{n}"), page.locator(f"#t-{n} input[name=places]")
        if not tables:
            row.get_by_role("button", name="Draw").click()
            return []
        places.fill("2 1 3 4")
        places.press("Enter")
        return [(places, "2 1 3 4")]

    def again(n: int, how: str) -> None:
        if how != "503":  # after which the page was loaded again
            assert page.evaluate("() => document.activeElement !== document.body")
        if how == "refused":
            send(n)
        expect(page.locator(f"#t-{n}:is([data-missing], [data-sending])")).to_have_count(0)
        expect(page.locator(f"#t-{n}").get_by_role("alert")).to_have_count(0)

    def told(n: int) -> Locator:
        there = page.locator(f"#t-{n}").get_by_role("alert")
        if not tables:
            expect(there).to_contain_text("½ – ½")
        return there

    return Form(page, "**/quick", event.base, send, told, again)


def seat_form(site: Site, visit: Visits, what: str) -> Form:
    """A form of a seat's page: of an `action`, a `claim`, a `cell` of a score sheet, or a `part` of
    the dice. All are sent by the same script."""
    sheet = what == "cell"
    title, fields = (
        ("score-sheet", {"catalog": "rounds", "players": 2})
        if sheet
        else (
            "northgard-training",
            {},
        )
    )
    game = fixed(site, title, 31, **fields)
    seats = [] if sheet else sorted(seat for seat in game.links if seat in ("blue", "red"))
    link = site.issue(game.id, "seat", *seats) if what == "part" else game.links["arbiter"]
    if what in ("action", "claim"):
        link = game.links[site.clerk.game(game.id).to_act[0]]
    page = phone(visit, link, path=f"/games/{game.id}/play")
    toasts, acts = page.locator("#waits" if sheet else "#toasts"), site.clerk.game(game.id).to_act

    def ready() -> None:
        if what == "action":
            await_record(page, play_on(site, game.id, lambda now: now.to_act == acts).seq)

    def enter(n: int) -> list[tuple[Locator, str]]:
        if what == "action":
            page.locator("#offers .offer").first.click()
            return []
        if what == "part":
            if not page.locator("#parts button").first.is_visible():
                page.locator("#parts-form > summary").click()
            page.locator("#parts button").first.click()
            return []
        if what == "cell":
            cell = page.locator(".cells input:not([type=hidden])").nth(n - 1)
            cell.fill(str(10 + n))
            cell.press("Enter")
            return [(cell, str(10 + n))]
        words = page.locator("#claim-text")
        if not words.is_visible():
            page.locator("#claim-form summary").click()
        words.fill(f"“Late”, {n}")
        page.locator("#claim-form button").last.click()
        return [(words, f"“Late”, {n}")]

    def again(n: int, how: str) -> None:
        if how == "refused":
            expect(toasts.locator("li")).to_have_count(1)
            page.get_by_role("button", name="Send all the same").click()

    return Form(page, "**/play/*", f"/games/{game.id}", enter, lambda n: toasts, again, ready=ready)


def signing_form(site: Site, visit: Visits) -> Form:
    game = fixed(site, "northgard-training", 31)
    page = visit(f"/games/{game.id}/audit", link=game.links["blue"])
    press = page.get_by_role("button", name=re.compile("Sign record"))

    def enter(n: int) -> list[tuple[Locator, str]]:
        press.click()
        return []

    def again(n: int, how: str) -> None:
        press.click()
        expect(page.locator("#signatures ~ ul li")).to_have_count(n)

    told = page.locator("[data-part=trouble]")
    return Form(page, "**/countersignatures", f"/games/{game.id}", enter, lambda n: told, again)


KEPT = ("result tapped", "result typed", "action")  # over a reload of the page
KINDS: dict[str, Callable[[Site, Visits], Form]] = {
    "leads on": expulsion_form,
    "result tapped": lambda site, visit: result_form(site, visit, tables=False),
    "result typed": lambda site, visit: result_form(site, visit, tables=True),
    "action": lambda site, visit: seat_form(site, visit, "action"),
    "claim": lambda site, visit: seat_form(site, visit, "claim"),
    "cell": lambda site, visit: seat_form(site, visit, "cell"),
    "part of a draw": lambda site, visit: seat_form(site, visit, "part"),
    "counter-signature": signing_form,
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_typed_is_still_shown_and_goes_out_once(
    site: Site, visit: Visits, kind: str
) -> None:
    visit.excused += COMPLAINTS
    form = KINDS[kind](site, visit)
    page = form.page
    page.add_init_script(SHORT)
    page.reload()
    for n, how in enumerate(HOW, 1):
        silent = list[Route]()

        def answer(route: Route, *, how: str = how, silent: list[Route] = silent) -> None:
            if how == "503":
                return route.fulfill(status=503, body="<title>Away</title>")
            if how == "refused" and "countersign" in form.to:
                return route.fulfill(status=413, json={"detail": "It is too large."})
            if how == "refused":
                return route.fulfill(status=413, body=REFUSAL, content_type="text/html")
            if not form.leaves:
                return silent.append(route)
            route.fetch()  # it arrives, and nobody hears of it
            return route.abort("connectionreset")

        form.ready()
        seq = site.server.ask("GET", f"/api/v1{form.stream}").data["seq"]
        if how == "offline" and not form.leaves:
            page.context.set_offline(True)
        else:
            page.route(form.to, answer)
        typed = form.enter(n)
        if form.leaves:
            page.wait_for_url(lambda url: "/entrants/" not in url or url.endswith("/expel"))
            page.go_back()
        expect(form.told(n)).to_contain_text(REFUSED if how == "refused" else AGAIN_BY_ITSELF)
        if how == "503" and kind in KEPT:
            page.reload()
            expect(form.told(n)).to_contain_text(AGAIN_BY_ITSELF)
        for field, value in typed:
            expect(field).to_have_value(value)
        for request in silent[:1]:  # it arrives late, or the live stream would tell of it before
            request.fetch()
        page.context.set_offline(False)
        page.unroute(form.to)
        form.again(n, how)
        if page.locator("#play").count():
            await_record(page, seq + 1)
        assert site.server.ask("GET", f"/api/v1{form.stream}").data["seq"] == seq + 1, how
