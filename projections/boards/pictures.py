"""The board of a game as a picture: the same for the page and the printed sheet."""

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
"""Pictures that are kept: everybody at a table looks at the same, then at what changed in it."""

Pictures = Mapping[Shape, str]
"""A position in one shape or several, each an `<svg>` element; all have the same ids in them."""


def picture(
    game: Game, audience: Audience, lang: Lang, other: Game | None = None, shape: Shape = TALL
) -> str:
    """The position as an `<svg>` element in a shape, or in the one that its title draws."""
    return next(iter(pictures(game, audience, lang, (shape,), other).values()))


def pictures(
    game: Game,
    audience: Audience,
    lang: Lang,
    shapes: Collection[Shape] = SHAPES,
    other: Game | None = None,
) -> Pictures:
    """The position in those of the shapes that its title draws, drawn from what `plain_view` shows
    an audience; places and seats that `other`, another position of the same title, shows it
    differently are marked. The style sheet of all is `domain.titles.drawing.svg.STYLESHEET`."""
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
    """A view of a game as pictures; `penalties` are what rulings add to the totals of seats, for
    titles that draw what counts."""
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
    """A view as a picture. `people` tells languages with other names apart, which are equal."""
    shown = msgspec.json.decode(view)
    if penalties:
        shown["penalties"] = dict(penalties)
    if shape is None:
        return rules.picture(setting, shown, lang)
    return rules.picture(setting, shown, lang, shape=shape)


def shapes_of(rules: AnyRuleset, offered: Collection[Shape]) -> tuple[Shape, ...]:
    """Those of the shapes that a title draws; its first where it draws none of them."""
    return tuple(shape for shape in rules.shapes if shape in offered) or rules.shapes[:1]


def compared(drawn: Pictures, other: Pictures, lang: Lang) -> Pictures:
    """A drawn position with what another one, drawn for the same audience in the same shapes, shows
    differently marked in it."""
    return {shape: marked(now, differing(other[shape], now), lang) for shape, now in drawn.items()}
