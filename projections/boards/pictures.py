"""A game's board as a picture, for the page and the printed sheet."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from domain.game.aggregate.game import Game
from domain.game.seals.conditions import sealing
from domain.kernel.amounts import Amount
from domain.kernel.text import Lang, named_in
from domain.titles.contract.ruleset import AnyRuleset, Audience
from domain.titles.contract.types import TALL, WIDE, Shape
from domain.titles.drawing.svg import differing, marked
from projections.boards.positions import plain_view

SHAPES: tuple[Shape, ...] = (TALL, WIDE)

DRAWN = 128
"""The number of pictures cached: a table's readers look at the same one, and then at what changed
in it."""

Pictures = Mapping[Shape, str]
"""A position in one or several shapes, each an `<svg>` element; all have the same ids."""


def picture(
    game: Game, audience: Audience, lang: Lang, other: Game | None = None, shape: Shape = TALL
) -> str:
    """The position as an `<svg>` element in a shape, or in the title's own if it does not draw that
    one."""
    return next(iter(pictures(game, audience, lang, (shape,), other).values()))


def pictures(
    game: Game,
    audience: Audience,
    lang: Lang,
    shapes: Collection[Shape] = SHAPES,
    other: Game | None = None,
) -> Pictures:
    """The position in those of `shapes` that its title draws, from an audience's `plain_view`.
    Places and seats that differ in `other`, another position of the title, are marked. The style
    sheet is `domain.titles.drawing.svg.STYLESHEET`."""
    view = plain_view(game, audience)
    now = sealing(game)
    if now is not None and now.bound:
        view = {**view, "sealed": [seat for seat in now.owing if seat in now.bound]}
    drawn = drawn_from(game, view, game.added_points, lang, shapes)
    if other is None:
        return drawn
    return compared(drawn, pictures(other, audience, lang, tuple(drawn)), lang)


def drawn_from(
    game: Game,
    view: dict[str, Any],
    penalties: Mapping[str, Amount],
    lang: Lang,
    shapes: Collection[Shape] = SHAPES,
) -> Pictures:
    """The pictures of a view; `penalties` are what rulings add to seats' totals, for titles that
    draw points."""
    rules, people = game.rules, named_in(lang)
    known = rules, game.setting, msgspec.json.encode(view), tuple(penalties.items()), lang, people
    if len(rules.shapes) == 1:  # a title that knows no others is not asked for one
        return {rules.shapes[0]: _drawn(*known)}
    return {shape: _drawn(*known, shape=shape) for shape in shapes_of(rules, shapes)}


@lru_cache(DRAWN)
def _drawn(
    rules: AnyRuleset,
    setting: Any,
    view: bytes,
    penalties: tuple[tuple[str, Amount], ...],
    lang: Lang,
    people: tuple[tuple[str, str], ...],
    shape: Shape | None = None,
) -> str:
    """A cached picture of a view. `people` distinguishes languages with different names, which
    compare equal."""
    shown = msgspec.json.decode(view)
    if penalties:
        shown["penalties"] = dict(penalties)
    if shape is None:
        return rules.picture(setting, shown, lang)
    return rules.picture(setting, shown, lang, shape=shape)


def shapes_of(rules: AnyRuleset, offered: Collection[Shape]) -> tuple[Shape, ...]:
    """The offered shapes that a title draws, or its first shape if it draws none of them."""
    return tuple(shape for shape in rules.shapes if shape in offered) or rules.shapes[:1]


def compared(drawn: Pictures, other: Pictures, lang: Lang) -> Pictures:
    """A drawn position in which its differences to another one are marked; both are drawn for one
    audience in the same shapes."""
    return {shape: marked(now, differing(other[shape], now), lang) for shape, now in drawn.items()}
