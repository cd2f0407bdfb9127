"""A bundle's bytes in pieces of whole lines: read line by line, or as digests of records
(`digests.py`).

Other processes can help: pieces are read ahead and given to them, and their answers are taken in
the order of the file. While the first of these is not there, this process reads pieces, too. The
result is the same with any number of processes and wherever pieces begin.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from errno import ESTALE
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from domain.proof.bundle.digests import Digests, digest
from domain.proof.errors import Misspelt

MOST_LINE = 4 << 20

PIECE = 1 << 19

ENDING = 1 << 12
"""Bytes at the end of a piece in which the end of its last line is looked for."""

ALONE = 1 << 24
"""Bytes of one bundle's records before others help: starting a process takes as long as reading
some of these."""


MOST_AHEAD = 1 << 24
"""Bytes read ahead, but for the last piece, before this process waits for those it gave away."""


WHOLE = 1 << 23
"""Bytes of the largest bundle that is read by one process while others follow it."""

_BORDER = b'\n{"format":'
_FIRST = 2
"""The line of the first record: it may say that all others are asked for."""

G = TypeVar("G")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Lined(Protocol):
    @property
    def lines(self) -> int:
        """The lines that it has."""


L = TypeVar("L", bound=Lined)


class Place(NamedTuple):
    """Where a piece lies in a file: its path, its device, inode, size and time as they were seen,
    and the piece's first byte."""

    path: str
    seen: tuple[int, int, int, int]
    at: int

    @classmethod
    def of(cls, stream: BinaryIO) -> Place | None:
        """Where a stream is in its file; none where another process could not read the same
        there."""
        try:
            status, at = os.fstat(stream.fileno()), stream.tell()
            path = str(Path(stream.name).absolute())
        except (OSError, ValueError, TypeError, AttributeError):
            return None
        return cls(path, _seen(status), at) if S_ISREG(status.st_mode) else None

    def read(self, size: int) -> bytes | None:
        """So many bytes from there; nothing if the file is not there any more as it was."""
        try:
            with open(self.path, "rb", buffering=0) as file:  # noqa: PTH123 — a path's own way takes longer
                status = os.fstat(file.fileno())
                file.seek(self.at)
                data = file.read(size) if _seen(status) == self.seen else b""
        except OSError:
            return None
        return data if len(data) == size else None


