"""What becomes true of mercenaries: auction, camps, the common pool. Stored for ever: fields are only added, with defaults."""

from __future__ import annotations

from domain.titles.fief.board import Auction, Board, Troops
from domain.titles.fief.facts.changes import with_family, with_troops
from domain.titles.kit import Fact, Text, Told, replace


class MercenariesDismissed(Fact, frozen=True):
    """Mercenaries that were not paid left a camp for the common pool."""

    foretold = True
    family: str
    count: int
    says = Text("{count:mercenary|mercenaries} of {family} go back to the pool.")

    def apply(self, board: Board) -> Board:
        return _to_pool(board, self.family, self.count)


class BidSealed(Fact, frozen=True):
    """A family's bid lies in its closed hand. Nobody else may know it before the round is revealed."""

    family: str
    turn: int
    round: int
    amount: int
    hidden = True
    says = Text("{family} has bid.")

    def apply(self, board: Board) -> Board:
        auction = board.auction or Auction(self.round)
        auction = replace(auction, bids={**auction.bids, self.family: self.amount})
        return replace(board, auction=auction, waiting=tuple(s for s in board.waiting if s != self.family))


class BidsRevealed(Fact, frozen=True):
    """All hands opened."""

    reveals = True
    turn: int
    round: int
    bids: dict[str, int]
    says = Text("The hands open: {bids}.")

    def apply(self, board: Board) -> Board:
        return replace(board, auction=Auction(self.round, {}, self.bids))


class RunOffBegan(Fact, frozen=True):
    """The highest bid is shared: those who made it bid again."""

    round: int
    families: tuple[str, ...]
    called = Text("Run-off began")
    says = Text("A tie: {families} bid again.")

    def apply(self, board: Board) -> Board:
        revealed = board.auction.revealed if board.auction else {}
        return replace(board, waiting=self.families, auction=Auction(self.round, {}, revealed))


class MercenariesHired(Fact, frozen=True):
    """A family took every mercenary of the pool into its camp."""

    family: str
    count: int
    says = Text("{family} hires {count:mercenary|mercenaries}.")

    def apply(self, board: Board) -> Board:
        return _to_pool(board, self.family, -self.count)


class MercenariesNotHired(Told, frozen=True):
    """Nobody won the auction; the mercenaries stay in the pool."""

    count: int
    says = Text("Nobody wins; {count:mercenary|mercenaries} stay in the pool.")


class MercenariesReturned(Fact, frozen=True):
    """At the end of the turn survivors went back to their employer's camp."""

    family: str
    place: str
    count: int
    says = Text("{count:mercenary|mercenaries} return from {place} to the camp of {family}.")

    def apply(self, board: Board) -> Board:
        there = board.troops(self.family, self.place)
        board = with_troops(board, self.family, self.place, there - Troops(mercenary=self.count))
        return with_family(board, self.family, camp=board.families[self.family].camp + self.count)


class CampRaided(Fact, frozen=True):
    """Mercenaries in a camp were killed and went to the common pool."""

    family: str
    count: int
    says = Text("{count:mercenary|mercenaries} die in the camp of {family}.")

    def apply(self, board: Board) -> Board:
        return _to_pool(board, self.family, self.count)


def _to_pool(board: Board, family: str, count: int) -> Board:
    """So many mercenaries from a camp to the pool, or, below 0, from the pool to a camp."""
    board = with_family(board, family, camp=board.families[family].camp - count)
    return replace(board, pool=board.pool + count)
