"""Bundles read strictly, line by line, in pieces: memory does not grow with the file, but for the leaf hashes of its records.

The bundle of a tournament can be followed by those of its games, in one stream: each is read to its end before the next."""

from __future__ import annotations

import json
import re
from binascii import b2a_base64
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import chain
from typing import BinaryIO

from domain.ledger.bundle.lines import (
    FORMAT,
    BundleRecord,
    CatalogText,
    Disclosure,
    ProofText,
    SignedBeside,
    header,
    spelt,
    spelt_text,
)
from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.log.entries import NO_PREV, valid_game, valid_topic
from domain.ledger.log.merkle import HASH_SIZE

MOST_LINE = 4 << 20
"""Bytes in a line."""

MOST_RECORDS = 1 << 22
"""Records in one game; each takes 32 bytes of memory."""

PIECE = 1 << 18
"""Bytes read at a time."""

QUIET = "ActionTaken"
"""The topic of most records. One without dice tells nothing that an audit without the rules could check."""

_QUIETLY = re.compile(r'\{"type":"ActionTaken","at":"([0-9T:.Z+-]{20,32})","salt":"[0-9A-Za-z+/]{21}[AQgw]=="[,}]')
"""How those begin: with their time, which is told on, and their salt."""

Beside = CatalogText | Disclosure | SignedBeside | ProofText

_ANOTHER = '{"format":'
"""How the header of another bundle begins."""

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
_ODD = re.compile(rb"[\x7f-\xff]")


class BundleReader:
    """A bundle being read from a stream, once: `game` is known at once, then come `records`, then `beside`."""

    @classmethod
    def of(cls, stream: BinaryIO) -> BundleReader:
        """The first bundle in a stream. Raises `Misspelt` for something that does not begin as a bundle does."""
        return cls(_lines(stream))

    def __init__(self, lines: Iterator[str]) -> None:
        """From its lines, each without its LF. Raises `Misspelt` likewise."""
        self._lines = lines
        self._end = 0
        self._following: str | None = None
        self._leaves = bytearray()
        self._next: str | None = None
        self.every = False
        """Whether `records` yields quiet ones, too; the first record may say that they tell something."""
        self.passing: Callable[[str], bool] = _any_time
        """Hears the time of each quiet record that is passed over; one that it answers no to is yielded after all."""
        first = next(self._lines, None)
        if first is None:
            raise Misspelt("the file is empty", "le fichier est vide")
        found = _HEADER.fullmatch(first)
        if not found or not valid_game(found[1]) or f"{first}\n".encode() != header(found[1]):
            raise Misspelt(f"it is no bundle: one begins with {FORMAT}", f"ce n'est pas un dossier : il commencerait par {FORMAT}")
        self.game = found[1]

    @property
    def count(self) -> int:
        """How many records were read."""
        return len(self._leaves) // HASH_SIZE

    @property
    def leaves(self) -> bytes:
        """The leaf hashes of all records that were read, one after the other."""
        return bytes(self._leaves)

    def leaf(self, seq: int) -> bytes:
        """The leaf hash of a record that was read. Raises `Unproven` for one that was not."""
        if not 0 < seq <= self.count:
            raise Unproven(f"there is no record {seq} before it", f"il n'y a pas d'écriture {seq} avant elle")
        return bytes(self._leaves[HASH_SIZE * (seq - 1) : HASH_SIZE * seq])

    def records(self) -> Iterator[BundleRecord]:
        """Read the records and chain them: each entry holds the leaf before. Yields those that may tell something, which are all
        but `QUIET` ones without rolls, unless `every` is set. Raises `Misspelt`, and `Unproven` where one is not in its place.

        This is the loop that a million records go through, so it spells entries itself and looks at each byte as seldom as
        it can. A string is in its one spelling if it is as long as its text with a backslash for each quote: anything else
        that could stand there takes more room. If it is not, it is spelt again and compared. A text that passes the short
        test has no backslash in it, so no name in it can be spelt otherwise than it is looked for.
        """
        game, leaves, decode = self.game.encode(), self._leaves, json.JSONDecoder().raw_decode
        prev, topic = b2a_base64(bytes(leaves[-HASH_SIZE:]) or NO_PREV, newline=False), ""
        for seq, line in enumerate(self._lines, start=self.count + 1):
            start = f'{{"seq":{seq},"topic":"{topic}","data":"'
            if not line.startswith(start):
                found = self._topic(line, seq)
                if found is None:
                    break
                topic, start = found, f'{{"seq":{seq},"topic":"{found}","data":"'
            at = len(start)
            try:
                text, end = decode(line, at - 1)
                stored = text.encode()
            except ValueError:
                raise _misspelt(seq + 1) from None
            plain = end - at - 1 == len(text) + text.count('"') and line[end:] == "}"
            if not plain and line[at - 1 :] != spelt_text(text) + "}":
                raise _misspelt(seq + 1)
            data = b2a_base64(sha256(stored).digest(), newline=False)
            entry = b"greffe/record@v1\ngame %b\nseq %d\nprev %b\ntopic %b\ndata %b\n" % (game, seq, prev, topic.encode(), data)
            leaf = sha256(b"\x00" + entry).digest()
            leaves += leaf
            if seq == MOST_RECORDS:
                raise Misspelt(f"it has more than {MOST_RECORDS - 1} records", f"il a plus de {MOST_RECORDS - 1} écritures")
            prev = b2a_base64(leaf, newline=False)
            quietly = None
            if plain and topic == QUIET and seq > 1 and not self.every and "rolls" not in text and text[-1:] == "}":
                quietly = _QUIETLY.match(text)
            if quietly is None or not self.passing(quietly[1]):
                yield BundleRecord(seq, topic, text)
        if not leaves:
            raise Misspelt("it has no records", "il n'a pas d'écritures")

    def _topic(self, line: str, seq: int) -> str | None:
        """The topic of a record line, which has to be that of record `seq`; none for a line of another kind."""
        found = _RECORD.match(line)
        if found is None:
            self._next = line
            return None
        if found[1] != str(seq):
            raise Unproven(f"record {found[1]} stands in its place", f"l'écriture {found[1]} est à sa place", seq)
        if not valid_topic(found[2]):
            raise Misspelt(f"{found[2]} is no kind of record", f"{found[2]} n'est pas un type d'écriture", seq)
        return found[2]

    def beside(self) -> Iterator[Beside]:
        """What comes after the records: a catalog, disclosures, signatures, and last the proof. Another bundle may follow
        (`following`). Raises `Misspelt` for a line in another spelling, in a place where it does not belong, or missing."""
        before: Beside | None = None
        line, number = self._next, self.count + 2
        while line is not None:
            found = _read_beside(line, number)
            if before is not None and not _follows(found, before):
                raise _out_of_place(number)
            yield found
            before, line, number = found, next(self._lines, None), number + 1
            if isinstance(found, ProofText) and line is not None and line.startswith(_ANOTHER):
                self._following, line = line, None
        self._end = number
        if not isinstance(before, ProofText):
            raise Misspelt("it ends without a proof", "il finit sans preuve")

    @property
    def followed(self) -> bool:
        """Whether another bundle begins where this one, read to its end, ends."""
        return self._following is not None

    def need_alone(self) -> None:
        """Raise `Misspelt` if another bundle follows."""
        if self.followed:
            raise _out_of_place(self._end)

    def following(self) -> BundleReader | None:
        """The bundle that follows this one, once this one was read to its end. Raises `Misspelt` for a header that is none."""
        if self._following is None:
            return None
        header, self._following = self._following, None
        return BundleReader(chain((header,), self._lines))


