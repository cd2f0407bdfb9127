"""Games to watch, and functions that wait for what a watcher sees."""

import re
from random import Random

from playwright.sync_api import Page, expect

from domain.game.aggregate.game import Game
from domain.game.commands import Opening
from tests.browser.conftest import Site
from tests.builders.players import play_on

DEMO = "r6e9w6xhp0g8"

_WATCH = """() => {
  window.shifted = [];
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      for (const { node, previousRect: a, currentRect: b } of entry.sources) {
        if ((node?.closest ? node : node?.parentElement)?.closest('.lines')) continue;
        window.shifted.push(`${node?.className || node?.nodeName}: from ${a.x}, ${a.y} to ${b.x}, ${b.y}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}"""

_SETTLED = (
    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => "
    "setTimeout(() => done(shifted)))))"
)

_WALK = """async positions => {
  const slider = document.querySelector('input[type=range]');
  for (const seq of positions) {
    slider.value = seq;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    while (!slider.getAttribute('aria-valuetext').startsWith(`${seq}. `)) await new Promise(requestAnimationFrame);
  }
}"""


def played(site: Site, ruleset: str, actions: int = 25, seed: int = 4) -> Game:
    clerk = site.clerk
    game = clerk.open_game(
        Opening(ruleset=ruleset, public=True), "operator", f"replay-{ruleset}-{seed}"
    ).state
    return play_on(clerk, game, Random(seed), lambda game: game.seq >= actions, by="operator")


def at(page: Page) -> int:
    return int(page.locator("input[type=range]").input_value())


def painted(page: Page, seq: int) -> str:
    """The HTML of the board of a position, once it is painted: the scrubber names a position at
    once, and the board follows with the next frame of the screen."""
    expect(page.locator("input[type=range]")).to_have_attribute(
        "aria-valuetext", re.compile(rf"^{seq}\. ")
    )
    return page.locator("[data-part=picture] > :visible").inner_html()


def await_frame(page: Page, seq: int) -> None:
    page.wait_for_function(
        "seq => document.querySelector('greffe-replay').frames?.get(seq)", arg=seq
    )


def walk(page: Page, *positions: int) -> None:
    """Move the scrubber through the positions, each as soon as the one before it is painted."""
    page.evaluate(_WALK, list(positions))


def watch_for_jumps(page: Page) -> None:
    """Observe layout shifts, from when the page was opened; `jumps` returns them. Shifts in the
    list of records do not count, since the entry of the shown position unfolds there."""
    page.evaluate(_WATCH)


def jumps(page: Page) -> list[str]:
    return list(page.evaluate(_SETTLED))
