"""Games for page tests: opened with dice that follow from a seed, continued by random players,
entered by taps on a phone."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from domain.game.aggregate.game import Game
from domain.game.commands import Opening, Order, game_id
from tests.browser.conftest import PHONE, Opened, Site, Visits
from tests.builders import players

ACTOR = "table"
_keys = count(1)
_opened: Counter[str] = Counter()


def fixed(site: Site, title: str, seed: int, **fields: Any) -> Opened:
    """Open a game whose dice, sealed or the table's, follow from the seed, with links to its seats.
    Dice also depend on the game's id, so the id follows from the test: it plays the same game
    whatever other tests run."""
    key = f"{title}/{seed}/{os.environ.get('PYTEST_CURRENT_TEST', '')}"
    _opened[key] += 1
    key += f"/{_opened[key]}"
    id = game_id(ACTOR, key)
    site.clerk.key_values.keep("seed", id, hashlib.sha256(f"{seed}".encode()).digest())
    players.answered(
        lambda values: site.clerk.open_game(
            Opening(ruleset=title, values=values, **fields), ACTOR, key
        ),
        Random(seed),
    )
    links = {role: site.issue(id, role) for role in ("arbiter", "spectator")}
    seated = [seat.id for seat in site.clerk.game(id).setting.seat_specs if seat.role == "player"]
    return Opened(id, {**links, **{seat: site.issue(id, "seat", seat) for seat in seated}})


def play_on(site: Site, id: str, until: Callable[[Game], bool], seed: int = 1) -> Game:
    game = players.play_on(
        site.clerk, site.clerk.game(id), Random(seed), until, anybody=True, by=ACTOR
    )
    assert until(game), "it did not come to that"
    return game


def phone(visit: Visits, link: str, **more: Any) -> Page:
    return visit(link=link, size=PHONE, touch=True, **more)


def plain(action: Any) -> dict[str, Any]:
    return dict(msgspec.json.decode(msgspec.json.encode(action)))


def note(site: Site, id: str) -> None:
    site.clerk.note(
        Order(id, site.clerk.game(id).seq, ACTOR, f"note-{next(_keys)}"), "The tea is ready."
    )


def await_record(page: Page, seq: int) -> None:
    expect(page.locator("#play")).to_have_attribute("data-head", str(seq))


def button(page: Page, action: dict[str, Any]) -> Locator | None:
    locator = page.locator(f"#offers .offer[value='{msgspec.json.encode(action).decode()}']")
    return locator if locator.count() else None


_NAMED = """one => one.dataset.names.split(' ').filter(name => name && document.querySelector(`#board g[data-id="${name}"]`))"""


def tap(page: Page, locator: Locator, rng: Random) -> None:
    """Do a button's action with one or two taps: by a piece on the board that the action names, by
    the group of its buttons, or directly."""
    names = locator.evaluate(_NAMED)
    if names and rng.random() < 0.5:
        page.locator(f'#board g[data-id="{rng.choice(names)}"]').first.tap()
    elif not locator.is_visible():
        locator.locator("xpath=ancestor::details/summary").tap()
    locator.tap()


def fill(page: Page, action: dict[str, Any]) -> None:
    short = page.locator(f"details.short:has(input[name=action][value*='\"{action['type']}\"'])")
    short.locator("summary").tap()
    for field in ("card", "origin", "target"):
        control = short.locator(f'[name="a.{field}"]')
        if field in action and control.first.get_attribute("type") == "radio":
            short.locator(f'.chip:has(input[name="a.{field}"][value="{action[field]}"])').tap()
        elif field in action and control.first.get_attribute("type") != "hidden":
            control.select_option(action[field])
    units, units_due = short.locator('[name="a.units"]'), action["units"]
    while (there := int(units.input_value())) != units_due:
        step = 1 if there < units_due else -1
        short.locator("[data-do=more]" if step > 0 else "[data-do=less]").tap()
        expect(units).to_have_value(str(there + step))
    short.locator("button.go").tap()
