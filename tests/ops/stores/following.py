"""Eight writers and a follower on one PostgreSQL database: `python -m tests.ops.stores.following RECORDS [DSN]` says whether the
follower missed any of so many records, and how fast it went. Without an address a server of its own is started."""

from __future__ import annotations

import sys
from multiprocessing import get_context
from time import perf_counter
from typing import NamedTuple

from eventsourcing.persistence import StoredEvent

from ops.settings.addresses import Address
from ops.stores.postgres.connections import Connections
from ops.stores.postgres.recorder import Recorder

WRITERS = 8
STATE = b'{"type":"ActionTaken","at":"2026-01-01T12:01:04Z","actor":"organiser","key":"k"}' * 5


class Followed(NamedTuple):
    """What came of it: records written, missed, seen twice or out of their game's order; seconds until written and until seen."""

    written: int
    missed: int
    out_of_order: int
    writing: float
    following: float


def follow(dsn: str, records: int) -> Followed:
    """Let eight processes write so many records in all, a transaction each, while this one follows."""
    context = get_context("spawn")
    each = records // WRITERS
    started = [context.Process(target=write, args=(dsn, f"w{n}", each)) for n in range(WRITERS)]
    pool = Connections(Address(dsn))
    tail, at, wrong = Recorder(pool), 0, 0
    games: dict[str, int] = {}
    begin = perf_counter()
    wrote = 0.0
    for process in started:
        process.start()
    while at < each * WRITERS:
        found = tail.select_notifications(at, 5_000, inclusive_of_start=False)
        for row in found:
            game, seq = str(row.originator_id), row.originator_version
            wrong += row.id != at + 1 or seq != games.get(game, 0) + 1
            at, games[game] = row.id, seq
        if not found and not any(process.is_alive() for process in started):
            if not tail.select_notifications(at, 1, inclusive_of_start=False):
                break  # nothing comes any more: what is not here was missed
        elif not found:
            tail.await_change(at, 0.5)
        if not wrote and not any(process.is_alive() for process in started):
            wrote = perf_counter() - begin
    took = perf_counter() - begin
    for process in started:
        process.join()
    tail.close()
    pool.close()
    return Followed(each * WRITERS, each * WRITERS - sum(games.values()), wrong, wrote or took, took)


def write(dsn: str, name: str, records: int) -> None:
    """One writer: a hundred games of its own."""
    pool = Connections(Address(dsn))
    recorder = Recorder(pool)
    for number in range(records):
        recorder.insert_events([StoredEvent(f"{name}-{number % 100}", number // 100 + 1, "ActionTaken", STATE)])
    recorder.close()
    pool.close()


if __name__ == "__main__":
    from tests.builders.postgres import shared_server

    found = follow(sys.argv[2] if len(sys.argv) > 2 else shared_server().new_database(), int(sys.argv[1]))
    print(f"{found} {found.written / found.writing:,.0f} records/s written")
