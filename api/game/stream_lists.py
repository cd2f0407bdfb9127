"""Lists of campaigns, tournaments and seasons, read line by line."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import structlog

from api.web.request.parameters import cursor_number
from domain.kernel.stored import DamagedRecord

T = TypeVar("T")


def stream_lines(
    kind: str,
    streams: Iterable[tuple[int, str]],
    after: str,
    line_of: Callable[[str], T],
    unreadable: tuple[type[Exception], ...] = (DamagedRecord,),
) -> Iterator[tuple[int, T | str]]:
    """Pairs for the streams from the cursor `after` on: a stream's number, and what `line_of`
    returns for its id. If `line_of` raises one of the errors in `unreadable`, the id stands in its
    place. Raises `invalid-parameters` for a malformed cursor."""
    first = cursor_number(after)
    for number, id in streams:
        try:
            if number < first:
                yield number, line_of(id)
        except unreadable as e:
            structlog.get_logger("greffe.api").error(
                f"a {kind} cannot be read", **{kind: id, "why": str(e)}
            )
            yield number, id
