"""Form controls: how a form asks for one value, how the entry is read, and where its faults are
shown.

A control describes how it is drawn as a `DrawnControl`, which
`api/web/templates/forms/controls.html` draws, and reads its value from the form as plain JSON data.
It validates nothing: an entry that does not fit the type is returned as entered, and reading it as
the type lists the faults.
"""

from __future__ import annotations

import re
from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, StructMeta
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from domain.kernel.faults import UnreadEntries, pointer_step
from domain.kernel.text import Text

Sort = Literal[
    "fixed",
    "chips",
    "pick",
    "number",
    "check",
    "text",
    "person",
    "list",
    "many",
    "order",
    "counts",
    "rows",
    "part",
]
Call = Callable[[Any], str]  # what people call one of the values

Given = MultiDict[str, str]  # what was entered, by the names of the fields

# The faults of a value, by the JSON pointer from it to the faulty part; the empty pointer is the
# value itself.
Faults = Mapping[str, str]

NO_FAULTS: Faults = {}

# At most so many choices, with so many letters together, are buttons; more are a drop-down list.
MOST_CHIPS, MOST_LETTERS = 5, 64
UNTICKED = Text(
    "This is not ticked, but something is entered in it: tick it, or send the form once more without it.",
)
TWICE = Text("“{key}” stands in two rows, {first} and {second}: keep one of them.")

SPARE = 5  # empty rows that a list offers beside those that are filled in

_WHOLE = re.compile(r"-?[0-9]{1,15}")


class Option(Struct, frozen=True):
    """A choice that a control offers; `word` is its label, `count` the number entered for it."""

    value: str
    word: str
    chosen: bool
    count: int = 0


