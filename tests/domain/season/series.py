"""A season of small events for tests: people who come to several events keep one id."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.kernel.writer import WriteResult
from domain.season.kinds import Season
from domain.season.records import SeasonRules
from domain.season.seasons import SeasonReading, Seasons
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.wishes import Entry
from domain.tournament.refusals import ConfirmationNeeded
from domain.tournament.values import Rules, Stage
from tests.domain.tournament.directing.hall import Hall, won

DEFAULT = SeasonRules()
ONE_ROUND = Rules((Stage(rounds=1, keys=("points",)),))


class Series:
    def __init__(
        self,
        clerk: Clerk,
        rules: SeasonRules = DEFAULT,
        name: str = "s",
        actor: str = "director",
    ) -> None:
        self.clerk = clerk
        self.on = Seasons(Hall(clerk, ONE_ROUND, name=f"{name}-desk").on.store)
        self.id = self.on.open("Winter", rules, actor, name).state.id
        self.known: dict[str, str] = {}
        self._keys, self._name = count(), name

    @property
    def now(self) -> Season:
        return self.on.season(self.id)

    @property
    def read(self) -> SeasonReading:
        return self.on.read(self.now)

    def order(self) -> Order:
        return Order(self.id, self.now.seq, "director", f"season-{next(self._keys)}")

    def event(
        self,
        *names: str,
        anew: bool = False,
        closed: bool = True,
        rules: Rules = ONE_ROUND,
        **opening: Any,
    ) -> Hall:
        """Play an event in which the first of each pair wins. People keep the ids of earlier events
        unless `anew`; `closed`: the event is closed at its end. Returns the event's hall."""
        hall = Hall(self.clerk, rules, name=f"{self._name}-event-{next(self._keys)}", **opening)
        for name in names:
            player = "" if anew else self.known.get(name, "")
            hall.on.entering.add(hall.order(), [Entry(name, player=player)])
            self.known.setdefault(name, hall.now.named[len(hall.now.entrants)].player)
        pairs = [(n, n + 1) for n in range(1, len(names), 2)]
        if pairs:
            confirm_if_needed(lambda how: hall.on.rounds.pair(hall.order(), 1, pairs, (), how))
            hall.play(1)
        if closed:
            confirm_if_needed(lambda how: hall.on.whole.close(hall.order(), how))
        return hall

    def play_and_count(self, *names: str, **how: Any) -> Hall:
        hall = self.event(*names, **how)
        self.on.count(self.order(), hall.id)
        return hall

    def merge(self, *pairs: Sequence[str], **how: Any) -> WriteResult[Season]:
        return self.on.merge(self.order(), [(one, into) for one, into in pairs], **how)

    def points(self) -> dict[str, str]:
        """Everybody's points, by the id that counts for them."""
        read = self.read
        return {read.people[row.entrant - 1]: row.values[0] for row in read.standings.rows}

    def ranks(self) -> list[tuple[int, str]]:
        named = {player: name for name, player in self.known.items()}
        read = self.read
        return [(row.rank, named[read.people[row.entrant - 1]]) for row in read.standings.rows]


def correct_after_end(hall: Hall) -> None:
    """After the tournament's end, correct the first table's result to a win of its second entrant,
    in the reports alone."""
    table = hall.now.rounds[0].tables[0]
    result = won(table, table.entrants[1])
    confirm_if_needed(
        lambda how: hall.on.results.correct(hall.order(), 1, 1, "report", result, how)
    )


def confirm_if_needed(do: Callable[[Confirmation], object]) -> None:
    """Call `do`, and again with the confirmation that it asks for, if it asks for one."""
    try:
        do(Confirmation(1, "It is so."))
    except ConfirmationNeeded as needed:
        do(Confirmation(2, "It is so.", needed.shown))
