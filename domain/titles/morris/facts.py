from domain.titles.kit import Fact, Text, replace
from domain.titles.morris.board import Board


class FirstPlayerDrawn(Fact, frozen=True):
    """A seat was drawn to begin."""

    seat: str
    says = Text("{seat} begins.")

    def apply(self, board: Board) -> Board:
        return replace(board, turn=self.seat)


class ManPlaced(Fact, frozen=True):
    """A seat placed a man. It is then the rival's turn, unless a mill follows."""

    seat: str
    point: str
    says = Text("{seat} places a man on {point}.")

    def apply(self, board: Board) -> Board:
        hand = {**board.hand, self.seat: board.hand[self.seat] - 1}
        men = {**board.men, self.point: self.seat}
        return replace(board, men=men, hand=hand, turn=board.rival(self.seat))


class ManMoved(Fact, frozen=True):
    """A seat moved a man. It is then the rival's turn, unless a mill follows."""

    seat: str
    origin: str
    target: str
    says = Text("{seat} moves a man from {origin} to {target}.")

    def apply(self, board: Board) -> Board:
        men = {**board.men, self.origin: "", self.target: self.seat}
        return replace(board, men=men, turn=board.rival(self.seat), quiet=board.quiet + 1)


class MillClosed(Fact, frozen=True):
    """A seat closed a mill with its man on this point, and has to take a man of its rival."""

    foretold = True
    seat: str
    point: str
    says = Text("{seat} closes a mill on {point}.")

    def apply(self, board: Board) -> Board:
        return replace(board, turn=self.seat, mill=True, quiet=0)


class ManTaken(Fact, frozen=True):
    """A seat took a man of its rival off the board."""

    seat: str
    point: str
    says = Text("{seat} takes the man on {point}.")

    def apply(self, board: Board) -> Board:
        rival = board.rival(self.seat)
        lost = {**board.lost, rival: board.lost[rival] + 1}
        men = {**board.men, self.point: ""}
        return replace(board, men=men, lost=lost, turn=rival, mill=False)
