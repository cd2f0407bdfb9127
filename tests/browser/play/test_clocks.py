"""Clocks of seats in a real browser: agreed in the form that opens a game, running on the page of a seat and in the hall."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import SCREEN, Opened, Site, Visits, faults, small, wide
from tests.browser.organise.test_organise import signed_in
from tests.browser.play.playing import play_on

PHONE = {"width": 360, "height": 740}
RUNNING = re.compile(r"^[34]:\d\d$")
"""Less than the five minutes that a clock begins with, on a machine however busy."""


def test_clocks_run_on_the_page_of_a_seat_and_in_the_hall(site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    game = site.open(tags=["clocked", "table 5"], time_control={"kind": "fischer", "seconds": 300, "increment": 5})
    page = visit(link=game.links["red"], size=PHONE, lang="fr", touch=True)
    expect(page.locator(".seat-clocks")).to_contain_text("Les pendules partent à la première action.")
    site.post(f"/games/{game.id}/notes", {"text": "Ready?"}, If_Match='"1"')
    page.reload()  # a choice that is made against record 1 would be refused
    seat = site.clerk.game(game.id).to_act[0]
    other = page if seat == "red" else visit(link=game.links[seat], size=PHONE, touch=True)
    other.locator("#offers .offer").first.click()
    running = page.locator(".seat-clocks [data-running='1'] .time")
    expect(running).to_have_text(RUNNING)
    shoot(page, "seat")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    hall = signed_in(site, visit, "/hall?tag=clocked")
    expect(hall.locator(".tables .clock[data-running='1'] .time")).to_have_text(RUNNING)
    shoot(hall, "hall")
    assert (faults(hall), wide(hall)) == ([], 0)


def test_a_form_asks_for_clocks(site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    for lang, path in (("en", "/organise/open?ruleset=northgard-training"), ("fr", "/record")):
        page = signed_in(site, visit, path, lang=lang, size=PHONE)
        if path == "/record":
            page.locator("details.clock > summary").click()
        shoot(page, f"form-{lang}")
        assert (faults(page), wide(page), small(page)) == ([], 0, [])


def late(site: Site) -> Opened:
    """A game in which the time of the seat that is to act is over."""
    game = site.open(time_control={"kind": "budget", "seconds": 300})
    first = site.clerk.game(game.id).to_act
    now = play_on(site, game.id, lambda now: now.to_act != first)
    ruling = {"remedy": {"type": "set-clock", "seat": now.to_act[0], "seconds": 0}, "code": "time"}
    site.post(f"/games/{game.id}/rulings", ruling, If_Match=f'"{now.seq}"')
    return game


def test_a_player_and_the_arbiter_see_in_words_that_time_is_over_and_act_by_one_tap(
    site: Site, visit: Visits, shoot: Callable[..., None]
) -> None:
    game = late(site)
    (seat,) = site.clerk.game(game.id).to_act
    other = next(one for one in ("red", "blue") if one != seat)
    page = visit(link=game.links[other], size=PHONE, lang="fr", touch=True)
    expect(page.locator(".seat-clocks .over .time-over")).to_have_text("temps écoulé")
    shoot(page, "over")
    assert (faults(page), wide(page), small(page)) == ([], 0, [])
    page.locator(".seat-clocks button").click()
    expect(page.locator(".seat-clocks")).to_contain_text("Les pendules sont arrêtées jusqu’à la décision de l’arbitre")
    expect(page.locator(".seat-clocks button")).to_have_count(0)
    (claim,) = site.clerk.game(game.id).proceedings.open_claims
    desk = signed_in(site, visit, f"/games/{game.id}/desk")
    shoot(desk, "desk")
    assert (faults(desk, "#clocks"), wide(desk), small(desk)) == ([], 0, [])
    desk.locator("#set-clock > summary").click()
    desk.get_by_label("Seat", exact=True).select_option(seat)
    desk.get_by_label("Minutes it shows from here on").fill("2")
    desk.get_by_label("The claim that this decides").select_option(str(claim.seq))
    desk.get_by_role("button", name="Set it").click()
    expect(desk.locator("#done")).to_contain_text("is set to 2:00.")
    expect(desk.locator(".seat-clocks .acts .time")).to_have_text(re.compile(r"^(2:00|1:\d\d)$"))
    desk.get_by_role("button", name="Stop all clocks").click()
    expect(desk.locator(".seat-clocks")).to_contain_text("The arbiter has stopped the clocks")
    expect(desk.locator(".seat-clocks [data-running='1']")).to_have_count(0)


def test_the_replay_shows_each_clock_at_the_record_that_is_looked_at(site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    game = late(site)
    (seat,) = site.clerk.game(game.id).to_act
    site.post(f"/games/{game.id}/notes", {"text": "Late."}, If_Match=f'"{site.clerk.game(game.id).seq}"')
    for size, dark in ((PHONE, False), (SCREEN, True)):
        page = visit(f"/games/{game.id}", link=game.links["spectator"], size=size, dark=dark, lang="fr")
        clock = page.locator(f"tr[data-seat={seat}] .clock")
        expect(clock).to_have_text(re.compile(r"Pendule −0:\d\d temps écoulé"))
        shoot(page, f"replay-{size['width']}")
        assert (faults(page), wide(page)) == ([], 0)
        page.locator("[data-step=previous]").click()
        expect(clock).to_have_text("Pendule 0:00")


def test_the_score_sheet_tells_what_the_clocks_showed(site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    game = late(site)
    for size, lang in ((PHONE, "fr"), (SCREEN, "en")):
        page = visit(f"/games/{game.id}/score-sheet", link=game.links["spectator"], size=size, lang=lang)
        shown = page.get_by_role("heading", name="Pendules" if lang == "fr" else "Clocks", exact=True)
        expect(shown).to_be_visible()
        shoot(page, lang)
        assert (faults(page), wide(page), small(page) if size is PHONE else []) == ([], 0, [])
