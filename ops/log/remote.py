"""Reading what a log serves over HTTP, within limits of size and time."""

from __future__ import annotations

import zlib
from http.client import HTTPException, HTTPResponse
from urllib.parse import urlsplit

from domain.kernel.text import Text
from ops.settings.errors import CommandFailed
from ops.settings.outgoing import UNREACHABLE, SameServer, ask_with_retry, connection

SECONDS = 20.0
"""The time limit of each step of a request."""


NOTHING = (401, 403, 404)
"""The status codes that mean there is nothing for the public; some servers do not tell strangers
what exists."""


class NotMirrored(CommandFailed):
    """The log was not copied, or not to its end."""


class Remote:
    """The address of a log, bound to one server: every connection goes to the same one. Redirects
    are not followed, and answers are read only up to a limit."""

    def __init__(self, url: str) -> None:
        """Raises `NotMirrored` for a malformed address."""
        try:
            parts = urlsplit(url)
            port = parts.port
            self._connection = connection(parts, SECONDS, SameServer())
        except (ValueError, HTTPException):
            port, parts = 0, urlsplit("")
        if (
            parts.scheme not in ("http", "https")
            or not parts.hostname
            or port == 0
            or parts.query
            or parts.fragment
        ):
            raise NotMirrored(
                Text(
                    "{url} is no address of a log: it has to be one such as "
                    "https://greffe.example.org/log.",
                    url=url,
                )
            )
        self.url, self._path = url.rstrip("/"), parts.path.rstrip("/")

    def under(self, path: str) -> Remote:
        below = Remote(f"{self.url}/{path}")
        below._connection = self._connection
        return below

    def get(self, path: str, most: int) -> bytes | None:
        """The answer for a path of the log, at most `most` bytes long; None if the server has
        nothing there. Raises `NotMirrored`."""
        try:
            return ask_with_retry(self._connection, lambda: self._get(path, most))
        except UNREACHABLE as e:
            raise NotMirrored(
                Text(
                    "{url} cannot be reached: {why}.", url=self.url, why=str(e) or type(e).__name__
                )
            ) from None

    def _get(self, path: str, most: int) -> bytes | None:
        self._connection.request(
            "GET", f"{self._path}/{path}", headers={"Accept-Encoding": "gzip, identity"}
        )
        with self._connection.getresponse() as answer:
            data = answer.read(most + 1)
            if answer.length or len(data) > most:
                self._connection.close()
        if answer.status in NOTHING:
            return None
        if answer.status != 200:
            raise NotMirrored(
                Text(
                    "{url}/{path} answers with {status} {reason}.",
                    url=self.url,
                    path=path,
                    status=answer.status,
                    reason=answer.reason,
                )
            )
        data = _unpacked(data, answer, most)
        if len(data) > most:
            raise NotMirrored(
                Text(
                    "{url}/{path} is longer than {most} bytes: this is no log.",
                    url=self.url,
                    path=path,
                    most=most,
                )
            )
        return data

    def close(self) -> None:
        self._connection.close()


def _unpacked(data: bytes, answer: HTTPResponse, most: int) -> bytes:
    """The body of an answer, decompressed if needed; at most `most` + 1 bytes, so that a longer one
    is noticed."""
    if (answer.getheader("Content-Encoding") or "identity").lower() != "gzip":
        return data
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(data, most + 1)
    except zlib.error as e:
        raise HTTPException(f"its answer cannot be unpacked: {e}") from None
