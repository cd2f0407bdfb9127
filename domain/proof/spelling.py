"""Strict parsers shared by all formats of the ledger: each value has exactly one spelling.

Python's own parsers accept several spellings of a value (`str.splitlines` breaks at eleven
characters, base64 ignores stray bits and line breaks, `int` takes spaces, underscores and other
scripts' digits). Each would let a file be changed unseen.
"""

import re
from binascii import Error as Base64Error, a2b_base64, b2a_base64

from domain.proof.errors import Misspelt

MOST = 2**63 - 1
"""The greatest number in any format here: tree sizes, indices, times."""

_DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)
_HEX = re.compile(r"[0-9a-f]*", re.ASCII)
_CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f]")


def base64_of(data: bytes) -> str:
    """Standard base64 with padding (RFC 4648, section 4), on one line."""
    return b2a_base64(data, newline=False).decode()


def read_base64(text: str, size: int | None = None) -> bytes:
    """Decode standard base64 in canonical spelling; `size` is the required number of bytes. Raises
    `Misspelt`."""
    try:
        data = a2b_base64(text.encode("ascii"), strict_mode=True)
    except (Base64Error, UnicodeEncodeError):
        data = None
    if data is None or base64_of(data) != text:
        raise Misspelt(
            f"{shown(text)} is not base64 in its one spelling",
            f"{shown(text)} n'est pas du base64 bien écrit",
        )
    if size is not None and len(data) != size:
        raise Misspelt(
            f"{shown(text)} holds {len(data)} bytes where {size} belong",
            f"{shown(text)} contient {len(data)} octets au lieu de {size}",
        )
    return data


def read_decimal(text: str) -> int:
    """Parse ASCII digits without leading zeros, at most `MOST`. Raises `Misspelt`."""
    if not _DECIMAL.fullmatch(text) or (number := int(text)) > MOST:
        raise Misspelt(
            f"{shown(text)} is not a decimal number without leading zeros below 2^63",
            f"{shown(text)} n'est pas un nombre décimal sans zéro initial inférieur à 2^63",
        )
    return number


def read_hex(text: str, size: int | None = None) -> bytes:
    """Decode lower-case hex; `size` is the required number of bytes. Raises `Misspelt`."""
    if len(text) % 2 or not _HEX.fullmatch(text) or (size is not None and len(text) != 2 * size):
        en, fr = ("", "") if size is None else (f" of {size} bytes", f" de {size} octets")
        raise Misspelt(
            f"{shown(text)} is not lower-case hex{en}",
            f"{shown(text)} n'est pas de l'hexadécimal minuscule{fr}",
        )
    return bytes.fromhex(text)


def read_utf8(data: bytes, most: int, what_en: str, what_fr: str) -> str:
    """Decode UTF-8 text of at most `most` bytes without control characters except LF. Raises
    `Misspelt`; its sentence names the thing read by `what_en` and `what_fr`."""
    if len(data) > most:
        raise Misspelt(f"{what_en} is longer than {most} bytes", f"{what_fr} dépasse {most} octets")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Misspelt(f"{what_en} is not UTF-8", f"{what_fr} n'est pas en UTF-8") from None
    if _CONTROL.search(data):
        raise Misspelt(
            f"{what_en} has a control character: lines end with LF alone",
            f"{what_fr} contient un caractère de contrôle : les lignes finissent par LF seul",
        )
    return text


def shown(text: str, most: int = 60) -> str:
    """Quote a text that was read from a file: in quotes, printable, shortened to `most`
    characters."""
    return f'"{printable(text if len(text) <= most else text[: most - 1] + "…")}"'


def printable(line: str) -> str:
    """A line in which escapes replace the characters that a terminal would interpret."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in line
    )
