"""Digests of a bundle's record lines: each line is read, checked for its one spelling and hashed, without the records before it.

The result does not depend on where pieces begin, so several processes can each do a piece. The chain from leaf to leaf needs all
records in order: `reader.py` computes it.
"""

from __future__ import annotations

import json
import re
from array import array
from binascii import b2a_base64
from hashlib import sha256
from typing import NamedTuple

from domain.ledger.bundle.acted import Acted, Usual, acted_in
from domain.ledger.bundle.lines import BundleRecord, spelt_text
from domain.ledger.bundle.times import moment_of
from domain.ledger.errors import Misspelt
from domain.ledger.log.entries import valid_topic

QUIET = b"ActionTaken"
"""The topic of most records. One without dice tells nothing that an audit without the rules could check."""

_SALT = rb'","salt":"[0-9A-Za-z+/]{21}[AQgw]=="[,}]'
_QUIETLY = re.compile(rb'\{"type":"ActionTaken","at":"([0-9T:.Z+-]{20,32})' + _SALT)
"""How those begin: with their time, which is told on, and their salt."""
_USUALLY = re.compile(rb'\{"type":"ActionTaken","at":"([0-9T:-]{16}):([0-5][0-9])\.([0-9]{6})Z' + _SALT)
"""The same with the time as the service writes it."""

_RECORD = re.compile(rb'\{"seq":([1-9][0-9]{0,18}),"topic":"([0-9A-Za-z]{1,64})","data":"')
_LEFT_OUT = bytes(range(0x20)) + b"\\" + bytes(range(0x7F, 0x100))
"""What a text in short spelling has nowhere: backslashes, but for one before each quote, and what is not printable ASCII."""

GROUP = 1 << 14
"""Bytes of lines whose spelling is looked at together."""

_LEFT_OUT_OF_LINES = _LEFT_OUT.replace(b"\n", b"")
_UNMARKED = bytes(c for c in range(0x20, 0x7F) if c not in b'"\\')
_SHORT = frozenset(b'"' * 9 + b'\\"' * n + b'"' for n in range(512))
"""The quotes of a record's line in short spelling, with their backslashes: nine before its text, those in it, one behind it."""

_Text = tuple[bytes, bytes, bool]
"""A record's topic, its stored bytes, and whether no name in them can be spelt otherwise than it is looked for."""


class Digests(NamedTuple):
    """The digests of the records at the beginning of a piece."""

    first: int
    """The number of the first one."""
    tails: list[bytes]
    """Of each record, what is hashed into its leaf after the leaf of the one before."""
    moments: array[int]
    """The times of all but the records in `told`, in microseconds since 1970, in their order."""
    told: list[BundleRecord | Acted]
    """Those that may tell something, or what they tell."""
    size: int
    """The bytes of their lines."""


def digest(piece: bytes, most: int, *, every: bool) -> Digests:
    """The records with which a piece of whole lines begins, `most` at most, as far as each is written as it has to be and has the
    next number. Where that ends, the reader takes the next line by itself, and says what is wrong with it if anything is.
    `every`: all of them may tell something, each as it is stored."""
    begun = _RECORD.match(piece)
    found = Digests(int(begun[1]) if begun else 0, [], array("q"), [], 0)
    topic, size, minutes, usual = b"", 0, dict[bytes, int](), Usual()
    between = b""
    tails, moments, told = found.tails.append, found.moments.append, found.told.append
    while begun is not None and size < len(piece) and len(found.tails) < most:
        next, group = found.first + len(found.tails), piece[size : piece.find(b"\n", size + GROUP) + 1 or len(piece)]
        taken, texts = _together(group, next)
        if not texts or len(found.tails) + len(texts) > most:
            taken, texts = _one_by_one(group, next, most - len(found.tails))
        for seq, (kind, text, plain) in enumerate(texts, start=next):
            if kind != topic:
                topic, between = kind, b"topic %b\ndata " % kind
            tails(between + b2a_base64(sha256(text).digest()))
            if kind == QUIET and seq > 1 and not every:
                moment = _moment(text, minutes) if plain else None
                if moment is not None and text[-1:] == b"}" and b"rolls" not in text:
                    moments(moment)
                    continue
                acted = usual.read(seq, moment, text.decode()) if moment is not None else None
                acted = acted or acted_in(seq, text.decode())
                if acted is not None:
                    moments(acted.moment)
                    told(acted)
                    continue
            told(BundleRecord(seq, kind.decode(), text.decode()))
        size += taken
        if taken < len(group):
            break
    return found._replace(size=size)


