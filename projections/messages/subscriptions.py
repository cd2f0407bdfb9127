"""Subscriptions: who wants to be told of what, in which way, and at which hours; the events that a
game's records cause, for whom and when; and the messages sent. `SubscriptionStore` is the interface
of the store.

Addresses and secrets are personal: the store seals them, and deletes them with the subscription.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, Protocol, get_args
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct

from domain.game.aggregate.clocks import MILLISECOND, clocks_of, milliseconds_left
from domain.game.aggregate.game import Game
from domain.kernel.key_values import KeyValueStore
from domain.kernel.kinds import Notice, notices_of
from domain.kernel.registry import Record
from domain.kernel.stored import RecordStore
from domain.kernel.text import Text
from projections.steering import Source, parked_records

About = Literal["turn", "request", "claim", "time", "ruling", "pairing", "result", "ended"]
Form = Literal["plain", "cloudevents"]
Way = Literal["webhook", "mail", "ntfy", "discord", "slack", "push"]
SubscriptionState = Literal["unconfirmed", "active", "parked", "ended"]
DeliveryState = Literal["waiting", "delivered", "dropped", "parked"]

ABOUT: tuple[About, ...] = get_args(About)
PERSONAL: frozenset[Way] = frozenset({"mail", "ntfy", "push"})
"""The ways that reach a person, who gets one message of an event even with several subscriptions.
The others reach a program or a room."""

Minute = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class Holder(Struct, frozen=True, omit_defaults=True):
    """The key or link that somebody subscribed with. `game`: the link's game or tournament.
    `seats`: the link's seats; of a table's link, the entrants that it speaks for. `owner` and
    `tag`: of a hall's link. `duty`: of a tournament's link."""

    id: str
    role: str
    game: str = ""
    seats: tuple[str, ...] = ()
    owner: str = ""
    tag: str = ""
    duty: str = ""


class Quiet(Struct, frozen=True):
    """Hours in which nothing is sent: from `start` to `end`, times of day in a time zone (IANA
    name)."""

    start: Minute
    end: Minute
    zone: Annotated[str, Meta(max_length=64)] = "UTC"


class Digest(Struct, frozen=True):
    """A subscription's messages are sent together once a day, `at` a time of day in a time zone
    (IANA name)."""

    at: Minute
    zone: Annotated[str, Meta(max_length=64)] = "UTC"


class Subscription(Struct, frozen=True, omit_defaults=True):
    """A subscription to messages about events.

    - `to`: an address, as its `way` needs it. `game`: one game or tournament; empty for everything
      that the holder's key or hall covers.
    - `after`: the log's newest notification when it was made; only later events are told.
    - `secret` signs webhooks; so does the old one, `before`, until `before_until`. `rotated`: the
      request that last changed the secret.
    - `token`: an access token for ntfy, or a browser's push keys. `base`: the start of links in
      messages. `form`: what a webhook receives.
    """

    id: str
    holder: Holder
    way: Way
    to: str
    after: int
    at: datetime
    game: str = ""
    tournament: bool = False
    about: tuple[About, ...] = ABOUT
    language: str = "en"
    base: str = ""
    secret: str = ""
    before: str = ""
    before_until: datetime | None = None
    rotated: str = ""
    token: str = ""
    quiet: Quiet | None = None
    digest: Digest | None = None
    muted: bool = False
    form: Form = "plain"


class SubscriptionAt(Struct, frozen=True):
    """A subscription and its state: the number of `failures` in a row, the reason of the last one
    (`said`), and the time `before` which nothing is tried (None: now)."""

    subscription: Subscription
    state: SubscriptionState
    failures: int = 0
    said: str = ""
    before: datetime | None = None


class Delivery(Struct, frozen=True):
    """A message to one receiver. `id` stays the same however often it is sent. `about`: one of
    `ABOUT`, or `test` or `confirm`. `due`: when a future message is sent. `place`: the key of a
    future message, a game or "<game> <seat>" for clocks; a subscription has only one at each
    place."""

    number: int
    id: str
    subscription: str
    game: str
    about: str
    record: int
    body: bytes
    state: DeliveryState = "waiting"
    attempts: int = 0
    made: datetime | None = None
    tried: datetime | None = None
    said: str = ""
    due: datetime | None = None
    place: str = ""


class Counts(Struct, frozen=True):
    """The number of deliveries in each state."""

    waiting: int = 0
    delivered: int = 0
    dropped: int = 0
    parked: int = 0


class SubscriptionStore(Protocol):
    """The store of subscriptions, as the API needs it. Methods raise `PersistenceError` if it does
    not answer."""

    def add(self, subscription: Subscription, *, confirmed: bool) -> None:
        """Store a new subscription. Does nothing if its id exists. `confirmed`: its address need
        not be confirmed first."""

    def change(self, subscription: Subscription) -> None:
        """Replace the subscription with this id, if it exists. The earliest times at which its
        waiting messages may be sent are computed again."""

    def confirm(self, id: str) -> bool:
        """Mark a subscription's address as confirmed. Returns False if the subscription does not
        exist."""

    def resume(self, id: str) -> None:
        """Send the waiting and parked messages of a subscription again from now on, with no
        failures counted."""

    def remove(self, id: str) -> bool:
        """Delete a subscription and all its messages. Returns whether it existed."""

    def find(self, id: str) -> SubscriptionAt | None:
        """The subscription with this id, or None."""

    def all(self) -> tuple[SubscriptionAt, ...]:
        """All subscriptions, oldest first. Those sealed with another key are left out, since their
        addresses cannot be read."""

    def put(self, subscription: str, id: str, about: str, body: bytes, moment: datetime) -> None:
        """Queue a message that no record causes: a test, or a request for confirmation. `id`: the
        message's id."""

    def deliveries(self, subscription: str, after: int, limit: int) -> tuple[Delivery, ...]:
        """At most `limit` deliveries to a subscription, newest first, with numbers below `after`
        (0: from the newest). Future messages are left out."""

    def counts(self, subscription: str = "") -> Counts:
        """The number of deliveries in each state, of one subscription ("": of all)."""

    def position(self) -> int:
        """The notification id up to which the log was followed."""


