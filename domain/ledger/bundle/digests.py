"""Digests of a bundle's record lines: each line is read, checked for its one spelling and hashed, without the records before it.

The result does not depend on where pieces begin, so several processes can each do a piece. The chain from leaf to leaf needs all
records in order: `reader.py` computes it.
"""

from __future__ import annotations

import json
import re
from array import array
from binascii import b2a_base64
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from domain.ledger.bundle.acted import Acted, acted_in
from domain.ledger.bundle.lines import BundleRecord, spelt_text
from domain.ledger.bundle.times import moment_of
from domain.ledger.errors import Misspelt
from domain.ledger.log.entries import valid_topic

QUIET = b"ActionTaken"
"""The topic of most records. One without dice tells nothing that an audit without the rules could check."""

_QUIETLY = re.compile(rb'\{"type":"ActionTaken","at":"([0-9T:.Z+-]{20,32})","salt":"[0-9A-Za-z+/]{21}[AQgw]=="[,}]')
"""How those begin: with their time, which is told on, and their salt."""

_RECORD = re.compile(rb'\{"seq":([1-9][0-9]{0,18}),"topic":"([0-9A-Za-z]{1,64})","data":"')
_LEFT_OUT = bytes(range(0x20)) + b"\\" + bytes(range(0x7F, 0x100))
"""What a text in short spelling has nowhere: backslashes, but for one before each quote, and what is not printable ASCII."""


class Digests(NamedTuple):
    """The digests of the records at the beginning of a piece."""

    first: int
    """The number of the first one."""
    heads: list[bytes]
    tails: list[bytes]
    """Of each record, what is hashed into its leaf before the leaf of the one before, and after it."""
    moments: array[int]
    """The times of those that tell nothing else, in microseconds since 1970, in their order."""
    told: Sequence[BundleRecord | Acted]
    """Those that may tell something, or what they tell."""
    size: int
    """The bytes of their lines."""


def digest(piece: bytes, game: str, most: int, *, every: bool) -> Digests:
    """The records with which a piece of whole lines begins, `most` at most, as far as each is written as it has to be and has the
    next number. Where that ends, the reader takes the next line by itself, and says what is wrong with it if anything is.
    `every`: all of them may tell something."""
    heads: list[bytes] = []
    tails: list[bytes] = []
    moments = array("q")
    told: list[BundleRecord] = []
    begun = _RECORD.match(piece)
    if begun is None or not valid_topic(begun[2].decode()):
        return Digests(0, heads, tails, moments, told, 0)
    first, topic, size = int(begun[1]), begun[2], 0
    before, between = b"\x00greffe/record@v1\ngame %b\nseq " % game.encode(), b"\ntopic %b\ndata " % topic
    rolls = piece.find(b"rolls")
    for seq, line in zip(range(first, first + most), piece.split(b"\n", most), strict=False):
        start = b'{"seq":%d,"topic":"%b","data":"' % (seq, topic)
        if not line.startswith(start):
            found = _RECORD.match(line)
            if found is None or found[1] != b"%d" % seq or not valid_topic(found[2].decode()):
                break
            topic, start = found[2], found[0]
            between = b"\ntopic %b\ndata " % topic
        text, plain = _plain(line, len(start)), True
        if text is None:
            text, plain = _respelt(line, len(start)), False
            if text is None:
                break
        end = size + len(line) + 1
        if -1 < rolls < size:
            rolls = piece.find(b"rolls", size)
        quietly = None
        if plain and topic == QUIET and seq > 1 and not every and text[-1:] == b"}" and not -1 < rolls < end:
            quietly = _QUIETLY.match(text)
        try:
            if quietly is not None:
                moments.append(moment_of(quietly[1].decode()))
        except Misspelt:
            quietly = None
        if quietly is None:
            told.append(BundleRecord(seq, topic.decode(), text.decode()))
        heads.append(b"%b%d\nprev " % (before, seq))
        tails.append(between + b2a_base64(sha256(text).digest()))
        size = end
    return Digests(first, heads, tails, moments, told, size)


def with_acted(found: Digests) -> Digests:
    """The same with what actions tell that tell no more, in the place of their records (`acted.py`)."""
    return found._replace(told=[acted_in(one) or one for one in found.told if isinstance(one, BundleRecord)])


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
