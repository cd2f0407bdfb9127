"""The form that opens games: a title's options as fields with their explanations, and what was entered in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from msgspec import Struct, inspect

from domain.games import AnyRuleset
from domain.record import UndoPolicy
from domain.words import Text

Kind = Literal["flag", "choice", "number"]
POLICIES: tuple[UndoPolicy, ...] = get_args(UndoPolicy)
MOST_TABLES = 40


class Option(Struct, frozen=True):
    """One option of a title: its name, what it decides, and what it can be."""

    name: str
    about: Text
    kind: Kind
    default: Any
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None


def options_of(rules: AnyRuleset) -> tuple[Option, ...]:
    """The options of a title that a form can ask for, as its struct defines them; those of another shape keep their default."""
    info = inspect.type_info(rules.options_type)
    assert isinstance(info, inspect.StructType)
    return tuple(found for entry in info.fields if (found := _option(entry)) is not None)


def _option(entry: inspect.Field) -> Option | None:
    kind, about = entry.type, Text(entry.name, entry.name)
    if isinstance(kind, inspect.Metadata):
        en = str((kind.extra_json_schema or {}).get("description", entry.name))
        about = Text(en, str((kind.extra or {}).get("fr", en)))
        kind = kind.type
    if isinstance(kind, inspect.BoolType):
        return Option(entry.name, about, "flag", entry.default)
    if isinstance(kind, inspect.LiteralType):
        return Option(entry.name, about, "choice", entry.default, tuple(kind.values))
    if isinstance(kind, inspect.IntType):
        return Option(entry.name, about, "number", entry.default, (), kind.ge, kind.le)
    return None


def entered(options: tuple[Option, ...], form: Mapping[str, str]) -> dict[str, Any]:
    """The options that a form's fields say, those that keep their default left out. A number that is none is left as it was
    written, for the rules to refuse it by name."""
    found: dict[str, Any] = {}
    for option in options:
        given = form.get(f"option-{option.name}")
        value: Any
        if option.kind == "flag":
            value = given is not None
        elif given is None:
            continue
        elif option.kind == "choice":
            value = next((choice for choice in option.choices if str(choice) == given), given)
        else:
            value = int(given) if given.lstrip("-").isascii() and given.lstrip("-").isdigit() and len(given) < 10 else given
        if value != option.default:
            found[option.name] = value
    return found
