"""The log: what hashing a record costs, a head, a receipt, an audit of a million records; and how long writes wait for it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

import msgspec

from domain.ledger.bundle.lines import write_bundle
from domain.ledger.bundle.processes import Processes, cores
from domain.ledger.errors import Said
from domain.ledger.log.entries import NO_PREV, RecordEntry
from domain.ledger.log.merkle import leaf_hash
from domain.ledger.log.notes import read_verifier_key
from domain.ledger.log.policy_file import policy_text, read_policy
from domain.ledger.verify.verify import verify
from domain.store.log import Prover
from ops.bench.measure import Row, percentile
from ops.bench.server import serving
from ops.bench.table import Table, clerk_at, endless
from ops.bench.web import Client, played
from ops.log import folder as folders
from ops.log import keyring
from ops.log.checking import Check
from ops.log.guard import Guard
from ops.log.intake import READ
from ops.log.keyring import KeyRing
from ops.log.writer import LogWriter
from ops.stores.log.reading import Ledger
from ops.stores.log.writing import LedgerWriting
from ops.stores.sqlite.connections import connect

ONE_GAME = "thousands"
"""The game with all the records, for the audit."""


def log(folder: Path, records: int, heads: int) -> list[Row]:
    """The log of so many records, all of one game, of real size."""
    path = folder / "greffe.sqlite"
    clerk = clerk_at(path)
    rows = _real_rows(clerk)
    _fill(path, rows, records)
    folders.migrated(folder / "ledger.sqlite")
    keyring.make(folder / "log.key", "bench.example/log")
    writing, guard = LedgerWriting(folder / "ledger.sqlite"), Guard(folder / "log.guard")
    writer = LogWriter(clerk.recorder, writing, KeyRing(folder / "log.key"), guard)
    taken = _take_in(writer)
    writer.bring_up()
    ledger = Ledger(folder / "ledger.sqlite")
    entries = ledger.entries(0, records + len(rows))
    hashing = _hash(rows, records)
    signed = _sign(clerk, writer, heads)
    found = [
        Row(
            "hashing a record into the log and integrating it, 1,000 a batch",
            taken * 1e6,
            "µs",
            detail=f"its entry and leaf alone {hashing * 1e6:.1f} µs",
        ),
        Row("a signed head over a new record, with all syncs", median(signed) * 1e3, "ms", detail=f"{len(signed)} heads"),
        Row("a receipt made", _receipts(ledger, records) * 1e6, "µs", detail=f"log of {ledger.standing().size:,} entries"),
    ]
    begin = perf_counter()
    faults = list(Check(clerk.recorder, ledger, guard).faults())
    spent = perf_counter() - begin
    if faults:
        raise RuntimeError(faults[0].text.en)
    size = ledger.standing().size
    found += [
        Row("fsck per million records", spent / size * 1e6, "s", detail=f"{size:,} records"),
        _audit(folder, clerk, ledger, entries[:records]),
    ]
    for one in (ledger, writing, clerk):
        one.close()
    return found


def _real_rows(clerk: Any) -> list[tuple[str, bytes]]:
    """Topics and bytes of a game that was played: its opening, and its actions."""
    table = Table(clerk, "real", endless(clerk))
    table.play(2_000)
    rows = [row[1:] for row in clerk.recorder.select_rows(table.game.id)]
    return [rows[0], *(row for row in rows if row[0] == "ActionTaken")]


def _fill(path: Path, rows: Sequence[tuple[str, bytes]], records: int) -> None:
    """One game of so many records: the opening, then the actions again and again, their rolls numbered on."""
    db = connect(str(path))
    db.execute("BEGIN")
    many = ((ONE_GAME, seq, *row) for seq, row in enumerate(islice(_endless(rows), records), start=1))
    db.executemany("INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)", many)
    db.execute("COMMIT")
    db.close()


def _endless(rows: Sequence[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    yield rows[0]
    rolled = len(msgspec.json.decode(rows[0][1]).get("rolls", ()))
    for topic, state in cycle(rows[1:]):
        if b'"rolls":[' not in state:
            yield topic, state
            continue
        body = msgspec.json.decode(state)
        for roll in body["rolls"]:
            rolled += 1
            roll["number"] = rolled
        yield topic, msgspec.json.encode(body)


def _take_in(writer: LogWriter) -> float:
    """Seconds a record that taking all in takes."""
    begin, count = perf_counter(), 0
    while (taken := writer.intake.take()[0]) == READ:
        count += taken
    return (perf_counter() - begin) / max(1, count + taken)


def _hash(rows: Sequence[tuple[str, bytes]], records: int) -> float:
    """Seconds a record that its entry and leaf take, without any store."""
    prev, number = NO_PREV, min(records, 20_000)
    begin = perf_counter()
    for seq in range(1, number + 1):
        prev = leaf_hash(RecordEntry.of(ONE_GAME, seq, prev, *rows[seq % len(rows)]).encode())
    return (perf_counter() - begin) / number


def _sum(texts: Iterable[bytes]) -> float:
    """Seconds of work that SHA-256 of all these takes."""
    begin = process_time()
    for text in texts:
        sha256(text).digest()
    return process_time() - begin


def _sign(clerk: Any, writer: LogWriter, heads: int) -> list[float]:
    """Seconds for each head over one new record: taken in, guarded, signed."""
    table = Table(clerk, "signing", endless(clerk))
    spent = []
    for _ in range(heads):
        table.act()
        begin = perf_counter()
        writer.intake.take()
        writer.signing.sign()
        spent.append(perf_counter() - begin)
    return spent


def _receipts(ledger: Ledger, records: int, number: int = 300) -> float:
    """Seconds a receipt, from all over the log."""
    prover = Prover(ledger)
    begin = perf_counter()
    for n in range(number):
        if prover.receipt(ONE_GAME, 1 + n * (records - 1) // number) is None:
            raise RuntimeError("a record that is in the log has no receipt")
    return (perf_counter() - begin) / number


def _never(said: Said) -> None:
    raise RuntimeError(said.en)


def _audit(folder: Path, clerk: Any, ledger: Ledger, entries: Sequence[bytes]) -> Row:
    """The audit of the game's bundle against SHA-256 of its entries, before it and after it; read from a file in the page cache, as
    auditors' are. Both are work of one process alone, so what else the machine does meanwhile is not counted."""
    records = len(entries)
    proof = Prover(ledger).proof(ONE_GAME, records)
    if proof is None:
        raise RuntimeError("the log does not cover the game")
    bundle = folder / "bundle.jsonl"
    with bundle.open("wb") as f:
        f.writelines(write_bundle(ONE_GAME, (row[1:] for row in clerk.recorder.select_rows(ONE_GAME)), proof))
    policy = read_policy(policy_text([read_verifier_key(key.verifier) for key in ledger.log_keys()]).encode())
    before = _sum(entries)
    with bundle.open("rb", io.DEFAULT_BUFFER_SIZE) as stream:
        begin = process_time()
        report = verify(stream, policy)
        spent = process_time() - begin
    floor = (before + _sum(entries)) / 2
    if report.failure:
        raise RuntimeError(report.said.en)
    with bundle.open("rb", io.DEFAULT_BUFFER_SIZE) as stream, Processes(cores() - 1, _never) as helpers:
        begin, alone = perf_counter(), process_time()
        together = verify(stream, policy, None, helpers)
        took, alone = perf_counter() - begin, process_time() - alone
    if together.json() != report.json():
        raise RuntimeError("the audit in several processes says something else")
    stored = _sum(state for _, _, state in clerk.recorder.select_rows(ONE_GAME))
    detail = (
        f"{spent:.1f} s for {bundle.stat().st_size / 1e6:,.0f} MB; SHA-256 of the entries {floor:.2f} s, "
        f"of entries and stored bytes {floor + stored:.2f} s; in {cores()} processes {took:.1f} s on the wall, {alone:.1f} s of "
        "them in the one that chains"
    )
    return Row(f"audit of {records:,} records without replay, of the rate of SHA-256", floor / spent, "×", 0.3, detail=detail)


