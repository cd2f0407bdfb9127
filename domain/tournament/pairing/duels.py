"""Engine `duels`: the Swiss system for two players, by maximum-weight matching.

Each two entrants have a cost: one whole number, composed of parts in the order of the rules, such
that no amount of a later part outweighs an earlier one. The round is the set of pairs with the
least sum of costs. Lots decide among equal sums.

    rematch      how often the two have met
    hard, soft   1 if they are to be kept apart
    bye          for a bye, how far the entrant's score is above the lowest. Always weighed, right
                 before `score`
    score        the square of the difference of their scores
    second-bye   for a bye, how many allocated byes and wins by forfeit the entrant has had
    first-twice  1 if one of them would be first player twice running
    seed         the square of the distance from the ideal opponent: upper half against lower half
                 of a score group

Only entrants present with the lowest `Position.bye_rank` can have a bye: this is a condition, not a
cost. In edition 1 of the tournament rules `score` has the square of a bye's difference instead of
`bye`, and wins by forfeit do not matter.
"""

from collections.abc import Iterable

from domain.tournament.pairing.matching import cheapest
from domain.tournament.pairing.position import Position, need_known
from domain.tournament.seeds import Draws
from domain.tournament.values import Bye, Cost, Pairing, PairingReason, Question, Table

PARTS = frozenset({"rematch", "hard", "score", "second-bye", "first-twice", "soft", "seed"})

NOBODY = 0
"""Stands opposite an entrant with a bye."""

Two = tuple[int, int]


def pair(question: Question) -> Pairing:
    """Pair everybody present; of an odd number one has a bye. Raises `CannotPair` if the rules
    weigh a part that does not exist."""
    costs = DuelCosts(Position(question))
    twos = costs.cheapest()
    numbered = [
        Table(at, two) for at, two in enumerate((two for two in twos if NOBODY not in two), 1)
    ]
    byes = [Bye(two[0]) for two in twos if NOBODY in two]
    return _with_costs(costs, Pairing(tuple(numbered), (*question.byes, *byes)))


def weigh(question: Question, pairing: Pairing) -> Pairing:
    """A pairing, made by hand or by an engine, with its cost and the reasons added."""
    return _with_costs(DuelCosts(Position(question)), pairing)


