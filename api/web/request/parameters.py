"""Parameters and fields shared by requests, and cursors of lists."""

from typing import Annotated

from msgspec import Meta, Struct

from api.web.body import NO_PAGE, Moment, current_request, invalid_parameters
from api.web.problems.problem import Problem
from domain.kernel.commitments import MOST
from projections.store.keys import BadCursor, parse_cursor

At = Annotated[int | None, Meta(description="The record to look at; the newest without it.")]


class RequestedRecord(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[
        int | None,
        Meta(description="Where a record is damaged: the record before it to look at."),
    ] = None


def requested_record() -> int | None:
    """The record number in the query parameter `at`, with which a request reads what precedes a
    damaged record. None if it is missing or malformed."""
    text = current_request().args.get("at", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


Words = Annotated[
    str,
    Meta(
        description="Free text; it can be erased later without breaking the record.",
        max_length=MOST,
    ),
]


ClientAt = Annotated[Moment | None, Meta(description="The time by the sender's clock.")]


def cursor_number(after: str) -> float:
    """The number in a list's cursor, below which the next page begins. Raises `invalid-parameters`
    for a malformed cursor."""
    try:
        return parse_cursor(after)
    except BadCursor:
        raise invalid_parameters({"after": NO_PAGE}) from None


def cursor_in(text: str) -> str:
    """The cursor `text` from a page's address, checked; empty if it is malformed."""
    try:
        cursor_number(text)
    except Problem:
        return ""
    return text
