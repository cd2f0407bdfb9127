"""Cards: a board as one picture of fixed size without variables or media queries, for programs with
poor support of style sheets, such as those that make PNG previews for messengers."""

import re

from domain.titles.drawing.lettering import cut_to_width, escape
from domain.titles.drawing.palette import COLOURS, STYLESHEET

CARD = (1200, 630)

_HEAD, _EDGE = 76, 24
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"')
_MEDIA = re.compile(r"@media[^{]+\{(?:[^{}]*\{[^{}]*\})*\}\n?")
_VARIABLE = re.compile(r"var\(--([a-z0-9]+)\)")


def day_stylesheet() -> str:
    """The style sheet for pictures by day, with every colour written out instead of variables."""
    plain = _MEDIA.sub("", STYLESHEET)
    return _VARIABLE.sub(lambda match: COLOURS[match[1]][0], plain)


def picture_card(picture: str, title: str) -> str:
    """A picture as a card, with a title above it."""
    width, height = CARD
    size = _SIZE.search(picture)
    assert size is not None, "a picture begins with its size"
    w, h = float(size[1]), float(size[2])
    scale = min((width - 2 * _EDGE) / w, (height - _HEAD - _EDGE) / h)
    x = (width - w * scale) / 2
    placed = (
        f'x="{x:.1f}" y="{_HEAD}" width="{w * scale:.1f}" height="{h * scale:.1f}" '
        f'viewBox="0 0 {size[1]} {size[2]}"'
    )
    board = picture[: size.start()] + placed + picture[size.end() :]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">'
        f'<rect class="f-paper" width="{width}" height="{height}"/>'
        f'<text class="f-ink b" x="{_EDGE}" y="52" '
        f'font-size="36">{escape(cut_to_width(title, width - 2 * _EDGE, 40))}</text>{board}</svg>'
    )
