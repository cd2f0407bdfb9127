from itertools import combinations

from domain.game.clerk.clerk import Clerk
from domain.tournament import records as r
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.audit.replay import repeated
from tests.builders.world import World, audit
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.eventful import Eventful

Pair = tuple[int, int]


def test_tournaments_at_random_keep_the_laws_and_are_verified(clerk: Clerk) -> None:
    """Random tournaments are verified by the program's own replay, and by two verifiers that share
    no code and track seats and results each in its own way. Once closed, they take only protests,
    decisions on these, and corrections."""
    paired = seconded = 0
    # The clerk's clock runs on through all of them, and may be a day from the witnesses'.
    for seed in range(200, 224):
        event = Eventful(clerk, seed)
        event.play_through(30)
        rows = rows_of(clerk, event.id)
        world = World().play(event.id, rows)
        known = "BeaconNamed" not in {topic for topic, _ in rows}  # the beacon of tests alone
        report = audit(world.bundle(event.id), second=known)
        seconded += known
        assert report.verdict == ("verified" if event.now.closed else "not complete"), list(
            report.text("en")
        )
        assert repeated(event.id, rows).wrong == ()
        for record in event.on.store.records_of(event.id):
            if isinstance(record.body, r.RoundPaired) and record.body.by != "hand":
                then = event.on.store.tournament_at(event.id, record.seq - 1)
                paired += check_rematches(then, record.body)
        taken = (event.protest, event.decide, event.correct)
        for step in event.steps if event.now.closed else ():
            if step not in taken:
                step()
        assert rows_of(clerk, event.id) == rows
    assert min(paired, seconded) >= 5


def check_rematches(then: Tournament, body: r.RoundPaired) -> bool:
    """Check a small Swiss round of duels against all pairings of the seated entrants. Returns False
    for other rounds, which are not checked."""
    stage, seated = then.rules.stages[body.stage], [set(t.entrants) for t in body.pairing.tables]
    if stage.format != "swiss" or stage.most > 2 or body.stage or then.field.separations:
        return False
    met = {
        pair
        for history in then.field.rounds
        for table in history.tables
        if (result := history.result(table.number)) is None or result.kind == "played"
        for pair in combinations(sorted(table.entrants), 2)
    }
    if any(tuple(sorted(pair)) in met for pair in seated):
        assert not _possible(tuple(sorted(set().union(*seated))), met)
    return True


def _possible(left: tuple[int, ...], met: set[Pair]) -> bool:
    """Whether all these entrants can be paired without a rematch."""
    first, *rest = left or (0,)
    return not rest or any(
        (first, other) not in met and _possible(tuple(n for n in rest if n != other), met)
        for other in rest
    )
