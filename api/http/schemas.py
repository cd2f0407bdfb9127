"""From a struct to everything the API needs of it: the marshmallow schema that explains what is wrong with a body, and with it the
OpenAPI component.

Actions and requests are defined once, as `msgspec` structs. Reading them is `msgspec`'s work, which is fast and stops at the first
fault; only a body it refuses is loaded through the derived schema, which names every fault with its JSON pointer, in English and
French. Both accept the same bodies (`tests/api/http/test_schemas.py` holds them to it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

import msgspec
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError
from marshmallow.exceptions import SCHEMA
from msgspec import Struct, inspect

from api.http import fields as f
from api.http.validators import Bounds, Pattern, Size
from domain.rules.ruleset import AnyRuleset
from domain.rules.text import Text


class Fault(Struct, frozen=True):
    """One thing wrong with a body: where (a JSON pointer) and what, in both languages."""

    pointer: str
    text: Text


class Derived(Schema):
    """Base of all derived schemas; `struct` is what they were derived from."""

    class Meta:
        unknown = RAISE
        register = False

    struct: ClassVar[type[Struct]]


@cache
def schema_of(struct: type[Struct], prefix: str = "") -> type[Derived]:
    """The marshmallow schema of a struct. `prefix` comes before its name in the OpenAPI document."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    found: dict[str, f.Strict] = {}
    if info.tag_field is not None:
        found[info.tag_field] = f.Chosen((info.tag,), required=True, data_key=info.tag_field)
    for entry in info.fields:
        found[entry.encode_name] = field_of(entry.type, prefix, data_key=entry.encode_name, **_presence(entry))
    unknown = Text(
        f"There is no such field here; there is: {', '.join(found) or 'none'}.",
        f"Ce champ n'existe pas ici ; il y a : {', '.join(found) or 'aucun'}.",
    )
    members: dict[str, Any] = {f"field_{name}": field for name, field in found.items()}  # apart from the schema's own names
    members["error_messages"] = {"unknown": unknown, "type": Text("This must be an object.", "Il faut ici un objet.")}
    members["struct"] = struct
    members["__doc__"] = struct.__doc__
    members["Meta"] = type("Meta", (Derived.Meta,), {"unknown": RAISE if info.forbid_unknown_fields else EXCLUDE})
    return type(f"{prefix}{struct.__name__}", (Derived,), members)


@cache
def fields_of(schema: type[Derived]) -> Mapping[str, f.Strict]:
    """A derived schema's fields by the name they have in JSON."""
    return {str(field.data_key): field for field in schema().fields.values() if isinstance(field, f.Strict)}


def _presence(entry: inspect.Field) -> dict[str, Any]:
    """Required, or the default that stands in for a missing value."""
    if entry.required:
        return {"required": True}
    value = entry.default if entry.default_factory is msgspec.NODEFAULT else entry.default_factory()
    return {"load_default": msgspec.to_builtins(value)}


def field_of(kind: inspect.Type, prefix: str = "", **given: Any) -> f.Strict:
    """The marshmallow field of a type; `given` are further arguments of the field."""
    if isinstance(kind, inspect.Metadata):
        given["metadata"] = {**(kind.extra_json_schema or {}), **{f"x-{k}": v for k, v in (kind.extra or {}).items()}}
        return field_of(kind.type, prefix, **given)
    given.setdefault("allow_none", False)
    make = _MAKERS.get(type(kind))
    if make is None:
        raise TypeError(f"no field is known for {kind}")
    field: f.Strict = make(kind, prefix, given)
    return field


def _text(kind: inspect.StrType, _: str, given: dict[str, Any]) -> f.Strict:
    checks: list[Any] = _sizes(kind)
    if kind.pattern is not None:
        checks.append(Pattern(kind.pattern))
    return f.Words(validate=checks, **given)


def _whole(kind: inspect.IntType, _: str, given: dict[str, Any]) -> f.Strict:
    low = kind.gt + 1 if kind.gt is not None else kind.ge
    high = kind.lt - 1 if kind.lt is not None else kind.le
    return f.Whole(validate=[Bounds(low, high)] if (low, high) != (None, None) else [], **given)


