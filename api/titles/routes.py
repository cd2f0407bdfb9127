"""Titles and their catalogs in the API: what can be chosen and done in a game, and the printed
numbers with which it is opened."""

import hashlib
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from flask import Response
from msgspec import Meta, Struct, inspect

from api.game.request import need_known_title, unknown_title
from api.game.subject import game_clerk
from api.titles.schemas import (
    CatalogAt,
    CatalogPage,
    Option,
    TitleAt,
    TitleLine,
    Titles,
    catalog_line,
    origins_of,
)
from api.web.body import (
    NO_PAGE,
    current_request as request,
    invalid_parameters,
    unsupported_media_type,
)
from api.web.problems.problem import Problem
from api.web.request.blueprint import LOCATION, REPLAY, Blueprint, idempotency_key_if_any
from api.web.request.responses import (
    JSON,
    PRIVATE,
    ConstantAnswer,
    cacheable_reply,
    not_modified,
    reply,
)
from api.web.request.service import caller
from api.web.schemas import struct_fields
from domain.game.commands import find_catalog
from domain.game.refusals import UnknownGame
from domain.game.store.catalogs import Catalogs, ListedCatalog
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles import registry
from domain.titles.codec import action_union
from domain.titles.concordance import concordance
from domain.titles.contract.catalogs.catalog import Catalog
from domain.titles.contract.ruleset import AnyRuleset
from domain.titles.contract.setting import option_label
from projections.search.query import MOST

rulesets = Blueprint(
    "rulesets", __name__, description="Titles: options, actions, printed numbers, readings."
)
TAG = {
    "ETag": {"description": "Stays the same while the answer does.", "schema": {"type": "string"}}
}


@rulesets.route("/rulesets")
@rulesets.needs("spectator")
@rulesets.keeps
@rulesets.answers(200, "Titles", headers=TAG)
def list_titles() -> Response:
    """List the titles that can be played."""
    return titles_answer().reply()


@rulesets.route("/rulesets/<id>")
@rulesets.needs("spectator")
@rulesets.keeps
@rulesets.answers(200, "TitleAt", headers=TAG)
@rulesets.refuses("unknown-ruleset")
def show_title(id: str) -> Response:
    """Show a title: its options, its actions as JSON Schema, its catalogs with the origin of their
    values, its readings of unclear rules, and its endings."""
    try:
        return title_answer(id).reply()
    except registry.UnknownRuleset:
        raise unknown_title(id) from None


@rulesets.route("/rulesets/<id>/catalogs/<name>")
@rulesets.needs("spectator")
@rulesets.keeps
@rulesets.answers(
    200,
    {"type": "object"},
    "The catalog's file, byte for byte; its SHA-256 is the ETag.",
    headers=TAG,
)
@rulesets.refuses("unknown-ruleset", "unknown-catalog")
def show_catalog(id: str, name: str) -> Response:
    """Fetch a catalog's file, by its name or its SHA-256."""
    try:
        rules = registry.ruleset(id)
    except registry.UnknownRuleset:
        raise unknown_title(id) from None
    try:
        catalog: Catalog = find_catalog(rules, name, game_clerk().key_values)
    except BadRequest as e:
        raise Problem("unknown-catalog", e.text) from None
    tag = f'"{catalog.sha256}"'
    return not_modified(tag) or Response(
        catalog.data, 200, {"ETag": tag, "Cache-Control": PRIVATE}, content_type=JSON
    )


@cache
def titles_answer() -> ConstantAnswer:
    return ConstantAnswer.of(
        Titles(tuple(_title_line(registry.ruleset(id)) for id in registry.ids()))
    )


@cache
def title_answer(id: str) -> ConstantAnswer:
    """The answer of `GET /rulesets/{id}`. Raises `UnknownRuleset`."""
    rules = registry.ruleset(id)
    about = rules.about
    return ConstantAnswer.of(
        TitleAt(
            id=rules.id,
            version=rules.version,
            title=about.title,
            edition=about.edition.en,
            rules=about.rules.en,
            players=about.seats,
            options=tuple(_option_answer(entry) for entry in struct_fields(rules.options_type)),
            actions=msgspec.json.schema(action_union(rules)),
            catalogs=tuple(
                _catalog_answer(rules, name, catalog) for name, catalog in rules.catalogs().items()
            ),
            readings=about.readings,
            endings=about.endings,
            concordance=concordance(rules),
        )
    )


def _title_line(rules: AnyRuleset) -> TitleLine:
    about = rules.about
    href = f"/api/v1/rulesets/{rules.id}"
    return TitleLine(
        rules.id, rules.version, about.title, about.edition.en, about.rules.en, about.seats, href
    )


def _option_answer(entry: inspect.Field) -> Option:
    kind = entry.type.type if isinstance(entry.type, inspect.Metadata) else entry.type
    values: tuple[Any, ...] | None = None
    if isinstance(kind, inspect.LiteralType):
        values = tuple(kind.values)
    elif isinstance(kind, inspect.BoolType):
        values = (False, True)
    return Option(
        entry.encode_name, option_label(entry), values, msgspec.to_builtins(_default_value(entry))
    )


def _default_value(entry: inspect.Field) -> Any:
    return entry.default if entry.default_factory is msgspec.NODEFAULT else entry.default_factory()