def source(store: SubscriptionStore, recorder: RecordStore, key_values: KeyValueStore) -> Source:
    """The state of the messages' follower, for the operator. Records before the oldest subscription
    need not be followed; without subscriptions the position is the end of the log."""

    def position() -> int:
        head = recorder.max_notification_id() or 0
        return max(
            store.position(), min((each.subscription.after for each in store.all()), default=head)
        )

    return Source(position, parked=lambda: parked_records(key_values, "messages"))


# -- the spelling of addresses; whether anybody can be reached there is not checked here -----------

LONGEST = 500
"""The most characters of an address."""

_MAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9-]{2,63}"
)
_TOPIC = re.compile(r"/(?:[A-Za-z0-9_.~-]+/)*[A-Za-z0-9_-]{1,64}")


def is_mail_address(raw: str) -> bool:
    """Whether a text is an e-mail address as HTML forms accept it. Such an address cannot add
    header lines."""
    return len(raw) <= 254 and _MAIL.fullmatch(raw) is not None


def address_fault(way: Way, to: str, *, plain: bool) -> Text | None:
    """What is wrong with an address for this way of sending, or None. `plain`: whether http:// is
    allowed, which the operator may permit for private networks."""
    if way == "mail":
        return (
            None
            if is_mail_address(to)
            else Text("This is no e-mail address such as ada@club.example.")
        )
    if len(to) > LONGEST or re.search(r"[^!-~]", to):
        return Text(
            "An address has at most {longest} letters, digits and signs, and no spaces.",
            longest=LONGEST,
        )
    try:
        parts = urlsplit(to)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc or parts.fragment:
        return Text(
            "The address has to be one such as https://club.example/greffe, without a name or "
            "password in it."
        )
    if parts.scheme == "http" and not plain:
        return Text("The address has to begin with https.")
    if way == "ntfy" and (_TOPIC.fullmatch(parts.path) is None or parts.query):
        return Text("The address of a topic of ntfy is one such as https://ntfy.sh/our-table.")
    return None


