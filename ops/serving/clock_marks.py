"""Marks of the service's time: written at the start, every minute and at the end, so that the next start goes on from there."""

from __future__ import annotations

import os
import signal
from threading import Event, Thread
from time import monotonic
from types import TracebackType

import structlog
from eventsourcing.persistence import PersistenceError

from domain.clerk.application import NOTED, Forward
from domain.store.time_marks import keep_mark
from ops.settings.config import Settings
from ops.settings.logs import configure
from ops.stores.data_folder import open_clerk

EVERY = 60.0
"""Seconds between two marks: by so much at most the time goes back after a crash and a clock that was set back."""

LOOK = 1.0
"""Seconds between two looks at the clock, which see it being set back while nobody marks."""

_log = structlog.get_logger("greffe.clock")


class ClockMarks:
    """Keeps marks in a thread of its own, as long as the `with` lasts. `clock` is the service's."""

    def __init__(self, settings: Settings) -> None:
        self._clerk = open_clerk(settings)
        self._stop = Event()
        self._thread = Thread(target=self._run, name="clock-marks", daemon=True)
        self._failing = False
        clock = self._clerk.clock
        assert isinstance(clock, Forward)
        self.clock = clock

    def __enter__(self) -> ClockMarks:
        self.clock()
        if self.clock.behind > NOTED:
            _log.warning(
                "the machine's clock is behind the newest time that this service has known, and the service goes on from there",
                seconds=int(self.clock.behind.total_seconds()),
                mend="if it was ahead by mistake, stop the service and run greffe clock --reset",
            )
        self._keep()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()
        self._keep()
        self._clerk.close()

    def _run(self) -> None:
        due = monotonic() + EVERY
        while not self._stop.wait(LOOK):
            self.clock()
            if monotonic() >= due:
                self._keep()
                due = monotonic() + EVERY

    def _keep(self) -> None:
        """Keep a mark; where nothing can be written now, the one before stands, which `/readyz` tells of anyhow."""
        try:
            keep_mark(self._clerk.key_values, self.clock.mark())
        except PersistenceError as e:
            if not self._failing:
                _log.warning("the time cannot be marked", why=str(e))
            self._failing = True
        else:
            self._failing = False


def main() -> None:
    """Keep marks until a signal says stop, where the supervisor does not: as a unit of its own (`ops/deploy/`)."""
    asks = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, asks)
    settings = Settings.load(os.environ)
    configure(settings.log)
    with ClockMarks(settings):
        signal.sigwait(asks)


if __name__ == "__main__":
    main()
