"""Bounds of a board's fields, declared on their types. The kit derives from them which boards are
impossible, which pieces are conserved, and who may see which fields.

    class Side(Struct, frozen=True):
        reserve: Annotated[int, Count(called=Text("reserve")), Conserved("units {key}")]
        up: Annotated[tuple[Annotated[str, OneOf("cards", CARD)], ...], Once()]

    class Board(kit.Board, frozen=True):
        sides: Annotated[dict[Seat, Side], Every("seats", SEAT, Text("the side of"))]
        bids: Annotated[dict[Seat, int], Secret()]

`OneOf`, `Every` and `MaxItems` take an attribute of the setting (`"cards"`) or a function of the board."""

from __future__ import annotations

import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from domain.kernel.faults import Fault, pointer_step
from domain.kernel.text import Text
from domain.titles.contract import invariants
from domain.titles.contract.setting import Setting
from domain.titles.contract.types import ARBITER, Audience, Board, Field
from domain.titles.contract.whole import with_all_fields

Known = str | Callable[[Any], Any]
"""The source of known ids or of a number: the name of an attribute of the setting, or a function of
the board."""


class Bound:
    """Base of bounds that are declared on a field's type."""

    def amiss(self, there: BoundValue) -> Iterator[Text]:
        """Sentences, without a full stop, on how a value breaks the bound; none if it does not."""
        return iter(())


class BoundValue(NamedTuple):
    """A value on a board, paired with one of its bounds. `keys`: the dictionary keys that lead to
    it; `pointer`: its JSON pointer, empty for a value that is itself a key."""

    board: Any
    value: Any
    bound: Bound
    keys: tuple[str, ...]
    pointer: str

    def resolved(self, what: Known) -> Any:
        """The ids, or the number, that a bound compares with, from the setting or the board."""
        return getattr(self.board.setting, what) if isinstance(what, str) else what(self.board)

    def name_with_keys(self, name: Text) -> Text:
        """The value's name in sentences: `name` with the keys that lead to the value. If `name`
        contains `{key}`, the last key is put there."""
        keys = self.keys
        if keys and "{key}" in name.en:
            name, keys = (
                Text(name.en.replace("{key}", keys[-1]), name.fr.replace("{key}", keys[-1])),
                keys[:-1],
            )
        return invariants.name_with_location(", ".join(keys), name) if keys else name


class Called(Bound):
    """Gives a field a name, and no bound."""

    def __init__(self, name: Text) -> None:
        self.name = name


class Part(Bound):
    """Gives a part of the board a name, which counts as a key on the way to the values in it."""

    def __init__(self, name: str) -> None:
        self.name = name


class OneOf(Bound):
    """A bound: the value is one of the known ids. `what`: the kind of id with its article (`a
    card`). If `empty`, the value may also be "" (nobody, nothing)."""

    def __init__(self, known: Known, what: Text, *, empty: bool = False) -> None:
        self.known, self.what, self.empty = known, what, empty

    def amiss(self, there: BoundValue) -> Iterator[Text]:
        if there.value or not self.empty:
            yield from invariants.unknown_ids([there.value], there.resolved(self.known), self.what)


class Every(Bound):
    """A bound: the keys of a dictionary are exactly the known ids. `what`: the kind of id with its
    article (`a building`), for the fault of an unknown key; `the`: the words before the id in the
    fault of a missing key (`the supply of`)."""

    def __init__(self, known: Known, what: Text, the: Text) -> None:
        self.known, self.what, self.the = known, what, the

    def amiss(self, there: BoundValue) -> Iterator[Text]:
        yield from invariants.ids_unless_exact(
            there.value, there.resolved(self.known), self.what, self.the
        )


class Once(Bound):
    """A bound: no item of a list occurs twice."""

    def amiss(self, there: BoundValue) -> Iterator[Text]:
        yield from invariants.repeated_ids(there.value)


class Count(Bound):
    """A bound: a number is at least `least` and at most `most` (None: no limit). `called`: the name
    of what it counts."""

    def __init__(self, called: Text, least: int = 0, most: int | Known | None = None) -> None:
        self.name, self.least, self.most = called, least, most

    def amiss(self, there: BoundValue) -> Iterator[Text]:
        most = (
            self.most
            if self.most is None or isinstance(self.most, int)
            else there.resolved(self.most)
        )
        yield from invariants.count_out_of_bounds(
            there.name_with_keys(self.name), there.value, self.least, most
        )


class MaxItems(Bound):
    """A bound: a list has at most `most` items. `called`: the list's name."""

    def __init__(self, called: Text, most: int | Known) -> None:
        self.name, self.most = called, most

    def amiss(self, there: BoundValue) -> Iterator[Text]:
        most = self.most if isinstance(self.most, int) else there.resolved(self.most)
        yield from invariants.count_out_of_bounds(
            there.name_with_keys(self.name), len(there.value), most=most
        )


