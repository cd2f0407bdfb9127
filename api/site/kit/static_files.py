"""The address of style sheets and scripts."""

from __future__ import annotations

from pathlib import Path

from flask import Response

from api.problems.problem import Problem
from api.site.kit import assets
from api.site.kit.pages import anybody, page, site

_KEEP = {"Cache-Control": "public, max-age=31536000, immutable"}


@site.get("/docs")
@anybody
def show_docs() -> Response:
    """The OpenAPI document, to read and to try."""
    return page("watch/docs.html")


@site.get("/static/<digest>/<path:name>")
@anybody
def show_asset(digest: str, name: str) -> Response:
    """A style sheet or a script; an address with an old digest answers with what there is now, unkept."""
    data = assets.asset(name)
    if data is None:
        raise Problem("not-found")
    headers = _KEEP if assets.digest() == digest else {"Cache-Control": "no-cache"}
    return Response(data, 200, headers, content_type=assets.KINDS[Path(name).suffix])
