"""How a game is shown and told."""

from abc import abstractmethod
from typing import Any, ClassVar

from domain.kernel.text import Lang, Text, same
from domain.titles.contract.grid import Grid
from domain.titles.contract.rules.corrections import Corrections
from domain.titles.contract.rules.metadata import A, B, F, S
from domain.titles.contract.series import Gauge
from domain.titles.contract.types import (
    NOTHING,
    TALL,
    Audience,
    Changed,
    Shape,
)


class Showing(Corrections[S, B, A, F]):
    headings: ClassVar[tuple[Text, ...]] = ()
    """What rules are called by a title that named them itself. The headings of a rule text stay in
    its language, as they are printed."""

    @abstractmethod
    def picture(
        self,
        setting: S,
        view: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        """The board as one `<svg>` element, drawn in the manner of the title from what `view` gave
        an audience, as plain data: so it can show no more. `changed` are ids of places and seats to
        mark; `shape` is one of the title's `shapes`. The same view gives the same text, of a size
        that stays the same through a game, and in every shape the same ids. Drawn with the words of
        `domain/titles/drawing/svg.py`."""

    def grid(self, board: B, seats: tuple[str, ...], round: int = 0) -> Grid | None:
        """The grid that people type into where the title is played so, for those who enter for
        `seats`, the first of them rather than the others; by default there is none. `round`: the
        one whose form is asked for, where rounds are entered as a whole. For public eyes."""
        return None

    def gauges(self, board: B, audience: Audience) -> tuple[Gauge, ...]:
        """What an analyst follows over a game beside the points, as far as an audience sees it.
        Asked at every position of a game, so it counts on the board, where `view` would write all
        of it down."""
        return ()

    @abstractmethod
    def say_action(self, board: B, seat: str, action: A) -> Text:
        """One sentence for an action about to be taken on this board, without the seat's name:
        `plays Recruit on T04a`."""

    @abstractmethod
    def say_fact(self, board: B, fact: F) -> Text:
        """One sentence for a fact; `board` is the one it has just made true."""

    def says_alone(self, fact: F) -> bool:
        """Whether the sentence for a fact is the same on every board of its game, so that nobody
        has to make the board that it has just made true. Where a title does not say so, it
        depends."""
        return False

    def cited(self, rule: str) -> Text:
        """A rule as people read it where it is cited."""
        return next((heading for heading in self.headings if heading.en == rule), same(rule))
