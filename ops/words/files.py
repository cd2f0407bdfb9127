"""Catalog files: updating them from the code, and writing them so that a small change gives a small
diff."""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from domain.kernel.words.catalogs import catalog_file, parse_catalog, translated_forms
from ops.words.extraction import template_catalog

_HEAD = """\
# {name}: the words of {package}/ in another language. English stands in the code; see
# ops/LANGUAGES.md.
msgid ""
msgstr ""
"Language: {lang}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def update_catalog(package: Path, lang: str) -> tuple[int, int]:
    """Update or create the catalog of a language from the code. A translation of a similar message
    is kept as fuzzy; unused entries are removed. Returns the number of untranslated messages and
    the number of removed entries. Raises `UnreadableCatalog`."""
    file = catalog_file(package, lang)
    catalog = (
        parse_catalog(file, lang)
        if file.exists()
        else Catalog(lang.replace("-", "_"), charset="utf-8")
    )
    catalog.update(template_catalog(package))
    gone = len(catalog.obsolete)
    write_catalog(package, lang, catalog)
    return sum(
        1
        for message in catalog
        if message.id and (message.fuzzy or not all(translated_forms(message)))
    ), gone


def write_catalog(package: Path, lang: str, catalog: Catalog) -> None:
    for message in catalog:
        message.flags -= {
            "python-format",
            "python-brace-format",
        }  # our places are neither; other programs would find fault with them
    lines = BytesIO()
    write_po(
        lines, catalog, width=100, omit_header=True, ignore_obsolete=True, include_lineno=False
    )
    head = _HEAD.format(
        name=lang,
        package=package.name,
        lang=lang.replace("-", "_"),
        plural_forms=catalog.plural_forms,
    )
    file = catalog_file(package, lang)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(head.encode() + lines.getvalue().strip() + b"\n")
