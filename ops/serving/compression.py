"""Gzip compression of answers: pages and JSON at a fifth of their size.

A page may hold a secret beside what a stranger wrote, and the compressed length of both tells of
the secret (BREACH). So each answer is padded at random, as Django does (Heal the Breach,
10.1109/SERVICES55459.2022.00043), and cookies are SameSite, so another site's page cannot make a
browser ask often enough to guess. An answer that is public, so without a secret, is compressed once.
Streams and answers made in pieces are not compressed. An ETag names a record, not bytes; ranges of
such answers are not served.
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

Listed = list[tuple[str, str]]


def compressed(accepts: str, listed: Listed, body: bytes) -> tuple[Listed, bytes]:
    """Headers and body of an answer, compressed if `accepts` (the request's `Accept-Encoding`)
    allows it."""
    headers = Headers(listed)
    if not headers.get("Content-Type", "").startswith(TEXTS) or "Content-Encoding" in headers:
        return listed, body
    headers.add("Vary", "Accept-Encoding")
    if len(body) >= SMALL and _quality(accepts):
        public = "public" in headers.get("Cache-Control", "")
        body = _once(body) if public else _zipped(body, randbelow(PADDING + 1))
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(body))
    return headers.to_wsgi_list(), body


@lru_cache(256)
def _quality(accepts: str) -> float:
    """The quality value of gzip: 0 if it is not accepted or not mentioned."""
    return parse_accept_header(accepts, Accept).quality("gzip")


def _zipped(body: bytes, padding: int) -> bytes:
    packed = BytesIO()
    with GzipFile("x" * padding, "wb", LEVEL, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()


@lru_cache(256)
def _once(body: bytes) -> bytes:
    """A compressed body that is the same for everybody, so that it holds no secret; cached."""
    return _zipped(body, 0)
