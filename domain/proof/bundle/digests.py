"""Digests of a bundle's record lines: each line is read, checked for its one spelling and hashed,
without the records before it.

The result does not depend on where pieces begin. The chain from leaf to leaf needs all records in
order: `reader.py` computes it.
"""

from __future__ import annotations

import json
import re
from array import array
from binascii import b2a_base64
from codecs import escape_decode
from hashlib import sha256
from typing import NamedTuple

from domain.proof.bundle.acted import Acted, Usual, acted_in
from domain.proof.bundle.lines import BundleRecord, spelt_text
from domain.proof.bundle.times import moment_of
from domain.proof.errors import Misspelt
from domain.proof.log.entries import valid_topic

QUIET, ROLLS = b"ActionTaken", b"rolls"
"""The topic of most records. One without dice tells nothing that an audit without the rules could
check."""

_QUIETLY = re.compile(
    rb'\{"type":"ActionTaken","at":"([0-9T:.Z+-]{20,32})","salt":"[0-9A-Za-z+/]{21}[AQgw]=="[,}]'
)
"""How those begin: with their time, which is told on, and their salt."""

_RECORD = re.compile(rb'\{"seq":([1-9][0-9]{0,18}),"topic":"([0-9A-Za-z]{1,64})","data":"')
_OTHER = re.compile(rb'\n(?!\{"seq":)(?!\Z)')
_LEFT_OUT = bytes(range(0x20)) + b"\\" + bytes(range(0x7F, 0x100))
"""What a text in short spelling has nowhere: backslashes, but for one before each quote, and what
is not printable ASCII."""

GROUP = 1 << 14
"""Bytes of lines whose spelling is looked at together."""

_LEFT_OUT_OF_LINES = _LEFT_OUT.replace(b"\n", b"")
_BEFORE = b'}"}\n'
"""How the line of a record in short spelling ends."""
_USUAL, _BEGUN = (
    b'%b{"seq":%%d,"topic":"ActionTaken","data":"' % _BEFORE,
    rb"{\"type\":\"ActionTaken\",\"at\":\"",
)
"""How the next one begins where it is an action, and how most of these are written."""
_STAMP = len(rb"2026-11-23T07:13:50.979902Z\",\"salt\":\"x4b8o58q4nB23mTjXAw/BA==\",")
_STAMPS = re.compile(
    rb'(?:[0-9T:-]{16}:[0-5][0-9]\.[0-9]{6}Z\\",\\"salt\\":\\"[0-9A-Za-z+/]{21}[AQgw]==\\"[,}])*'
)
"""What comes next in them: their time as the service writes it, which is told on, and their salt;
those of several together."""
_QUOTES = 10
"""The quotes of a record's line that have no backslash, in short spelling."""

_Text = tuple[bytes, bytes, bool, int | None]
"""A record's topic, its stored bytes, whether it is an action that tells nothing but its time, and
the time, if that is known: then no name in it can be spelt otherwise than it is looked for."""


class Digests(NamedTuple):
    first: int
    tails: list[bytes]
    """Of each record, what is hashed into its leaf after the leaf of the one before."""
    moments: array[int]
    """The times of all but the records in `told`, in microseconds since 1970, in their order."""
    told: list[BundleRecord | Acted]
    """The records that may tell something, or what they tell."""
    size: int


