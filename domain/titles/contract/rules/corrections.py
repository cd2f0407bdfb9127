"""What a board that an arbiter declares is held to."""

import hashlib
from abc import abstractmethod
from collections.abc import Mapping

from domain.kernel.text import Text
from domain.titles.contract.resolution import encode_board
from domain.titles.contract.rules.metadata import A, B, F, S
from domain.titles.contract.rules.standing import Standing
from domain.titles.contract.verdict import Field


class Corrections(Standing[S, B, A, F]):
    @abstractmethod
    def census(self, board: B) -> Mapping[str, int]:
        """Counts of everything that is conserved (pieces by kind, on the board and off): the same
        at every position."""

    def amiss(self, board: B) -> tuple[Text, ...]:
        """What is wrong with a board that an arbiter declared, beyond its types and its census:
        sentences without a full stop. Boards that play leads to have nothing amiss."""
        return ()

    def allowed(self, board: B) -> Mapping[str, Field]:
        """What an arbiter may put at single places of the board's document, by JSON pointer, as far
        as the title says so: the desk shows it beside them. What is not here is left to the types,
        the census and `amiss`."""
        return {}

    def fingerprint(self, board: B) -> str:
        """A short digest of the board: two boards that differ in anything differ in it."""
        return hashlib.sha256(encode_board(board)).hexdigest()[:16]
