"""Local search for a seating: swaps of two entrants, and of two whole tables, until none lowers the
cost."""

from collections.abc import Iterator, Sequence

from domain.tournament.pairing.table_costs import OF_PAIRS, Seating, TableCosts
from domain.tournament.seeds import Draws

LOOKS = 40_000
"""How many swaps are looked at before the search stops trying other beginnings."""

KICK = 3
"""Swaps by lot from which a search begins again."""


class Search:
    """The seating of one round during the search. `tables` has entrants by their indices in a list.
    The cost of each two together, and of each entrant at each table, is stored, so that the change
    by a swap is computed by a few additions. `looks`: how many swaps were tried."""

    def __init__(self, costs: TableCosts, seating: Seating) -> None:
        factors = costs.factors(seating)
        self._names = [number for entrants in seating for number in entrants]
        self._index = {number: at for at, number in enumerate(self._names)}
        weighed = [(name, factors[name]) for name in OF_PAIRS if factors[name]]
        count = len(self._names)
        self._pair = [[0] * count for _ in range(count)]
        for i, a in enumerate(self._names):
            for j in range(i):
                cost = sum(
                    factor * costs.pair_value(name, a, self._names[j]) for name, factor in weighed
                )
                self._pair[i][j] = self._pair[j][i] = cost
        most = max((len(entrants) for entrants in seating), default=0)
        self._seat = [
            [factors["seat"] * costs.seat_value(a, at) for at in range(most)] for a in self._names
        ]
        self._place = [
            [factors["place"] * costs.place_value(a, at + 1) for at in range(len(seating))]
            for a in self._names
        ]
        self._score = [costs.position.scores[a] for a in self._names]
        self._spread_factor = factors["spread"]
        self._slack = (
            self._spread_factor
            * (max(self._score, default=0) - min(self._score, default=0)) ** 2
            * 2
        )
        self._slack += (
            2 * max((max(row, default=0) for row in (*self._seat, *self._place)), default=0) * 2
        )
        self.looks = 0
        self.tables: list[list[int]] = []
        self.set(seating)

    def set(self, seating: Seating) -> None:
        """Replace the seating by another one of the same entrants at tables of the same sizes."""
        self._set_tables([[self._index[number] for number in entrants] for entrants in seating])

    def _set_tables(self, tables: list[list[int]]) -> None:
        self.tables = [list(table) for table in tables]
        self._beside = [
            [sum(map(row.__getitem__, table)) for table in self.tables] for row in self._pair
        ]
        self._spreads = [self._spread(table) for table in self.tables]

    @property
    def seating(self) -> Seating:
        return [[self._names[a] for a in table] for table in self.tables]

    @property
    def cost(self) -> int:
        together = (
            sum(self._beside[a][t] for t, table in enumerate(self.tables) for a in table) // 2
        )
        alone = sum(
            self._place[a][t] + self._seat[a][s]
            for t, table in enumerate(self.tables)
            for s, a in enumerate(table)
        )
        return together + alone + sum(self._spreads)

    def _spread(self, table: Sequence[int]) -> int:
        if not self._spread_factor or not table:
            return 0
        scores = [self._score[a] for a in table]
        return self._spread_factor * (max(scores) - min(scores)) ** 2

    def cost_change(self, t: int, i: int, u: int, j: int) -> int:
        """The change of the cost (below 0: better) by a swap of seat `i` of table `t` with seat `j`
        of table `u`. If the pairs at the tables get so much worse that nothing else could make up
        for it, the change of their part alone."""
        a, b = self.tables[t][i], self.tables[u][j]
        more = self._seat[a][j] + self._seat[b][i] - self._seat[a][i] - self._seat[b][j]
        if t == u:
            return more
        beside_a, beside_b = self._beside[a], self._beside[b]
        together = beside_b[t] - beside_a[t] + beside_a[u] - beside_b[u] - 2 * self._pair[a][b]
        if together > self._slack:
            return together
        more += (
            together + self._place[a][u] + self._place[b][t] - self._place[a][t] - self._place[b][u]
        )
        if self._spread_factor and self._score[a] != self._score[b]:
            here, there = self.tables[t][:], self.tables[u][:]
            here[i], there[j] = b, a
            more += self._spread(here) + self._spread(there) - self._spreads[t] - self._spreads[u]
        return more

    def swap(self, t: int, i: int, u: int, j: int) -> None:
        a, b = self.tables[t][i], self.tables[u][j]
        self.tables[t][i], self.tables[u][j] = b, a
        if t == u:
            return
        for row, beside in zip(self._pair, self._beside, strict=True):
            more = row[b] - row[a]
            beside[t] += more
            beside[u] -= more
        self._spreads[t], self._spreads[u] = (
            self._spread(self.tables[t]),
            self._spread(self.tables[u]),
        )

    def pairs_of_seats(self) -> Iterator[tuple[int, int, int, int]]:
        for t, table in enumerate(self.tables):
            for u in range(t, len(self.tables)):
                for i in range(len(table)):
                    for j in range(i + 1 if t == u else 0, len(self.tables[u])):
                        yield t, i, u, j

    def improve(self) -> None:
        """Swap until no swap of two entrants, and none of two tables of one size, lowers the
        cost."""
        better = True
        while better:
            better = self._swap_tables()
            for at in self.pairs_of_seats():
                self.looks += 1
                if self.cost_change(*at) < 0:
                    self.swap(*at)
                    better = True

    def _swap_tables(self) -> bool:
        """Swap the numbers of two tables of one size if fewer entrants then sit at a table number
        where they sat before. Returns whether any were swapped."""
        done = False
        for t in range(len(self.tables)):
            for u in range(t + 1, len(self.tables)):
                here, there = self.tables[t], self.tables[u]
                if len(here) != len(there):
                    continue
                now = sum(self._place[a][t] for a in here) + sum(self._place[b][u] for b in there)
                if (
                    sum(self._place[a][u] for a in here) + sum(self._place[b][t] for b in there)
                    < now
                ):
                    self.tables[t], self.tables[u] = there, here
                    self._spreads[t], self._spreads[u] = self._spreads[u], self._spreads[t]
                    for beside in self._beside:
                        beside[t], beside[u] = beside[u], beside[t]
                    done = True
        return done

    def best_of(self, beginnings: Sequence[Seating], draws: Draws, looks: int = LOOKS) -> None:
        """Improve each of the `beginnings`. Then swap some seats of the best seating by lot and
        improve again, until `looks` swaps were tried or the cost is 0. Afterwards the seating is
        the best that was found."""
        best: tuple[int, list[list[int]]] | None = None
        for beginning in beginnings:
            self.set(beginning)
            best = self._improve_best(best)
        everybody = [(t, i) for t, table in enumerate(self.tables) for i in range(len(table))]
        while best and best[0] and self.looks < looks and len(self.tables) > 1:
            self._set_tables(best[1])
            for _ in range(KICK):
                self.swap(
                    *everybody[draws.below(len(everybody))], *everybody[draws.below(len(everybody))]
                )
            best = self._improve_best(best)
        if best:
            self._set_tables(best[1])

    def _improve_best(
        self, best: tuple[int, list[list[int]]] | None
    ) -> tuple[int, list[list[int]]]:
        self.improve()
        cost = self.cost
        return (
            (cost, [list(table) for table in self.tables])
            if best is None or cost < best[0]
            else best
        )
