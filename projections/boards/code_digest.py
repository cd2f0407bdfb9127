"""The digest of the program that makes views. A view is a function of the records and of this code.

After an upgrade the follower finds views with another digest in Redis and makes new ones, so no
idle game stays as an older program showed it.
"""

import hashlib
from functools import cache
from pathlib import Path

from domain.titles.registry import installed_files

ROOMS = ("domain", "projections")
KINDS = {".py", ".json", ".lua", ".po", ".contractions"}


@cache
def code_digest() -> str:
    """The digest of all source files, catalogs and translations from which views are made: 16 hex
    digits."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(p for room in ROOMS for p in (root / room).rglob("*") if p.suffix in KINDS):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(root)} {len(data)}\n".encode() + data)
    for path in installed_files():
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]
