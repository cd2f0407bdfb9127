"""What a form asks for one field of an action, and how what was entered is read back: a kind of control for each shape of value.

A control shows itself as a `Shown`, which the template draws, and reads its value from a form as plain JSON data. It judges
nothing: what does not fit the field's type comes back as it was entered, and the action's own definition says what is wrong
with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

Sort = Literal["fixed", "chips", "pick", "number", "check", "text", "many", "counts", "rows", "part"]
Form = Mapping[str, str]
Call = Callable[[Any], str]
"""What people call one of the values."""

MOST_CHIPS, MOST_LETTERS = 5, 64
"""So many choices of so many letters together are laid out to be tapped; more are in a list."""
BLANK_ROWS = 5
"""Rows that a list offers beyond those it has."""

_WHOLE = re.compile(r"-?[0-9]{1,15}")


class Option(Struct, frozen=True):
    """One value that can be chosen."""

    value: str
    word: str
    chosen: bool
    count: int = 0


class Shown(Struct, frozen=True):
    """A control as it is drawn: its sort, the name of its field in the form, what it is called, and what stands in it."""

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
    inside: tuple[tuple[Shown, ...], ...] = ()
    fault: str = ""


class Control(Struct, frozen=True):
    """Base. `call` says what people call a value."""

    label: str
    call: Call

    def show(self, name: str, value: Any) -> Shown:
        """The control with a value in it; `UNSET` is none."""
        raise NotImplementedError

    def read(self, name: str, form: Form) -> Any:
        """The value that was entered; `UNSET` where nothing was."""
        raise NotImplementedError


class Pick(Control, frozen=True):
    """One of some listed values."""

    choices: tuple[Any, ...]

    def show(self, name: str, value: Any) -> Shown:
        options = tuple(Option(str(one), self.call(one), one == value) for one in self.choices)
        if len(options) == 1 and options[0].chosen:
            return Shown("fixed", name, self.label, options[0].value, options)
        short = len(options) <= MOST_CHIPS and sum(len(one.word) for one in options) <= MOST_LETTERS
        return Shown("chips" if short else "pick", name, self.label, options=options, blank=value not in self.choices)

    def read(self, name: str, form: Form) -> Any:
        given = form.get(name, "")
        return next((one for one in self.choices if str(one) == given), given or UNSET)  # a blank that is no choice is no value


class Number(Control, frozen=True):
    """A whole number; none where it is optional and left blank."""

    least: int | None
    most: int | None
    optional: bool = False

    def show(self, name: str, value: Any) -> Shown:
        text = "" if value is UNSET or value is None else str(value)
        return Shown("number", name, self.label, text, least=self.least, most=self.most, optional=self.optional)

    def read(self, name: str, form: Form) -> Any:
        given = form.get(name, "").strip()
        if not given:
            return None if self.optional else UNSET
        return int(given) if _WHOLE.fullmatch(given) else given


class Check(Control, frozen=True):
    """Yes or no."""

    def show(self, name: str, value: Any) -> Shown:
        return Shown("check", name, self.label, "1" if value is True else "")

    def read(self, name: str, form: Form) -> Any:
        return bool(form.get(name))


class Words(Control, frozen=True):
    """A word of one's own, or several whole numbers."""

    most: int | None
    numbers: bool = False

    def show(self, name: str, value: Any) -> Shown:
        text = "" if value is UNSET else " ".join(map(str, value)) if isinstance(value, list) else str(value)
        return Shown("text", name, self.label, text, most=None if self.numbers else self.most)

    def read(self, name: str, form: Form) -> Any:
        given = form.get(name, "").strip()
        if not self.numbers:
            return given
        return [int(each) if _WHOLE.fullmatch(each) else each for each in given.replace(",", " ").split()]


class Many(Control, frozen=True):
    """Several of some listed values, each at most once."""

    choices: tuple[Any, ...]

    def show(self, name: str, value: Any) -> Shown:
        there = value if isinstance(value, list) else ()
        options = tuple(Option(f"{name}@{one}", self.call(one), one in there) for one in self.choices)
        return Shown("many", name, self.label, options=options)

    def read(self, name: str, form: Form) -> Any:
        return [one for one in self.choices if form.get(f"{name}@{one}")]


