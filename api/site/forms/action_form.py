"""From the fields of an action to the controls of its form: the action's own definition says what kind of value each takes, the
template that is offered what it may be now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import NODEFAULT, Struct, inspect, to_builtins

from api.site.forms.controls import Call, Check, Control, Counts, Many, Number, Part, Pick, Rows, Words
from domain.rules.ruleset import Field, Setting, Template
from domain.rules.text import Lang, Text

MOST_ROWS = 20


class Shaping:
    """Makes controls for one game's actions, in one language."""

    def __init__(self, setting: Setting, lang: Lang, none: str) -> None:
        """`none` is what a choice is called that names nothing."""
        self._setting, self._lang, self._none = setting, lang, none

    def controls(self, kind: type[Struct], template: Template) -> dict[str, Control]:
        """A control for each field that a template of an action lists, in the template's order."""
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        known = {one.encode_name: one for one in info.fields}
        return {name: self.control(known[name], field) for name, field in template.fields.items()}

    def control(self, known: inspect.Field, field: Field) -> Control:
        """The control for a field of an action, as far as a template bounds it."""
        name = known.encode_name
        label, call = self._label(field), self._call(name)
        kind, optional = _plain(known.type)
        choices = field.choices or (kind.values if isinstance(kind, inspect.LiteralType) else ())
        if isinstance(kind, inspect.BoolType):
            return Check(label, call)
        if isinstance(kind, inspect.StructType):
            return self._part(label, call, kind, field, optional)
        if isinstance(kind, inspect.VarTupleType | inspect.ListType):
            return self._list(name, label, call, kind, field)
        if isinstance(kind, inspect.DictType):
            return Counts(label, call, field.choices, keyed=True)
        if choices:
            nothing = ("",) if known.default == "" and "" not in choices else ()
            return Pick(label, call, (*nothing, *choices))
        if isinstance(kind, inspect.IntType):
            least = field.least if field.least is not None else kind.ge
            return Number(label, call, least, field.most if field.most is not None else kind.le, optional)
        return Words(label, call, kind.max_length if isinstance(kind, inspect.StrType) else None)

    # -- inside --------------------------------------------------------------------------------------------------

    def _label(self, field: Field) -> str:
        words = field.label.to(self._lang)
        return words[:1].upper() + words[1:]

    def _call(self, name: str) -> Call:
        return lambda value: self._setting.word(name, value).to(self._lang) or self._none

    def _part(self, label: str, call: Call, kind: inspect.StructType, field: Field, optional: bool = False) -> Part:
        within: Mapping[str, Field] = field.within or {}
        fields = {one.encode_name: self.control(one, within.get(one.encode_name, _unnamed(one.encode_name))) for one in kind.fields}
        defaults = {one.encode_name: to_builtins(one.default) for one in kind.fields if one.default is not NODEFAULT}
        return Part(label, call, fields, defaults, optional)

    def _list(self, name: str, label: str, call: Call, kind: inspect.VarTupleType | inspect.ListType, field: Field) -> Control:
        item, _ = _plain(kind.item_type)
        if isinstance(item, inspect.StructType):
            return self._objects(label, call, item, field, kind.max_length)
        literal = item.values if isinstance(item, inspect.LiteralType) else ()
        choices: tuple[Any, ...] = field.choices or literal
        if literal and kind.max_length is not None and kind.max_length > len(literal):
            return Counts(label, call, choices)
        if isinstance(item, inspect.IntType) and not choices:
            return Words(label, call, None, numbers=True)
        return Many(label, call, choices)

    def _objects(self, label: str, call: Call, item: inspect.StructType, field: Field, most: int | None) -> Control:
        """A row for each object; or, where an object is only so many of a kind, how many of each kind."""
        row = self._part(label, call, item, field)
        if len(row.fields) == 2:
            (what, pick), (how_many, number) = row.fields.items()
            if what in (field.within or ()) and isinstance(number, Number) and (number.least or 0) > 0:
                return Counts(label, pick.call, pick.choices if isinstance(pick, Pick) else (), (what, how_many))
        return Rows(label, call, row, min(most or MOST_ROWS, MOST_ROWS))


def _plain(kind: inspect.Type) -> tuple[inspect.Type, bool]:
    """A type without its description, and whether it may be none."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type)
    if isinstance(kind, inspect.UnionType):
        rest: list[Any] = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return _plain(rest[0])[0], len(rest) < len(kind.types)
    return kind, False


def _unnamed(name: str) -> Field:
    """A field that a template says nothing of is called what it is called in the action."""
    return Field(Text(name.replace("_", " "), name.replace("_", " ")))
