"""What becomes true of revolts. Stored for ever: fields are only added, with defaults."""

from __future__ import annotations

from domain.kernel.text import same
from domain.titles.fief.board import Board, Revolt
from domain.titles.fief.words import faces
from domain.titles.kit import Fact, Sentences, Text, replace

SAID = Sentences("""
in-place = A revolt breaks out in {place} against {victim}.
at-camp = A revolt breaks out against the camp of {victim}.
""")  # fmt: skip


class RevoltBegan(Fact, frozen=True):
    """A Revolt card was played against a village, or against the camp of `victim` (no place); `waiting` may calm it."""

    family: str
    victim: str
    place: str
    waiting: tuple[str, ...] = ()

    def apply(self, board: Board) -> Board:
        return replace(board, revolt=Revolt(self.victim, self.place, self.waiting))

    def say(self, board: Board) -> Text:
        return SAID.of("in-place" if self.place else "at-camp", self, board)


class RevoltUncalmed(Fact, frozen=True):
    """A family with a cardinal lets the revolt go on."""

    family: str
    called = Text("Revolt not calmed")
    says = Text("{family} does not calm it.")

    def apply(self, board: Board) -> Board:
        if board.revolt is None:
            return board
        waiting = tuple(s for s in board.revolt.waiting if s != self.family)
        return replace(board, revolt=replace(board.revolt, waiting=waiting))


class RevoltCalmed(Fact, frozen=True):
    """A family's cardinal calmed the revolt."""

    family: str
    says = Text("A cardinal of {family} calms the revolt.")

    def apply(self, board: Board) -> Board:
        return replace(board, revolt=None)


class RevoltRolled(Fact, frozen=True):
    """The peasants' dice and the hits they deal."""

    settles = True
    dice: tuple[int, ...]
    hits: int
    called = Text("Peasants' dice rolled")
    says = Text("The peasants roll {faces}: {hits} hits.")

    def faces(self, board: Board) -> Text:
        return same(faces(self.dice))

    def apply(self, board: Board) -> Board:
        return board if board.revolt is None else replace(board, revolt=replace(board.revolt, hits=self.hits))


class RevoltEnded(Fact, frozen=True):
    """The revolt is over."""

    settles = True
    says = Text("The revolt is over.")

    def apply(self, board: Board) -> Board:
        return replace(board, revolt=None)
