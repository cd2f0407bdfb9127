"""What every record says, and the registry: which types there are, by topic and version, and of
what kind of stream each is.

Subjects register their records when they are imported; nothing here knows what they are. A type
says in its tag which topic and version it is: `ResultTaken`, and from the second version on
`ResultTaken@2`. Stored bytes are never rewritten: those of an older version are read by its
upcasters, each a pure function from the decoded form of one version to that of the next.
"""

import os
from binascii import b2a_base64
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, Union

import msgspec
from msgspec import Struct

FIRST = 1
"""The seq of the opening record."""


TRIAL = "trial"
"""The actor of what somebody without a key opens to try it: links to it hold for a day, and it is
never public."""


def new_salt() -> str:
    """16 random bytes, in base64."""
    return b2a_base64(os.urandom(16), newline=False).decode()


class Record(
    Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag_field="type", tag=str
):
    """What every record says: when by the service's clock, who entered it, and the write's
    idempotency key.

    `request` is a digest of what was asked, to tell a retry from a key used twice; `client_at` is
    the entering device's clock. `clock` is there only where the service's clock had been set back:
    it said this, and `at` goes on from the record before.
    """

    at: datetime
    salt: str = msgspec.field(default_factory=new_salt)
    actor: str = ""
    key: str = ""
    request: str = ""
    client_at: datetime | None = None
    clock: datetime | None = None


R = TypeVar("R", bound=Record)
Upcast = Callable[[dict[str, Any]], dict[str, Any]]


class Event(NamedTuple):
    """What the catalogue says of a topic in its newest version: the `kind` of stream it is in,
    `since` which version of Greffe it is written like this, who `writes` and who `reads` it beside
    the operator."""

    kind: str
    topic: str
    version: int
    type: type[Record]
    since: str
    writes: str
    reads: str = ""

    @property
    def meaning(self) -> str:
        return " ".join((self.type.__doc__ or "").split())

    def schema(self) -> dict[str, Any]:
        return msgspec.json.schema(self.type)


class Registry:
    def __init__(self) -> None:
        self._events: dict[str, Event] = {}
        self.topics: dict[type[Record], str] = {}
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        self.upcasters: dict[tuple[str, int], Upcast] = {}
        """By topic, and the version that each reads."""
        self.readers: dict[type[Record], str] = {}
        """Who reads the records of a type, in words: from its row (`domain/kernel/kinds.py`)."""

    def record(self, kind: str, since: str, writes: str) -> Callable[[type[R]], type[R]]:
        """The type is what the records of its topic are in their newest version (`Event`). Raises
        `ValueError` for a topic that has a type already."""

        def register(newest: type[R]) -> type[R]:
            topic, version = version_of(str(newest.__struct_config__.tag))
            if topic in self._events:
                raise ValueError(
                    f"two types of records for {topic}: {self._events[topic].type!r} and {newest!r}"
                )
            self._events[topic] = Event(kind, topic, version, newest, since, writes)
            self.topics[newest] = topic
            self._decoders.pop(kind, None)
            return newest

        return register

    def __iter__(self) -> Iterator[Event]:
        """The catalogue: every topic, in the order in which they were registered."""
        for event in self._events.values():
            yield event._replace(reads=self.readers.get(event.type, ""))

    def upcasts(self, topic: str, version: int) -> Callable[[Upcast], Upcast]:
        """The function reads what is stored as this version, and makes of its decoded form that of
        the next."""

        def register(upcast: Upcast) -> Upcast:
            if (topic, version) in self.upcasters:
                raise ValueError(f"two upcasters for version {version} of {topic}")
            self.upcasters[topic, version] = upcast
            return upcast

        return register

    def kind_of(self, topic: str) -> str:
        """The kind of stream that a topic belongs to; empty for one that this program does not
        know."""
        event = self._events.get(topic)
        return "" if event is None else event.kind

    def types_of(self, kind: str) -> tuple[type[Record], ...]:
        """The types of a kind of stream, in the order in which they were registered."""
        return tuple(event.type for event in self if event.kind == kind)

    def topics_of(self, kind: str) -> frozenset[str]:
        return frozenset(event.topic for event in self if event.kind == kind)

    def newest(self, topic: str) -> int:
        return self._events[topic].version

    def decoder(self, topic: str) -> msgspec.json.Decoder[Any]:
        """What decodes the newest versions of all records of the topic's kind."""
        kind = self._events[topic].kind
        decoder = self._decoders.get(kind)
        if decoder is None:
            decoder = self._decoders[kind] = msgspec.json.Decoder(Union[self.types_of(kind)])  # noqa: UP007  they are known at run time
        return decoder


def version_of(tag: str) -> tuple[str, int]:
    """The topic and the version that a tag says; raises `ValueError` for none."""
    topic, at, version = tag.partition("@")
    return topic, int(version) if at else 1


REGISTRY = Registry()
