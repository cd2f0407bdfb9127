"""What an analyst follows in Raiders of the North Sea: goods of the player, armour and Valkyries of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.rules.series import Reading, Seen
from domain.rules.text import Text


def _own(name: str) -> Callable[[Seen], Mapping[str, int]]:
    return lambda view: {"player": view["player"][name]}


def _both(name: str) -> Callable[[Seen], Mapping[str, int]]:
    return lambda view: {seat: view[seat][name] for seat in ("player", "automa")}


def _plunder(view: Seen) -> Mapping[str, int]:
    return {"player": sum(view["player"][name] for name in ("gold", "iron", "livestock"))}


GAUGES: tuple[Reading, ...] = (
    ("silver", Text("Silver", "Argent"), _own("silver")),
    ("provisions", Text("Provisions", "Provisions"), _both("provisions")),
    ("plunder", Text("Gold, iron and livestock", "Or, fer et bétail"), _plunder),
    ("armour", Text("Armour", "Armure"), _both("armour")),
    ("valkyries", Text("Valkyries", "Valkyries"), _both("valkyries")),
)
