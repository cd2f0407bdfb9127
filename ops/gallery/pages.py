"""Takes the README's two screenshots from a running service: the replay of a duel, and a score
sheet on a phone. It opens a game for the second, so use a service for trials.

    .venv/bin/python -m ops.gallery.pages http://127.0.0.1:8000 var/operator.key ops/gallery/pictures
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from time import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser

DUEL = "r6e9w6xhp0g8"
"""The id of the demonstration game of a new service."""

SEATS = ("p1", "p2", "p3")
SHEET = {
    "birds": (48, 39, 52),
    "bonus": (9, 14, 6),
    "goals": (12, 15, 9),
    "eggs": (17, 11, 20),
    "food": (4, 7, 2),
}


def open_score_sheet(request: APIRequestContext) -> str:
    """Open a score sheet and fill in all but its last lines. Returns the path of its page."""
    headers = {"Idempotency-Key": f"{time()}"}
    wingspan = {"ruleset": "score-sheet", "catalog": "wingspan", "players": len(SEATS)}
    game = request.post("/api/v1/games", data=wingspan, headers=headers).json()["game"]
    cells = [(line, *cell) for line, row in SHEET.items() for cell in zip(SEATS, row, strict=True)]
    for seq, (line, seat, value) in enumerate(cells, 1):
        action = {"type": "enter", "category": line, "value": value, "whose": seat}
        request.post(
            f"/api/v1/games/{game}/actions",
            data={"seat": seat, "action": action},
            headers={"If-Match": f'"{seq}"', "Idempotency-Key": f"{time()}"},
        )
    return f"/games/{game}/play"


@contextmanager
def launched_browser() -> Iterator[Browser]:
    """The browser that `ops/browser.sh` installs, for the length of a `with` block. Raises
    Playwright's errors if there is none."""
    from playwright.sync_api import sync_playwright

    there = which("chromium-headless-shell") or which("chromium")
    with sync_playwright() as driver:
        yield driver.chromium.launch(
            executable_path=there, args=["--no-sandbox", "--hide-scrollbars"]
        )


def main(site: str, key_file: str, folder: str) -> None:
    """Write both screenshots to the folder, as `replay.png` and `phone.png`. Raises Playwright's
    errors if there is no browser."""
    key = {"Authorization": f"Bearer {Path(key_file).read_text('utf-8').strip()}"}
    with launched_browser() as browser:
        context = browser.new_context(base_url=site, extra_http_headers=key)
        page = context.new_page()
        for name, path, width in (
            ("replay", f"/games/{DUEL}?at=20", 1280),
            ("phone", open_score_sheet(context.request), 390),
        ):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(path)
            page.screenshot(path=Path(folder, f"{name}.png"))


if __name__ == "__main__":
    main(*sys.argv[1:])
