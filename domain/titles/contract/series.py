"""Gauges: numbers of each seat, read from the board at every position, that analysts follow over a
game."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.amounts import Amount
from domain.kernel.text import Text

ViewData = Mapping[str, Any]


class Gauge(Struct, frozen=True):
    id: str
    name: Text
    values: Mapping[str, Amount]


GaugeReader = tuple[str, Text, Callable[[Any], dict[str, int]]]
"""A gauge of a title: id, name, and a function that counts its values on a board."""


def read_gauges(readers: tuple[GaugeReader, ...], board: Any) -> tuple[Gauge, ...]:
    return tuple([Gauge(id, name, count(board)) for id, name, count in readers])
