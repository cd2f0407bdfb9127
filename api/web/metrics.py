"""Metrics of the service in Prometheus's exposition format."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector


class Labelled(Struct, frozen=True):
    """The numbers of a gauge with one label: the label's name, and the gauge's number for each
    value of the label."""

    label: str
    values: dict[str, float]


Measured = tuple[
    str, str, float | Labelled
]  # a gauge that is read when metrics are requested: its name, its help, its value

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5)


class Metrics:
    """Requests by route and status, their durations, and gauges that are read on request.

    With `PROMETHEUS_MULTIPROC_DIR`, counts are those of all processes together.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "greffe_http_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "greffe_http_request_seconds",
            "Time to the answer.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.lines_lost = Counter(
            "greffe_log_lines_lost",
            "Lines of the log of requests that nobody took.",
            registry=self.registry,
        )
        self.views_unverified = Counter(
            "greffe_views_unverified",
            "Views in Redis that were not what the follower wrote.",
            registry=self.registry,
        )
        self.streams_open = Gauge(
            "greffe_streams_open",
            "Live streams open.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.streams_refused = Counter(
            "greffe_streams_refused",
            "Live streams refused: too many were open.",
            registry=self.registry,
        )
        self.stream_events = Counter(
            "greffe_stream_events", "Records told in live streams.", registry=self.registry
        )
        self.follower_records = Counter(
            "greffe_follower_records", "Records folded into views.", registry=self.registry
        )
        self._processes = Gauge(
            "greffe_processes",
            "Processes that run, by part: web, follower, log, notifier.",
            ("part",),
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._counters: dict[tuple[str, str, str], tuple[Counter, Histogram]] = {}

    def count(self, method: str, route: str, status: str, seconds: float) -> None:
        known = self._counters.get((method, route, status))
        if known is None:
            known = (self._requests.labels(method, route, status), self._seconds.labels(route))
            self._counters[(method, route, status)] = known
        known[0].inc()
        known[1].observe(seconds)

    def note_process(self, part: str) -> None:
        """Count this process as running the part `part` of the service. With
        `PROMETHEUS_MULTIPROC_DIR`, the count of a process that has ended is removed when metrics
        are next read."""
        self._processes.labels(part).set(1)

    def text(self, gauges: Callable[[], Iterator[Measured]]) -> bytes:
        registry = self.registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            _forget_dead(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry) + generate_latest(_gauges(gauges))


def _forget_dead(folder: Path) -> None:
    """Remove the gauges of processes that have ended from the shared folder, but not their
    counters."""
    for file in folder.glob("gauge_live*_*.db"):
        try:
            os.kill(int(file.stem.rpartition("_")[2]), 0)
        except ProcessLookupError:
            file.unlink(missing_ok=True)
        except PermissionError:  # another user's, which runs
            continue


class _Gauges:
    def __init__(self, read: Callable[[], Iterator[Measured]]) -> None:
        self._read = read

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, text, value in self._read():
            if isinstance(value, Labelled):
                family = GaugeMetricFamily(name, text, labels=[value.label])
                for item, number in value.values.items():
                    family.add_metric([item], number)
                yield family
            else:
                yield GaugeMetricFamily(name, text, value)


def _gauges(read: Callable[[], Iterator[Measured]]) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(_Gauges(read))
    return registry
