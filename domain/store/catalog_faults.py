"""Faults of a catalog: all of them at once, each with the line of its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from domain import games
from domain.rules.catalog import Envelope, Fault, FileFault, fault, leaves, pointed, strays
from domain.rules.json_lines import places_of
from domain.rules.messages import is_missing, is_twice, is_unknown, misfit, not_json

MOST = 200
"""Faults that are named; a file with more is another file."""

LARGEST = 10**15
"""Numbers of a catalog stay below it: every program that reads JSON has them exactly."""


DEEPEST = 32
"""How deep lists and objects may lie in one another."""


def catalog_faults(data: bytes) -> tuple[FileFault, ...]:
    """All faults of a catalog file, by line: its envelope, the types of its values, provenance that points at nothing, and,
    where the types fit, what the title itself finds contradictory or missing."""
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        return (FileFault("", *not_json(data, e)),)
    if _too_deep(plain):
        return (FileFault("", *not_json(data, RecursionError())),)
    found = [*type_faults(plain, Envelope)]
    if isinstance(plain, dict):
        found += _values(plain)
    places = places_of(data)
    found += [Fault(pointer, is_twice()) for pointer in places.twice]
    named = [FileFault(one.pointer, places.line(one.pointer), one.text) for one in dict.fromkeys(found)]
    return tuple(sorted(named, key=lambda one: one.line)[:MOST])


def _too_deep(plain: object) -> bool:
    depth, level = 0, [plain]
    while (nested := [x for x in level if isinstance(x, dict | list)]) and depth <= DEEPEST:
        level = [inner for x in nested for inner in (x.values() if isinstance(x, dict) else x)]
        depth += 1
    return depth > DEEPEST


def _values(plain: dict[str, Any]) -> Iterator[Fault]:
    """What is wrong with the values and with what is said of their origin."""
    values, provenance, game = plain.get("values"), plain.get("provenance"), plain.get("game")
    if isinstance(values, dict) and isinstance(provenance, dict):
        yield from (Fault("/provenance" + pointed(one.pointer), one.text) for one in strays(provenance, values))
    if not isinstance(values, dict) or not isinstance(game, str):
        return
    try:
        rules = games.ruleset(game)
    except games.UnknownRuleset:
        there = ", ".join(games.ids())
        yield fault("/game", f"there is no title {game}: there are {there}", f"il n'y a pas de titre {game} : il y a {there}")
        return
    found = [*islice(type_faults(values, rules.values_type), MOST), *_numbers(values)]
    if not found:
        found = list(rules.check_values(msgspec.convert(values, rules.values_type)))
    yield from (Fault("/values" + one.pointer, one.text) for one in found)


def _numbers(values: dict[str, Any]) -> Iterator[Fault]:
    for pointer, value in leaves(values):
        if isinstance(value, int | float) and abs(value) >= LARGEST:
            yield fault(pointer, "is too large a number", "est un nombre trop grand")


def type_faults(value: Any, kind: Any, pointer: str = "") -> Iterator[Fault]:
    """Every place where plain data does not fit a type: each field, item and entry is looked at, not only the first."""
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    origin = get_origin(bare) or bare
    if isinstance(origin, type) and issubclass(origin, Struct) and isinstance(value, dict):
        yield from _struct_faults(value, origin, pointer)
    elif origin in (list, tuple) and isinstance(value, list) and _one_type(bare):
        yield from _fits(value, kind, pointer, items=False)
        for i, item in enumerate(value):
            yield from type_faults(item, get_args(bare)[0], f"{pointer}/{i}")
    elif origin in (dict, Mapping) and isinstance(value, dict):
        yield from _fits(value, kind, pointer, items=False)
        for key, item in value.items():
            yield from _fits(key, get_args(bare)[0], pointer + pointed(key))
            yield from type_faults(item, get_args(bare)[1], pointer + pointed(key))
    elif origin in (Union, UnionType) and isinstance(value, dict):
        yield from _union_faults(value, bare, pointer)
    else:
        yield from _fits(value, kind, pointer)


def _struct_faults(value: dict[str, Any], kind: type[Struct], pointer: str) -> Iterator[Fault]:
    fields = _fields(kind)
    for name, field in fields.items():
        if name in value:
            yield from type_faults(value[name], field.type, pointer + pointed(name))
        elif field.required:
            yield Fault(pointer + pointed(name), is_missing())
    for name in value.keys() - fields.keys() - {kind.__struct_config__.tag_field}:
        yield Fault(pointer + pointed(name), is_unknown(fields))


@cache
def _fields(kind: type[Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _union_faults(value: dict[str, Any], kind: Any, pointer: str) -> Iterator[Fault]:
    """An object where one of several kinds is wanted: it is looked at as the kind its tag names, or as the only one there is."""
    structs = [arg for arg in get_args(kind) if isinstance(arg, type) and issubclass(arg, Struct)]
    chosen = structs[:1] if len(structs) == 1 else [s for s in structs if _tag_of(s, value)]
    if chosen:
        yield from _struct_faults(value, chosen[0], pointer)
    else:
        yield from _fits(value, kind, pointer)


def _tag_of(kind: type[Struct], value: dict[str, Any]) -> bool:
    config = kind.__struct_config__
    return config.tag_field is not None and value.get(config.tag_field) == config.tag


def _fits(value: Any, kind: Any, pointer: str, *, items: bool = True) -> Iterator[Fault]:
    """The first place where a value does not fit; without `items`, only what is wrong with a list or object itself."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as e:
        message, _, path = str(e).partition(" - at `")
        inside = path.partition("$")[2].rstrip("`")
        if items or not path:
            yield Fault(pointer + _steps(inside), misfit(message))


def _steps(path: str) -> str:
    """msgspec's `.pool[2]` as the pointer `/pool/2`; at an entry it does not name, the pointer to what is around it."""
    return path.partition("[...]")[0].replace("[", "/").replace("]", "").replace(".", "/")


def _one_type(kind: Any) -> bool:
    """Whether a list or tuple type has items of one type and any number of them."""
    args = get_args(kind)
    return len(args) == 1 or (len(args) == 2 and args[1] is Ellipsis)
