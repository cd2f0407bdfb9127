"""The follower's process: computes the views from the record until it is told to stop."""

from functools import partial
from threading import Event

from api.web.metrics import Metrics
from ops.settings.config import Settings
from ops.settings.keys import secret_key
from ops.settings.process import run_until_told
from ops.settings.tracing import StepNotes, tracing_of
from ops.stores.data_folder import wait_for_clerk
from ops.stores.redis_server import save_snapshot
from projections.follower.follower import Follower
from projections.steering import Orders


def main() -> None:
    run_until_told(follow)


def follow(settings: Settings, stop: Event) -> None:
    """Keep the views up to date until `stop` is set. At the start, wait for a store that does not
    answer yet."""
    metrics = Metrics()
    metrics.note_process("follower")
    clerk = wait_for_clerk(settings, stop)
    if clerk is not None:
        tracing = tracing_of(settings, "follower")
        steps = StepNotes("follower", clerk.recorder, tracing)
        following = Follower(
            clerk,
            settings.views_url,
            secret_key(settings.secret_key_file),
            metrics.follower_records.inc,
            steps.of_rows,
            (lambda: None) if settings.redis_url else partial(save_snapshot, settings.views_url),
        )
        following.run(stop, Orders(clerk.key_values, "views", clerk.clock))
        clerk.close()
        if tracing is not None:
            tracing.close()


if __name__ == "__main__":
    main()
