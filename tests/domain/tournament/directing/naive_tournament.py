"""A tournament in which anything happens at any time, beside a naive model of it: lists that are
looked through from the start.

Every step takes what it needs from a source of whole numbers, so that Hypothesis and a seeded
generator drive the same steps.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from domain.game.clerk.clerk import Clerk
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.wishes import Entry as Entrants
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.pairing.engines import engine_of
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.rounds.seating import question_of
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Entry, Rules, Stage, TableResult
from tests.builders.refusals import refused_with
from tests.domain.tournament.directing.hall import Hall

Pick = Callable[[int], int]

HEARD = 30
"""Minutes for protests after a round."""


class Model:
    def __init__(self) -> None:
        self.gone: dict[int, bool] = {}
        self.since: dict[int, int] = {}
        self.rounds: list[tuple[list[tuple[int, ...]], list[tuple[int, str]]]] = []
        self.results: dict[tuple[int, int], TableResult] = {}
        self.asked: dict[tuple[int, int], str] = {}

    def missing(self) -> list[tuple[int, int]]:
        return [
            (n, t)
            for n, (tables, _) in enumerate(self.rounds, 1)
            for t in range(1, len(tables) + 1)
            if (n, t) not in self.results
        ]

    def points(self, entrant: int) -> Fraction:
        total = Fraction(0)
        for n, (tables, byes) in enumerate(self.rounds, 1):
            total += sum(
                {"pairing": Fraction(1), "half": Fraction(1, 2), "zero": Fraction(0)}[k]
                for who, k in byes
                if who == entrant
            )
            for t, seats in enumerate(tables, 1):
                result = self.results.get((n, t))
                if entrant in seats and result is not None:
                    total += _duel(result, entrant)
        return total


def _duel(result: TableResult, entrant: int) -> Fraction:
    mine = next(entry for entry in result.entries if entry.entrant == entrant)
    if mine.absent:
        return Fraction(0)
    places = [entry.place for entry in result.entries]
    return (
        Fraction(1, 2)
        if len(set(places)) == 1 and result.kind == "played"
        else Fraction(int(mine.place == 1))
    )


class Chances(Hall):
    """The steps; each does something that the model says is possible, and checks that what is not
    is refused."""

    def __init__(self, clerk: Clerk, pick: Pick, entrants: int, rounds: int, name: str) -> None:
        keys = ("points", "lots")
        super().__init__(
            clerk, Rules((Stage(rounds=rounds, keys=keys, protest_minutes=HEARD),)), name=name
        )
        self.pick, self.model, self.most = pick, Model(), rounds
        self.stored: list[bytes] = []
        self.enter(entrants)

    # -- steps -------------------------------------------------------------------------------------

    def enter(self, how_many: int = 1) -> None:
        first = len(self.model.gone) + 1
        self.on.entering.add(
            self.order(),
            [Entrants(f"Entrant {n}", club="ABC"[n % 3]) for n in range(first, first + how_many)],
        )
        for n in range(first, first + how_many):
            self.model.gone[n], self.model.since[n] = False, len(self.model.rounds) + 1

    def leave_or_return(self) -> None:
        number = 1 + self.pick(len(self.model.gone))
        if self.model.gone[number]:
            self.on.entering.reinstate(self.order(), number)
        else:
            self.on.entering.withdraw(self.order(), number, "went home")
        self.model.gone[number] = not self.model.gone[number]

    def ask_bye(self) -> None:
        number, round = 1 + self.pick(len(self.model.gone)), len(self.model.rounds) + 1
        if round > self.most or self.model.gone[number]:
            self.refused("", self.on.entering.ask_bye, number, round, "half")
            return
        kind = ("half", "zero")[self.pick(2)]
        self.on.entering.ask_bye(self.order(), number, round, kind)  # type: ignore[arg-type]
        self.model.asked[round, number] = kind

    def pair_next(self) -> None:
        round = len(self.model.rounds) + 1
        here = [
            n for n, gone in self.model.gone.items() if not gone and self.model.since[n] <= round
        ]
        present = [n for n in here if (round, n) not in self.model.asked]
        if self.model.missing() or round > self.most or len(present) < 2:
            refused_with(TournamentRefused, "", self.pair, round)
            return
        at = self.pair(round).rounds[-1]
        tables = [table.entrants for table in at.tables]
        assert (
            sorted([n for table in tables for n in table] + [bye.entrant for bye in at.byes])
            == here
        )
        self.model.rounds.append((tables, [(bye.entrant, bye.kind) for bye in at.byes]))

    def enter_result(self) -> None:
        missing = self.model.missing()
        if not missing:
            return
        round, table = missing[self.pick(len(missing))]
        self.type_result(round, table, self._some(round, table))

    def type_result(self, round: int, table: int, result: TableResult) -> None:
        self.on.results.take(self.order(), round, table, result)
        self.model.results[round, table] = result

    def _some(self, round: int, table: int) -> TableResult:
        a, b = self.model.rounds[round - 1][0][table - 1]
        how = self.pick(8)
        if how == 0:
            return TableResult(table, (Entry(a, 1), Entry(b, 1)))
        if how == 1:
            return TableResult(table, (Entry(a, 1), Entry(b, 2, absent=True)), "forfeit")
        first, second = (a, b) if how % 2 else (b, a)
        return TableResult(table, (Entry(first, 1), Entry(second, 2)))

    def correct(self) -> None:
        there = sorted(self.model.results)
        if not there:
            return
        round, table = there[self.pick(len(there))]
        result = self._some(round, table)
        effect: Any = ("recompute", "report", "repair")[self.pick(3)]

        def do(how: Confirmation) -> TournamentAnswer:
            return self.on.results.correct(self.order(), round, table, effect, result, how)

        try:
            do(Confirmation())
        except ConfirmationNeeded as needed:
            do(Confirmation(needed.times, "A wrong slip.", needed.shown))
        except TournamentRefused:
            assert effect == "repair" or self._shown(round, table, effect) == result
            return
        if effect != "report":
            self.model.results[round, table] = result
        if effect == "repair":
            self._forget(round + 1)

    def _shown(self, round: int, table: int, effect: str) -> TableResult | None:
        at = self.now.round(round)
        seated = at.table(table) if at is not None else None
        if seated is None or seated.result is None:
            return None
        return seated.result.exported if effect == "report" else seated.result.result

    def _forget(self, round: int) -> None:
        del self.model.rounds[round - 1 :]
        self.model.results = {
            place: result for place, result in self.model.results.items() if place[0] < round
        }

    def withdraw_last(self) -> None:
        round = len(self.model.rounds)
        if not round:
            return
        if any(place[0] == round for place in self.model.results):
            self.refused("", self.on.rounds.withdraw, round, Confirmation(2, "why"))
            return
        self.on.rounds.withdraw(self.order(), round)
        self._forget(round)

    def reopen(self) -> None:
        round = len(self.model.rounds)
        there = [place for place in sorted(self.model.results) if place[0] == round]
        if there:
            place = there[self.pick(len(there))]
            self.on.results.reopen(self.order(), *place, Confirmation(1, "Not finished."))
            del self.model.results[place]

    def close_round(self) -> None:
        round = len(self.model.rounds)
        at = self.now.round(round)
        if at is None or at.closed or self.model.missing():
            self.refused("", self.on.rounds.close, round)
            return
        self.on.rounds.close(self.order(), round)

    def draw_lots(self) -> None:
        self.on.rounds.draw_lots(self.order(), Confirmation(1, "Again."))

    @property
    def steps(self) -> Sequence[Callable[[], None]]:
        rare = (
            self.enter,
            self.leave_or_return,
            self.ask_bye,
            self.correct,
            self.withdraw_last,
            self.reopen,
            self.draw_lots,
        )
        return (*rare, self.close_round, *(2 * (self.pair_next,)), *(8 * (self.enter_result,)))

    def finish(self) -> None:
        while True:
            for round, table in self.model.missing():
                self.type_result(round, table, self._some(round, table))
            if len(self.model.rounds) == self.most:
                break
            before = len(self.model.rounds)
            self.pair_next()
            if len(self.model.rounds) == before:
                break
        why = Confirmation(1, "Too few are left.")
        self.on.whole.close(self.order(), why)

    # -- laws --------------------------------------------------------------------------------------

    def check_now(self) -> None:
        """What holds after every step: nothing stored has changed, and the desk and the paper
        agree."""
        states = [record.state for record in self.on.desk.filed(self.id)]
        assert states[: len(self.stored)] == self.stored
        self.stored = states
        now = self.now
        assert [(at.round, [t.entrants for t in at.tables]) for at in now.rounds] == [
            (n, tables) for n, (tables, _) in enumerate(self.model.rounds, 1)
        ]
        there = {
            (at.round, t.number): t.result.result
            for at in now.rounds
            for t in at.tables
            if t.result is not None
        }
        assert there == self.model.results
        assert {
            entrant.number: entrant.status != "in" for entrant in now.entrants
        } == self.model.gone

    def check_points(self) -> None:
        table = standings(self.now.field)
        assert {row.entrant: Fraction(row.values[0]) for row in table.rows} == {
            n: self.model.points(n) for n in self.model.gone
        }

    def check_laws(self) -> None:
        filed = self.on.desk.filed(self.id)
        byes: Counter[int] = Counter()
        allocated: dict[int, list[int]] = {}
        for record in filed:
            body = record.body
            for departure in body.departures:
                assert departure.level in (2, 3, 4)
                assert departure.level == 2 or body.reason
            if isinstance(body, r.RoundPaired):
                self._need_law_of_pairing(record.seq, body, byes)
                allocated[body.round] = [
                    bye.entrant for bye in body.pairing.byes if bye.kind == "pairing"
                ]
                byes.update(allocated[body.round])
            elif isinstance(body, r.RoundWithdrawn):
                byes.subtract(allocated.pop(body.round))
            elif isinstance(body, (r.RoundClosed, r.TournamentClosed)):
                then = self.on.desk.tournament_at(self.id, record.seq - 1)
                assert (body.basis, body.standings) == (then.basis, standings(then.field).sha256)
            elif isinstance(body, r.ResultCorrected):
                self._need_new_digest(record.seq, body)

    def _need_new_digest(self, seq: int, body: r.ResultCorrected) -> None:
        """A closed round whose result is corrected has a new digest, and a new time for
        protests."""
        then = self.on.desk.tournament_at(self.id, seq)
        at = then.round(body.round)
        due = at is not None and at.closed and body.effect != "report"
        assert body.standings == (standings(then.field, 0, body.round).sha256 if due else "")
        assert at is None or not due or (at.proven, at.closed_at) == (seq, body.at)
        assert body.minutes == (HEARD if due else 0)

    def _need_law_of_pairing(self, seq: int, body: r.RoundPaired, byes: Counter[int]) -> None:
        seated = [entrant for table in body.pairing.tables for entrant in table.entrants]
        free = [bye.entrant for bye in body.pairing.byes if bye.kind == "pairing"]
        assert sorted(seated + free) == sorted(body.present)
        fewest = min(byes[number] for number in seated)
        assert all(byes[number] == 0 or fewest > 0 for number in free)
        then = self.on.desk.tournament_at(self.id, body.basis.seq)
        assert (body.basis, body.basis.seq) == (then.basis, seq - 1)
        question = question_of(then, body.round, body.seed)
        assert engine_of(then.rules.stages[body.stage]).pair(question) == body.pairing
        if len(body.present) <= 8:
            _need_no_avoidable_rematch(then.field.rounds, body.present, body.pairing.tables)


def _need_no_avoidable_rematch(rounds: Any, present: Sequence[int], tables: Any) -> None:
    met = {
        two
        for history in rounds
        for table in history.tables
        if not _forfeited(history, table)
        for two in combinations(sorted(table.entrants), 2)
    }
    if any(tuple(sorted(table.entrants)) in met for table in tables):
        byed = set(present) - {n for table in tables for n in table.entrants}
        assert not _possible(tuple(sorted(set(present) - byed)), met)


def _forfeited(history: Any, table: Any) -> bool:
    result = history.result(table.number)
    return result is not None and result.kind != "played"


def _possible(left: tuple[int, ...], met: set[tuple[int, int]]) -> bool:
    if not left:
        return True
    first, rest = left[0], left[1:]
    return any(
        (first, other) not in met and _possible(tuple(n for n in rest if n != other), met)
        for other in rest
    )
