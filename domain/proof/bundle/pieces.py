"""A bundle's bytes in pieces of whole lines: read line by line, or as digests of records
(`digests.py`).

Other processes can help: pieces are read ahead and given to them, and their answers are taken in
the order of the file. The result is the same with any number of processes and wherever pieces
begin.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, BinaryIO, Concatenate, ParamSpec, TypeVar

from domain.proof.bundle.digests import Digests, digest
from domain.proof.bundle.processes import Processes
from domain.proof.errors import Misspelt

MOST_LINE = 4 << 20

PIECE = 1 << 19

ALONE = 1 << 24
"""Bytes of a file before others help: starting a process takes as long as reading some of these."""

AHEAD = 4
"""Pieces of usual size that each process is given before the first answer is taken."""

WHOLE = 1 << 23
"""Bytes of the largest bundle that is read by one process while others follow it."""

_BORDER = b'\n{"format":'

P = ParamSpec("P")
T = TypeVar("T")


class _Unended(Exception):
    """The line after all that was read is too long, or has no LF where the stream ends."""

    def __init__(self, line: bytes, *, too_long: bool) -> None:
        super().__init__(too_long)
        self.line, self.too_long = line, too_long


@dataclass
class _Piece:
    """Whole lines; what its records come to, and whether all of them were asked for; and what it
    comes to as a whole bundle."""

    data: bytes
    every: bool = False
    digests: Future[tuple[Digests, bytes]] | None = None
    bundle: Future[Any] | None = None


class Pieces:
    """A stream, taken once from its beginning to its end."""

    def __init__(self, stream: BinaryIO, helpers: Processes | None = None) -> None:
        self._helpers = helpers
        self._source = _whole_lines(stream)
        self._fault: Exception | None = None
        """What is wrong with the stream after all pieces ahead, if anything is."""
        self._ahead: deque[_Piece] = deque()
        self._cut = b""
        """Whole lines that were read, and come after all pieces ahead."""
        self._now, self._at = _Piece(b""), 0
        self._number, self._taken = 1, 0
        """The number of the next line, and the bytes of the pieces that were begun."""

    def line(self) -> str | None:
        """The next line without its LF; none at the end. Raises `Misspelt` for one that is no line
        of printable ASCII, too long, or cut; and what the stream raises."""
        if self._at == len(self._now.data) and not self._next():
            return None
        end = self._now.data.index(b"\n", self._at)
        line = self._now.data[self._at : end]
        self._need_ascii(line)
        self._at, self._number = end + 1, self._number + 1
        return line.decode("ascii")

    def _need_ascii(self, line: bytes) -> None:
        """Raise `Misspelt` for a byte that is none; JSON lets no control character stand in a
        string but DEL."""
        if not line.isascii() or b"\x7f" in line:
            raise Misspelt(
                f"line {self._number} has a byte that is not printable ASCII",
                f"la ligne {self._number} a un octet qui n'est pas de l'ASCII imprimable",
            )

    def records(self, first: int, most: int, *, every: bool) -> Digests | None:
        """The records that come next, `most` at most, if they begin with record `first`; none where
        the next line has to be taken by itself. Raises what `line` raises of a line that is cut or
        too long."""
        if self._helpers is not None and self._taken >= ALONE:
            self._share(self._helpers, every=every)
        if self._at == len(self._now.data) and not self._next():
            return None
        digests = None
        if self._helpers is not None and self._at == 0 and self._now.every == every:
            digests = _unpacked(self._helpers.result(self._now.digests))
        if digests is None or digests.first != first or len(digests.tails) > most:
            digests = digest(self._now.data[self._at :], most, every=every)
        if not digests.tails or digests.first != first:
            return None
        self._at, self._number = self._at + digests.size, self._number + len(digests.tails)
        return digests

    def bundle(
        self, read: Callable[Concatenate[bytes, P], T | None], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """What the bundle comes to whose first line was the last one taken, and go on to its end;
        none where nobody read it ahead, or the reading came to none. Meanwhile the next ones are
        read ahead: `read` is called with the bundle's bytes and these arguments."""
        if self._helpers is None or self._taken < ALONE:
            return None
        at = self._now.data.find(_BORDER, self._at) if not self._ahead and not self._cut else -1
        if at >= 0:
            self._cut, self._now.data = self._now.data[at + 1 :], self._now.data[: at + 1]
        while self._is_near(self._helpers) and (data := self._next_bundle()):
            piece = _Piece(data)
            if data.startswith(_BORDER[1:]) and (self._cut or self._fault is None):
                piece.bundle = self._helpers.run(read, data, *args, **kwargs)
            self._ahead.append(piece)
        work, self._now.bundle = self._now.bundle, None
        bundle: T | None = self._helpers.result(work)
        if bundle is not None:
            self._number += self._now.data.count(b"\n", self._at)
            self._at = len(self._now.data)
        return bundle

    def _next_bundle(self) -> bytes:
        """The next lines up to the next bundle, or as many as one process reads."""
        data, self._cut, more = self._cut, b"", b"\n"
        while (at := data.find(_BORDER)) < 0 and len(data) < WHOLE and more:
            more = self._read()
            data += more
        if at >= 0:
            data, self._cut = data[: at + 1], data[at + 1 :]
        return data

    def _next(self) -> bool:
        if self._ahead:
            self._now, self._at = self._ahead.popleft(), 0
        else:
            self._now, self._at = _Piece(self._read()), 0
            if not self._now.data and self._fault is not None:
                raise self._told(self._fault) from None
        self._taken += len(self._now.data)
        return bool(self._now.data)

    def _told(self, fault: Exception) -> Exception:
        if not isinstance(fault, _Unended):
            return fault
        self._need_ascii(fault.line)
        n = self._number
        if fault.too_long:
            return Misspelt(
                f"line {n} is longer than {MOST_LINE} bytes",
                f"la ligne {n} dépasse {MOST_LINE} octets",
            )
        return Misspelt(
            "its last line does not end with LF: it was cut",
            "sa dernière ligne ne finit pas par LF : il a été coupé",
        )

    def _share(self, helpers: Processes, *, every: bool) -> None:
        while not self._cut and self._is_near(helpers):
            data = self._read()
            if not data:
                return
            work = helpers.run(_digested, data, every=every)
            self._ahead.append(_Piece(data, every, work))

    def _is_near(self, helpers: Processes) -> bool:
        return sum(len(piece.data) for piece in self._ahead) < AHEAD * PIECE * helpers.number

    def _read(self) -> bytes:
        if self._cut:
            data, self._cut = self._cut, b""
            return data
        try:
            return next(self._source, b"")
        except (_Unended, OSError) as e:
            self._fault = e
            return b""


def _digested(data: bytes, *, every: bool) -> tuple[Digests, bytes]:
    """The digests of a piece, as they go through a pipe: all tails, which are ASCII, in one."""
    digests = digest(data, len(data), every=every)
    return digests._replace(tails=[]), b"\xff".join(digests.tails)


def _unpacked(packed: tuple[Digests, bytes] | None) -> Digests | None:
    if packed is None:
        return None
    digests, tails = packed
    return digests._replace(tails=tails.split(b"\xff")) if tails else digests


def _whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The stream in pieces of whole lines. Raises `_Unended` where one does not end, or too
    late."""
    rest = b""
    while read := stream.read(PIECE):
        end = read.rfind(b"\n") + 1
        if end and len(rest) + read.index(b"\n") <= MOST_LINE:
            yield rest + read[:end]
            rest = read[end:]
        else:
            rest += read
        if len(rest) > MOST_LINE:
            raise _Unended(rest[:MOST_LINE], too_long=True)
    if rest:
        raise _Unended(rest, too_long=False)
