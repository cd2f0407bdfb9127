"""Checks of the catalogs of translations: missing, fuzzy, left-over and broken entries.

Each finding names the file and the message, and says what to do.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message

from domain.kernel.text import LANGS, Text, brief, same
from domain.kernel.words import catalogs, contractions, typography
from domain.kernel.words.catalogs import ENGLISH, UnreadableCatalog
from ops.words.extraction import template_catalog

FEW = 3
"""The most untranslated messages of a catalog that are listed one by one; of more, only the number
is given."""


class CatalogFinding(NamedTuple):
    """A fault of a catalog. `message`: the message ("": the file as a whole). `says`: a sentence
    about the fault. `messages`: how many messages have it."""

    file: Path
    message: str
    says: Text
    messages: int = 1

    @property
    def line(self) -> Text:
        place = f"{self.file}: “{brief(self.message, 80)}”" if self.message else str(self.file)
        return Text("{place}: {says}", place=place, says=self.says)


def check_catalogs(package: Path, langs: tuple[str, ...] = LANGS) -> Iterator[CatalogFinding]:
    messages = template_catalog(package)
    for lang in langs:
        if lang != ENGLISH:
            yield from _catalog_findings(package, lang, messages)


def _catalog_findings(package: Path, lang: str, messages: Catalog) -> Iterator[CatalogFinding]:
    file, joins = (
        catalogs.catalog_file(package, lang),
        contractions.contractions_file(package / catalogs.FOLDER, lang),
    )
    try:
        if joins.is_file():
            contractions.read_rules(joins)
    except ValueError as e:
        yield CatalogFinding(
            joins, "", Text("it cannot be read, and no words are contracted: {why}", why=str(e))
        )
    if not file.is_file():
        if len(messages):
            yield CatalogFinding(
                file, "", Text("there is no such catalog: run “greffe words update”")
            )
        return
    try:
        catalog = catalogs.parse_catalog(file, lang)
    except UnreadableCatalog as e:
        why = Text(
            "it cannot be read, and everything is shown in English: {why}. Mend that line, or "
            "save it as UTF-8",
            why=str(e),
        )
        yield CatalogFinding(file, "", why)
        return
    known = catalogs.translations_into(lang).messages
    lacking = [
        message for message in messages if message.id and not _is_translated(message, catalog)
    ]
    for message in lacking[:FEW]:
        says = (
            Text(
                "it is not translated, and not in the catalog yet: run “greffe words update” first"
            )
            if catalog.get(message.id, message.context) is None
            else Text("it is not translated")
        )
        yield CatalogFinding(file, _message_text(message), says)
    if rest := len(lacking[FEW:]):
        yield CatalogFinding(file, "", Text("{n:more is|more are} not translated", n=rest), rest)
    for entry in (*catalog, *catalog.obsolete.values()):
        if entry.id:
            yield from (
                CatalogFinding(file, _message_text(entry), says)
                for says in _entry_faults(entry, catalog, messages)
            )
            other = known.get(catalogs.message_key(entry), entry.string)
            if all(catalogs.translated_forms(entry)) and other != entry.string:
                says = Text("another catalog has “{other}”: give one of them a context")
                yield CatalogFinding(file, _message_text(entry), says.filled({"other": other}))


def _is_translated(message: Message, catalog: Catalog) -> bool:
    entry = catalog.get(message.id, message.context)
    return entry is not None and all(catalogs.translated_forms(entry))


def _entry_faults(message: Message, catalog: Catalog, messages: Catalog) -> Iterator[Text]:
    if messages.get(message.id, message.context) is None:
        yield Text("no code says this any more: run “greffe words update”")
        return
    if message.fuzzy:
        yield Text("its English has changed (fuzzy): look at it, and take the mark “fuzzy” away")
    if not all(forms := catalogs.translated_forms(message)):
        return
    for code, place in catalogs.place_faults(message):
        yield _BROKEN[code].filled({"place": same(f"{{{place}}}")})
    lang = str(catalog.locale)
    for where in chain.from_iterable(
        typography.unhandled_punctuation(form, lang) for form in forms
    ):
        yield Text(
            "“{where}”: no rule sets this apostrophe, quotation mark or space; write it as it is "
            "printed",
            where=where,
        )
    for where in chain.from_iterable(typography.needlessly_curved(form, lang) for form in forms):
        yield Text(
            "“{where}”: write a plain apostrophe; it is curved when it is shown", where=where
        )


def _message_text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


_BROKEN: dict[str, Text] = {
    "missing": Text("{place} is missing; the translation needs every place of the message"),
    "unknown": Text("{place} is no place of the message; its places keep their English names"),
}
