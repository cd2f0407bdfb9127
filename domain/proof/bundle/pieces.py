"""A bundle's bytes in pieces of whole lines, read line by line or as digests of records
(`digests.py`). The result does not depend on where one piece ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from domain.proof.bundle.digests import Digests, digest_piece
from domain.proof.errors import Misspelt

MOST_LINE = 4 << 20

PIECE = 1 << 19


class _UnendedLine(Exception):
    """The next line is too long, or the stream ends without LF."""

    def __init__(self, line: bytes, *, too_long: bool) -> None:
        super().__init__(too_long)
        self.line, self.too_long = line, too_long


class Pieces:
    """A bundle's stream, read once, from beginning to end."""

    def __init__(self, stream: BinaryIO) -> None:
        self._source = _whole_lines(stream)
        self._now, self._at = b"", 0
        """The piece being read, and where in it the next line begins."""
        self._number = 1
        """The number of the next line."""

    def line(self) -> str | None:
        """The next line without its LF, or None at the end. Raises `Misspelt` if it has no end, is
        too long or is not printable ASCII. Errors of the stream pass through."""
        if self._at == len(self._now) and not self._read_next_piece():
            return None
        end = self._now.index(b"\n", self._at)
        line = self._now[self._at : end]
        self._need_ascii(line)
        self._at, self._number = end + 1, self._number + 1
        return line.decode("ascii")

    def _need_ascii(self, line: bytes) -> None:
        """Raise `Misspelt` for a byte that is not printable ASCII. (JSON itself would allow the
        control character DEL in a string.)"""
        if not line.isascii() or b"\x7f" in line:
            raise Misspelt(
                f"line {self._number} has a byte that is not printable ASCII",
                f"la ligne {self._number} a un octet qui n'est pas de l'ASCII imprimable",
            )

    def records(self, first: int, most: int, *, every: bool) -> Digests | None:
        """The digests of the next records, at most `most`, if the next line is record `first`; None
        if that line has to be read with `line`. Raises `Misspelt` for a line that has no end or is
        too long."""
        if self._at == len(self._now) and not self._read_next_piece():
            return None
        digests = digest_piece(self._now[self._at :], most, every=every)
        if not digests.tails or digests.first != first:
            return None
        self._at, self._number = self._at + digests.size, self._number + len(digests.tails)
        return digests

    def _read_next_piece(self) -> bool:
        """Read the next piece. Returns False at the end of the stream."""
        try:
            self._now, self._at = next(self._source, b""), 0
        except _UnendedLine as e:
            raise self._misspelt(e) from None
        return bool(self._now)

    def _misspelt(self, unended: _UnendedLine) -> Misspelt:
        self._need_ascii(unended.line)
        n = self._number
        if unended.too_long:
            return Misspelt(
                f"line {n} is longer than {MOST_LINE} bytes",
                f"la ligne {n} dépasse {MOST_LINE} octets",
            )
        return Misspelt(
            "its last line does not end with LF: it was cut",
            "sa dernière ligne ne finit pas par LF : il a été coupé",
        )


def _whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Split a stream into pieces of whole lines. Raises `_UnendedLine` if a line has no end, or is
    too long."""
    rest = b""
    while read := stream.read(PIECE):
        end = read.rfind(b"\n") + 1
        if end and len(rest) + read.index(b"\n") <= MOST_LINE:
            yield rest + read[:end]
            rest = read[end:]
        else:
            rest += read
        if len(rest) > MOST_LINE:
            raise _UnendedLine(rest[:MOST_LINE], too_long=True)
    if rest:
        raise _UnendedLine(rest, too_long=False)
