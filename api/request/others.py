"""The other shards of a service, as one of them asks: a port, which `ops/stores/shards/asking.py` serves over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol


class Others(Protocol):
    """The other shards of a service, as one of them asks."""

    own: str
    """The name of this one."""

    def names(self) -> tuple[str, ...]:
        """The others that are not closed. Where nobody can say which there are, what that is called which cannot."""
        ...

    def ask(self, bodies: Mapping[str, bytes]) -> Callable[[], Mapping[str, bytes | None]]:
        """Begin to ask shards, each with a body; what is answered by calling the answer: none of a shard that did not in time."""
        ...
