"""Everything that is wrong with a catalog, at once, and on which line of its file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from domain import games
from domain.catalog import Catalog, CatalogError, Fault, pointed

MOST = 200
"""Faults that are named; a file with more is another file."""


def catalog_faults(data: bytes) -> tuple[Fault, ...]:
    """All faults of a catalog file: its envelope, the types of its values, provenance that points at nothing, and what the
    title itself finds contradictory or missing. Pointers of faults in the envelope begin at the file, others at `values`."""
    try:
        catalog = Catalog(data)
    except CatalogError as e:
        return e.faults
    try:
        rules = games.ruleset(catalog.game)
    except games.UnknownRuleset:
        return (Fault("/game", f"there is no title {catalog.game}: there are {', '.join(games.ids())}"),)
    found = [*type_faults(catalog.values, rules.values_type), *catalog.strays()]
    if not found:
        found = list(rules.check_values(catalog.typed(rules.values_type)))
    return tuple(found[:MOST])


def type_faults(value: Any, kind: Any, pointer: str = "") -> Iterator[Fault]:
    """Every place where plain data does not fit a type: each field, item and entry is looked at, not only the first."""
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    origin = get_origin(bare) or bare
    if isinstance(origin, type) and issubclass(origin, Struct) and isinstance(value, dict):
        yield from _struct_faults(value, origin, pointer)
    elif origin in (list, tuple) and isinstance(value, list) and _one_type(bare):
        for i, item in enumerate(value):
            yield from type_faults(item, get_args(bare)[0], f"{pointer}/{i}")
    elif origin in (dict, Mapping) and isinstance(value, dict):
        for key, item in value.items():
            yield from _fits(key, get_args(bare)[0], pointer + pointed(key))
            yield from type_faults(item, get_args(bare)[1], pointer + pointed(key))
    elif origin in (Union, UnionType) and value is not None and (one := _only_struct(bare)) is not None:
        yield from type_faults(value, one, pointer)
    else:
        yield from _fits(value, kind, pointer)


def _struct_faults(value: dict[str, Any], kind: type[Struct], pointer: str) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    config = kind.__struct_config__
    tag = config.tag_field
    for name, field in fields.items():
        if name in value:
            yield from type_faults(value[name], field.type, pointer + pointed(name))
        elif field.required:
            yield Fault(pointer + pointed(name), "is missing")
    if config.forbid_unknown_fields:
        for name in value.keys() - fields.keys() - {tag}:
            yield Fault(pointer + pointed(name), f"is not known here: there are {', '.join(fields)}")


def _fits(value: Any, kind: Any, pointer: str) -> Iterator[Fault]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as e:
        yield Fault(pointer, str(e).partition(" - at `$")[0])


def _one_type(kind: Any) -> bool:
    """Whether a list or tuple type has items of one type and any number of them."""
    args = get_args(kind)
    return len(args) == 1 or (len(args) == 2 and args[1] is Ellipsis)


def _only_struct(kind: Any) -> Any:
    """The struct of `Struct | None`, if it is that."""
    others = [arg for arg in get_args(kind) if arg is not type(None)]
    return others[0] if len(others) == 1 else None


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def lines_of(data: bytes) -> dict[str, int]:
    """The line (from 1) on which each JSON pointer's value begins, for a file that is JSON."""
    text = data.decode()
    found: dict[str, int] = {"": 1}
    stack: list[tuple[str, list[int]]] = []
    pointer, key, expects_key = "", "", False
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word == ":":
            expects_key = False
            continue
        if word == ",":
            if stack and stack[-1][1]:
                stack[-1][1][0] += 1
            expects_key = bool(stack) and not stack[-1][1]
            continue
        if word in "}]":
            stack.pop()
            expects_key = False
            continue
        if expects_key:
            key = json.loads(word)
            continue
        above = stack[-1] if stack else ("", [])
        pointer = above[0] + (pointed(str(above[1][0]) if above[1] else key) if stack else "")
        found[pointer] = text.count("\n", 0, token.start()) + 1
        if word in "{[":
            stack.append((pointer, [0] if word == "[" else []))
            expects_key = word == "{"
    return found
