from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from api.game.play.offers import ids_in_picture, plain_action
from domain.kernel.text import LANGS
from domain.titles import registry
from domain.titles.contract.ruleset import ARBITER, AnyRuleset
from domain.titles.contract.types import TALL, WIDE, Shape
from domain.titles.drawing.palette import COLOURS, PRINT, STYLESHEET
from domain.titles.drawing.targets import ids_named
from tests.amount import ALL
from tests.records.play import files, replay, two_a_title

FRAMELESS = "body{margin:0}svg{display:block}"
POLICY = "default-src 'none'; style-src 'self'"
DRAWN = [(title, shape) for title in registry.ids() for shape in registry.ruleset(title).shapes]
WINDOWS: dict[Shape, ViewportSize] = {
    TALL: {"width": 360, "height": 780},
    WIDE: {"width": 900, "height": 700},
}

FINGER = {"fief-tactics": 34, "northgard-training": 34}
"""The least width and height, in CSS px, of a thing that an action names. It is 24 (WCAG 2.5.8) for
titles whose board has more to show."""

LEAST: dict[Shape, float] = {TALL: 8.8, WIDE: 11.0}
"""The least size of letters in CSS px, at the width that a shape is drawn for."""

MEASURE = """([least, finger, named]) => [...document.querySelectorAll('svg')].flatMap((svg, n) => {
  const whole = svg.getBoundingClientRect(), found = [];
  const edgeOf = g => [...g.children].find(c => c.classList.contains('edge'));
  const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent).map(t => [t, t.getBoundingClientRect()]);
  for (const [words, box] of texts) {
    let group = words.parentElement;
    while (group !== svg && !edgeOf(group)) group = group.parentElement;
    const room = (group === svg ? svg : edgeOf(group)).getBoundingClientRect();
    if (box.left < room.left - 1 || box.right > room.right + 1) found.push(`runs over: ${words.textContent}`);
    if (box.top < whole.top - 1 || box.bottom > whole.bottom + 1) found.push(`leaves the picture: ${words.textContent}`);
    const as = words.getScreenCTM(), size = parseFloat(words.getAttribute('font-size')) * Math.hypot(as.a, as.b);
    if (size < least) found.push(`tiny, ${size.toFixed(1)}: ${words.textContent}`);
  }
  texts.forEach(([one, a], at) => texts.slice(at + 1).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > .5 * Math.min(a.height, b.height)) found.push(`collide: ${one.textContent} / ${other.textContent}`);
  }));
  for (const group of svg.querySelectorAll('.place, .card, .piece')) {
    const { place, card, piece } = group.dataset, box = edgeOf(group).getBoundingClientRect();
    if (named[n].includes(place ?? card ?? piece) && Math.min(box.width, box.height) < finger - 0.5)
      found.push(`hard to hit: ${group.querySelector('title').textContent}`);
  }
  return found;
})"""
"""Finds the faults of pictures on a page: words that are too small, cross their edge or cover each
other, and things named by an action that a finger would miss."""


@cache
def pictures(title: str, shape: Shape = TALL) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Pictures of positions from the recorded games of a title (in the quick run from two of them),
    as the arbiter sees them in a shape, alternating between the languages. Each comes with the ids
    of the drawn things that its actions name."""
    drawings = []
    for path in files(title) if ALL else two_a_title(title):
        game = replay(path)
        boards: tuple[Any, ...] = (*game.boards[:-1:50], game.boards[-1])
        for at, board in enumerate(boards):
            view: dict[str, Any] = msgspec.json.decode(
                msgspec.json.encode(game.rules.view(board, ARBITER))
            )
            picture = game.rules.picture(board.setting, view, LANGS[at % 2], shape=shape)
            drawings.append((picture, tuple(sorted(names(game.rules, board, picture)))))
    return tuple(drawings)


def names(rules: AnyRuleset, board: Any, picture: str) -> set[str]:
    """The ids of drawn things that the listed actions of a position, and the choices of its short
    forms, name. Without the pieces in the picture's legend, for The Convicted."""
    drawn, ids = ids_in_picture(picture), set[str]()
    for legal in (rules.legal(board, seat) for seat in rules.to_act(board)):
        chosen = [
            {name: field.choices for name, field in template.fields.items()}
            for template in legal.templates
        ]
        for data in (*(plain_action(choice.action) for choice in legal.choices), *chosen):
            ids |= ids_named(data, drawn)
    return (
        {id for id in ids if f'class="piece" data-piece="{id}"' not in picture}
        if rules.id == "convicted"
        else ids
    )


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport=WINDOWS[TALL])
    yield page
    page.close()


