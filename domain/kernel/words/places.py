"""Places in a message: `{name}` for a value, `{units:unit|units}` for a number with its word.

    fill("{seat} recruits {units:unit|units}.", {"seat": "Red", "units": 2}, "en") == "Red recruits 2 units."

The words behind a number are its plural forms, in the order of the CLDR (zero, one, two, few, many,
other), as many as the whole numbers below a thousand come to in the language: two in English and
French, three in Polish. Braces that hold anything else are letters like all others.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel.words.contractions import contracted, may_contract

if TYPE_CHECKING:
    from babel import Locale

PLACE = re.compile(r"\{([^\W\d]\w*)(?::([^{}]*\|[^{}]*))?\}")
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""In the order in which forms stand in a message."""


_NOTHING: Any = object()


class Spoken:
    """Base of values that are called otherwise in each language."""

    # No ABC: what is a text is asked for every place of every message, and an ABC answers that
    # slowly. mypy sees to it.
    __slots__ = ()

    @property
    def number(self) -> int | None:
        """What is counted, if the value is a number."""
        return None

    @abstractmethod
    def to(self, lang: str) -> str:
        """The value in a language."""


class Place(NamedTuple):
    """A place with the letters before it; the last one of a message has no name."""

    before: str
    name: str
    forms: tuple[str, ...]


@lru_cache(maxsize=8192)
def parts(message: str) -> tuple[Place, ...]:
    found, at = [], 0
    for place in PLACE.finditer(message):
        found.append(
            Place(
                message[at : place.start()],
                place[1],
                tuple(place[2].split("|")) if place[2] else (),
            )
        )
        at = place.end()
    return (*found, Place(message[at:], "", ()))


@lru_cache(maxsize=8192)
def names(message: str) -> Mapping[str, bool]:
    """The places of a message, each with whether it is a number with its forms."""
    found: dict[str, bool] = {}
    for _, name, forms in parts(message)[:-1]:
        found[name] = found.get(name, False) or bool(forms)
    return MappingProxyType(found)


@lru_cache(maxsize=8192)
def _steps(message: str, lang: str) -> tuple[tuple[str, str, tuple[str, ...], bool], ...]:
    """The parts of a message, each with whether it ends with a word that its language may contract
    with what follows."""
    return tuple((*part, may_contract(part.before, lang)) for part in parts(message))


def fill(message: str, named: Mapping[str, Any], lang: str, counting: str = "") -> str:
    """A message with its places filled in a language; `counting` is the language of its forms, if
    that is another. A place for which there is nothing stays as it is written."""
    said: list[str] = []
    counting = counting or lang
    for before, name, forms, contracts in _steps(message, counting):
        if not name:
            said.append(before)
            continue
        value: Any = named.get(name, _NOTHING)
        if value is _NOTHING:
            value = f"{{{name}}}"
        number = value
        if isinstance(value, Spoken):
            number, value = value.number if forms else None, value.to(lang)
        elif type(value) not in (str, int) and callable(to := getattr(value, "to", None)):
            value = to(
                lang
            )  # what the verifier says, which knows nothing of texts (`domain/proof/errors.py`)
        words = f"{value} {form(number, forms, counting)}" if forms else str(value)
        if contracts:
            before, words = contracted(before, words, counting)  # noqa: PLW2901
        said.append(before)
        said.append(words)
    return "".join(said)


def form(number: Any, forms: tuple[str, ...], lang: str) -> str:
    """The form of a word after a number; that of many for what is none."""
    index = _indices(lang).get(category(lang, number)) if isinstance(number, int) else None
    return forms[min(len(forms) - 1 if index is None else index, len(forms) - 1)]


@lru_cache(maxsize=4096)
def category(lang: str, number: int) -> str:
    """The plural category of a number in a language (CLDR)."""
    return str(locale_of(lang).plural_form(number))


@cache
def locale_of(lang: str) -> Locale:
    """What the CLDR knows of a language; of English, if it does not know it."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(lang, sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale.parse("en")


@cache
def _indices(lang: str) -> dict[str, int]:
    known = {category(lang, number) for number in (*range(201), 1000)}
    return {name: n for n, name in enumerate(one for one in CATEGORIES if one in known)}


def forms_wanted(lang: str) -> tuple[str, ...]:
    """The categories for which a message of this language has forms."""
    return tuple(_indices(lang))
