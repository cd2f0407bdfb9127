"""A game's board as a picture, for the page and the printed sheet."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from domain.game.aggregate.game import Game
from domain.game.seals.conditions import sealed_choice
from domain.kernel.amounts import Amount
from domain.kernel.text import Lang, names_of_language
from domain.titles.contract.ruleset import AnyRuleset, Audience
from domain.titles.contract.types import TALL, WIDE, Shape
from domain.titles.drawing.svg import differing_ids, with_changes_marked
from projections.boards.positions import plain_view

SHAPES: tuple[Shape, ...] = (TALL, WIDE)

DRAWN = 128
"""The number of pictures in the cache. Most readers of a table look at the same picture."""

Pictures = Mapping[Shape, str]
"""A position drawn in one or several shapes, each as an `<svg>` element. Equal places have equal
ids in all of them."""


def picture(
    game: Game, audience: Audience, lang: Lang, other: Game | None = None, shape: Shape = TALL
) -> str:
    """The picture of a position for an audience, as an `<svg>` element. `shape`: the preferred
    shape; a title that does not draw it uses its own. `other`: see `pictures`."""
    return next(iter(pictures(game, audience, lang, (shape,), other).values()))


def pictures(
    game: Game,
    audience: Audience,
    lang: Lang,
    shapes: Collection[Shape] = SHAPES,
    other: Game | None = None,
) -> Pictures:
    """The pictures of a position for an audience, in those of `shapes` that the title draws.
    `other`: another position of the title; places and seats that differ from it are marked. The
    style sheet is `domain.titles.drawing.svg.STYLESHEET`."""
    view = plain_view(game, audience)
    now = sealed_choice(game)
    if now is not None and now.bound:
        view = {**view, "sealed": [seat for seat in now.owing if seat in now.bound]}
    drawn = pictures_of_view(game, view, game.added_points, lang, shapes)
    if other is None:
        return drawn
    return with_differences_marked(drawn, pictures(other, audience, lang, tuple(drawn)), lang)


def pictures_of_view(
    game: Game,
    view: dict[str, Any],
    penalties: Mapping[str, Amount],
    lang: Lang,
    shapes: Collection[Shape] = SHAPES,
) -> Pictures:
    """The pictures of a title's view of a position. `penalties`: points that rulings add to seats'
    totals, for titles that draw points."""
    rules, people = game.rules, names_of_language(lang)
    known = rules, game.setting, msgspec.json.encode(view), tuple(penalties.items()), lang, people
    if len(rules.shapes) == 1:  # a title that knows no others is not asked for one
        return {rules.shapes[0]: _picture_of_encoded_view(*known)}
    return {
        shape: _picture_of_encoded_view(*known, shape=shape) for shape in shapes_of(rules, shapes)
    }


@lru_cache(DRAWN)
def _picture_of_encoded_view(
    rules: AnyRuleset,
    setting: Any,
    view: bytes,
    penalties: tuple[tuple[str, Amount], ...],
    lang: Lang,
    people: tuple[tuple[str, str], ...],
    shape: Shape | None = None,
) -> str:
    """The picture of an encoded view; cached. `people`: the names that people have in sentences of
    this language; part of the cache's key, since `lang` is equal whatever these names are. `shape`:
    None for a title with only one."""
    shown = msgspec.json.decode(view)
    if penalties:
        shown["penalties"] = dict(penalties)
    if shape is None:
        return rules.picture(setting, shown, lang)
    return rules.picture(setting, shown, lang, shape=shape)


def shapes_of(rules: AnyRuleset, offered: Collection[Shape]) -> tuple[Shape, ...]:
    """Those of the offered shapes that a title draws; its first shape if it draws none of them."""
    return tuple(shape for shape in rules.shapes if shape in offered) or rules.shapes[:1]


def with_differences_marked(drawn: Pictures, other: Pictures, lang: Lang) -> Pictures:
    """The pictures `drawn`, in which the differences from the pictures `other` are marked. Both
    must be for one audience and in the same shapes."""
    return {
        shape: with_changes_marked(now, differing_ids(other[shape], now), lang)
        for shape, now in drawn.items()
    }
