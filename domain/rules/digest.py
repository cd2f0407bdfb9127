"""Digest of a title's package: one SHA-256 over the files that it is made of.

It is what `sha256sum` says of the list that `sha256sum` makes of them, so that it can be computed without this program:

    cd domain/games/fief && find . -type f \\( -name '*.py' -o -name '*.json' \\) | LC_ALL=C sort | xargs sha256sum | sha256sum
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

from domain.rules.ruleset import AnyRuleset

KINDS = {".py", ".json"}
"""Files that what a title does can depend on: its code and its catalogs."""


def package_sha256(rules: AnyRuleset) -> str:
    """The SHA-256, in hex, of the package that the rules are in."""
    return _digest(type(rules).__module__)


@cache
def _digest(module: str) -> str:
    file = sys.modules[module].__file__
    assert file is not None
    folder = Path(file).parent
    files = sorted(f"./{path.relative_to(folder)}" for path in folder.rglob("*") if path.suffix in KINDS and path.is_file())
    lines = (f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
