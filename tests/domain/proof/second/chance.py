"""Section 9: how sealed dice are computed."""

import hmac
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from .spelling import Rejected, refuse


def seed_commitment(game: str, seed: bytes) -> str:
    return sha256(b"greffe/seed@v1\n%b\n%b" % (game.encode(), seed)).hexdigest()


def part_commitment(game: str, seat: str, value: bytes) -> str:
    return sha256(
        b"greffe/contribution@v1\n%b\n%b\n%b" % (game.encode(), seat.encode(), value)
    ).hexdigest()


def key_of(game: str, seed: bytes, parts: Iterable[tuple[str, bytes]]) -> bytes:
    lines = ["greffe/dice-key@v1", game, *(f"{seat} {value.hex()}" for seat, value in parts), ""]
    return hmac.digest(seed, "\n".join(lines).encode(), sha256)


def deal_commitment(deal: bytes) -> str:
    return sha256(b"greffe/deal@v1\n" + deal).hexdigest()


def dealt(deal: bytes, kind: str, used: int, spec: str) -> list[int]:
    many, size, without = read_spec(spec)
    key = hmac.digest(deal, f"greffe/deal-kind@v1\n{kind}\n".encode(), sha256)
    there = list(range(size))
    picks = []
    for n in range(used + 1, used + many + 1):
        place = draw(key, n, f"1d{len(there)}")[0]
        picks.append(there[place])
        if without:
            del there[place]
    return picks


class Spec(NamedTuple):
    many: int
    size: int
    draw: bool


def read_spec(text: str) -> Spec:
    match = re.fullmatch("(0|[1-9][0-9]{0,8})(d|of)(0|[1-9][0-9]{0,17})", text)
    if match is None:
        raise Rejected(f"nothing that can be rolled: {text[:30]!r}")
    spec = Spec(int(match[1]), int(match[3]), match[2] == "of")
    refuse(
        spec.many and spec.size < (spec.many if spec.draw else 1),
        f"more than can be rolled: {text[:30]!r}",
    )
    return spec


def stream(key: bytes, number: int, spec: str) -> Iterator[int]:
    j = 0
    while True:
        yield from hmac.digest(key, f"greffe/roll@v1\n{number} {spec}\n{j}\n".encode(), sha256)
        j += 1


def below(n: int, source: Iterator[int]) -> int:
    size = 0
    while 256**size < n:
        size += 1
    most = 256**size - 256**size % n
    while True:
        word = 0
        for _ in range(size):
            word = word << 8 | next(source)
        if word < most:
            return word % n


def draw(key: bytes, number: int, spec: str) -> list[int]:
    many, size, without = read_spec(spec)
    source = stream(key, number, spec)
    if not without:
        return [below(size, source) for _ in range(many)]
    places: dict[int, int] = {}
    for i in range(size - 1, size - many - 1, -1):
        a = below(i + 1, source)
        places[a], places[i] = places.get(i, i), places.get(a, a)
    return [places[i] for i in range(size - 1, size - many - 1, -1)]


class Rolled(NamedTuple):
    seq: int
    number: int
    said: tuple[Any, ...]
    of: int
    faces: dict[int, Any]


class Seal(NamedTuple):
    seat: str
    slot: str
    seal: bytes
