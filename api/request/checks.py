"""What several addresses check before they ask the clerk."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from api.access.caller import NAMES
from api.http import body
from api.http.body import invalid_parameters
from api.http.schemas import faults, schema_of
from api.problems.problem import Problem
from api.request.current import caller
from domain.clerk.commands import Opening
from domain.rules.text import Text, brief
from domain.rules.titles import registry


def check_options(ruleset: str, options: dict[str, Any]) -> None:
    """Raise `invalid-fields` with every fault of the options by the title's own schema; an unknown title is left to the clerk."""
    if ruleset in registry.ids():
        found = faults(schema_of(registry.ruleset(ruleset).options_type), options, "/options")
        if found:
            raise body.invalid(found)


def opening_of(asked: Struct) -> Opening:
    """What a body asks to open, of the fields that it has; raises `invalid-fields` for options that the title does not take."""
    opening = Opening(**{name: getattr(asked, name) for name in asked.__struct_fields__ if name in Opening.__struct_fields__})
    check_options(opening.ruleset, opening.options)
    return opening


def need_title(id: str) -> None:
    """Raise `invalid-parameters` for a parameter `ruleset` that names no title; `""` names none because none is asked for."""
    if id and id not in registry.ids():
        raise invalid_parameters({"ruleset": _no_title(id)})


def unknown_title(id: str) -> Problem:
    """The problem of an address that names no title."""
    return Problem("unknown-ruleset", _no_title(id))


def _no_title(id: str) -> Text:
    known = ", ".join(registry.ids())
    return Text("There is no title {id}: there are {known}.", id=brief(id), known=known)


def need_organiser(what: Text) -> None:
    """Raise `role-too-low` unless the caller is an organiser or the operator; `what` is for them."""
    who = caller()
    if not who.at_least("organiser"):
        mine, needed = NAMES[who.role], NAMES["organiser"]
        text = Text(
            "{what} needs the role {needed}; yours is {mine}.",
            what=what,
            needed=needed,
            mine=mine,
        )
        raise Problem("role-too-low", text, role=who.role, needed="organiser")