def _catalog_answer(rules: AnyRuleset, name: str, catalog: Catalog) -> CatalogAt:
    href = f"/api/v1/rulesets/{rules.id}/catalogs/{name}"
    sources = dict(catalog.provenance)
    return CatalogAt(
        name,
        catalog.edition,
        catalog.sha256,
        catalog.provenance_counts(),
        sources,
        catalog.values,
        href,
    )


catalogs = Blueprint(
    "catalogs", __name__, description="Catalogs: printed numbers, and where each comes from."
)

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
        "provenance": {
            "type": "object",
            "description": "Where values come from, by JSON pointer into `values`.",
        },
        "values": {
            "type": "object",
            "description": "The printed numbers, as `GET /rulesets/{id}` shows the title's own.",
        },
    },
}


class CatalogListQuery(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: Annotated[str, Meta(description="The title's id.")] = ""
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most catalogs on a page.", ge=1, le=MOST)] = 50


class OriginQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameter that selects values of a catalog by their origin."""

    origin: Annotated[
        Literal["", "text", "published", "inferred", "placeholder"],
        Meta(description="Only values that come from there."),
    ] = ""


@catalogs.route("/catalogs")
@catalogs.needs("spectator")
@catalogs.asks(CatalogListQuery)
@catalogs.answers(200, "CatalogPage")
@catalogs.refuses("store-unavailable")
def list_catalogs(query: CatalogListQuery) -> Response:
    """List the catalogs: those that come with the titles, and those that were added.

    With a link to a game, the only added catalog in the list is the one with which that game is
    played."""
    need_known_title(query.ruleset)
    result = [
        catalog_line(item)
        for item in _catalogs().listed(query.ruleset)
        if item.name or _may_see_catalog(item)
    ]
    begin = 0
    if query.after:
        begin = next((n for n, line in enumerate(result, start=1) if line.sha256 == query.after), 0)
        if not begin:
            raise invalid_parameters({"after": NO_PAGE})
    page = tuple(result[begin : begin + query.limit])
    following = page[-1].sha256 if begin + query.limit < len(result) else None
    return reply(CatalogPage(page, following, len(result)))


@catalogs.route("/catalogs", methods=["POST"])
@catalogs.needs("organiser")
@catalogs.files(*READS, schema=FILE)
@catalogs.may_repeat
@catalogs.answers(
    201,
    "CatalogLine",
    "The catalog is kept; games can be opened with its SHA-256.",
    headers={**LOCATION, **REPLAY},
)
@catalogs.answers(
    200, "CatalogLine", "The catalog was here already.", headers={**LOCATION, **REPLAY}
)
@catalogs.refuses(
    "catalog-refused", "body-too-large", "unsupported-media-type", "store-unavailable"
)
def add_catalog() -> Response:
    """Add a catalog: its file is stored byte for byte. If it is refused, the problem lists all
    faults, each with its line.

    Sending a file twice adds it once, so no idempotency key is needed; with one, a retry gets the
    first answer, and another file with the same key is refused.
    """
    sent, key = request(), idempotency_key_if_any()
    data = sent.get_data(cache=False)
    if sent.content_type and sent.mimetype not in READS:
        raise unsupported_media_type(sent, *READS)
    first, again = _catalogs().keep_request(data, caller().id, key) if key else (None, False)
    if first is not None and first.sha256 != hashlib.sha256(data).hexdigest():
        raise Problem("key-reused", _REUSED)
    stored, before = _catalogs().keep(data, caller().id)
    line, replay = catalog_line(stored), {"Idempotent-Replay": "true"} if again else {}
    return reply(
        line,
        200 if (before if first is None else first.before) else 201,
        Location=line.href,
        **replay,
    )


@catalogs.route("/catalogs/<sha256>")
@catalogs.needs("spectator")
@catalogs.keeps
@catalogs.answers(
    200, FILE, "The catalog's file, byte for byte; its SHA-256 is the ETag.", headers=TAG
)
@catalogs.refuses("unknown-catalog", "store-unavailable")
def fetch_catalog(sha256: str) -> Response:
    """Fetch a catalog's file."""
    catalog = _catalogs().of(sha256).catalog
    tag = f'"{catalog.sha256}"'
    return not_modified(tag) or Response(
        catalog.data, 200, {"ETag": tag, "Cache-Control": PRIVATE}, content_type=JSON
    )


@catalogs.route("/catalogs/<sha256>/provenance")
@catalogs.needs("spectator")
@catalogs.asks(OriginQuery)
@catalogs.keeps
@catalogs.answers(200, "Origins", headers=TAG)
@catalogs.refuses("unknown-catalog", "store-unavailable")
def show_provenance(query: OriginQuery, sha256: str) -> Response:
    """Show where every printed value of a catalog comes from: the rule text, published, inferred,
    or a placeholder."""
    listed = _catalogs().of(sha256)
    tag = f'"{listed.catalog.sha256}"'
    return not_modified(tag) or cacheable_reply(origins_of(listed, query.origin), tag)


def _may_see_catalog(catalog: ListedCatalog) -> bool:
    who = caller()
    return who.at_least("organiser") or (
        bool(who.to and who.duty is None) and catalog.catalog.sha256 == _catalog_of_game(who.to)
    )


def _catalog_of_game(game: str) -> str:
    try:
        return str(game_clerk().game(game).opened.catalog)
    except UnknownGame:
        return ""


def _catalogs() -> Catalogs:
    return Catalogs(game_clerk().key_values)
