"""The registry of records: which types there are, by topic and version, and of what kind of stream each is.

Subjects register their records when they are imported; nothing here knows what they are. A type says in its tag which topic and
version it is: `ResultTaken`, and from the second version on `ResultTaken@2`. Stored bytes are never rewritten: those of an older
version are read by its upcasters, each a pure function from the decoded form of one version to that of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Union

import msgspec

from domain.kernel.record import Record

Upcast = Callable[[dict[str, Any]], dict[str, Any]]


class Registry:
    """The types of records that this program knows."""

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._types: dict[str, type[Record]] = {}
        self.topics: dict[type[Record], str] = {}
        """The topic of each type."""
        self._versions: dict[str, int] = {}
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {}
        self.upcasters: dict[tuple[str, int], Upcast] = {}
        """By topic, and the version that each reads."""

    def register(self, kind: str, types: Iterable[type[Record]]) -> frozenset[str]:
        """Register the records of a kind of stream, each topic with its newest type; their topics. Raises `ValueError` for a topic
        that has a type already."""
        topics = []
        for one in types:
            topic, version = version_of(str(one.__struct_config__.tag))
            if topic in self._types:
                raise ValueError(f"two types of records for {topic}: {self._types[topic]!r} and {one!r}")
            self._kinds[topic], self._types[topic], self._versions[topic] = kind, one, version
            self.topics[one] = topic
            topics.append(topic)
        self._decoders.pop(kind, None)
        return frozenset(topics)

    def upcasts(self, topic: str, version: int) -> Callable[[Upcast], Upcast]:
        """The function reads what is stored as this version, and makes of its decoded form that of the next."""

        def register(upcast: Upcast) -> Upcast:
            if (topic, version) in self.upcasters:
                raise ValueError(f"two upcasters for version {version} of {topic}")
            self.upcasters[topic, version] = upcast
            return upcast

        return register

    def kind_of(self, topic: str) -> str:
        """The kind of stream that a topic belongs to; empty for one that this program does not know."""
        return self._kinds.get(topic, "")

    def types_of(self, kind: str) -> tuple[type[Record], ...]:
        """The types of a kind of stream, in the order in which they were registered."""
        return tuple(one for topic, one in self._types.items() if self._kinds[topic] == kind)

    def newest(self, topic: str) -> int:
        """The newest version of a topic."""
        return self._versions[topic]

    def decoder(self, topic: str) -> msgspec.json.Decoder[Any]:
        """What decodes the newest versions of all records of the topic's kind."""
        kind = self._kinds[topic]
        decoder = self._decoders.get(kind)
        if decoder is None:
            decoder = self._decoders[kind] = msgspec.json.Decoder(Union[self.types_of(kind)])  # noqa: UP007  they are known at run time
        return decoder


def version_of(tag: str) -> tuple[str, int]:
    """The topic and the version that a tag says; raises `ValueError` for none."""
    topic, at, version = tag.partition("@")
    return topic, int(version) if at else 1


REGISTRY = Registry()
"""The records of this program."""
