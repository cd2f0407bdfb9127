"""Facts that many games share: something is gained, paid, moved or drawn. A title makes its kinds
of them, each with its sentence and with the fields of the board that it changes:

    class StonesSown(Moved, frozen=True):
        places = "pits"
        says = Text("{seat} sows {count:stone|stones} from {origin} to {target}.")

The name of the kind is what is stored, so titles that had kinds of their own keep them.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from domain.titles.kit.facts import OfSeat


def added(counts: Mapping[str, int], key: str, count: int) -> dict[str, int]:
    """The counts with so many more of a key, fewer if negative; what is down to none is gone."""
    left = counts.get(key, 0) + count
    if left > 0:
        return {**counts, key: left}
    return {other: n for other, n in counts.items() if other != key}


def _raised(board: Any, field: str, key: str, count: int) -> dict[str, Any]:
    """A field that counts by key, with so many more; each key stays, also with none."""
    counts = getattr(board, field)
    return {field: {**counts, key: counts.get(key, 0) + count}}


class Gained(OfSeat, frozen=True):
    """A seat has so many more; `into` is the field of the board that counts them by seat."""

    into: ClassVar[str] = "points"
    amount: int

    def apply(self, board: Any) -> Any:
        return replace(board, **_raised(board, self.into, self.seat, self.amount))


class Paid(OfSeat, frozen=True):
    """A seat paid another, or the bank where `to` is no seat; `purses` counts by seat, `bank` what
    the bank has, if the board keeps it."""

    purses: ClassVar[str] = "purses"
    bank: ClassVar[str] = ""
    to: str
    amount: int

    def apply(self, board: Any) -> Any:
        board = replace(board, **_raised(board, self.purses, self.seat, -self.amount))
        if self.to in getattr(board, self.purses):
            return replace(board, **_raised(board, self.purses, self.to, self.amount))
        bank = {self.bank: getattr(board, self.bank) + self.amount} if self.bank else {}
        return replace(board, **bank)


class Moved(OfSeat, frozen=True):
    """Pieces went from a place to another; `places` is the field of the board that counts what is
    in each, or in each by seat."""

    places: ClassVar[str] = "places"
    origin: str
    target: str
    count: int

    def apply(self, board: Any) -> Any:
        there = dict(getattr(board, self.places))
        for place, change in ((self.origin, -self.count), (self.target, self.count)):
            here = there.get(place, 0)
            by_seat = isinstance(here, Mapping)
            there[place] = added(here, self.seat, change) if by_seat else here + change
        return replace(board, **{self.places: there})


class Drawn(OfSeat, frozen=True):
    """A seat drew cards; `pile` is the field of the board that they came from, `hands` what each
    seat holds. Nobody undoes it alone."""

    pile: ClassVar[str] = "pile"
    hands: ClassVar[str] = "hands"
    reveals: ClassVar[bool] = True
    cards: tuple[str, ...]

    def apply(self, board: Any) -> Any:
        pile, hands = getattr(board, self.pile), getattr(board, self.hands)
        left = tuple(card for card in pile if card not in self.cards)
        held = {**hands, self.seat: (*hands.get(self.seat, ()), *self.cards)}
        return replace(board, **{self.pile: left, self.hands: held})
