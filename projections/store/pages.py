"""Pages of lists."""

from collections.abc import Iterable
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class ListPage(Struct, Generic[T], frozen=True):
    """A page of a list: `after` is the next page's cursor (empty: this is the last), `total` the
    number of all items (None: counting would take longer than finding the page), `unreadable` the
    ids of items on this page that cannot be read; `partial`: it is not full, as only the newest
    items were looked through."""

    items: tuple[T, ...]
    after: str
    total: int | None
    unreadable: tuple[str, ...] = ()
    partial: bool = False


def page_of(
    rows: Iterable[tuple[int, T | str]], limit: int, total: int | None = None
) -> ListPage[T]:
    """A page of numbered items; an id stands for an item that cannot be read."""
    taken = list(islice(rows, limit + 1))
    after = str(taken[limit - 1][0]) if len(taken) > limit else ""
    shown = [item for _, item in taken[:limit]]
    items = tuple(item for item in shown if not isinstance(item, str))
    return ListPage(items, after, total, tuple(id for id in shown if isinstance(id, str)))
