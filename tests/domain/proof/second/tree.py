"""Sections 3, 4 and 11: entries and leaves, the tree, proofs, heads, and copies of a log."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .signing import LOG, read_key, read_note
from .spelling import Rejected, decimal, refuse, text_file, to64, un64

ENTRY_BYTES = 0xFFFF
GAME = re.compile("[0-9A-Za-z][0-9A-Za-z._-]{0,63}")
TOPIC = re.compile("[A-Z][0-9A-Za-z]{0,63}")


def leaf_of(entry: bytes) -> bytes:
    return sha256(b"\0" + entry).digest()


def parent(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def entry_of(game: str, seq: int, prev: bytes, topic: str, stored: bytes) -> bytes:
    lines = (
        "greffe/record@v1",
        f"game {game}",
        f"seq {seq}",
        f"prev {to64(prev)}",
        f"topic {topic}",
    )
    return ("\n".join(lines) + f"\ndata {to64(sha256(stored).digest())}\n").encode()


_RECORD = re.compile(
    rf"greffe/record@v1\ngame ({GAME.pattern})\nseq ([0-9]+)\nprev ([^\n]*)\ntopic "
    rf"({TOPIC.pattern})\ndata ([^\n]*)\n",
)


def read_record_entry(data: bytes) -> tuple[str, int]:
    match = _RECORD.fullmatch(text_file(data, ENTRY_BYTES))
    if match is None:
        raise Rejected("no entry of a record")
    seq, prev = decimal(match[2]), un64(match[3], 32)
    un64(match[5], 32)
    refuse(seq < 1 or (seq == 1) != (prev == bytes(32)), "an entry that follows nothing")
    return match[1], seq


def check_log_entry(data: bytes) -> None:
    match text_file(data, ENTRY_BYTES).split("\n"):
        case ["greffe/key@v1", key, ""] if key.startswith("key "):
            refuse(read_key(key[4:]).kind != LOG, "no key of a log")
        case ["greffe/succession@v1", note, ""] if note.startswith("checkpoint "):
            read_head(read_note(un64(note[11:])).text)
        case _:
            raise Rejected("no entry")


# -- the tree, as RFC 6962 defines it --------------------------------------------------------------


def _half(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1


def root_from(leaf: bytes, index: int, size: int, siblings: Sequence[bytes]) -> bytes:
    refuse(not 0 <= index < size, "an index beyond the tree")
    if size == 1:
        refuse(siblings, "a proof too long")
        return leaf
    refuse(not siblings, "a proof too short")
    half, sibling, rest = _half(size), siblings[-1], siblings[:-1]
    if index < half:
        return parent(root_from(leaf, index, half, rest), sibling)
    return parent(sibling, root_from(leaf, index - half, size - half, rest))


def root_of(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = _half(len(leaves))
    return parent(root_of(leaves[:half]), root_of(leaves[half:]))


class Head(NamedTuple):
    origin: str
    size: int
    root: bytes


def read_head(text: str) -> Head:
    lines = text.split("\n")
    refuse(len(lines) < 4 or lines[-1] or not all(lines[:-1]), "no checkpoint")
    head = Head(lines[0], decimal(lines[1]), un64(lines[2], 32))
    refuse(head.size == 0 and head.root != root_of(()), "an empty log with another root")
    return head


class Proof(NamedTuple):
    index: int
    siblings: tuple[bytes, ...]
    checkpoint: bytes
    extra: bytes | None

    def check(self, leaf: bytes, head: Head) -> None:
        refuse(
            root_from(leaf, self.index, head.size, self.siblings) != head.root,
            "a proof that does not lead to the root",
        )


def read_proof(data: bytes) -> Proof:
    before, gap, checkpoint = data.partition(b"\n\n")
    refuse(len(data) > (1 << 20) + 2 * ENTRY_BYTES + 4096 or not gap, "no proof")
    lines = text_file(before, 2 * ENTRY_BYTES).split("\n")
    refuse(lines.pop(0) != "c2sp.org/tlog-proof@v1", "no proof")
    extra = un64(lines.pop(0)[6:]) if lines and lines[0].startswith("extra ") else None
    refuse(
        extra == b"" or not lines or not lines[0].startswith("index ") or len(lines) > 64,
        "no proof",
    )
    index = decimal(lines.pop(0)[6:])
    read_note(checkpoint)
    return Proof(index, tuple(un64(line, 32) for line in lines), checkpoint, extra)


# -- a copy of the log -----------------------------------------------------------------------------


def entries_of(folder: Path, size: int) -> Iterator[bytes]:
    for first in range(0, size, 256):
        yield from _bundle(folder, first // 256, min(256, size - first))


def _bundle(folder: Path, index: int, width: int) -> list[bytes]:
    digits = f"{index:03}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[i : i + 3] for i in range(0, len(digits), 3)]
    full = (
        folder
        / "tile"
        / "entries"
        / "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
    )
    partial = full.with_name(f"{full.name}.p") / str(width)
    path = full if width == 256 or not partial.is_file() else partial
    try:
        data = path.read_bytes()
    except OSError:
        raise Rejected("a bundle of entries is missing in the copy") from None
    entries = []
    while data:
        size = int.from_bytes(data[:2], "big")
        refuse(len(data) < 2 + size, "a damaged bundle of entries")
        entries.append(data[2 : 2 + size])
        data = data[2 + size :]
    refuse(len(entries) not in (width, 256), "a bundle of entries of another width")
    return entries[:width]
