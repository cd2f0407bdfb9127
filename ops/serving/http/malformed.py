"""Answers to what never becomes a request: too long, too slow, too many, or no HTTP. They are the application's problems, but in
English first, since no header has been read yet."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from gunicorn.http import errors  # type: ignore[import-untyped]
from werkzeug.http import HTTP_STATUS_CODES

from api.http.middleware import HEADERS, NOTHING
from api.problems.problem import TYPE, Problem


def wrong(request: Any) -> str:
    """Which problem a request is that the parser takes, whatever it asks for; none (`""`) where it is well formed. HTTP/1.1 names
    one host (RFC 9112, 3.2), and nobody here reads a body that is coded otherwise than in chunks."""
    hosts = codings = 0
    for name, value in request.headers:
        hosts += name == "HOST"
        codings += name == "TRANSFER-ENCODING" and value.lower() != "chunked"
    if hosts > 1 or (not hosts and request.version >= (1, 1)):
        return "bad-request"
    return "coding-unknown" if codings else ""


def slug_of(e: Exception) -> str:
    """Which problem it is that gunicorn's parser raises."""
    if isinstance(e, errors.ExpectationFailed):
        return "expectation-failed"
    if isinstance(e, errors.UnsupportedTransferCoding):
        return "coding-unknown"
    if isinstance(e, errors.LimitRequestLine):
        return "uri-too-long"
    if isinstance(e, errors.LimitRequestHeaders | errors.NoMoreData):
        return "head-too-long"
    return "bad-request"


@cache
def answer(slug: str) -> bytes:
    """A whole answer, after which the connection is closed."""
    problem = Problem(slug)
    body = msgspec.json.encode(problem.body("en"))
    status = problem.kind.status
    headers = [
        ("Content-Type", TYPE),
        ("Content-Language", "en"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
        *([("Retry-After", "1")] if status == 503 else []),
        *HEADERS,
        NOTHING,
    ]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {HTTP_STATUS_CODES[status]}\r\n{lines}\r\n".encode("latin-1") + body
