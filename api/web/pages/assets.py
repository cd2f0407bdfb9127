"""Assets: style sheets, scripts and fonts. Their addresses contain a digest of their bytes, so that
browsers can cache them for ever."""

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
    """The bytes of an asset by name, or None if there is none; cached."""
    if name == "board.css":
        return (_theme() + STYLESHEET).encode()
    path = _files().get(name)
    return path.read_bytes() if path else None


@cache
def _files() -> dict[str, Path]:
    """The path of every asset by name. The name of a subject's asset begins with its folder, as
    template names do; the names of those in `web` do not."""
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
def assets_digest() -> str:
    """A digest of all assets together; cached. There is one for all because a script imports others
    by relative address, so that their addresses have to change with its own."""
    whole = hashlib.sha256()
    for name in sorted((*_files(), "board.css")):
        whole.update(name.encode() + b"\0" + (asset(name) or b"") + b"\0")
    return whole.hexdigest()[:12]


def asset_address(name: str) -> str:
    """The address of an asset, with the digest of all assets. Raises `LookupError` if there is none
    of this name."""
    if asset(name) is None:
        raise LookupError(name)
    return f"/static/{assets_digest()}/{name}"
