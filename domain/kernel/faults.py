"""All faults of plain data against a type: every field, item and entry is checked, not only up to
the first fault.

Bodies, options and catalogs are `msgspec` types. `msgspec` decodes them fast but stops at the first
fault; data it refuses is checked again here. Both must agree, which `tests/api/web/test_schemas.py`
and `tests/domain/game/store/test_catalog_faults.py` verify. The sentences are in
`fault_sentences.py`.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Struct, inspect

from domain.kernel import fault_sentences as messages
from domain.kernel.text import Text

DEEPEST = 32
"""The deepest nesting of lists and objects that is accepted."""
MOST = 200
"""The most faults reported for one piece of data."""


class Fault(Struct, frozen=True):
    """A fault of data: the JSON pointer to the value, and the sentence. In a catalog's faults the
    sentence follows the pointer and a colon, so it begins with a small letter and has no full
    stop."""

    pointer: str
    text: Text


class UnreadEntries(Struct, frozen=True):
    """Form entries that make no value: the entries (`data`), and the sentence about them (`why`)."""

    data: dict[str, Any]
    why: Text


def pointer_step(name: str) -> str:
    """A name escaped as one step of a JSON pointer (RFC 6901)."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def too_deep(data: object) -> bool:
    """Whether lists and objects are nested deeper than `DEEPEST`."""
    depth, level = 0, [data]
    while (nested := [x for x in level if isinstance(x, dict | list)]) and depth <= DEEPEST:
        level = [inner for x in nested for inner in (x.values() if isinstance(x, dict) else x)]
        depth += 1
    return depth > DEEPEST


def faults(data: Any, kind: Any, at: str = "", *, closed: bool = False) -> Iterator[Fault]:
    """The faults of data against a type, at most `MOST`, each with a sentence and a JSON pointer
    that begins with `at`.

    `kind` is a type or its `msgspec.inspect` description. A field that an object's type does not
    have is a fault if the type forbids unknown fields, and always if `closed`. Raises `TypeError`
    for types that no body, option or catalog uses.
    """
    kind = kind if isinstance(kind, inspect.Type) else inspect.type_info(kind)
    yield from islice(_faults_of(data, kind, at, closed), MOST)


def _faults_of(data: Any, kind: inspect.Type, at: str, closed: bool) -> Iterator[Fault]:
    match kind:
        case inspect.Metadata():
            yield from _faults_of(data, kind.type, at, closed)
        case inspect.AnyType() | inspect.RawType():
            pass
        case inspect.UnionType():
            yield from _union_faults(data, kind, at, closed)
        case inspect.StructType() | inspect.DataclassType() if isinstance(data, dict):
            yield from _struct_faults(data, kind.cls, at, closed)
        case (
            inspect.ListType()
            | inspect.VarTupleType()
            | inspect.SetType()
            | inspect.FrozenSetType()
        ) if isinstance(data, list):
            yield from _length_faults(data, kind, at)
            for n, item in enumerate(data):
                yield from _faults_of(item, kind.item_type, f"{at}/{n}", closed)
        case inspect.TupleType() if isinstance(data, list):
            if len(data) != len(kind.item_types):
                yield Fault(at, messages.wrong_count(len(kind.item_types), len(data)))
            else:
                for n, (item, item_type) in enumerate(zip(data, kind.item_types, strict=True)):
                    yield from _faults_of(item, item_type, f"{at}/{n}", closed)
        case inspect.DictType() if isinstance(data, dict):
            yield from _length_faults(data, kind, at)
            for key, item in data.items():
                there = at + pointer_step(key)
                yield from _fault_list(item, kind.value_type, there, closed) or _faults_of(
                    key, kind.key_type, there, closed
                )
        case _:
            yield from _scalar_faults(data, kind, at)


def _fault_list(data: Any, kind: inspect.Type, at: str, closed: bool) -> list[Fault]:
    return [*islice(_faults_of(data, kind, at, closed), MOST)]


def _struct_faults(data: dict[str, Any], struct: type, at: str, closed: bool) -> Iterator[Fault]:
    tag_field, tag, forbids, fields = _struct_description(struct)
    if tag_field in data and data[tag_field] != tag:
        yield Fault(at + pointer_step(str(tag_field)), messages.not_one_of((tag,), data[tag_field]))
    for name, field in fields.items():
        if name in data:
            yield from _faults_of(data[name], field.type, at + pointer_step(name), closed)
        elif field.required:
            yield Fault(at + pointer_step(name), messages.missing_field(_expected_text(field.type)))
    if closed or forbids:
        known = [*(() if tag_field is None else (tag_field,)), *fields]
        for name in data.keys() - set(known):
            yield Fault(at + pointer_step(name), messages.unknown_field(known))


