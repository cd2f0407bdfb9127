"""Messages found in the code: which stand there, in which packages, and what cannot be one.

A message is the words in `Text("…")`, every sentence of a table (`Refusals`, `Faults`, `Sentences`,
`readings`, `texts`), and the name of a kind of fact that says no other.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from domain.kernel.text import STORED, named_in_context
from domain.kernel.words import places
from domain.kernel.words.catalogs import FOLDER, SERVICE
from domain.titles.contract.types import in_words
from domain.titles.kit.sentences import rows

ROOMS = ("api", "domain", "ops", "projections")
TABLES = {"Refusals": 1, "Faults": 0, "Sentences": 0, "readings": 0}
"""Tables of sentences, with the argument that has them."""
FACTS = {"Fact", "Told"}
_PLAIN = re.compile(r"[^\W\d_]|[:;!?«»“”]")
"""What may have to be written otherwise in another language. A message of places alone is no word,
unless it has a context."""


class Found(NamedTuple):
    """A message with its context, and the file and line where it stands."""

    message: str
    context: str
    file: Path
    line: int


class Unfit(NamedTuple):
    file: Path
    line: int
    code: str
    names: str = ""


def packages(roots: tuple[Path, ...] = ()) -> tuple[Path, ...]:
    """The packages below these folders that have words of their own; of the whole house, the
    service's own first."""
    if not roots:
        home = SERVICE.parent
        found = (one.parent for room in ROOMS for one in sorted((home / room).rglob(FOLDER)))
        return (SERVICE, *(one for one in found if one != SERVICE))
    return tuple(one.parent for root in roots for one in sorted(root.resolve().rglob(FOLDER)))


def sources(package: Path) -> Iterator[Path]:
    homes = [SERVICE.parent / room for room in ROOMS] if package == SERVICE else [package]
    for home in homes:
        for file in sorted(home.rglob("*.py")):
            owner = next((one for one in file.parents if (one / FOLDER).is_dir()), SERVICE)
            if owner == package:
                yield file


def messages(package: Path) -> Iterator[Found | Unfit]:
    """The messages of a package in the order of its code, and what is none."""
    for file in sources(package):
        yield from _messages(file, file.read_text("utf-8"))


@cache
def _messages(file: Path, code: str) -> tuple[Found | Unfit, ...]:
    """Those of a module; once, for who checks and who lists what there should be."""
    nodes = [
        node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call | ast.ClassDef)
    ]
    nodes.sort(key=lambda node: (node.lineno, node.col_offset))
    said = (
        one
        for node in nodes
        for one in (_fact(node, file) if isinstance(node, ast.ClassDef) else _called(node, file))
    )
    return tuple(
        one
        for one in said
        if isinstance(one, Unfit)
        or one.context
        or _PLAIN.search(places.PLACE.sub(_forms, one.message))
    )


def _forms(place: re.Match[str]) -> str:
    return place[2] or ""


def _fact(node: ast.ClassDef, file: Path) -> Iterator[Found]:
    """The name of a kind of fact, in words, unless it says what it is called. A base class has
    neither a sentence nor `apply`."""
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    said = {
        name.id
        for one in node.body
        if isinstance(one, ast.Assign)
        for name in one.targets
        if isinstance(name, ast.Name)
    }
    told = said | {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    if bases & FACTS and told & {"says", "sentence", "say"} and "called" not in said:
        yield Found(in_words(node.name), "", file, node.lineno)


def _called(call: ast.Call, file: Path) -> Iterator[Found | Unfit]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "Text":
        yield from _text(call, file)
    elif name == "texts":
        table = _words(call, 0)
        lines = enumerate(table.strip("\n").splitlines(), call.lineno) if table else ()
        for line, text in lines:
            head, *words = (part.strip() for part in text.split("|"))
            if words:
                yield from _row(head, words, file, line)
    elif name in TABLES and (table := _words(call, TABLES[name])):
        for head, words in rows(table):
            yield from _row(head, words, file, call.lineno)


def _row(head: str, words: list[str], file: Path, line: int) -> Iterator[Found | Unfit]:
    if len(words) < len(STORED):
        yield Found(words[0], named_in_context(head)[1], file, line)
    else:
        yield Unfit(file, line, "translated-here", words[0])


def _text(call: ast.Call, file: Path) -> Iterator[Found | Unfit]:
    words, named = _words(call, 0), {one.arg for one in call.keywords} - {"context"}
    if any(isinstance(one, ast.Starred) for one in call.args):
        return
    if len(call.args) > 1:
        if ast.dump(call.args[0]) != ast.dump(call.args[1]) and any(map(_is_written, call.args)):
            yield Unfit(file, call.lineno, "translated-here", words or ast.unparse(call.args[0]))
    elif words is None:
        yield Unfit(file, call.lineno, "not-written-out")
    elif words:
        lost = sorted(places.names(words).keys() - named) if named and None not in named else []
        if lost:
            yield Unfit(file, call.lineno, "nothing-given", ", ".join(lost))
        context = next(
            (
                one.value.value
                for one in call.keywords
                if one.arg == "context" and isinstance(one.value, ast.Constant)
            ),
            "",
        )
        yield Found(words, str(context), file, call.lineno)


def _is_written(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp | ast.IfExp):
        return any(
            isinstance(one, ast.expr) and _is_written(one) for one in ast.iter_child_nodes(node)
        )
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _words(call: ast.Call, at: int) -> str | None:
    if (
        len(call.args) > at
        and isinstance(found := call.args[at], ast.Constant)
        and isinstance(found.value, str)
    ):
        return found.value
    return None
