"""The messages of notifications. They contain ids, a title's name, numbers and a link, but never
text that somebody wrote. Each exists as data for programs and as sentences for people. The reasons
of failed deliveries are here, too: the store has the English sentence, which is translated for
readers of other languages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct

from domain.kernel.sentences import Sentences
from domain.kernel.text import Text
from domain.titles import registry
from projections.messages.subscriptions import DueEvent, Subscription


class About(Struct, frozen=True, omit_defaults=True):
    """What a message is about. `seats`: the receiver's own seats, in a tournament the entrants they
    speak for. `record`: a seq. `clock`: the seat whose time is over. Empty or 0: not about that."""

    link: str
    game: str = ""
    tournament: str = ""
    title: str = ""
    record: int = 0
    seats: tuple[str, ...] = ()
    round: int = 0
    table: int = 0
    clock: str = ""


class Message(Struct, frozen=True):
    """A message for programs, as Standard Webhooks define it."""

    type: str
    timestamp: datetime
    data: About


CLOUD_EVENT = "application/cloudevents+json"


class CloudMessage(Struct, frozen=True, omit_defaults=True):
    """A message as a CloudEvent 1.0. `source`: the service's address; `subject`: the id of the game
    or tournament."""

    specversion: Literal["1.0"]
    id: str
    source: str
    type: str
    time: datetime
    datacontenttype: Literal["application/json"]
    data: About
    subject: str = ""

    @classmethod
    def of(cls, subscription: Subscription, id: str, note: Message) -> CloudMessage:
        about = note.data
        return cls(
            specversion="1.0",
            id=id,
            source=subscription.base,
            type=note.type,
            time=note.timestamp,
            datacontenttype="application/json",
            data=about,
            subject=about.game or about.tournament,
        )


def message_id(subscription: str, due: DueEvent) -> str:
    """The id of the message about an event to a subscription. It is the same whenever it is
    computed, so the message is queued only once."""
    whose = (f"clock {due.clock}",) if due.clock else due.seats
    return _id(
        subscription,
        due.game,
        due.about,
        str(due.record),
        str(due.place[0]),
        str(due.place[1]),
        *whose,
    )


def daily_message_id(ids: tuple[str, ...]) -> str:
    """The id of the message that tells several messages together, once a day."""
    return _id("digest", *ids)


def _id(*parts: str) -> str:
    return "msg_" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def message(
    subscription: Subscription, due: DueEvent, seats: tuple[str, ...], moment: datetime
) -> Message:
    """The message about an event to a subscription. `seats`: the receiver's seats that it concerns;
    `moment`: its time."""
    round, table = due.place
    where = {"tournament": due.game} if due.tournament else {"game": due.game}
    link = subscription.base + _page_path(subscription, due)
    record = (
        0 if due.tournament and due.about in IN_GAMES else due.record
    )  # that is a record of the game, which is not named
    data = About(
        link,
        title=due.title,
        record=record,
        seats=seats,
        round=round,
        table=table,
        clock=due.clock,
        **where,
    )
    return Message(f"greffe.{due.about}", moment, data)


def message_without_game(kind: str, moment: datetime, link: str) -> Message:
    """A message that is not about a game: a test, or a request for confirmation, with its
    `link`."""
    return Message(f"greffe.{kind}", moment, About(link))


IN_GAMES = ("claim", "time")
"""The kinds of events in a tournament's games that subscribers of the tournament are told."""


def _page_path(subscription: Subscription, due: DueEvent) -> str:
    """The path of the page that a message links to. The path itself gives no access."""
    duty = subscription.holder.duty
    if due.tournament:
        page = "/me" if duty == "table" else f"/rounds/{due.place[0]}"
        return f"/tournaments/{due.game}" + (
            "/hall" if due.about in IN_GAMES and duty in ("", "director") else page
        )
    if subscription.holder.seats and due.about != "ended":
        return f"/games/{due.game}/play"
    if due.about in ("claim", "request", "time"):
        return f"/games/{due.game}/desk" + ("#clocks" if due.clock else "")
    return f"/games/{due.game}"


def headline(note: Message) -> Text:
    kind = note.type.removeprefix("greffe.")
    return _OWN_TIME if kind == "time" and note.data.clock in note.data.seats else _HEADLINES[kind]


def subject(messages: Sequence[Message]) -> Text:
    """The subject line of an e-mail: the headline of its only message with the title's name, or the
    number of messages."""
    if len(messages) != 1:
        return Text("{count:message|messages} from Greffe", count=len(messages))
    what, title = headline(messages[0]), messages[0].data.title
    return Text("{what} · {title}", what=what, title=_title(title)) if title else what


def sentence(note: Message) -> Text:
    """A message as a sentence: what happened, in which game or at which table, and what its
    receiver can do."""
    data, kind = note.data, note.type.removeprefix("greffe.")
    if kind in _PLAIN:
        return _PLAIN[kind]
    where = Text("game {id}", id=data.game)
    if data.table:
        where = Text(
            "round {round}, table {table}, tournament {id}",
            round=data.round,
            table=data.table,
            id=data.tournament,
        )
    elif data.tournament:
        where = Text("round {round}, tournament {id}", round=data.round, id=data.tournament)
    what, then = headline(note), _what_to_do(note)
    if not data.title:
        return Text("{what} · {where}. {then}", what=what, where=where, then=then)
    return Text(
        "{what} · {title}, {where}. {then}",
        what=what,
        title=_title(data.title),
        where=where,
        then=then,
    )


