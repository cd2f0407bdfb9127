"""Eight writers and a follower on one PostgreSQL database: `python -m tests.ops.stores.following
RECORDS [SECONDS [DSN]]` says whether the follower missed any of so many records, and how fast it
went. After so many seconds nothing more is written, and what was written counts. Without an address
a server of its own is started, which cleans up after itself as an operator's does."""

import shutil
import sys
from collections.abc import Callable
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time
from typing import NamedTuple

from eventsourcing.persistence import OperationalError, StoredEvent

from ops.settings.addresses import Address
from ops.stores.postgres.connections import Connections
from ops.stores.postgres.recorder import Recorder
from tests.builders.postgres import PostgresServer, in_memory

WRITERS = 8
STATE = b'{"type":"ActionTaken","at":"2026-01-01T12:01:04Z","actor":"organiser","key":"k"}' * 5


class Followed(NamedTuple):
    """What came of it: records written, missed, seen twice or out of order; how often the follower
    was refused and asked again; seconds until written and until seen, and those of the processor
    that writers and follower took, without the server's."""

    written: int
    missed: int
    out_of_order: int
    refused: int
    writing: float
    following: float
    processor: float


def follow(
    dsn: str, records: int, seconds: float = inf, tell: Callable[[str], None] = lambda line: None
) -> Followed:
    """Let eight processes write so many records in all, a transaction each, for so long at most,
    while this one follows."""
    context = get_context("spawn")
    each = records // WRITERS
    counts = [context.Pipe(duplex=False) for _ in range(WRITERS)]
    started = [
        context.Process(target=write, args=(dsn, f"w{n}", each, seconds, counts[n][1]))
        for n in range(WRITERS)
    ]
    pool = Connections(Address(dsn))
    tail, at, wrong, refused = Recorder(pool), 0, 0, 0
    games: dict[str, int] = {}
    begin = logged = perf_counter()
    wrote = 0.0
    for process, (_, end) in zip(started, counts, strict=True):
        process.start()
        end.close()
    while at < each * WRITERS:
        if perf_counter() > logged + 30:
            logged = perf_counter()
            tell(f"{at:,} seen after {logged - begin:.0f} s")
        try:
            select_notifications = tail.select_notifications(at, 5_000, inclusive_of_start=False)
        except OperationalError:
            # a lock was held for too long, on a machine with too much to do: followers ask again
            refused += 1
            continue
        for row in select_notifications:
            game, seq = str(row.originator_id), row.originator_version
            wrong += row.id != at + 1 or seq != games.get(game, 0) + 1
            at, games[game] = row.id, seq
        if not select_notifications and not any(process.is_alive() for process in started):
            if not tail.select_notifications(at, 1, inclusive_of_start=False):
                break  # nothing comes any more: what is not here was missed
        elif not select_notifications:
            tail.await_change(at, 0.5)
        if not wrote and not any(process.is_alive() for process in started):
            wrote = perf_counter() - begin
    took = perf_counter() - begin
    written = sum(ours.recv() for ours, _ in counts)
    for process in started:
        process.join()
    tail.close()
    pool.close()
    theirs = getrusage(RUSAGE_CHILDREN)
    spent = process_time() + theirs.ru_utime + theirs.ru_stime
    return Followed(
        written, written - sum(games.values()), wrong, refused, wrote or took, took, spent
    )


def write(dsn: str, name: str, records: int, seconds: float, wrote: Connection) -> None:
    """One writer: a hundred games of its own. Says how many records it has written."""
    pool = Connections(Address(dsn))
    recorder = Recorder(pool)
    until, number = perf_counter() + seconds, 0
    while number < records and perf_counter() < until:
        game, seq = f"{name}-{number % 100}", number // 100 + 1
        try:
            recorder.insert_events([StoredEvent(game, seq, "ActionTaken", STATE)])
        except OperationalError:  # it may be there all the same
            if not recorder.select_events(game, gt=seq - 1, lte=seq):
                continue
        number += 1
    recorder.close()
    pool.close()
    wrote.send(number)


def own_server() -> PostgresServer:
    """A server that cleans up what was deleted, and syncs; those of other tests do neither."""
    server = PostgresServer(
        in_memory(),
        {"autovacuum": "on", "fsync": "on", "full_page_writes": "on", "shared_buffers": "128MB"},
    )
    server.start()
    server.make_template()
    return server


if __name__ == "__main__":
    asked, *more = sys.argv[1:]
    seconds = float(more[0]) if more else inf
    server = None if len(more) > 1 else own_server()
    try:
        found = follow(
            server.new_database() if server else more[1],
            int(asked),
            seconds,
            lambda line: print(line, flush=True),
        )
        print(f"{found} {found.written / found.writing:,.0f} records/s written")
    finally:
        if server:
            server.stop()
            shutil.rmtree(server.folder, ignore_errors=True)