class Conserved(Bound):
    """Marks conserved pieces, whose number is equal at every position. A number counts as that many
    pieces, an id as one, an empty id as none. `name`: the kind of piece; `{key}` in it is replaced
    by the last key that leads to the value, and `{value}` by the id."""

    def __init__(self, name: str) -> None:
        self.name = name

    def counted(self, there: BoundValue) -> tuple[str, int]:
        """The name of the pieces that a value stands for, and their number."""
        number = isinstance(there.value, int)
        if there.value == "":
            return "", 0
        name = self.name.format(
            key=there.keys[-1] if there.keys else "", value="" if number else there.value
        )
        return name, int(there.value) if number else 1


SEAT = invariants.SEAT

Seat = Annotated[str, OneOf("seats", SEAT)]
"""A seat of the game, as a value or key."""
SeatOrNone = Annotated[str, OneOf("seats", SEAT, empty=True)]
"""A seat of the game, or nobody."""


class ValueRule(Bound):
    """A rule for a field of a catalog. `test` takes the field's value and all values of the
    catalog. If it returns false, `wrong` is the fault; each place in it is filled by the function
    of that name, which takes the same two arguments."""

    def __init__(
        self, test: Callable[[Any, Any], object], wrong: Text, **named: Callable[[Any, Any], object]
    ) -> None:
        self.test, self.wrong, self.named = test, wrong, named

    def fault(self, there: BoundValue) -> Fault | None:
        if self.test(there.value, there.board):
            return None
        named = {name: value(there.value, there.board) for name, value in self.named.items()}
        return Fault(there.pointer, self.wrong.filled(named))


class Secret(Bound):
    """Marks a value that only its owner and the arbiter may see. In a dictionary keyed by seat,
    each seat owns its entry. Any other value is owned by the seat under whose key it lies or, if
    `owner` is given, by the seat that this field of the board names."""

    def __init__(self, owner: str = "") -> None:
        self.owner = owner


def bound_faults(board: Board) -> Iterator[Text]:
    """The faults of a board by the bounds of its fields, each once."""
    yield from dict.fromkeys(
        text for there in bound_values(board) for text in there.bound.amiss(there)
    )


def value_faults(values: Struct) -> Iterator[Fault]:
    """The faults of a catalog's values by the rules (`ValueRule`) of their fields."""
    for there in bound_values(values):
        if isinstance(there.bound, ValueRule) and (fault := there.bound.fault(there)) is not None:
            yield fault


def census(board: Board) -> dict[str, int]:
    """How many conserved pieces (`Conserved`) of each name a board has."""
    counts: Counter[str] = Counter()
    for there in bound_values(board):
        if isinstance(there.bound, Conserved):
            name, count = there.bound.counted(there)
            if name:
                counts[name] += count
    return dict(counts)


def bound_values(board: Struct) -> Iterator[BoundValue]:
    """All values within a board, or within a catalog's values, paired with each of their bounds."""
    for name, hint in _hints(type(board)).items():
        yield from _values_within(board, getattr(board, name), hint, (), pointer_step(name))


def allowed_values(board: Board) -> dict[str, Field]:
    """The values that the bounds allow, by JSON pointer into a board: the known ids, or the least
    and the most of a number."""
    places: dict[str, Field] = {}
    for there in bound_values(board):
        bound = there.bound
        if there.pointer and isinstance(bound, OneOf):
            places[there.pointer] = Field(
                bound.what, (*([""] if bound.empty else []), *there.resolved(bound.known))
            )
        elif there.pointer and isinstance(bound, Count):
            most = (
                bound.most
                if bound.most is None or isinstance(bound.most, int)
                else there.resolved(bound.most)
            )
            places[there.pointer] = Field(
                there.name_with_keys(bound.name), least=bound.least, most=most
            )
    return places


def visible_data(board: Board, audience: Audience) -> dict[str, Any]:
    """A board as plain data, without its setting and without the values that an audience may not
    see."""
    return {
        name: _as_seen(board, getattr(board, name), hint, "", audience)
        for name, hint in _hints(type(board)).items()
        if name != "setting" and not _is_hidden(board, hint, "", audience)
    }


def has_secret(board: Board) -> bool:
    """Whether a secret field of the board has a value."""
    return any(
        isinstance(there.bound, Secret) and bool(there.value) for there in bound_values(board)
    )


def number_by_seat_fields(kind: type[Board]) -> tuple[str, ...]:
    """The names of a board's fields that map each seat to a number."""
    return tuple(name for name, (inner, _) in _hints(kind).items() if _is_by_seat(inner))


def _is_dict(kind: Any) -> bool:
    return bool(get_origin(kind) is dict)


def _is_by_seat(kind: Any) -> bool:
    if not _is_dict(kind):
        return False
    (_, bounds), (value, _) = map(_split_hint, get_args(kind))
    return value is int and any(
        isinstance(bound, OneOf) and bound.known == "seats" for bound in bounds
    )


