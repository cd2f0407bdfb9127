"""A follower as a process that tests kill: `python -m tests.projections.follow STORE REDIS`. It
works in small steps."""

import os
import sys
from pathlib import Path
from threading import Event

from domain.game.clerk.clerk import Clerk
from ops.stores.opening import record_env
from projections.follower import follower
from projections.store import epochs
from tests.builders.stores import VIEWS_KEY, record_at


def main(path: str, url: str) -> None:
    follower.READ, follower.WINDOW, epochs.TOGETHER = 10, 20, 2
    env = record_env(record_at(Path(path)))
    follower.Follower(Clerk({**os.environ, **env}), url, VIEWS_KEY).run(Event())


if __name__ == "__main__":
    main(*sys.argv[1:])
