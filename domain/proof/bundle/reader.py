"""A strict reader of bundles that reads them once. For each record only its leaf hash stays in
memory.

A tournament's bundle can be followed by those of its games in one stream; each is read to its end
before the next.
"""

from __future__ import annotations

import json
import re
from array import array
from binascii import b2a_base64
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import BinaryIO

from domain.proof.bundle.acted import PlainAction
from domain.proof.bundle.digests import Digests
from domain.proof.bundle.lines import (
    FORMAT,
    BundleRecord,
    CatalogText,
    Disclosure,
    ProofText,
    SignedBeside,
    bundle_header,
    spell_line,
)
from domain.proof.bundle.pieces import Pieces
from domain.proof.errors import Misspelt, Unproven
from domain.proof.log.entries import NO_PREV, valid_stream_id, valid_topic
from domain.proof.log.merkle import HASH_SIZE

MOST_RECORDS = 1 << 22

Beside = CatalogText | Disclosure | SignedBeside | ProofText

_ANOTHER = '{"format":'

_HEADER = re.compile(r'\{"format":"[^"\\]{1,40}","game":"([^"\\]{1,64})"\}')
_RECORD = re.compile(r'\{"seq":(0|[1-9][0-9]{0,18}),"topic":"([0-9A-Za-z]{1,64})","data":"')
_KINDS: dict[tuple[str, ...], type[Beside]] = {
    ("catalog",): CatalogText,
    ("commitment", "salt", "text"): Disclosure,
    ("about", "seat", "public", "signature"): SignedBeside,
    ("proof",): ProofText,
}
_ORDER = tuple(_KINDS.values())
_MANY = (Disclosure, SignedBeside)


class BundleReader:
    """Reads a bundle from a stream, once. `game` is known at once; then `records` must be read to
    their end, and after them `lines_beside`."""

    @classmethod
    def of(cls, stream: BinaryIO) -> BundleReader:
        """The first bundle of a stream. Raises `Misspelt` if the stream does not begin with one."""
        pieces = Pieces(stream)
        return cls(pieces, pieces.line())

    def __init__(self, pieces: Pieces, first: str | None) -> None:
        self._pieces = pieces
        self._end = 0
        self._following: str | None = None
        self._leaves = bytearray()
        self._count = 0
        self._next: str | None = None
        self.every = False
        """Whether `records` yields all records; may be set while the first one is handled."""
        self.on_times: Callable[[array[int]], None] = _ignore_times
        """A function that is called with the times of records that are not yielded, before the next
        is."""
        self.on_action: Callable[[PlainAction], None] = _ignore_action
        """A function that is called with each parsed plain action whose record is not yielded."""
        if first is None:
            raise Misspelt("the file is empty", "le fichier est vide")
        match = _HEADER.fullmatch(first)
        if (
            not match
            or not valid_stream_id(match[1])
            or f"{first}\n".encode() != bundle_header(match[1])
        ):
            raise Misspelt(
                f"it is no bundle: one begins with {FORMAT}",
                f"ce n'est pas un dossier : il commencerait par {FORMAT}",
            )
        self.game = match[1]

    @property
    def count(self) -> int:
        return self._count

    @property
    def leaves(self) -> bytes:
        """The leaf hashes of all records read so far, concatenated."""
        return bytes(self._leaves[: HASH_SIZE * self._count])

    def leaf(self, seq: int) -> bytes:
        """The leaf hash of a record that was read. Raises `Unproven` for any other."""
        if not 0 < seq <= self.count:
            raise Unproven(
                f"there is no record {seq} before it", f"il n'y a pas d'écriture {seq} avant elle"
            )
        return bytes(self._leaves[HASH_SIZE * (seq - 1) : HASH_SIZE * seq])

    def records(self) -> Iterator[BundleRecord]:
        """Read the records and chain them: each entry contains the leaf of the one before. Yields
        the records that need further checks: all but plain actions, or all if `every` is set.
        Raises `Misspelt`, and `Unproven` for a record out of place."""
        while True:
            most = (
                MOST_RECORDS - 1 - self.count if self.count else 1
            )  # the first one may say that all others are to be yielded
            digests = self._pieces.records(self.count + 1, most, every=self.every)
            if digests is None:
                line = self._pieces.line()
                if line is None or _RECORD.match(line) is None:
                    self._next = line
                    break
                raise self._wrong_line_error(line)
            yield from self._chain_and_yield(digests)
        if not self._count:
            raise Misspelt("it has no records", "il n'a pas d'écritures")

    def _chain_and_yield(self, digests: Digests) -> Iterator[BundleRecord]:
        """Chain digested records and yield those that need further checks. While a caller handles
        one, `count` and `leaf` cover no later record."""
        count, heard = self._count, 0
        self._chain_leaves(digests)
        for told_record in digests.for_checks:
            if isinstance(told_record, PlainAction):
                self.on_action(told_record)
                continue
            passed = told_record.seq - self._count - 1
            self.on_times(digests.moments[heard : heard + passed])
            heard, self._count = heard + passed, told_record.seq
            yield told_record
        self.on_times(digests.moments[heard:])
        self._count = count + len(digests.tails)

    def _chain_leaves(self, digests: Digests) -> None:
        start = b"\x00greffe/record@v1\ngame %b\nseq " % self.game.encode()
        prev = b2a_base64(bytes(self._leaves[-HASH_SIZE:]) or NO_PREV)
        leaves: list[bytes] = []
        for seq, tail in enumerate(digests.tails, start=digests.first):
            leaf = sha256(b"%b%d\nprev %b%b" % (start, seq, prev, tail)).digest()
            leaves.append(leaf)
            prev = b2a_base64(leaf)
        self._leaves += b"".join(leaves)

    def _wrong_line_error(self, line: str) -> Misspelt | Unproven:
        """The error for a line that should be the next record and is not."""
        read_line, seq = _read_record(line), self.count + 1
        if read_line is not None and not valid_topic(read_line.topic):
            return Misspelt(
                f"{read_line.topic} is no kind of record",
                f"{read_line.topic} n'est pas un type d'écriture",
            )
        if read_line is not None and read_line.seq != seq:
            return Unproven(
                f"record {read_line.seq} stands in its place",
                f"l'écriture {read_line.seq} est à sa place",
                seq,
            )
        if seq >= MOST_RECORDS:
            return Misspelt(
                f"it has more than {MOST_RECORDS - 1} records",
                f"il a plus de {MOST_RECORDS - 1} écritures",
            )
        return _misspelt(seq + 1)

    def lines_beside(self) -> Iterator[Beside]:
        """Read what follows the records: a catalog, disclosures, signatures and, last, the proof.
        Another bundle may come after it (`following`). Raises `Misspelt` for a line that is
        misspelt, misplaced or missing."""
        before: Beside | None = None
        line, number = self._next, self.count + 2
        while line is not None:
            item = _read_beside(line, number)
            if before is not None and not _follows(item, before):
                raise _out_of_place(number)
            yield item
            before, line, number = item, self._pieces.line(), number + 1
            if isinstance(item, ProofText) and line is not None and line.startswith(_ANOTHER):
                self._following, line = line, None
        self._end = number
        if not isinstance(before, ProofText):
            raise Misspelt("it ends without a proof", "il finit sans preuve")

    @property
    def is_followed(self) -> bool:
        return self._following is not None

    def need_alone(self) -> None:
        if self.is_followed:
            raise _out_of_place(self._end)

    def following(self) -> BundleReader | None:
        """The next bundle of the stream, or None. To be called after this bundle was read to its
        end. Raises `Misspelt` for a bad header."""
        if self._following is None:
            return None
        header, self._following = self._following, None
        return BundleReader(self._pieces, header)


