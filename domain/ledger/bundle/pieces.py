"""A bundle's bytes in pieces of whole lines: read line by line, or as digests of records (`digests.py`).

Other processes can help: pieces are read ahead and given to them, and their answers are taken in the order of the file. While the
first of these is not there, this process reads pieces, too. The result is the same with any number of processes and wherever
pieces begin.
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, NamedTuple, Protocol

from domain.ledger.bundle.digests import Digests, digest
from domain.ledger.errors import Misspelt

MOST_LINE = 4 << 20
"""Bytes in a line."""

PIECE = 1 << 18
"""Bytes read at a time."""

ALONE = 1 << 24
"""Bytes of one bundle's records before others help: starting a process takes as long as reading some of these."""


MOST_AHEAD = 1 << 24
"""Bytes read ahead, but for the last piece, before this process waits for those it gave away."""


class Place(NamedTuple):
    """Where a piece lies in a file: its path, its device, inode, size and time as they were seen, and the piece's first byte."""

    path: str
    seen: tuple[int, int, int, int]
    at: int

    @classmethod
    def of(cls, stream: BinaryIO) -> Place | None:
        """Where a stream is in its file; none where another process could not read the same there."""
        try:
            found, at = os.fstat(stream.fileno()), stream.tell()
            path = str(Path(stream.name).absolute())
        except (OSError, ValueError, TypeError, AttributeError):
            return None
        return cls(path, _seen(found), at) if S_ISREG(found.st_mode) else None

    def read(self, size: int) -> bytes | None:
        """So many bytes from there; nothing if the file is not there any more as it was."""
        try:
            with open(self.path, "rb", buffering=0) as file:  # noqa: PTH123 — a path's own way takes longer
                found = os.fstat(file.fileno())
                file.seek(self.at)
                data = file.read(size) if _seen(found) == self.seen else b""
        except OSError:
            return None
        return data if len(data) == size else None


def _seen(found: os.stat_result) -> tuple[int, int, int, int]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


class Job(Protocol):
    """A piece that was given to another process."""

    def ready(self) -> bool:
        """Whether it came to something, or that process is gone."""

    def result(self) -> Digests | None:
        """What it came to, once that is there; none where that process is gone."""

    def drop(self) -> None:
        """Nobody asks what it came to."""


class Helpers(Protocol):
    """Other processes that help."""

    def have_room(self, *, short: bool) -> bool:
        """Whether one of them can be given a piece, of which they are sent no more than the place if that is `short`."""

    def give(self, piece: bytes, *, every: bool, place: Place | None) -> Job:
        """Let one of them `digest` a piece, and read what its records tell."""


class _Unended(Exception):
    """The line after all that was read is too long, or has no LF where the stream ends."""

    def __init__(self, *, too_long: bool) -> None:
        super().__init__(too_long)
        self.too_long = too_long


@dataclass
class _Here:
    """A piece that was read in this process."""

    found: Digests

    def ready(self) -> bool:
        return True

    def result(self) -> Digests | None:
        return self.found

    def drop(self) -> None:
        """It goes with this."""


@dataclass
class _Ahead:
    """A piece that was read ahead, and whether all of its records were asked for."""

    piece: bytes
    every: bool
    job: Job


