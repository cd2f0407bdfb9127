"""The marshmallow schema of a struct, which lists all faults of data, and its OpenAPI component.

Actions and requests are defined once, as `msgspec` structs, and read by `msgspec`. Only a body that
`msgspec` refuses is loaded through the derived schema, which lists all faults with
`domain/kernel/faults.py`. A schema's fields describe the struct's types in the OpenAPI document.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Union

import msgspec
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate
from marshmallow.exceptions import SCHEMA
from msgspec import Struct, inspect

from domain.kernel import faults as walker
from domain.kernel.faults import Fault

AnyField = fields.Field[Any]


class Unfit(ValidationError):
    """marshmallow's validation error with every fault: its JSON pointer and its sentence."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.pointer))
        by: dict[str, list[Any]] = {}
        for fault in self.faults:
            by.setdefault(fault.pointer or SCHEMA, []).append(fault.text)
        super().__init__(by)


class DerivedSchema(Schema):
    """Base of the schemas that are derived from structs; `struct` is the struct."""

    class Meta:
        unknown = RAISE
        register = False

    struct: ClassVar[type[Struct]]

    def load(self, data: Any, **_: Any) -> Any:
        """Plain data as the struct. Raises `Unfit`."""
        try:
            return msgspec.convert(data, self.struct)
        except msgspec.ValidationError:
            raise Unfit(walker.faults(data, self.struct)) from None


