"""Marshmallow fields as strict as the JSON they read, whose messages are sentences in English and French.

A text is no number, 1 is not true, and 1.0 is no whole number: what a field accepts is exactly what `msgspec` accepts for the
type it is derived from (`api/http/schemas.py`). Every message is a list with one `Text`, which `api/http/schemas.py` collects with
its pointer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from marshmallow import Schema, ValidationError, fields

from domain.rules.text import Text


def wrong(en: str, fr: str) -> ValidationError:
    """A message in both languages, as marshmallow carries it."""
    return ValidationError([Text(en, fr)])


_NAMES: tuple[tuple[type | tuple[type, ...], Text], ...] = (
    (bool, Text("true or false", "vrai ou faux")),
    (str, Text("a text", "un texte")),
    (int, Text("a whole number", "un nombre entier")),
    (float, Text("a number with decimals", "un nombre à virgule")),
    (dict, Text("an object", "un objet")),
    ((list, tuple), Text("a list", "une liste")),
    (type(None), Text("null", "null")),
)


def name_of(value: object) -> Text:
    """What kind of JSON value this is, in words."""
    return next((name for kind, name in _NAMES if isinstance(value, kind)), Text("something else", "autre chose"))


class Strict(fields.Field[Any]):
    """Base of the fields: says what it wants, and refuses everything else."""

    wants = Text("a value", "une valeur")

    def make_error(self, key: str, **kwargs: Any) -> ValidationError:
        """The message for a missing, null or otherwise unfit value."""
        if key == "required":
            return wrong(f"This field is required: {self.wants.en}.", f"Ce champ est obligatoire : {self.wants.fr}.")
        return self.unfit(None if key == "null" else kwargs.get("input"))

    def unfit(self, value: object) -> ValidationError:
        """The message for a value of another kind."""
        got = name_of(value)
        return wrong(f"This must be {self.wants.en}, not {got.en}.", f"Il faut ici {self.wants.fr}, pas {got.fr}.")


class Exact(Strict):
    """A JSON value of exactly one Python type."""

    kind: type = object

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if type(value) is not self.kind:
            raise self.unfit(value)
        return value


class Words(Exact, fields.String):
    """A text."""

    wants, kind = Text("a text", "un texte"), str


class Whole(Exact, fields.Integer):
    """A whole number."""

    wants, kind = Text("a whole number", "un nombre entier"), int


class Decimal(Exact, fields.Float):
    """A number."""

    wants = Text("a number", "un nombre")

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if type(value) not in (int, float):
            raise self.unfit(value)
        return value


class Flag(Exact, fields.Boolean):
    """True or false."""

    wants, kind = Text("true or false", "vrai ou faux"), bool


class Moment(Strict, fields.AwareDateTime):
    """A date and time with its offset, as RFC 3339 writes it."""

    wants = Text("a time such as 2026-05-01T20:15:00Z", "un instant tel que 2026-05-01T20:15:00Z")

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        try:
            return msgspec.convert(value, Annotated[datetime, msgspec.Meta(tz=True)])
        except msgspec.ValidationError:
            raise self.unfit(value) from None

    def unfit(self, value: object) -> ValidationError:
        return wrong(f"This must be {self.wants.en}.", f"Il faut ici {self.wants.fr}.")


class Anything(Strict, fields.Raw):
    """Any JSON value; what it means is judged elsewhere."""


class Chosen(Strict, fields.Raw):
    """One of a few given values."""

    def __init__(self, choices: tuple[Any, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = choices
        listed = ", ".join(str(c) for c in choices if c != "")
        self.wants = Text(f"one of {listed}", f"une valeur parmi {listed}") if len(choices) > 1 else Text(listed, listed)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if not any(type(c) is type(value) and c == value for c in self.choices):
            raise self.unfit(value)
        return value

    def unfit(self, value: object) -> ValidationError:
        given = Text(f"`{value}`", f"`{value}`") if isinstance(value, str | int) else name_of(value)
        return wrong(f"This must be {self.wants.en}, not {given.en}.", f"Il faut ici {self.wants.fr}, pas {given.fr}.")


class Either(Strict, fields.Raw):
    """A value that one of several fields takes."""

    def __init__(self, among: tuple[Strict, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.among = among
        self.wants = Text(" or ".join(f.wants.en for f in among), " ou ".join(f.wants.fr for f in among))

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        refused: list[ValidationError] = []
        for field in self.among:
            try:
                return field.deserialize(value)
            except ValidationError as e:
                if e.messages != field.unfit(value).messages:  # the right kind, with a fault of its own: that is what to tell
                    refused.append(e)
        raise refused[0] if len(refused) == 1 else self.unfit(value)


class Items(Strict, fields.List[Any]):
    """A list of any length, all of one kind."""

    wants = Text("a list", "une liste")

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.unfit(value)
        return super()._deserialize(value, attr, data, **kwargs)


class Row(Strict, fields.Tuple):
    """A list of fixed length, each place of its own kind."""

    wants = Text("a list", "une liste")

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.unfit(value)
        n = len(self.tuple_fields)
        if len(value) != n:
            raise wrong(f"This must be a list of {n}, not of {len(value)}.", f"Il faut ici une liste de {n}, pas de {len(value)}.")
        return super()._deserialize(value, attr, data, **kwargs)


class Table(Strict, fields.Dict):
    """An object with free keys whose values are all of one kind."""

    wants = Text("an object", "un objet")

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.unfit(value)
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        except ValidationError as e:  # {key: {"key": […], "value": {…}}} becomes {key: …}, whose path is a pointer
            assert isinstance(e.messages, dict)
            raise ValidationError({k: m.get("value", m.get("key")) for k, m in e.messages.items()}) from None


class Part(Strict, fields.Nested):
    """An object with fields of its own."""

    wants = Text("an object", "un objet")


class Tagged(Strict, fields.Raw):
    """One of several objects, told apart by one field."""

    wants = Text("an object", "un objet")

    def __init__(self, by: str, variants: Mapping[str, type[Schema]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.by = by
        self.variants = variants

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if not isinstance(value, dict):
            raise self.unfit(value)
        tag = value.get(self.by)
        if not isinstance(tag, str) or tag not in self.variants:
            known = ", ".join(self.variants)
            raise ValidationError(
                {
                    self.by: wrong(
                        f"There is no such {self.by} here: there are {known}.", f"Ce {self.by} n'existe pas ici : il y a {known}."
                    ).messages
                }
            )
        return self.variants[tag]().load(value)
