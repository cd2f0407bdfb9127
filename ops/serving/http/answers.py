"""An answer's head: that of a usual answer in one piece, every other by gunicorn."""

from __future__ import annotations

import re
from email.utils import formatdate
from functools import lru_cache
from time import time
from typing import Any

from gunicorn.http.wsgi import STATUS_RE, Response  # type: ignore[import-untyped]
from gunicorn.util import hop_headers  # type: ignore[import-untyped]

_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_BODILESS = ("1", "204", "304")
_SEPARATE = frozenset(hop_headers)

Headers = list[tuple[str, str]]


class Answer(Response):  # type: ignore[misc]
    """gunicorn's answer to a request. One to GET or POST that has a body of a length that is said, and no header that gunicorn
    leaves out or mends, gets its head from one string."""

    status: str | None
    headers_sent: bool
    _lines = ""

    def start_response(self, status: str, headers: Headers, exc_info: Any = None) -> Any:
        """Take the head, as WSGI has it; raises what gunicorn's raises."""
        lines = "" if exc_info or self.status is not None or self.req.method == "HEAD" else self._plain(status, headers)
        if not lines:
            self._lines = ""
            return super().start_response(status, headers, exc_info)
        self.status, self.status_code, self._lines = status, int(status[:3]), lines
        return self.write

    def send_headers(self) -> None:
        """Have the head sent, unless it was."""
        if not self._lines:
            super().send_headers()
        elif not self.headers_sent:
            connection = "close" if self.should_close() else "keep-alive"
            first = f"HTTP/1.1 {self.status}\r\nServer: {self.version}\r\nDate: {_written(int(time()))}\r\n"
            self.sock.sendall(f"{first}Connection: {connection}\r\n{self._lines}\r\n".encode("latin-1"))
            self.headers_sent = True

    def _plain(self, status: str, headers: Headers) -> str:
        """The lines of a usual head, empty for all others."""
        if status.startswith(_BODILESS) or not STATUS_RE.fullmatch(status) or self.req.version != (1, 1):
            return ""
        place = _place_of_length(tuple([name for name, _ in headers]))
        if place is None:
            return ""
        length = headers[place][1]
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
        letters = lines.replace("\r\n", "")
        if not (letters.isascii() and letters.isprintable() and lines.count("\n") == len(headers)):
            return ""
        if ":  " in lines or " \r" in lines or not (length.isascii() and length.isdecimal()):
            return ""
        self.response_length = int(length)
        return lines


@lru_cache(256)
def _place_of_length(names: tuple[str, ...]) -> int | None:
    """Which of a head's fields is its length; none where that is said twice or not at all, or where gunicorn leaves a field out or
    refuses its name. An application has few heads."""
    low = [name.lower() for name in names]
    if low.count("content-length") != 1 or not _SEPARATE.isdisjoint(low) or not all(map(_NAME.fullmatch, names)):
        return None
    return low.index("content-length")


@lru_cache(1)
def _written(second: int) -> str:
    """A time as HTTP writes it; it is asked for many times a second."""
    return formatdate(second, usegmt=True)
