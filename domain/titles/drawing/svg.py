"""The vocabulary of board pictures: functions for SVG that every title draws with.

A picture is made from a view, so it can show no more than its audience may see. It is text, equal for
equal views, without scripts, handlers, inline styles or external resources; colours are classes of
`palette.py`. Words are escaped here and nowhere else. Measures are units of the view box, which is
shown about one to one. A title draws its board in one or two shapes: `tall` for a phone of 360 px,
with text at 9 or more and tap targets at 40 or more where there is room; `wide` for the 900 px that a
screen has beside the rest of the page, at most `HIGH` high, with text at 11 or more.

Pages find tap targets by these groups, each with a title of its own:

    <g class="place" data-place="ID">     a place of the board, by the id that actions name it with
    <g class="card" data-card="ID">       a card, with `data-seat` where several seats have the same
    <g class="piece" data-piece="ID">     a piece or another thing that actions name
    <g class="seat" data-seat="ID">       what one seat has before it

The shape of class `edge` directly inside a group is outlined when the group has `changed` (it differs
from another position), `can` (it may be tapped), `chosen` or the focus; pages set the last three.
"""

from collections.abc import Callable

from domain.kernel.text import Lang
from domain.titles.contract.types import NOTHING, TALL, WIDE, Changed, Shape
from domain.titles.drawing.changes import CHANGED, differing_ids, with_changes_marked
from domain.titles.drawing.lettering import cut_to_width, escape, fitting_size, n, width, wrapped
from domain.titles.drawing.palette import STYLESHEET

__all__ = [
    "NOTHING",
    "STYLESHEET",
    "TALL",
    "WIDE",
    "Changed",
    "Shape",
    "cut_to_width",
    "differing_ids",
    "escape",
    "fitting_size",
    "n",
    "width",
    "with_changes_marked",
    "wrapped",
]  # fmt: skip

WIDTHS: dict[Shape, int] = {TALL: 360, WIDE: 900}
"""The width each shape is drawn for; a tall board may be up to an eighth wider."""

HIGH = 690
"""The greatest height of a wide picture: what a window of 900 px leaves below a page's head."""


# -- shapes ----------------------------------------------------------------------------------------


def rect(cls: str, x: float, y: float, w: float, h: float, r: float = 0) -> str:
    return f'<rect class="{cls}" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"' + (
        f' rx="{n(r)}"/>' if r else "/>"
    )


def circle(cls: str, x: float, y: float, r: float) -> str:
    return f'<circle class="{cls}" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>'


