"""The registry of record types by topic, version and kind of stream, and their common base.

Each package registers its record types on import; this module knows none of them. The tag of a
type gives its topic and version: `ResultTaken`, then `ResultTaken@2`. Stored bytes are never
rewritten. Bytes of an older version are read by upcasters, pure functions from the decoded form of
one version to the next.
"""

import os
from binascii import b2a_base64
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, Union

import msgspec
from msgspec import Struct

FIRST = 1
"""The seq of a stream's first record."""


TRIAL = "trial"
"""The actor of trials, the games that visitors without a key open. Links to a trial expire after a
day, and it is never public."""


def new_salt() -> str:
    """16 random bytes as base64."""
    return b2a_base64(os.urandom(16), newline=False).decode()


class Record(
    Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag_field="type", tag=str
):
    """Base of all records: the time by the service's clock (`at`), the actor who wrote it, and the
    idempotency key.

    `request` is a digest of the request, by which a repeated request differs from a reused key.
    `client_at` is the time by the sending device's clock. `clock` is set only if the service's
    clock had been set back: it is the time that clock showed, while `at` continues from the record
    before.
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


class TopicEntry(NamedTuple):
    """An entry of the catalogue of records: a topic, with the newest version and type of its
    records. `kind`: the kind of stream that has them. `since`: the first version of Greffe that
    wrote this version. `writes`: who writes them, in words; `reads`: who may read them, in addition
    to the operator."""

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
        self._entries: dict[str, TopicEntry] = {}
        self.topics: dict[type[Record], str] = {}
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        self.upcasters: dict[tuple[str, int], Upcast] = {}
        """By topic and the version that the upcaster reads."""
        self.readers: dict[type[Record], str] = {}
        """By record type: a phrase for its readers, from its row (`domain/kernel/kinds.py`)."""

    def record(self, kind: str, since: str, writes: str) -> Callable[[type[R]], type[R]]:
        """A decorator for the newest type of a topic; the parameters are those of `TopicEntry`. It
        raises `ValueError` if the topic has a type already."""

        def register(newest: type[R]) -> type[R]:
            topic, version = version_of(str(newest.__struct_config__.tag))
            if topic in self._entries:
                raise ValueError(
                    f"two types of records for {topic}: {self._entries[topic].type!r} and {newest!r}"
                )
            self._entries[topic] = TopicEntry(kind, topic, version, newest, since, writes)
            self.topics[newest] = topic
            self._decoders.pop(kind, None)
            return newest

        return register

    def __iter__(self) -> Iterator[TopicEntry]:
        """The catalogue: all topics in order of registration."""
        for entry in self._entries.values():
            yield entry._replace(reads=self.readers.get(entry.type, ""))

    def upcasts(self, topic: str, version: int) -> Callable[[Upcast], Upcast]:
        """A decorator for the function that converts this version of a topic's decoded form to the
        next."""

        def register(upcast: Upcast) -> Upcast:
            if (topic, version) in self.upcasters:
                raise ValueError(f"two upcasters for version {version} of {topic}")
            self.upcasters[topic, version] = upcast
            return upcast

        return register

    def kind_of(self, topic: str) -> str:
        """The kind of stream a topic belongs to; empty if the topic is unknown."""
        entry = self._entries.get(topic)
        return "" if entry is None else entry.kind

    def types_of(self, kind: str) -> tuple[type[Record], ...]:
        """The record types of a kind of stream, in order of registration."""
        return tuple(entry.type for entry in self if entry.kind == kind)

    def topics_of(self, kind: str) -> frozenset[str]:
        return frozenset(entry.topic for entry in self if entry.kind == kind)

    def newest_version(self, topic: str) -> int:
        return self._entries[topic].version

    def decoder(self, topic: str) -> msgspec.json.Decoder[Any]:
        """A decoder for the newest versions of all records of the topic's kind of stream."""
        kind = self._entries[topic].kind
        decoder = self._decoders.get(kind)
        if decoder is None:
            decoder = self._decoders[kind] = msgspec.json.Decoder(Union[self.types_of(kind)])  # noqa: UP007  they are known at run time
        return decoder


def version_of(tag: str) -> tuple[str, int]:
    """Split a tag into topic and version. Raises `ValueError` if the version is not a number."""
    topic, at, version = tag.partition("@")
    return topic, int(version) if at else 1


REGISTRY = Registry()
