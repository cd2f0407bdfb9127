"""Controls derived from types: one for each field of a struct, by its type and by the bounds that
an offered action sets (`Field`).

The actions that are offered, the actions and facts that an arbiter declares, and a title's options
are structs; their forms are made from these structs.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from flask import request
from msgspec import NODEFAULT, UNSET, Struct, inspect, to_builtins
from msgspec.structs import replace

from api.web.body import read_as
from api.web.forms import controls as c
from api.web.forms.controls import DrawnControl, Given, ObjectControl
from api.web.forms.submission import Trouble, faults_within
from api.web.pages.labels import LABELS
from api.web.pages.pages import label_of, lang
from domain.kernel.fields import Field
from domain.kernel.text import Lang, Text, same

MOST_ROWS = 20

Call = Callable[[str, Any], str]  # what people call a value of a field

Bounds = Mapping[str, Field]  # what fields may be, by their names

Objects = inspect.StructType | inspect.DataclassType  # structs, and texts

_Items = inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType


class FromTypes:
    """Makes controls in one language.

    `call` gives the label of a field's value; for the empty value, the label of choosing none.
    `known` lists the possible texts of a field, by the field's name. `terms` are the labels of
    fields. `empty_texts`: required texts may be empty.
    """

    def __init__(
        self,
        lang: Lang,
        call: Call,
        known: Mapping[str, tuple[str, ...]] | None = None,
        *,
        terms: Mapping[str, Text] | None = None,
        empty_texts: bool = False,
    ) -> None:
        self._lang, self._call, self._known, self._empty_texts = (
            lang,
            call,
            known or {},
            empty_texts,
        )
        self._terms = terms or {}

    def struct(self, kind: type[Struct], bounds: Bounds | None = None) -> c.ObjectControl:
        """The controls for a struct: for all its fields, or only for those with bounds, in the
        order of the bounds."""
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        known = {item.encode_name: item for item in info.fields}
        fields = {
            name: self._field(known[name], field)
            for name, field in (bounds or dict.fromkeys(known)).items()
        }
        tag = {} if info.tag_field is None else {info.tag_field: str(info.tag)}
        return c.ObjectControl("", fields, _defaults(info), tag=tag)

    # -- inside ------------------------------------------------------------------------------------

    def _field(self, known: inspect.Field, field: Field | None) -> c.Control:
        return self._control(
            known.encode_name,
            known.type,
            field,
            known.required,
            "" if known.default == "" else None,
        )

    def _control(
        self,
        name: str,
        kind: inspect.Type,
        field: Field | None,
        required: bool = True,
        default: str | None = None,
    ) -> c.Control:
        label, call, numbers = (
            self._label(name, field),
            partial(self._call, name),
            _may_be_a_number(kind),
        )
        kind, optional = _plain(kind)
        if isinstance(kind, inspect.BoolType):
            return c.CheckBox(label)
        if isinstance(kind, Objects):
            return self._part(label, kind, field, optional)
        if isinstance(kind, inspect.TupleType):
            fields = {
                str(n): self._control("value" if n else "key", item, None)
                for n, item in enumerate(kind.item_types)
            }
            return c.Tuple(label, fields)
        if isinstance(kind, _Items):
            return self._items(name, label, kind, field)
        if isinstance(kind, inspect.DictType):
            if field:
                return c.Counts(label, field.choices, call, keyed=True)
            row = {
                "key": self._control("key", kind.key_type, None),
                "value": self._control("value", kind.value_type, None),
            }
            return c.Table(label, c.ObjectControl("", row), MOST_ROWS)
        listed = kind.values if isinstance(kind, inspect.LiteralType) else self._known.get(name, ())
        if choices := (field.choices if field else ()) or listed:
            choices = ("", *choices) if default == "" and "" not in choices else choices
            return c.OneChoice(label, choices, call, call("") if optional else "")
        if isinstance(kind, inspect.IntType):
            return c.NumberEntry(label, *_range(kind, field), optional)
        empty = None if optional else "" if required and self._empty_texts else UNSET
        return c.TextEntry(
            label, kind.max_length if isinstance(kind, inspect.StrType) else None, empty, numbers
        )

    def _label(self, name: str, field: Field | None) -> str:
        words = (
            field.label if field else self._terms.get(name) or same(name.replace("_", " "))
        ).printed(self._lang)
        return words[:1].upper() + words[1:]

    def _part(
        self, label: str, kind: Objects, field: Field | None, optional: bool = False
    ) -> c.ObjectControl:
        within: Bounds = (field.within or {}) if field else {}
        fields = {
            item.encode_name: self._field(item, within.get(item.encode_name))
            for item in kind.fields
        }
        return c.ObjectControl(label, fields, _defaults(kind), optional)

    def _items(self, name: str, label: str, kind: Any, field: Field | None) -> c.Control:
        item, _ = _plain(kind.item_type)
        call = partial(self._call, name)
        if isinstance(item, Objects):
            return self._objects(label, item, field, kind.max_length)
        if isinstance(item, inspect.TupleType):
            row = self._control(name, item, None)
            assert isinstance(row, c.ObjectControl)
            return c.Rows(label, row, kind.max_length or MOST_ROWS)
        literal: tuple[Any, ...] = item.values if isinstance(item, inspect.LiteralType) else ()
        choices: tuple[Any, ...] = (field.choices if field else ()) or literal
        if literal and kind.max_length is not None and kind.max_length > len(literal):
            return c.Counts(label, choices, call)
        numbers = isinstance(item, inspect.IntType)
        return (
            c.SeveralChoices(label, choices, call)
            if choices or (field and not numbers)
            else c.TextList(label, numbers)
        )

    def _objects(
        self, label: str, item: Objects, field: Field | None, most: int | None
    ) -> c.Control:
        """The control for a list of objects: rows of at most `most` objects. If an object is only a
        value and a positive number, the control has a number for each value instead."""
        row = self._part(label, item, field)
        if field and len(row.fields) == 2:
            (what, pick), (how_many, number) = row.fields.items()
            if (
                what in (field.within or ())
                and isinstance(number, c.NumberEntry)
                and (number.least or 0) > 0
            ):
                choices = pick.choices if isinstance(pick, c.OneChoice) else ()
                return c.Counts(label, choices, partial(self._call, what), (what, how_many))
        return c.Rows(label, row, min(most or MOST_ROWS, MOST_ROWS))


def _range(kind: inspect.IntType, field: Field | None) -> tuple[int | None, int | None]:
    """The smallest and largest allowed whole number (None: unbounded), from the offer's bounds,
    else from the type."""
    least = kind.ge if kind.gt is None else kind.gt + 1
    most = kind.le if kind.lt is None else kind.lt - 1
    if field is None:
        return least, most
    return least if field.least is None else field.least, most if field.most is None else field.most


def _defaults(kind: Objects) -> dict[str, Any]:
    result = {
        field.encode_name: to_builtins(field.default)
        for field in kind.fields
        if field.default is not NODEFAULT
    }
    for item in kind.fields:
        inner, optional = _plain(item.type)
        if item.required and isinstance(inner, Objects) and not optional:
            result[item.encode_name] = _defaults(inner)
    return result


def _plain(kind: inspect.Type) -> tuple[inspect.Type, bool]:
    """A type without its metadata, and whether it also allows None. A union of several other types
    is treated as a text."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type)
    if isinstance(kind, inspect.UnionType):
        others = [item for item in kind.types if not isinstance(item, inspect.NoneType)]
        inner = _plain(others[0])[0] if len(others) == 1 else inspect.StrType()
        return inner, len(others) < len(kind.types)
    return kind, False


