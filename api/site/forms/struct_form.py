"""Forms for what the rules cannot offer: the fields of any action or fact of a title, from its struct, and what was entered in it.

An illegal action and a declared fact have no button anywhere; so their fields are asked for as they are defined. A value is read
back as plain data, whatever it is: `api/http/schemas.py` says what is wrong with it, by the pointer that its field has here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, inspect
from werkzeug.datastructures import MultiDict

Given = MultiDict[str, str]
"""What was entered, by the names of the fields."""

ROWS = 2
"""Empty rows that a list offers beside those that are filled in."""

NOTHING: Any = msgspec.UNSET
"""A field that was left empty."""

_WHOLE = re.compile(r"-?[0-9]{1,15}")
_Item = inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType


class Node(Struct, frozen=True):
    """One field of a form, or several that belong together (`parts`). `field` is what the struct calls it, `name` the form and
    `pointer` a problem. `given` of a group says whether it is there at all, where it need not be."""

    kind: str
    field: str
    name: str
    pointer: str
    value: Any = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    parts: tuple[Node, ...] = ()
    optional: bool = False
    given: bool = True


def blank(kind: type[Struct]) -> dict[str, Any]:
    """What a form for a struct shows before anything was entered: the defaults."""
    info: Any = inspect.type_info(kind)
    return {f.encode_name: msgspec.to_builtins(f.default) for f in info.fields if f.default is not msgspec.NODEFAULT}


def nodes(kind: type[Struct], data: Mapping[str, Any], name: str, pointer: str) -> tuple[Node, ...]:
    """The fields of a struct as they are shown, with what was entered in them."""
    return tuple(_fields(inspect.type_info(kind), data, name, pointer))


def entered(kind: type[Struct], form: Given, name: str, *, empty: bool = False) -> dict[str, Any]:
    """What was entered in the fields of a struct, as plain data with its tag. What was left empty is left out; with `empty`, a text
    that has to be there is the empty one."""
    info: Any = inspect.type_info(kind)
    data = _read_struct(info, form, name)
    texts = (f for f in info.fields if empty and f.required and isinstance(_bare(f.type)[0], inspect.StrType))
    tag = {} if info.tag_field is None else {info.tag_field: info.tag}
    return {**tag, **{f.encode_name: "" for f in texts}, **data}


# -- from types to fields ------------------------------------------------------------------------------------------


def _fields(info: Any, data: Any, name: str, pointer: str) -> Iterator[Node]:
    known = data if isinstance(data, dict) else {}
    for f in info.fields:
        at = known.get(f.encode_name, NOTHING)
        yield _node(f.type, at, f.encode_name, f"{name}.{f.encode_name}", f"{pointer}/{f.encode_name}", required=f.required)


def _node(kind: Any, data: Any, field: str, name: str, pointer: str, *, required: bool = False) -> Node:
    kind, optional = _bare(kind)
    make: Callable[..., Node]
    if isinstance(kind, inspect.StructType):
        parts = tuple(_fields(kind, data, name, pointer))
        return Node("group", field, name, pointer, parts=parts, optional=optional, given=not optional or bool(data))
    if isinstance(kind, inspect.DictType) or (isinstance(kind, _Item) and _compound(kind.item_type)):
        return Node("rows", field, name, pointer, parts=tuple(_rows(kind, data, field, name, pointer)))
    if isinstance(kind, inspect.TupleType):
        given = data if isinstance(data, list | tuple) else []
        inner = (
            _node(t, given[n] if n < len(given) else NOTHING, "value" if n else "key", f"{name}.{n}", f"{pointer}/{n}")
            for n, t in enumerate(kind.item_types)
        )
        return Node("group", field, name, pointer, parts=tuple(inner))
    make = _LEAVES.get(type(kind), _words)
    return make(kind, data, field, name, pointer, required and not optional)


def _rows(kind: Any, data: Any, field: str, name: str, pointer: str) -> Iterator[Node]:
    """The rows of a list or table: those filled in, then empty ones."""
    if isinstance(kind, inspect.DictType):
        filled = list(data.items()) if isinstance(data, dict) else []
        for n, (key, value) in enumerate([*filled, *[("", NOTHING)] * ROWS]):
            at = f"{name}.{n}"
            row = (
                _node(kind.key_type, key, "key", f"{at}.key", f"{pointer}/{key}/?"),
                _node(kind.value_type, value, "value", f"{at}.value", f"{pointer}/{key or '?'}"),
            )
            yield Node("group", "", at, f"{pointer}/?", parts=row)
        return
    filled = list(data) if isinstance(data, list | tuple) else []
    for n, item in enumerate([*filled, *[NOTHING] * ROWS]):
        yield _node(kind.item_type, item, "", f"{name}.{n}", f"{pointer}/{n}")


def _words(_: Any, data: Any, field: str, name: str, pointer: str, required: bool) -> Node:
    return Node("text", field, name, pointer, "" if data is NOTHING or data is None else data, required)


def _number(kind: inspect.IntType, data: Any, field: str, name: str, pointer: str, required: bool) -> Node:
    least = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    most = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return Node("number", field, name, pointer, "" if data is NOTHING or data is None else data, required, (), least, most)


def _flag(_: Any, data: Any, field: str, name: str, pointer: str, required: bool) -> Node:
    return Node("flag", field, name, pointer, data is True, required)


def _choice(kind: inspect.LiteralType, data: Any, field: str, name: str, pointer: str, required: bool) -> Node:
    return Node("choice", field, name, pointer, "" if data is NOTHING else str(data), required, tuple(map(str, kind.values)))


def _several(kind: Any, data: Any, field: str, name: str, pointer: str, required: bool) -> Node:
    """A list of single values: boxes to tick where they can be listed, else one line with commas."""
    given = [str(one) for one in data] if isinstance(data, list | tuple) else []
    inner, _ = _bare(kind.item_type)
    if isinstance(inner, inspect.LiteralType):
        return Node("choices", field, name, pointer, tuple(given), required, tuple(map(str, inner.values)))
    return Node("list", field, name, pointer, ", ".join(given), required)


_LEAVES: dict[type, Callable[..., Node]] = {
    inspect.IntType: _number,
    inspect.BoolType: _flag,
    inspect.LiteralType: _choice,
    inspect.ListType: _several,
    inspect.VarTupleType: _several,
    inspect.SetType: _several,
    inspect.FrozenSetType: _several,
}


def _bare(kind: Any) -> tuple[Any, bool]:
    """A type without its descriptions, and whether it may be none."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if not isinstance(kind, inspect.UnionType):
        return kind, False
    rest = [t for t in kind.types if not isinstance(t, inspect.NoneType)]
    optional = len(rest) < len(kind.types)
    inner, _ = _bare(rest[0]) if len(rest) == 1 else (inspect.StrType(), False)
    return inner, optional


