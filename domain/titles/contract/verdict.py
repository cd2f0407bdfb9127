"""Verdicts: what judging answers; and offers: what a seat may do now."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.text import NO_WORDS, Text, either
from domain.titles.contract.types import Action


class Verdict(Struct, frozen=True, gc=False):
    """Legal, or illegal with the rule it breaks (as the rule text numbers or heads it) and a
    sentence."""

    legal: bool
    code: str = ""
    rule: str = ""
    text: Text = NO_WORDS


LEGAL = Verdict(True)


def illegal(code: str, rule: str, text: Text | str, fr: str = "") -> Verdict:
    """An illegal verdict: a stable slug, the rule's heading or number, and why."""
    return Verdict(False, code, rule, either(text, fr))


class Choice(Struct, frozen=True):
    """One action that may be posted as it is, with the words for its button."""

    action: Action
    label: Text


class Field(Struct, frozen=True):
    """What one field of a template may be: listed choices, or a range of whole numbers, or words
    saying so. Of a list, the choices are what its items may be; of an object, or a list of objects,
    `within` says what their fields may be: one that it leaves out may be whatever its type
    allows."""

    label: Text
    choices: tuple[int | str, ...] = ()
    least: int | None = None
    most: int | None = None
    within: dict[str, Field] | UnsetType = UNSET


class Template(Struct, frozen=True):
    """A family of actions too large to list: its fields with what each may be, and one complete
    legal example."""

    type: str
    label: Text
    fields: dict[str, Field]
    example: Action


class Legal(Struct, frozen=True):
    """What a seat may do now. Every listed action and every example is judged legal."""

    choices: tuple[Choice, ...] = ()
    templates: tuple[Template, ...] = ()