def _may_be_a_number(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.Metadata):
        return _may_be_a_number(kind.type)
    return isinstance(kind, inspect.UnionType) and any(
        isinstance(_plain(item)[0], inspect.IntType) for item in kind.types
    )


T = TypeVar("T", bound=Struct)


class StructForm(Struct, frozen=True):
    """The form `name` for some fields of a request's struct (`kind`): those in `labels`, with their
    labels. `people` are the fields in which somebody is entered by name."""

    name: str
    kind: type[Any]
    labels: Mapping[str, Text]
    people: tuple[str, ...] = ()

    def shown(
        self, trouble: Trouble | None = None, value: Mapping[str, Any] | None = None
    ) -> tuple[DrawnControl, ...]:
        """The controls as they are drawn. If this form was refused (`trouble`), they have what was
        sent; else the values in `value`; else initial values."""
        part = self._part
        if trouble is not None and request.form.get("form") == self.name:
            return part.row(
                self.name, part.read(self.name, request.form), faults_within(trouble, "")
            )
        return part.row(self.name, dict(value) if value is not None else None)

    def read(
        self, form: Given, number: Callable[[str, str], int] | None = None, /, **fixed: Any
    ) -> Any:
        """The entry as the struct, with the `fixed` fields added. `number(name, pointer)` returns
        the number of the person with this name, or raises. Raises `invalid-fields` with every
        fault."""
        entered = self._part.read(self.name, form)
        named = {
            name: number(entered[name], f"/{name}")
            for name in self.people
            if number is not None and name in entered
        }
        return read_as(self.kind, {**entered, **named, **fixed})

    @property
    def _part(self) -> ObjectControl:
        bounds = {name: Field(label) for name, label in self.labels.items()}
        part = FromTypes(lang(), self._called).struct(self.kind, bounds)
        people = {name: c.PersonEntry(part.fields[name].label) for name in self.people}
        return replace(part, fields={**part.fields, **people})

    @staticmethod
    def _called(field: str, value: Any) -> str:
        name = f"{field}-{value}"
        return label_of("choice", name) if name in LABELS.get("choice", ()) else str(value)
