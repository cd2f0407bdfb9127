"""Appending on PostgreSQL against a raw prepared insert of the same bytes, with one writer and with four processes.

Measured in the database that `GREFFE_STORE` names, in schemas of its own that are dropped at the end; without it there are no rows.
"""

from __future__ import annotations

import os
import sys
from multiprocessing import Queue, get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from time import perf_counter

from eventsourcing.persistence import StoredEvent

from ops.bench.measure import Row
from ops.settings.addresses import Address

SCHEMA = "greffe_bench"
STATE = b'{"type":"ActionTaken","at":"2026-01-01T12:01:04Z","actor":"organiser","key":"k"}' * 5
"""As long as most records are."""


def postgres(_: Path, records: int, rounds: int) -> list[Row]:
    """Rows for 1 and 4 writers; `records` are written by each in each round, ours and raw in turn."""
    dsn = os.environ.get("GREFFE_STORE", "")
    if not dsn:
        print("postgres: left out, GREFFE_STORE names no database", file=sys.stderr)
        return []
    from ops.stores.postgres import recorder

    address = Address(dsn, SCHEMA)
    _drop(address)
    recorder.migrate(address)
    try:
        _statement(address, "CREATE TABLE raw (LIKE records INCLUDING INDEXES)")
        return [_row(address, writers, records, rounds, reach) for writers, reach in ((1, 0.55), (4, 0.40))]
    finally:
        _drop(address)


def _row(address: Address, writers: int, records: int, rounds: int, reach: float) -> Row:
    ratios, rates = [], []
    for number in range(rounds):
        raw = _together(address, "raw", f"{writers}-{number}", writers, records)
        ours = _together(address, "ours", f"{writers}-{number}", writers, records)
        ratios.append(ours / raw)
        rates.append(ours)
    return Row(
        f"append on PostgreSQL, {writers} writer{'s' if writers > 1 else ''}",
        median(ratios),
        "× raw insert",
        reach,
        detail=f"{median(rates):,.0f} records/s; {min(ratios):.2f} to {max(ratios):.2f}",
    )


def _together(address: Address, kind: str, name: str, writers: int, records: int) -> float:
    """Records a second of some processes that begin at the same time."""
    context = get_context("spawn")
    barrier, queue = context.Barrier(writers), context.Queue()
    started = [
        context.Process(target=_write, args=(address, kind, f"{kind}-{name}-{n}", records, barrier, queue)) for n in range(writers)
    ]
    for process in started:
        process.start()
    spans = [queue.get(timeout=600) for _ in started]
    for process in started:
        process.join()
    took: float = max(end for _, end in spans) - min(begin for begin, _ in spans)
    return writers * records / took


def _write(address: Address, kind: str, game: str, records: int, barrier: Barrier, queue: Queue[tuple[float, float]]) -> None:
    """One writer: its own game, a record a transaction; puts the seconds of its first and its last."""
    from ops.stores.postgres.connections import Connections, connect
    from ops.stores.postgres.recorder import Recorder

    pool = Connections(address)
    store, raw = Recorder(pool), connect(address)
    insert = b"INSERT INTO raw VALUES (%b, %b, %b, %b)"
    store.insert_events([StoredEvent(f"{game}-first", 1, "ActionTaken", STATE)])
    raw.execute(insert, (f"{game}-first", 1, "ActionTaken", STATE), prepare=True)
    barrier.wait()
    begin = perf_counter()
    for seq in range(1, records + 1):
        if kind == "raw":
            raw.execute(insert, (game, seq, "ActionTaken", STATE), prepare=True)
        else:
            store.insert_events([StoredEvent(game, seq, "ActionTaken", STATE)])
    queue.put((begin, perf_counter()))
    store.close()
    pool.close()
    raw.close()


def _drop(address: Address) -> None:
    _statement(address, f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


def _statement(address: Address, statement: str) -> None:
    from ops.stores.postgres.connections import connect

    with connect(address) as db:
        db.execute(statement.encode())
