"""Gzip compression of answers, which makes pages and JSON five times smaller.

A page may contain a secret beside text that a stranger wrote. Then the compressed length reveals
something about the secret (BREACH). So each answer is padded by a random amount, as in Django (Heal
the Breach, 10.1109/SERVICES55459.2022.00043), and cookies are SameSite, so another site's page
cannot make a browser ask often enough to guess. A public answer contains no secret, so it is
compressed once and cached. Streams and answers made in pieces are not compressed. An ETag names a
record, not bytes; ranges of compressed answers are not served.
"""

from functools import lru_cache
from gzip import GzipFile
from io import BytesIO
from secrets import randbelow

from werkzeug.datastructures import Accept, Headers
from werkzeug.http import parse_accept_header

SMALL = 1_000
"""The size in bytes below which compression costs more than it saves."""
LEVEL = 1
PADDING = 100
"""The most bytes added to an answer."""
TEXTS = ("text/", "application/json", "application/problem+json", "image/svg+xml")

HeaderList = list[tuple[str, str]]


def compressed(accepts: str, listed: HeaderList, body: bytes) -> tuple[HeaderList, bytes]:
    """The headers and body of an answer, compressed if the body is text, long enough, and `accepts`
    (the request's `Accept-Encoding`) allows gzip; else with the body unchanged."""
    headers = Headers(listed)
    if not headers.get("Content-Type", "").startswith(TEXTS) or "Content-Encoding" in headers:
        return listed, body
    headers.add("Vary", "Accept-Encoding")
    if len(body) >= SMALL and _gzip_quality(accepts):
        public = "public" in headers.get("Cache-Control", "")
        body = _zipped_once(body) if public else _zipped(body, randbelow(PADDING + 1))
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(body))
    return headers.to_wsgi_list(), body


@lru_cache(256)
def _gzip_quality(accepts: str) -> float:
    """The quality value of gzip in an `Accept-Encoding` header: 0 if it is refused or not
    mentioned."""
    return parse_accept_header(accepts, Accept).quality("gzip")


def _zipped(body: bytes, padding: int) -> bytes:
    packed = BytesIO()
    with GzipFile("x" * padding, "wb", LEVEL, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()


@lru_cache(256)
def _zipped_once(body: bytes) -> bytes:
    """The compressed form of a body that is the same for everybody and contains no secrets;
    cached."""
    return _zipped(body, 0)