def _ignore_times(moments: array[int]) -> None:
    """Does nothing; the default of `on_times`."""


def _ignore_action(acted: PlainAction) -> None:
    """Does nothing; the default of `on_action`."""


def _follows(line: Beside, before: Beside) -> bool:
    if type(line) is not type(before):
        return _ORDER.index(type(line)) > _ORDER.index(type(before))
    if isinstance(line, SignedBeside) and isinstance(before, SignedBeside):
        return line.sort_key > before.sort_key
    return isinstance(line, _MANY)


def _read_record(line: str) -> BundleRecord | None:
    try:
        content = json.loads(line)
        record = BundleRecord(content["seq"], content["topic"], content["data"])
        # raises for half a surrogate pair, which JSON can spell and UTF-8 cannot
        record.text.encode()
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    return record if type(record.seq) is int and spell_line(record) == line else None


def _read_beside(line: str, number: int) -> Beside:
    made: Beside | None = None
    try:
        content = json.loads(line)
        if isinstance(content, dict) and all(
            type(value) is (int if name == "about" else str) for name, value in content.items()
        ):
            "".join(
                map(str, content.values())
            ).encode()  # raises for half a surrogate pair, which JSON can spell and UTF-8 cannot
            kind = _KINDS.get(tuple(content))
            made = kind(*content.values()) if kind else None
    except (ValueError, RecursionError):
        raise _misspelt(number) from None
    if made is None or spell_line(made) != line:
        raise _misspelt(number)
    return made


def _out_of_place(number: int) -> Misspelt:
    return Misspelt(
        f"line {number} does not belong where it is", f"la ligne {number} n'est pas à sa place"
    )


def _misspelt(number: int) -> Misspelt:
    return Misspelt(
        f"line {number} is not in the one spelling that a bundle has",
        f"la ligne {number} n'est pas dans la seule graphie qu'un dossier admet",
    )
