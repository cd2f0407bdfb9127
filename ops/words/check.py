"""Checks of the catalogs: missing, fuzzy, left-over and broken translations.

Each finding says in which file, at which message, and what to do."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message

from domain.kernel.text import LANGS, Text, brief, same
from domain.kernel.words import catalogs, contractions, places, typography
from domain.kernel.words.catalogs import ENGLISH, Unreadable
from ops.words.extraction import template


class Finding(NamedTuple):
    """Something wrong with the words: the file, the message it is about (empty: the file as a
    whole) and a sentence."""

    file: Path
    message: str
    says: Text

    @property
    def line(self) -> Text:
        at = f"{self.file}: “{brief(self.message, 80)}”" if self.message else str(self.file)
        return Text("{at}: {says}", at=at, says=self.says)


def check(package: Path, langs: tuple[str, ...] = LANGS) -> Iterator[Finding]:
    """What is wrong with the translations of a package."""
    messages = template(package)
    for lang in langs:
        if lang != ENGLISH:
            yield from _catalog(package, lang, messages)


def _catalog(package: Path, lang: str, messages: Catalog) -> Iterator[Finding]:
    file, joins = (
        catalogs.file_of(package, lang),
        contractions.file_of(package / catalogs.FOLDER, lang),
    )
    try:
        if joins.is_file():
            contractions.read(joins)
    except ValueError as e:
        yield Finding(
            joins, "", Text("it cannot be read, and no words are contracted: {why}", why=str(e))
        )
    if not file.is_file():
        if len(messages):
            yield Finding(file, "", Text("there is no such catalog: run “greffe words update”"))
        return
    try:
        catalog = catalogs.parsed(file, lang)
    except Unreadable as e:
        why = Text(
            "it cannot be read, and everything is shown in English: {why}. Mend that line, or "
            "save it as UTF-8",
            why=str(e),
        )
        yield Finding(file, "", why)
        return
    for asked in messages:
        there = catalog.get(asked.id, asked.context) if asked.id else None
        if asked.id and (there is None or not there.string):
            yield Finding(
                file,
                str(asked.id),
                Text("it is not translated: run “greffe words update”, then write it"),
            )
    for one in (*catalog, *catalog.obsolete.values()):
        if one.id:
            yield from (Finding(file, _words(one), says) for says in _entry(one, lang, messages))


def _entry(one: Message, lang: str, messages: Catalog) -> Iterator[Text]:
    if isinstance(one.id, str) and messages.get(one.id, one.context) is None:
        yield Text("no code says this any more: run “greffe words update”")
        return
    if one.fuzzy:
        yield Text("its English has changed (fuzzy): look at it, and take the mark “fuzzy” away")
    if not one.string:
        return
    for broken in catalogs.faults(one, lang):
        categories = " | ".join(places.forms_wanted(lang))
        yield _BROKEN[broken.code].filled(
            {"place": _place(broken.place), "forms": broken.forms, "wanted": categories}
        )
    for where in typography.unset(str(one.string), lang):
        yield Text(
            "“{where}”: no rule sets this apostrophe, quotation mark or space; write it as it is "
            "printed",
            where=where,
        )
    for where in typography.curved(str(one.string), lang):
        yield Text(
            "“{where}”: write a plain apostrophe; it is curved when it is shown", where=where
        )


def _words(one: Message) -> str:
    return one.id if isinstance(one.id, str) else str(one.id[0])


def _place(name: str) -> Text:
    return same(f"{{{name}}}")


_BROKEN: dict[str, Text] = {
    "gettext-plural": Text(
        "it has plural forms of gettext; write them into the place of the number: {example}"
    ).filled({"example": "{n:one|many}"}),
    "missing": Text("{place} is missing; the translation needs every place of the message"),
    "unknown": Text("{place} is no place of the message; its places keep their English names"),
    "no-forms": Text("{place} has no words behind the number: {wanted}"),
    "forms": Text("{place} has {forms} forms, and this language has these: {wanted}"),
}
