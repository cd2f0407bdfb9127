"""What becomes true of troops and royal guards. Stored for ever: fields are only added, with defaults."""

from __future__ import annotations

from domain.titles.fief.board import Board, Troops
from domain.titles.fief.facts.changes import felled, with_family, with_lord, with_troops
from domain.titles.fief.values import Guards
from domain.titles.fief.words import counts
from domain.titles.kit import Fact, Text, replace


class TroopsRaised(Fact, frozen=True):
    """Troops were placed from the family's stock; `recruited` ones count towards the village's limit."""

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
        return with_troops(board, self.family, self.place, board.troops(self.family, self.place) + self.troops)


class TroopsLost(Fact, frozen=True):
    """Troops were taken off: to the family's stock, mercenaries to the common pool."""

    family: str
    place: str
    troops: Troops
    says = Text("{family} loses {troops} in {place}.")

    def apply(self, board: Board) -> Board:
        gone = self.troops
        board = with_troops(board, self.family, self.place, board.troops(self.family, self.place) - gone)
        board = with_family(board, self.family, stock=board.families[self.family].stock + replace(gone, mercenary=0))
        if gone.mercenary:
            board = replace(board, pool=board.pool + gone.mercenary)
            if board.battle is not None:
                left = board.battle.engaged.get(self.family, 0) - gone.mercenary
                board = replace(board, battle=replace(board.battle, engaged={**board.battle.engaged, self.family: left}))
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
        lords = {**board.lords, **{id: replace(board.lords[id], place=self.target) for id in self.lords}}
        board = replace(board, lords=lords)
        board = with_troops(board, self.family, self.origin, board.troops(self.family, self.origin) - self.troops)
        return with_troops(board, self.family, self.target, board.troops(self.family, self.target) + self.troops)


class GuardRaised(Fact, frozen=True):
    """Troops beside a king or queen became royal guards; the tokens they replace went to the family's stock."""

    lord: str
    guard: Guards
    called = Text("Royal guard raised")
    says = Text("Royal guard of {lord}: {guard}.")

    def apply(self, board: Board) -> Board:
        lord, guard = board.lords[self.lord], self.guard
        replaced = Troops(guard.sergeant, guard.knight)
        board = with_troops(board, lord.family, lord.place, board.troops(lord.family, lord.place) - replaced)
        board = with_family(board, lord.family, stock=board.families[lord.family].stock + replaced)
        box = Guards(board.guard_box.knight - guard.knight, board.guard_box.sergeant - guard.sergeant)
        return with_lord(replace(board, guard_box=box), self.lord, guard=guard)


class GuardStoodDown(Fact, frozen=True):
    """The guard went back to the box; as many ordinary tokens as the stock has (`replaced`) took its place."""

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
        board = with_troops(board, lord.family, lord.place, board.troops(lord.family, lord.place) + replaced)
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
    board = with_lord(board, lord, guard=Guards(guard.knight - gone.knight, guard.sergeant - gone.sergeant))
    return replace(board, guard_box=Guards(box.knight + gone.knight, box.sergeant + gone.sergeant))
