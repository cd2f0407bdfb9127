"""Series for analysts: numbers of each seat over a game, read off a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from domain.rules.text import Text

Seen = Mapping[str, Any]


class Gauge(Struct, frozen=True):
    """One number that changes while a game is played, seat by seat; seats without one are left out."""

    id: str
    name: Text
    values: dict[str, int]


Reading = tuple[str, Text, Callable[[Seen], Mapping[str, int]]]
"""How a title lists its gauges: id, name, and how the values are read off a view."""


def read(readings: tuple[Reading, ...], view: Seen) -> tuple[Gauge, ...]:
    """The gauges of a position."""
    return tuple(Gauge(id, name, dict(values(view))) for id, name, values in readings)
