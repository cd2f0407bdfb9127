"""A hall for tests: one tournament, its director, and players who report results."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from typing import Any, Self

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order, game_id
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.aggregate.wishes import Entry as Entrants, TournamentOpening
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.tournaments import Tournaments
from domain.tournament.values import Entry, Match, Points, Rules, Scoring, Stage, Table, TableResult
from tests.builders.refusals import refused_with

DUELS = Rules((Stage(rounds=3),))
TABLES = Rules((Stage(rounds=3, least=3, preferred=4, most=5),))


def challenge(rounds: int = 1, points: Points = "raw", seats: int = 0) -> Rules:
    scoring = Scoring(points=points)
    return Rules(
        (
            Stage(
                format="challenge",
                rounds=rounds,
                least=1,
                preferred=1,
                most=1,
                scoring=scoring,
                keys=("points",),
                seats=seats,
            ),
        )
    )


class Hall:
    def __init__(
        self,
        clerk: Clerk,
        rules: Rules = DUELS,
        entrants: int = 0,
        name: str = "hall",
        **opening: Any,
    ) -> None:
        self.clerk, self.on = clerk, Tournaments(clerk)
        self._keys = count()
        clerk.key_values.keep(
            "seed", game_id("director", f"tournament\n{name}"), sha256(name.encode()).digest()
        )
        self.id = self.on.whole.open(
            TournamentOpening(title="Open day", rules=rules, **opening), "director", name
        ).tournament.id
        if entrants:
            self.add(*(f"Player {n}" for n in range(1, entrants + 1)))

    def begun(self, *, games: bool = False) -> Self:
        """Pair the first round, and with `games` open its games. Returns the hall itself."""
        self.pair(1)
        if games:
            self.on.rounds.open_games(self.order(), 1)
        return self

    @property
    def now(self) -> Tournament:
        return self.on.store.tournament(self.id)

    def order(self, key: str = "") -> Order:
        return Order(self.id, self.now.seq, "director", key or f"key-{next(self._keys)}")

    def wait_for(self, moment: int) -> None:
        """Move the clock forward to a moment, in seconds since 1970. Does nothing if it is past."""
        clock: Any = self.clerk.clock
        clock.go_on(max(0, moment - int(self.now.at.timestamp())))

    def add(self, *names: str, **more: Any) -> TournamentAnswer:
        return self.on.entering.add(self.order(), [Entrants(name, **more) for name in names])

    def pair(
        self,
        round: int,
        tables: Sequence[Sequence[int]] | None = None,
        byes: Sequence[int] = (),
        **how: Any,
    ) -> Tournament:
        return self.on.rounds.pair(self.order(), round, tables, byes, **how).tournament

    def type(self, round: int, table: int, *entrants: int, **how: Any) -> Tournament:
        at = self.now.round(round)
        match = self.now.rules.stages[at.stage].match if at is not None else Match()
        others = range(len(entrants) - 2, -1, -1)  # of two 0; a hand may seat three
        won = [match.needed, *others] if match.several else [None] * len(entrants)
        entries = tuple(
            Entry(entrant, place, won[place - 1]) for place, entrant in enumerate(entrants, start=1)
        )
        return self.on.results.take(
            self.order(), round, table, TableResult(table, entries, **how)
        ).tournament

    def play(self, round: int) -> Tournament:
        """Type a result at each table of a round that has none; pair the round first if it is not
        paired."""
        at = self.now.round(round) or self.pair(round).rounds[-1]
        for table in at.tables:
            if table.result is None:
                self.type(round, table.number, *table.entrants)
        return self.now

    def refused(
        self,
        says: str,
        do: Any,
        *args: Any,
        error: Any = TournamentRefused,
        **named: Any,
    ) -> Any:
        """The error that `do` raises for an order of the director's and these arguments. Fails
        unless its text contains `says` and nothing was recorded."""
        before = self.now.seq
        refusal = refused_with(error, says, do, self.order(), *args, **named)
        assert self.now.seq == before
        return refusal

    def confirmed(
        self, do: Any, *, times: int = 2, reason: str = "It was wrong."
    ) -> TournamentAnswer:
        """Call `do` with a confirmation as it demands. Fails if it does not demand one. Returns its
        answer."""
        try:
            do(Confirmation())
        except ConfirmationNeeded as needed:
            answer: TournamentAnswer = do(Confirmation(times, reason, needed.shown))
            return answer
        raise AssertionError("it went through unconfirmed")


def won(table: Table | Any, first: int, *, draw: bool = False) -> TableResult:
    """A duel's result: `first` wins, or with `draw` nobody does."""
    return TableResult(
        table.number,
        tuple(Entry(entrant, 1 if draw or entrant == first else 2) for entrant in table.entrants),
    )


def departures_in(hall: Hall) -> list[tuple[int, str, int]]:
    departures = []
    for record in hall.on.store.records_of(hall.id):
        departures += [(record.seq, d.code, d.level) for d in record.body.departures]
    return departures