class DuelCosts:
    """The cost of every pair of entrants present. If their number is odd, a bye is a pair with
    `NOBODY`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.parts = need_known(position.stage.weights.duel, PARTS)
        if position.edition > 1:
            at = self.parts.index("score") if "score" in self.parts else len(self.parts)
            self.parts = (*self.parts[:at], "bye", *self.parts[at:])
        order = position.order
        self.players = [*order, NOBODY] if len(order) % 2 else list(order)
        self._compute_groups()
        draws = Draws(position.question.seed)
        self._lot = {number: draws.below(1 << 32) + 1 for number in sorted(order)} | {NOBODY: 1}
        self._fewest_byes = min(map(position.bye_rank, order), default=0)
        self._compute_matrix()

    def _compute_groups(self) -> None:
        position = self.position
        groups: dict[int, list[int]] = {}
        for number in position.order:
            groups.setdefault(position.scores[number], []).append(number)
        self._at = {
            number: (at, len(group)) for group in groups.values() for at, number in enumerate(group)
        }
        self._lowest = min(groups, default=0)

    def part(self, name: str, a: int, b: int) -> int:
        """One part of the cost of a pair; one of the two can be `NOBODY`."""
        position = self.position
        if NOBODY in (a, b):
            return self._bye_part(name, a or b)
        if name == "rematch":
            return position.meetings(a, b)
        if name in {"hard", "soft"}:
            return int(position.separated and position.apart(a, b) == name)
        if name == "score":
            return (position.scores[a] - position.scores[b]) ** 2
        if name == "first-twice":
            return int(position.was_first_last_time(a) and position.was_first_last_time(b))
        return self._distance_from_ideal(a, b) if name == "seed" else 0

    def _bye_part(self, name: str, number: int) -> int:
        if name == "bye":
            return self.position.scores[number] - self._lowest
        if name == "score" and self.position.edition == 1:
            return (self.position.scores[number] - self._lowest) ** 2
        if name == "second-bye":
            return self.position.byes[number] + self.position.forfeits[number]
        if name == "seed":
            at, size = self._at.get(number, (0, 1))
            return (size - 1 - at) ** 2
        return 0

    def _distance_from_ideal(self, a: int, b: int) -> int:
        (at_a, size_a), (at_b, size_b) = self._at.get(a, (0, 1)), self._at.get(b, (0, 1))
        score_a, score_b = self.position.scores[a], self.position.scores[b]
        if score_a == score_b:
            return (abs(at_a - at_b) - size_a // 2) ** 2
        return (
            (size_a - 1 - at_a) ** 2 + at_b**2
            if score_a > score_b
            else (size_b - 1 - at_b) ** 2 + at_a**2
        )

    def bye(self, number: int) -> PairingReason:
        """The reason for an entrant's bye: how far their score is above the lowest. Its `instead`
        has two tuples of entrants with a lower score: those who may not have the bye, since their
        `bye_rank` is above the least, and those whose bye would have made the pairing worse."""
        scores = self.position.scores
        lower = [n for n in self.position.order if scores[n] < scores[number]]
        had = tuple(n for n in lower if self.position.bye_rank(n) > self._fewest_byes)
        return PairingReason(
            0,
            "bye",
            scores[number] - self._lowest,
            (number,),
            0,
            (had, tuple(n for n in lower if n not in had)),
        )

    def allowed(self, a: int, b: int) -> bool:
        """Whether two may be paired. Only an entrant with the least `bye_rank` may be paired with
        `NOBODY`."""
        return NOBODY not in (a, b) or self.position.bye_rank(a or b) == self._fewest_byes

    def _compute_matrix(self) -> None:
        """Compute `matrix`, the cost of each pair as one number, by index in `players`. Each part
        is multiplied by more than the sum of all later parts of a whole round can be."""
        players, count = self.players, len(self.players)
        tables = max(1, count // 2)
        values = [
            [self.part(name, a, b) for name in self.parts]
            for i, a in enumerate(players)
            for b in players[i + 1 :]
        ]
        factors, factor = [], max(self._lot.values()) ** 2 * tables + 1
        for column in reversed(range(len(self.parts))):
            factors.append(factor)
            factor *= max((row[column] for row in values), default=0) * tables + 1
        factors.reverse()
        self.matrix: list[list[int | None]] = [[None] * count for _ in players]
        rows = iter(values)
        for i, a in enumerate(players):
            for j in range(i + 1, count):
                b, row = players[j], next(rows)
                if self.allowed(a, b):
                    cost = self._lot[a] * self._lot[b] + sum(map(int.__mul__, row, factors))
                    self.matrix[i][j] = self.matrix[j][i] = cost
        weighty = [at for at, name in enumerate(self.parts) if name in {"rematch", "hard"}]
        self._worth_avoiding = min((factors[at] for at in weighty), default=factor)
        self.index = {number: at for at, number in enumerate(players)}

    def cheapest(self) -> list[Two]:
        """The pairs of the round with the least cost, in the order of their tables, each with the
        first player first. A bye, a pair with `NOBODY`, is last."""
        score, first = self.position.scores, self.position.was_first_last_time
        kinds = [2 * score[number] + first(number) if number else -1 for number in self.players]
        pairs = [
            (self.players[i], self.players[j])
            for i, j in cheapest(self.matrix, kinds, self._worth_avoiding)
        ]
        pairs.sort(
            key=lambda two: (NOBODY in two, sorted(-score[n] for n in two), self.index[two[0]])
        )
        return [
            two if NOBODY in two else self.position.first_player(*two, self._lot) for two in pairs
        ]

    def cost(self, two: Two) -> int:
        """The cost of a pair as one number. A pair that is forbidden, or has somebody who is not
        present, costs more than all others."""
        i, j = self.index.get(two[0]), self.index.get(two[1])
        weight = self.matrix[i][j] if i is not None and j is not None else None
        return self._forbidden_cost if weight is None else weight

    @property
    def _forbidden_cost(self) -> int:
        return sum(max((weight or 0 for weight in row), default=0) for row in self.matrix) + 1


def _with_costs(costs: DuelCosts, pairing: Pairing) -> Pairing:
    """The pairing with its cost, part by part, and its reasons: what each table costs, and the best
    alternative for it."""
    twos = {table.number: _twos(table) for table in pairing.tables}
    waiting = [bye.entrant for bye in pairing.byes if bye.kind == "pairing"]
    everything = [two for pairs in twos.values() for two in pairs] + [
        (number, NOBODY) for number in waiting
    ]
    cost = tuple(
        Cost(name, sum(costs.part(name, *two) for two in everything)) for name in costs.parts
    )
    notes = [
        PairingReason(table, name, value, two)
        for table, pairs in twos.items()
        for two in pairs
        for name in costs.parts
        if (value := costs.part(name, *two)) and name != "seed"
    ]
    notes += [
        PairingReason(0, "second-bye", costs.part("second-bye", number, NOBODY), (number,))
        for number in waiting
    ]
    notes += [costs.bye(number) for number in waiting if costs.position.edition > 1]
    notes += _alternatives(costs, pairing, waiting)
    return Pairing(
        pairing.tables, pairing.byes, cost, tuple(sorted(notes, key=lambda note: note.table))
    )


def _twos(table: Table) -> list[Two]:
    """All pairs of entrants of a table: one pair, unless somebody made a larger table by hand."""
    return [(a, b) for i, a in enumerate(table.entrants) for b in table.entrants[i + 1 :]]


def _alternatives(
    costs: DuelCosts, pairing: Pairing, waiting: list[int]
) -> Iterable[PairingReason]:
    """A reason for each table: the exchange of opponents with another table, or with the bye, that
    would have cost the least, and the first part of the cost that differs."""
    pairs: list[tuple[int, Two]] = [
        (t.number, (t.entrants[0], t.entrants[1])) for t in pairing.tables if len(t.entrants) == 2
    ]
    pairs += [(0, (number, NOBODY)) for number in waiting]
    price = {two: costs.cost(two) for _, two in pairs}
    best: dict[int, tuple[int, Two, tuple[Two, Two]]] = {}
    for i, (table, two) in enumerate(pairs):
        for other, another in pairs[i + 1 :]:
            (a, b), (c, d) = two, another
            for new in (((a, c), (b, d)), ((a, d), (b, c))):
                more = costs.cost(new[0]) + costs.cost(new[1]) - price[two] - price[another]
                for number, old in ((table, another), (other, two)):
                    if number and (number not in best or more < best[number][0]):
                        best[number] = (more, old, new)
    entrants = dict(pairs)
    for table, (_, another, new) in sorted(best.items()):
        two = entrants[table]
        yield _alternative_reason(costs, table, (two, another), new)


def _alternative_reason(
    costs: DuelCosts, table: int, old: tuple[Two, Two], new: tuple[Two, Two]
) -> PairingReason:
    instead = tuple(tuple(number for number in two if number != NOBODY) for two in new)
    forbidden = next((two for two in new if not costs.allowed(*two)), None)
    if forbidden:
        return PairingReason(
            table, "second-bye", 0, old[0], costs.part("second-bye", *forbidden), instead
        )
    for name in costs.parts:
        now, then = (
            sum(costs.part(name, *two) for two in old),
            sum(costs.part(name, *two) for two in new),
        )
        if now != then:
            return PairingReason(table, name, now, old[0], then, instead)
    return PairingReason(table, "lots", 0, old[0], 0, instead)
