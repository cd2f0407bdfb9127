from random import Random

from domain.game.clerk.clerk import Clerk
from domain.tournament.audit.replay import repeated
from domain.tournament.refusals import TournamentRefused
from tests.builders.refusals import refused_with
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
        refused_with(TournamentRefused, "closed", step)
    return event


def test_tournaments_at_random_keep_the_laws_and_are_verified(clerk: Clerk) -> None:
    for seed in range(12):
        event = at_random(clerk, seed)
        world = World()
        world.play(event.id, rows_of(clerk, event.id))
        report = audit(world.bundle(event.id))
        assert report.verdict == "verified", list(report.text("en"))
        assert repeated(event.id, rows_of(clerk, event.id)).wrong == ()
