"""The audit of a bundle, against SHA-256 of its records and of their entries in the log."""

import io
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from domain.kernel.log import Prover
from domain.proof.bundle.lines import write_bundle
from domain.proof.log.notes import read_verifier_key
from domain.proof.log.policy import read_policy
from domain.proof.verify.verify import verify
from ops.log import folder as folders, keyring
from ops.log.guard import Guard
from ops.log.intake import READ
from ops.log.keyring import KeyRing
from ops.log.writer import LogWriter
from ops.stores.log.reading import Ledger
from ops.stores.log.writing import LedgerWriting
from ops.stores.sqlite.connections import connect
from tests.bench.measure import Row
from tests.bench.table import MeasuredTable, clerk_at, endless
from tests.builders.policies import policy_text

ONE_GAME = "thousands"


def audit(folder: Path, records: int) -> list[Row]:
    path = folder / "greffe.sqlite"
    clerk = clerk_at(path)
    _fill(path, _real_rows(clerk), records)
    folders.migrated(folder / "ledger.sqlite")
    keyring.make(folder / "log.key", "bench.example/log")
    writing = LedgerWriting(folder / "ledger.sqlite")
    writer = LogWriter(
        clerk.recorder, writing, KeyRing(folder / "log.key"), Guard(folder / "log.guard")
    )
    while writer.intake.take()[0] == READ:
        pass
    writer.bring_up()
    ledger = Ledger(folder / "ledger.sqlite")
    row = _audit(folder, clerk, ledger, ledger.entries(0, records))
    for resource in (ledger, writing, clerk):
        resource.close()
    return [row]


def _real_rows(clerk: Any) -> list[tuple[str, bytes]]:
    table = MeasuredTable(clerk, "real", endless(clerk))
    table.play(2_000)
    rows = [row[1:] for row in clerk.recorder.select_rows(table.game.id)]
    return [rows[0], *(row for row in rows if row[0] == "ActionTaken")]


def _fill(path: Path, rows: Sequence[tuple[str, bytes]], records: int) -> None:
    """One game of so many records: the opening, then the actions again and again, their rolls
    numbered on."""
    db = connect(str(path))
    db.execute("BEGIN")
    many = (
        (ONE_GAME, seq, *row) for seq, row in enumerate(islice(_endless(rows), records), start=1)
    )
    db.executemany(
        "INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
        many,
    )
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


def _sum(texts: Iterable[bytes]) -> float:
    begin = process_time()
    for text in texts:
        sha256(text).digest()
    return process_time() - begin


def _audit(folder: Path, clerk: Any, ledger: Ledger, entries: Sequence[bytes]) -> Row:
    """The audit of the game's bundle against SHA-256 of all its bytes, before it and after it; read
    from a file in the page cache, as auditors' are. Both are work of one process alone, so what
    else the machine does meanwhile is not counted."""
    records = len(entries)
    proof = Prover(ledger).proof(ONE_GAME, records)
    if proof is None:
        raise RuntimeError("the log does not cover the game")
    bundle = folder / "bundle.jsonl"
    with bundle.open("wb") as f:
        f.writelines(
            write_bundle(ONE_GAME, (row[1:] for row in clerk.recorder.select_rows(ONE_GAME)), proof)
        )
    policy = read_policy(
        policy_text([read_verifier_key(key.verifier) for key in ledger.log_keys()]).encode()
    )
    stored = [state for _, _, state in clerk.recorder.select_rows(ONE_GAME)]
    before = _sum(entries) + _sum(stored)
    with bundle.open("rb", io.DEFAULT_BUFFER_SIZE) as stream:
        begin = process_time()
        report = verify(stream, policy)
        spent = process_time() - begin
    floor = (before + _sum(entries) + _sum(stored)) / 2
    if report.failure:
        raise RuntimeError(report.said.en)
    detail = (
        f"{spent:.1f} s for {bundle.stat().st_size / 1e6:,.0f} MB; SHA-256 of entries and stored "
        f"bytes {floor:.2f} s"
    )
    return Row(
        f"audit of {records:,} records without replay, of the rate of hashing its bytes",
        floor / spent,
        "×",
        0.25,
        detail=detail,
    )
