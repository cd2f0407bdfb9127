"""The cost of tables of three and more: parts that are summed over the tables, and factors that
make one number of them in the order of the rules.

hard, soft  pairs at a table that are to be kept apart
met         for each pair at a table, the square of how often they have met
later       for each pair at a table, how often they will meet in later rounds of a plan
again       for each pair at a table, how often they have met, plus how often they will meet later
pot         pairs at a table from the same row of the snake, who should be at different tables
spread      the square of the difference between the highest and the lowest score at a table
seat        for each entrant, the square of how often they had this seat
place       for each entrant, the square of how often they sat at the table of this number
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from domain.tournament.pairing.position import Position, need_known

PARTS = frozenset({"hard", "met", "later", "again", "soft", "pot", "spread", "seat", "place"})
OF_PAIRS = ("hard", "met", "later", "again", "soft", "pot")

Seating = list[list[int]]
"""The entrants of each table, in the order of their seats; table 1 first."""


class TableCosts:
    """Computes the cost of seatings in one position. `parts`: the names of the parts to be weighed,
    the weightiest first."""

    def __init__(
        self,
        position: Position,
        parts: Sequence[str],
        *,
        later: Mapping[tuple[int, int], int] | None = None,
        pots: Mapping[int, int] | None = None,
    ) -> None:
        self.position = position
        self.parts = need_known(tuple(parts), PARTS)
        self._later, self._pots = Counter(later or {}), dict(pots or {})
        self._of_pair: dict[str, Callable[[int, int], int]] = {
            "hard": lambda a, b: int(position.separated and position.apart(a, b) == "hard"),
            "met": lambda a, b: position.meetings(a, b) ** 2,
            "later": lambda a, b: self._later[(a, b) if a < b else (b, a)],
            "again": lambda a, b: (
                position.meetings(a, b) + self._later[(a, b) if a < b else (b, a)]
            ),
            "soft": lambda a, b: int(position.separated and position.apart(a, b) == "soft"),
            "pot": lambda a, b: int(a in self._pots and self._pots[a] == self._pots.get(b)),
        }

    def pair_value(self, name: str, a: int, b: int) -> int:
        """The value of a part of the cost that is about pairs, such as `met`, for two who sit at
        one table."""
        return self._of_pair[name](a, b)

    def seat_value(self, number: int, seat: int) -> int:
        return self.position.seats[number, seat] ** 2

    def place_value(self, number: int, table: int) -> int:
        return self.position.places[number, table] ** 2

    def spread(self, entrants: Sequence[int]) -> int:
        scores = [self.position.scores[number] for number in entrants]
        return (max(scores) - min(scores)) ** 2 if scores else 0

    def table_value(self, name: str, table: int, entrants: Sequence[int]) -> int:
        """The value of a part for the table with number `table`, where these entrants sit."""
        if name in self._of_pair:
            return sum(self._of_pair[name](a, b) for a, b in combinations(entrants, 2))
        if name == "seat":
            return sum(self.seat_value(number, at) for at, number in enumerate(entrants))
        if name == "place":
            return sum(self.place_value(number, table) for number in entrants)
        return self.spread(entrants)

    def totals(self, seating: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The value of each of `parts` for a whole round, summed over its tables."""
        return tuple(
            sum(self.table_value(name, at, entrants) for at, entrants in enumerate(seating, 1))
            for name in self.parts
        )

    def factors(self, seating: Sequence[Sequence[int]]) -> dict[str, int]:
        """The factor of each part in the one number of a round's cost, such that no amount of a
        later part outweighs an earlier one; 0 for parts that are not weighed."""
        everybody = [number for entrants in seating for number in entrants]
        pairs = sum(len(entrants) * (len(entrants) - 1) // 2 for entrants in seating)
        most = {
            "hard": pairs,
            "soft": pairs,
            "pot": pairs,
            "later": pairs * max(self._later.values(), default=0),
            "again": pairs
            * sum(max(n.values(), default=0) for n in (self._later, self.position.met)),
            "met": pairs * max(self.position.met.values(), default=0) ** 2,
            "spread": len(seating) * self.spread(everybody),
            "seat": len(everybody) * max(self.position.seats.values(), default=0) ** 2,
            "place": len(everybody) * max(self.position.places.values(), default=0) ** 2,
        }
        factors, factor = dict.fromkeys(PARTS, 0), 1
        for name in reversed(self.parts):
            factors[name] = factor
            factor *= most[name] + 1
        return factors
