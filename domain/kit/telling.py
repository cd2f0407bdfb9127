"""Sentences told: a message with named places, filled with the fields of an action or a fact, in both languages.

    Text("{seat} recruits {units:unit|units} in {territory}.", "{seat} recrute {units:unité|unités} en {territory}.")

A place is named after a field. What stands there is what people call the value (`Board.word`): a seat's or a card's name. A
number with two words behind it takes the first for one, the second for several; several values are joined by commas. A place can
also be named after a property, or a method of the action or fact, which takes the board and answers with a text: `{where}`. A value
with words of its own says them (`said`): troops of several kinds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from domain.rules.text import LANGS, Lang, Text

_PLACE = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}")
NOBODY = "–"
"""What is told of no value at all."""


class Names(Protocol):
    """What knows what people call the values of fields: a board, or a setting where no board is at hand."""

    def word(self, field: str, value: object) -> Text:
        """The name of a value."""


def told(message: Text, item: Any, names: Names) -> Text:
    """A message about an action or a fact of a game."""

    def filled(lang: Lang) -> str:
        return _PLACE.sub(lambda place: _filled(place, item, names, lang), message.to(lang))

    return Text(filled("en"), filled("fr"))


def places(message: Text) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that a message names, in English and in French."""
    en, fr = (frozenset(place[1] for place in _PLACE.finditer(message.to(lang))) for lang in LANGS)
    return en, fr


def is_told(message: Text, kind: type[Struct]) -> bool:
    """Whether a message is there in both languages, and names what an action or fact has, the same in both."""
    en, fr = places(message)
    known = all(name in kind.__struct_fields__ or hasattr(kind, name) for name in en)
    return bool(message.en and message.fr) and en == fr and known


def counted(number: int, one: Text, several: Text) -> Text:
    """So many of something. French counts none like one."""
    return Text(*(f"{number} {_form(number, one.to(lang), several.to(lang), lang)}" for lang in LANGS))


def _form(number: int, one: str, several: str, lang: Lang) -> str:
    return one if number == 1 or (lang == "fr" and number == 0) else several


def fill(words: str, named: Mapping[str, Any], lang: Lang) -> str:
    """Words in one language with their places filled."""
    return _PLACE.sub(lambda place: _put(place, named[place[1]], lang), words)


def _put(place: re.Match[str], value: Any, lang: Lang) -> str:
    """A value in its place: as it is, or as a number with its word."""
    _, one, several = place.groups()
    return str(value) if one is None else f"{value} {_form(value, one, several, lang)}"


def _filled(place: re.Match[str], item: Any, names: Names, lang: Lang) -> str:
    field, value = place[1], getattr(item, place[1])
    if callable(value):
        return str(value(names).to(lang))
    return _put(place, value if place[2] is not None else named(names, field, value, lang), lang)


def named(names: Names, field: str, value: Any, lang: Lang) -> str:
    """What people call a value of a field, or several values, or so many of what keys name; of none, what the field calls that."""
    if isinstance(value, str):
        return names.word(field, value).to(lang) or NOBODY
    if isinstance(value, dict):
        some = [f"{named(names, field, key, lang)} {named(names, field, one, lang)}" for key, one in value.items()]
    elif isinstance(value, tuple | list | frozenset):
        some = [named(names, field, one, lang) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    elif isinstance(said := getattr(value, "said", None), Text):
        return said.to(lang)
    else:
        return NOBODY if value is None else str(value)
    return ", ".join(some) or named(names, field, "", lang)
