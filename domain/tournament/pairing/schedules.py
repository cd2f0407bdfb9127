"""Plans of all rounds, made before the first: which places sit together in each round.

The places 0 … n-1 are the seats of round 1, table by table. So in every later round the tables of
round 1 show which entrant has which place, and no plan needs to be stored.

    berger      tables of two: everybody meets everybody once, as in Berger's tables
    lines       as many tables as a finite field has elements, of at most as many seats: the lines
                of one slope are the tables of a round, and no two places are on two common lines.
                If tables and seats are equally many, the columns make one more round (16 in 5
                rounds at tables of 4 is an affine plane)
    designed    from a table of designs (15 in 7 rounds at 3, 24 in 7 at 4), from edition 3 on
    searched    all other sizes: swaps within rounds until no two meet twice, or the search has
                tried enough
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, pairwise

from domain.tournament.berger import Plan
from domain.tournament.pairing.designs import DESIGNS
from domain.tournament.seeds import Draws

LOOKS = 150_000
"""Swaps that a search looks at; it may find a plan without repeats where there is one, or not."""


@lru_cache(maxsize=64)
def plan(sizes: tuple[int, ...], rounds: int, *, designs: bool) -> Plan:
    """A plan of so many rounds at tables of these sizes; round 1 has the places in order. Nobody
    meets twice if `lines` or, with `designs`, `designed` has a plan for these sizes. Otherwise the
    plan with the fewest repeated meetings that a search found."""
    known = lines(sizes, rounds) or (designed(sizes, rounds) if designs else None)
    return known or searched(sizes, rounds)


def designed(sizes: tuple[int, ...], rounds: int) -> Plan | None:
    """A plan from the table of designs; None if it has none. For fewer entrants than the design has
    seats, the last seats of the last tables of round 1 are left out."""
    design = DESIGNS.get((len(sizes), max(sizes, default=0)), "").split("\n")[1 : rounds + 1]
    if len(design) < rounds or not all(design):
        return None
    seated = (table[:size] for table, size in zip(design[0].split(), sizes, strict=True))
    places = {letter: at for at, letter in enumerate("".join(seated))}
    planned = []
    for turn, line in enumerate(design):
        tables = [
            [places[letter] for letter in table if letter in places] for table in line.split()
        ]
        tables.sort(key=lambda table: -len(table))
        if tuple(map(len, tables)) != sizes:
            return None
        planned.append(tuple(tuple(t[turn % len(t) :] + t[: turn % len(t)]) for t in tables))
    return tuple(planned)


def lines(sizes: tuple[int, ...], rounds: int) -> Plan | None:
    """A plan in which nobody meets twice, from the lines over a finite field; None if there is no
    such plan for these sizes. Tables may be one seat short: places of the last column are left
    out."""
    tables, seats = len(sizes), max(sizes, default=0)
    field = _field(tables)
    if (
        field is None
        or seats > tables
        or min(sizes) < seats - 1
        or rounds > tables + (seats == tables and min(sizes) == seats)
    ):
        return None
    add, multiply = field
    place, taken = {}, 0
    for row, size in enumerate(sizes):
        for column in range(size):
            place[column, row] = taken
            taken += 1
    planned = []
    for slope in range(min(rounds, tables)):
        round = []
        for begin in range(tables):
            on_line = [(column, add[multiply[slope][column]][begin]) for column in range(seats)]
            there = [place[at] for at in on_line if at in place]
            turn = slope % len(there)
            round.append(tuple(there[turn:] + there[:turn]))
        if min(map(len, round)) < min(sizes):
            return None
        planned.append(tuple(round))
    if rounds > tables:
        planned.append(
            tuple(tuple(place[column, row] for row in range(tables)) for column in range(seats))
        )
    return tuple(planned)


Tables = tuple[list[list[int]], list[list[int]]]


@lru_cache(maxsize=32)
def _field(order: int) -> Tables | None:
    """The tables of addition and multiplication of a finite field with elements 0 … order-1; None
    if there is no field of this order. An element is a polynomial over the prime field: its digits
    to the base of the prime are the coefficients."""
    prime = next((p for p in range(2, order + 1) if order % p == 0), 0)
    degree, rest = 0, order
    while prime and rest % prime == 0:
        rest, degree = rest // prime, degree + 1
    if not prime or rest != 1:
        return None
    digits = [tuple(n // prime**at % prime for at in range(degree)) for n in range(order)]
    number = {digit: n for n, digit in enumerate(digits)}
    add = [
        [number[tuple((a + b) % prime for a, b in zip(x, y, strict=True))] for y in digits]
        for x in digits
    ]
    for low in digits:
        multiply: list[list[int]] = []
        for x in digits:
            multiply.append([number[_product(x, y, low, prime)] for y in digits])
            if multiply[-1].count(0) > 1 and any(x):
                break  # two that are not 0 make 0: no field
        else:
            return add, multiply
    return None


def _product(
    x: tuple[int, ...], y: tuple[int, ...], low: tuple[int, ...], prime: int
) -> tuple[int, ...]:
    """The product of two polynomials with n coefficients over the prime field, modulo the
    polynomial x^n - `low`. Coefficients of low powers come first."""
    degree = len(x)
    product = [0] * (2 * degree - 1)
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            product[i + j] = (product[i + j] + a * b) % prime
    for high in range(2 * degree - 2, degree - 1, -1):
        for at, coefficient in enumerate(low):
            product[high - degree + at] = (
                product[high - degree + at] + product[high] * coefficient
            ) % prime
    return tuple(product[:degree])


def searched(sizes: tuple[int, ...], rounds: int) -> Plan:
    """A plan found by search: swaps that leave fewer repeated meetings and, whenever no swap does,
    two swaps by lot. Equal sizes and rounds always give the same plan."""
    count = sum(sizes)
    draws = Draws(sha256(f"greffe/plan@1\n{sizes}\n{rounds}\n".encode()).hexdigest())
    begin = [
        list(draws.shuffled(range(count))) if round else list(range(count))
        for round in range(rounds)
    ]
    return _by_swaps(sizes, begin, draws)


@lru_cache(maxsize=64)
def bettered(rounds: Plan, met: tuple[tuple[int, int, int], ...]) -> Plan:
    """The rest of a plan, improved by the search of `searched`. `rounds` is the rest so far, in
    entrants' numbers; all its rounds have the same entrants and sizes, and all may be changed.
    `met`: (entrant, entrant, how often they have met)."""
    entrants = sorted(number for table in rounds[0] for number in table)
    places = {number: at for at, number in enumerate(entrants)}
    draws = Draws(sha256(f"greffe/plan@2\n{rounds}\n{met}\n".encode()).hexdigest())
    begin = [[places[number] for table in round for number in table] for round in rounds]
    before = [(places[a], places[b], n) for a, b, n in met if a in places and b in places]
    better = _by_swaps(tuple(map(len, rounds[0])), begin, draws, before)
    return tuple(
        tuple(tuple(entrants[place] for place in table) for table in round) for round in better
    )


def _by_swaps(
    sizes: tuple[int, ...],
    begin: list[list[int]],
    draws: Draws,
    before: Sequence[tuple[int, int, int]] | None = None,
) -> Plan:
    """The best rounds that a search found, beginning with `begin`. `before`: (place, place, how
    often they met in earlier rounds); None: there are no earlier rounds, and the first of these is
    not changed."""
    count, first = sum(sizes), 1 if before is None else 0
    bounds = [0, *(sum(sizes[: at + 1]) for at in range(len(sizes)))]
    search = _PlanSearch(count, bounds, begin, first, before or ())
    best, best_cost, looks = search.rounds(), search.cost, 0
    while best_cost and looks < LOOKS and len(begin) > first and len(sizes) > 1:
        looks += search.descend(LOOKS - looks)
        if search.cost < best_cost:
            best, best_cost = search.rounds(), search.cost
        for _ in range(2):
            round = first + draws.below(len(begin) - first)
            search.swap(round, draws.below(count), draws.below(count))
    return tuple(tuple(tuple(round[a:b]) for a, b in pairwise(bounds)) for round in best)


class _PlanSearch:
    """A plan during the search: how often each two meet, and its `cost`. Two who meet n times cost
    n(n-1). What the meetings before the plan cost is subtracted."""

    def __init__(
        self,
        count: int,
        bounds: list[int],
        rounds: list[list[int]],
        first: int,
        before: Sequence[tuple[int, int, int]],
    ) -> None:
        self._rounds, self._first = rounds, first
        self._table = [t for t, (a, b) in enumerate(pairwise(bounds)) for _ in range(a, b)]
        self._bounds = bounds
        self._met = [[0] * count for _ in range(count)]
        for a, b, n in before:
            self._met[a][b] = self._met[b][a] = n
        for round in rounds:
            for a, b in pairwise(bounds):
                for x, y in combinations(round[a:b], 2):
                    self._met[x][y] += 1
                    self._met[y][x] += 1
        self.cost = sum(n * (n - 1) for row in self._met for n in row) // 2
        self.cost -= sum(n * (n - 1) for _, _, n in before)

    def rounds(self) -> list[list[int]]:
        """A copy of the rounds, each a list of places in the order of tables and seats."""
        return [list(round) for round in self._rounds]

    def _tablemates(self, round: int, at: int) -> list[int]:
        table = self._table[at]
        begin, end = self._bounds[table], self._bounds[table + 1]
        return self._rounds[round][begin:at] + self._rounds[round][at + 1 : end]

    def cost_change(self, round: int, i: int, j: int) -> int:
        """The change of the cost (below 0: better) if seats `i` and `j` of a round, at different
        tables, are swapped."""
        a, b = self._rounds[round][i], self._rounds[round][j]
        of_a, of_b = self._met[a], self._met[b]
        change = 0
        for other in self._tablemates(round, i):
            change += of_b[other] - of_a[other] + 1
        for other in self._tablemates(round, j):
            change += of_a[other] - of_b[other] + 1
        return 2 * change

    def swap(self, round: int, i: int, j: int) -> None:
        if self._table[i] == self._table[j]:
            return
        self.cost += self.cost_change(round, i, j)
        a, b = self._rounds[round][i], self._rounds[round][j]
        for here, gone, come in (
            (self._tablemates(round, i), a, b),
            (self._tablemates(round, j), b, a),
        ):
            for other in here:
                for player, more in ((gone, -1), (come, 1)):
                    self._met[player][other] += more
                    self._met[other][player] += more
        self._rounds[round][i], self._rounds[round][j] = b, a

    def descend(self, most: int) -> int:
        """Make every swap that lowers the cost, in the rounds that may be changed, until none does
        or `most` swaps were tried. Returns how many were tried."""
        looks, better = 0, True
        while better and self.cost and looks < most:
            better = False
            for round in range(self._first, len(self._rounds)):
                for i, j in combinations(range(len(self._table)), 2):
                    if self._table[i] != self._table[j]:
                        looks += 1
                        if self.cost_change(round, i, j) < 0:
                            self.swap(round, i, j)
                            better = True
        return looks