def _decimal(kind: inspect.FloatType, _: str, given: dict[str, Any]) -> f.Strict:
    low, high = (kind.ge if kind.gt is None else kind.gt), (kind.le if kind.lt is None else kind.lt)
    bounds = Bounds(low, high, min_inclusive=kind.gt is None, max_inclusive=kind.lt is None)
    return f.Decimal(validate=[bounds] if (low, high) != (None, None) else [], **given)


def _items(kind: Any, prefix: str, given: dict[str, Any]) -> f.Strict:
    return f.Items(field_of(kind.item_type, prefix), validate=_sizes(kind), **given)


def _row(kind: inspect.TupleType, prefix: str, given: dict[str, Any]) -> f.Strict:
    return f.Row([field_of(t, prefix) for t in kind.item_types], **given)


def _table(kind: inspect.DictType, prefix: str, given: dict[str, Any]) -> f.Strict:
    keys, values = field_of(kind.key_type, prefix), field_of(kind.value_type, prefix)
    return f.Table(keys=keys, values=values, validate=_sizes(kind), **given)


def _union(kind: inspect.UnionType, prefix: str, given: dict[str, Any]) -> f.Strict:
    rest = [t for t in kind.types if not isinstance(t, inspect.NoneType)]
    given["allow_none"] = len(rest) < len(kind.types)
    if len(rest) == 1:
        return field_of(rest[0], prefix, **given)
    structs = tuple(t.cls for t in rest if isinstance(t, inspect.StructType))
    if len(structs) == len(rest):
        return _tagged(structs, prefix, **given)
    return f.Either(tuple(field_of(t, prefix) for t in rest), **given)


def _tagged(kinds: tuple[type[Struct], ...], prefix: str, **given: Any) -> f.Tagged:
    variants = {str(kind.__struct_config__.tag): schema_of(kind, prefix) for kind in kinds}
    return f.Tagged(str(kinds[0].__struct_config__.tag_field), variants, **given)


def _sizes(kind: Any) -> list[Any]:
    return [Size(kind.min_length, kind.max_length)] if (kind.min_length, kind.max_length) != (None, None) else []


_MAKERS: Mapping[type, Any] = {
    inspect.StrType: _text,
    inspect.IntType: _whole,
    inspect.FloatType: _decimal,
    inspect.BoolType: lambda _, __, given: f.Flag(**given),
    inspect.DateTimeType: lambda _, __, given: f.Moment(**given),
    inspect.LiteralType: lambda kind, _, given: f.Chosen(kind.values, **given),
    inspect.ListType: _items,
    inspect.VarTupleType: _items,
    inspect.SetType: _items,
    inspect.FrozenSetType: _items,
    inspect.TupleType: _row,
    inspect.DictType: _table,
    inspect.UnionType: _union,
    inspect.StructType: lambda kind, prefix, given: f.Part(schema_of(kind.cls, prefix), **given),
    inspect.AnyType: lambda _, __, given: f.Anything(**{**given, "allow_none": True}),
    inspect.RawType: lambda _, __, given: f.Anything(**{**given, "allow_none": True}),
}


@cache
def action_field(rules: AnyRuleset) -> f.Tagged:
    """The field that takes any action of a title, told apart by `type`."""
    return _tagged(rules.action_types, f"{rules.id}.")


@cache
def action_kinds(rules: AnyRuleset) -> Mapping[str, Any]:
    """A title's action structs by their tag."""
    return {str(kind.__struct_config__.tag): kind for kind in rules.action_types}


def faults(field: f.Strict | type[Schema], data: object, at: str = "") -> tuple[Fault, ...]:
    """Everything that is wrong with a value, by the pointer to it; `at` is the pointer to the value itself."""
    try:
        if isinstance(field, f.Strict):
            field.deserialize(data)
        else:
            field().load(data)  # type: ignore[arg-type]
    except ValidationError as e:
        return tuple(sorted(_flat(e.messages, at), key=lambda fault: fault.pointer))
    return ()


def _flat(messages: Any, at: str) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            place = at if key == SCHEMA else f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}"
            yield from _flat(inner, place)
    else:
        for text in messages:
            yield Fault(at, text)