def show(page: Page, picture: str) -> list[str]:
    """Show a picture under the pages' Content-Security-Policy, with its style sheet as a file.
    Returns the browser's complaints."""
    complaints: list[str] = []

    def answer(route: Route) -> None:
        sheet = route.request.url.endswith(".css")
        html = (
            f'<!doctype html><html lang="en"><title>Board</title><link rel="stylesheet" '
            f'href="/board.css">{picture}</html>'
        )
        route.fulfill(
            body=STYLESHEET + FRAMELESS if sheet else html,
            content_type=f"text/{'css' if sheet else 'html'}; charset=utf-8",
            headers={"Content-Security-Policy": POLICY},
        )

    page.on("console", lambda message: complaints.append(message.text))
    page.route("**/*", answer)
    page.goto("http://board.test/")
    page.unroute("**/*")
    return complaints


@pytest.mark.parametrize(("title", "shape"), DRAWN)
def test_pictures_break_no_rule_of_the_content_security_policy(
    page: Page, title: str, shape: Shape
) -> None:
    for picture, _ in pictures(title, shape)[:3]:
        assert show(page, picture) == []


@pytest.mark.parametrize(("title", "shape"), DRAWN)
def test_a_phone_and_a_screen_show_every_word_in_its_place_and_large_enough(
    page: Page, title: str, shape: Shape
) -> None:
    """Several pictures are measured at once on one page, at the width they are drawn for."""
    drawings = pictures(title, shape)
    page.set_viewport_size(WINDOWS[shape])
    for some in (drawings[at : at + 12] for at in range(0, len(drawings), 12)):
        assert show(page, "".join(picture for picture, _ in some)) == []
        assert (
            page.evaluate(
                MEASURE, [LEAST[shape] - 0.01, FINGER.get(title, 24), [names for _, names in some]]
            )
            == []
        )
    page.set_viewport_size(WINDOWS[TALL])


@pytest.mark.parametrize(
    ("mode", "shade"),
    [("light", COLOURS["paper"][0]), ("dark", COLOURS["paper"][1]), ("print", PRINT["paper"])],
)
def test_the_style_sheet_of_pictures_has_colours_for_day_night_and_print(
    page: Page, mode: Any, shade: str
) -> None:
    page.emulate_media(
        media="print" if mode == "print" else "screen",
        color_scheme="dark" if mode == "print" else mode,
    )
    show(page, pictures("northgard-training")[0][0])
    fill = page.evaluate("() => getComputedStyle(document.querySelector('svg .f-paper')).fill")
    page.emulate_media(media="screen", color_scheme="light")
    assert fill == "rgb({}, {}, {})".format(*(int(shade[i : i + 2], 16) for i in (1, 3, 5)))


def test_what_may_be_tapped_and_what_has_the_focus_is_outlined(page: Page) -> None:
    """The classes and the focus that a page gives to a group are visible on its edge."""
    show(page, pictures("northgard-training")[0][0])
    width = (
        "g => getComputedStyle([...g.children].find(c => c.classList.contains('edge'))).strokeWidth"
    )
    place = page.locator("g.place").first
    widths = [place.evaluate(width)]
    for cls in ("can", "chosen"):
        place.evaluate(f"g => g.classList.add('{cls}')")
        widths.append(place.evaluate(width))
    assert len(set(widths)) == 3
    other = page.locator("g.place").nth(1)
    other.evaluate("g => g.setAttribute('tabindex', '0')")
    page.keyboard.press("Tab")
    assert other.evaluate(width) == "6px"
