"""Cells of a store as they are read. If somebody has put a value of another type there, it is
converted to the type of its column."""

from functools import partial

from domain.kernel.log import stored_bytes

NONE = -1

spelt_out = partial(str, encoding="utf-8", errors="backslashreplace")
"""Converts bytes to text; bytes that are not valid UTF-8 become escapes."""


def as_text(cell: object) -> str:
    return (
        cell if isinstance(cell, str) else spelt_out(cell) if isinstance(cell, bytes) else str(cell)
    )


def as_number(cell: object) -> int:
    """A cell as a number; `NONE` (-1) if it is of another type."""
    return cell if type(cell) is int else NONE


as_bytes = stored_bytes
