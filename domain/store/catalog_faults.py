"""Faults of a catalog: all of them at once, each with the line of its file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from domain.rules.catalogs.catalog import Envelope, FileFault, leaves, strays
from domain.rules.catalogs.faults import Fault, fault, faults, pointed, too_deep
from domain.rules.catalogs.json_lines import places_of
from domain.rules.catalogs.messages import clause, is_twice, not_json
from domain.rules.text import Text
from domain.rules.titles import registry

MOST = 200
"""Faults that are named; a file with more is another file."""

LARGEST = 10**15
"""Numbers of a catalog stay below it: every program that reads JSON has them exactly."""


def catalog_faults(data: bytes) -> tuple[FileFault, ...]:
    """All faults of a catalog file, by line: its envelope, the types of its values, provenance that points at nothing, and,
    where the types fit, what the title itself finds contradictory or missing."""
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        return (FileFault("", *not_json(data, e)),)
    if too_deep(plain):
        return (FileFault("", *not_json(data, RecursionError())),)
    found = [*_of_type(plain, Envelope)]
    if isinstance(plain, dict):
        found += _values(plain)
    places = places_of(data)
    found += [Fault(pointer, is_twice()) for pointer in places.twice]
    named = [FileFault(one.pointer, places.line(one.pointer), one.text) for one in dict.fromkeys(found)]
    return tuple(sorted(named, key=lambda one: one.line)[:MOST])


def _values(plain: dict[str, Any]) -> Iterator[Fault]:
    """What is wrong with the values and with what is said of their origin."""
    values, provenance, game = plain.get("values"), plain.get("provenance"), plain.get("game")
    if isinstance(values, dict) and isinstance(provenance, dict):
        yield from (Fault("/provenance" + pointed(one.pointer), one.text) for one in strays(provenance, values))
    if not isinstance(values, dict) or not isinstance(game, str):
        return
    try:
        rules = registry.ruleset(game)
    except registry.UnknownRuleset:
        there = ", ".join(registry.ids())
        yield fault("/game", Text("there is no title {game}: there are {there}", game=game, there=there))
        return
    found = [*islice(_of_type(values, rules.values_type), MOST), *_numbers(values)]
    if not found:
        found = list(rules.check_values(msgspec.convert(values, rules.values_type)))
    yield from (Fault("/values" + one.pointer, one.text) for one in found)


def _numbers(values: dict[str, Any]) -> Iterator[Fault]:
    for pointer, value in leaves(values):
        if isinstance(value, int | float) and abs(value) >= LARGEST:
            yield fault(pointer, Text("is too large a number"))


def _of_type(data: Any, kind: Any) -> Iterator[Fault]:
    """What keeps data from being of a type; a field that nobody reads is a value misspelt."""
    return (Fault(one.pointer, clause(one.text)) for one in faults(data, kind, closed=True))
