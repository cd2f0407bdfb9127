"""Bundles read strictly, line by line, in pieces: memory does not grow with the file, nor with a line nobody would write."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from domain.ledger.bundle import FORMAT, BundleRecord, CatalogText, Disclosure, Line, ProofText, header, spelt, spelt_text
from domain.ledger.entries import valid_game
from domain.ledger.errors import Misspelt

MOST_LINE = 4 << 20
"""Bytes in a line."""

PIECE = 1 << 18
"""Bytes read at a time."""

_HEADER = re.compile(r'\{"format":"[^"\\]{1,40}","game":"([^"\\]{1,64})"\}')
_RECORD = re.compile(r'\{"seq":([1-9][0-9]{0,9}),"topic":"([0-9A-Za-z]{1,64})","data":(?=")')
_ORDER = (BundleRecord, CatalogText, Disclosure, ProofText)
_decoder = json.JSONDecoder()


class BundleReader:
    """A bundle being read from a stream, once. `game` is known at once; what follows comes from `lines`."""

    def __init__(self, stream: BinaryIO) -> None:
        """Raises `Misspelt` for something that does not begin as a bundle does."""
        self._lines = _lines(stream)
        first = next(self._lines, None)
        if first is None:
            raise Misspelt("the file is empty", "le fichier est vide")
        found = _HEADER.fullmatch(first)
        if not found or not valid_game(found[1]) or f"{first}\n".encode() != header(found[1]):
            raise Misspelt(f"it is no bundle: one begins with {FORMAT}", f"ce n'est pas un dossier : il commencerait par {FORMAT}")
        self.game = found[1]

    def lines(self) -> Iterator[Line]:
        """Records as they are numbered, catalog, disclosures, and last the proof. Raises `Misspelt` for a line in another
        spelling, in a place where it does not belong, or missing."""
        place, line = 0, ""
        raw_decode, match = _decoder.raw_decode, _RECORD.match
        for number, line in enumerate(self._lines, start=2):
            head = match(line)
            if head is None or place:
                found = _other(line, number)
                if _ORDER.index(type(found)) < max(place, 1) or place == 3 or (place == 1 and isinstance(found, CatalogText)):
                    raise Misspelt(f"line {number} does not belong where it is", f"la ligne {number} n'est pas à sa place")
                place = _ORDER.index(type(found))
                yield found
                continue
            try:
                text, _ = raw_decode(line, head.end())
            except ValueError:
                raise _misspelt(number) from None
            if line[head.end() :] != spelt_text(text) + "}":
                raise _misspelt(number)
            yield BundleRecord(int(head[1]), head[2], text)
        if place != 3:
            raise Misspelt("it ends without a proof", "il finit sans preuve")


def _other(line: str, number: int) -> Line:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise _misspelt(number) from None
    made: Line | None = None
    if isinstance(found, dict) and all(isinstance(value, str) for value in found.values()):
        kinds = {("catalog",): CatalogText, ("commitment", "salt", "text"): Disclosure, ("proof",): ProofText}
        kind = kinds.get(tuple(found))
        made = kind(*found.values()) if kind else None
    if made is None or spelt(made) != line:
        raise _misspelt(number)
    return made


def _misspelt(number: int) -> Misspelt:
    return Misspelt(
        f"line {number} is not in the one spelling that a bundle has",
        f"la ligne {number} n'est pas dans la seule graphie d'un dossier",
    )


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of an ASCII stream without their LF; every one has to have it."""
    rest, number = "", 1
    while piece := stream.read(PIECE):
        if not piece.isascii():
            raise Misspelt(
                f"after line {number - 1} there is a byte that is not ASCII",
                f"après la ligne {number - 1}, un octet n'est pas en ASCII",
            )
        *whole, rest = (rest + piece.decode("ascii")).split("\n")
        if any(len(line) > MOST_LINE for line in (*whole[:1], rest)):
            raise Misspelt(f"line {number} is longer than {MOST_LINE} bytes", f"la ligne {number} dépasse {MOST_LINE} octets")
        number += len(whole)
        yield from whole
    if rest:
        raise Misspelt("its last line does not end with LF: it was cut", "sa dernière ligne ne finit pas par LF : il a été coupé")
