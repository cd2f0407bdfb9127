"""The follower's process: folds the record into the views until it is told to stop."""

from __future__ import annotations

import os
import signal
from threading import Event

from ops.config import Settings
from ops.logs import configure
from ops.store import open_clerk
from projections.follower import Follower


def main() -> None:
    """Follow the record of the data folder that the environment names."""
    settings = Settings.load(os.environ)
    configure(settings.log)
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    clerk = open_clerk(settings)
    try:
        Follower(clerk, settings.views_url).run(stop)
    finally:
        clerk.close()


if __name__ == "__main__":
    main()
