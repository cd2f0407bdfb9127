"""The replay of a long game in a real browser: what is shown first, any position, and scrubbing.

Playwright and a Chromium are needed; a machine without them is told so in a line and measures nothing here.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from domain.game.game import Game
from domain.procedure.remedies import Wish
from domain.procedure.rulings import OTHER, Grounds
from domain.table.rulings import Rulings
from ops.bench.measure import Row
from ops.bench.server import Connection, serving
from ops.bench.table import Table, clerk_at, endless

TITLES = ("northgard-training", "convicted")
UNCOUNTED = dict.fromkeys(("GREFFE_LINK_RATE", "GREFFE_KEY_RATE", "GREFFE_FAILED_RATE"), "off")
SPEED = 20
"""Positions a second that a scrubber has to show."""

_FIRST = """() => new Promise(done => new PerformanceObserver(list => {
  const found = list.getEntriesByName('first-contentful-paint')[0];
  if (found) done(found.startTime);
}).observe({ type: 'paint', buffered: true }))"""

_READY = """seq => new Promise(done => {
  const slider = document.querySelector('input[type=range]'), begin = performance.now();
  const look = () => slider.getAttribute('aria-valuetext').startsWith(`${seq}. `)
    ? done(performance.now() - begin) : requestAnimationFrame(look);
  slider.value = seq;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  look();
})"""

_SCRUB = """([from, to, speed]) => new Promise(done => {
  const slider = document.querySelector('input[type=range]'), seen = new Set(), begin = performance.now();
  let last = from, longest = 0, before = begin;
  new MutationObserver(() => seen.add(slider.getAttribute('aria-valuetext').split('.', 1)[0]))
    .observe(slider, { attributes: true, attributeFilter: ['aria-valuetext'] });
  const move = now => {
    longest = Math.max(longest, now - before);
    before = now;
    if (last >= to) return done({ seen: seen.size, seconds: (now - begin) / 1000, longest });
    const next = Math.min(to, speed ? from + Math.floor((now - begin) / 1000 * speed) : last + 1);
    if (next > last) {
      slider.value = last = next;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
})"""


def pages(folder: Path, length: int, rounds: int) -> list[Row]:
    """For some titles, a game of so many records: its page, its positions, and a walk along them."""
    with chromium() as browser:
        if browser is None:
            return []
        data = folder / "pages"
        data.mkdir()
        clerk = clerk_at(data / "greffe.sqlite")
        catalogs = {TITLES[0]: endless(clerk)}
        played = [long_game(Table(clerk, title, catalogs.get(title, "default"), title=title), length) for title in TITLES]
        clerk.close()
        with serving(data, **UNCOUNTED) as (port, key):
            return [row for game in played for row in _Visits(browser, port, key, game).rows(rounds)]


def installed_browser() -> str | None:
    """The path of a Chromium of this machine, that without windows first; none where there is none."""
    found = map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))
    return next((path for path in found if path), None)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser for the time of a measurement; none, and a line that says why, where it is not to be had."""
    there = installed_browser()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        there = None
    if there is None:
        print("pages: left out, for want of Chromium or of Playwright (ops/test installs both).", file=sys.stderr)
        yield None
        return
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=there, args=["--no-sandbox", "--hide-scrollbars"])
        yield browser
        browser.close()


def long_game(table: Table, length: int) -> Game:
    """Play on until a game has so many records, taking an action back now and then. Where a game ends before, an arbiter
    annuls its second half, and it is played on with new dice."""
    rulings = Rulings(table.clerk)
    while table.game.seq < length:
        if table.over:
            line = table.game.in_force()
            wish = Wish("annul", line[len(line) // 2], "reroll")
            table.game = rulings.rule(table.order(), wish, Grounds("–", OTHER, "Played on, to be measured.")).game
        else:
            table.play(min(length, table.game.seq + 100), 3)
    return table.game


class _Visits:
    """Repeated visits to one game, each with an empty cache."""

    def __init__(self, browser: Any, port: int, key: str, game: Game) -> None:
        self.browser, self.key, self.game = browser, key, game
        self.port, self.host = port, f"http://127.0.0.1:{port}"

    def rows(self, rounds: int) -> list[Row]:
        """What is measured, `rounds` times over, one thing after the other in every round."""
        served, sizes = self._served(rounds)
        plain, first, ready, paced, fast = [], [], [], [], []
        for number in range(rounds):
            plain.append(self._looks("/enter")[0])
            paint, *painted = self._looks(f"/games/{self.game.id}", Random(number).sample(range(1, self.game.seq), 6))
            first.append(paint)
            ready += painted
            paced.append(self._walk(SPEED))
            fast.append(self._walk(0))
        shares, speeds = [walk["seen"] / walk["asked"] for walk in paced], [walk["seen"] / walk["seconds"] for walk in fast]
        entrance = f"median of {rounds}, least {min(first):.0f}; the entrance {median(plain):.0f}, least {min(plain):.0f} ms"
        jumps = f"{len(ready)} jumps, least {min(ready):.0f}, most {max(ready):.0f} ms"
        asked = (
            f"{max(walk['requests'] for walk in paced):.0f} requests for {paced[0]['asked']:.0f} positions, best {max(shares):.2f}"
        )
        name = f"{self.game.opened.ruleset}, {self.game.seq:,} records"
        return [
            Row(f"{name}: the page from the server", min(served), "ms", detail=sizes),
            Row(f"{name}: first contentful paint", median(first), "ms", 1_000, at_least=False, detail=entrance),
            Row(f"{name}: any position painted", median(ready), "ms", 1_000, at_least=False, detail=jumps),
            Row(f"{name}: positions painted of {SPEED} asked for a second", median(shares), "×", 0.95, detail=asked),
            Row(f"{name}: positions painted at full speed", median(speeds), "/s", SPEED, detail=f"best {max(speeds):.1f}"),
        ]

    def _served(self, rounds: int) -> tuple[list[float], str]:
        """Milliseconds the server needs for the page, and how large it and a chunk of frames are."""
        connection, found = Connection(self.port, self.key), []
        for _ in range(3 * rounds):
            begin = perf_counter()
            _, html = connection.send("GET", f"/games/{self.game.id}", headers="Cookie: lang=en\r\n")
            found.append((perf_counter() - begin) * 1e3)
        begin = perf_counter()
        middle = self.game.seq // 2
        path = f"/games/{self.game.id}/frames?first={middle}&last={middle + 47}"
        _, frames = connection.send("GET", path, headers="Accept-Encoding: gzip\r\n")
        took = (perf_counter() - begin) * 1e3
        connection.close()
        return found, f"{len(html) / 1e3:.0f} kB; 48 positions {took:.0f} ms, {len(frames) / 1e3:.0f} kB"

    def _walk(self, speed: int) -> dict[str, float]:
        """Scrub from the middle of the game, where nothing was loaded before."""
        page = self._open(f"/games/{self.game.id}?at=1")
        begin, asked, requests = self.game.seq // 3, min(200, self.game.seq // 3), []
        page.evaluate(_READY, begin)
        page.on("request", lambda request: requests.append(request.url) if "/frames" in request.url else None)
        found: dict[str, float] = page.evaluate(_SCRUB, [begin, begin + asked, speed])
        page.context.close()
        return {**found, "asked": asked, "requests": len(requests)}

    def _looks(self, path: str, positions: Sequence[int] = ()) -> list[float]:
        """Milliseconds until something of a page is painted, and from there on until each of some positions is."""
        page = self._open(path)
        found: list[float] = [page.evaluate(_FIRST), *(page.evaluate(_READY, seq) for seq in positions)]
        page.context.close()
        return found

    def _open(self, path: str) -> Any:
        context = self.browser.new_context(
            viewport={"width": 1280, "height": 900}, extra_http_headers={"Authorization": f"Bearer {self.key}"}
        )
        page = context.new_page()
        page.goto(self.host + path, wait_until="load")
        return page
