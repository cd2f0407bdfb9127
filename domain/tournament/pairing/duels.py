"""Engine `duels`: the Swiss system for two players, by maximum-weight matching.

Each two entrants have a cost whose parts stand in the order of the rules, as one whole number: no
amount of a later part outweighs an earlier one. The least sum over the round is the pairing; lots
decide among equals.

    rematch      how often the two have met
    hard, soft   1 where they are to be kept apart
    bye          for a bye, the difference to the lowest score: weighed right before `score`,
                 whatever the rules weigh
    score        the square of the difference of their scores
    second-bye   pairing-allocated byes, and wins by forfeit, that an entrant has had who gets one
    first-twice  1 where one of them would be first player twice running
    seed         the square of the distance from the ideal opponent: upper half against lower half
                 of a score group

Nobody who has had a bye or won by forfeit has one while somebody present has not, and nobody a
second one while somebody has had none: that is no cost but a law. By edition 1 of the tournament
rules `score` had the square of a bye's difference instead of `bye`, and wins by forfeit did not
matter.
"""

from collections.abc import Iterable

from domain.tournament.pairing.matching import cheapest
from domain.tournament.pairing.position import Position, known
from domain.tournament.seeds import Draws
from domain.tournament.values import Bye, Cost, Note, Pairing, Question, Table

PARTS = frozenset({"rematch", "hard", "score", "second-bye", "first-twice", "soft", "seed"})

NOBODY = 0
"""Stands opposite an entrant with a bye."""

Two = tuple[int, int]


def pair(question: Question) -> Pairing:
    """Pair everybody present, one of an odd number having a bye. Raises `CannotPair` where the
    rules weigh an unknown part."""
    costs = DuelCosts(Position(question))
    twos = costs.cheapest()
    numbered = [
        Table(at, two) for at, two in enumerate((two for two in twos if NOBODY not in two), 1)
    ]
    byes = [Bye(two[0]) for two in twos if NOBODY in two]
    return _with_costs(costs, Pairing(tuple(numbered), (*question.byes, *byes)))


def weigh(question: Question, pairing: Pairing) -> Pairing:
    """The pairing, made by hand or by an engine, with what it costs and why."""
    return _with_costs(DuelCosts(Position(question)), pairing)


class DuelCosts:
    """What each two would cost, everybody present and, in an odd field, nobody among them."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.parts = known(position.stage.weights.duel, PARTS)
        if position.edition > 1:
            at = self.parts.index("score") if "score" in self.parts else len(self.parts)
            self.parts = (*self.parts[:at], "bye", *self.parts[at:])
        order = position.order
        self.players = [*order, NOBODY] if len(order) % 2 else list(order)
        self._groups()
        draws = Draws(position.question.seed)
        self._lot = {number: draws.below(1 << 32) + 1 for number in sorted(order)} | {NOBODY: 1}
        self._fewest_byes = min(map(position.had, order), default=0)
        self._radix()

    def _groups(self) -> None:
        position = self.position
        groups: dict[int, list[int]] = {}
        for number in position.order:
            groups.setdefault(position.scores[number], []).append(number)
        self._at = {
            number: (at, len(group)) for group in groups.values() for at, number in enumerate(group)
        }
        self._lowest = min(groups, default=0)

    def part(self, name: str, a: int, b: int) -> int:
        """One part of what two cost, or one entrant and nobody; `a` is the first player where that
        is decided."""
        position = self.position
        if NOBODY in (a, b):
            return self._bye(name, a or b)
        if name == "rematch":
            return position.meetings(a, b)
        if name in {"hard", "soft"}:
            return int(position.separated and position.apart(a, b) == name)
        if name == "score":
            return (position.scores[a] - position.scores[b]) ** 2
        if name == "first-twice":
            return int(position.first_last(a) and position.first_last(b))
        return self._from_ideal(a, b) if name == "seed" else 0

    def _bye(self, name: str, number: int) -> int:
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

    def _from_ideal(self, a: int, b: int) -> int:
        (at_a, size_a), (at_b, size_b) = self._at.get(a, (0, 1)), self._at.get(b, (0, 1))
        score_a, score_b = self.position.scores[a], self.position.scores[b]
        if score_a == score_b:
            return (abs(at_a - at_b) - size_a // 2) ** 2
        return (
            (size_a - 1 - at_a) ** 2 + at_b**2
            if score_a > score_b
            else (size_b - 1 - at_b) ** 2 + at_a**2
        )

    def bye(self, number: int) -> Note:
        """Why an entrant has the bye: how far the score is from the lowest, and `instead` those
        with a lower score who have had one, then those without whom nobody could have been paired
        better."""
        scores = self.position.scores
        lower = [n for n in self.position.order if scores[n] < scores[number]]
        had = tuple(n for n in lower if self.position.had(n) > self._fewest_byes)
        return Note(
            0,
            "bye",
            scores[number] - self._lowest,
            (number,),
            0,
            (had, tuple(n for n in lower if n not in had)),
        )

    def allowed(self, a: int, b: int) -> bool:
        """Whether two may be paired: only those with the fewest byes may have one."""
        return NOBODY not in (a, b) or self.position.had(a or b) == self._fewest_byes

    def _radix(self) -> None:
        """One number for each two: every part times more than all later parts of a whole round can
        come to."""
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
        """The round's pairs, the first player first, in the order of their tables; a bye last."""
        score, first = self.position.scores, self.position.first_last
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
        """The one number for two; a pair that is forbidden, or of somebody who is not present,
        costs more than any other."""
        i, j = self.index.get(two[0]), self.index.get(two[1])
        weight = self.matrix[i][j] if i is not None and j is not None else None
        return self._forbidden if weight is None else weight

    @property
    def _forbidden(self) -> int:
        return sum(max((weight or 0 for weight in row), default=0) for row in self.matrix) + 1


