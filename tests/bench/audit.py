"""The time of auditing a bundle, compared with SHA-256 over its records and over their entries in
the log."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from time import process_time

import msgspec

from domain.proof.verify.verify import verify
from tests.bench.measure import Row
from tests.bench.table import MeasuredTable, clerk_at, endless
from tests.builders.world import World, policy

ONE_GAME = "thousands"


def audit(folder: Path, records: int) -> list[Row]:
    """Compare the audit of one long game's bundle with SHA-256 of the same bytes, hashed before and
    after it. The file is in the page cache, as an auditor's is. Both are measured in CPU time, so
    that other processes do not count."""
    with closing(clerk_at(folder / "greffe.sqlite")) as clerk:
        table = MeasuredTable(clerk, "real", endless(clerk))
        table.play(2_000)
        played = [row[1:] for row in clerk.recorder.select_rows(table.game.id)]
    acted = [row for row in played if row[0] == "ActionTaken"]
    rows = list(islice(_endless([played[0], *acted]), records))
    world, bundle = World().play(ONE_GAME, rows), folder / "bundle.jsonl"
    proof = world.proof(ONE_GAME, records, witnesses=())  # who would be years behind the records
    bundle.write_bytes(world.bundle(ONE_GAME, proof=proof))
    hashed = [*world.entries, *(state for _, state in rows)]
    before = _sum(hashed)
    with bundle.open("rb") as stream:
        begin = process_time()
        report = verify(stream, policy(0))
        spent = process_time() - begin
    if report.failure:
        raise RuntimeError(report.said.en)
    floor = (before + _sum(hashed)) / 2
    detail = (
        f"{spent:.1f} s for {bundle.stat().st_size / 1e6:,.0f} MB; SHA-256 of entries and stored "
        f"bytes {floor:.2f} s"
    )
    what = f"audit of {records:,} records without replay, of the rate of hashing its bytes"
    return [Row(what, floor / spent, "×", 0.25, detail=detail)]


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