@cache
def _struct_description(struct: type) -> tuple[str | None, Any, bool, dict[str, inspect.Field]]:
    """The name of the field that has a struct's tag, the tag, whether unknown fields are faults,
    and the fields by their names in JSON."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType | inspect.DataclassType)
    fields = {field.encode_name: field for field in info.fields}
    if isinstance(info, inspect.StructType):
        return info.tag_field, info.tag, info.forbid_unknown_fields, fields
    return None, None, False, fields


def _union_faults(data: Any, kind: inspect.UnionType, at: str, closed: bool) -> Iterator[Fault]:
    """Faults of data against a union. For an object its tag decides which member of the union
    reports faults; for other data the only member of the right JSON type reports them."""
    rest = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
    if data is None and len(rest) < len(kind.types):
        return
    structs = [option.cls for option in rest if isinstance(option, inspect.StructType)]
    if len(rest) == 1:
        yield from _faults_of(data, rest[0], at, closed)
    elif len(structs) == len(rest):
        yield from _tagged_faults(data, structs, at, closed)
    else:
        tried = [_fault_list(data, option, at, closed) for option in rest]
        if all(tried):
            near = [
                misfits
                for option, misfits in zip(rest, tried, strict=True)
                if misfits != [_type_fault(data, option, at)]
            ]
            yield from near[0] if len(near) == 1 else [_type_fault(data, kind, at)]


def _tagged_faults(
    data: Any, structs: list[type[Struct]], at: str, closed: bool
) -> Iterator[Fault]:
    if not isinstance(data, dict):
        yield Fault(at, messages.unfit(messages.OBJECT, data))
        return
    by, kinds = (
        str(structs[0].__struct_config__.tag_field),
        {struct.__struct_config__.tag: struct for struct in structs},
    )
    tag = data.get(by)
    if isinstance(tag, str) and tag in kinds:
        yield from _struct_faults(data, kinds[tag], at, closed)
    else:
        yield Fault(at + pointer_step(by), messages.no_such_tag(by, map(str, kinds)))


def _scalar_faults(data: Any, kind: inspect.Type, at: str) -> Iterator[Fault]:
    match kind:
        case inspect.StrType() if type(data) is str:
            yield from _length_faults(data, kind, at)
            if kind.pattern is not None and not _fits_type(
                data, Annotated[str, msgspec.Meta(pattern=kind.pattern)]
            ):
                yield Fault(at, messages.not_of_form(kind.pattern))
        case inspect.IntType() if type(data) is int:
            low, high = (
                kind.ge if kind.gt is None else kind.gt + 1,
                kind.le if kind.lt is None else kind.lt - 1,
            )
            yield from _bounds_faults(data, low, high, at)
        case inspect.FloatType() if type(data) in (int, float):
            least, most = (
                kind.ge if kind.gt is None else kind.gt,
                kind.le if kind.lt is None else kind.lt,
            )
            yield from _bounds_faults(
                data, least, most, at, above=kind.gt is not None, below=kind.lt is not None
            )
        case inspect.BoolType() if type(data) is bool:
            pass
        case inspect.NoneType() if data is None:
            pass
        case inspect.LiteralType() if any(
            type(choice) is type(data) and choice == data for choice in kind.values
        ):
            pass
        case inspect.DateTimeType() if _fits_type(
            data, Annotated[datetime, msgspec.Meta(tz=kind.tz)]
        ):
            pass
        case _:
            yield _type_fault(data, kind, at)


def _fits_type(data: Any, kind: Any) -> bool:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return False
    return True


def _bounds_faults(
    data: float,
    low: float | None,
    high: float | None,
    at: str,
    *,
    above: bool = False,
    below: bool = False,
) -> Iterator[Fault]:
    """Faults of a number against its bounds; `above` and `below` exclude the bound itself."""
    small = low is not None and (data <= low if above else data < low)
    great = high is not None and (data >= high if below else data > high)
    if small or great:
        yield Fault(at, messages.out_of_bounds(data, low, high, above=above, below=below))


def _length_faults(data: Any, kind: Any, at: str) -> Iterator[Fault]:
    low, high = kind.min_length or 0, kind.max_length
    if len(data) < low or (high is not None and len(data) > high):
        yield Fault(at, messages.wrong_length(len(data), low, high, text=isinstance(data, str)))


def _type_fault(data: Any, kind: inspect.Type, at: str) -> Fault:
    if isinstance(data, UnreadEntries):
        return Fault(at, data.why)
    match kind:
        case inspect.Metadata():
            return _type_fault(data, kind.type, at)
        case inspect.DateTimeType():
            return Fault(at, messages.must_be(messages.TIME))
        case inspect.LiteralType():
            return Fault(at, messages.not_one_of(kind.values, data))
    return Fault(at, messages.unfit(_expected_text(kind), data))


def _expected_text(kind: inspect.Type) -> Text:
    match kind:
        case inspect.Metadata():
            return _expected_text(kind.type)
        case inspect.LiteralType():
            return messages.one_of(kind.values)
        case inspect.UnionType():
            rest = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
            return (
                messages.OBJECT
                if all(isinstance(option, inspect.StructType) for option in rest)
                else messages.either(map(_expected_text, rest))
            )
    name = _NAMES.get(type(kind))
    if name is None:
        raise TypeError(f"no words are known for {kind}")
    return name


_NAMES: dict[type[inspect.Type], Text] = {
    inspect.AnyType: messages.VALUE,
    inspect.RawType: messages.VALUE,
    inspect.NoneType: messages.NULL,
    inspect.BoolType: messages.FLAG,
    inspect.IntType: messages.WHOLE,
    inspect.FloatType: messages.NUMBER,
    inspect.StrType: messages.TEXT,
    inspect.DateTimeType: messages.TIME,
    inspect.ListType: messages.LIST,
    inspect.VarTupleType: messages.LIST,
    inspect.SetType: messages.LIST,
    inspect.FrozenSetType: messages.LIST,
    inspect.TupleType: messages.LIST,
    inspect.DictType: messages.OBJECT,
    inspect.StructType: messages.OBJECT,
    inspect.DataclassType: messages.OBJECT,
}
