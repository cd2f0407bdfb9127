"""Subscriptions: who wants to be told of what, where, and when not; and what was sent to them.
`SubscriptionStore` is the port of the store.

An address and a secret are about persons: the store seals them, and deletes them with the
subscription.
"""

import re
from datetime import datetime
from typing import Annotated, Literal, Protocol, get_args
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from domain.kernel.key_values import KeyValueStore
from domain.kernel.rows import RecordStore
from domain.kernel.text import Text
from projections.steering import Source, parked

About = Literal["turn", "request", "claim", "time", "ruling", "pairing", "result", "ended"]
Form = Literal["plain", "cloudevents"]
Way = Literal["webhook", "mail", "ntfy", "discord", "slack", "push"]
SubscriptionState = Literal["unconfirmed", "active", "parked", "ended"]
DeliveryState = Literal["waiting", "delivered", "dropped", "parked"]

ABOUT: tuple[About, ...] = get_args(About)
PERSONAL: frozenset[Way] = frozenset({"mail", "ntfy", "push"})
"""Ways that end at one person: of several, one message goes out. The others end at a program or a
room."""

Minute = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]


class Holder(Struct, frozen=True, omit_defaults=True):
    """The key or link that somebody subscribed with. `game` is that of a link, or its tournament;
    `seats` are those of the game, or the entrants that a table's link speaks for; `owner` and `tag`
    are those of a link to a hall."""

    id: str
    role: str
    game: str = ""
    seats: tuple[str, ...] = ()
    owner: str = ""
    tag: str = ""
    duty: str = ""


class Quiet(Struct, frozen=True):
    """Hours in which nothing is sent, from one time of the day to another, in a time zone by its
    IANA name."""

    start: Minute
    end: Minute
    zone: Annotated[str, Meta(max_length=64)] = "UTC"


class Digest(Struct, frozen=True):
    """Everything of a day in one message, at a time of the day in a time zone."""

    at: Minute
    zone: Annotated[str, Meta(max_length=64)] = "UTC"


class Subscription(Struct, frozen=True, omit_defaults=True):
    """What somebody wants to be told: `to` is an address of the way's kind; `game` is one game or
    tournament, or empty for all that the holder's key or hall covers; `after` the newest
    notification of the log when it was made: nothing from before is told. `secret` signs webhooks,
    and the one `before` beside it until `before_until`; `rotated` is the request that changed it.
    `token` is what ntfy is shown, or a browser's push keys. `base` is where its links begin, `form`
    what a webhook gets."""

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
    """A subscription as it stands. `failures` in a row, the last of which says `said`; nothing is
    tried `before` a time."""

    subscription: Subscription
    state: SubscriptionState
    failures: int = 0
    said: str = ""
    before: datetime | None = None


class Delivery(Struct, frozen=True):
    """One message to one receiver. `id` is the same however often it is sent; `about` is one of
    `ABOUT`, or `test` or `confirm`. What is still to come is told when it is `due`: there is one at
    a `place`, a game, or of a clock a game and a seat."""

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
    """How many deliveries stand how."""

    waiting: int = 0
    delivered: int = 0
    dropped: int = 0
    parked: int = 0


class SubscriptionStore(Protocol):
    """The store, as the API needs it. Every method raises the library's `PersistenceError` where it
    does not answer."""

    def add(self, subscription: Subscription, *, confirmed: bool) -> None:
        """Store a new subscription, unless there is one with its id."""

    def change(self, subscription: Subscription) -> None:
        """Put a subscription in the place of the one with its id, if that is there; when its
        messages may go is looked at anew."""

    def confirm(self, id: str) -> bool:
        """Let what was unconfirmed be active; whether there is such a subscription."""

    def resume(self, id: str) -> None:
        """Try a subscription that waits or was parked again, from now on."""

    def remove(self, id: str) -> bool:
        """Forget a subscription with all that was to be sent to it; whether it was there."""

    def find(self, id: str) -> SubscriptionAt | None:
        """A subscription by its id."""

    def all(self) -> tuple[SubscriptionAt, ...]:
        """Every subscription, the oldest first. One that was sealed with another key is passed
        over: nobody knows its address."""

    def put(self, subscription: str, id: str, about: str, body: bytes, at: datetime) -> None:
        """Queue a message that no record calls for: a test, or the asking for a confirmation."""

    def deliveries(self, subscription: str, after: int, limit: int) -> tuple[Delivery, ...]:
        """What was to be sent to a subscription, the newest first: below the number `after`, unless
        that is 0."""

    def counts(self, subscription: str = "") -> Counts:
        """How many deliveries of one subscription, or of all, stand how."""

    def position(self) -> int:
        """The notification up to which the record was followed for the subscriptions that there
        were."""


def source(store: SubscriptionStore, recorder: RecordStore, key_values: KeyValueStore) -> Source:
    """How far the messages are, for their operator. Who began later is told nothing from before;
    where nobody subscribed, there is nothing to follow."""

    def position() -> int:
        head = recorder.max_notification_id() or 0
        return max(
            store.position(), min((at.subscription.after for at in store.all()), default=head)
        )

    return Source(position, parked=lambda: parked(key_values, "messages"))


# -- the spelling of addresses; whether anybody can be reached there is not checked here
# ---------------------------------

LONGEST = 500
"""Letters of an address."""

_MAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9-]{2,63}"
)
_TOPIC = re.compile(r"/(?:[A-Za-z0-9_.~-]+/)*[A-Za-z0-9_-]{1,64}")


def is_mail_address(raw: str) -> bool:
    """Whether this is an e-mail address as HTML forms take them, which no header can be broken
    with."""
    return len(raw) <= 254 and _MAIL.fullmatch(raw) is not None


def fault(way: Way, to: str, *, plain: bool) -> Text | None:
    """What is wrong with an address of a way; none if nothing is. `plain` ones, without TLS, are
    for networks of the operator."""
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