def _compound(kind: Any) -> bool:
    return isinstance(_bare(kind)[0], inspect.StructType | inspect.TupleType)


# -- and back ------------------------------------------------------------------------------------------------------


def _read(kind: Any, form: Given, name: str) -> Any:
    kind, optional = _bare(kind)
    if isinstance(kind, inspect.StructType):
        return NOTHING if optional and f"{name}.given" not in form else _read_struct(kind, form, name)
    if isinstance(kind, inspect.DictType):
        return _read_table(kind, form, name)
    if isinstance(kind, inspect.TupleType):
        found = [_read(t, form, f"{name}.{n}") for n, t in enumerate(kind.item_types)]
        return NOTHING if all(one is NOTHING for one in found) else [None if one is NOTHING else one for one in found]
    if isinstance(kind, _Item):
        return _read_items(kind, form, name)
    if isinstance(kind, inspect.BoolType):
        return name in form
    return _value(kind, form.get(name, ""))


def _read_struct(info: Any, form: Given, name: str) -> dict[str, Any]:
    found = {f.encode_name: _read(f.type, form, f"{name}.{f.encode_name}") for f in info.fields}
    return {field: value for field, value in found.items() if value is not NOTHING}


def _read_items(kind: Any, form: Given, name: str) -> Any:
    inner, _ = _bare(kind.item_type)
    if _compound(inner):
        rows = [_read(inner, form, f"{name}.{n}") for n in _numbers(form, name)]
        return [row for row in rows if _filled(row)]
    if isinstance(inner, inspect.LiteralType):
        return [_value(inner, one) for one in form.getlist(name)]
    return [_value(inner, one.strip()) for one in form.get(name, "").split(",") if one.strip()]


def _read_table(kind: inspect.DictType, form: Given, name: str) -> Any:
    pairs = [
        (form.get(f"{name}.{n}.key", "").strip(), _read(kind.value_type, form, f"{name}.{n}.value")) for n in _numbers(form, name)
    ]
    return {key: None if value is NOTHING else value for key, value in pairs if key or value is not NOTHING}


def _value(kind: Any, text: str) -> Any:
    """What a text means for a type; the text itself where it means nothing there, so that it can be shown again."""
    text = text.strip()
    if not text:
        return NOTHING
    if isinstance(kind, inspect.LiteralType):
        return next((value for value in kind.values if str(value) == text), text)
    return int(text) if isinstance(kind, inspect.IntType) and _WHOLE.fullmatch(text) else text


def _numbers(form: Given, name: str) -> Sequence[int]:
    """The rows of a list that were sent, in order."""
    begin = f"{name}."
    found = {key[len(begin) :].partition(".")[0] for key in form if key.startswith(begin)}
    return sorted(int(one) for one in found if one.isdecimal() and len(one) < 4)


def _filled(row: Any) -> bool:
    """Whether anything was entered in a row; a box that is not ticked says nothing."""
    inner = row.values() if isinstance(row, dict) else row if isinstance(row, list) else (row,)
    return any(_filled(one) if isinstance(one, dict | list) else one not in (NOTHING, None, False) for one in inner)
