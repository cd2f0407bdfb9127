from datetime import UTC, datetime, timedelta
from random import Random

from domain.game.clerk.clerk import Clerk
from domain.kernel.time_marks import (
    MonotonicClock,
    TimeMark,
    all_marks,
    keep_mark,
    newest_mark,
    reset_marks,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class WallClock:
    def __init__(self) -> None:
        self.now = NOON
        self.seconds = 0.0

    def __call__(self) -> datetime:
        return self.now

    def passed(self) -> float:
        return self.seconds

    def goes_on(self, time: timedelta) -> None:
        self.now += time
        self.seconds += time.total_seconds()


def test_time_goes_on_as_it_passes_and_never_back_whatever_the_machine_says() -> None:
    """The machine's clock is set back and forth while the service runs, and between two processes.
    The service's clock only moves forward."""
    rng, wall = Random(2), WallClock()
    clock = MonotonicClock(wall, wall.passed)
    shown = clock()
    for _ in range(500):
        passes, step = rng.randrange(90) * HOUR / 60, rng.choice((-2, -1, 0, 0, 0, 1, 2)) * HOUR
        mark = clock.mark()
        assert mark == (shown, wall.now)
        wall.goes_on(passes)
        wall.now += step
        if rng.random() < 0.3:
            clock = MonotonicClock(wall, wall.passed)
            clock.go_on_from(mark)
            passes = max(wall.now - mark.machine, timedelta())
        shown = max(wall.now, shown + passes if wall.now < shown else wall.now)
        assert (clock(), clock.behind) == (shown, shown - wall.now)


def test_only_the_newest_mark_of_time_is_kept(clerk: Clerk) -> None:
    rng, kept = Random(1), list[TimeMark]()
    assert newest_mark(clerk.key_values) is None
    for _ in range(40):
        mark = TimeMark(NOON + rng.randrange(9) * HOUR, NOON - rng.randrange(9) * HOUR)
        keep_mark(clerk.key_values, mark)
        kept = [mark] if not kept or mark.at > kept[0].at else kept
        assert list(all_marks(clerk.key_values).values()) == kept == [newest_mark(clerk.key_values)]
        if rng.random() < 0.1:
            kept = [TimeMark(mark.at, mark.at)]
            reset_marks(clerk.key_values, mark.at)
