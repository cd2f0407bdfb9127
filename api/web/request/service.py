"""What a request works with: who sent it, the clerk, the views, the keys, and the limits."""

from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from eventsourcing.persistence import PersistenceError
from flask import current_app
from msgspec import Raw, Struct
from msgspec.structs import replace

from api.web.access.access import Access, given
from api.web.access.caller import CALLER, NAMES, Caller
from api.web.access.links import Hall
from api.web.access.rate_limits import Meter, Rates
from api.web.answers import Health
from api.web.body import Request, current_request
from api.web.live.streams import Following, Streams
from api.web.metrics import Metrics
from api.web.problems.problem import Problem
from api.web.request.receipts import Receipts
from api.web.request.responses import Page
from domain.campaign.records import CampaignOpened
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import FIRST, GAME, GameOpened, ListingChanged, SeatInfo
from domain.game.refusals import UnknownGame
from domain.kernel.stored import DamagedRecord, StoredRecord, encode
from domain.kernel.text import Text
from domain.kernel.time_marks import MonotonicClock
from domain.kernel.writer import NOTED
from domain.tournament.records import TournamentOpened
from domain.tournament.tournaments import Tournaments
from projections.messages.subscriptions import SubscriptionStore
from projections.messages.tokens import Tokens
from projections.read.views import Views, ViewsDown
from projections.search.index import Index
from projections.steering import Steering

T = TypeVar("T")


class SharedCall(Generic[T]):
    """Makes one call at a time, in a thread, for all who ask meanwhile. The call may never come
    back."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._lock = Lock()
        self._answer: Future[T] | None = None

    def answer(self, seconds: float) -> T | None:
        """What the call returns or raises; none where it takes longer than so many seconds."""
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

REMEMBERED = 1_024  # opening records held in memory
REMEMBERED_BYTES = 4_000_000  # those of branches are as long as the games they grew from


# An opening record of no game, which is read where there is none.
NOBODYS = encode(
    GameOpened(
        at=datetime(1970, 1, 1, tzinfo=UTC),
        ruleset="none",
        version=1,
        catalog=64 * "0",
        options={},
        seats=tuple(SeatInfo(f"seat-{n}", "player") for n in range(4)),
        chance="sealed",
        undo="free",
        facts=Raw(
            b"[" + b",".join([b'{"type":"Placed","piece":"none","at":"nowhere"}'] * 20) + b"]"
        ),
    )
)

# A change of listing of no game, which is read where there is none.
NO_LISTING = encode(ListingChanged(at=datetime(1970, 1, 1, tzinfo=UTC), actor="none", key="none"))


class Limits(Struct, frozen=True):
    """How much one app takes: the most bytes in a body and in a file to import, the most live
    streams and the seconds after which a silent one says that it is there, and how many requests
    may wait for the signed log at once."""

    body: int = 1_000_000
    import_file: int = 32_000_000
    streams: int = 4_000
    heartbeat: float = 15.0
    waiting: int = 32


class Notifications(Struct, frozen=True):
    """Where people subscribe (nobody can, without it), whether e-mail can be sent, the public key
    that browsers are called with, if they can be, whether requests go out without TLS, too
    (`plain`: into networks that the operator lists), and whether one may go to an address."""

    subscriptions: SubscriptionStore | None = None
    mails: bool = False
    push_key: str = ""
    plain: bool = False
    may_be_asked: Callable[[str], bool] = lambda _: True


class AppSettings(Struct, frozen=True):
    """What the operator decides about one app."""

    limits: Limits = Limits()
    rates: Rates = Rates()
    """How often callers may ask; as often as they like without them."""
    link_secret: str = ""
    """What signs the links; without it, a secret that follows from the operator's key does."""
    public_url: str = ""
    """Where people reach the service; without it, at the host that a request names."""
    origins: frozenset[str] = frozenset()
    """The other sites whose scripts may use the API; `*`: all."""
    embed_origins: frozenset[str] = frozenset()
    """The other sites that may show public games in their pages; `*`: all."""
    tables: Path | None = None
    """The folder of the tables for analysts, for the operator."""
    dumps: Path | None = None
    """The folder of those for everybody."""
    notifications: Notifications = Notifications()
    beacon: Callable[[str], bytes] = lambda _: b""
    """What the server of a public beacon has at a path; raises `OSError` or `HTTPException`."""


