"""A campaign sheet for people to read and print: titled blocks of labelled lines."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.text import Text, same

Sheet = Mapping[str, Any]


class Row(Struct, frozen=True):
    label: Text
    value: Text


class Block(Struct, frozen=True):
    title: Text
    rows: tuple[Row, ...]


_TITLES = {"score": Text("Points"), "winners": Text("Winners"), "outcome": Text("Outcome")}


def row(label: Text, value: object) -> Row:
    return Row(label, value if isinstance(value, Text) else same(str(value)))


def plain_blocks(sheet: Sheet) -> tuple[Block, ...]:
    """The blocks of a sheet, for a title that does not word its own: a block for the simple values
    and one for each nested object. Keys become labels unchanged."""
    single = tuple(
        row(_title(key), _in_words(value))
        for key, value in sheet.items()
        if not isinstance(value, dict)
    )
    parts = [
        Block(_title(key), tuple(row(same(name), _in_words(item)) for name, item in value.items()))
        for key, value in sheet.items()
        if isinstance(value, dict)
    ]
    return (*((Block(Text("The sheet"), single),) if single else ()), *parts)


def _title(key: str) -> Text:
    return _TITLES.get(key, same(key.replace("_", " ")))


def _in_words(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{name} {item}" for name, item in value.items()) or "–"
    return "–" if value is None else str(value)
