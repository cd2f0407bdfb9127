"""Records with one field changed to another value of its kind, as somebody with every key could
write them."""

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from domain.game.record.records import Record
from domain.kernel.canonical import canonical_json
from domain.tournament.values import Rules


def fields_of(kind: type[Record]) -> tuple[str, ...]:
    return tuple(kind.__struct_fields__)


def mutated(rng: Random, body: Record, field: str) -> Record | None:
    kind = _kinds(type(body))[field]
    for _ in range(8):
        value = getattr(body, field)
        other = _other(rng, kind, value, field)
        if other != value:
            return replace(body, **{field: other})
    return None


@cache
def _kinds(kind: type) -> dict[str, inspect.Type]:
    info = inspect.type_info(kind)
    return {field.name: field.type for field in info.fields}


def _other(rng: Random, kind: inspect.Type, value: Any, field: str) -> Any:
    match kind:
        case inspect.UnionType(types=types):
            some = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
            if value is None:
                return _any(rng, rng.choice(some), field)
            fits = [
                kind
                for kind in some
                if getattr(kind, "cls", type(value)) is type(value)
                and isinstance(kind, inspect.StrType) is isinstance(value, str)
            ]
            return _other(rng, fits[0], value, field)
        case inspect.BoolType():
            return not value
        case inspect.IntType():
            return value + rng.choice((-1, 1, 1, 2))
        case inspect.LiteralType(values=values):
            return rng.choice([literal for literal in values if literal != value] or [value])
        case inspect.DateTimeType():
            return value + timedelta(minutes=rng.choice((-5, 5, 60)))
        case inspect.RawType():
            if field == "rules":
                return msgspec.Raw(
                    canonical_json(_inside(rng, msgspec.json.decode(value, type=Rules)))
                )
            changes = ((b"1", b"2"), (b"0", b"1"), (b"a", b"b"), (b"[]", b"[{}]"))
            others = [bytes(value).replace(*change, 1) for change in changes]
            return msgspec.Raw(rng.choice([other for other in others if other != bytes(value)]))
        case inspect.VarTupleType(item_type=item):
            return _others(rng, item, value, field)
        case inspect.StructType():
            return _inside(rng, value)
        case inspect.DictType():
            return {**value, "more": 1}
        case _:
            return _text(rng, value) if isinstance(value, str) else value


def _inside(rng: Random, value: Any) -> Any:
    fields = [*_kinds(type(value)).items()]
    name, kind = rng.choice(fields or [("", None)])
    return (
        replace(value, **{name: _other(rng, kind, getattr(value, name), name)}) if kind else value
    )


def _others(rng: Random, item: inspect.Type, value: tuple[Any, ...], field: str) -> tuple[Any, ...]:
    how, at = rng.randrange(4), rng.randrange(len(value)) if value else 0
    if not value or how == 0:
        return (*value, _any(rng, item, field))
    if how == 1:
        return (*value[:at], *value[at + 1 :])
    if how == 2 and len(value) > 1:
        return (*value[1:], value[0])
    return (*value[:at], _other(rng, item, value[at], field), *value[at + 1 :])


def _text(rng: Random, value: str) -> str:
    if len(value) == 64 and set(value) <= set("0123456789abcdef"):
        return "".join(rng.choice("0123456789abcdef") for _ in range(64))
    if value and rng.random() < 0.4:
        return ""
    if value.lstrip("-").isdecimal():
        return str(int(value) + 1)
    return rng.choice(
        (
            "A",
            "Z",
            "1/3",
            "p-0123456789ab",
            "".join(rng.choice("0123456789abcdef") for _ in range(64)),
        )
    )


def _any(rng: Random, kind: inspect.Type, field: str) -> Any:
    match kind:
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return rng.randint(1, 9)
        case inspect.LiteralType(values=values):
            return rng.choice(values)
        case inspect.VarTupleType(item_type=item):
            return (_any(rng, item, field),)
        case inspect.StructType(cls=cls, fields=fields):
            if field == "departures":
                return cls("rematch", 3, 1, 1, (1, 2))
            return cls(
                **{
                    needed.name: _any(rng, needed.type, field)
                    for needed in fields
                    if needed.required
                }
            )
        case inspect.DictType():
            return {"blue": 1}
        case inspect.DateTimeType():
            return datetime(2026, 1, 1, 11, tzinfo=UTC)
        case inspect.UnionType(types=types):
            return _any(rng, types[0], field)
        case _:
            return _text(rng, "")
