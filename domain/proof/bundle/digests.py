"""Digests of a bundle's record lines: each line is parsed, checked for its canonical spelling and
hashed, without the records before it.

The result does not depend on where one piece of the bundle ends and the next begins. `reader.py`
then chains leaf to leaf, for which it needs all records in order.
"""

from __future__ import annotations

import json
import re
from array import array
from binascii import b2a_base64
from codecs import escape_decode
from hashlib import sha256
from typing import NamedTuple

from domain.proof.bundle.acted import PlainAction, PlainActionParser, read_plain_action
from domain.proof.bundle.lines import BundleRecord, spelt_text
from domain.proof.bundle.times import moment_of
from domain.proof.errors import Misspelt
from domain.proof.log.entries import valid_topic

QUIET, ROLLS = b"ActionTaken", b"rolls"
"""The topic of most records. An action without dice holds nothing an audit without the rules
checks, except its time."""

_QUIETLY = re.compile(
    rb'\{"type":"ActionTaken","at":"([0-9T:.Z+-]{20,32})","salt":"[0-9A-Za-z+/]{21}[AQgw]=="[,}]'
)
"""The beginning of such a record: its time, which is passed on, and its salt."""

_RECORD = re.compile(rb'\{"seq":([1-9][0-9]{0,18}),"topic":"([0-9A-Za-z]{1,64})","data":"')
_OTHER = re.compile(rb'\n(?!\{"seq":)(?!\Z)')
_LEFT_OUT = bytes(range(0x20)) + b"\\" + bytes(range(0x7F, 0x100))
"""The bytes that short spelling never has, except a backslash before each quote: backslashes, and
anything but printable ASCII."""

GROUP = 1 << 14
"""The number of bytes of lines whose spelling is checked together."""

_LEFT_OUT_OF_LINES = _LEFT_OUT.replace(b"\n", b"")
_BEFORE = b'}"}\n'
"""The end of a record's line in short spelling."""
_USUAL, _BEGUN = (
    b'%b{"seq":%%d,"topic":"ActionTaken","data":"' % _BEFORE,
    rb"{\"type\":\"ActionTaken\",\"at\":\"",
)
"""The beginning of the next line if it is an action, and of most actions."""
_STAMP = len(rb"2026-11-23T07:13:50.979902Z\",\"salt\":\"x4b8o58q4nB23mTjXAw/BA==\",")
_STAMPS = re.compile(
    rb'(?:[0-9T:-]{16}:[0-5][0-9]\.[0-9]{6}Z\\",\\"salt\\":\\"[0-9A-Za-z+/]{21}[AQgw]==\\"[,}])*'
)
"""What follows in those: time and salt as the service writes them; those of several lines
together."""
_QUOTES = 10
"""The number of quotes without a backslash in a record's line in short spelling."""

_Text = tuple[bytes, bytes, bool, int | None]
"""A record's topic and stored bytes; whether it is an action that holds nothing but its time; and
that time if known, in which case no name in it is spelt with escapes."""


class Digests(NamedTuple):
    first: int
    tails: list[bytes]
    """For each record: what is hashed into its leaf after the leaf of the one before."""
    moments: array[int]
    """The times of all records but those in `for_checks`, in order, in microseconds since 1970."""
    for_checks: list[BundleRecord | PlainAction]
    """The records that may need more checks, or their parsed plain actions."""
    size: int


def digest_piece(piece: bytes, most: int, *, every: bool) -> Digests:
    """Digest the records at the beginning of a piece of whole lines, at most `most`. Stops before a
    line that is not the next record in canonical spelling; the reader then reads that line by
    itself and reports its fault. `every`: return all records as stored, plain actions too."""
    begun = _RECORD.match(piece)
    digests = Digests(int(begun[1]) if begun else 0, [], array("q"), [], 0)
    topic, size, minutes, usual = b"", 0, dict[bytes, int](), PlainActionParser()
    between = b""
    tails, moments, tell = digests.tails.append, digests.moments.append, digests.for_checks.append
    while begun is not None and size < len(piece) and len(digests.tails) < most:
        reach = GROUP if most > 1 else 0
        next, group = (
            digests.first + len(digests.tails),
            piece[size : piece.find(b"\n", size + reach) + 1 or len(piece)],
        )
        taken, texts = _read_group(group, next, minutes)
        if not texts and (other := _OTHER.search(group)):
            group = group[: other.start() + 1]
            taken, texts = _read_group(group, next, minutes)
        if not texts or len(digests.tails) + len(texts) > most:
            taken, texts = _read_singly(group, next, most - len(digests.tails))
        for seq, (kind, text, quiet, moment) in enumerate(texts, start=next):
            if kind != topic:
                topic, between = kind, b"topic %b\ndata " % kind
            tails(between + b2a_base64(sha256(text).digest()))
            if kind == QUIET and seq > 1 and not every:
                if quiet and moment is not None:
                    moments(moment)
                    continue
                acted = usual.read(seq, moment, text.decode()) if moment is not None else None
                acted = acted or read_plain_action(seq, text.decode())
                if acted is not None:
                    moments(acted.moment)
                    tell(acted)
                    continue
            tell(BundleRecord(seq, kind.decode(), text.decode()))
        size += taken
        if taken < len(group):
            break
    return digests._replace(size=size)


