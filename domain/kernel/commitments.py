"""Commitments to free text. The text is stored where it can be erased; the record contains only a
commitment to it.

A record with the commitment proves later what the text was, as long as somebody still has the text.
Erasing the text changes no record and breaks no proof.
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
"""The prefix of a request's digest that is bound to the salt of the request's words."""


_UNWRITABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_LINE = re.compile("[\t\n]")


def checked_text(text: str, pointer: str, *, lines: bool = True) -> str:
    """A text with normalised line ends. Raises `BadRequest` at `pointer` for control characters,
    and for characters that change the direction of writing, since they can disguise words. Without
    `lines` also for tabs and line breaks."""
    text = text.replace("\r\n", "\n")
    code = first_unwritable(text, lines=lines)
    if code:
        raise BadRequest(
            pointer,
            Text(
                "Leave out the character {code}: it cannot be seen, and changes how words look.",
                code=code,
            ),
        )
    return text


def first_unwritable(text: str, *, lines: bool = True) -> str:
    """The code point, such as `U+202E`, of the first character for which `checked_text` would
    refuse the text. Empty if there is none."""
    match = _UNWRITABLE.search(text) or (None if lines else _LINE.search(text))
    return "" if match is None else f"U+{ord(match[0]):04X}"


class SaltedText(Struct, frozen=True):
    """A text and the salt of its commitment."""

    salt: str
    text: str


def commit_anew(text: str) -> tuple[str, bytes]:
    """Commit to a new text with a new salt. Returns the commitment for the record (64 hex digits),
    and the text with its salt, as the bytes to store where they can be erased."""
    words = SaltedText(os.urandom(16).hex(), text)
    return commitment_to(words), msgspec.json.encode(words)


def commitment_to(words: SaltedText) -> str:
    return hashlib.sha256(f"greffe/text@v1\n{words.salt}\n{words.text}".encode()).hexdigest()


def read_committed(stored: bytes | None, commitment: str) -> str | None:
    """The text of a commitment from its stored bytes. None if they were erased or are damaged, or
    if they do not match the commitment."""
    if stored is None:
        return None
    try:
        words = msgspec.json.decode(stored, type=SaltedText)
    except msgspec.DecodeError:
        return None
    return words.text if commitment_to(words) == commitment else None


def is_commitment(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def text_commitments(body: Any) -> tuple[str, ...]:
    return tuple(
        commitment for name in ("text", "reason") if (commitment := getattr(body, name, ""))
    )


def salted_digest(request: str, stored: bytes) -> str:
    """The digest of a request that brought words, bound to the salt in their `stored` bytes.

    Without the salt it would be a digest of the words, with which somebody could confirm a guess of
    them after they were erased.
    """
    salt = msgspec.json.decode(stored, type=SaltedText).salt
    return (
        SALTED + hashlib.sha256(f"greffe/request@v1\n{salt}\n{request}".encode()).hexdigest()[:32]
    )
