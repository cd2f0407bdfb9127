from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domain.game.clerk.clerk import Clerk
from domain.tournament.directing.replay import repeated
from domain.tournament.refusals import TournamentRefused
from tests.builders.stores import new_clerk
from tests.builders.world import World, audit
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.naive_tournament import Chances


def at_random(clerk: Clerk, seed: int, most: int = 12) -> Chances:
    rng = Random(seed)
    entrants = rng.randint(3, most) if rng.random() < 0.95 else rng.randint(13, 128)
    event = Chances(clerk, rng.randrange, entrants, rng.randint(1, 5), f"event-{seed}")
    for _ in range(rng.randrange(30)):
        rng.choice(event.steps)()
        event.check_now()
    event.finish()
    event.check_now()
    event.check_points()
    event.check_laws()
    for step in (event.enter, event.draw_lots):
        with pytest.raises(TournamentRefused, match="closed"):
            step()
    return event


def test_tournaments_at_random_keep_the_laws_and_are_verified(clerk: Clerk) -> None:
    for seed in range(12):
        event = at_random(clerk, seed)
        world = World()
        world.play(event.id, rows_of(clerk, event.id))
        report = audit(world.bundle(event.id))
        assert report.verdict == "verified", list(report.text("en"))
        assert repeated(event.id, rows_of(clerk, event.id)).wrong == ()


class Machine(RuleBasedStateMachine):
    @initialize(entrants=st.integers(2, 9), rounds=st.integers(1, 4))
    def open(self, entrants: int, rounds: int) -> None:
        self.folder = TemporaryDirectory()
        self.clerk = new_clerk(Path(self.folder.name) / "greffe.sqlite")
        self.numbers: list[int] = []
        self.event = Chances(self.clerk, self.pick, entrants, rounds, "event")

    def pick(self, n: int) -> int:
        return self.numbers.pop() % n if self.numbers else 0

    @rule(step=st.integers(0, 17), numbers=st.lists(st.integers(0, 200), max_size=3))
    def do(self, step: int, numbers: list[int]) -> None:
        self.numbers = numbers
        self.event.steps[step]()

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "event"):
            self.event.check_now()
            self.event.check_points()

    def teardown(self) -> None:
        if hasattr(self, "event"):
            self.event.check_laws()
            self.clerk.close()
            self.folder.cleanup()


Machine.TestCase.settings = settings(
    max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestMachine = Machine.TestCase
