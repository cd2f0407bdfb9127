"""Requests that are refused before the application sees them: too long, too slow, too many, or no HTTP. The answers are the
application's problems, in English."""

from __future__ import annotations

from typing import Any

import msgspec
from werkzeug.http import HTTP_STATUS_CODES

from api.http.middleware import HEADERS, NOTHING
from api.problems.problem import TYPE, Problem

HEAD_MOST = 32_768
"""Bytes of a head."""


def wrong(address: bytes, headers: list[tuple[bytes, bytes]], version: str) -> str:
    """The slug of the problem with a head that the parser takes; empty where there is none. HTTP/1.1 names one host (RFC 9112,
    3.2), and nobody here reads a body that is coded otherwise than in chunks."""
    if len(address) + sum(len(name) + len(value) for name, value in headers) > HEAD_MOST:
        return "head-too-long"
    hosts = sum(name == b"host" for name, _ in headers)
    coded = any(name == b"transfer-encoding" and value.lower() != b"chunked" for name, value in headers)
    return "bad-request" if coded or hosts > 1 or (not hosts and version == "1.1") else ""


def answer(slug: str, **members: Any) -> bytes:
    """A whole answer, after which the connection is closed."""
    problem = Problem(slug, **members)
    body = msgspec.json.encode(problem.body("en"))
    status = problem.kind.status
    headers = [
        ("Content-Type", TYPE),
        ("Content-Language", "en"),
        ("Content-Length", len(body)),
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
        *HEADERS,
        NOTHING,
    ]
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {HTTP_STATUS_CODES[status]}\r\n{lines}\r\n".encode("latin-1") + body
