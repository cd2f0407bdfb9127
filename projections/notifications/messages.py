"""Messages: ids, a title's name, numbers and a link, never a word that somebody wrote; as data for programs, as sentences for
people."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from domain.rules.text import Text
from domain.rules.titles import registry
from projections.notifications.due import Due
from projections.notifications.subscriptions import Subscription


class About(Struct, frozen=True, omit_defaults=True):
    """What a message is about. `seats` are the receiver's own; of a tournament they are its entrants."""

    link: str
    game: str = ""
    tournament: str = ""
    title: str = ""
    record: int = 0
    seats: tuple[str, ...] = ()
    round: int = 0
    table: int = 0


class Message(Struct, frozen=True):
    """A message as programs get it (Standard Webhooks: type, timestamp, data)."""

    type: str
    timestamp: datetime
    data: About


def message_id(subscription: str, due: Due) -> str:
    """The id of a message: the same whenever it is made again."""
    return _id(subscription, due.game, due.about, str(due.record), str(due.place[0]), str(due.place[1]), *due.seats)


def digest_id(ids: tuple[str, ...]) -> str:
    """The id of a digest of messages."""
    return _id("digest", *ids)


def _id(*parts: str) -> str:
    return "msg_" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def message(one: Subscription, due: Due, seats: tuple[str, ...], at: datetime) -> Message:
    """The message of what is due to a subscription."""
    round, table = due.place
    where = {"tournament": due.game} if due.tournament else {"game": due.game}
    link = one.base + _page(one, due)
    return Message(
        f"greffe.{due.about}", at, About(link, title=due.title, record=due.record, seats=seats, round=round, table=table, **where)
    )


def plain(kind: str, at: datetime, link: str) -> Message:
    """A message that is about no game: a test, or the asking for a confirmation."""
    return Message(f"greffe.{kind}", at, About(link))


def _page(one: Subscription, due: Due) -> str:
    """The page that a message leads to: it lets nobody in by itself."""
    if due.tournament:
        return f"/tournaments/{due.game}" + ("/me" if one.holder.duty == "table" else "")
    if one.holder.seats and due.about != "ended":
        return f"/games/{due.game}/play"
    if due.about == "claim":
        return f"/games/{due.game}/desk"
    return f"/games/{due.game}"


def headline(said: Message) -> Text:
    """The message in a few words."""
    kind = said.type.removeprefix("greffe.")
    return _HEADLINES[kind]


def subject(said: Sequence[Message]) -> Text:
    """The headline of one message, or of several."""
    return headline(said[0]) if len(said) == 1 else Text("{count:message|messages} from Greffe", count=len(said))


def sentence(said: Message) -> Text:
    """The message in one sentence."""
    data, kind = said.data, said.type.removeprefix("greffe.")
    if kind in _PLAIN:
        return _PLAIN[kind]
    title = _title(data.title)
    if data.tournament:
        where = (
            Text("round {round}, table {table}", round=data.round, table=data.table)
            if data.table
            else Text("round {round}", round=data.round)
        )
        return Text("{what}: {title}, {where}, tournament {id}.", what=headline(said), title=title, where=where, id=data.tournament)
    return Text("{what}: {title}, game {id}.", what=headline(said), title=title, id=data.game)


def _title(id: str) -> Text:
    """A title's name; of one that is played elsewhere, or is not here any more, its id."""
    try:
        return registry.ruleset(id).about.title
    except LookupError:
        return Text(id, id)


_HEADLINES = {
    "turn": Text("It is your turn"),
    "request": Text("Somebody asks to take something back"),
    "claim": Text("A claim was filed"),
    "ruling": Text("The arbiter has ruled"),
    "pairing": Text("A round is paired"),
    "result": Text("A result waits for you"),
    "ended": Text("A game is over"),
    "test": Text("A test from Greffe"),
    "confirm": Text("Do you want messages from Greffe?"),
}

_PLAIN = {
    "test": Text("This is a test: messages from Greffe reach you here."),
    "confirm": Text("Somebody asked Greffe to send messages about games to this address. Nothing is sent until you confirm it."),
}