class Counts(Control, frozen=True):
    """How many of each listed value: a list that repeats them; or, as objects, `[[value, how many], …]` under two fields."""

    choices: tuple[Any, ...]
    fields: tuple[str, str] | None = None
    keyed: bool = False

    def show(self, name: str, value: Any) -> Shown:
        counts = self._counted(value)
        options = tuple(Option(f"{name}@{one}", self.call(one), bool(counts.get(one)), counts.get(one, 0)) for one in self.choices)
        return Shown("counts", name, self.label, options=options)

    def _counted(self, value: Any) -> dict[Any, int]:
        if self.keyed:
            return value if isinstance(value, dict) else {}
        found: dict[Any, int] = {}
        for each in value if isinstance(value, list) else ():
            key, count = (each.get(self.fields[0]), each.get(self.fields[1], 0)) if self.fields else (each, 1)
            found[key] = found.get(key, 0) + (count if isinstance(count, int) else 0)
        return found

    def read(self, name: str, form: Form) -> Any:
        given = {one: form.get(f"{name}@{one}", "").strip() for one in self.choices}
        counts = {one: int(count) if _WHOLE.fullmatch(count) else count for one, count in given.items() if count not in ("", "0")}
        if self.keyed:
            return counts
        if self.fields is None:
            return [one for one, count in counts.items() for _ in range(count if isinstance(count, int) and count < 100 else 1)]
        what, how_many = self.fields
        return [{what: one, how_many: count} for one, count in counts.items()]


class Part(Control, frozen=True):
    """An object with fields of its own, and what stands in those that nobody filled in; none where it is optional and not
    stated."""

    fields: dict[str, Control]
    defaults: dict[str, Any]
    optional: bool = False

    def show(self, name: str, value: Any) -> Shown:
        known = {**self.defaults, **value} if isinstance(value, dict) else self.defaults
        inside = tuple(control.show(f"{name}.{field}", known.get(field, UNSET)) for field, control in self.fields.items())
        return Shown("part", name, self.label, inside=(inside,), optional=self.optional, given=isinstance(value, dict))

    def read(self, name: str, form: Form) -> Any:
        if self.optional and not form.get(name):
            return None
        found = {field: control.read(f"{name}.{field}", form) for field, control in self.fields.items()}
        return {field: value for field, value in found.items() if value is not UNSET}


class Rows(Control, frozen=True):
    """A list of objects, a row each. A row whose first field is blank is none."""

    row: Part
    most: int

    def show(self, name: str, value: Any) -> Shown:
        known = value if isinstance(value, list) else []
        count = min(self.most, len(known) + BLANK_ROWS)
        rows = tuple(self._row(f"{name}.{n}", known[n] if n < len(known) else None) for n in range(count))
        return Shown("rows", name, self.label, inside=rows)

    def _row(self, name: str, value: Any) -> tuple[Shown, ...]:
        (first, *rest) = self.row.show(name, value).inside[0]
        if first.sort in ("chips", "fixed", "pick"):
            first = replace(first, sort="pick", blank=True)
        return (first, *rest)

    def read(self, name: str, form: Form) -> Any:
        first = next(iter(self.row.fields))
        there = [n for n in range(self.most) if form.get(f"{name}.{n}.{first}")]
        return [self.row.read(f"{name}.{n}", form) for n in there]


def faulted(shown: Shown, faults: Mapping[str, str]) -> Shown:
    """A control with what is wrong with it, by the names of fields; a list or an object says what is wrong anywhere in it."""
    inside = tuple(tuple(faulted(one, faults) for one in row) for row in shown.inside)
    told = any(one.fault for row in inside for one in row)
    own = next((why for name, why in faults.items() if name == shown.name or name.startswith(f"{shown.name}.")), "")
    return replace(shown, inside=inside, fault="" if told else own)
