"""The process that stores the service's time in the record's store: at its start, every minute and
at its end. The next start continues from the newest mark."""

from threading import Event
from time import monotonic

import structlog
from eventsourcing.persistence import PersistenceError

from domain.kernel.time_marks import MonotonicClock, keep_mark
from domain.kernel.writer import NOTED
from ops.settings.config import Settings
from ops.settings.process import run_until_told
from ops.stores.data_folder import wait_for_clerk

EVERY = 60.0
"""Seconds between two marks. Time can go back by at most this, after a crash and a clock that was
set back."""

LOOK = 1.0
"""Seconds between two readings of the clock, which also notice if it was set back."""

_log = structlog.get_logger("greffe.clock")


def mark_time_until(settings: Settings, stop: Event) -> None:
    """Mark the time regularly until `stop` is set, and once more then. If the store takes no
    writes, the last mark becomes old, and `/readyz` reports it."""
    clerk = wait_for_clerk(settings, stop)
    if clerk is None:
        return
    clock = clerk.clock
    assert isinstance(clock, MonotonicClock)
    clock()
    if clock.behind > NOTED:
        _log.warning(
            "the machine's clock is behind the newest time that this service has known, and the "
            "service goes on from there",
            seconds=int(clock.behind.total_seconds()),
            mend="if it was ahead by mistake, stop the service and run greffe clock --reset",
        )
    due, failing, stopping = 0.0, False, False
    while not stopping:
        stopping = stop.wait(LOOK if due else 0)
        clock()
        if stopping or monotonic() >= due:
            due = monotonic() + EVERY
            try:
                keep_mark(clerk.key_values, clock.mark())
                failing = False
            except PersistenceError as e:
                if not failing:
                    _log.warning("the time cannot be marked", why=str(e))
                failing = True
    clerk.close()


def main() -> None:
    run_until_told(mark_time_until)


if __name__ == "__main__":
    main()