def _what_to_do(note: Message) -> Text:
    data, kind = note.data, note.type.removeprefix("greffe.")
    for_seats, for_officials = _WHAT_TO_DO[kind]
    if kind in IN_GAMES and data.tournament:
        return _AT_TABLE if data.seats else _IN_HALL
    if kind == "time" and data.clock in data.seats:
        return _OWN_CLOCK
    return for_seats if data.seats else for_officials


def _title(id: str) -> Text:
    """The name of a title, or its id if this service does not have the title."""
    try:
        return registry.ruleset(id).about.title
    except LookupError:
        return Text(id, id)


_HEADLINES = Sentences("""
turn = It is your turn
request = Somebody asks to take something back
claim = A claim was filed
time = A player's time is over
ruling = The arbiter has ruled
pairing = A round is paired
result = A result waits for you
ended = A game is over
test = A test from Greffe
confirm = Do you want messages from Greffe?
""")

_OWN_TIME = Text("Your time is over")

_AT_TABLE = Text("What it costs is for the arbiter to decide.")
_IN_HALL = Text("Open the link to the hall to go to the table.")
_OWN_CLOCK = Text(
    "Nothing is lost by itself: what it costs is for the arbiter, or for what the table agreed."
)

_WHAT_TO_DO: dict[str, tuple[Text, Text]] = {
    "turn": (Text("Open the link to play."),) * 2,
    "request": (
        Text("Open the link to agree or to refuse."),
        Text("Open the link to the desk to agree or to refuse."),
    ),
    "claim": (Text("Open the link to the desk to rule on it."),) * 2,
    "time": (
        Text("Open the link to play on, or to call the arbiter."),
        Text("Open the link to the desk to decide what it costs."),
    ),
    "ruling": (Text("Open the link to read the ruling."),) * 2,
    "pairing": (Text("Open the link to see your table."), Text("Open the link to see the tables.")),
    "result": (
        Text("Open the link to confirm what was reported, or to report something else."),
        Text("The reports differ: open the link to enter the result."),
    ),
    "ended": (Text("Open the link to see how it ended."),) * 2,
}
"""What the receiver can do, by kind of message: a seat's player, and an official."""

_PLAIN = {
    "test": Text("This is a test: messages from Greffe reach you here."),
    "confirm": Text(
        "Somebody asked Greffe to send messages about games to this address. Nothing is sent "
        "until you confirm it."
    ),
}

_REASONS = {
    "it answers {status}": Text("it answers {status}"),
    "it answers {status} and sends us elsewhere, which is not followed": Text(
        "it answers {status} and sends us elsewhere, which is not followed"
    ),
    "it wants nothing more": Text("it wants nothing more"),
    "its address has to begin with https": Text("its address has to begin with https"),
    "its address is in a private network, or is none that may be asked": Text(
        "its address is in a private network, or is none that may be asked"
    ),
    "not reached": Text("not reached"),
    "its keys are none": Text("its keys are none"),
    "its certificate does not hold": Text("its certificate does not hold"),
    "it does not answer ({kind})": Text("it does not answer ({kind})"),
    "no mail server is set": Text("no mail server is set"),
    "the mail server offers no encryption, and a password is not sent without": Text(
        "the mail server offers no encryption, and a password is not sent without"
    ),
    "the mail server refuses this address ({status})": Text(
        "the mail server refuses this address ({status})"
    ),
    "the mail server refuses this message ({status})": Text(
        "the mail server refuses this message ({status})"
    ),
    "the mail server refuses our login ({status})": Text(
        "the mail server refuses our login ({status})"
    ),
    "the mail server takes no login as we can give it": Text(
        "the mail server takes no login as we can give it"
    ),
    "the mail server's certificate does not hold, or it breaks off the encryption": Text(
        "the mail server's certificate does not hold, or it breaks off the encryption"
    ),
    "the mail server does not take it now ({status})": Text(
        "the mail server does not take it now ({status})"
    ),
    "the mail server does not take it ({status})": Text(
        "the mail server does not take it ({status})"
    ),
    "the mail server does not answer ({kind})": Text("the mail server does not answer ({kind})"),
    "a fault of Greffe's own": Text("a fault of Greffe's own"),
    "its key or link holds no more": Text("its key or link holds no more"),
    "it may not be seen any more": Text("it may not be seen any more"),
    "passed": Text("passed"),
    "its receiver does not want it any more": Text("its receiver does not want it any more"),
    "the game cannot be read": Text("the game cannot be read"),
}
"""Every reason that may be stored, by its English text with placeholders."""


def failure_reason(text_given: str) -> Text:
    """The stored English reason of a failed delivery, with its translations. A reason that is not
    known is left as it is."""
    for template, text in _REASONS.items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template))
        if match := re.fullmatch(pattern, text_given):
            return text.filled(match.groupdict()) if match.groupdict() else text
    return Text(text_given, text_given)
