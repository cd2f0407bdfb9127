"""Makes the README's film of a club evening, from pasted names to the podium, from screenshots of a
running service. It opens a tournament there, so use a service for trials; results depend on that
service's dice and clock.

    .venv/bin/python -m ops.gallery.film http://127.0.0.1:8000 var/operator.key api/admin/static
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from ops.gallery.pages import launched_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

SIZE: ViewportSize = {"width": 1024, "height": 640}
PHONE: ViewportSize = {"width": 360, "height": 600}
ROUNDS = 3
NAMES = (
    *("Ada Lovelace", "Blaise Pascal", "Emmy Noether", "Kurt Gödel", "Grace Hopper", "Alan Turing"),
    *(
        "Hypatia",
        "Leonhard Euler",
        "Joséphine Baker",
        "Isaac Newton",
        "Marie Curie",
        "Sophie Germain",
    ),
)

MADE = """async ([shot, phone]) => {
  const canvas = document.querySelector("canvas") ?? document.body.appendChild(document.createElement("canvas"));
  const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
  if (!phone) Object.assign(canvas, { width: image.width, height: image.height });
  const { width, height } = canvas, left = width - image.width - 32, top = (height - image.height) / 2;
  if (phone && !window.dimmed) { pen.fillStyle = "#0009"; pen.fillRect(0, 0, width, height); }
  window.dimmed = phone;
  pen.drawImage(image, phone ? left : 0, phone ? top : 0);
  const now = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer), before = window.before;
  window.before = now;
  let box = [width, height, 0, 0];
  now.forEach((dot, at) => {
    if (before?.length === now.length && before[at] === dot) return;
    const x = at % width, y = (at - x) / width;
    box = [Math.min(box[0], x & ~1), Math.min(box[1], y & ~1), Math.max(box[2], x + 1), Math.max(box[3], y + 1)];
  });
  const [x, y, right, bottom] = box[2] ? box : [0, 0, 2, 2], part = new OffscreenCanvas(right - x, bottom - y);
  part.getContext("2d", { alpha: false }).drawImage(canvas, -x, -y);
  const bytes = new Uint8Array(await (await part.convertToBlob({ type: "image/webp", quality: 0.8 })).arrayBuffer());
  return [x, y, right - x, bottom - y, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))];
}"""
"""JavaScript that encodes what a screenshot changes of the previous frame, as WebP: called with the
PNG in base64 and whether it is a phone's, which is laid over the previous frame. Returns x, y,
width, height and the WebP in base64."""


def _chunk(name: bytes, *parts: bytes) -> bytes:
    data = b"".join(parts)
    return name + len(data).to_bytes(4, "little") + data + b"\0" * (len(data) % 2)


def _in_three_bytes(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(3, "little") for number in numbers)


class Film:
    """An animated WebP made from screenshots, each shown for its own time."""

    def __init__(self, browser: Browser) -> None:
        self._table = browser.new_page()
        self.frames: list[bytes] = []

    def shoot(self, page: Page, shown: int, place: str = "") -> None:
        """Add a screenshot of a page as a frame that is shown for `shown` milliseconds. `place`: a
        CSS selector of the element to scroll to; empty: do not scroll."""
        page.wait_for_load_state("networkidle")
        if place:
            page.locator(place).evaluate("place => place.scrollIntoView()")
        phone = page.viewport_size == PHONE
        shot = b64encode(page.screenshot()).decode()
        x, y, width, height, made = self._table.evaluate(MADE, [shot, phone])
        at = _in_three_bytes(x // 2, y // 2, width - 1, height - 1, shown)
        still = b64decode(made)
        self.frames.append(_chunk(b"ANMF", at, b"\2", still[still.index(b"VP8 ") :]))

    def webp(self) -> bytes:
        """The whole film as the bytes of a WebP file that repeats forever."""
        size = _in_three_bytes(SIZE["width"] - 1, SIZE["height"] - 1)
        head = _chunk(b"VP8X", b"\2\0\0\0", size), _chunk(b"ANIM", bytes(6))
        return _chunk(b"RIFF", b"WEBP", *head, *self.frames)


def film_evening(browser: Browser, site: str, key: str) -> tuple[Film, Film]:
    """Play an evening through the pages of a service. Returns the film of it (desk, screen and two
    phones; the later rounds are not filmed), and a film of its last picture alone, for readers who
    do not want movement."""
    others, film, since = [*browser.contexts], Film(browser), f"{time()}"
    context = browser.new_context(
        base_url=site, viewport=SIZE, extra_http_headers={"Authorization": f"Bearer {key}"}
    )
    ask, desk, screen = context.request, context.new_page(), context.new_page()
    stages = [{"rounds": ROUNDS, "keys": ["points", "buchholz", "lots"]}]
    opened = ask.post(
        "/api/v1/tournaments",
        data={"title": "Friday cup", "rules": {"stages": stages}},
        headers={"Idempotency-Key": since},
    )
    base = f"/tournaments/{opened.json()['tournament']}"
    desk.goto(f"{base}/entrants#many")
    desk.locator("#many summary").click()
    film.shoot(desk, 700, "#many")
    desk.locator("#pasted").fill("\n".join(NAMES))
    film.shoot(desk, 1100)
    desk.locator("#many button").click()
    desk.locator("[data-named]").first.wait_for()
    film.shoot(desk, 1100, "#list")
    for round in range(1, ROUNDS + 1):
        desk.goto(f"{base}/rounds/{round}")
        for button, then in ((f"Pair round {round}", "draft"), ("Publish", "published")):
            desk.get_by_role("button", name=button, exact=True).click()
            desk.get_by_text(then, exact=True).wait_for()
            if round == 1:
                film.shoot(desk, 1200, ".page-name")
        desk.wait_for_load_state("networkidle")
        if round == 1:
            screen.goto(f"{base}/screen?show=pairings")
            film.shoot(screen, 1500)
            _film_phones(film, browser, desk, base)
            desk.locator("#t-1:not([data-missing])").wait_for()
            film.shoot(desk, 800, "#tables")
            desk.keyboard.press("ArrowDown")  # past the table that has its result
        desk.keyboard.press("ArrowDown")
        for _, sign in zip(desk.locator("[data-missing]").all(), "1=011" * 9, strict=False):
            desk.keyboard.press(sign)
            if round == 1:
                film.shoot(desk, 350)
        desk.get_by_role("button", name=f"Close round {round}", exact=True).click()
        desk.get_by_text("closed", exact=True).wait_for()
    desk.goto(base)
    film.shoot(desk, 1800)
    screen.goto(f"{base}/screen?show=standings")
    still = Film(browser)
    for each in (film, still):
        each.shoot(screen, 3000)
    for made in (each for each in browser.contexts if each not in others):
        made.close()
    return film, still


def _film_phones(film: Film, browser: Browser, desk: Page, base: str) -> None:
    """Film how the two players of the first table report and confirm their result on their
    phones."""
    links = desk.context.request.get(f"/api/v1{base}/links").json()["links"]
    tokens = {link["entrants"][0]: link["token"] for link in links if link["duty"] == "table"}
    phones = []
    for seat in desk.locator("#t-1 [data-entrant]").all():
        phones.append(browser.new_context(base_url=desk.url, viewport=PHONE).new_page())
        phones[-1].goto(f"/seat/{tokens[seat.get_attribute('data-entrant')]}")
    film.shoot(phones[0], 1200)
    said = ("Report", ".notice strong"), ("Yes, that is right", "#taken")
    phones[0].locator(".chip").first.click()
    film.shoot(phones[0], 700, "#slip")
    for phone, (button, then) in zip(phones, said, strict=True):
        phone.get_by_role("button", name=button, exact=True).click()
        phone.locator(then).first.wait_for()
        film.shoot(phone, 1200, "#main")


def main(site: str, key_file: str, folder: str) -> None:
    """Write both films to the folder, as `evening.webp` and `evening-still.webp`. Raises
    Playwright's errors if there is no browser."""
    key = Path(key_file).read_text("utf-8").strip()
    with launched_browser() as browser:
        film, still = film_evening(browser, site, key)
        Path(folder, "evening.webp").write_bytes(film.webp())
        Path(folder, "evening-still.webp").write_bytes(still.webp())


if __name__ == "__main__":
    main(*sys.argv[1:])
