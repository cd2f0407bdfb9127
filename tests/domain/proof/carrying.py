"""Proofs to carry: honest ones, and changed ones."""

import json
from collections.abc import Iterator
from hashlib import sha256

from domain.kernel.canonical import canonical_json
from domain.proof.bundle.carried import CarriedProof
from tests.builders.world import World, policy
from tests.domain.proof.agreeing import spelt
from tests.domain.proof.events import played
from tests.domain.proof.games import stored

ROWS = [
    {"entrant": n, "rank": n, "shared": False, "parted": "", "values": ["1/2"], "team": 0}
    for n in (2, 1)
]
SHEET = canonical_json((0, 1, ("points",), ROWS))


def world() -> World:
    """A log with a tournament (its round 1 closed), a game, and the tournament's end."""
    world, event = World(), played()
    event.add("RoundClosed", round=1, basis=event.basis, standings=sha256(SHEET).hexdigest())
    world.play("g1", event.records)
    world.play("g2", [stored("GameOpened", ruleset="x")] * 1)
    return world


def carried(world: World, seq: int, sheet: bytes = b"") -> CarriedProof:
    return CarriedProof(world.games["g1"][seq - 1][1], sheet, world.receipt("g1", seq))


def key_lines() -> str:
    return "".join(f"{line}\n" for line in spelt(policy()).decode().split("\n") if "+" in line)


def changed(honest: CarriedProof, other: CarriedProof) -> Iterator[tuple[str, bytes]]:
    """Changed proofs that must be refused, each with the name of its fault."""
    data = honest.encode()
    stored = json.loads(honest.record)
    stored["round"] = 2
    yield "another record", honest._replace(record=json.dumps(stored).encode()).encode()
    yield "another's record", honest._replace(record=other.record).encode()
    yield "another's proof", honest._replace(proof=other.proof).encode()
    yield "another sheet", honest._replace(sheet=SHEET.replace(b"1/2", b"1/3")).encode()
    yield "a sheet that no record names", other._replace(sheet=SHEET).encode()
    yield "another head line", data.replace(b"carried@v1", b"carried@v2", 1)
    yield "no record", data.replace(b"record ", b"recorded ", 1)
    yield "a hash less", data.replace(b"\n\n", b"", 1)
    lines = data.split(b"\n")
    for n, line in enumerate(lines):
        if line and not line.startswith("\u2014".encode()):
            middle = len(line) // 2
            letter = b"B" if line[middle : middle + 1] != b"B" else b"C"
            twisted = line[:middle] + letter + line[middle + 1 :]
            yield f"line {n} changed", b"\n".join([*lines[:n], twisted, *lines[n + 1 :]])
    at = next(n for n, line in enumerate(lines) if line.startswith("\u2014".encode()))
    yield "another signature", data.replace(lines[at], lines[at][:-9] + b"AAAAAAA==")
    yield "no signature", b"\n".join([*lines[:at], b""])
