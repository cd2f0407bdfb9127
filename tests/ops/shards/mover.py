"""Moves a home and dies at a step: `python -m tests.ops.shards.mover HOME SHARD STEP`; without a shard, it undoes."""

from __future__ import annotations

import os
import signal
import sys

from ops.settings.config import Settings
from ops.shards.moving import move, undo


def main(home: str, shard: str, last: str) -> None:
    """Move, or undo, until the step is done."""

    def die(step: str) -> None:
        if step == last:
            os.kill(os.getpid(), signal.SIGKILL)

    settings = Settings.load(os.environ)
    if shard:
        move(settings, home, shard, die)
    else:
        undo(settings, home, die)


if __name__ == "__main__":
    main(*sys.argv[1:])
