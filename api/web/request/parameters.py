"""Parameters and fields that several requests have, and pages of lists."""

from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

from api.web.body import NO_PAGE, Moment, current_request, invalid_parameters
from api.web.problems.problem import Problem
from domain.kernel.commitments import MOST
from projections.store.keys import BadCursor, cursor

At = Annotated[int | None, Meta(description="The record to look at; the newest without it.")]


class Before(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[
        int | None,
        Meta(description="Where a record is damaged: the record before it to look at."),
    ] = None


def asked_at() -> int | None:
    """The record that a request names as `at`, to look at what is before a damaged one."""
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


T = TypeVar("T")


class ListPage(Struct, Generic[T], frozen=True):
    """A page of a list: `after` is the cursor of the page that follows, if one does, `unreadable`
    the ids of what belongs on this page and cannot be read."""

    items: tuple[T, ...]
    after: str
    total: int | None
    unreadable: tuple[str, ...]


def page_of(
    rows: Iterable[tuple[int, T | str]], limit: int, total: int | None = None
) -> ListPage[T]:
    """A page of what is listed: items by their numbers, ids in place of what cannot be read."""
    taken = list(islice(rows, limit + 1))
    after = str(taken[limit - 1][0]) if len(taken) > limit else ""
    shown = [item for _, item in taken[:limit]]
    items = tuple(item for item in shown if not isinstance(item, str))
    return ListPage(items, after, total, tuple(id for id in shown if isinstance(id, str)))


def below(after: str) -> float:
    """The number below which a page begins; raises `invalid-parameters` for a cursor that is
    none."""
    try:
        return cursor(after)
    except BadCursor:
        raise invalid_parameters({"after": NO_PAGE}) from None


def cursor_in(text: str) -> str:
    """A cursor in the address of a page; empty for what is none."""
    try:
        below(text)
    except Problem:
        return ""
    return text
