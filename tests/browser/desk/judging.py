"""Disputes for page tests: a game in progress, a claim about it, and the arbiter's form with the
fields filled in that every ruling needs."""

from itertools import count
from typing import Any

from playwright.sync_api import Page

from domain.game.aggregate.game import Game
from domain.game.commands import Order
from domain.game.rulings.conditions import Grounds, Wish
from domain.game.rulings.use_cases import Rulings
from tests.browser.conftest import PHONE, SCREEN, SMALL, Opened, Site, overflow, small
from tests.browser.play.playing import ACTOR, fixed, play_on

DUEL = "northgard-training"

_keys = count(1)


def played(site: Site, title: str = DUEL, upto: int = 14, seed: int = 5, **fields: Any) -> Opened:
    game = fixed(site, title, seed, **fields)
    play_on(site, game.id, lambda now: now.seq >= upto, seed)
    return game


def now(site: Site, game: Opened) -> Game:
    return site.clerk.game(game.id)


def order(site: Site, game: Opened) -> Order:
    return Order(game.id, now(site, game).seq, ACTOR, f"desk-{next(_keys)}")


def file_claim(site: Site, game: Opened, back: int = 2) -> int:
    at = now(site, game)
    return (
        Rulings(site.clerk)
        .claim(
            order(site, game), at.setting.seats[0], at.in_force()[-back], "That unit was not there."
        )
        .record.seq
    )


def penalise(site: Site, game: Opened) -> None:
    wish = Wish("penalty", seat=now(site, game).setting.seats[0], points=-2)
    Rulings(site.clerk).rule(order(site, game), wish, Grounds("Conduite", "conduct"))


def fill_in_grounds(page: Page) -> None:
    page.get_by_label("Why you had to rule").select_option("wrong-entry")
    page.get_by_label("Rule", exact=True).fill("Déplacer")


def preview(page: Page) -> None:
    page.locator(".foot-bar").get_by_role("button", name="Preview the result").click()


def misfits(page: Page) -> dict[str, object]:
    """The faults of a page in windows of three widths, by width: the pixels by which it is too
    wide, and the controls smaller than a finger. {} if there are none."""
    sizes: dict[str, object] = {}
    for size in (SCREEN, PHONE, SMALL):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        if overflow(page) or small(page):
            sizes[str(size["width"])] = overflow(page), small(page)
    return sizes
