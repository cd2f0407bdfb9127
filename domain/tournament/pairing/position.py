"""The position before a round, as engines read it: who met whom, scores as whole numbers, and the
seats, byes and separations so far.

In edition 1 of the tournament rules a win by forfeit is no bye, ratings are no seeds, and a late
entrant's penalty does not count before the entrant's first round.
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
    """The position before a round, from the question to an engine.

    - `order`: the entrants present, the best first, by points, then by seed.
    - `scores`: points in a unit in which all are whole numbers.
    - `met`: by pair, lower number first, how often they met; `roles`: of each duel, oldest first,
      whether the entrant was first player; `seats`, `places`: how often an entrant had a seat (from
      0), or sat at the table with a number; `byes`: how many allocated ones."""

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
        """The sort key of an entrant before there are results (`Entrant.order`)."""
        return self.entrants.get(number, UNKNOWN).order(self.edition)

    def _read(self, history: RoundHistory) -> None:
        """Add an earlier round to the counts. Entrants who were absent met nobody and sat
        nowhere."""
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

    def bye_rank(self, number: int) -> int:
        """An entrant's place in the queue for a bye: the next bye goes to somebody with the lowest.
        It is 0 without a bye and a win by forfeit, otherwise 1 plus the number of byes (in edition
        1 the number of byes alone)."""
        return self.byes[number] + (
            self.edition > 1 and bool(self.byes[number] or self.forfeits[number])
        )

    def meetings(self, a: int, b: int) -> int:
        return self.met[(a, b) if a < b else (b, a)]

    def apart(self, a: int, b: int) -> Apart:
        """How strictly two are to be kept apart in this round: `hard`, `soft` or "" (not)."""
        return self._apart.get((a, b) if a < b else (b, a), "")

    def _separations(self) -> dict[tuple[int, int], Apart]:
        """By pair, lower number first, how strictly they are to be kept apart in this round."""
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
        """Whether any entrants are to be kept apart in this round."""
        return bool(self._apart)

    def balance(self, number: int) -> int:
        """How many duels an entrant played as first player, less those as second player."""
        roles = self.roles[number]
        return 2 * sum(roles) - len(roles)

    def was_first_last_time(self, number: int) -> bool:
        roles = self.roles[number]
        return bool(roles) and roles[-1]

    def first_player(self, a: int, b: int, lots: Mapping[int, int]) -> tuple[int, int]:
        """The two as (first player, second player). The first player is the one who was not first
        last time; if that is equal, the one with the lower `balance`; then the one who was second
        player the last time that their roles differed; then the one with the lower lot."""
        if self.was_first_last_time(a) != self.was_first_last_time(b):
            return (b, a) if self.was_first_last_time(a) else (a, b)
        if self.balance(a) != self.balance(b):
            return (a, b) if self.balance(a) < self.balance(b) else (b, a)
        for role_a, role_b in zip(reversed(self.roles[a]), reversed(self.roles[b]), strict=False):
            if role_a != role_b:
                return (b, a) if role_a else (a, b)
        return (a, b) if lots[a] < lots[b] else (b, a)

    @property
    def stage_begin(self) -> int:
        """The number of the stage's first round."""
        return 1 + sum(
            stage.rounds for stage in self.question.field.rules.stages[: self.question.stage]
        )

    @property
    def stage_first_round(self) -> RoundHistory | None:
        return next(
            (history for history in self.earlier if history.stage == self.question.stage), None
        )


def taking_part(history: RoundHistory) -> tuple[int, ...]:
    """The numbers of all entrants with a table or a bye in a round, sorted."""
    there = [number for table in history.tables for number in table.entrants] + [
        bye.entrant for bye in history.byes
    ]
    return tuple(sorted(there))


def need_known(parts: tuple[str, ...], there: frozenset[str]) -> tuple[str, ...]:
    """Return the parts of a cost. Raises `CannotPair` if one of them is not in `there`, the
    existing ones."""
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
