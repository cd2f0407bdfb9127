"""Assets: style sheets, scripts and fonts under addresses that change with their bytes, so that they can
be kept for good."""

import hashlib
from functools import cache
from pathlib import Path

from domain.titles.drawing.palette import COLOURS, PRINT, STYLESHEET

API = Path(__file__).parents[2]
# What is served, by the end of its name.
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


def _theme() -> str:
    day, night = (
        ";".join(f"--{name}:{shades[n]}" for name, shades in COLOURS.items()) for n in (0, 1)
    )
    paper = ";".join(f"--{name}:{shade}" for name, shade in PRINT.items())
    return (
        f":root{{color-scheme:light dark;{day}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
        f"@media print{{:root{{color-scheme:light;{day};{paper}}}}}\n"
    )


@cache
def asset(name: str) -> bytes | None:
    """A file's bytes by its name; none if there is no such file."""
    if name == "board.css":
        return (_theme() + STYLESHEET).encode()
    path = _files().get(name)
    return path.read_bytes() if path else None


def _files() -> dict[str, Path]:
    """Every asset by its name: that of a subject by its room first, as templates are named."""
    return {
        str(
            path.relative_to(folder)
            if folder.parent.name == "web"
            else f"{folder.parent.name}/{path.name}"
        ): path
        for folder in API.glob("*/static")
        for path in folder.rglob("*")
        if path.suffix in KINDS
    }


@cache
def digest() -> str:
    """Of all files together: a script names those it imports by where they lie beside it, so their
    address changes with its own."""
    whole = hashlib.sha256()
    for name in sorted((*_files(), "board.css")):
        whole.update(name.encode() + b"\0" + (asset(name) or b"") + b"\0")
    return whole.hexdigest()[:12]


def address(name: str) -> str:
    """Where an asset is: its name and the digest. Raises `LookupError` for one that is not
    there."""
    if asset(name) is None:
        raise LookupError(name)
    return f"/static/{digest()}/{name}"
