"""What a request works with: its caller, the store, the views, keys, limits, and what subjects have
registered."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import lru_cache
from ipaddress import ip_address
from threading import Lock, Thread
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from api.web.access.access import Access, token_of
from api.web.access.caller import CALLER, Caller, Unregistered
from api.web.access.rate_limits import Meter, Rates
from api.web.access.subjects import Subject
from api.web.answers import Health
from api.web.body import Request, current_request
from api.web.live.streams import Streams
from api.web.metrics import Metrics
from api.web.problems.problem import Problem
from api.web.request.receipts import Receipts
from api.web.request.responses import Page
from domain.kernel.key_values import KeyValueStore
from domain.kernel.registry import TRIAL
from domain.kernel.stored import RecordStore
from domain.kernel.text import Text
from domain.kernel.time_marks import Clock, MonotonicClock
from domain.kernel.writer import NOTED
from projections.read.views import Views, ViewsDown
from projections.steering import Steering

T = TypeVar("T")


class SharedCall(Generic[T]):
    """Makes one call at a time in a thread, for all who ask meanwhile. The call may never
    return."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._lock = Lock()
        self._answer: Future[T] | None = None

    def answer(self, seconds: float) -> T | None:
        """The call's result, or its exception; None after `seconds`."""
        with self._lock:
            if self._answer is None or self._answer.done():
                self._answer = Future()
                Thread(
                    target=self._run, args=(self._answer,), name="shared-call", daemon=True
                ).start()
            answer = self._answer
        try:
            return answer.result(seconds)
        except TimeoutError:
            return None

    def _run(self, answer: Future[T]) -> None:
        try:
            answer.set_result(self._call())
        except BaseException as e:  # noqa: BLE001  whoever waits for it hears of it
            answer.set_exception(e)


EXTENSION = "greffe"


class Limits(Struct, frozen=True):
    """Limits of an app: the largest body and imported file in bytes, the most live streams, the
    seconds between heartbeats of a silent one, and the most requests waiting for the signed log."""

    body: int = 1_000_000
    import_file: int = 32_000_000
    streams: int = 4_000
    heartbeat: float = 15.0
    waiting: int = 32


class WebSettings(Struct, frozen=True):
    """The operator's settings of the web room: limits, rates, secrets and addresses."""

    limits: Limits = Limits()
    rates: Rates = Rates()
    """How often callers may send requests; by default unlimited."""
    link_secret: str = ""
    """Signs the links; by default a secret derived from the operator's key."""
    public_url: str = ""
    """The service's public address; by default the host that a request names."""
    origins: frozenset[str] = frozenset()
    """Other sites whose scripts may use the API; `*`: all."""