# -- waiting for receipts ----------------------------------------------------------------------------------------------------------


def receipts(folder: Path, rate: int, seconds: int) -> list[Row]:
    """Actions over HTTP at a steady rate, each waiting for its receipt; the time is from when each was due."""
    data = folder / "receipts"
    data.mkdir()
    before, clerk = clerk_at(folder / "receipts-before.sqlite"), clerk_at(data / "greffe.sqlite")
    catalog, _ = endless(clerk), endless(before)
    names = [f"client-{n}" for n in range(min(rate, 20))]
    moves = {name: played(before, clerk, name, catalog, rate * seconds // len(names) + 3) for name in names}
    clerk.close()
    before.close()
    with serving(data) as (port, key):
        clients = [Waiting(port, key, name, catalog, moves[name]) for name in names]
        for client in clients:
            client.act(1)
        with ThreadPoolExecutor(len(clients)) as pool:
            begin, gap = perf_counter() + 0.1, len(clients) / rate
            paced = [pool.submit(client.pace, begin + n / rate, gap, seconds) for n, client in enumerate(clients)]
            spent = [one for done in paced for one in done.result()]
        without = sum(client.without for client in clients)
        for client in clients:
            client.connection.close()
    ms = [one * 1e3 for one in spent]
    detail = f"{rate} actions/s, {len(ms)} writes, median {median(ms):.0f} ms, {without} without a receipt"
    return [
        Row(
            "an action over HTTP with its receipt (?receipt=wait), p99",
            percentile(ms, 0.99),
            "ms",
            250,
            at_least=False,
            detail=detail,
        )
    ]


class Waiting(Client):
    """A device whose every action waits for its receipt."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.without = 0

    def pace(self, begin: float, gap: float, seconds: int) -> list[float]:
        """Actions from a time on, one every `gap` seconds; the seconds from when each was due to its answer."""
        return list(self._paced(begin, gap, seconds))

    def _paced(self, begin: float, gap: float, seconds: int) -> Iterator[float]:
        for n in range(int(seconds / gap)):
            due = begin + n * gap
            sleep(max(0.0, due - perf_counter()))
            self._wait()
            yield perf_counter() - due

    def _wait(self) -> None:
        self.without += msgspec.json.decode(self.send_next("?receipt=wait"))["receipt"] is None
