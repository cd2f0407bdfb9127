"""Steps of a record after its request: each process that takes it in writes a log line with the
request's number, and a span of its trace."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from time import time_ns
from typing import TYPE_CHECKING, Any

import structlog
from eventsourcing.persistence import PersistenceError, StoredEvent

from domain.kernel.rows import RecordStore
from domain.kernel.trace_context import FOLLOWED, Cause

if TYPE_CHECKING:
    from ops.settings.tracing import Tracing

Places = Sequence[tuple[str, int]]
"""Records: their games, or tournaments, and their numbers there."""


class Steps:
    """One step, such as `log`: writes that records have taken it."""

    def __init__(
        self, name: str, recorder: RecordStore, tracing: Tracing | None, level: int = logging.INFO
    ) -> None:
        """`level`: of the line; without a tracing only those who read the log are told."""
        self._name, self._recorder, self._tracing, self._level = name, recorder, tracing, level
        self._log: Any = structlog.get_logger(f"greffe.{name}")

    @property
    def told(self) -> bool:
        return self._tracing is not None or logging.getLogger(f"greffe.{self._name}").isEnabledFor(
            self._level
        )

    def __call__(self, places: Places, began: int, **also: str) -> None:
        """These records have taken the step now, which began at a time (`time_ns`); `also` stands
        in the line. Where the store does not say whose they are, that is said: nobody's work waits
        for it."""
        if not places or not self.told:
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
