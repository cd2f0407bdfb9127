"""An answer's head: that of a usual answer in one piece, every other by gunicorn."""

from __future__ import annotations

import re
from email.utils import formatdate
from functools import lru_cache
from time import time
from typing import Any

from gunicorn.http.wsgi import STATUS_RE, Response  # type: ignore[import-untyped]
from gunicorn.util import hop_headers  # type: ignore[import-untyped]

_LINES = re.compile(r"(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]++: [ -~\x80-\xff]*+\r\n)*+")
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
        names = [name.lower() for name, _ in headers]
        if status.startswith(_BODILESS) or not STATUS_RE.fullmatch(status) or not _SEPARATE.isdisjoint(names):
            return ""
        if names.count("content-length") != 1 or self.req.version != (1, 1):
            return ""
        length = headers[names.index("content-length")][1]
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
        if lines.count("\n") != len(headers) or ":  " in lines or " \r" in lines or not _LINES.fullmatch(lines):
            return ""
        if not (length.isascii() and length.isdecimal()):
            return ""
        self.response_length = int(length)
        return lines


@lru_cache(1)
def _written(second: int) -> str:
    """A time as HTTP writes it; it is asked for many times a second."""
    return formatdate(second, usegmt=True)