class Service:
    """One app's collaborators; made once, read by every request."""

    description: Callable[[], Page]  # makes the OpenAPI document, once

    streams: Streams  # who opens live streams

    receipts: Receipts  # the log, and those who wait for it

    tokens: Tokens  # what confirms and ends subscriptions

    steering: Steering  # who follows the record, and how the operator steers them

    looked: SharedCall[Health] | None = None  # looks how the service is

    def __init__(
        self,
        clerk: Clerk,
        views: Views | None,
        access: Access,
        meter: Meter,
        settings: AppSettings,
    ) -> None:
        self.clerk = clerk
        self.views = views
        self.access = access
        self.meter = meter
        self.settings = settings
        self.index = Index(clerk)
        self.tournaments = Tournaments(clerk)
        self.metrics = Metrics()
        if views is not None:
            views.on_unverified = self.metrics.views_unverified.inc
        self._opened: dict[str, GameOpened] = {}
        self._opened_bytes = 0
        self._lost = clerk.key_values.unreadable()

    def newest(self, game: str) -> int:
        """The seq of a game's newest record, without loading the game; raises `UnknownGame`."""
        rows = self.clerk.recorder.select_events(game, desc=True, limit=1)
        if not rows or self.clerk.recorder.kind_of(rows[0]) != GAME:
            raise UnknownGame(game)
        seq = rows[0].originator_version
        if seq >= FIRST:
            return seq
        return (
            self.clerk.file(game).whole.seq + 1
        )  # a row without a number: the position after what is whole says what is damaged

    def opened(self, game: str) -> GameOpened:
        """A game's opening record, without loading the game; raises `UnknownGame`. It never
        changes, so it is remembered."""
        known = self._opened.get(game)
        if known is None:
            rows = self.clerk.recorder.select_events(game, limit=1)
            if not rows or self.clerk.recorder.kind_of(rows[0]) != GAME:
                raise UnknownGame(game)
            body = StoredRecord(game, FIRST, rows[0].topic, rows[0].state).body
            if rows[0].originator_version != FIRST or not isinstance(body, GameOpened):
                raise DamagedRecord("it is no opening", game, FIRST)
            self._opened_bytes += len(rows[0].state)
            if len(self._opened) >= REMEMBERED or self._opened_bytes > REMEMBERED_BYTES:
                self._opened.clear()
                self._opened_bytes = len(rows[0].state)
            known = self._opened[game] = body
        return known

    @property
    def address(self) -> str:
        """Where people reach this service: as it is set, or as the request names it."""
        return self.settings.public_url or f"{current_request().scheme}://{current_request().host}"

    def need_host(self, name: str) -> None:
        """Raise `host-unknown` where a request names a host that is neither that of the address
        that is set nor one by which a machine of one's own network is reached, or nothing that a
        host can have as its name. Without an address the name goes into links, papers and codes,
        and a stranger's page could have had it mean this machine."""
        if not 0 < len(name) < 256 or not _is_reached(name, self.settings.public_url):
            raise Problem("host-unknown")

    def counted_as(self, who: Caller) -> Caller:
        """The caller under whose id requests are counted: of a link to a branch, the link that grew
        it, up to the game that was played. So branches bring nobody more requests. Links to what a
        key grew count each for itself."""
        game, id = who.game, who.id
        while game and who.duty is None:
            try:
                opened = self.opened(game)
                if opened.lineage is None:
                    break
                game = opened.lineage.game
                if self.access.links.hand(game, self.opened(game), opened.actor) is None:
                    break
            except (UnknownGame, DamagedRecord):
                break
            id = opened.actor
        return who if id == who.id else replace(who, id=id)

    def may_import(self, environ: dict[str, Any]) -> bool:
        """Whether a request comes from somebody who may send a file to import, which is longer than
        all others."""
        try:
            token = given(Request(environ), self.settings.public_url)
            return self.access.who(token).at_least("organiser")
        except (Problem, PersistenceError):  # which is told where it is answered
            return False

    def owns(self, key: str, id: str, kind: str) -> bool:
        """Whether a `game`, a `campaign` or a `tournament` belongs to a key. No if there is no such
        thing, or its first record cannot be read any more: nobody is told which, and it takes no
        other time (`_first`)."""
        if kind != "game":
            body = self._first(id)
            return (
                isinstance(body, CampaignOpened if kind == "campaign" else TournamentOpened)
                and body.actor == key
            )
        known = self._opened.get(id)
        if known is None or known.administered_by != key:
            body = self._first(id)
            return isinstance(body, GameOpened) and body.administered_by == key
        return True

    def is_public(self, game: str) -> bool:
        """Whether there is such a game and anybody may watch it now; if not, that takes the same
        time for both."""
        result = self.listing(game)
        return result is not None and result.public

    def shows_tournament(self, tournament: str) -> bool:
        """Whether anybody may watch a tournament now."""
        return self.tournaments.registering.offer(tournament).public

    def in_hall(self, game: str, hall: Hall) -> bool:
        """Whether a game belongs to a hall now; if not, that takes the same time whether it exists
        or not."""
        result = self._listed(game)
        return result is not None and hall.has(result[0], result[1].tags)

    def may_follow(self, following: Following) -> bool:
        """Whether the key or link that a stream's reader came with, if any, still holds, the game
        that a stranger follows is public, and the one that an arbiter follows by a link to a hall
        still belongs to it. Raises `PersistenceError`."""
        hall = None
        try:
            if following.token:
                hall = self.access.who(following.token).hall
        except Problem:
            return False
        if following.kind != "game":
            return True
        if following.watched:
            return self.is_public(following.id)
        return hall is None or self.in_hall(following.id, hall)

    def listing(self, game: str) -> GameOpened | ListingChanged | None:
        """The record that says whether a game is public now, and its tags; none if there is no such
        game, or if that cannot be read any more. It is looked up each time: a game that another
        process makes private is so at once."""
        result = self._listed(game)
        return result[1] if result else None

    def _listed(self, game: str) -> tuple[GameOpened, GameOpened | ListingChanged] | None:
        row = self.clerk.recorder.newest_as(game, ListingChanged.__name__)
        known: object = self._opened.get(game)
        if row or not (
            isinstance(known, GameOpened) and known.public
        ):  # one made private is read as one that there is not
            known = self._first(game)
        seq, topic, state = (
            (row.originator_version, row.topic, row.state)
            if row
            else (0, ListingChanged.__name__, NO_LISTING)
        )
        try:
            changed = StoredRecord(game, seq, topic, state).body
        except DamagedRecord:
            return None
        if not isinstance(known, GameOpened):
            return None
        return known, changed if row and isinstance(changed, ListingChanged) else known

    def _first(self, id: str) -> object:
        """The first record under an id, read anew: where there is none, as long as one takes is
        spent on reading another. So who is refused cannot tell by the clock which ids exist."""
        rows = self.clerk.recorder.select_events(id, limit=1)
        topic, state = (rows[0].topic, rows[0].state) if rows else (GameOpened.__name__, NOBODYS)
        try:
            body = StoredRecord(id, FIRST, topic, state).body
        except DamagedRecord:
            return None
        return body if rows and rows[0].originator_version == FIRST else None

    def view(self, read: Callable[[Views], tuple[int, bytes] | None], seq: int) -> bytes | None:
        """A view, if the views can be reached and stand at this very record."""
        if self.views is None:
            return None
        try:
            result = read(self.views)
        except ViewsDown:
            return None
        return result[1] if result is not None and result[0] == seq else None

    def store_ok(self) -> bool:
        try:
            self.clerk.recorder.max_notification_id()
        except PersistenceError:
            return False
        return True

    def clock_back(self) -> int:
        """Seconds by which the machine's clock is behind the newest time that the service has
        known."""
        clock = self.clerk.clock
        return (
            int(clock.behind.total_seconds())
            if isinstance(clock, MonotonicClock) and clock.behind > NOTED
            else 0
        )

    def secrets_lost(self) -> int:
        """Seeds and parts of sealed dice that were encrypted with another key than this process was
        started with. Only while there were any are they counted again: none can become unreadable
        while the key stays."""
        if self._lost:
            self._lost = self.clerk.key_values.unreadable()
        return self._lost

    def write_trouble(self, seconds: float | None = None) -> str:
        """Why the store takes no writes now, in its own words; empty where it does. Where that has
        to be tried, it is waited for at most so long; after that what was found before counts."""
        return self.clerk.recorder.trouble(seconds)

    def lag(self) -> int | None:
        """Records the views are behind; none where one end cannot be asked."""
        if self.views is None:
            return None
        try:
            return max(0, (self.clerk.recorder.max_notification_id() or 0) - self.views.position())
        except (ViewsDown, PersistenceError):
            return None


