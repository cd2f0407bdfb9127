"""Pages of lists."""

from collections.abc import Iterable
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class ListPage(Struct, Generic[T], frozen=True):
    """A page of a list. `after`: the next page's cursor (empty: this is the last page). `total`:
    the number of all items (null: counting would take longer than finding the page). `unreadable`:
    ids of items on this page that cannot be read. `partial`: the page is not full, since only the
    newest items were searched."""

    items: tuple[T, ...]
    after: str
    total: int | None
    unreadable: tuple[str, ...] = ()
    partial: bool = False


def page_of(
    rows: Iterable[tuple[int, T | str]], limit: int, total: int | None = None
) -> ListPage[T]:
    """The first `limit` rows as a page. A row is its number, by which cursors are made, and the
    item, or the id of an item that cannot be read. `total`: see `ListPage`."""
    taken = list(islice(rows, limit + 1))
    after = str(taken[limit - 1][0]) if len(taken) > limit else ""
    shown = [item for _, item in taken[:limit]]
    items = tuple(item for item in shown if not isinstance(item, str))
    return ListPage(items, after, total, tuple(id for id in shown if isinstance(id, str)))
