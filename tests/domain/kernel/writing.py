"""A process that writes to a stream of every kind, to be killed: `python -m
tests.domain.kernel.writing STORE ACTOR MOST`. It sends each of its orders until it is answered, and
prints the answer; begun anew, it sends all of them again."""

import sys
from base64 import b64encode
from pathlib import Path

from domain.kernel.refusals import Refusal, Stale
from domain.kernel.writer import Order
from tests.builders.stores import new_clerk
from tests.domain.kernel.test_streams import KINDS


def main(path: str, actor: str, most: str) -> None:
    clerk = new_clerk(Path(path))
    for number in range(int(most)):
        for name, kind in KINDS.items():
            stream = kind.open(clerk, "club", "one").stream
            while True:
                newest = clerk.recorder.select_events(stream, desc=True, limit=1)[
                    0
                ].originator_version
                try:
                    filed = kind.write(
                        clerk, Order(stream, newest, actor, f"k{number}", "request"), "Well."
                    )
                except Stale:
                    continue
                except Refusal:  # a campaign is closed once
                    break
                print(name, filed.seq, b64encode(filed.state).decode(), flush=True)
                break


if __name__ == "__main__":
    main(*sys.argv[1:])
