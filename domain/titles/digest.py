"""Digest of what decides a game: one SHA-256 over a title's rules, the kit it is written with, and
chance.

It leaves out files that only display something, since drawing a line differently does not change
the rules. It equals the output of these shell commands, so that anybody can compute it without this
program, in the folder above `domain`:

    find domain/titles/contract domain/titles/kit domain/titles/fief -type f \\
        \\( -name '*.py' -o -name '*.json' \\) -not -path '*/locale/*' \\
        -not -path '*/picture*' |
        LC_ALL=C sort | xargs sha256sum | sha256sum

A title of another package stands in the list by the path below the folder that its package is
in."""

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from domain.titles.contract.ruleset import AnyRuleset

KINDS = {".py", ".json"}

HOUSE = Path(__file__).parents[2]

SHARED = ("domain/titles/contract", "domain/titles/kit")


def shows_only(path: str) -> bool:
    """Whether a file of a title, given by its path, only displays something: a picture or a catalog
    of words."""
    parts = path.split("/")
    return "locale" in parts[:-1] or any(part.startswith("picture") for part in parts[1:])


def package_sha256(rules: AnyRuleset) -> str:
    """The SHA-256, in hex, of the files that decide a game under these rules."""
    return _digest(type(rules).__module__)


@cache
def _digest(module: str) -> str:
    files = dict(_files(module))
    for room in SHARED:
        files |= {
            f"{room}/{path.relative_to(HOUSE / room).as_posix()}": path
            for path in (HOUSE / room).rglob("*")
        }
    names = sorted(
        name
        for name, path in files.items()
        if path.suffix in KINDS and path.is_file() and not shows_only(name)
    )
    lines = (f"{hashlib.sha256(files[name].read_bytes()).hexdigest()}  {name}\n" for name in names)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _files(module: str) -> Iterator[tuple[str, Path]]:
    """All files of the package that a title's module is in, each with the name under which the list
    has it. For a title that is a single module, that file alone."""
    loaded = sys.modules[module]
    assert loaded.__file__ is not None
    file = Path(loaded.__file__)
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    if not package:
        yield file.name, file
        return
    for path in file.parent.rglob("*"):
        yield "/".join((*package.split("."), *path.relative_to(file.parent).parts)), path