def names_of_fields(kind: type[Board]) -> dict[str, Text]:
    """The names of a board's fields for people, with a capital, by field. A name comes from
    `Called`, else from another bound; fields without a name are left out."""
    found: dict[str, Text] = {}
    for name, (inner, bounds) in _hints(kind).items():
        inside = (more for argument in get_args(inner) for more in _split_hint(argument)[1])
        known = [
            bound for bound in (*bounds, *inside) if isinstance(bound, Called | Count | MaxItems)
        ]
        first = min(known, key=lambda bound: not isinstance(bound, Called), default=None)
        if first is not None and "{key}" not in first.name.en:
            found[name] = first.name.capital()
    return found


# -- the types of fields ---------------------------------------------------------------------------

_Hint = tuple[Any, tuple[Bound, ...]]


@cache
def _hints(kind: type[Struct]) -> Mapping[str, _Hint]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: _split_hint(hints[name]) for name in kind.__struct_fields__}


def _split_hint(hint: Any) -> _Hint:
    bounds: tuple[Bound, ...] = ()
    while get_origin(hint) is Annotated:
        bounds += tuple(bound for bound in hint.__metadata__ if isinstance(bound, Bound))
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, types.UnionType):
        hint, more = _split_hint(
            next(argument for argument in get_args(hint) if argument is not type(None))
        )
        bounds += more
    return hint, bounds


@cache
def has_bound(kind: Any, sort: Any = Bound) -> bool:
    """Whether a type has a field, at any depth, with a bound of class `sort`."""
    struct = isinstance(kind, type) and issubclass(kind, Struct)
    parts: Iterable[_Hint] = _hints(kind).values() if struct else map(_split_hint, get_args(kind))
    return any(
        any(isinstance(bound, sort) for bound in bounds) or has_bound(inner, sort)
        for inner, bounds in parts
    )


def _values_within(
    board: Struct, value: Any, hint: _Hint, keys: tuple[str, ...], pointer: str
) -> Iterator[BoundValue]:
    kind, bounds = hint
    if value is None:
        return
    for bound in bounds:
        yield BoundValue(board, value, bound, keys, pointer)
    keys += tuple(bound.name for bound in bounds if isinstance(bound, Part))
    if isinstance(value, Setting) or not has_bound(
        type(value) if isinstance(value, Struct) else kind
    ):
        return
    if isinstance(value, Struct):
        for name, inner in _hints(type(value)).items():
            yield from _values_within(
                board, getattr(value, name), inner, keys, pointer and pointer + pointer_step(name)
            )
    elif isinstance(value, Mapping):
        of_key, of_value = map(_split_hint, get_args(kind))
        for key, item in value.items():
            yield from _values_within(board, key, of_key, keys, "")
            yield from _values_within(
                board,
                item,
                of_value,
                (*keys, str(key)),
                pointer and pointer + pointer_step(str(key)),
            )
    elif isinstance(value, tuple | frozenset):
        kinds = get_args(kind)
        same = len(kinds) == 1 or kinds[-1] is Ellipsis
        for n, (item, item_hint) in enumerate(
            zip(value, (kinds[0] for _ in value) if same else kinds, strict=False)
        ):
            yield from _values_within(
                board, item, _split_hint(item_hint), keys, pointer and f"{pointer}/{n}"
            )


def _as_seen(board: Any, value: Any, hint: _Hint, key: str, audience: Audience) -> Any:
    kind, bounds = hint
    if audience == ARBITER or not (bounds or has_bound(kind)):
        return with_all_fields(value)
    own = any(isinstance(bound, Secret) for bound in bounds)
    if isinstance(value, Mapping):
        inner = _split_hint(get_args(kind)[1])
        return {
            str(name): _as_seen(board, item, inner, str(name), audience)
            for name, item in value.items()
            if not own or name == audience
        }
    if isinstance(value, Struct):
        hints = _hints(type(value))
        return {
            name: _as_seen(board, getattr(value, name), inner, key, audience)
            for name, inner in hints.items()
            if not _is_hidden(board, inner, key, audience)
        }
    if isinstance(value, tuple):
        inner = _split_hint(get_args(kind)[0])
        return [_as_seen(board, item, inner, key, audience) for item in value]
    return with_all_fields(value)


def _is_hidden(board: Any, hint: _Hint, key: str, audience: Audience) -> bool:
    """Whether a field is hidden from an audience entirely. A secret dictionary keyed by seat is
    not, since each seat sees its own entry."""
    kind, bounds = hint
    secret = next((bound for bound in bounds if isinstance(bound, Secret)), None)
    if secret is None or audience == ARBITER or (_is_dict(kind) and not secret.owner):
        return False
    return bool((getattr(board, secret.owner) if secret.owner else key) != audience)
