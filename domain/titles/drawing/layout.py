"""Layouts: a picture as bands, drawn in both shapes from one description.

A band draws a part of a picture in a given width and returns its height. On a phone the bands are
stacked. On a screen the board fills the height, and the rest stands above, beside and below it in
larger letters.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from domain.titles.contract.types import WIDE, Shape
from domain.titles.drawing.scene import stacked
from domain.titles.drawing.svg import HIGH, WIDTHS, at

Band = Callable[[Any, float], tuple[str, float]]
LARGER = 1.23
"""The scale on a screen of what was drawn for a phone, whose smallest letters have size 9."""


class Fill(NamedTuple):
    """A part that fills a share of the height that the bands around it leave free. `draw`: takes
    the scene, a width and a height, and returns the drawing."""

    draw: Callable[[Any, float, float], str] = lambda *_: ""


class Layout(NamedTuple):
    """The parts of a picture, for both shapes.

    In the tall shape the bands of `tall` are stacked in `width`. In the wide shape `board` fills
    the height between `above` and `below`, and `side` stands to the right of it. The board is drawn
    in `board_width` (0: `width`) and enlarged at most `most` times. `aside`: the width of `side`, 0
    for all that is left. `deep`: `side` also covers the height of `below`. `gap`: the distance
    between bands; `margin`: around the picture."""

    tall: tuple[Band, ...]
    board: Band
    side: tuple[Band | Fill, ...]
    above: tuple[Band, ...] = ()
    below: tuple[Band, ...] = ()
    width: float = 348.0
    board_width: float = 0.0
    aside: float = 0.0
    most: float = 2.0
    deep: bool = False
    gap: float = 5.0
    margin: float = 6.0

    def draw(self, scene: Any, shape: Shape) -> tuple[float, float, str]:
        """Draw the picture in a shape. Returns its width, its height and its content."""
        if shape == WIDE:
            wide, (body, high) = float(WIDTHS[WIDE]), self._wide(scene)
        else:
            wide, (body, high) = (
                self.width + 2 * self.margin,
                column(*self.tall, gap=self.gap)(scene, self.width),
            )
        return wide, high + 2 * self.margin, at(self.margin, self.margin, body)

    def _wide(self, scene: Any) -> tuple[str, float]:
        """The wide shape: its drawing and its height, without margins."""
        wide = WIDTHS[WIDE] - 2 * self.margin
        across = self.board_width or self.width
        above, top = _stacked_with_gap(self.above, scene, wide, self.gap)
        below, foot = _stacked_with_gap(self.below, scene, wide, self.gap)
        board, deep = self.board(scene, across)
        room = HIGH - 2 * self.margin - top - foot
        scale = min(room / deep, (wide - self.aside) / across, self.most)
        aside = self.aside or wide - across * scale - 2 * self.margin
        side, end = _filled(self.side, scene, aside, room + self.deep * foot, self.gap)
        high = max(deep * scale, end - self.deep * foot)
        return "".join(
            (
                above,
                at(
                    max(0.0, (wide - aside - 2 * self.margin - across * scale) / 2),
                    top + (high - deep * scale) / 2,
                    board,
                    scale=scale,
                ),
                at(wide - aside, top, side),
                at(0, top + high + self.gap, below),
            )
        ), top + high + foot


def column(*bands: Band, gap: float = 5.0) -> Band:
    """A band that stacks bands vertically."""

    def drawn(scene: Any, width: float) -> tuple[str, float]:
        body, end = stacked((band(scene, width) for band in bands), gap)
        return "".join(body), end

    return drawn


def beside(*parts: tuple[Band, float], gap: float = 5.0) -> Band:
    """A band that sets bands side by side, each given with its width."""

    def drawn(scene: Any, width: float) -> tuple[str, float]:
        body, x, high = [], 0.0, 0.0
        for band, wide in parts:
            part, height = band(scene, wide)
            body.append(at(x, 0, part))
            x, high = x + wide + gap, max(high, height)
        return "".join(body), high

    return drawn


def larger(band: Band, scale: float = LARGER) -> Band:
    """A band enlarged by `scale`, for showing on a screen what was designed for a phone."""

    def drawn(scene: Any, width: float) -> tuple[str, float]:
        body, height = band(scene, width / scale)
        return at(0, 0, body, scale=scale), height * scale

    return drawn


def at_fixed_width(band: Band, width: float) -> Band:
    """A band that is always drawn in one width and then scaled to the width it gets."""
    return lambda scene, room: larger(band, room / width)(scene, room)


def in_grid(
    parts: Iterable[str], across: int, step: float, deep: float, x: float = 0, y: float = 0
) -> str:
    """Drawings of equal size in rows of `across`. `step`: the distance from one to the next in a
    row; `deep`: the distance from one row to the next; `x` and `y`: the corner of the first."""
    return "".join(
        at(x + i % across * step, y + i // across * deep, part) for i, part in enumerate(parts)
    )


def _stacked_with_gap(
    bands: tuple[Band, ...], scene: Any, width: float, gap: float
) -> tuple[str, float]:
    """Bands stacked, with a gap below the last; returns the drawing and its height. Without bands,
    an empty drawing of height 0."""
    if not bands:
        return "", 0.0
    body, end = column(*bands, gap=gap)(scene, width)
    return body, end + gap


def _filled(
    parts: tuple[Band | Fill, ...], scene: Any, width: float, room: float, gap: float
) -> tuple[str, float]:
    """Parts stacked in a width; those that are a `Fill` share what the others leave of the height
    `room`. Returns the drawing and its height."""
    drawn = [part if isinstance(part, Fill) else part(scene, width) for part in parts]
    taken = [part[1] for part in drawn if not isinstance(part, Fill)]
    each = max(0.0, room - sum(taken) - gap * (len(parts) - 1)) / max(1, len(parts) - len(taken))
    body, end = stacked(
        (
            (part.draw(scene, width, each), each) if isinstance(part, Fill) else part
            for part in drawn
        ),
        gap,
    )
    return "".join(body), end
