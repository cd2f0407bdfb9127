"""Faults of a catalog: all of them at once, each with the line of its file."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from domain.kernel.commitments import unwritable
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.contract.catalogs.catalog import Envelope, FileFault, leaves, strays
from domain.titles.contract.catalogs.faults import Fault, fault, faults, pointed, too_deep
from domain.titles.contract.catalogs.json_lines import places_of
from domain.titles.contract.catalogs.messages import clause, is_twice, not_json

MOST = 200
"""Faults that are named; a file with more is another file."""

LONGEST_KEY, LONGEST_EDITION, LONGEST_TEXT = 100, 200, 2_000
"""Characters in the name of a value, in the edition, and in any other text. Pages and records
repeat them."""

LARGEST = 10**15
"""Numbers of a catalog stay below it: every program that reads JSON has them exactly."""


def catalog_faults(data: bytes) -> tuple[FileFault, ...]:
    """All faults of a catalog file, by line: its envelope, the types of its values, provenance that
    points at nothing, and, where the types fit, what the title itself finds contradictory or
    missing."""
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        return (FileFault("", *not_json(data, e)),)
    if too_deep(plain):
        return (FileFault("", *not_json(data, RecursionError())),)
    all_faults = [*_of_type(plain, Envelope)]
    if isinstance(plain, dict):
        all_faults += _texts({name: plain.get(name) for name in ("game", "edition", "values")})
        all_faults += _values(plain)
    places = places_of(data)
    all_faults += [Fault(pointer, is_twice()) for pointer in places.twice]
    named = [
        FileFault(fault.pointer, places.line(fault.pointer), fault.text)
        for fault in dict.fromkeys(all_faults)
    ]
    return tuple(sorted(named, key=lambda fault: fault.line)[:MOST])


def _values(plain: dict[str, Any]) -> Iterator[Fault]:
    values, provenance, game = plain.get("values"), plain.get("provenance"), plain.get("game")
    if isinstance(values, dict) and isinstance(provenance, dict):
        yield from (
            Fault("/provenance" + pointed(stray.pointer), stray.text)
            for stray in strays(provenance, values)
        )
    if not isinstance(values, dict) or not isinstance(game, str):
        return
    try:
        rules = registry.ruleset(game)
    except registry.UnknownRuleset:
        there = ", ".join(registry.ids())
        yield fault(
            "/game", Text("there is no title {game}: there are {there}", game=game, there=there)
        )
        return
    all_faults = [*islice(_of_type(values, rules.values_type), MOST), *_numbers(values)]
    if not all_faults:
        all_faults = list(rules.check_values(msgspec.convert(values, rules.values_type)))
    yield from (Fault("/values" + fault.pointer, fault.text) for fault in all_faults)


def _texts(value: Any, at: str = "") -> Iterator[Fault]:
    """What is wrong with names and texts, whatever they mean: too long to be shown, or with
    characters that nobody sees."""
    if isinstance(value, dict):
        for key, inner in value.items():
            place = at + pointed(key)
            if len(key) > LONGEST_KEY:
                yield fault(
                    place[: 2 * LONGEST_KEY],
                    Text("has a name of more than {most} characters", most=LONGEST_KEY),
                )
                continue
            yield from _unseen(key, place)
            yield from _texts(inner, place)
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from _texts(inner, f"{at}/{n}")
    elif isinstance(value, str):
        most = LONGEST_EDITION if at == "/edition" else LONGEST_TEXT
        if len(value) > most:
            yield fault(at, Text("is longer than {most} characters", most=most))
        yield from _unseen(value, at)


def _unseen(text: str, at: str) -> Iterator[Fault]:
    code = unwritable(text)
    if code:
        yield fault(
            at,
            Text(
                "has the character {code}, which cannot be seen and changes how words look",
                code=code,
            ),
        )


def _numbers(values: dict[str, Any]) -> Iterator[Fault]:
    for pointer, value in leaves(values):
        if isinstance(value, int | float) and abs(value) >= LARGEST:
            yield fault(pointer, Text("is too large a number"))


def _of_type(data: Any, kind: Any) -> Iterator[Fault]:
    """What keeps data from being of a type; a field that nobody reads is a value misspelt."""
    return (Fault(item.pointer, clause(item.text)) for item in faults(data, kind, closed=True))
