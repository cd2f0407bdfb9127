"""One line of JSON for each request: what was asked and answered, and how long it took. No query, no header, no body."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from itertools import count
from logging import INFO, getLogger
from time import perf_counter
from typing import Any, BinaryIO

import msgspec
import structlog
from flask import Flask, Response

from api.body import asked
from api.service import Service

ID_HEADER = "X-Request-Id"
METHODS = frozenset({"GET", "HEAD", "POST"})
_std = getLogger("greffe.access")


class AccessLog:
    """Stamps requests as they come, counts and logs them as they leave."""

    def __init__(self, service: Service, file: BinaryIO | None) -> None:
        self._metrics = service.metrics
        self._start = os.urandom(4).hex()
        self._numbers = count(1)
        self._log: Any = structlog.wrap_logger(
            structlog.BytesLogger(file or sys.stderr.buffer), processors=[structlog.processors.JSONRenderer(msgspec.json.encode)]
        )

    def install(self, app: Flask) -> None:
        """Log all requests of an app. Called before anything else is installed, so that it sees every one of them."""
        app.before_request(self._begin)
        app.after_request(self._end)

    def _begin(self) -> None:
        request = asked()
        request.began = perf_counter()
        request.id = f"{self._start}-{next(self._numbers):x}"

    def _end(self, response: Response) -> Response:
        request = asked()
        seconds = perf_counter() - request.began
        route = request.url_rule.rule if request.url_rule else "-"
        response.headers[ID_HEADER] = request.id
        method = request.method if request.method in METHODS else "other"  # whoever asks must not make up our labels
        self._metrics.count(method, route, response.status_code, seconds)
        if _std.isEnabledFor(INFO):
            self._log.info(
                event="request",
                level="info",
                logger="greffe.access",
                timestamp=datetime.now(UTC),
                request=request.id,
                method=request.method,
                path=request.path,
                status=response.status_code,
                ms=round(seconds * 1000, 3),
                remote=request.remote_addr,
            )
        return response


def request_id() -> str:
    """The number of the request being answered."""
    return asked().id
