"""Places in a message: `{name}` for a value and, in code, `{units:unit|units}` for a number with its
word.

    fill("{seat} recruits in {territory}.", {"seat": "Red", "territory": "A1"}, "en")

Catalogs hold a message with a counted number in two forms, singular and plural, as gettext does (`counting`):
`{seat} recruits {units} unit.` and `{seat} recruits {units} units.` Other braces are plain text."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Set
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel.amounts import in_digits
from domain.kernel.words.contractions import contracted, may_contract
from domain.kernel.words.remembered import remembered

if TYPE_CHECKING:
    from babel import Locale

PLACE = re.compile(r"\{([^\W\d]\w*)(?::([^{}|]*)\|([^{}|]*))?\}")

_NOTHING: Any = object()


class Spoken:
    """Base of values that differ by language."""

    # No ABC: what is a text is asked for every place of every message, and an ABC answers that
    # slowly. mypy sees to it.
    __slots__ = ()

    @abstractmethod
    def to(self, lang: str) -> str:
        """The value in the language `lang`."""


class Counting(NamedTuple):
    """A message with a counted number, as catalogs have it: its singular, its plural, and the name of
    the place with the number."""

    singular: str
    plural: str
    name: str


@remembered(8192)
def counting(message: str) -> Counting | None:
    """The singular and plural of a message with a counted number; None for a message without. Raises
    `ValueError` if it counts two numbers, since catalogs have no form for that."""
    names = {place[1] for place in PLACE.finditer(message) if place[2] is not None}
    if not names:
        return None
    (name,) = names
    singular, plural = (PLACE.sub(partial(_number_with_word, form), message) for form in (2, 3))
    return Counting(singular, plural, name)


def _number_with_word(form: int, place: re.Match[str]) -> str:
    return f"{{{place[1]}}} {place[form] or ''}".rstrip()


@remembered(8192)
def place_names(message: str) -> Set[str]:
    return frozenset(place[1] for place in PLACE.finditer(message))


@remembered(8192)
def _steps(message: str, lang: str) -> tuple[tuple[str, str, bool], ...]:
    """The text before each place of a message, the place's name, and whether that text may contract
    with the value. The last step is the text after the last place; its name is empty."""
    steps, at = [], 0
    for place in PLACE.finditer(message):
        before = message[at : place.start()]
        steps.append((before, place[1], may_contract(before, lang)))
        at = place.end()
    return (*steps, (message[at:], "", False))


def fill(message: str, named: Mapping[str, Any], lang: str, spoken: str = "") -> str:
    """The message with values in its places, in the language `lang`. `spoken` is the language of
    the message if that is another. A place without a value stays as written."""
    filled: list[str] = []
    spoken = spoken or lang
    for before, name, contracts in _steps(message, spoken):
        if not name:
            filled.append(before)
            continue
        value: Any = named.get(name, _NOTHING)
        if type(value) is str:
            pass
        elif value is _NOTHING:
            value = f"{{{name}}}"
        elif isinstance(value, Spoken):
            value = value.to(lang)
        elif type(value) not in (str, int) and callable(to := getattr(value, "to", None)):
            value = to(
                lang
            )  # what the verifier says, which knows nothing of texts (`domain/proof/errors.py`)
        elif type(value) is Fraction:
            value = in_digits(value).replace(".", decimal_mark(lang))
        words = str(value)
        if contracts:
            before, words = contracted(words, before, spoken)  # noqa: PLW2901
        filled.append(before)
        filled.append(words)
    return "".join(filled)


@cache
def decimal_mark(lang: str) -> str:
    """The decimal separator of a language."""
    return str(locale_of(lang).number_symbols["latn"]["decimal"])


@cache
def locale_of(lang: str) -> Locale:
    """The CLDR data of a language, or of English if it is unknown."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(lang, sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale.parse("en")