def _moment(text: bytes, minutes: dict[bytes, int]) -> int | None:
    """The time of an action that begins as most do; none of any other. `minutes` are those seen before."""
    found = _USUALLY.match(text)
    try:
        if found is None:
            other = _QUIETLY.match(text)
            return None if other is None else moment_of(other[1].decode())
        minute, second, fraction = found.groups()
        start = minutes.get(minute)
        if start is None:
            start = minutes[minute] = moment_of(f"{minute.decode()}:00Z")
        return start + int(second + fraction)
    except Misspelt:
        return None


def _together(group: bytes, seq: int) -> tuple[int, list[_Text]]:
    """The records of whole lines, the first of which is to be record `seq`, and the bytes of the lines, where all are in short
    spelling. Nothing of any others, right or wrong.

    Everything that must not be there is taken out of all lines at once. If as much is gone as there are quotes with a backslash,
    nothing else was there. What stays of each line without all that needs no backslash says which quotes have one.
    """
    lines = group.translate(None, _LEFT_OUT_OF_LINES)
    *marks, rest = group.translate(None, _UNMARKED).split(b"\n")
    begun = _begun(group, seq)
    if begun is None or rest or not _SHORT.issuperset(marks) or len(group) - len(lines) != group.count(b'\\"'):
        return 0, []
    texts: list[_Text] = []
    topic, at = begun[0], len(begun[1])
    for n in range(seq + 1, seq + len(marks)):
        end = lines.find(b"\n", at) - 2
        texts.append((topic, lines[at:end], True))
        between = b'"}\n{"seq":%d,"topic":"%b","data":"' % (n, topic)
        if lines.startswith(between, end):
            at = end + len(between)
            continue
        begun = _begun(lines, n, end + 3)
        if begun is None or lines[end : end + 2] != b'"}':
            return 0, []
        topic, at = begun[0], end + 3 + len(begun[1])
    if lines[-3:] != b'"}\n':
        return 0, []
    texts.append((topic, lines[at:-3], True))
    return len(group), texts


def _one_by_one(group: bytes, seq: int, most: int) -> tuple[int, list[_Text]]:
    """The records with which whole lines begin, in any spelling, and the bytes of these lines."""
    texts: list[_Text] = []
    size = 0
    for n, line in zip(range(seq, seq + most), group.split(b"\n", most), strict=False):
        found = _begun(line, n)
        if found is None:
            break
        topic, start = found
        text, plain = _plain(line, len(start)), True
        if text is None:
            text, plain = _respelt(line, len(start)), False
            if text is None:
                break
        texts.append((topic, text, plain))
        size += len(line) + 1
    return size, texts


def _begun(lines: bytes, seq: int, at: int = 0) -> tuple[bytes, bytes] | None:
    """The topic of record `seq`, and what its line, begun there, has before its text; none of a line begun otherwise."""
    found = _RECORD.match(lines, at)
    return (found[2], found[0]) if found and found[1] == b"%d" % seq and valid_topic(found[2].decode()) else None


def _plain(line: bytes, at: int) -> bytes | None:
    """The text of the string that begins at a place of a line and ends it with the object, if it is in short spelling: printable
    ASCII with a backslash before each quote, and no other. Nothing for any other line, right or wrong.

    Everything that must not be there is taken out at once. If as much is gone as there are quotes with a backslash, and there are
    no others, nothing else was there. No name in such a text can be spelt otherwise than it is looked for.
    """
    if line[-2:] != b'"}' or len(line) < at + 2:
        return None
    spelt = line[at:-2]
    text = spelt.translate(None, _LEFT_OUT)
    quotes = len(spelt) - len(text)
    return text if spelt.count(b'\\"') == quotes == spelt.count(b'"') else None


def _respelt(line: bytes, at: int) -> bytes | None:
    """The same of a line in any spelling, if that is the one that it has to have: read and written again."""
    if not line.isascii() or b"\x7f" in line:
        return None
    spelt = line[at - 1 :].decode("ascii")
    try:
        text, _ = _decode(spelt)
        stored: bytes = text.encode()
    except ValueError:
        return None
    return stored if spelt == spelt_text(text) + "}" else None


_decode = json.JSONDecoder().raw_decode
