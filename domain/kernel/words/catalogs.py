"""Catalogs of words: `locale/<lang>.po` in each package that has words of its own.

English stands in the code. All catalogs of a language are read with Babel when it is first asked
for, and are one: a message that two subjects translate differently has a context in one of them.
The service's own words, in `domain/locale/`, say which languages there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from domain.kernel.words import places, pseudo

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

ENGLISH = "en"
FOLDER = "locale"
ROOMS = ("api", "domain", "ops", "projections")
SERVICE = Path(__file__).parents[2]
"""The package whose words are the service's own."""

Key = str | tuple[str, str]
"""A message, or its context and the message."""


class Unreadable(Exception):
    """A file that is no catalog of words: what is wrong with it."""


def languages() -> tuple[str, ...]:
    """The languages there are, English first: those of the service's own words."""
    return (ENGLISH, *sorted(file.stem for file in (SERVICE / FOLDER).glob("*.po")))


def file_of(package: Path, lang: str) -> Path:
    return package / FOLDER / f"{lang}.po"


@cache
def packages() -> list[Path]:
    """The packages that have words of their own, the service's own first. Titles of other packages
    add theirs."""
    rooms = (SERVICE.parent / room for room in ROOMS)
    holders = (folder.parent for room in rooms for folder in sorted(room.rglob(FOLDER)))
    return [SERVICE, *(package for package in holders if package != SERVICE)]


def add(package: Path) -> None:
    if (package / FOLDER).is_dir() and package not in packages():
        packages().append(package)
        words.cache_clear()


class Words(NamedTuple):
    """The sound translations of a language, several forms of what counts, and the index of the form
    for a number."""

    messages: dict[Key, str | tuple[str, ...]]
    form: Callable[[int], int]


def translation(
    message: str, lang: str, context: str = "", plural: str = "", number: Any = None
) -> tuple[str, str]:
    """The words for a message in a language, and the language that they are in, which is English
    where it is not translated. One that counts has a `plural`, and what is counted."""
    if lang not in (ENGLISH, pseudo.LANG):
        there = words(lang)
        translated = there.messages.get((context, message) if context else message)
        if isinstance(translated, tuple):
            return translated[there.form(abs(number)) if isinstance(number, int) else -1], lang
        if translated is not None:
            return translated, lang
    english = plural if plural and number not in (1, -1) else message
    return (pseudo.of(english), lang) if lang == pseudo.LANG else (english, ENGLISH)


@cache
def words(lang: str) -> Words:
    all_words = Words({}, lambda number: number != 1)
    for package in reversed(packages()) if lang in languages() else ():
        some = sound(package, lang)
        all_words = Words(all_words.messages | some.messages, some.form)
    return all_words


def sound(package: Path, lang: str) -> Words:
    """What a reader gets of a catalog: sound translations alone, since English is better than half
    a sentence. The check of words (`ops/words/`) finds what is left out here."""
    try:
        catalog = parsed(file_of(package, lang), lang)
    except (FileNotFoundError, Unreadable):
        return Words({}, lambda number: 0)
    return Words(
        {
            key_of(message): forms if isinstance(message.id, tuple) else forms[0]
            for message in catalog
            if message.id
            and not message.fuzzy
            and is_sound(message)
            and (forms := forms_of(message))
        },
        c2py(catalog.plural_expr),
    )


def parsed(file: Path, lang: str) -> Catalog:
    """A catalog as it stands in its file; raises `Unreadable`."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        with file.open("rb") as lines:
            return read_po(lines, locale=lang.replace("-", "_"), abort_invalid=True)
    except FileNotFoundError:
        raise
    except UnicodeDecodeError as e:
        raise Unreadable(f"it is not UTF-8 (byte {e.start})") from None
    except PoFileError as e:
        raise Unreadable(f"{e} (line {e.lineno + 1})") from None
    except (OSError, ValueError, LookupError) as e:
        raise Unreadable(str(e) or type(e).__name__) from None


def key_of(message: Message) -> Key:
    id = message.id if isinstance(message.id, str) else message.id[0]
    return (str(message.context), id) if message.context else id


def forms_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def is_sound(message: Message) -> bool:
    """Whether a translation has all forms, and each the places of its message."""
    return all(forms_of(message)) and not any(faults(message))


def faults(message: Message) -> Iterator[tuple[Literal["missing", "unknown"], str]]:
    """The places that a translation lacks, and those that its message does not have."""
    needed = places.names(message.id if isinstance(message.id, str) else message.id[-1])
    for form in forms_of(message):
        present = places.names(form)
        yield from (("missing", name) for name in sorted(needed - present))
        yield from (("unknown", name) for name in sorted(present - needed))