def _with_costs(costs: DuelCosts, pairing: Pairing) -> Pairing:
    """The pairing with its cost, part by part, and its notes: what each table costs, and the best
    exchange with another one."""
    twos = {table.number: _twos(table) for table in pairing.tables}
    waiting = [bye.entrant for bye in pairing.byes if bye.kind == "pairing"]
    everything = [two for pairs in twos.values() for two in pairs] + [
        (number, NOBODY) for number in waiting
    ]
    cost = tuple(
        Cost(name, sum(costs.part(name, *two) for two in everything)) for name in costs.parts
    )
    notes = [
        Note(table, name, value, two)
        for table, pairs in twos.items()
        for two in pairs
        for name in costs.parts
        if (value := costs.part(name, *two)) and name != "seed"
    ]
    notes += [
        Note(0, "second-bye", costs.part("second-bye", number, NOBODY), (number,))
        for number in waiting
    ]
    notes += [costs.bye(number) for number in waiting if costs.position.edition > 1]
    notes += _alternatives(costs, pairing, waiting)
    return Pairing(
        pairing.tables, pairing.byes, cost, tuple(sorted(notes, key=lambda note: note.table))
    )


def _twos(table: Table) -> list[Two]:
    """Every two of a table: one pair, unless somebody made a larger table by hand."""
    return [(a, b) for i, a in enumerate(table.entrants) for b in table.entrants[i + 1 :]]


def _alternatives(costs: DuelCosts, pairing: Pairing, waiting: list[int]) -> Iterable[Note]:
    """For each table, the exchange with another one that would have cost the least, and the first
    part that speaks against it."""
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
        yield _against(costs, table, (two, another), new)


def _against(costs: DuelCosts, table: int, old: tuple[Two, Two], new: tuple[Two, Two]) -> Note:
    instead = tuple(tuple(number for number in two if number != NOBODY) for two in new)
    forbidden = next((two for two in new if not costs.allowed(*two)), None)
    if forbidden:
        return Note(table, "second-bye", 0, old[0], costs.part("second-bye", *forbidden), instead)
    for name in costs.parts:
        now, then = (
            sum(costs.part(name, *two) for two in old),
            sum(costs.part(name, *two) for two in new),
        )
        if now != then:
            return Note(table, name, now, old[0], then, instead)
    return Note(table, "lots", 0, old[0], 0, instead)
