"""What the cells of a store hold, as they are read: what somebody changed by hand is read as if it were what belongs there."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from domain.store.log import stored_bytes

__all__ = ["NONE", "Mismatch", "as_bytes", "as_number", "as_text", "spelt_out"]

NONE = -1
"""What is read where a number belongs and none stands."""

spelt_out = partial(str, encoding="utf-8", errors="backslashreplace")
"""Bytes as text, those that are no UTF-8 spelt out."""


class Mismatch(Struct, frozen=True):
    """A cell of another type than its column's: the row, the column, what belongs there and what stands there."""

    table: str
    row: str
    column: str
    belongs: str
    stands: str


def as_text(cell: object) -> str:
    """A cell as the text that belongs there."""
    return cell if isinstance(cell, str) else spelt_out(cell) if isinstance(cell, bytes) else str(cell)


def as_number(cell: object) -> int:
    """A cell as the number that belongs there, or `NONE`."""
    return cell if type(cell) is int else NONE


as_bytes = stored_bytes
