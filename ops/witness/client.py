"""HTTP client of a witness: one connection that is kept, answers of bounded size, within a limit of
time."""

from http.client import HTTPException
from typing import NamedTuple
from urllib.parse import urlsplit

from domain.kernel.text import Text
from ops.settings.outgoing import UNREACHABLE, asked_on, connection

SECONDS = 5.0
"""How long each step of a request may take: to connect, to send, to be answered."""

MOST = 1 << 16
"""Bytes of an answer."""

PATH = "/add-checkpoint"


class Away(Exception):
    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.text = Text("it does not answer ({why})", why=why)


class Reply(NamedTuple):
    status: int
    kind: str
    body: bytes


def usable(url: str) -> bool:
    """Whether a witness can be asked at this address: its submission prefix, by HTTP or HTTPS."""
    try:
        parts = urlsplit(url)
        port = parts.port
        connection(parts, SECONDS)
    except (ValueError, HTTPException):
        return False
    return (
        parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and port != 0
    )


class Client:
    """A witness's address. Each connection is to whatever server its name means then: a witness may
    move, and what it answers is believed by its key alone."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._path = parts.path.rstrip("/") + PATH
        self._connection = connection(parts, SECONDS)

    def post(self, body: bytes) -> Reply:
        """Send an `add-checkpoint` request. Raises `Away`."""
        try:
            return asked_on(self._connection, lambda: self._post(body))
        except UNREACHABLE as e:
            raise Away(str(e) or type(e).__name__) from None

    def _post(self, body: bytes) -> Reply:
        self._connection.request(
            "POST", self._path, body, {"Content-Type": "text/plain; charset=utf-8"}
        )
        answer = self._connection.getresponse()
        data = answer.read(MOST + 1)
        if len(data) > MOST:
            self.close()
        elif answer.length:
            raise HTTPException("its answer was cut off")
        kind = (answer.getheader("Content-Type") or "").partition(";")[0].strip().lower()
        return Reply(answer.status, kind, data[:MOST])

    def close(self) -> None:
        """Close the connection; the next request opens one."""
        self._connection.close()
