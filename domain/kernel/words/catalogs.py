"""Catalogs of words: `locale/<lang>.po` in each package that has words of its own.

English stands in the code. All catalogs of a language are read with Babel when it is first asked
for, and are one: a message that two subjects translate differently has a context in one of them.
The service's own words, in `domain/locale/`, say which languages there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

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
    found = (folder.parent for room in rooms for folder in sorted(room.rglob(FOLDER)))
    return [SERVICE, *(package for package in found if package != SERVICE)]


def add(package: Path) -> None:
    if (package / FOLDER).is_dir() and package not in packages():
        packages().append(package)
        _words.cache_clear()


def translation(key: Key, lang: str) -> str | None:
    """A message in a language; none where it is not translated."""
    if lang == pseudo.LANG:
        return pseudo.of(key if isinstance(key, str) else key[1])
    return _words(lang).get(key)


@cache
def _words(lang: str) -> Mapping[Key, str]:
    found: dict[Key, str] = {}
    for package in reversed(packages()) if lang in languages() else ():
        found |= sound(package, lang)
    return found


def sound(package: Path, lang: str) -> Mapping[Key, str]:
    """What a reader gets of a catalog: sound translations alone, since English is better than half
    a sentence. The check of words (`ops/words/`) finds what is left out here."""
    try:
        catalog = parsed(file_of(package, lang), lang)
    except (FileNotFoundError, Unreadable):
        return {}
    return {
        key_of(one): str(one.string)
        for one in catalog
        if one.id and one.string and not one.fuzzy and is_sound(one, lang)
    }


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
    return (str(message.context), str(message.id)) if message.context else str(message.id)


def is_sound(message: Message, lang: str) -> bool:
    """Whether a translation has the places of its message and forms for every number."""
    return not any(faults(message, lang))


class Broken(NamedTuple):
    code: Literal["gettext-plural", "missing", "unknown", "forms", "no-forms"]
    place: str = ""
    forms: int = 0


def faults(message: Message, lang: str) -> Iterator[Broken]:
    if not isinstance(message.id, str) or not isinstance(message.string, str):
        yield Broken("gettext-plural")
        return
    wanted, found = places.names(message.id), places.names(message.string)
    yield from (Broken("missing", name) for name in sorted(wanted.keys() - found.keys()))
    yield from (Broken("unknown", name) for name in sorted(found.keys() - wanted.keys()))
    yield from (
        Broken("no-forms", name) for name in sorted(found) if wanted.get(name) and not found[name]
    )
    for _, name, forms in places.parts(message.string)[:-1]:
        if forms and len(forms) != len(places.forms_wanted(lang)):
            yield Broken("forms", name, len(forms))
