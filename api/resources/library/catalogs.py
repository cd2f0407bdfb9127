"""Catalogs: the printed numbers that games are opened with, where each comes from, and an organiser's own."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal

from flask import Response
from msgspec import Meta, Struct

from api.answers.catalogs import CatalogPage, line_of, origins_of
from api.http.body import NO_PAGE, invalid_parameters, unsupported
from api.http.body import asked as request
from api.problems.problem import Problem
from api.request.blueprint import LOCATION, REPLAY, Blueprint
from api.request.checks import need_title
from api.request.current import caller
from api.request.preconditions import key_if_any
from api.request.responses import JSON, read, reply, unchanged
from api.request.service import service
from api.resources.library.rulesets import TAG
from domain.errors import UnknownGame
from domain.rules.text import Text
from domain.store.catalogs import Catalogs, Listed
from projections.search.query import MOST

blueprint = Blueprint("catalogs", __name__, description="Catalogs: printed numbers, and where each comes from.")

_REUSED = Text(
    "This idempotency key came before with another catalog. Nothing was kept.",
)
READS = (JSON, "application/octet-stream")
FILE = {
    "type": "object",
    "required": ["game", "edition", "provenance", "values"],
    "properties": {
        "game": {"type": "string", "description": "The title's id."},
        "edition": {"type": "string"},
        "provenance": {"type": "object", "description": "Where values come from, by JSON pointer into `values`."},
        "values": {"type": "object", "description": "The printed numbers, as `GET /rulesets/{id}` shows the title's own."},
    },
}


class ListCatalogs(Struct, frozen=True, forbid_unknown_fields=True):
    """Which catalogs to list."""

    ruleset: Annotated[str, Meta(description="The title's id.")] = ""
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most catalogs on a page.", ge=1, le=MOST)] = 50


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    """Which values."""

    origin: Annotated[
        Literal["", "text", "published", "inferred", "placeholder"], Meta(description="Only values that come from there.")
    ] = ""


@blueprint.route("/catalogs")
@blueprint.needs("spectator")
@blueprint.asks(ListCatalogs)
@blueprint.answers(200, "CatalogPage")
@blueprint.refuses("store-unavailable")
def list_catalogs(asked: ListCatalogs) -> Response:
    """List the catalogs: those that come with the titles, and those that were added.

    Who has a link to a game sees, of those that were added, the one that the game is played with."""
    need_title(asked.ruleset)
    found = [line_of(one) for one in _catalogs().listed(asked.ruleset) if one.name or _may_see(one)]
    begin = 0
    if asked.after:
        begin = next((n for n, line in enumerate(found, start=1) if line.sha256 == asked.after), 0)
        if not begin:
            raise invalid_parameters({"after": NO_PAGE})
    page = tuple(found[begin : begin + asked.limit])
    following = page[-1].sha256 if begin + asked.limit < len(found) else None
    return reply(CatalogPage(page, following, len(found)))


@blueprint.route("/catalogs", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.files(*READS, schema=FILE)
@blueprint.may_repeat
@blueprint.answers(201, "CatalogLine", "The catalog is kept; games can be opened with its SHA-256.", headers={**LOCATION, **REPLAY})
@blueprint.answers(200, "CatalogLine", "The catalog was here already.", headers={**LOCATION, **REPLAY})
@blueprint.refuses("catalog-refused", "body-too-large", "unsupported-media-type", "store-unavailable")
def add_catalog() -> Response:
    """Add a catalog: its file as it is, to the byte. What is wrong with it is said all at once, each fault with its line.

    Sending a file twice adds it once, so no idempotency key is needed; with one, a retry gets the first answer, and another file
    under the same key is refused.
    """
    sent, key = request(), key_if_any()
    data = sent.get_data(cache=False)
    if sent.content_type and sent.mimetype not in READS:
        raise unsupported(sent, *READS)
    first, again = _catalogs().sent(data, caller().id, key) if key else (None, False)
    if first is not None and first.sha256 != hashlib.sha256(data).hexdigest():
        raise Problem("key-reused", _REUSED)
    kept, before = _catalogs().keep(data)
    line, replay = line_of(kept), {"Idempotent-Replay": "true"} if again else {}
    return reply(line, 200 if (before if first is None else first.before) else 201, Location=line.href, **replay)


@blueprint.route("/catalogs/<sha256>")
@blueprint.needs("spectator")
@blueprint.keeps
@blueprint.answers(200, FILE, "The catalog's file, byte for byte; its SHA-256 is the ETag.", headers=TAG)
@blueprint.refuses("unknown-catalog", "store-unavailable")
def fetch_catalog(sha256: str) -> Response:
    """Fetch a catalog's file."""
    found = _catalogs().of(sha256).catalog
    tag = f'"{found.sha256}"'
    return unchanged(tag) or Response(found.data, 200, {"ETag": tag, "Cache-Control": "private, no-cache"}, content_type=JSON)


@blueprint.route("/catalogs/<sha256>/provenance")
@blueprint.needs("spectator")
@blueprint.asks(Which)
@blueprint.keeps
@blueprint.answers(200, "Origins", headers=TAG)
@blueprint.refuses("unknown-catalog", "store-unavailable")
def show_provenance(asked: Which, sha256: str) -> Response:
    """Show where every printed value of a catalog comes from: text, published, inferred, or a placeholder."""
    found = _catalogs().of(sha256)
    tag = f'"{found.catalog.sha256}"'
    return unchanged(tag) or read(origins_of(found, asked.origin), tag)


def _may_see(one: Listed) -> bool:
    who = caller()
    return who.at_least("organiser") or (bool(who.game and who.duty is None) and one.catalog.sha256 == _played_with(who.game))


def _played_with(game: str) -> str:
    try:
        return str(service().clerk.game(game).opened.catalog)
    except UnknownGame:
        return ""


def _catalogs() -> Catalogs:
    return Catalogs(service().clerk.key_values)
