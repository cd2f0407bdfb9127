"""What every engine reads before it pairs: who met whom, scores as whole numbers, seats, byes and
separations so far.

By edition 1 of the tournament rules a win by forfeit was no bye, ratings were no seeds, and a late
entrant's penalty did not count before the entrant's first round.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations
from math import lcm
from typing import Literal

from domain.kernel.text import Text
from domain.tournament.standings.outings import outings
from domain.tournament.standings.points import scores
from domain.tournament.values import CannotPair, Entrant, Question, RoundHistory, Stage

Apart = Literal["", "soft", "hard"]

UNKNOWN = Entrant(0)


class Position:
    """The state before a round. Everybody present is in `order`: the standing by points, then by
    their seeds."""

    def __init__(self, question: Question) -> None:
        field = question.field
        self.question = question
        self.stage: Stage = field.rules.stages[question.stage]
        self.earlier: tuple[RoundHistory, ...] = tuple(
            history for history in field.rounds if history.round < question.round
        )
        self.entrants = {entrant.number: entrant for entrant in field.entrants}
        self.edition = field.edition
        points = scores(field, outings(field, question.round - 1), question.round - 1)
        unit = lcm(*(value.denominator for value in points.values()))
        self.scores: dict[int, int] = defaultdict(
            int, {number: int(value * unit) for number, value in points.items()}
        )
        self.order: tuple[int, ...] = tuple(
            sorted(question.present, key=lambda n: (-self.scores[n], self.seeding(n)))
        )
        self.met: Counter[tuple[int, int]] = Counter()
        self.roles: dict[int, list[bool]] = defaultdict(list)
        self.seats: Counter[tuple[int, int]] = Counter()
        self.places: Counter[tuple[int, int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.forfeits: Counter[int] = Counter()
        """Wins by forfeit; none are counted by edition 1."""
        for history in self.earlier:
            self._read(history)
        self._apart = self._separations()

    def seeding(self, number: int) -> tuple[bool, int, int, int]:
        """What an entrant is ordered by before there are results."""
        return self.entrants.get(number, UNKNOWN).order(self.edition)

    def _read(self, history: RoundHistory) -> None:
        """Take in one earlier round: those who were absent met nobody and sat nowhere."""
        self.byes.update(bye.entrant for bye in history.byes if bye.kind == "pairing")
        for table in history.tables:
            result = history.result(table.number)
            absent = (
                {entry.entrant for entry in result.entries if entry.absent} if result else set()
            )
            if result and result.kind == "double-forfeit":
                absent = set(table.entrants)
            there = [number for number in table.entrants if number not in absent]
            self.met.update(combinations(sorted(there), 2))
            if len(there) < 2:
                if self.edition > 1 and absent:
                    self.forfeits.update(there)
                continue
            for seat, number in enumerate(table.entrants):
                if number in there:
                    self.seats[number, seat] += 1
                    self.places[number, table.number] += 1
                    if len(table.entrants) == 2:
                        self.roles[number].append(seat == 0)

    def had(self, number: int) -> int:
        """Who has the least has the next bye: 0 without a bye and without a win by forfeit; else
        one more for each bye had."""
        return self.byes[number] + (
            self.edition > 1 and bool(self.byes[number] or self.forfeits[number])
        )

    def meetings(self, a: int, b: int) -> int:
        return self.met[(a, b) if a < b else (b, a)]

    def apart(self, a: int, b: int) -> Apart:
        """Whether two are to be kept apart in this round, and how strictly."""
        return self._apart.get((a, b) if a < b else (b, a), "")

    def _separations(self) -> dict[tuple[int, int], Apart]:
        """Everybody who is to be kept apart in this round, lower number first."""
        clubs: dict[str, list[int]] = defaultdict(list)
        for entrant in self.question.field.entrants:
            clubs[entrant.club].append(entrant.number)
        apart: dict[tuple[int, int], Apart] = {}
        for separation in self.question.field.separations:
            if separation.since <= self.question.round:
                pairs = (
                    combinations(sorted(clubs[separation.club]), 2)
                    if separation.club
                    else [(min(separation.a, separation.b), max(separation.a, separation.b))]
                )
                for two in pairs:
                    apart[two] = "hard" if separation.hard or apart.get(two) == "hard" else "soft"
        return apart

    @property
    def separated(self) -> bool:
        return bool(self._apart)

    def balance(self, number: int) -> int:
        """First players' games less second players' games."""
        roles = self.roles[number]
        return 2 * sum(roles) - len(roles)

    def first_last(self, number: int) -> bool:
        roles = self.roles[number]
        return bool(roles) and roles[-1]

    def first_player(self, a: int, b: int, lots: Mapping[int, int]) -> tuple[int, int]:
        """Two in the order of their seats: nobody first twice running; then the one who was first
        less often; then the one who was second more lately; then the lower lot."""
        if self.first_last(a) != self.first_last(b):
            return (b, a) if self.first_last(a) else (a, b)
        if self.balance(a) != self.balance(b):
            return (a, b) if self.balance(a) < self.balance(b) else (b, a)
        for role_a, role_b in zip(reversed(self.roles[a]), reversed(self.roles[b]), strict=False):
            if role_a != role_b:
                return (b, a) if role_a else (a, b)
        return (a, b) if lots[a] < lots[b] else (b, a)

    @property
    def begin(self) -> int:
        return 1 + sum(
            stage.rounds for stage in self.question.field.rules.stages[: self.question.stage]
        )

    @property
    def opening(self) -> RoundHistory | None:
        return next(
            (history for history in self.earlier if history.stage == self.question.stage), None
        )


def taking_part(history: RoundHistory) -> tuple[int, ...]:
    """Everybody with a table or a bye in a round, by number."""
    there = [number for table in history.tables for number in table.entrants] + [
        bye.entrant for bye in history.byes
    ]
    return tuple(sorted(there))


def known(parts: tuple[str, ...], there: frozenset[str]) -> tuple[str, ...]:
    """The parts of a cost that the rules name. Raises `CannotPair` for one that there is not."""
    for part in parts:
        if part not in there:
            listed = ", ".join(sorted(there))
            raise CannotPair(
                Text(
                    "The rules weigh {part}, which no pairing costs: there are {listed}.",
                    part=part,
                    listed=listed,
                ),
            )
    return parts
