"""Random tournaments in which everything happens that a desk can do. The same seed gives the same
tournament."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.game.clerk.clerk import Clerk
from domain.kernel.refusals import Refusal
from domain.proof.chance.dice import contribution_commitment
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.wishes import Apart, Entry as Entrants
from domain.tournament.directing.direction import TournamentAnswer
from domain.tournament.records import PartBy
from domain.tournament.refusals import ConfirmationNeeded
from domain.tournament.values import Entry, Match, Phones, Rules, Scoring, Stage, Table, TableResult
from tests.builders import beacon
from tests.domain.tournament.directing.hall import Hall
from tests.domain.tournament.fields import by_chance

Act = Callable[[Confirmation], TournamentAnswer]

KEYS = ("points", "lots")


def rules_of(rng: Random) -> Rules:
    heats = Stage(
        format="heats",
        rounds=2,
        least=3,
        preferred=4,
        most=5,
        keys=KEYS,
        scoring=Scoring(points="places"),
    )
    solo = Stage(
        format="challenge",
        rounds=2,
        least=1,
        preferred=1,
        most=1,
        keys=KEYS,
        scoring=Scoring(points="match"),
    )
    duels = Stage(rounds=rng.randint(2, 3), keys=KEYS, protest_minutes=rng.choice((0, 1)))
    first = rng.choice(
        (
            *[duels] * 5,
            replace(
                duels, format="round-robin", keys=("points", "sonneborn-berger", "direct", "lots")
            ),
            replace(duels, format="knock-out", third_place=rng.random() < 0.5),
            replace(
                duels, keys=("points", "buchholz-cut-1", "wins", "lots"), scoring=Scoring(best=2)
            ),
            replace(
                duels, match=Match(3), keys=("points", "opponents-match-win", "game-win", "lots")
            ),
            heats,
            replace(heats, format="swiss"),
            replace(heats, format="planned"),
            solo,
        )
    )
    phones = Phones(True, rng.random() < 0.7, rng.randint(0, 2), rng.randint(0, 2))
    phones = rng.choice((Phones(), phones))
    if rng.random() < 0.5:
        return Rules((first,), phones)
    return Rules((first, replace(rng.choice((duels, heats)), rounds=1, advance=4)), phones)


class Eventful(Hall):
    """A tournament whose games are not played in Greffe, from its first entrant to its closing."""

    def __init__(self, clerk: Clerk, seed: int) -> None:
        self.rng = Random(seed)
        older = (
            {"edition": 1, "derivation": self.rng.choice((1, 2))} if self.rng.random() < 0.2 else {}
        )
        super().__init__(
            clerk, rules_of(self.rng), name=f"eventful-{seed}", tags=("spring",), **older
        )
        self.entered = 0
        self.enter(self.rng.randint(4, 9))

    def play_through(self, steps: int = 12) -> None:
        for _ in range(steps):
            self.rng.choice(self.steps)()
        while not self.now.closed:
            before = self.now.seq
            for at in self.now.rounds:
                self.play(at.round)
            if self.rng.random() < 0.5:
                self.close_round()
            self.pair_next()
            if self.now.seq == before:
                self.try_to(lambda how: self.on.whole.close(self.order(), how))
                break
        for step in (self.protest, self.decide, self.correct_report):
            step()

    def try_to(self, act: Act) -> bool:
        try:
            try:
                act(Confirmation(reason=self.rng.choice(("", "It had to be."))))
            except ConfirmationNeeded as needed:
                act(Confirmation(needed.times, "There was no other way.", needed.shown))
        except Refusal:
            return False
        return True

    # -- entrants ----------------------------------------------------------------------------------

    def enter(self, many: int = 1) -> None:
        entries = [
            Entrants(
                f"Entrant {self.entered + n}",
                club=self.rng.choice(("", "A", "B")),
                rating=self.rng.choice((0, 1500)),
            )
            for n in range(1, many + 1)
        ]
        if self.try_to(lambda how: self.on.entering.add(self.order(), entries)):
            self.entered += many

    def random_entrant(self) -> int:
        return self.rng.randint(1, self.entered)

    def amend(self) -> None:
        number = self.random_entrant()
        entry = Entrants(
            club=self.rng.choice("ABC"),
            seed_rank=self.rng.randint(0, 9),
            group="U18",
            table=self.rng.choice((0, 1, 2, 20)),
            contact="by phone",
        )
        self.try_to(lambda how: self.on.entering.amend(self.order(), number, entry, how.reason))

    def leave(self) -> None:
        number, entering = self.random_entrant(), self.on.entering
        own = self.by_phone()
        if own or self.rng.random() < 0.5:
            self.try_to(lambda how: entering.withdraw(self.order(), number, how.reason, own=own))
        else:
            self.try_to(lambda how: entering.expel(self.order(), number, how))

    def come_back(self) -> None:
        number = next(
            (entrant.number for entrant in self.now.entrants if entrant.status != "in"),
            self.random_entrant(),
        )
        own = self.by_phone()
        self.try_to(
            lambda how: self.on.entering.reinstate(self.order(), number, how.reason, own=own)
        )

    def note(self) -> None:
        numbers, present = (
            sorted({self.random_entrant() for _ in range(4)}),
            self.rng.random() < 0.7,
        )
        self.try_to(
            lambda how: self.on.entering.note(
                self.order(), self.now.next_round, numbers, present=present
            )
        )

    def close_check_in(self) -> None:
        there = [entrant.number for entrant in self.now.entrants if self.rng.random() < 0.9]
        self.try_to(
            lambda how: self.on.entering.close_check_in(self.order(), self.now.next_round, there)
        )
        self.show_parts()

    def bind_part(self) -> None:
        number = self.random_entrant()
        bound = contribution_commitment(self.id, str(number), self.part(number)).hex()
        self.try_to(
            lambda how: self.on.parts.bind(
                self.order(), number, bound, self.rng.choice(("entrant", "desk"))
            )
        )

    def show_parts(self) -> None:
        for number, part in self.now.parts.items():
            if self.rng.random() < 0.7:
                self.show_part(number, part.by)

    def show_part(self, number: int, by: PartBy) -> None:
        self.try_to(
            lambda how: self.on.parts.show(self.order(), number, self.part(number).hex(), by)
        )

    def name_beacon(self) -> None:
        round = beacon.CHAIN.round_after(int(self.now.at.timestamp())) + self.rng.randint(0, 9)
        self.try_to(lambda how: self.on.parts.name_beacon(self.order(), round, beacon.HASH))
        if self.rng.random() < 0.7:
            signed = beacon.signature(round)
            self.wait_for(beacon.CHAIN.time_of(round))
            self.try_to(lambda how: self.on.parts.show_beacon(self.order(), signed))

    @staticmethod
    def part(number: int) -> bytes:
        return bytes([number % 256]) * (16 + number % 5)

    def ask_bye(self) -> None:
        number, kind = self.random_entrant(), self.rng.choice(("half", "half", "zero", "none"))
        round, own = self.now.next_round + self.rng.choice((0, 0, 1)), self.by_phone()
        self.try_to(
            lambda how: self.on.entering.ask_bye(
                self.order(), number, round, kind, how.reason, own=own
            )
        )

    def by_phone(self) -> bool:
        return self.rng.random() < 0.4

    def separate(self) -> None:
        hard, lifted = self.rng.random() < 0.3, self.rng.random() < 0.2
        two = Apart(self.random_entrant(), self.random_entrant(), hard=hard, lifted=lifted)
        wish = two if self.rng.random() < 0.6 else Apart(club="A", lifted=lifted)
        self.try_to(lambda how: self.on.entering.separate(self.order(), wish, how.reason))

    # -- rounds ------------------------------------------------------------------------------------

    def pair_next(self) -> None:
        round = self.now.next_round
        if round > self.now.rules.rounds:
            return
        stage = self.now.rules.stage_of(round)
        if stage and not self.now.advanced:
            declined = [number for number in (self.random_entrant(),) if self.rng.random() < 0.4]
            self.try_to(lambda how: self.on.rounds.advance(self.order(), declined, how))
        if self.rng.random() < 0.25:
            self.pair_by_hand(round, self.now.rules.stages[stage].most)
        self.try_to(lambda how: self.on.rounds.pair(self.order(), round, confirmation=how))

    def pair_by_hand(self, round: int, size: int) -> None:
        present = [
            number
            for number in self.now.expected(round)
            if (round, number) not in self.now.requested_byes
        ]
        self.rng.shuffle(present)
        if size > 1 and self.rng.random() < 0.2:
            size += 1
        odd = [present.pop() for _ in range(len(present) % size)]
        tables = [present[n : n + size] for n in range(0, len(present), size)]
        self.try_to(lambda how: self.on.rounds.pair(self.order(), round, tables, odd, how))

    @property
    def last_round(self) -> int:
        return self.now.rounds[-1].round if self.now.rounds else 1

    def publish(self) -> None:
        self.try_to(lambda how: self.on.rounds.publish(self.order(), self.last_round, how))

    def withdraw_round(self) -> None:
        self.try_to(lambda how: self.on.rounds.withdraw(self.order(), self.last_round, how))

    def change(self) -> None:
        tables = self.now.rounds[-1].tables if self.now.rounds else ()
        free = [table for table in tables if table.result is None][:2]
        if len(free) < 2:
            return
        first, second = (list(table.entrants) for table in free)
        first[0], second[0] = second[0], first[0]
        swapped = {free[0].number: first, free[1].number: second}
        self.try_to(
            lambda how: self.on.rounds.change(
                self.order(), self.last_round, swapped, confirmation=how
            )
        )

    def close_round(self) -> None:
        minutes = self.rng.choice((None, 0, 5))
        self.try_to(lambda how: self.on.rounds.close(self.order(), self.last_round, minutes))
        self.clerk.clock.go_on(self.rng.choice((0, 600)))  # type: ignore[attr-defined]

    def set_clock(self) -> None:
        seconds, running = self.rng.randint(0, 3600), self.rng.random() < 0.5
        self.try_to(
            lambda how: self.on.rounds.set_clock(
                self.order(), self.last_round, seconds, running=running
            )
        )

    def draw_lots(self) -> None:
        self.try_to(lambda how: self.on.rounds.draw_lots(self.order(), how))

    def amend_rules(self) -> None:
        rules, keys = self.now.rules, self.rng.choice((KEYS, ("points", "wins", "lots")))
        stages = tuple(replace(stage, keys=keys) for stage in rules.stages)
        self.try_to(lambda how: self.on.whole.amend(self.order(), Rules(stages), how))

    # -- results -----------------------------------------------------------------------------------

    def random_table(self, *, result: bool) -> tuple[int, Table] | None:
        there = [
            (at.round, table.table)
            for at in self.now.rounds
            for table in at.tables
            if (table.result is not None) is result
        ]
        return self.rng.choice(there) if there else None

    def random_result(self, table: Table) -> TableResult:
        how, seats = self.rng.random(), list(table.entrants)
        if how < 0.1:
            return TableResult(table.number, (), "adjourned")
        if how < 0.2:
            return TableResult(
                table.number,
                tuple(Entry(n, 1 + bool(at), absent=bool(at)) for at, n in enumerate(seats)),
                "forfeit",
            )
        match = self.now.rules.stages[0].match
        if match.several:
            return by_chance(self.rng, 0, match)(table)
        if how < 0.3:
            return TableResult(table.number, tuple(Entry(n, 1) for n in sorted(seats)))
        self.rng.shuffle(seats)
        return TableResult(
            table.number,
            tuple(sorted((Entry(n, at) for at, n in enumerate(seats, 1)), key=lambda e: e.entrant)),
        )

    def take(self) -> None:
        if there := self.random_table(result=False):
            round, table = there
            for _ in range(self.rng.choice((1, 1, 2))):  # the second one types over the first
                result = self.random_result(table)
                self.try_to(
                    lambda how, result=result: self.on.results.take(
                        self.order(), round, table.number, result, how
                    )
                )  # type: ignore[misc]

    def file_slips(self) -> None:
        if there := self.random_table(result=False):
            round, table = there
            self.publish()
            result = self.random_result(table)
            for number in table.entrants:
                if self.rng.random() < 0.2:
                    result = self.random_result(table)
                self.try_to(
                    lambda how, n=number, r=result: self.on.results.file_slip(
                        self.order(), round, n, r
                    )
                )  # type: ignore[misc]

    def correct(self, *effects: Any) -> None:
        if there := self.random_table(result=True):
            round, table = there
            effect = self.rng.choice(effects or ("recompute", "repair", "report"))
            result = self.random_result(table)
            self.try_to(
                lambda how: self.on.results.correct(
                    self.order(), round, table.number, effect, result, how
                )
            )

    def correct_report(self) -> None:
        self.correct("report")

    def reopen(self) -> None:
        if there := self.random_table(result=True):
            round, table = there
            self.try_to(lambda how: self.on.results.reopen(self.order(), round, table.number, how))

    def penalise(self) -> None:
        points, number = self.rng.choice(("1", "1/2")), self.random_entrant()
        self.try_to(
            lambda how: self.on.results.penalise(self.order(), number, points, "He was late.")
        )

    def lift_penalty(self) -> None:
        for seq in self.now.penalties:
            if self.try_to(
                lambda how, seq=seq: self.on.results.lift(self.order(), seq, "He was not.")
            ):  # type: ignore[misc]
                return

    def protest(self) -> None:
        if there := self.random_table(result=self.rng.random() < 0.9):
            round, table = there
            self.publish()
            self.try_to(
                lambda how: self.on.results.protest(
                    self.order(), table.entrants[0], round, table.number, "It was a win.", how
                )
            )

    def decide(self) -> None:
        upheld = self.rng.random() < 0.5
        for protest in self.now.protests:
            self.try_to(
                lambda how, seq=protest.seq: self.on.results.decide(
                    self.order(), seq, "No.", upheld=upheld
                )
            )  # type: ignore[misc]

    @property
    def steps(self) -> tuple[Callable[[], None], ...]:
        return (
            *(self.enter, self.amend, self.leave, self.come_back, self.note, self.close_check_in),
            *(self.ask_bye, self.separate, self.bind_part, self.bind_part, self.show_parts),
            *(self.name_beacon, self.publish, self.withdraw_round, self.change, self.close_round),
            *(self.set_clock, self.draw_lots, self.amend_rules),
            *(
                self.correct,
                self.reopen,
                self.penalise,
                self.lift_penalty,
                self.protest,
                self.decide,
            ),
            *(self.pair_next, self.pair_next, self.take, self.take),
            *(self.file_slips, self.file_slips),
        )
