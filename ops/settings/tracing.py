"""OpenTelemetry traces that follow one request through all processes, sent to a collector over
OTLP/HTTP (extra `telemetry`).

OpenTelemetry is imported only if `GREFFE_TRACES` names a collector. Spans contain the route,
status, store and request number, but no path, query, header, game or text.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import time_ns
from typing import TYPE_CHECKING, Any

import structlog
from eventsourcing.persistence import PersistenceError, StoredEvent

from domain.kernel.stored import RecordStore
from domain.kernel.trace_context import FOLLOWED, Cause, Request
from ops.settings.config import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

UNTRACED = frozenset({"/healthz", "/readyz", "/metrics"})
"""Routes that monitoring polls, whose requests are not traced."""

NUMBER = "greffe.request"


def tracing_of(settings: Settings, part: str) -> Tracing | None:
    """The tracing of this process, with spans of the service `greffe-<part>`; None if no collector
    is configured. Call it after forking, since a thread sends the spans. OpenTelemetry's own
    variables (`OTEL_…`) configure sampling and headers."""
    if not settings.traces:
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(
        resource=Resource.create({"service.name": f"greffe-{part}", "service.namespace": "greffe"})
    )
    provider.add_span_processor(
        BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{settings.traces}/v1/traces"))
    )
    return Tracing(provider, "postgresql" if settings.store else "sqlite")


class Tracing:
    """Makes the spans of one process. Spans that cannot be sent are dropped and logged, without
    delaying anybody."""

    def __init__(self, provider: TracerProvider, store: str) -> None:
        self._provider, self._store = provider, store
        self._tracer = provider.get_tracer("greffe")

    def request(self, number: str) -> TracedRequest:
        """Begin the trace of a request; a trace sent by a client is not continued."""
        return TracedRequest(number, self._tracer, self._store)

    def step(self, name: str, cause: Cause, began: int, ended: int) -> None:
        """Add a span for a step that a record took between two times (`time_ns`), to the trace of
        the request that wrote the record (`cause`), if that is traced."""
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        if cause.traceparent:
            within = TraceContextTextMapPropagator().extract({"traceparent": cause.traceparent})
            span = self._tracer.start_span(
                name, within, SpanKind.CONSUMER, {NUMBER: cause.number}, start_time=began
            )
            span.end(ended)

    def close(self) -> None:
        self._provider.shutdown()


class TracedRequest(Request):
    def __init__(self, number: str, tracer: Tracer, store: str) -> None:
        from opentelemetry.context import Context
        from opentelemetry.trace import SpanKind

        super().__init__(number)
        self._tracer, self._store = tracer, store
        self._span = tracer.start_span("request", Context(), SpanKind.SERVER, {NUMBER: number})
        sampled = self._span.get_span_context().trace_flags.sampled
        self.trace = f"{self._span.get_span_context().trace_id:032x}" if sampled else ""

    @contextmanager
    def writing(self, rows: Sequence[StoredEvent]) -> Iterator[str]:
        """A context like `Request.writing`, with a span of its own, which becomes the parent of all
        later steps of the records `rows`."""
        from opentelemetry.trace import SpanKind, StatusCode, set_span_in_context
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        within = set_span_in_context(self._span)
        attributes: dict[str, str | int] = {
            NUMBER: self.number,
            "db.system.name": self._store,
            "db.operation.batch.size": len(rows),
        }
        span = self._tracer.start_span("write", within, SpanKind.PRODUCER, attributes)
        header: dict[str, str] = {}
        TraceContextTextMapPropagator().inject(header, set_span_in_context(span))
        try:
            yield f"{self.number} {header['traceparent']}" if self.trace else self.number
        except BaseException as e:
            span.set_status(StatusCode.ERROR)
            span.set_attribute("error.type", type(e).__name__)
            raise
        finally:
            span.end()

    def answered(self, method: str, route: str, status: int) -> None:
        """End the request's span. For a route in `UNTRACED` it is left unfinished, so it is not
        sent."""
        from opentelemetry.trace import StatusCode

        if route in UNTRACED:
            return
        self._span.update_name(f"{method} {route}")
        self._span.set_attributes(
            {
                "http.request.method": method,
                "http.route": route,
                "http.response.status_code": status,
            }
        )
        if status >= 500:
            self._span.set_status(StatusCode.ERROR)
        self._span.end()


Places = Sequence[tuple[str, int]]
"""Records as pairs of stream id and seq."""


class StepNotes:
    """Notes that records have taken a step, such as `log`, in the service's log and in their
    traces."""

    def __init__(
        self, name: str, recorder: RecordStore, tracing: Tracing | None, level: int = logging.INFO
    ) -> None:
        """`name`: the step; `level`: the level of the log line; without `tracing` only the line is
        written."""
        self._name, self._recorder, self._tracing, self._level = name, recorder, tracing, level
        self._log: Any = structlog.get_logger(f"greffe.{name}")

    @property
    def listened_to(self) -> bool:
        return self._tracing is not None or logging.getLogger(f"greffe.{self._name}").isEnabledFor(
            self._level
        )

    def __call__(self, places: Places, began: int, **also: str) -> None:
        """Note that the records at `places` took the step, which began at `began` (`time_ns`).
        `also` is added to the log line. The line lists the requests that wrote the records, unless
        there are more than `FOLLOWED` records or the store does not answer."""
        if not places or not self.listened_to:
            return
        causes: list[Cause] = []
        if len(places) <= FOLLOWED:
            try:
                causes = self._recorder.causes(places)
            except PersistenceError as e:
                self._log.warning("whose records these are is not known", why=str(e))
        ended = time_ns()
        traces = [cause.trace for cause in causes if cause.trace]
        line: dict[str, Any] = {
            "records": len(places),
            "requests": [cause.number for cause in causes],
            **also,
        }
        self._log.log(
            self._level, "records taken", **line, **({"traces": traces} if traces else {})
        )
        if self._tracing is not None:
            for cause in causes:
                self._tracing.step(self._name, cause, began, ended)

    def of_rows(self, rows: Sequence[StoredEvent], began: int) -> None:
        self([(str(row.originator_id), row.originator_version) for row in rows], began)
