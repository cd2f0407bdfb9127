"""For which request a record is written: the request's number, as logs have it, and the trace that
the record is a step of.

It stands in the store's row beside the record, not in the record: it is hashed, exported and shown
nowhere. A record that no request wrote has none, nor has one that an older version wrote.
"""

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import NamedTuple

from eventsourcing.persistence import StoredEvent

FOLLOWED = 500
"""More records at once are gone through, after a pause or anew, and not followed as they are
written: nobody asks for causes."""

_TEXT = re.compile(r"([0-9a-f]{8}-[0-9a-f]{1,12})(?: (00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}))?")


class Cause(NamedTuple):
    """A request's number, and its trace as `traceparent` of W3C's Trace Context has it; empty where
    it is not traced."""

    number: str
    traceparent: str = ""

    @property
    def trace(self) -> str:
        return self.traceparent[3:35]


class Request:
    """A request being answered, as the store is told of it; not traced."""

    trace = ""

    def __init__(self, number: str) -> None:
        self.number = number

    def writing(self, rows: Sequence[StoredEvent]) -> AbstractContextManager[str]:
        """A `with` block in which rows are written for it: what is to stand beside them."""
        return nullcontext(self.number)

    def answered(self, method: str, route: str, status: int) -> None:
        """Note the request's answer; `route` is the pattern of its address."""


_request: ContextVar[Request | None] = ContextVar("request", default=None)


def answer(request: Request | None) -> None:
    """From now on this thread writes for a request; for none with None."""
    _request.set(request)


def writing(rows: Sequence[StoredEvent]) -> AbstractContextManager[str | None]:
    """A `with` block in which rows are written: what is to stand beside them; none where no request
    is being answered."""
    request = _request.get()
    return nullcontext() if request is None else request.writing(rows)


def cause_of(text: object) -> Cause | None:
    """The cause that is stored beside a record; none where there is none to be read."""
    match = _TEXT.fullmatch(text) if isinstance(text, str) else None
    return None if match is None else Cause(match[1], match[2] or "")