def _any_time(at: str) -> bool:
    """Whoever does not follow the times takes any."""
    return True


def _follows(line: Beside, before: Beside) -> bool:
    if type(line) is not type(before):
        return _ORDER.index(type(line)) > _ORDER.index(type(before))
    if isinstance(line, SignedBeside) and isinstance(before, SignedBeside):
        return line.place > before.place
    return isinstance(line, _MANY)


def _read_beside(line: str, number: int) -> Beside:
    made: Beside | None = None
    try:
        found = json.loads(line)
        if isinstance(found, dict) and all(type(value) is (int if name == "about" else str) for name, value in found.items()):
            "".join(map(str, found.values())).encode()  # raises for half a surrogate pair, which JSON can spell and UTF-8 cannot
            kind = _KINDS.get(tuple(found))
            made = kind(*found.values()) if kind else None
    except (ValueError, RecursionError):
        raise _misspelt(number) from None
    if made is None or spelt(made) != line:
        raise _misspelt(number)
    return made


def _out_of_place(number: int) -> Misspelt:
    return Misspelt(f"line {number} does not belong where it is", f"la ligne {number} n'est pas à sa place")


def _misspelt(number: int) -> Misspelt:
    return Misspelt(
        f"line {number} is not in the one spelling that a bundle has",
        f"la ligne {number} n'est pas dans la seule graphie qu'un dossier admet",
    )


def _no_ascii(piece: bytes, number: int) -> Misspelt:
    odd = _ODD.search(piece)
    number += piece.count(b"\n", 0, odd.start() if odd else 0)
    return Misspelt(
        f"line {number} has a byte that is not printable ASCII", f"la ligne {number} a un octet qui n'est pas de l'ASCII imprimable"
    )


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of an ASCII stream without their LF; every one has to have it. Control characters are left to JSON, which lets
    none stand in a string but DEL: that is refused here, or it could stand for its escape."""
    rest, number = "", 1
    while piece := stream.read(PIECE):
        if not piece.isascii() or b"\x7f" in piece:
            raise _no_ascii(piece, number)
        *whole, rest = (rest + piece.decode("ascii")).split("\n")
        if any(len(line) > MOST_LINE for line in (*whole[:1], rest)):
            raise Misspelt(f"line {number} is longer than {MOST_LINE} bytes", f"la ligne {number} dépasse {MOST_LINE} octets")
        number += len(whole)
        yield from whole
    if rest:
        raise Misspelt("its last line does not end with LF: it was cut", "sa dernière ligne ne finit pas par LF : il a été coupé")
