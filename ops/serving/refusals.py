"""Requests that are refused before the application sees them: too long, too slow, too many, or no HTTP. The answers are the
application's problems, in English."""

from __future__ import annotations

from typing import Any

import msgspec
from werkzeug.http import HTTP_STATUS_CODES

from api.http.middleware import HEADERS, NOTHING
from api.problems.problem import TYPE, Problem

HEAD_MOST, ADDRESS_MOST, FIELDS = 32_768, 4_094, 100
"""Bytes of a head, of the address in it; how many fields."""


def wrong(address: bytes, headers: list[tuple[bytes, bytes]], version: str) -> str:
    """The slug of the problem with a head that the parser takes; empty where there is none. HTTP/1.1 names one host (RFC 9112,
    3.2), and nobody here reads a body that is coded otherwise than in chunks."""
    names = [name for name, _ in headers]
    if len(address) > ADDRESS_MOST:
        return "uri-too-long"
    if len(headers) > FIELDS or sum(len(name) + len(value) for name, value in headers) > HEAD_MOST:
        return "head-too-long"
    if names.count(b"host") > 1 or (b"host" not in names and version == "1.1"):
        return "bad-request"
    if any(name == b"transfer-encoding" and value.lower() != b"chunked" for name, value in headers):
        return "coding-unknown"
    return "expectation-failed" if any(name == b"expect" and value.lower() != b"100-continue" for name, value in headers) else ""


def answer(slug: str, **members: Any) -> bytes:
    """A whole answer, after which the connection is closed."""
    problem = Problem(slug, **members)
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
