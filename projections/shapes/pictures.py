"""The board of a game as a picture: the same for the page, the printed sheet and `greffe show --svg`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.drawing.svg import differing, marked
from domain.game.game import Game
from domain.procedure.seals import sealing
from domain.rules.ruleset import Audience
from domain.rules.text import Lang
from projections.shapes.json import board_shape


def picture(game: Game, audience: Audience, lang: Lang, other: Game | None = None) -> str:
    """The position as an `<svg>` element, drawn from what `board_shape` shows an audience; places and seats that `other`, another
    position of the same title, shows it differently are marked. Its style sheet is `domain.drawing.svg.STYLESHEET`."""
    view = board_shape(game, audience)["board"]
    now = sealing(game)
    if now is not None and now.bound:
        view = {**view, "sealed": [seat for seat in now.owing if seat in now.bound]}
    drawn = drawn_from(game, view, game.proceedings.by_seat(), lang)
    if other is None:
        return drawn
    return compared(drawn, picture(other, audience, lang), lang)


def drawn_from(game: Game, view: dict[str, Any], penalties: Mapping[str, int], lang: Lang) -> str:
    """A view of a game as a picture; `penalties` are the points that rulings gave to seats, for titles that draw what counts."""
    return game.rules.picture(game.setting, {**view, "penalties": dict(penalties)} if penalties else view, lang)


def compared(drawn: str, other: str, lang: Lang) -> str:
    """A drawn position with what another one, drawn for the same audience, shows differently marked in it."""
    return marked(drawn, differing(other, drawn), lang)
