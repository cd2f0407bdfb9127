"""The actions offered to a seat, computed from the moves of its title: buttons for single actions,
and forms where these are too many or not all that is possible."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from random import Random
from typing import Any

from msgspec import inspect
from msgspec.structs import fields, replace

from domain.kernel.text import Text
from domain.titles.contract.types import Action, Field, Template
from domain.titles.kit.moves import Move

MOST = 60
"""The most actions of one type that become buttons; more are replaced by a form."""


def candidates(board: Any, seat: str, move: Move) -> Iterator[Action]:
    """The actions that a move offers to a seat, without the illegal ones."""
    if move.always_legal:
        return iter(move.offers(board, seat))
    return (action for action in move.offers(board, seat) if move.judge(board, seat, action).legal)


def buttons_and_forms(
    board: Any, seat: str, move: Move, actions: list[Action]
) -> tuple[list[Action], tuple[Template, ...]]:
    """The actions of a move that become buttons, and the move's forms. `actions`: the move's legal
    candidates. The forms are the move's own, or one for each value of its field `grouped_by`, or one for
    all candidates."""
    if move.grouped_by:
        return _grouped(board, move, actions)
    if move.forms is not None:
        return actions if move.listed else [], tuple(move.forms(board, seat))
    form = _template(move, actions)
    return actions if len(actions) <= MOST else [], (form,) if form is not None else ()


def _grouped(
    board: Any, move: Move, actions: list[Action]
) -> tuple[list[Action], tuple[Template, ...]]:
    """The buttons and the forms of a move with a field `grouped_by`: a form for each of its values. A value
    that only one candidate has becomes a button, unless a field of the form needs more than a word
    or a number."""
    groups: dict[object, list[Action]] = {}
    for action in actions:
        groups.setdefault(getattr(action, move.grouped_by), []).append(action)
    buttons: list[Action] = []
    forms: list[Template] = []
    for group in groups.values():
        fields = dict(_choice_fields(move, group))
        if len(group) == 1 and not any(isinstance(move.asks[name], Field) for name in fields):
            buttons += group
        else:
            forms.append(Template(move.tag, move.button_text(board, group[0]), fields, group[0]))
    return buttons, tuple(forms)


def _choice_fields(move: Move, actions: list[Action]) -> Iterator[tuple[str, Field]]:
    """The fields of a form, with the values that the candidates have in them. A field in which all
    candidates have the default is left out."""
    defaults = _defaults(move.action)
    for name, label in move.asks.items():
        values = tuple(dict.fromkeys(getattr(action, name) for action in actions))
        if values != (defaults[name],):
            yield name, label if isinstance(label, Field) else Field(label, values)


@cache
def _defaults(action: type[Action]) -> Mapping[str, object]:
    return {field.name: field.default for field in fields(action)}


def entry(label: Text, example: Action, **fields: Field) -> Template:
    """A form for the type of its example. `example`: a legal action; `fields`: the definition of
    each field."""
    return Template(str(type(example).__struct_config__.tag), label, fields, example)


def _template(move: Move, actions: list[Action]) -> Template | None:
    few = len(actions) <= MOST
    if not actions or (few and not _offers_less(move, actions)):
        return None
    label = move.form or move.name
    if not few:
        more = Text(": one of {count}, for example this one", count=len(actions))
        label = Text(label.en + more.en, label.fr + more.fr)
    names: Mapping[str, Text | Field] = move.asks or {
        name: Text(name.replace("_", " "), name.replace("_", " "))
        for name in move.action.__struct_fields__
    }
    found = {name: _field(move, name, name_of, actions) for name, name_of in names.items()}
    fields = {name: field for name, field in found.items() if field is not None}
    return Template(move.tag, label, fields, actions[0])


def _offers_less(move: Move, actions: list[Action]) -> bool:
    """Whether the number in the field `up_to` can be smaller than a candidate's."""
    return bool(move.up_to) and any(
        getattr(action, move.up_to) > _least_allowed(move.action, move.up_to) for action in actions
    )


def _field(move: Move, name: str, label: Text | Field, actions: Iterable[Any]) -> Field | None:
    """The definition of a form's field, from the candidates' values in it. None if these are
    neither all words nor all numbers: then only the field's type limits the input."""
    if isinstance(label, Field):
        return label
    values = list(map(attrgetter(name), actions))
    kinds = set(map(type, values)) - {dict, list}
    if kinds == {int}:
        numbers = [value for value in values if type(value) is int]
        return Field(
            label,
            least=_least_allowed(move.action, name) if name == move.up_to else min(numbers),
            most=max(numbers),
        )
    return (
        Field(label, tuple(dict.fromkeys(value for value in values if type(value) is str)))
        if kinds == {str}
        else None
    )


@cache
def _least_allowed(action: type[Action], field: str) -> int:
    info = inspect.type_info(action)
    assert isinstance(info, inspect.StructType)
    kind = next(entry.type for entry in info.fields if entry.name == field)
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind.ge or 0 if isinstance(kind, inspect.IntType) else 0


def sample(board: Any, seat: str, moves: Iterable[Move], rng: Random) -> Action | None:
    """A random action, or None if none is possible. A move is chosen by weight, then one of its
    candidates, sometimes with a smaller number in its field `up_to`."""
    left = list(moves)
    while left:
        move = rng.choices(left, [choice.weight for choice in left])[0]
        left.remove(move)
        actions = list(candidates(board, seat, move))
        if actions:
            return _perhaps_smaller(board, seat, move, rng.choice(actions), rng)
    return None


def _perhaps_smaller(board: Any, seat: str, move: Move, action: Action, rng: Random) -> Action:
    if move.up_to and rng.random() < 0.5:
        least, most = _least_allowed(move.action, move.up_to), getattr(action, move.up_to)
        less = replace(action, **{move.up_to: rng.randint(least, most)})
        return less if move.judge(board, seat, less).legal else action
    return action
