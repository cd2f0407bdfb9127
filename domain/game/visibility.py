"""Visibility: which actions and facts of a game an audience may read.

A title says what is hidden at a position and comes to light at a later one (`Ruleset.visible`). It knows the board, not the record:
by it alone, what was taken back would be shown with what was chosen in its place. But nobody saw it except its own seat and the
arbiter, and what a seat thought better of is nobody else's business: it stays hidden until the game is closed.
"""

from __future__ import annotations

from functools import cached_property

from domain.game.game import Game
from domain.record.records import FIRST
from domain.rules.ruleset import Action, AnyRuleset, Audience, Board, Fact


class Sight:
    """An audience looking at a game; `board` is the position that says what may be known by now: the game's, unless it is given."""

    def __init__(self, game: Game, audience: Audience, board: Board | None = None) -> None:
        self._game, self._audience = game, audience
        self._now = game.board if board is None else board

    def sees(self, seat: str, item: Action | Fact, seq: int = 0) -> bool:
        """Whether the audience may read an action or fact entered by `seat` that stands in record `seq` (0: in none yet)."""
        visible = self._game.rules.visible
        if not visible(self._now, self._audience, seat, item):
            return False
        if seq <= FIRST or self._game.closed or visible(self._blank, self._audience, seat, item):
            return True  # of all others it is known that they are hidden before they come to light
        return seq in self._in_force

    @cached_property
    def _in_force(self) -> frozenset[int]:
        history = self._game.history
        return frozenset(history.line(history.tips[self._game.seq - 1]))

    @cached_property
    def _blank(self) -> Board:
        board: Board = self._game.rules.blank(self._game.setting)
        return board


def keeps_secrets(rules: AnyRuleset) -> bool:
    """Whether a title has anything that some audience may not know."""
    return rules.keeps_secrets()
