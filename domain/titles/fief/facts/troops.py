"""What becomes true of troops, royal guards, mercenaries and revolts. Stored for ever: fields are
only added, with defaults."""

from domain.kernel.text import same
from domain.titles.fief.board import Auction, Board, Revolt, Troops
from domain.titles.fief.facts.changes import felled, with_family, with_lord, with_troops
from domain.titles.fief.values import Guards
from domain.titles.fief.words import counts, faces
from domain.titles.kit import Fact, Sentences, Text, Told, replace

SAID = Sentences("""
in-place = A revolt breaks out in {place} against {victim}.
at-camp = A revolt breaks out against the camp of {victim}.
""")  # fmt: skip


class TroopsRaised(Fact, frozen=True):
    """Troops were placed from the family's stock; `recruited` ones count towards the village's
    limit."""

    family: str
    place: str
    troops: Troops
    recruited: bool = False
    says = Text("{family} places {troops} in {place}.")

    def apply(self, board: Board) -> Board:
        family = board.families[self.family]
        if self.recruited:
            counted = board.recruited.get(self.place, 0) + self.troops.total
            board = replace(board, recruited={**board.recruited, self.place: counted})
        board = with_family(board, self.family, stock=family.stock - self.troops)
        return with_troops(
            board, self.family, self.place, board.troops(self.family, self.place) + self.troops
        )


class TroopsLost(Fact, frozen=True):
    """Troops were taken off: to the family's stock, mercenaries to the common pool."""

    family: str
    place: str
    troops: Troops
    says = Text("{family} loses {troops} in {place}.")

    def apply(self, board: Board) -> Board:
        gone = self.troops
        board = with_troops(
            board, self.family, self.place, board.troops(self.family, self.place) - gone
        )
        board = with_family(
            board, self.family, stock=board.families[self.family].stock + replace(gone, mercenary=0)
        )
        if gone.mercenary:
            board = replace(board, pool=board.pool + gone.mercenary)
            if board.battle is not None:
                left = board.battle.engaged.get(self.family, 0) - gone.mercenary
                board = replace(
                    board,
                    battle=replace(
                        board.battle, engaged={**board.battle.engaged, self.family: left}
                    ),
                )
        return felled(board)


class Marched(Fact, frozen=True):
    """Lords moved with troops; royal guards went along."""

    family: str
    origin: str
    target: str
    lords: tuple[str, ...]
    troops: Troops
    chevauchee: bool = False
    says = Text("Now in {target}: {lords} with {troops}.")

    def apply(self, board: Board) -> Board:
        lords = {
            **board.lords,
            **{id: replace(board.lords[id], place=self.target) for id in self.lords},
        }
        board = replace(board, lords=lords)
        board = with_troops(
            board, self.family, self.origin, board.troops(self.family, self.origin) - self.troops
        )
        return with_troops(
            board, self.family, self.target, board.troops(self.family, self.target) + self.troops
        )


class GuardRaised(Fact, frozen=True):
    """Troops beside a king or queen became royal guards; the tokens they replace went to the
    family's stock."""

    lord: str
    guard: Guards
    called = Text("Royal guard raised")
    says = Text("Royal guard of {lord}: {guard}.")

    def apply(self, board: Board) -> Board:
        lord, guard = board.lords[self.lord], self.guard
        replaced = Troops(guard.sergeant, guard.knight)
        board = with_troops(
            board, lord.family, lord.place, board.troops(lord.family, lord.place) - replaced
        )
        board = with_family(board, lord.family, stock=board.families[lord.family].stock + replaced)
        box = Guards(
            board.guard_box.knight - guard.knight, board.guard_box.sergeant - guard.sergeant
        )
        return with_lord(replace(board, guard_box=box), self.lord, guard=guard)


class GuardStoodDown(Fact, frozen=True):
    """The guard went back to the box; as many ordinary tokens as the stock has (`replaced`) took
    its place."""

    foretold = True
    lord: str
    guard: Guards
    replaced: Guards
    called = Text("Royal guard stood down")
    says = Text("The guard of {lord} becomes {ordinary}.")

    def ordinary(self, board: Board) -> Text:
        return counts(knight=self.replaced.knight, sergeant=self.replaced.sergeant)

    def apply(self, board: Board) -> Board:
        lord = board.lords[self.lord]
        replaced = Troops(self.replaced.sergeant, self.replaced.knight)
        board = with_family(board, lord.family, stock=board.families[lord.family].stock - replaced)
        board = with_troops(
            board, lord.family, lord.place, board.troops(lord.family, lord.place) + replaced
        )
        return _guards_off(board, self.lord, self.guard)


class GuardLost(Fact, frozen=True):
    """Royal guards fell and went back to the box."""

    foretold = True
    lord: str
    guard: Guards
    called = Text("Royal guards lost")
    says = Text("{lord} loses {guard}.")

    def apply(self, board: Board) -> Board:
        return felled(_guards_off(board, self.lord, self.guard))


def _guards_off(board: Board, lord: str, gone: Guards) -> Board:
    guard, box = board.lords[lord].guard, board.guard_box
    board = with_lord(
        board, lord, guard=Guards(guard.knight - gone.knight, guard.sergeant - gone.sergeant)
    )
    return replace(board, guard_box=Guards(box.knight + gone.knight, box.sergeant + gone.sergeant))


class MercenariesDismissed(Fact, frozen=True):
    """Mercenaries that were not paid left a camp for the common pool."""

    foretold = True
    family: str
    count: int
    says = Text("{count:mercenary|mercenaries} of {family} go back to the pool.")

    def apply(self, board: Board) -> Board:
        return _to_pool(board, self.family, self.count)


class BidSealed(Fact, frozen=True):
    """A family's bid lies in its closed hand. Nobody else may know it before the round is
    revealed."""

    family: str
    turn: int
    round: int
    amount: int
    hidden = True
    says = Text("{family} has bid.")

    def apply(self, board: Board) -> Board:
        auction = board.auction or Auction(self.round)
        auction = replace(auction, bids={**auction.bids, self.family: self.amount})
        return replace(
            board, auction=auction, waiting=tuple(s for s in board.waiting if s != self.family)
        )


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


class RevoltBegan(Fact, frozen=True):
    """A Revolt card was played against a village, or against the camp of `victim` (no place);
    `waiting` may calm it."""

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
        return (
            board
            if board.revolt is None
            else replace(board, revolt=replace(board.revolt, hits=self.hits))
        )


class RevoltEnded(Fact, frozen=True):
    """The revolt is over."""

    settles = True
    says = Text("The revolt is over.")

    def apply(self, board: Board) -> Board:
        return replace(board, revolt=None)