class Service:
    """An app's collaborators; created once, used by every request."""

    description: Callable[[], Page]  # makes the OpenAPI document, once

    streams: Streams  # the open live streams

    receipts: Receipts  # the log, and the requests that wait for it

    steering: Steering  # the followers of the record, which the operator can steer

    health_check: SharedCall[Health] | None = None

    def __init__(
        self,
        recorder: RecordStore,
        key_values: KeyValueStore,
        clock: Clock,
        views: Views | None,
        access: Access,
        settings: WebSettings,
    ) -> None:
        self.recorder, self.key_values, self.clock = recorder, key_values, clock
        self.views, self.access, self.settings = views, access, settings
        self.meter = Meter(settings.rates, views.redis_url if views else "")
        self.metrics = Metrics()
        if views is not None:
            views.on_unverified = self.metrics.views_unverified.inc
        self.subjects: dict[str, Subject] = {}
        self._parts: dict[type, Any] = {}
        self._lost = key_values.unreadable()

    def register(self, part: object) -> None:
        """Add a subject's part by its type. Raises `Unregistered` for a second one."""
        if self._parts.setdefault(type(part), part) is not part:
            raise Unregistered(f"there are two of {type(part).__name__}")

    def of(self, kind: type[T]) -> T:
        """The part of the service that has this type."""
        part: T = self._parts[kind]
        return part

    @property
    def address(self) -> str:
        """The service's public address: the configured one, or the one the request names."""
        return self.settings.public_url or f"{current_request().scheme}://{current_request().host}"

    def need_host(self, name: str) -> None:
        """Raise `host-unknown` unless a request names the configured host, a local one, or a name a
        host can have at all. Without a configured address the host goes into links, papers and
        codes, and a stranger's page could have made it point at this machine."""
        if not 0 < len(name) < 256 or not _is_reached(name, self.settings.public_url):
            raise Problem("host-unknown")

    def may_import(self, environ: dict[str, Any]) -> bool:
        """Whether the sender of a request may import files: then its body may be as large as
        one."""
        try:
            token = token_of(Request(environ), self.settings.public_url)
            return self.access.caller_of(token).at_least("organiser")
        except (Problem, PersistenceError):  # which is told where it is answered
            return False

    def view(self, read: Callable[[Views], tuple[int, bytes] | None], seq: int) -> bytes | None:
        """A view, if the views are available and at this very record."""
        if self.views is None:
            return None
        try:
            result = read(self.views)
        except ViewsDown:
            return None
        return result[1] if result is not None and result[0] == seq else None

    def store_ok(self) -> bool:
        try:
            self.recorder.max_notification_id()
        except PersistenceError:
            return False
        return True

    def clock_back(self) -> int:
        """Seconds by which the machine's clock is behind the newest known time of the service."""
        clock = self.clock
        return (
            int(clock.behind.total_seconds())
            if isinstance(clock, MonotonicClock) and clock.behind > NOTED
            else 0
        )

    def secrets_lost(self) -> int:
        """The number of seeds and parts of sealed dice that were encrypted with another key.
        Counted again only while there are any, since none can become unreadable while the key
        stays."""
        if self._lost:
            self._lost = self.key_values.unreadable()
        return self._lost

    def write_trouble(self, seconds: float | None = None) -> str:
        """Why the store takes no writes now, in its own words; empty if it does. If that has to be
        tried, waits at most `seconds`, then returns the previous result."""
        return self.recorder.trouble(seconds)

    def lag(self) -> int | None:
        """The number of records the views are behind, or those being built if there are none yet;
        None if that cannot be determined."""
        if self.views is None:
            return None
        try:
            position = self.views.position() or self.views.building() or 0
            return max(0, (self.recorder.max_notification_id() or 0) - position)
        except (ViewsDown, PersistenceError):
            return None


# The endings of names that no public name server knows.
_LOCAL = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal")


@lru_cache(256)
def _is_reached(host: str, public_url: str) -> bool:
    return urlsplit(f"//{host}").hostname == urlsplit(public_url).hostname or is_local(host)


def is_local(host: str) -> bool:
    """Whether a host (with or without port) is an address, a name without a dot, or in a local
    network's domain."""
    name = urlsplit(f"//{host}").hostname or ""
    if "." not in name or name.endswith(_LOCAL):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def service() -> Service:
    app: Service = current_request().service
    return app


def caller() -> Caller:
    """The caller of the request being answered, whom the guard has admitted."""
    who: Caller = current_request().environ[CALLER]
    return who


def may_read_words() -> bool:
    """Whether the caller may read people's words: anybody but a stranger on a public page."""
    who: Caller | None = current_request().environ.get(CALLER)
    return who is not None and not who.stranger


def need_organiser(what: Text) -> None:
    """Raise `role-too-low` unless the caller is an organiser or the operator; `what` is the
    sentence."""
    who = caller()
    if not who.at_least("organiser"):
        text = Text("{what}: only an organiser can do this.", what=what)
        raise Problem("role-too-low", text, role=who.role, needed="organiser")


def on_trial(who: Caller | None) -> bool:
    """Whether a caller is here by a link to a trial."""
    subject = service().subjects.get(who.place) if who is not None and who.until else None
    return who is not None and subject is not None and subject.owned(who.to, TRIAL)


def begin_trial(place: str, id: str) -> None:
    """Count a trial opened under this id, once however often it is sent. Raises `not-found` if
    trials are not allowed, and `too-many-requests`."""
    app = service()
    if not app.settings.rates.trial:
        raise Problem("not-found")
    if not app.subjects[place].owned(id, TRIAL):
        app.meter.count_address(current_request().remote_addr or "", "trial")
