"""The machine's clock of our programs, off by `CLOCK_OFF_BY` seconds: Python runs this file before
all else where its folder is on `PYTHONPATH`."""

import os
import time
from datetime import UTC, datetime, timedelta

import domain.game.clerk.application

_REAL = time.time
_OFF = timedelta(seconds=int(os.environ.get("CLOCK_OFF_BY", "0")))

time.time = lambda: _REAL() + _OFF.total_seconds()
domain.game.clerk.application.utc_now = lambda: datetime.now(UTC) + _OFF
