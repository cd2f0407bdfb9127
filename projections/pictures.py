"""The board of a game as a picture: what the page, the printed sheet and `greffe show --svg` show alike."""

from __future__ import annotations

from domain.game import Game
from domain.picture import NOTHING, differing
from domain.ruleset import Audience
from domain.words import Lang
from projections.shapes import board_shape


def picture(game: Game, audience: Audience, lang: Lang, other: Game | None = None) -> str:
    """The position as an `<svg>` element, drawn from what `board_shape` shows an audience; places and seats that `other`, another
    position of the same title, shows it differently are marked. Its style sheet is `domain.picture.STYLESHEET`."""
    rules, setting, changed = game.rules, game.setting, NOTHING
    view = board_shape(game, audience)["board"]
    if other is not None:
        before = other.rules.picture(other.setting, board_shape(other, audience)["board"], lang)
        changed = differing(before, rules.picture(setting, view, lang))
    return rules.picture(setting, view, lang, changed)
