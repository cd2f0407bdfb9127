"""Catalogs for organisers: where each printed number comes from, which are placeholders, and adding a corrected copy."""

from __future__ import annotations

from flask import Response, request

from api.problems import Problem
from api.refusals import problem_of
from api.service import service
from api.site.web import go, needs, page, site
from domain import games
from domain.catalogs import Catalogs, origins
from domain.errors import CatalogRefused

MOST = 1_000_000
"""Bytes of a catalog's file."""


@site.get("/organise/catalogs")
@needs("organiser")
def list_own_catalogs() -> Response:
    """All catalogs by title, with how many of their numbers come from where."""
    return _listed(None)


@site.get("/organise/catalogs/<name>")
@needs("organiser")
def show_own_catalog(name: str) -> Response:
    """Every number of a catalog with where it comes from; with `?only=placeholder`, those that want correcting."""
    found = Catalogs(service().clerk.drawer)
    listed = found.find(name)
    only = request.args.get("only", "")
    leaves = [leaf for leaf in origins(listed.catalog) if not only or leaf.origin == only]
    title = games.ruleset(listed.catalog.game).about.title
    return page("catalog.html", one=listed, leaves=leaves[:2_000], more=max(0, len(leaves) - 2_000), only=only, title=title)


@site.get("/organise/catalogs/<name>/file")
@needs("organiser")
def download_catalog(name: str) -> Response:
    """The catalog's file, to correct a copy of it."""
    one = Catalogs(service().clerk.drawer).find(name).catalog
    headers = {"Content-Disposition": f'attachment; filename="{one.game}-{one.sha256[:8]}.json"'}
    return Response(one.data, 200, headers, content_type="application/json")


@site.post("/organise/catalogs")
@needs("organiser")
def add_catalog() -> Response:
    """Add a corrected catalog, or say everything that is wrong with it, by line."""
    file = request.files.get("file")
    data = file.read(MOST + 1) if file else b""
    try:
        listed, _ = Catalogs(service().clerk.drawer).keep(data)
    except CatalogRefused as refused:
        return _listed(problem_of(refused), refused)
    return go(f"/organise/catalogs/{listed.catalog.sha256}")


def _listed(problem: Problem | None, refused: CatalogRefused | None = None) -> Response:
    found = Catalogs(service().clerk.drawer)
    titles = [(games.ruleset(id).about.title, list(found.listed(id))) for id in games.ids()]
    faults = refused.faults if refused else ()
    return page("catalogs.html", problem.kind.status if problem else 200, titles=titles, problem=problem, faults=faults)