def _read_group(group: bytes, seq: int, minutes: dict[bytes, int]) -> tuple[int, list[_Text]]:
    """Read the lines of a group at once. Returns their length in bytes and their records, numbered
    from `seq` on; `(0, [])` unless all are in short spelling. `minutes` is a cache of
    the times of whole minutes, which this function fills.

    Short spelling is printable ASCII with a backslash before each quote and nowhere else. To check
    it, the lines without any other byte are compared with the lines whose escapes are decoded. If
    they are equal, no forbidden byte was there, and each backslash stood before a quote. Each line
    must also begin and end as expected, and the lines may have no more quotes without a backslash
    than their own syntax needs.
    """
    lines = group.translate(None, _LEFT_OUT_OF_LINES)
    if not group.endswith(_BEFORE) or b"'" in group or _unescaped(group) != lines:
        return 0, []
    texts: list[_Text] = []
    stamps: list[bytes] = []
    backslashes, group = len(group) - len(lines), _BEFORE + group
    line, end, rolls, n, usual = len(_BEFORE) - 1, -1, lines.find(ROLLS), seq, _USUAL + _BEGUN
    while end < len(lines) - 1:
        begun = usual % n
        moment: int | None = None
        if group.startswith(begun, line - 3):
            kind, at = QUIET, end + len(begun) - len(_BEGUN) - 3
            start = line - 3 + len(begun)
            stamp = group[start : start + _STAMP]
            stamps.append(stamp)
            moment = _cached_moment(stamp, minutes)
        else:
            record_start = _record_start(group, n, line + 1)
            if record_start is None or not group.startswith(_BEFORE, line - 3):
                return 0, []
            kind, at = record_start[0], end + 1 + len(record_start[1])
        end, line = lines.find(b"\n", at), group.find(b"\n", line + 1)
        if -1 < rolls < at:
            rolls = lines.find(ROLLS, at)
        texts.append((kind, lines[at : end - 2], not at <= rolls < end, moment))
        n += 1
    whole = group.count(b'"') - 1 - backslashes == _QUOTES * len(texts) and _STAMPS.fullmatch(
        b"".join(stamps)
    )
    return (len(group) - len(_BEFORE), texts) if whole else (0, [])


def _unescaped(text: bytes) -> bytes | None:
    """The text with its escapes decoded as Python does, which includes JSON's. Returns None if that
    fails."""
    try:
        return escape_decode(text)[0]
    except (ValueError, Warning):
        return None


def _cached_moment(stamp: bytes, minutes: dict[bytes, int]) -> int | None:
    try:
        minute = stamp[:16]
        since = minutes.get(minute)
        if since is None:
            since = minutes[minute] = moment_of(f"{minute.decode()}:00Z")
        return since + int(stamp[17:19] + stamp[20:26])
    except (Misspelt, ValueError):
        return None


def _moment(text: bytes) -> int | None:
    match = _QUIETLY.match(text)
    try:
        return None if match is None else moment_of(match[1].decode())
    except Misspelt:
        return None


def _read_singly(group: bytes, seq: int, most: int) -> tuple[int, list[_Text]]:
    texts: list[_Text] = []
    size = 0
    for n, line in zip(range(seq, seq + most), group.split(b"\n", most), strict=False):
        record_start = _record_start(line, n)
        if record_start is None:
            break
        topic, start = record_start
        text, plain = _from_short_spelling(line, len(start)), True
        if text is None:
            text, plain = _from_any_spelling(line, len(start)), False
            if text is None:
                break
        texts.append(
            (topic, text, text[-1:] == b"}" and ROLLS not in text, _moment(text) if plain else None)
        )
        size += len(line) + 1
    return size, texts


def _record_start(lines: bytes, seq: int, at: int = 0) -> tuple[bytes, bytes] | None:
    match = _RECORD.match(lines, at)
    return (
        (match[2], match[0])
        if match and match[1] == b"%d" % seq and valid_topic(match[2].decode())
        else None
    )


def _from_short_spelling(line: bytes, at: int) -> bytes | None:
    """The stored bytes of a record from its line, whose string with these bytes begins at `at` and
    must end the line's object. None unless that string is in short spelling: printable ASCII, with
    a backslash before each quote and nowhere else.

    All bytes that short spelling forbids are removed, and all backslashes. If as many bytes are
    gone as there are escaped quotes, and all quotes are escaped, then nothing but the backslashes
    of quotes was removed. No name in such a text can be spelt with escapes.
    """
    if line[-2:] != b'"}' or len(line) < at + 2:
        return None
    spelt = line[at:-2]
    text = spelt.translate(None, _LEFT_OUT)
    quotes = len(spelt) - len(text)
    return text if spelt.count(b'\\"') == quotes == spelt.count(b'"') else None


def _from_any_spelling(line: bytes, at: int) -> bytes | None:
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
