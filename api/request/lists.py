"""Pages of lists that are read from the record: the one written to last first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct

from api.http.body import NO_PAGE, invalid_parameters
from api.problems.problem import Problem
from projections.search.query import BadCursor, cursor

T = TypeVar("T")


class ListPage(Struct, Generic[T], frozen=True):
    """A page of a list: `after` is the cursor of the page that follows, if one does."""

    items: tuple[T, ...]
    after: str
    total: int | None = None


def page_of(rows: Iterable[tuple[int, T]], limit: int, total: int | None = None) -> ListPage[T]:
    """The first rows as a page, each with the number that it is sorted by."""
    taken = list(islice(rows, limit + 1))
    after = str(taken[limit - 1][0]) if len(taken) > limit else ""
    return ListPage(tuple(item for _, item in taken[:limit]), after, total)


def below(after: str) -> float:
    """The number below which a page begins; raises `invalid-parameters` for a cursor that is none."""
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
