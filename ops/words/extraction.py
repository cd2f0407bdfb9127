"""Extraction of the messages to translate: from templates by Jinja's parser, from Python by
`extract_code`.

Babel's own extraction from Python misses nested calls, and two constructs that titles use: a table
of sentences (`Sentences`, `Refusals`, `parse_readings`) is one string with a message on each line, and
a fact without a name of its own is named after its class.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file

from domain.kernel.sentences import entries
from domain.kernel.words import catalogs, places
from domain.kernel.words.catalogs import FOLDER, ROOMS, SERVICE
from domain.titles.contract.types import in_words

KEYWORDS: dict[str, Any] = {
    "_": None,
    "Text": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
TABLES = {"Refusals": 1, "Sentences": 0, "parse_readings": 0}
"""Constructors of tables of sentences, with the index of the table's argument."""
JINJA = {"extensions": "jinja2.ext.do", "trimmed": "true", "silent": "false"}
FACTS = {"Fact", "ChangesNothing", "OfSeat"}
"""The base classes of facts in the titles' kit."""
_PLAIN = re.compile(r"[^\W\d_]|[:;!?«»“”]")
"""Characters that may differ in another language. A message that consists of placeholders alone is
not translated, unless it has a context."""

Found = tuple[int, str, Any, list[str]]


def template_catalog(package: Path) -> Catalog:
    """All messages of a package, in code order, as a catalog without translations."""
    made = Catalog(charset="utf-8")
    for file, method, options in message_sources(package):
        for line, words, _, context in extract_from_file(method, file, KEYWORDS, options=options):
            if context or _PLAIN.search(places.PLACE.sub("", "".join(words))):
                place = file.relative_to(package if package in file.parents else package.parent)
                made.add(words, None, [(place.as_posix(), line)], context=context or None)
    return made


def message_sources(package: Path) -> Iterator[tuple[Path, Any, dict[str, str]]]:
    """The files whose messages belong to a package, each with Babel's extraction method and its
    options."""
    homes = [SERVICE.parent / room for room in ROOMS] if package == SERVICE else [package]
    for home in homes:
        for file in sorted(home.rglob("*")):
            if (
                next((parent for parent in file.parents if (parent / FOLDER).is_dir()), SERVICE)
                != package
            ):
                continue
            if file.suffix == ".py":
                yield file, extract_code, {}
            elif "templates" in file.parts and file.suffix in {".html", ".txt"}:
                yield file, "jinja2.ext:babel_extract", JINJA


def extract_code(file: IO[bytes], *_: Any, **__: Any) -> Iterator[Found]:
    """The messages in a Python file, as Babel's extraction methods yield them: line, function,
    strings, comments (always empty)."""
    nodes = [
        node
        for node in ast.walk(ast.parse(file.read()))
        if isinstance(node, ast.Call | ast.ClassDef)
    ]
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.ClassDef):
            if _is_called_by_its_name(node, classes):
                yield node.lineno, *_gettext_call(in_words(node.name)), []
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        words = [
            argument.value if isinstance(argument, ast.Constant) else None for argument in node.args
        ]
        if name == "Text" and words and words[0]:
            yield node.lineno, *_gettext_call(str(words[0])), []
        elif name == "pgettext":
            yield node.lineno, *_gettext_call(str(words[1]), str(words[0])), []
        elif name in KEYWORDS and any(words):
            yield node.lineno, name, tuple(words), []
        elif name in TABLES and len(words) > TABLES[name]:
            for entry in entries(str(words[TABLES[name]] or "")):
                yield node.lineno, *_gettext_call(entry.text.written[0], entry.text.context), []


def _is_called_by_its_name(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> bool:
    """Whether a class is a kind of fact that is named after the class itself. False for base
    classes of facts, which have no sentence. `classes`: all classes of the file, by name, to look
    up bases."""
    bases, names = set[str](), set[str]()
    left = [node]
    while left:
        kind = left.pop()
        own = {base.id for base in kind.bases if isinstance(base, ast.Name)}
        left += [classes[name] for name in (own - FACTS) & classes.keys()]
        bases |= own
        for statement in kind.body:
            match statement:
                case ast.Assign(targets=targets):
                    names |= {target.id for target in targets if isinstance(target, ast.Name)}
                case ast.FunctionDef(name=name):
                    names.add(name)
    return bool(bases & FACTS and names & {"says", "sentence", "say"}) and "called" not in names


def _gettext_call(message: str, context: str = "") -> tuple[str, tuple[str, ...]]:
    counts = places.counting(message)
    if counts is None:
        return "pgettext", (context, message)
    return "npgettext", (context, counts.singular, counts.plural)


def packages(roots: tuple[Path, ...] = ()) -> list[Path]:
    """The packages with catalogs in these folders; without folders, Greffe's own."""
    if not roots:
        return catalogs.packages()
    return [folder.parent for root in roots for folder in sorted(root.resolve().rglob(FOLDER))]