class Pieces:
    """A stream, taken once from its beginning to its end."""

    def __init__(self, stream: BinaryIO, helpers: Helpers | None = None) -> None:
        self._stream, self._helpers = stream, helpers
        self._place = None if helpers is None else Place.of(stream)
        """Where all that was read ends in its file."""
        self._rest, self._ended = b"", False
        self._amiss: Exception | None = None
        """What is wrong with the stream after all pieces ahead."""
        self._ahead: deque[_Ahead] = deque()
        self._now, self._at = b"", 0
        self._number = 1
        """The line that is next."""
        self._records = 0
        """Bytes of records taken since the last line that was none."""

    def line(self) -> str | None:
        """The next line without its LF; none at the end. Raises `Misspelt` for one that is no line of printable ASCII, too long, or
        cut; and what the stream raises."""
        if self._at == len(self._now):
            ahead = self._ahead[0] if self._ahead else None
            if not self._next():
                return None
            if ahead is not None:
                ahead.job.drop()
        end = self._now.index(b"\n", self._at)
        line = self._now[self._at : end]
        self._need_ascii(line)
        self._at, self._number, self._records = end + 1, self._number + 1, 0
        return line.decode("ascii")

    def _need_ascii(self, line: bytes) -> None:
        """Raise `Misspelt` for a byte that is none; JSON lets no control character stand in a string but DEL."""
        if not line.isascii() or b"\x7f" in line:
            raise Misspelt(
                f"line {self._number} has a byte that is not printable ASCII",
                f"la ligne {self._number} a un octet qui n'est pas de l'ASCII imprimable",
            )

    def records(self, first: int, most: int, *, every: bool) -> Digests | None:
        """The records that come next, `most` at most, if they begin with record `first`; none where the next line has to be taken
        by itself. Raises what `line` raises of a line that is cut or too long."""
        if self._helpers is not None and self._is_much():
            self._share(self._helpers, every=every)
        found = None
        if self._at == len(self._now):
            ahead = self._ahead[0] if self._ahead else None
            if not self._next():
                return None
            if ahead is not None and ahead.every == every:
                found = ahead.job.result()
            elif ahead is not None:
                ahead.job.drop()
        if found is None or len(found.tails) > most:
            found = digest(self._now[self._at :], most, every=every)
        if not found.tails or found.first != first:
            return None
        self._at, self._number = self._at + found.size, self._number + len(found.tails)
        self._records += found.size
        return found

    def _next(self) -> bool:
        """Go on to the next piece, if there is one."""
        if self._ahead:
            self._now, self._at = self._ahead.popleft().piece, 0
            return True
        try:
            if self._amiss is not None:
                raise self._amiss
            self._now, self._at = self._read(), 0
        except _Unended as e:
            self._need_ascii(self._rest[:MOST_LINE])
            n = self._number
            if e.too_long:
                raise Misspelt(f"line {n} is longer than {MOST_LINE} bytes", f"la ligne {n} dépasse {MOST_LINE} octets") from None
            raise Misspelt(
                "its last line does not end with LF: it was cut", "sa dernière ligne ne finit pas par LF : il a été coupé"
            ) from None
        return bool(self._now)

    def _is_much(self) -> bool:
        """Whether there are, or will be, more records than one process reads while others start."""
        return self._records >= ALONE or (self._place is not None and self._place.seen[2] - self._place.at > 2 * ALONE)

    def _is_near(self) -> bool:
        """Whether more may be read ahead."""
        return sum(len(ahead.piece) for ahead in self._ahead) < MOST_AHEAD

    def _share(self, helpers: Helpers, *, every: bool) -> None:
        """Give pieces to other processes, and read pieces until the one that is next was read."""
        self._read_ahead(helpers, every=every)
        while self._at == len(self._now) and self._ahead and self._is_near() and not self._ahead[0].job.ready():
            piece = self._next_ahead()
            if not piece:
                return
            self._ahead.append(_Ahead(piece, every, _Here(digest(piece, len(piece), every=every))))
            self._read_ahead(helpers, every=every)

    def _read_ahead(self, helpers: Helpers, *, every: bool) -> None:
        short = self._place is not None
        while self._is_near() and helpers.have_room(short=short):
            place = self._place
            piece = self._next_ahead()
            if not piece:
                return
            self._ahead.append(_Ahead(piece, every, helpers.give(piece, every=every, place=place)))

    def _next_ahead(self) -> bytes:
        """The next whole lines of the stream; nothing at its end, or where something is wrong, which is told in its place."""
        if self._amiss is not None:
            return b""
        try:
            return self._read()
        except (_Unended, OSError) as e:
            self._amiss = e
            return b""

    def _read(self) -> bytes:
        """The next whole lines of the stream; nothing at its end. Raises `_Unended`."""
        while not self._ended:
            read = self._stream.read(PIECE)
            self._ended = not read
            end = read.rfind(b"\n") + 1
            if end and len(self._rest) + read.index(b"\n") > MOST_LINE:
                self._rest += read[:end]
                raise _Unended(too_long=True)
            piece, self._rest = (self._rest + read[:end], read[end:]) if end else (b"", self._rest + read)
            if piece:
                if self._place is not None:
                    self._place = self._place._replace(at=self._place.at + len(piece))
                return piece
            if len(self._rest) > MOST_LINE:
                raise _Unended(too_long=True)
        if self._rest:
            raise _Unended(too_long=False)
        return b""
