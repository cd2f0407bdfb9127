"""Request intake: the bytes of a connection, gathered until a request is there whole, and only then given to a thread.

Where a request ends is found with as little reading as that takes: the head's end, its `Content-Length`, or the last chunk.
Gunicorn's parser reads what the bytes say. Where the two do not find the same end, the connection is closed after the answer, so
that nothing is ever taken for a second request. No socket is touched here, and no clock read.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

HEAD_MOST = 32_768
"""Bytes of a head."""
SMALL = 65_536
"""Bytes of a request that are always taken; what is longer needs room (`ops/serving/connections.py`)."""
HEAD_SECONDS = 10.0
"""How long a head may take from its first byte to its last."""
GRACE, LEAST = 10.0, 16_384
"""A body may take so many seconds, and one more for so many bytes that have come."""

_FRAMING = re.compile(rb"\r\n(content-length|transfer-encoding|expect)[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE)
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?")
_LINE_MOST = 300
"""Letters of the line before a chunk."""

State = Literal["idle", "head", "body", "whole", "cut"]


class Limits(Struct, frozen=True):
    """The most bytes in a body, and in one for an address that takes files."""

    body: int
    file: int
    files: tuple[bytes, ...] = (b"/api/v1/games/import",)

    def of(self, line: bytes) -> int:
        """What a request with this first line may bring; what stands in its query makes no address of it."""
        target = line.partition(b"?")[0]
        return self.file if any(path in target for path in self.files) else self.body


class Intake:
    """The bytes of one connection; used by one thread at a time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._data = bytearray()
        self._clear()

    def _clear(self) -> None:
        self.state: State = "idle"
        self.continues = False
        """The sender waits for a word before it sends the body."""
        self.malformed = False
        """The body is not framed as HTTP frames one."""
        self._end = 0
        self._chunk: int | None = None
        self._most = 0

    @property
    def held(self) -> int:
        """How many bytes are here."""
        return len(self._data)

    def allowed(self) -> float:
        """Seconds that what is coming may have taken since its first byte."""
        return HEAD_SECONDS if self.state == "head" else HEAD_SECONDS + GRACE + len(self._data) / LEAST

    def feed(self, data: bytes) -> State:
        """Take in what has come. `whole`: `take` it. `cut`: what is coming is longer than may be or is not HTTP; `take` what is
        there, answer, and close."""
        self._data += data
        return self.look()

    def look(self) -> State:
        """How far the request is."""
        if self.state == "idle":
            while self._data.startswith(b"\r\n"):  # some send an empty line after a body
                del self._data[:2]
            if self._data and self._data != b"\r":
                self.state = "head"
        if self.state == "head":
            self._read_head()
        if self.state == "body":
            self._read_body()
        return self.state

    def take(self) -> bytes:
        """The request's bytes; what came after them is the beginning of the next."""
        if self.state == "cut" or self._end == len(self._data):
            taken = bytes(self._data)
            self._data.clear()
        else:
            taken = bytes(memoryview(self._data)[: self._end])
            del self._data[: self._end]
        self._clear()
        return taken

    def _read_head(self) -> None:
        end = self._data.find(b"\r\n\r\n")
        if end < 0 or end > HEAD_MOST:
            if len(self._data) > HEAD_MOST:
                self.state = "cut"
            return
        end += 4
        self._end, self.state = end, "whole"
        length = coding = None
        for found in _FRAMING.finditer(self._data, 0, end):
            name, value = found[1].lower(), found[2].strip()
            if name == b"expect" and value.lower() == b"100-continue":
                self.continues = b" HTTP/1.0\r\n" not in self._data[:end]
            elif name == b"content-length" and length is None and coding is None and value.isdigit() and len(value) < 16:
                length = int(value)
            elif name == b"transfer-encoding" and length is None and coding is None and value.lower() == b"chunked":
                coding = value
            else:  # said twice, in two ways, or unheard of: the parser says what is wrong, and nothing is read after the head
                self.state = "cut"
                return
        if length or coding:
            self._most = self._limits.of(bytes(self._data[: self._data.find(b"\r\n")]))
            self._chunk = None if coding is None else end
            self._end = end + (length or 0)
            self.state = "cut" if length is not None and length > self._most else "body"

    def _read_body(self) -> None:
        if self._chunk is None:
            if len(self._data) >= self._end:
                self.state = "whole"
            return
        while self.state == "body":
            at = self._chunk
            line = self._data.find(b"\r\n", at, at + _LINE_MOST)
            if line < 0:
                if len(self._data) >= at + _LINE_MOST:
                    self.state, self.malformed = "cut", True
                break
            size = _SIZE.fullmatch(self._data, at, line)
            if size is None:
                self.state, self.malformed = "cut", True
            elif int(size[1], 16) == 0:
                end = self._data.find(b"\r\n\r\n", line)
                if end >= 0:
                    self._end, self.state = end + 4, "whole"
                elif len(self._data) - line > HEAD_MOST:
                    self.state = "cut"
                break
            else:
                self._chunk = line + 2 + int(size[1], 16) + 2
                if self._chunk > len(self._data):
                    self._chunk = at  # this chunk is not here yet
                    break
                if self._data[self._chunk - 2 : self._chunk] != b"\r\n":
                    self.state, self.malformed = "cut", True
        if self.state == "body" and len(self._data) > self._end + self._most + SMALL:
            self.state = "cut"
