"""What a board that an arbiter declares is held to, by the bounds of its fields."""

from collections.abc import Mapping

from domain.kernel.text import Text
from domain.titles.contract.verdict import Field
from domain.titles.kit import fields
from domain.titles.kit.rules.declarations import B, S
from domain.titles.kit.rules.standing import Standing


class Corrections(Standing[S, B]):
    def census(self, board: B) -> Mapping[str, int]:
        return fields.census(board)

    def amiss(self, board: B) -> tuple[Text, ...]:
        """What the fields' bounds forbid; where they are kept, what `contradictions` finds between
        them."""
        return tuple(fields.amiss(board)) or self.contradictions(board)

    def allowed(self, board: B) -> Mapping[str, Field]:
        return fields.allowed(board)

    def contradictions(self, board: B) -> tuple[Text, ...]:
        """What cannot be on a board although each field keeps its bounds; by default nothing."""
        return ()