def line(cls: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path class="{cls}" d="M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}"/>'


def path(cls: str, d: str) -> str:
    return f'<path class="{cls}" d="{d}"/>'


def polygon(cls: str, points: list[tuple[float, float]]) -> str:
    return path(cls, "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "Z")


def text(cls: str, x: float, y: float, words: object, size: float = 11) -> str:
    """Words on a base line. The class `mid` centres them at x, `end` lets them end there; `b` makes
    them bold; a fill class colours them."""
    return f'<text class="{cls}" x="{n(x)}" y="{n(y)}" font-size="{n(size)}">{escape(words)}</text>'


def icon(cls: str, d: str, x: float, y: float, size: float) -> str:
    """A sign with its middle at a point. `d`: its path, drawn in a box of 16 by 16 around the
    origin; where outlines overlap, it is not filled."""
    scale = f"scale({size / 16:.3g})" if size != 16 else ""
    return f'<path class="icon {cls}" transform="translate({n(x)} {n(y)}){scale}" d="{d}"/>'


def hatch(cls: str, w: float, h: float, step: float = 8) -> str:
    """Slanting lines over a rectangle at the origin, to show that it is barred, spent or hidden.
    `step`: the distance between lines."""
    lines = (
        (max(0.0, c - h), min(c, h), min(c, w), max(0.0, c - w))
        for c in range(int(step), int(w + h), int(step))
    )
    return path(
        f"none {cls}", "".join(f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}" for x1, y1, x2, y2 in lines)
    )


def at(x: float, y: float, *body: str, scale: float = 1, turn: float = 0) -> str:
    """Shapes moved to a point, turned clockwise by degrees, and scaled."""
    moved = (
        f"translate({n(x)} {n(y)})"
        + (f"rotate({n(turn)})" if turn else "")
        + (f"scale({scale:g})" if scale != 1 else "")
    )
    return f'<g transform="{moved}">{"".join(body)}</g>'


def fitted_text(cls: str, x: float, y: float, words: str, room: float, size: float = 11) -> str:
    """Words on a base line that fit into `room`: if they are too wide, the letters are set closer
    and, if need be, the words are cut."""
    wide = size * 1.12 if " b" in f" {cls}" else size
    if width(words, wide) <= room:
        return text(cls, x, y, words, size)
    close = f'textLength="{n(room)}" lengthAdjust="spacingAndGlyphs"'
    return text(cls, x, y, cut_to_width(words, room * 1.35, wide), size).replace(
        "<text", f"<text {close}", 1
    )


def text_lines(cls: str, x: float, y: float, lines: list[str], size: float = 11) -> str:
    """Lines of words below one another."""
    return "".join(text(cls, x, y + i * (size + 1), words, size) for i, words in enumerate(lines))


# -- groups ----------------------------------------------------------------------------------------


def group(cls: str, says: str, *body: str, **data: str) -> str:
    """Shapes that belong together, in a group with a title (`says`) and `data-` attributes.
    Attributes without a value are left out."""
    hooks = "".join(f' data-{key}="{escape(value)}"' for key, value in data.items() if value)
    return f'<g class="{cls}"{hooks}><title>{escape(says)}</title>{"".join(body)}</g>'


def place(id: str, says: str, *body: str, lang: Lang = "en", changed: Changed = NOTHING) -> str:
    new = id in changed
    return group(
        "place changed" if new else "place",
        says + (CHANGED.to(lang) if new else ""),
        *body,
        place=id,
    )


def seat(id: str, says: str, *body: str, lang: Lang = "en", changed: Changed = NOTHING) -> str:
    new = id in changed
    return group(
        "seat changed" if new else "seat", says + (CHANGED.to(lang) if new else ""), *body, seat=id
    )


def card(id: str, says: str, *body: str, seat: str = "") -> str:
    return group("card", says, *body, card=id, seat=seat)


def piece(id: str, says: str, *body: str, seat: str = "") -> str:
    return group("piece", says, *body, piece=id, seat=seat)


# -- things that several titles have ---------------------------------------------------------------

_TOKENS: tuple[Callable[[float], str], ...] = (
    lambda r: f"M{n(-r)} 0A{n(r)} {n(r)} 0 1 1 {n(r)} 0A{n(r)} {n(r)} 0 1 1 {n(-r)} 0Z",
    lambda r: f"M0 {n(-r)}A{n(r)} {n(r)} 0 1 1 0 {n(r)}A{n(r)} {n(r)} 0 1 1 0 {n(-r)}Z",
    lambda r: f"M{n(-r * 0.9)} {n(-r * 0.9)}H{n(r * 0.9)}V{n(r * 0.9)}H{n(-r * 0.9)}Z",
    lambda r: f"M0 {n(-r * 1.2)}L{n(r * 1.2)} 0L0 {n(r * 1.2)}L{n(-r * 1.2)} 0Z",
    lambda r: (
        f"M{n(-r)} {n(-r)}H{n(r)}V{n(r * 0.2)}Q{n(r)} {n(r * 0.8)} 0 {n(r * 1.2)}Q{n(-r)} "
        f"{n(r * 0.8)} {n(-r)} {n(r * 0.2)}Z"
    ),
    lambda r: (
        f"M{n(-r * 1.1)} 0L{n(-r * 0.55)} {n(-r)}H{n(r * 0.55)}L{n(r * 1.1)} 0L{n(r * 0.55)} "
        f"{n(r)}H{n(-r * 0.55)}Z"
    ),
    lambda r: f"M0 {n(-r * 1.2)}L{n(r)} {n(-r * 0.3)}V{n(r)}H{n(-r)}V{n(-r * 0.3)}Z",
)


def token(number: int, x: float, y: float, r: float, words: object = "", size: float = 0) -> str:
    """A seat's token: its colour, its shape, and a few letters. `number`: the seat's number in
    playing order, from 1; 0: nobody's token."""
    shape = path(f"f-seat{number} s-panel w1", _TOKENS[number](r))
    drop = r * 0.25 if number == 6 else 0.0
    size = size or r * (0.95 if len(str(words)) > 2 else 1.15)
    label = text(f"f-on{number} mid b", 0, size * 0.36 + drop, words, size) if words != "" else ""
    return at(x, y, shape, label)


_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


def die(x: float, y: float, size: float, value: int, cls: str = "f-panel s-ink w1") -> str:
    """A die whose upper left corner is at (`x`, `y`): pips for the values 1 to 6, a figure for any
    other."""
    box = rect(cls, x, y, size, size, size * 0.2)
    if value not in _PIPS:
        return box + text("f-ink mid b", x + size / 2, y + size * 0.72, value, size * 0.6)
    spots = ((ord(spot) - 97) for spot in _PIPS[value])
    pips = "".join(
        f"M{n(x + size * (0.25 + 0.25 * (s % 3)))} {n(y + size * (0.25 + 0.25 * (s // 3)))}h.01"
        for s in spots
    )
    return box + f'<path class="none s-ink round" stroke-width="{n(size * 0.18)}" d="{pips}"/>'


# -- whole pictures --------------------------------------------------------------------------------


def svg(
    name: str, says: str, w: float, h: float, *body: str, lang: Lang = "en", title: str = ""
) -> str:
    """A whole picture. `name`: its title; `says`: a description in a few sentences; `body`: its
    shapes. `title`: the title's class in the style sheet; wide pictures also get the class
    `wide`."""
    classes = f"{title} wide" if w >= WIDTHS[WIDE] else title
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {classes}" role="img" lang="{lang}" '
        f'viewBox="0 0 {n(w)} {n(h)}" width="{n(w)}" height="{n(h)}">'
        f"<title>{escape(name)}</title><desc>{escape(says)}</desc>"
        f"{rect('f-paper', 0, 0, w, h, 6)}{''.join(body)}</svg>"
    )
