"""Catalogs of words: `locale/<lang>.po` in each package that has messages.

The English is in the code. The catalogs of a language are read with Babel on first use and merged.
Messages that two packages translate differently have a context. A language exists if there is a
catalog for it in `domain/locale/`.
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
"""The package whose catalogs define which languages exist."""

Key = str | tuple[str, str]
"""A message, or a pair of its context and the message."""


class UnreadableCatalog(Exception):
    """A file is not a catalog; the message says why."""


def languages() -> tuple[str, ...]:
    """The tags of all languages, English first."""
    return (ENGLISH, *sorted(file.stem for file in (SERVICE / FOLDER).glob("*.po")))


def catalog_file(package: Path, lang: str) -> Path:
    return package / FOLDER / f"{lang}.po"


@cache
def packages() -> list[Path]:
    """The packages that have catalogs, `SERVICE` first. Titles in other packages register theirs
    with `add_package`."""
    rooms = (SERVICE.parent / room for room in ROOMS)
    holders = (folder.parent for room in rooms for folder in sorted(room.rglob(FOLDER)))
    return [SERVICE, *(package for package in holders if package != SERVICE)]


def add_package(package: Path) -> None:
    if (package / FOLDER).is_dir() and package not in packages():
        packages().append(package)
        translations_into.cache_clear()


class Translations(NamedTuple):
    """Translations into a language. `messages` has a string for each message, or a tuple of plural
    forms for a message with a counted number. `form` returns the index of the plural form for a
    number."""

    messages: dict[Key, str | tuple[str, ...]]
    form: Callable[[int], int]


def translation(
    message: str, lang: str, context: str = "", plural: str = "", number: Any = None
) -> tuple[str, str]:
    """The translation of a message and the language it is in, which is English if there is no
    translation. For a message with a counted number, `plural` is its English plural and `number`
    that number."""
    if lang not in (ENGLISH, pseudo.LANG):
        there = translations_into(lang)
        translated = there.messages.get((context, message) if context else message)
        if isinstance(translated, tuple):
            return translated[there.form(abs(number)) if isinstance(number, int) else -1], lang
        if translated is not None:
            return translated, lang
    english = plural if plural and number not in (1, -1) else message
    return (pseudo.of(english), lang) if lang == pseudo.LANG else (english, ENGLISH)


@cache
def translations_into(lang: str) -> Translations:
    all_words = Translations({}, lambda number: number != 1)
    for package in reversed(packages()) if lang in languages() else ():
        some = usable_translations(package, lang)
        all_words = Translations(all_words.messages | some.messages, some.form)
    return all_words


def usable_translations(package: Path, lang: str) -> Translations:
    """The usable translations of a package's catalog for a language; none if it cannot be read.
    Fuzzy and incomplete ones are left out, because English is better than half a sentence. `greffe
    words check` reports them."""
    try:
        catalog = parse_catalog(catalog_file(package, lang), lang)
    except (FileNotFoundError, UnreadableCatalog):
        return Translations({}, lambda number: 0)
    return Translations(
        {
            message_key(message): forms if isinstance(message.id, tuple) else forms[0]
            for message in catalog
            if message.id
            and not message.fuzzy
            and is_complete(message)
            and (forms := translated_forms(message))
        },
        c2py(catalog.plural_expr),
    )


def parse_catalog(file: Path, lang: str) -> Catalog:
    """Parse a catalog file. Raises `UnreadableCatalog`, and `FileNotFoundError` if there is no
    file."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        with file.open("rb") as lines:
            return read_po(lines, locale=lang.replace("-", "_"), abort_invalid=True)
    except FileNotFoundError:
        raise
    except UnicodeDecodeError as e:
        raise UnreadableCatalog(f"it is not UTF-8 (byte {e.start})") from None
    except PoFileError as e:
        raise UnreadableCatalog(f"{e} (line {e.lineno + 1})") from None
    except (OSError, ValueError, LookupError) as e:
        raise UnreadableCatalog(str(e) or type(e).__name__) from None


def message_key(message: Message) -> Key:
    id = message.id if isinstance(message.id, str) else message.id[0]
    return (str(message.context), id) if message.context else id


def translated_forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def is_complete(message: Message) -> bool:
    """Whether a message's translation has all plural forms, and each form has the places of the
    message."""
    return all(translated_forms(message)) and not any(place_faults(message))


def place_faults(message: Message) -> Iterator[tuple[Literal["missing", "unknown"], str]]:
    """The differences in places between a message and its translation: `missing` with the name of a
    place that the translation lacks, `unknown` with one that the message does not have."""
    needed = places.place_names(message.id if isinstance(message.id, str) else message.id[-1])
    for form in translated_forms(message):
        present = places.place_names(form)
        yield from (("missing", name) for name in sorted(needed - present))
        yield from (("unknown", name) for name in sorted(present - needed))
