"""The names in a catalog, whatever its title: what people call the cards, places and pieces that actions name by their ids."""

from __future__ import annotations

from typing import Any

from domain.kernel.text import Text, same


def named_in(values: Any) -> dict[str, Text]:
    """Every id that a catalog's values name: that of an entry, else the key it stands under. A name is in both languages, or one
    word for both; it stands in the entry's `name`, or in the entry itself."""
    names: dict[str, Text] = {}
    _look(values, "", names)
    return names


def _look(value: Any, key: str, names: dict[str, Text]) -> None:
    if isinstance(value, dict):
        id, name = value.get("id", key), _name(value.get("name", value))
        if isinstance(id, str) and id and name:
            names.setdefault(id, name)
        for inner, within in value.items():
            if inner != "name":
                _look(within, inner, names)
    elif isinstance(value, list):
        for within in value:
            _look(within, "", names)


def _name(value: Any) -> Text | None:
    if isinstance(value, str):
        return same(value)
    if isinstance(value, dict) and isinstance(value.get("en"), str) and isinstance(value.get("fr"), str):
        return Text(value["en"], value["fr"])
    return None
