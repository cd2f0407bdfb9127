"""Titles: what can be played, with which options, actions and printed numbers."""

from __future__ import annotations

from flask import Response

from api.answers.rulesets import title, titles
from api.http.body import invalid_parameters
from api.problems.problem import Problem
from api.request.blueprint import Blueprint
from api.request.responses import JSON, unchanged
from api.request.service import service
from domain import games
from domain.clerk.opening import find_catalog
from domain.errors import BadRequest
from domain.rules.catalog import Catalog
from domain.rules.text import Text, brief

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
    except games.UnknownRuleset:
        raise unknown_title(id) from None


@blueprint.route("/rulesets/<id>/catalogs/<name>")
@blueprint.needs("spectator")
@blueprint.keeps
@blueprint.answers(200, {"type": "object"}, "The catalog's file, byte for byte; its SHA-256 is the ETag.", headers=TAG)
@blueprint.refuses("unknown-ruleset", "unknown-catalog")
def show_catalog(id: str, name: str) -> Response:
    """Fetch a catalog's file, by its name or its SHA-256."""
    try:
        rules = games.ruleset(id)
    except games.UnknownRuleset:
        raise unknown_title(id) from None
    try:
        catalog: Catalog = find_catalog(rules, name, service().clerk.drawer)
    except BadRequest as e:
        raise Problem("unknown-catalog", e.text) from None
    tag = f'"{catalog.sha256}"'
    return unchanged(tag) or Response(catalog.data, 200, {"ETag": tag, "Cache-Control": "private, no-cache"}, content_type=JSON)


def need_title(id: str) -> None:
    """Raise `invalid-parameters` for a parameter `ruleset` that names no title; `""` names none because none is asked for."""
    if id and id not in games.ids():
        raise invalid_parameters({"ruleset": _no_title(id)})


def unknown_title(id: str) -> Problem:
    """The problem of an address that names no title."""
    return Problem("unknown-ruleset", _no_title(id))


def _no_title(id: str) -> Text:
    known = ", ".join(games.ids())
    return Text(f"There is no title {brief(id)}: there are {known}.", f"Il n'y a pas de titre {brief(id)} : il y a {known}.")
