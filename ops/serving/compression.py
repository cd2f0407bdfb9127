"""Answers compressed with gzip for who accepts it: pages and JSON at a fifth of their bytes.

A page may hold a secret beside what a stranger wrote, and the length of both compressed together
tells of the secret (BREACH). So each answer is padded at random, as Django does (Heal the Breach,
10.1109/SERVICES55459.2022.00043), and cookies are SameSite: another site's page cannot make a
browser ask as often as guessing takes. Streams and answers that are made in pieces are sent as they
are. An ETag names a record, not bytes; no ranges of such answers are served.
"""

from functools import lru_cache
from gzip import GzipFile
from io import BytesIO
from secrets import randbelow

from werkzeug.datastructures import Accept, Headers
from werkzeug.http import parse_accept_header

SMALL = 1_000
"""Bytes below which compressing costs more than it saves."""
LEVEL = 1
PADDING = 100
"""Bytes at most that are added to the length of an answer."""
TEXTS = ("text/", "application/json", "application/problem+json", "image/svg+xml")

Listed = list[tuple[str, str]]


def compressed(accepts: str, listed: Listed, body: bytes) -> tuple[Listed, bytes]:
    """The headers and the body of an answer as its reader, who sent `accepts` as
    `Accept-Encoding`, takes them best."""
    headers = Headers(listed)
    if not headers.get("Content-Type", "").startswith(TEXTS) or "Content-Encoding" in headers:
        return listed, body
    headers.add("Vary", "Accept-Encoding")
    if len(body) >= SMALL and _quality(accepts):
        lasting = "immutable" in headers.get("Cache-Control", "")
        body = _once(body) if lasting else _zipped(body, randbelow(PADDING + 1))
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(body))
    return headers.to_wsgi_list(), body


@lru_cache(256)
def _quality(accepts: str) -> float:
    """How much gzip is liked: 0 where it is not accepted, or nothing is said."""
    return parse_accept_header(accepts, Accept).quality("gzip")


def _zipped(body: bytes, padding: int) -> bytes:
    packed = BytesIO()
    with GzipFile("x" * padding, "wb", LEVEL, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()


@lru_cache(256)
def _once(body: bytes) -> bytes:
    """What stays the same while the service runs, and holds nothing secret."""
    return _zipped(body, 0)
