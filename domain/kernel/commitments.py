"""Commitments to free text: it is kept where it can be erased, and its record is bound to it.

A record that holds `commit(...)` of a text proves later what the text was, as long as somebody
still has it; erasing the text breaks no proof and changes no record.
"""

import hashlib
import os
import re
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text

MOST = 2_000
"""Characters in one free text."""

SALTED = "salted:"
"""What the digest of a request begins with in a record where it is bound to the salt of words."""


_UNWRITABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_LINE = re.compile("[\t\n]")


def checked(text: str, pointer: str, *, lines: bool = True) -> str:
    """Words as people write them, in lines where several are allowed; raises `BadRequest` for
    control characters and those that turn the direction of writing, with which words could be made
    to look like others."""
    text = text.replace("\r\n", "\n")
    code = unwritable(text, lines=lines)
    if code:
        raise BadRequest(
            pointer,
            Text(
                "Leave out the character {code}: it cannot be seen, and changes how words look.",
                code=code,
            ),
        )
    return text


def unwritable(text: str, *, lines: bool = True) -> str:
    """The first character that may not stand in words, as `U+202E`; empty where there is none."""
    match = _UNWRITABLE.search(text) or (None if lines else _LINE.search(text))
    return "" if match is None else f"U+{ord(match[0]):04X}"


class Words(Struct, frozen=True):
    """A text with the salt that its commitment was made with."""

    salt: str
    text: str


def write(text: str) -> tuple[str, bytes]:
    """A new text: the commitment (64 hex digits) for the record, and the bytes to keep in the
    erasable place."""
    words = Words(os.urandom(16).hex(), text)
    return commit(words), msgspec.json.encode(words)


def commit(words: Words) -> str:
    return hashlib.sha256(f"greffe/text@v1\n{words.salt}\n{words.text}".encode()).hexdigest()


def read(stored: bytes | None, commitment: str) -> str | None:
    """The text kept for a commitment; none if it was erased, is damaged or is not the one committed
    to."""
    if stored is None:
        return None
    try:
        words = msgspec.json.decode(stored, type=Words)
    except msgspec.DecodeError:
        return None
    return words.text if commit(words) == commitment else None


def is_commitment(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def commitments(body: Any) -> tuple[str, ...]:
    return tuple(
        commitment for name in ("text", "reason") if (commitment := getattr(body, name, ""))
    )


def salted(request: str, stored: bytes) -> str:
    """The digest of a request that brought words, as it may stand in a record: bound to their salt.

    A bare digest covers the words, so a right guess of them could be confirmed long after they were
    erased.
    """
    salt = msgspec.json.decode(stored, type=Words).salt
    return (
        SALTED + hashlib.sha256(f"greffe/request@v1\n{salt}\n{request}".encode()).hexdigest()[:32]
    )
