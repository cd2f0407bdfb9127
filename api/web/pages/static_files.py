"""The addresses of style sheets and scripts, and the page about kinds of records."""

from pathlib import Path

from flask import Response

from api.web.middleware import CSP
from api.web.pages import assets
from api.web.pages.pages import anybody, page, site
from api.web.problems.problem import Problem
from domain.kernel.registry import REGISTRY

_KEEP = {"Cache-Control": "public, max-age=31536000, immutable"}


@site.get("/events")
@anybody
def show_events() -> Response:
    """The page about the kinds of stored records."""
    return page("admin/events.html", events=tuple(REGISTRY))


@site.get("/offline.js")
@anybody
def show_offline() -> Response:
    """The service worker of the pages stored for offline use. Its address is at the root, since a
    worker controls only the addresses below its own. It may request only from this service."""
    headers = {
        "Cache-Control": "no-cache",
        CSP: "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    }
    return Response(assets.asset("offline.js"), 200, headers, content_type=assets.KINDS[".js"])


@site.get("/static/<digest>/<path:name>")
@anybody
def show_asset(digest: str, name: str) -> Response:
    """A style sheet or script. An address with an old digest also gets the current file, but
    uncached."""
    data = assets.asset(name)
    if data is None:
        raise Problem("not-found")
    headers = _KEEP if assets.assets_digest() == digest else {"Cache-Control": "no-cache"}
    return Response(data, 200, headers, content_type=assets.KINDS[Path(name).suffix])