class DrawnControl(Struct, frozen=True):
    """What the template needs to draw a control.

    - `sort`: the kind of control. `name`: the field's name in the form.
    - `inside`: rows of further controls. `least`, `most`: bounds of a number, or the longest text.
    - `optional`: the value may be left out. `given`: it is there. `blank`: nothing is chosen
      yet."""

    sort: Sort
    name: str
    label: str
    value: str = ""
    options: tuple[Option, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False
    given: bool = True
    blank: bool = False
    inside: tuple[tuple[DrawnControl, ...], ...] = ()
    fault: str = ""


class _Abstract(StructMeta, ABCMeta):
    """The metaclass of structs with abstract methods."""


class Control(Struct, frozen=True, metaclass=_Abstract):
    """Base of controls: how one value is entered in a form. `label` is the value's name for
    people."""

    label: str

    @abstractmethod
    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        """The control as it is drawn for the field `name`, with a value (`UNSET`: none) and the
        value's faults."""

    @abstractmethod
    def read(self, name: str, form: Given) -> Any:
        """The value that the form has for the field `name`; `UNSET` if nothing was entered."""


class OneChoice(Control, frozen=True):
    """A choice of one of the listed values; `none` is the label for choosing none, or empty if one
    must be chosen. `call` gives a value's label."""

    choices: tuple[Any, ...]
    call: Call
    none: str = ""

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        listed = tuple(
            Option(str(choice), self.call(choice), choice == value) for choice in self.choices
        )
        if len(listed) == 1 and listed[0].chosen and not self.none:
            return DrawnControl(
                "fixed", name, self.label, listed[0].value, listed, fault=fault_text(faults)
            )
        other = (
            () if value in (*self.choices, "", None, UNSET) else (value,)
        )  # what is no choice of these stays as it was entered
        none = (Option("", self.none, value in (None, UNSET)),) if self.none else ()
        options = (*none, *listed, *(Option(str(item), str(item), True) for item in other))
        short = (
            len(options) <= MOST_CHIPS
            and sum(len(option.word) for option in options) <= MOST_LETTERS
        )
        blank = not any(option.chosen for option in options)
        return DrawnControl(
            "chips" if short else "pick",
            name,
            self.label,
            options=options,
            blank=blank,
            fault=fault_text(faults),
        )

    def read(self, name: str, form: Given) -> Any:
        text = form.get(name, "").strip()
        return next(
            (choice for choice in self.choices if str(choice) == text),
            text or (None if self.none else UNSET),
        )


class NumberEntry(Control, frozen=True):
    """A whole number; None if it is optional and left empty."""

    least: int | None
    most: int | None
    optional: bool = False

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        return DrawnControl(
            "number",
            name,
            self.label,
            _text(value),
            (),
            self.least,
            self.most,
            optional=self.optional,
            fault=fault_text(faults),
        )

    def read(self, name: str, form: Given) -> Any:
        text = form.get(name, "").strip()
        return whole_number(text) if text else None if self.optional else UNSET


class CheckBox(Control, frozen=True):
    """A box to tick, read as True or False."""

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        return DrawnControl(
            "check", name, self.label, "1" if value is True else "", fault=fault_text(faults)
        )

    def read(self, name: str, form: Given) -> Any:
        return bool(form.get(name))


class TextEntry(Control, frozen=True):
    """A text, of at most `most` characters; `empty` is the value of an empty entry. With `numbers`,
    a text of digits is read as an integer."""

    most: int | None
    empty: Any = UNSET
    numbers: bool = False

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        return DrawnControl(
            "text", name, self.label, _text(value), most=self.most, fault=fault_text(faults)
        )

    def read(self, name: str, form: Given) -> Any:
        text = form.get(name, "").strip()
        if not text:
            return self.empty
        return whole_number(text) if self.numbers else text


class PersonEntry(Control, frozen=True):
    """A person, entered by name or number. The entry is read as text; the caller looks the person
    up."""

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        return DrawnControl(
            "person", name, self.label, _text(value) if value else "", fault=fault_text(faults)
        )

    def read(self, name: str, form: Given) -> Any:
        return form.get(name, "").strip() or UNSET


class TextList(Control, frozen=True):
    """A list of texts on one line, separated by commas. With `numbers`, of whole numbers separated
    by commas or spaces."""

    numbers: bool

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        there = value if isinstance(value, list | tuple) else ()
        return DrawnControl(
            "list", name, self.label, ", ".join(map(str, there)), fault=fault_text(faults)
        )

    def read(self, name: str, form: Given) -> Any:
        text = form.get(name, "")
        parts = (
            text.replace(",", " ").split()
            if self.numbers
            else filter(None, map(str.strip, text.split(",")))
        )
        return [whole_number(part) if self.numbers else part for part in parts]


class SeveralChoices(Control, frozen=True):
    """A choice of several of the listed values, each at most once. `call` gives a value's label."""

    choices: tuple[Any, ...]
    call: Call

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        there = value if isinstance(value, list | tuple) else ()
        options = tuple(
            Option(str(choice), self.call(choice), choice in there) for choice in self.choices
        )
        return DrawnControl("many", name, self.label, options=options, fault=fault_text(faults))

    def read(self, name: str, form: Given) -> Any:
        known = {str(choice): choice for choice in self.choices}
        return [known.get(item, item) for item in form.getlist(name)]


class OrderedChoice(Control, frozen=True):
    """A choice of several of the listed values in an order: a field for each rank, of which empty
    ones are ignored. `call` gives a value's label."""

    choices: tuple[Any, ...]
    call: Call

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        there = value if isinstance(value, list | tuple) else ()
        count = max(len(there), min(len(self.choices), len(there) + SPARE))
        pick = OneChoice("", self.choices, self.call, "–")
        rows = tuple(
            pick.show(f"{name}.{n}", there[n] if n < len(there) else None) for n in range(count)
        )
        return DrawnControl("order", name, self.label, inside=(rows,), fault=fault_text(faults))

    def read(self, name: str, form: Given) -> Any:
        pick = OneChoice("", self.choices, self.call, "–")
        result = (pick.read(f"{name}.{n}", form) for n in _row_numbers(form, name))
        return [item for item in result if item not in (None, UNSET)] or UNSET


class Counts(Control, frozen=True):
    """A number for each of the listed values. It is read as a list with repetitions; with `fields`,
    as a list of objects with these two fields (value, number); if `keyed`, as one object with a
    field for each value. `call` gives a value's label."""

    choices: tuple[Any, ...]
    call: Call
    fields: tuple[str, str] | None = None
    keyed: bool = False

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        counts = self._counted(value)
        options = tuple(
            Option(
                f"{name}@{choice}",
                self.call(choice),
                bool(counts.get(choice)),
                counts.get(choice, 0),
            )
            for choice in self.choices
        )
        return DrawnControl("counts", name, self.label, options=options, fault=fault_text(faults))

    def _counted(self, value: Any) -> dict[Any, Any]:
        if self.keyed:
            return value if isinstance(value, dict) else {}
        result: dict[Any, Any] = {}
        for each in value if isinstance(value, list | tuple) else ():
            key, count = (
                (each.get(self.fields[0]), each.get(self.fields[1], 0))
                if self.fields
                else (each, 1)
            )
            if isinstance(count, int):
                result[key] = result.get(key, 0) + count
            elif self.fields:  # no number: it is shown again as it was entered
                result[key] = count
        return result

    def read(self, name: str, form: Given) -> Any:
        text = {choice: whole_number(form.get(f"{name}@{choice}", "")) for choice in self.choices}
        counts = {item: count for item, count in text.items() if count}
        if self.keyed:
            return counts
        if self.fields is None:
            return [
                item
                for item, count in counts.items()
                for _ in range(count if isinstance(count, int) and count < 100 else 1)
            ]
        what, how_many = self.fields
        return [{what: item, how_many: count} for item, count in counts.items()]


class ObjectControl(Control, frozen=True):
    """An object with a control for each field, and the fields' initial values in `defaults`. `tag`
    is added to the object that is read.

    An `optional` object has a box to tick, and is None if that is not ticked. If the box is not
    ticked although something was entered, the object is read as `UnreadEntries` and the form is
    shown again with a hint. Sent a second time like this, it is None."""

    fields: dict[str, Control]
    defaults: dict[str, Any] = {}
    optional: bool = False
    tag: dict[str, str] = {}

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        inside = self.row(name, value, faults)
        entry = isinstance(value, dict)
        return DrawnControl(
            "part",
            name,
            self.label,
            optional=self.optional,
            given=entry,
            inside=(inside,),
            fault=_fault_unless_in_rows(faults, inside),
        )

    def row(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> tuple[DrawnControl, ...]:
        value = self.defaults if value is None else value
        known = (
            value.data
            if isinstance(value, UnreadEntries)
            else value
            if isinstance(value, dict)
            else {}
        )
        return tuple(
            control.show(f"{name}.{field}", known.get(field, UNSET), _faults_within(faults, field))
            for field, control in self.fields.items()
        )

    def read(self, name: str, form: Given) -> Any:
        result = {
            field: control.read(f"{name}.{field}", form) for field, control in self.fields.items()
        }
        data = self.tag | {field: value for field, value in result.items() if value is not UNSET}
        if not self.optional or form.get(f"{name}.given"):
            return data
        said = f"{name}.given" in form or not any(field.startswith(f"{name}.") for field in form)
        return (
            None
            if said or self.row(name, data) == self.row(name, None)
            else UnreadEntries(data, UNTICKED)
        )


class Tuple(ObjectControl, frozen=True):
    def row(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> tuple[DrawnControl, ...]:
        return super().row(
            name,
            {str(n): item for n, item in enumerate(value)}
            if isinstance(value, list | tuple)
            else {},
            faults,
        )

    def read(self, name: str, form: Given) -> Any:
        result = [control.read(f"{name}.{field}", form) for field, control in self.fields.items()]
        return (
            [None if item is UNSET else item for item in result]
            if any(map(_is_filled, result))
            else UNSET
        )


class Rows(Control, frozen=True):
    """A list of objects, each in a row, at most `most`. Empty rows are dropped. So are rows left as
    they were first shown if nothing is chosen in their first field."""

    item: ObjectControl
    most: int

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        known = value if isinstance(value, list | tuple) else ()
        count = max(len(known), min(self.most, len(known) + SPARE))
        rows = tuple(
            self._row(
                f"{name}.{n}", known[n] if n < len(known) else UNSET, _faults_within(faults, n)
            )
            for n in range(count)
        )
        return DrawnControl(
            "rows", name, self.label, inside=rows, fault=_fault_unless_in_rows(faults, *rows)
        )

    def _row(self, name: str, value: Any, faults: Faults) -> tuple[DrawnControl, ...]:
        (first, *rest) = self.item.row(name, value, faults)
        if first.sort in ("chips", "fixed", "pick"):
            first = replace(first, sort="pick", blank=all(option.value for option in first.options))
        return (first, *rest)

    def read(self, name: str, form: Given) -> Any:
        first, chosen = next(
            (field, isinstance(control, OneChoice)) for field, control in self.item.fields.items()
        )
        there = (f"{name}.{n}" for n in _row_numbers(form, name))
        rows = ((row, form.get(f"{row}.{first}"), self.item.read(row, form)) for row in there)
        return [
            data
            for row, choice, data in rows
            if _is_filled(data)
            and (choice or not chosen or self.item.row(row, data) != self.item.row(row, UNSET))
        ]


class Table(Rows, frozen=True):
    """An object with free keys: a row for each field, with a `key` and a `value`. If two rows have
    the same key, the entry is read as `UnreadEntries`, and both are shown again."""

    def show(self, name: str, value: Any, faults: Faults = NO_FAULTS) -> DrawnControl:
        if isinstance(value, UnreadEntries):
            return super().show(name, value.data["rows"], faults)
        known = value if isinstance(value, dict) else {}
        by_row = {
            f"/{n}/value{pointer}": text
            for n, key in enumerate(known)
            for pointer, text in _faults_within(faults, key).items()
        }
        return super().show(
            name, [{"key": key, "value": item} for key, item in known.items()], by_row or faults
        )

    def read(self, name: str, form: Given) -> Any:
        rows = super().read(name, form)
        keys = [str(row.get("key", "")) for row in rows]
        for n, key in enumerate(keys):
            if (first := keys.index(key)) < n:
                rows_named = {"key": key, "first": first + 1, "second": n + 1}
                return UnreadEntries({"rows": rows}, TWICE.filled(rows_named))
        return dict(zip(keys, (row.get("value") for row in rows), strict=True))


# -- inside ----------------------------------------------------------------------------------------


def whole_number(text: str) -> int | str:
    """The entered whole number. Other text is returned as it is: the type refuses it, and the form
    shows it again."""
    text = text.strip()
    return int(text) if _WHOLE.fullmatch(text) else text


def _text(value: Any) -> str:
    return "" if value is UNSET or value is None else str(value)


def fault_text(faults: Faults) -> str:
    """The first of the faults of a value and of its parts; empty if there are none."""
    return next(iter(faults.values()), "")


def _fault_unless_in_rows(faults: Faults, *rows: tuple[DrawnControl, ...]) -> str:
    """The first fault of a value, unless a control in its rows shows a fault."""
    return "" if any(_has_fault(item) for row in rows for item in row) else fault_text(faults)


def _has_fault(shown: DrawnControl) -> bool:
    return bool(shown.fault) or any(_has_fault(item) for row in shown.inside for item in row)


def _faults_within(faults: Faults, key: object) -> Faults:
    begin = pointer_step(str(key))
    return {
        pointer[len(begin) :]: text
        for pointer, text in faults.items()
        if pointer == begin or pointer.startswith(f"{begin}/")
    }


def _row_numbers(form: Given, name: str) -> Iterator[int]:
    begin = f"{name}."
    result = {key[len(begin) :].partition(".")[0] for key in form if key.startswith(begin)}
    yield from sorted(int(item) for item in result if item.isdecimal() and len(item) < 4)


def _is_filled(row: Any) -> bool:
    """Whether anything was entered in a row or value; an unticked box does not count."""
    inner = row.values() if isinstance(row, dict) else row if isinstance(row, list) else (row,)
    return any(
        _is_filled(item) if isinstance(item, dict | list) else item not in (UNSET, None, False, "")
        for item in inner
    )
