"""Pictures compared with those on file: `GREFFE_REWRITE=1 pytest …` writes them anew, for a person to read in the diff."""

from __future__ import annotations

import os
from pathlib import Path


def matches(path: Path, picture: str) -> bool:
    """Whether a picture is the one on file, which has each element on a line of its own."""
    lines = picture.replace("><", ">\n<") + "\n"
    if os.environ.get("GREFFE_REWRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(lines, "utf-8")
    return path.read_text("utf-8") == lines
