"""Titles: what can be played, with which options, actions and printed numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from flask import Response
from msgspec import inspect

from api.answers.rulesets import CatalogAt, Option, TitleAt, TitleLine, Titles
from api.http.schemas import struct_fields
from api.problems.problem import Problem
from api.request.blueprint import Blueprint
from api.request.checks import unknown_title
from api.request.responses import JSON, Page, unchanged
from api.request.service import service
from domain.clerk.opening import find_catalog
from domain.errors import BadRequest
from domain.rules.catalogs.catalog import Catalog
from domain.rules.ruleset import AnyRuleset
from domain.rules.setting import asked
from domain.rules.titles import registry
from domain.rules.titles.codec import action_union
from domain.rules.titles.concordance import concordance

blueprint = Blueprint("rulesets", __name__, description="Titles: options, actions, printed numbers, readings.")
TAG = {"ETag": {"description": "Stays the same while the answer does.", "schema": {"type": "string"}}}


@blueprint.route("/rulesets")
@blueprint.needs("spectator")
@blueprint.keeps
@blueprint.answers(200, "Titles", headers=TAG)
def list_titles() -> Response:
    """List the titles that can be played."""
    return titles().reply()


@blueprint.route("/rulesets/<id>")
@blueprint.needs("spectator")
@blueprint.keeps
@blueprint.answers(200, "TitleAt", headers=TAG)
@blueprint.refuses("unknown-ruleset")
def show_title(id: str) -> Response:
    """Show a title: its options, actions as JSON Schema, catalogs with provenance, readings and endings."""
    try:
        return title(id).reply()
    except registry.UnknownRuleset:
        raise unknown_title(id) from None


@blueprint.route("/rulesets/<id>/catalogs/<name>")
@blueprint.needs("spectator")
@blueprint.keeps
@blueprint.answers(200, {"type": "object"}, "The catalog's file, byte for byte; its SHA-256 is the ETag.", headers=TAG)
@blueprint.refuses("unknown-ruleset", "unknown-catalog")
def show_catalog(id: str, name: str) -> Response:
    """Fetch a catalog's file, by its name or its SHA-256."""
    try:
        rules = registry.ruleset(id)
    except registry.UnknownRuleset:
        raise unknown_title(id) from None
    try:
        catalog: Catalog = find_catalog(rules, name, service().clerk.key_values)
    except BadRequest as e:
        raise Problem("unknown-catalog", e.text) from None
    tag = f'"{catalog.sha256}"'
    return unchanged(tag) or Response(catalog.data, 200, {"ETag": tag, "Cache-Control": "private, no-cache"}, content_type=JSON)


@cache
def titles() -> Page:
    """`GET /rulesets`."""
    return Page.of(Titles(tuple(_line(registry.ruleset(id)) for id in registry.ids())))


@cache
def title(id: str) -> Page:
    """`GET /rulesets/{id}`; raises `UnknownRuleset`."""
    rules = registry.ruleset(id)
    about = rules.about
    return Page.of(
        TitleAt(
            rules.id,
            rules.version,
            about.title,
            about.edition.en,
            about.rules.en,
            about.seats,
            tuple(_option(entry) for entry in struct_fields(rules.options_type)),
            msgspec.json.schema(action_union(rules)),
            tuple(_catalog(rules, name, catalog) for name, catalog in rules.catalogs().items()),
            about.readings,
            about.endings,
            concordance(rules),
        )
    )


def _line(rules: AnyRuleset) -> TitleLine:
    about = rules.about
    href = f"/api/v1/rulesets/{rules.id}"
    return TitleLine(rules.id, rules.version, about.title, about.edition.en, about.rules.en, about.seats, href)


def _option(entry: inspect.Field) -> Option:
    kind = entry.type.type if isinstance(entry.type, inspect.Metadata) else entry.type
    values: tuple[Any, ...] | None = None
    if isinstance(kind, inspect.LiteralType):
        values = tuple(kind.values)
    elif isinstance(kind, inspect.BoolType):
        values = (False, True)
    return Option(entry.encode_name, asked(entry), values, msgspec.to_builtins(_default(entry)))


def _default(entry: inspect.Field) -> Any:
    return entry.default if entry.default_factory is msgspec.NODEFAULT else entry.default_factory()


def _catalog(rules: AnyRuleset, name: str, catalog: Catalog) -> CatalogAt:
    href = f"/api/v1/rulesets/{rules.id}/catalogs/{name}"
    sources = dict(catalog.provenance)
    return CatalogAt(name, catalog.edition, catalog.sha256, catalog.counts(), sources, catalog.values, href)
