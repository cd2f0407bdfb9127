from datetime import UTC, datetime, timedelta
from random import Random

from domain.game.clerk.clerk import Clerk
from domain.kernel.time_marks import (
    Mark,
    MonotonicClock,
    keep_mark,
    mark_anew,
    marks,
    newest_mark,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Wall:
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


def test_it_goes_on_from_where_it_was_until_the_other_has_caught_up() -> None:
    wall = Wall()
    clock = MonotonicClock(wall, wall.passed)
    assert (clock(), clock.behind) == (NOON, timedelta())
    wall.now -= HOUR
    assert (clock(), clock.behind) == (NOON, HOUR)
    wall.goes_on(timedelta(minutes=5))
    assert (clock(), clock.behind) == (NOON + timedelta(minutes=5), HOUR)
    wall.now -= HOUR
    assert (clock(), clock.behind) == (NOON + timedelta(minutes=5), 2 * HOUR)
    wall.now = NOON + HOUR
    assert (clock(), clock.behind) == (NOON + HOUR, timedelta())


def test_a_clock_that_is_set_right_in_steps_is_not_counted_twice() -> None:
    """Given a clock two hours behind, when it is set right an hour at a time, then only the time
    that passed has passed."""
    wall = Wall()
    clock = MonotonicClock(wall, wall.passed)
    clock()
    wall.now -= 2 * HOUR
    assert (clock(), clock.behind) == (NOON, 2 * HOUR)
    for left in (HOUR, timedelta()):
        wall.goes_on(timedelta(minutes=1))
        wall.now += HOUR
        assert (clock(), clock.behind) == (NOON + timedelta(seconds=wall.seconds), left)


def test_the_next_process_goes_on_as_far_behind_as_the_one_before_and_no_time_is_lost_or_won() -> (
    None
):
    wall = Wall()
    first, second = MonotonicClock(wall, wall.passed), MonotonicClock(wall, wall.passed)
    first()
    wall.now -= HOUR
    first()
    mark = first.mark()
    wall.goes_on(timedelta(minutes=5))
    second.go_on_from(mark)
    assert second() == first() == NOON + timedelta(minutes=5)
    wall.now -= 2 * HOUR
    third = MonotonicClock(wall, wall.passed)
    third.go_on_from(mark)
    assert (third(), third.behind) == (NOON, 3 * HOUR - timedelta(minutes=5))


def test_the_newest_mark_stands_alone_in_whatever_order_they_come(clerk: Clerk) -> None:
    rng, kept = Random(1), list[Mark]()
    assert newest_mark(clerk.key_values) is None
    for _ in range(40):
        mark = Mark(NOON + rng.randrange(9) * HOUR, NOON - rng.randrange(9) * HOUR)
        keep_mark(clerk.key_values, mark)
        kept = [mark] if not kept or mark.at > kept[0].at else kept
        assert list(marks(clerk.key_values).values()) == kept == [newest_mark(clerk.key_values)]
        if rng.random() < 0.1:
            kept = [Mark(mark.at, mark.at)]
            mark_anew(clerk.key_values, mark.at)
