"""The objects that requests use: their caller, the store, the views, keys, limits, and the parts
that subjects registered."""

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
from api.web.request.responses import ConstantAnswer
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
    """Makes a call in a thread, once for everybody who asks while it runs. The call may hang for
    ever."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._lock = Lock()
        self._answer: Future[T] | None = None

    def answer(self, seconds: float) -> T | None:
        """The call's result, or None if it takes longer than `seconds`. Raises the call's
        exception. Starts the call unless it is running."""
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
    """Limits of an app: the largest body and the largest imported file in bytes, the most live
    streams, the seconds between heartbeats of a stream without news, and the most requests that
    wait for the signed log."""

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
    """The objects that an app's requests share; created once."""

    description: Callable[[], ConstantAnswer]  # makes the OpenAPI document, once

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
        """Add an object of a subject, to be found by its type (`of`). Raises `Unregistered` for a
        second one of a type."""
        if self._parts.setdefault(type(part), part) is not part:
            raise Unregistered(f"there are two of {type(part).__name__}")

    def of(self, kind: type[T]) -> T:
        """The registered object of this type."""
        part: T = self._parts[kind]
        return part

    @property
    def address(self) -> str:
        """The service's public address: the configured one, or that of the current request's
        host."""
        return self.settings.public_url or f"{current_request().scheme}://{current_request().host}"

    def need_own_host(self, name: str) -> None:
        """Raise `host-unknown` unless the host `name` of a request is the configured one or a local
        one (`is_local`). Links, papers and codes contain the request's host if no address is
        configured, and a stranger's page could make its own host name lead to this machine."""
        if not 0 < len(name) < 256 or not _is_own_host(name, self.settings.public_url):
            raise Problem("host-unknown")

    def may_import(self, environ: dict[str, Any]) -> bool:
        """Whether the sender of a request may import files. If so, the limit for imported files
        applies to the body."""
        try:
            token = token_of(Request(environ), self.settings.public_url)
            return self.access.caller_of(token).at_least("organiser")
        except (Problem, PersistenceError):  # which is told where it is answered
            return False

    def view(self, read: Callable[[Views], tuple[int, bytes] | None], seq: int) -> bytes | None:
        """The bytes of a view. None if the views are not available, or the view does not stand at
        record `seq`."""
        if self.views is None:
            return None
        try:
            result = read(self.views)
        except ViewsDown:
            return None
        return result[1] if result is not None and result[0] == seq else None

    def is_store_ok(self) -> bool:
        try:
            self.recorder.max_notification_id()
        except PersistenceError:
            return False
        return True

    def seconds_clock_is_back(self) -> int:
        """Seconds by which the machine's clock is behind the newest known time of the service; 0 if
        that is too little to matter."""
        clock = self.clock
        return (
            int(clock.behind.total_seconds())
            if isinstance(clock, MonotonicClock) and clock.behind > NOTED
            else 0
        )

    def count_lost_secrets(self) -> int:
        """The number of seeds and parts of sealed dice that are encrypted with another key than the
        present one. The store is asked again only if there were any at the last count, since none
        becomes unreadable while the key is the same."""
        if self._lost:
            self._lost = self.key_values.unreadable()
        return self._lost

    def write_trouble(self, seconds: float | None = None) -> str:
        """Why the store takes no writes now, in its own words; empty if it takes them. If a write
        has to be tried for that, waits at most `seconds`, then returns the previous result."""
        return self.recorder.trouble(seconds)

    def lag(self) -> int | None:
        """How many records the views are behind, or the views being built if there are none yet.
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
def _is_own_host(host: str, public_url: str) -> bool:
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
    """Raise `role-too-low` unless the caller is an organiser or the operator. `what` names the
    forbidden action in the problem's sentence."""
    who = caller()
    if not who.at_least("organiser"):
        text = Text("{what}: only an organiser can do this.", what=what)
        raise Problem("role-too-low", text, role=who.role, needed="organiser")


def is_on_trial(who: Caller | None) -> bool:
    """Whether a caller's link leads to a trial."""
    subject = service().subjects.get(who.place) if who is not None and who.until else None
    return who is not None and subject is not None and subject.owned(who.to, TRIAL)


def count_trial(place: str, id: str) -> None:
    """Check and count, for the sender's network, that a trial is opened under this id. A repeated
    request for an existing trial is not counted. Raises `not-found` if the service allows no
    trials, and `too-many-requests`."""
    app = service()
    if not app.settings.rates.trial:
        raise Problem("not-found")
    if not app.subjects[place].owned(id, TRIAL):
        app.meter.count_address(current_request().remote_addr or "", "trial")