_LOCAL = (
    ".local",
    ".localhost",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
)  # how names end that no public name server knows


@lru_cache(256)
def _is_reached(host: str, public_url: str) -> bool:
    return urlsplit(f"//{host}").hostname == urlsplit(public_url).hostname or is_local(host)


def is_local(host: str) -> bool:
    """Whether a host, with its port or without, is an address, a name without a dot, or one of a
    network of one's own."""
    name = urlsplit(f"//{host}").hostname or ""
    if "." not in name or name.endswith(_LOCAL):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def service() -> Service:
    app: Service = current_app.extensions[EXTENSION]
    return app


def caller() -> Caller:
    """Who sent the request being answered; the guard has let them through."""
    who: Caller = current_request().environ[CALLER]
    return who


def may_read_words() -> bool:
    """Whether who sent the request being answered may read what people wrote; pages that anybody
    may see are also for strangers."""
    who: Caller | None = current_request().environ.get(CALLER)
    return who is not None and not who.stranger


def need_organiser(what: Text) -> None:
    """Raise `role-too-low` unless the caller is an organiser or the operator; `what` is for
    them."""
    who = caller()
    if not who.at_least("organiser"):
        mine, needed = NAMES[who.role], NAMES["organiser"]
        text = Text(
            "{what} needs the role {needed}; yours is {mine}.",
            what=what,
            needed=needed,
            mine=mine,
        )
        raise Problem("role-too-low", text, role=who.role, needed="organiser")
