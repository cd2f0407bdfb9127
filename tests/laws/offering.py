"""Samples the whole space of a title's actions, with every field over its domain, and tells whether
an offer covers an action.

Candidates are built only from the types of the actions, the ids on the board and in the catalog,
and the offers. They use neither the rules nor what `legal` may have forgotten."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET, inspect
from msgspec.structs import asdict, replace

from domain.titles import registry
from domain.titles.contract.ruleset import PUBLIC, Action, Board, Field, Legal, Template

MOST = 400
"""The largest number of actions of a kind that are all tried. Of more, this many are sampled."""


def ids(rules: registry.AnyRuleset, board: Board) -> tuple[str, ...]:
    """Every short word on the board and in the catalog. All ids that an action can name are among
    them."""
    values_known: dict[str, None] = {"": None, "nowhere": None}
    _gather(msgspec.to_builtins(rules.view(board, PUBLIC)), values_known)
    _gather(board.setting.catalog.values, values_known)  # type: ignore[attr-defined]
    return tuple(values_known)


def _gather(data: Any, values_known: dict[str, None]) -> None:
    if isinstance(data, dict):
        for key, value in data.items():
            values_known[str(key)] = None
            _gather(value, values_known)
    elif isinstance(data, list | tuple):
        for item in data:
            _gather(item, values_known)
    elif isinstance(data, str) and len(data) <= 40:
        values_known[data] = None


def offered(legal: Legal) -> tuple[Any, ...]:
    return (*(c.action for c in legal.choices), *(t.example for t in legal.templates))


def candidates(
    kinds: Sequence[type[Action]], legal: Legal, words: Sequence[str], rng: Random
) -> Iterator[Any]:
    """Actions of every kind: all of a kind with few, some of a kind with many, and the offered ones
    with one field changed."""
    for kind in kinds:
        yield from _actions_of(kind, _domains(kind, legal, words, rng), rng)
    for action in rng.sample(shown := offered(legal), min(len(shown), 40)):
        for name, values in _domains(type(action), legal, words, rng).items():
            yield from (
                replace(action, **{name: value})
                for value in rng.sample(values, min(len(values), 6))
            )


def _actions_of(kind: type[Action], domains: dict[str, list[Any]], rng: Random) -> Iterator[Any]:
    size = 1
    for values in domains.values():
        size *= len(values)
    if size <= MOST:
        yield from (
            kind(**dict(zip(domains, chosen, strict=True))) for chosen in product(*domains.values())
        )
    else:
        for _ in range(MOST // 4):
            yield kind(**{name: rng.choice(values) for name, values in domains.items()})


@cache
def _fields(kind: type[Any]) -> tuple[inspect.Field, ...]:
    return tuple(inspect.type_info(kind).fields)  # type: ignore[attr-defined]


def _domains(
    kind: type[Any], legal: Legal, words: Sequence[str], rng: Random
) -> dict[str, list[Any]]:
    tag = str(kind.__struct_config__.tag)
    shown: dict[str, list[Any]] = {}
    for action in offered(legal):
        if type(action) is kind:
            for name, value in asdict(action).items():
                shown.setdefault(name, []).append(value)
    for template in legal.templates:
        if template.type == tag:
            for name, field in template.fields.items():
                shown.setdefault(name, []).extend(
                    [*field.choices, *(n for n in (field.least, field.most) if n is not None)]
                )
    return {
        field.name: _domain(field.type, shown.get(field.name, []), words, rng)
        for field in _fields(kind)
    }


def _domain(kind: Any, shown: list[Any], words: Sequence[str], rng: Random) -> list[Any]:
    extra: list[Any] = []
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        parts = [part for option in kind.types for part in _domain(option, shown, words, rng)]
        return _distinct(parts, 12)
    if isinstance(kind, inspect.NoneType):
        return [None]
    if isinstance(kind, inspect.BoolType):
        return [False, True]
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    if isinstance(kind, inspect.IntType):
        least, most = kind.ge or 0, kind.le if kind.le is not None else 99
        near = [n + by for n in shown if type(n) is int for by in (-1, 0, 1)]
        extra = [least, least + 1, most, *near, rng.randint(least, min(most, 12))]
        return _distinct([n for n in extra if least <= n <= most], 10)
    if isinstance(kind, inspect.StrType):
        extra = [word for word in shown if isinstance(word, str)]
        return _distinct(
            [*rng.sample(extra, len(extra)), *rng.sample(words, min(len(words), 5))], 14
        )
    if isinstance(kind, inspect.StructType):
        return [_struct(kind.cls, words, rng, shown) for _ in range(4)]
    if isinstance(kind, inspect.VarTupleType):
        items = _domain(kind.item_type, [x for x in shown if not isinstance(x, tuple)], words, rng)
        pairs = [value for value in shown if isinstance(value, tuple)]
        parts = [x for value in pairs for x in value]
        some = [
            tuple(rng.sample(pool, min(len(pool), n)))
            for pool in (items, parts)
            for n in (1, 2, 3)
            if pool
        ]
        return [
            value
            for value in _distinct([(), *pairs, *some], 12)
            if len(value) >= (kind.min_length or 0)
        ]
    if isinstance(kind, inspect.DictType):
        keys = _domain(kind.key_type, [], words, rng)
        pairs = [value for value in shown if isinstance(value, dict)]
        moved = [{**action, key: n} for action in pairs for key in action for n in (1, 2)]
        return _distinct([*pairs, *moved, {}, {keys[0]: 1}], 12)
    raise NotImplementedError(kind)


def _struct(kind: type[Any], words: Sequence[str], rng: Random, shown: list[Any]) -> Any:
    """A value of a struct inside an action: a shown one with one field changed, or a random one."""
    like = [action for action in shown if isinstance(action, kind)]
    fields = {field.name: field.type for field in _fields(kind)}
    if like and rng.random() < 0.7:
        choice, name = rng.choice(like), rng.choice(list(fields))
        return replace(
            choice, **{name: rng.choice(_domain(fields[name], [getattr(choice, name)], words, rng))}
        )
    return kind(
        **{name: rng.choice(_domain(type_, [], words, rng)) for name, type_ in fields.items()}
    )


def _distinct(values: Sequence[Any], most: int) -> list[Any]:
    return [value for _, value in islice({(type(v), repr(v)): v for v in values}.items(), most)]


# -- what an offer covers --------------------------------------------------------------------------


def covers(legal: Legal, action: Any) -> bool:
    same = _sorted(action)
    return any(_sorted(choice.action) == same for choice in legal.choices) or any(
        _fits(template, action) for template in legal.templates
    )


def _sorted(action: Any) -> Any:
    """The action with its lists of words sorted: the same cards named in another order are the same
    choice."""
    lists = {
        name: value for name, value in asdict(action).items() if isinstance(value, tuple) and value
    }
    plain = {
        name: tuple(sorted(value))
        for name, value in lists.items()
        if all(isinstance(item, str) for item in value)
    }
    return replace(action, **plain)


def respelled(action: Any, legal: Legal) -> Iterator[Any]:
    """Variants of an action with names taken from the offers, since some things have several names
    (a territory has one for each area). All offers of its kind are among them."""
    like = [asdict(other) for other in offered(legal) if type(other) is type(action)]
    names = [name for name, value in asdict(action).items() if isinstance(value, str)]
    for chosen in dict.fromkeys(tuple(action[name] for name in names) for action in like):
        yield replace(action, **dict(zip(names, chosen, strict=True)))
    yield from (other for other in offered(legal) if type(other) is type(action))
    for template in (
        template for template in legal.templates if type(template.example) is type(action)
    ):
        for name, field in template.fields.items():
            if (
                field.choices
                and hasattr(action, name)
                and getattr(action, name) not in field.choices
            ):
                yield from (replace(action, **{name: choice}) for choice in field.choices)


def plainer(action: Any) -> Iterator[Any]:
    """Variants of an action, each with one field of an item of a list set to its default. If a
    variant leads to the same facts, the field has no meaning there."""
    for name, value in asdict(action).items():
        items = value if isinstance(value, tuple) else ()
        for n, item in enumerate(items):
            if not isinstance(item, msgspec.Struct):
                continue
            for field in _fields(type(item)):
                if (
                    field.default is not msgspec.NODEFAULT
                    and getattr(item, field.name) != field.default
                ):
                    left = replace(item, **{field.name: field.default})
                    yield replace(action, **{name: (*items[:n], left, *items[n + 1 :])})


def _fits(template: Template, action: Any) -> bool:
    if template.type != action.__struct_config__.tag:
        return False
    fields = asdict(action)
    return all(
        _within(template.fields[name], value)
        if name in template.fields
        else value == getattr(template.example, name)
        for name, value in fields.items()
    )


def _within(field: Field, value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(_within(field, item) for item in value)
    if isinstance(value, msgspec.Struct):
        parts = asdict(value)
        return field.within is UNSET or all(
            _within(field.within[name], part)
            for name, part in parts.items()
            if name in field.within
        )
    if isinstance(value, dict):
        return all(_within(field, key) for key in value)
    if field.choices and value is not None:
        return value in field.choices
    if isinstance(value, int) and not isinstance(value, bool):
        return (field.least is None or value >= field.least) and (
            field.most is None or value <= field.most
        )
    return True