def _seen(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


class Job(Protocol[T_co]):
    """A piece that was given to another process."""

    def ready(self) -> bool:
        """Whether it came to something, or that process is gone."""

    def result(self) -> T_co | None:
        """What it came to, once that is there; none where that process is gone."""

    def drop(self) -> None:
        """Nobody asks what it came to."""


class Helpers(Protocol):
    """Other processes that help."""

    def have_room(self, *, short: bool) -> bool:
        """Whether one of them can be given a piece, of which they are sent no more than the place
        if that is `short`."""

    def give(self, piece: bytes, *, every: bool) -> Job[Digests]:
        """Let one of them `digest` a piece, and read what its records tell."""

    def give_place(self, place: Place, size: int, *, every: bool) -> Job[Digests]:
        """Let one of them `digest` a piece that it reads from its place itself."""

    def give_bundle(
        self, piece: bytes, place: Place | None, read: Callable[[bytes, G], T | None], argument: G
    ) -> Job[T]:
        """Let one of them `read` a bundle."""


class _Unended(Exception):
    """The line after all that was read is too long, or has no LF where the stream ends."""

    def __init__(self, *, too_long: bool) -> None:
        super().__init__(too_long)
        self.too_long = too_long


@dataclass
class _Here(Generic[T]):
    found: T | None

    def ready(self) -> bool:
        return True

    def result(self) -> T | None:
        return self.found

    def drop(self) -> None:
        """It goes with this."""


@dataclass
class _Ahead:
    """A piece that was read ahead; what its records come to, and whether all of them were asked
    for; and what it comes to as a whole bundle."""

    piece: bytes
    """Its bytes; none of one that was passed by."""
    size: int
    at: int = 0
    """Where one that was passed by begins in the file."""
    every: bool = False
    job: Job[Digests] | None = None
    bundle: Job[Any] | None = None

    def drop(self) -> None:
        if self.job is not None:
            self.job.drop()


class Pieces:
    """A stream, taken once from its beginning to its end."""

    def __init__(self, stream: BinaryIO, helpers: Helpers | None = None) -> None:
        self._stream, self._helpers = stream, helpers
        self._place = None if helpers is None else Place.of(stream)
        """Where all that was read ends in its file."""
        self._rest, self._ended = b"", False
        self._amiss: Exception | None = None
        """The fault of the stream after all pieces ahead, if there is one."""
        self._ahead: deque[_Ahead] = deque()
        self._cut = b""
        """Whole lines that were read, and come after all pieces ahead."""
        self._now, self._at = b"", 0
        self._bundle: Job[Any] | None = None
        """What the piece that was begun comes to as a whole bundle."""
        self.several = False
        self._number = 1
        self._records = 0
        """Bytes of records taken since the last line that was none."""

    def line(self) -> str | None:
        """The next line without its LF; none at the end. Raises `Misspelt` for one that is no line
        of printable ASCII, too long, or cut; and what the stream raises."""
        if self._at == len(self._now):
            ahead = self._ahead[0] if self._ahead else None
            if not self._next():
                return None
            if ahead is not None:
                ahead.drop()
        end = self._now.index(b"\n", self._at)
        line = self._now[self._at : end]
        self._need_ascii(line)
        self._at, self._number, self._records = end + 1, self._number + 1, 0
        return line.decode("ascii")

    @property
    def taken(self) -> int:
        return self._number - 1

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
        if self._helpers is not None and self._is_much():
            self._share(self._helpers, every=every)
        digests = None
        if self._at == len(self._now):
            ahead = self._ahead[0] if self._ahead else None
            if ahead is not None and ahead.job is not None and ahead.every == every:
                digests = ahead.job.result()
            elif ahead is not None:
                ahead.drop()
            if (
                ahead is not None
                and digests is not None
                and self._is_all_of(ahead, digests, first, most)
            ):
                self._go_on(ahead.bundle)
                self._ahead.popleft()
                self._number, self._records = (
                    self._number + len(digests.tails),
                    self._records + digests.size,
                )
                return digests
            if not self._next():
                return None
        if digests is None or len(digests.tails) > most:
            digests = digest(self._now[self._at :], most, every=every)
        if not digests.tails or digests.first != first:
            return None
        self._at, self._number = self._at + digests.size, self._number + len(digests.tails)
        self._records += digests.size
        return digests

    def _is_all_of(self, ahead: _Ahead, digests: Digests, first: int, most: int) -> bool:
        """Whether a piece has these records and no other line, and they are those that come next:
        then its bytes are not needed."""
        return digests.size == ahead.size and digests.first == first and len(digests.tails) <= most

    def _go_on(self, bundle: Job[Any] | None) -> None:
        if self._bundle is not None:
            self._bundle.drop()
        self._now, self._at, self._bundle = b"", 0, bundle

    def _next(self) -> bool:
        self._go_on(None)
        if self._ahead:
            ahead = self._ahead.popleft()
            self._now, self._bundle = (
                ahead.piece or self._read_again(ahead.at, ahead.size),
                ahead.bundle,
            )
            return True
        try:
            if self._amiss is not None and not self._cut:
                raise self._amiss
            self._now, self._at = self._read(), 0
        except _Unended as e:
            self._need_ascii(self._rest[:MOST_LINE])
            n = self._number
            if e.too_long:
                raise Misspelt(
                    f"line {n} is longer than {MOST_LINE} bytes",
                    f"la ligne {n} dépasse {MOST_LINE} octets",
                ) from None
            raise Misspelt(
                "its last line does not end with LF: it was cut",
                "sa dernière ligne ne finit pas par LF : il a été coupé",
            ) from None
        return bool(self._now)

    def _is_much(self) -> bool:
        if self._place is None or self._number <= _FIRST or self.several:
            return self._records >= ALONE
        return self._records >= ALONE or self._place.seen[2] - self._place.at > 2 * ALONE

    def _is_near(self) -> bool:
        return sum(ahead.size for ahead in self._ahead) < MOST_AHEAD

    def _share(self, helpers: Helpers, *, every: bool) -> None:
        self._read_ahead(helpers, every=every)
        while (
            self._at == len(self._now)
            and self._is_near()
            and self._ahead
            and not self._is_ready(self._ahead[0].job)
        ):
            piece = self._next_ahead()
            if not piece:
                return
            self._ahead.append(
                _Ahead(piece, len(piece), 0, every, _Here(digest(piece, len(piece), every=every)))
            )
            self._read_ahead(helpers, every=every)

    def _is_ready(self, job: Job[Any] | None) -> bool:
        return job is None or job.ready()

    # -- whole bundles -----------------------------------------------------------------------------

    def bundle(self, read: Callable[[bytes, G], L | None], argument: G) -> L | None:
        """What the bundle comes to whose first line was the last one taken, and go on to its end;
        none where nobody read it ahead, or the reading came to none. Meanwhile the next ones are
        read ahead."""
        if self._helpers is None:
            return None
        self._cut_here()
        self._bundles_ahead(self._helpers, read, argument)
        job, self._bundle = self._bundle, None
        if job is None:
            return None
        while not job.ready() and self._is_near():
            next_bundle = self._bundle_ahead()
            if next_bundle is None:
                break
            next_bundle[0].bundle = (
                _Here(read(next_bundle[0].piece, argument)) if next_bundle[1] else None
            )
            self._ahead.append(next_bundle[0])
            self._bundles_ahead(self._helpers, read, argument)
        lines: L | None = job.result()
        if lines is None:
            return None
        self._number += lines.lines - 1
        self._at, self._records = len(self._now), 0
        return lines

    def _bundles_ahead(
        self, helpers: Helpers, read: Callable[[bytes, G], T | None], argument: G
    ) -> None:
        while self._is_near() and helpers.have_room(short=self._place is not None):
            next_bundle = self._bundle_ahead()
            if next_bundle is None:
                return
            ahead, is_whole, place = next_bundle
            ahead.bundle = (
                helpers.give_bundle(ahead.piece, place, read, argument) if is_whole else None
            )
            self._ahead.append(ahead)

    def _bundle_ahead(self) -> tuple[_Ahead, bool, Place | None] | None:
        place = self._place
        if place is not None:
            place = place._replace(at=place.at - len(self._cut))
        data, self._cut, ended = self._cut, b"", False
        at = data.find(_BORDER)
        while at < 0 and len(data) < WHOLE and not ended:
            start, more = max(0, len(data) - len(_BORDER)), self._next_ahead()
            ended, data = not more, data + more
            at = data.find(_BORDER, start)
        if not data:
            return None
        if at >= 0:
            data, self._cut = data[: at + 1], data[at + 1 :]
        return (
            _Ahead(data, len(data)),
            data.startswith(_BORDER[1:]) and (at >= 0 or (ended and self._amiss is None)),
            place,
        )

    def _cut_here(self) -> None:
        at = self._now.find(_BORDER, self._at) if not self._ahead and not self._cut else -1
        if at >= 0:
            self._now, self._cut = self._now[: at + 1], self._now[at + 1 :]

    # -- reading -----------------------------------------------------------------------------------

    def _read_ahead(self, helpers: Helpers, *, every: bool) -> None:
        short = self._place is not None
        while not self._cut and self._is_near() and helpers.have_room(short=short):
            place = self._place
            if place is not None and (size := self._pass_by(place)):
                self._ahead.append(
                    _Ahead(b"", size, place.at, every, helpers.give_place(place, size, every=every))
                )
                continue
            piece = self._next_ahead()
            if not piece:
                return
            size = len(piece)
            job = (
                helpers.give(piece, every=every)
                if place is None
                else helpers.give_place(place, size, every=every)
            )
            self._ahead.append(_Ahead(piece, size, 0, every, job))

    def _pass_by(self, place: Place) -> int:
        """Go on in the file behind the next whole lines, of which only the last bytes are looked
        at, and answer how many bytes these are. None where they have to be read: at the end of the
        file, and where no line ends near the end of the piece."""
        start, end = max(0, PIECE - ENDING), place.at + PIECE
        if self._amiss is not None or self._ended or end > place.seen[2]:
            return 0
        self._stream.seek(place.at + start)
        ended = self._stream.read(PIECE - start).rfind(b"\n") + 1
        if ended:
            self._rest, self._place = b"", place._replace(at=place.at + start + ended)
        self._seek()
        return start + ended if ended else 0

    def _read_again(self, at: int, size: int) -> bytes:
        self._stream.seek(at)
        piece = self._stream.read(size)
        self._seek()
        if len(piece) != size or not piece.endswith(b"\n"):
            raise OSError(ESTALE, "the file was changed while it was read")
        return piece

    def _seek(self) -> None:
        if self._place is not None:
            self._stream.seek(self._place.at + len(self._rest))

    def _next_ahead(self) -> bytes:
        if self._amiss is not None:
            return b""
        try:
            return self._read()
        except (_Unended, OSError) as e:
            self._amiss = e
            return b""

    def _read(self) -> bytes:
        if self._cut:
            piece, self._cut = self._cut, b""
            return piece
        while not self._ended:
            read = self._stream.read(PIECE)
            self._ended = not read
            end = read.rfind(b"\n") + 1
            if end and len(self._rest) + read.index(b"\n") > MOST_LINE:
                self._rest += read[:end]
                raise _Unended(too_long=True)
            piece, self._rest = (
                (self._rest + read[:end], read[end:]) if end else (b"", self._rest + read)
            )
            if piece:
                if self._place is not None:
                    self._place = self._place._replace(at=self._place.at + len(piece))
                return piece
            if len(self._rest) > MOST_LINE:
                raise _Unended(too_long=True)
        if self._rest:
            raise _Unended(too_long=False)
        return b""
