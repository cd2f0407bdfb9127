"""The follower's process: folds the record into the views until it is told to stop."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from api.http.metrics import Metrics
from ops.settings.config import Settings
from ops.settings.keys import secret_key
from ops.settings.logs import configure
from ops.stores.data_folder import opened
from projections.follow.follower import Follower


def main() -> None:
    """Follow the record of the data folder that the environment names, in a thread; this one waits for a signal, which no
    handler turns into a locked event (`ops/serving/signals.py`)."""
    asks = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, asks)
    settings = Settings.load(os.environ)
    configure(settings.log)
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(follow, settings, stop)
        following.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGTERM))
        signal.sigwait(asks)
        stop.set()
        following.result()


def follow(settings: Settings, stop: Event) -> None:
    """Follow until `stop` is set; a store that does not answer yet is waited for."""
    metrics = Metrics()
    metrics.runs("follower")
    clerk = opened(settings, stop)
    if clerk is not None:
        Follower(clerk, settings.views_url, secret_key(settings.secret_key_file), metrics.followed).run(stop)
        clerk.close()


if __name__ == "__main__":
    main()
