"""WSGI middleware: request ids, counts, the log of requests, security headers.

The log of requests has a line of JSON for each request: method, path, status, time taken and remote
address; no query, headers, body or link token. It is WSGI middleware because Flask's hooks take ten
times as long.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, MutableMapping
from datetime import UTC, datetime
from itertools import count
from logging import INFO, getLogger
from time import perf_counter
from typing import Any, BinaryIO

import msgspec
import structlog

from api.web.body import NUMBER
from api.web.metrics import Metrics
from domain.kernel.trace_context import Request, set_request

ROUTE = "greffe.route"  # where the route that answers is noted in the WSGI environment

METHODS = frozenset({"GET", "HEAD", "POST"})
# On every answer. It depends on the caller, so no cache may give it to somebody else. Browsers send
# the referrer to this site only: without any, they send a form with the origin `null`.
HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Vary", "Authorization, Cookie"),
]

# The same headers without `X-Frame-Options`, for answers whose policy allows some frames: that
# older header knows no list of sites.
UNFRAMED = [(name, text) for name, text in HEADERS if name != "X-Frame-Options"]

CSP = "Content-Security-Policy"
# The policy of an answer that has none of its own: it may load nothing and appear in no frame.
NOTHING = (CSP, "default-src 'none'; frame-ancestors 'none'")

# The paths whose answers scripts of other sites may be allowed to read (`GREFFE_CORS_ORIGINS`).
SHARED = ("/api/", "/openapi.json", "/asyncapi.json", "/log/", "/problems")
EXPOSED = (
    "ETag, Location, Retry-After, WWW-Authenticate, Content-Language, Receipt-State, X-Request-Id"
)
PREFLIGHT = (
    ("Access-Control-Allow-Methods", "GET, HEAD, POST"),
    (
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID",
    ),
    ("Access-Control-Max-Age", "600"),
)

# The tokens in a path: the part behind an address that takes one, and anything that looks like one.
_TOKENS = re.compile(
    r"(?P<at>^/+(?:seat|enter|calendars|notifications/+(?:confirm|stop)|events/+[^/]+/+own)/+)[^/]+|[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{43}"
)

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WSGI = Callable[[Environ, StartResponse], Iterable[bytes]]

_access = getLogger("greffe.access")


class Middleware:
    def __init__(
        self,
        inside: WSGI,
        metrics: Metrics,
        log: BinaryIO | None,
        origins: frozenset[str] = frozenset(),
        make_request: Callable[[str], Request] = Request,
    ) -> None:
        """`log` receives the log of requests (default: standard error). `origins`: the other sites
        whose scripts may use the API with a key of their own (`*`: all). `make_request` makes the
        `Request` (`domain/kernel/trace_context.py`) for a request's number."""
        self._inside, self._make_request = inside, make_request
        self._origins = origins
        self._metrics = metrics
        self._start = os.urandom(4).hex()
        self._numbers = count(1)
        self._log: Any = structlog.wrap_logger(
            structlog.BytesLogger(log or sys.stderr.buffer), processors=[_encoded]
        )

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        number = environ[NUMBER] = f"{self._start}-{next(self._numbers):x}"
        request = self._make_request(number)
        status = "500"

        def start(status_line: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            nonlocal status
            status = status_line[:3]
            policies = [text for name, text in headers if name == CSP]
            always = (
                UNFRAMED
                if any("frame-ancestors 'none'" not in text for text in policies)
                else HEADERS
            )
            policy = () if policies else (NOTHING,)
            return start_response(
                status_line, [*headers, *always, *policy, *shared, ("X-Request-Id", number)], *rest
            )

        shared = self._cors_headers(environ)
        try:
            if (
                shared
                and environ["REQUEST_METHOD"] == "OPTIONS"
                and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
            ):
                start("204 NO CONTENT", [*PREFLIGHT])
                return []
            set_request(request)
            return self._inside(environ, start)
        finally:
            set_request(None)
            self._note_answer(environ, status, perf_counter() - began, request)

    def _cors_headers(self, environ: Environ) -> list[tuple[str, str]]:
        """The CORS headers that let another site's script read this answer; none if it may not.
        They never allow cookies: such a script has to send a key."""
        origin = environ.get("HTTP_ORIGIN")
        if (
            not self._origins
            or origin is None
            or not environ.get("PATH_INFO", "").startswith(SHARED)
        ):
            return []
        if "*" not in self._origins and origin not in self._origins:
            return []
        allowed = "*" if "*" in self._origins else origin
        return [
            ("Access-Control-Allow-Origin", allowed),
            ("Access-Control-Expose-Headers", EXPOSED),
            ("Vary", "Origin"),
        ]

    def _note_answer(self, environ: Environ, status: str, seconds: float, request: Request) -> None:
        method = environ["REQUEST_METHOD"]
        label = method if method in METHODS else "other"  # a client must not make up labels
        route = environ.get(ROUTE, "-")
        self._metrics.count(label, route, status, seconds)
        request.answered(label, route, int(status))
        if _access.isEnabledFor(INFO):
            try:
                self._log.info(
                    event="request",
                    level="info",
                    logger="greffe.access",
                    timestamp=datetime.now(UTC),
                    request=environ[NUMBER],
                    method=method,
                    path=with_tokens_masked(environ.get("PATH_INFO", "")),
                    status=int(status),
                    ms=round(seconds * 1000, 3),
                    remote=environ.get("REMOTE_ADDR"),
                    **({"trace": request.trace} if request.trace else {}),
                )
            except (
                OSError
            ):  # what was recorded is answered, even where nobody takes the log any more
                self._metrics.lines_lost.inc()


def with_tokens_masked(path: str) -> str:
    """A path in which the tokens of links are hidden, for logs and messages."""
    return _TOKENS.sub(lambda match: f"{match['at'] or ''}…", path)


def _encoded(_logger: object, _method: str, event: MutableMapping[str, Any]) -> bytes:
    return msgspec.json.encode(event)