class ChoiceField(fields.Raw):
    """A value that must be one of `choices`."""

    def __init__(self, choices: tuple[Any, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = choices


class UnionField(fields.Raw):
    """A value that one of several fields accepts."""

    def __init__(self, among: tuple[AnyField, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.among = among


class TaggedField(fields.Raw):
    """One of several objects, distinguished by a field."""

    def __init__(self, kinds: tuple[type[Struct], ...], prefix: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kind = inspect.type_info(Union[kinds])  # noqa: UP007  the members are known at run time only
        self.by = str(kinds[0].__struct_config__.tag_field)
        self.variants = {str(kind.__struct_config__.tag): schema_of(kind, prefix) for kind in kinds}

    def deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        """Plain data as one of the structs. Raises `Unfit`."""
        result = Unfit(walker.faults(value, self.kind))
        if result.faults:
            raise result
        return self.variants[value[self.by]]().load(value)


def struct_fields(struct: type) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType | inspect.DataclassType)
    return info.fields


@cache
def schema_of(struct: type, prefix: str = "") -> type[DerivedSchema]:
    """The marshmallow schema of a struct (or of `Text`). `prefix` is put before its name in the
    OpenAPI document."""
    info = inspect.type_info(struct)
    by_name: dict[str, AnyField] = {}
    forbids = isinstance(info, inspect.StructType) and info.forbid_unknown_fields
    if isinstance(info, inspect.StructType) and info.tag_field is not None:
        by_name[info.tag_field] = ChoiceField((info.tag,), required=True, data_key=info.tag_field)
    for entry in struct_fields(struct):
        by_name[entry.encode_name] = field_of(
            entry.type, prefix, data_key=entry.encode_name, **_required_or_default(entry)
        )
    members: dict[str, Any] = {
        f"field_{name}": field for name, field in by_name.items()
    }  # apart from the schema's own names
    members["struct"] = struct
    members["__doc__"] = struct.__doc__
    members["Meta"] = type(
        "Meta", (DerivedSchema.Meta,), {"unknown": RAISE if forbids else EXCLUDE}
    )
    return type(f"{prefix}{struct.__name__}", (DerivedSchema,), members)


@cache
def fields_of(schema: type[DerivedSchema]) -> Mapping[str, AnyField]:
    return {
        str(field.data_key): field
        for field in schema().fields.values()
        if isinstance(field, fields.Field)
    }


def _required_or_default(entry: inspect.Field) -> dict[str, Any]:
    """The arguments of a marshmallow field that say whether it is required, else its default."""
    if entry.required:
        return {"required": True}
    value = entry.default if entry.default_factory is msgspec.NODEFAULT else entry.default_factory()
    return {"load_default": msgspec.to_builtins(value)}


def field_of(kind: inspect.Type, prefix: str = "", **options: Any) -> AnyField:
    """The marshmallow field for a type; `prefix` is as in `schema_of`, `options` are further
    arguments of the field."""
    if isinstance(kind, inspect.Metadata):
        options["metadata"] = {
            **(kind.extra_json_schema or {}),
            **{f"x-{k}": v for k, v in (kind.extra or {}).items()},
        }
        return field_of(kind.type, prefix, **options)
    options.setdefault("allow_none", False)
    make = _MAKERS.get(type(kind))
    if make is None:
        raise TypeError(f"no field is known for {kind}")
    field: AnyField = make(kind, prefix, options)
    return field


def _text(kind: inspect.StrType, _: str, options: dict[str, Any]) -> AnyField:
    checks: list[Any] = _sizes(kind)
    if kind.pattern is not None:
        checks.append(validate.Regexp(kind.pattern))
    return fields.String(validate=checks, **options)


def _whole(kind: inspect.IntType, _: str, options: dict[str, Any]) -> AnyField:
    low = kind.gt + 1 if kind.gt is not None else kind.ge
    high = kind.lt - 1 if kind.lt is not None else kind.le
    return fields.Integer(
        validate=[validate.Range(low, high)] if (low, high) != (None, None) else [], **options
    )


def _decimal(kind: inspect.FloatType, _: str, options: dict[str, Any]) -> AnyField:
    low, high = (kind.ge if kind.gt is None else kind.gt), (kind.le if kind.lt is None else kind.lt)
    bounds = validate.Range(low, high, min_inclusive=kind.gt is None, max_inclusive=kind.lt is None)
    return fields.Float(validate=[bounds] if (low, high) != (None, None) else [], **options)


def _items(kind: Any, prefix: str, options: dict[str, Any]) -> AnyField:
    return fields.List(field_of(kind.item_type, prefix), validate=_sizes(kind), **options)


def _row(kind: inspect.TupleType, prefix: str, options: dict[str, Any]) -> AnyField:
    return fields.Tuple([field_of(t, prefix) for t in kind.item_types], **options)


def _table(kind: inspect.DictType, prefix: str, options: dict[str, Any]) -> AnyField:
    keys, values = field_of(kind.key_type, prefix), field_of(kind.value_type, prefix)
    return fields.Dict(keys=keys, values=values, validate=_sizes(kind), **options)


def _union(kind: inspect.UnionType, prefix: str, options: dict[str, Any]) -> AnyField:
    others = [t for t in kind.types if not isinstance(t, inspect.NoneType)]
    options["allow_none"] = len(others) < len(kind.types)
    if len(others) == 1:
        return field_of(others[0], prefix, **options)
    structs = tuple(t.cls for t in others if isinstance(t, inspect.StructType))
    if len(structs) == len(others):
        return TaggedField(structs, prefix, **options)
    return UnionField(tuple(field_of(t, prefix) for t in others), **options)


def _sizes(kind: Any) -> list[Any]:
    return (
        [validate.Length(kind.min_length, kind.max_length)]
        if (kind.min_length, kind.max_length) != (None, None)
        else []
    )


_MAKERS: Mapping[type, Any] = {
    inspect.StrType: _text,
    inspect.IntType: _whole,
    inspect.FloatType: _decimal,
    inspect.BoolType: lambda _, __, options: fields.Boolean(**options),
    inspect.DateTimeType: lambda _, __, options: fields.AwareDateTime(**options),
    inspect.LiteralType: lambda kind, _, options: ChoiceField(kind.values, **options),
    inspect.ListType: _items,
    inspect.VarTupleType: _items,
    inspect.SetType: _items,
    inspect.FrozenSetType: _items,
    inspect.TupleType: _row,
    inspect.DictType: _table,
    inspect.UnionType: _union,
    inspect.StructType: lambda kind, prefix, options: fields.Nested(
        schema_of(kind.cls, prefix), **options
    ),
    inspect.DataclassType: lambda kind, prefix, options: fields.Nested(
        schema_of(kind.cls, prefix), **options
    ),
    inspect.AnyType: lambda _, __, options: fields.Raw(**{**options, "allow_none": True}),
    inspect.RawType: lambda _, __, options: fields.Raw(**{**options, "allow_none": True}),
}


def faults(
    field: AnyField | type[DerivedSchema], data: object, below: str = ""
) -> tuple[Fault, ...]:
    """All faults that a field or schema finds in a value, each with its JSON pointer, which begins
    with `below`."""
    try:
        if isinstance(field, fields.Field):
            field.deserialize(data)
        else:
            field().load(data)
    except Unfit as unfit:
        return tuple(Fault(below + fault.pointer, fault.text) for fault in unfit.faults)
    return ()