class DueEvent(Struct, frozen=True):
    """An event of a game or tournament, caused by its record `record`, and who may be told.

    - `seats`: the seats it concerns; in a tournament, entrants' numbers as text. `officials`:
      whether it concerns arbiters, directors and the owner. `actor`: who caused it, and is not
      told.
    - `tournament`: whether `game` is a tournament; `place` is then its round and table. `clock`:
      the seat whose time is over.
    """

    about: About
    game: str
    title: str
    record: int
    actor: str
    seats: tuple[str, ...] = ()
    officials: bool = False
    tournament: bool = False
    place: tuple[int, int] = (0, 0)
    clock: str = ""

    @classmethod
    def of(cls, notice: Notice, now: Any, body: Record, *, tournament: bool = False) -> "DueEvent":
        """The event of a `notice` that the newest record (`body`) of a game or tournament (`now`)
        makes."""
        whose = now.id, now.opened.ruleset, now.seq, body.actor, notice.to, notice.officials
        return cls(notice.about, *whose, tournament=tournament, place=notice.place)


def events_of_game(before: Game | None, now: Game) -> Iterator[DueEvent]:
    """The events that a game's last record causes. `before`: the game before that record (None: it
    is the first)."""
    body = now.history.record(now.seq).body
    acted = before.to_act if before is not None else ()
    if begun := tuple(
        seat for seat in now.to_act if seat not in acted and seat in now.player_seats
    ):
        yield DueEvent.of(Notice("turn", begun), now, body)
    for notice in notices_of(now, body):
        yield DueEvent.of(notice, now, body)
    if now.status != "open" and (before is None or before.status == "open"):
        yield DueEvent.of(Notice("ended", now.player_seats, officials=True), now, body)


def deadlines(now: Game) -> Iterator[tuple[DueEvent, datetime]]:
    """For each running clock that has time left: the event that its time is over, and when that
    will be if nothing is recorded before."""
    clocks = clocks_of(now)
    if clocks is None or now.status != "open":
        return
    for seat in clocks.runs:
        if clocks.left[seat] >= 0:
            deadline = DueEvent(
                "time",
                now.id,
                now.opened.ruleset,
                now.seq,
                "",
                now.player_seats,
                officials=True,
                clock=seat,
            )
            yield deadline, clocks.at + (clocks.left[seat] + 1) * MILLISECOND


def is_time_over(now: Game, seat: str, moment: datetime) -> bool:
    """Whether a seat's time is over at a moment, in a game that is still played. With a time for
    each turn, only while the seat is to act."""
    clocks, control = clocks_of(now), now.opened.time_control
    if (
        clocks is None
        or control is None
        or now.status != "open"
        or (control.kind == "per-move" and seat not in now.to_act)
    ):
        return False
    return milliseconds_left(clocks, moment)[seat] < 0


# -- when a message may go: after a turn's quiet, outside quiet hours, with the day's digest -------

QUIET = timedelta(seconds=30)
"""How long nothing must be recorded in a game before a seat is told of its turn, since people at
one table need no message."""

LONGEST_PAUSE = timedelta(minutes=5)
"""The longest time by which other players' records can delay that message."""


def turn_notice_time(since: datetime, last: datetime) -> datetime:
    """When to tell a seat of a turn that began at `since`. `last`: the time of the game's last
    record."""
    return min(last + QUIET, since + LONGEST_PAUSE)


def time_zone(name: str) -> ZoneInfo | None:
    """The time zone with this IANA name, or None."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def earliest_sending(subscription: Subscription, now: datetime, since: datetime) -> datetime:
    """The earliest time at which a message made at `since` may be sent: `now`, the end of the quiet
    hours, or the next digest."""
    earliest = now
    if subscription.digest is not None:
        earliest = max(
            earliest, _next_time_of_day(since, subscription.digest.at, subscription.digest.zone)
        )
    if subscription.quiet is not None and subscription.quiet.start != subscription.quiet.end:
        end = _next_time_of_day(earliest, subscription.quiet.end, subscription.quiet.zone)
        begun = _next_time_of_day(earliest, subscription.quiet.start, subscription.quiet.zone)
        if end < begun:  # the next thing to come is the end: it is quiet now
            earliest = end
    return earliest


def _next_time_of_day(after: datetime, clock: str, name: str) -> datetime:
    """The first moment after `after` at which the time of day in a zone (`name`) is `clock`
    (hh:mm)."""
    local = after.astimezone(time_zone(name) or ZoneInfo("UTC"))
    hour, minute = map(int, clock.split(":"))
    next_at = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if next_at <= local:
        next_at = (next_at + timedelta(days=1)).replace(hour=hour, minute=minute)
    return next_at.astimezone(after.tzinfo)