def digest(piece: bytes, most: int, *, every: bool) -> Digests:
    """The records with which a piece of whole lines begins, `most` at most, as far as each is
    written as it has to be and has the next number. Where that ends, the reader takes the next line
    by itself, and says what is wrong with it if anything is. `every`: all of them may tell
    something, each as it is stored."""
    begun = _RECORD.match(piece)
    digests = Digests(int(begun[1]) if begun else 0, [], array("q"), [], 0)
    topic, size, minutes, usual = b"", 0, dict[bytes, int](), Usual()
    between = b""
    tails, moments, tell = digests.tails.append, digests.moments.append, digests.told.append
    while begun is not None and size < len(piece) and len(digests.tails) < most:
        reach = GROUP if most > 1 else 0
        next, group = (
            digests.first + len(digests.tails),
            piece[size : piece.find(b"\n", size + reach) + 1 or len(piece)],
        )
        taken, texts = _together(group, next, minutes)
        if not texts and (other := _OTHER.search(group)):
            group = group[: other.start() + 1]
            taken, texts = _together(group, next, minutes)
        if not texts or len(digests.tails) + len(texts) > most:
            taken, texts = _one_by_one(group, next, most - len(digests.tails))
        for seq, (kind, text, quiet, moment) in enumerate(texts, start=next):
            if kind != topic:
                topic, between = kind, b"topic %b\ndata " % kind
            tails(between + b2a_base64(sha256(text).digest()))
            if kind == QUIET and seq > 1 and not every:
                if quiet and moment is not None:
                    moments(moment)
                    continue
                acted = usual.read(seq, moment, text.decode()) if moment is not None else None
                acted = acted or acted_in(seq, text.decode())
                if acted is not None:
                    moments(acted.moment)
                    tell(acted)
                    continue
            tell(BundleRecord(seq, kind.decode(), text.decode()))
        size += taken
        if taken < len(group):
            break
    return digests._replace(size=size)


def _together(group: bytes, seq: int, minutes: dict[bytes, int]) -> tuple[int, list[_Text]]:
    """The records of whole lines, the first of which is to be record `seq`, and the bytes of the
    lines, where all are in short spelling. Nothing of any others, right or wrong. `minutes` are
    those seen before, and when each began.

    Everything that must not be there is taken out of all lines at once. Python's own reading of
    escapes has to come to the same: then each backslash stood before a quote (or an apostrophe, if
    there is one), and nothing else was there. Each line has to begin and end as it does. If the
    quotes without a backslash are as many as these have, no text has one.
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
            moment = _moment_of(stamp, minutes)
        else:
            record_start = _begun(group, n, line + 1)
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
    """A text as Python reads the escapes in it, which knows more of them than JSON; nothing where
    it cannot."""
    try:
        return escape_decode(text)[0]
    except (ValueError, Warning):
        return None


def _moment_of(stamp: bytes, minutes: dict[bytes, int]) -> int | None:
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


def _one_by_one(group: bytes, seq: int, most: int) -> tuple[int, list[_Text]]:
    texts: list[_Text] = []
    size = 0
    for n, line in zip(range(seq, seq + most), group.split(b"\n", most), strict=False):
        record_start = _begun(line, n)
        if record_start is None:
            break
        topic, start = record_start
        text, plain = _plain(line, len(start)), True
        if text is None:
            text, plain = _respelt(line, len(start)), False
            if text is None:
                break
        texts.append(
            (topic, text, text[-1:] == b"}" and ROLLS not in text, _moment(text) if plain else None)
        )
        size += len(line) + 1
    return size, texts


def _begun(lines: bytes, seq: int, at: int = 0) -> tuple[bytes, bytes] | None:
    match = _RECORD.match(lines, at)
    return (
        (match[2], match[0])
        if match and match[1] == b"%d" % seq and valid_topic(match[2].decode())
        else None
    )


def _plain(line: bytes, at: int) -> bytes | None:
    """The text of the string that begins at a place of a line and ends it with the object, if it is
    in short spelling: printable ASCII with a backslash before each quote, and no other. Nothing for
    any other line, right or wrong.

    Everything that must not be there is taken out at once. If as much is gone as there are quotes
    with a backslash, and there are no others, nothing else was there. No name in such a text can be
    spelt otherwise than it is looked for.
    """
    if line[-2:] != b'"}' or len(line) < at + 2:
        return None
    spelt = line[at:-2]
    text = spelt.translate(None, _LEFT_OUT)
    quotes = len(spelt) - len(text)
    return text if spelt.count(b'\\"') == quotes == spelt.count(b'"') else None


def _respelt(line: bytes, at: int) -> bytes | None:
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
