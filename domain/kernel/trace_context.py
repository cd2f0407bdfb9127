"""The cause of a record: the number of the request that wrote it, as in the logs, and its trace.

The cause is a column of the store's row. It is not part of the record, so it is never hashed,
exported or shown. Records written outside a request, or by versions without this column, have none.
"""

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import NamedTuple

from eventsourcing.persistence import StoredEvent

FOLLOWED = 500
"""A follower that reads more records than this at once is catching up, and does not look up their
causes."""

_TEXT = re.compile(r"([0-9a-f]{8}-[0-9a-f]{1,12})(?: (00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}))?")


class Cause(NamedTuple):
    """The number of the request that wrote a record, and its `traceparent` (W3C Trace Context),
    which is empty if the request is not traced."""

    number: str
    traceparent: str = ""

    @property
    def trace(self) -> str:
        return self.traceparent[3:35]


class Request:
    """The request that is being answered: the cause of the records that are written meanwhile. This
    base class knows its number alone; a subclass traces it."""

    trace = ""

    def __init__(self, number: str) -> None:
        self.number = number

    def writing(self, rows: Sequence[StoredEvent]) -> AbstractContextManager[str]:
        """A context manager in which to write rows. It yields the text to store beside them: their
        cause."""
        return nullcontext(self.number)

    def answered(self, method: str, route: str, status: int) -> None:
        """Note the status of the response; `route` is the pattern of the request's address."""


_request: ContextVar[Request | None] = ContextVar("request", default=None)


def set_request(request: Request | None) -> None:
    """Set the request for which this thread writes from now on; None: no request."""
    _request.set(request)


def writing(rows: Sequence[StoredEvent]) -> AbstractContextManager[str | None]:
    """A context manager in which to write rows. It yields the text to store beside them: their
    cause, or None if the thread writes for no request."""
    request = _request.get()
    return nullcontext() if request is None else request.writing(rows)


def cause_of(text: object) -> Cause | None:
    """Parse the text of a stored cause. Returns None if there is none or if it cannot be parsed."""
    match = _TEXT.fullmatch(text) if isinstance(text, str) else None
    return None if match is None else Cause(match[1], match[2] or "")
