"""The OpenAPI 3.1 document: addresses from the blueprints, requests from marshmallow, answers from
`msgspec`.

flask-smorest writes paths and request bodies from the derived schemas. The schemas of answers are
made from the structs that are encoded (`api/game/schemas.py`), those of a title's actions and facts
from the title.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any, Union

import flask_smorest  # type: ignore[import-untyped]
import msgspec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from marshmallow import fields

from api.admin.operations import PAGES
from api.campaign.schemas import CAMPAIGNS
from api.game.links import LINKS
from api.game.looks import LookPage
from api.game.play.routes import SEATS
from api.game.play.sealing_routes import Countersignatures, Parts, Seals
from api.game.request import action_field
from api.game.schemas import ANSWERS, ENTRIES, TABLE_ANSWERS
from api.live import HAPPENINGS
from api.messages.calendar_links import CalendarAt, CalendarPage
from api.messages.schemas import NOTIFICATIONS
from api.numbers import routes as numbers
from api.proof.schemas import AuditAt
from api.routing import api_blueprints
from api.season.schemas import SEASONS
from api.study.schemas import STUDIES
from api.tables import routes as tables
from api.titles import schemas as titles
from api.titles.schemas import CATALOGS
from api.tournament.schemas import TOURNAMENTS
from api.web import schemas
from api.web.problems.kinds import KINDS, listed_kinds
from api.web.problems.problem import TYPE
from api.web.request.responses import ConstantAnswer
from domain.titles import registry

REF = "#/components/schemas/{name}"
# Structs that share a name are told apart by their module: clients know them by these names, wherever
# the modules have gone since.
KNOWN_AS = {
    "projections.boards.positions.SeatAt": "api.game.schemas.games.SeatAt",
    "api.game.schemas.Entry": "api.game.schemas.records.Entry",
    "api.game.play.routes.SeatAt": "api.game.routes.seats.SeatAt",
    "api.game.play.sealing_routes.PartAt": "api.game.routes.contributions.PartAt",
}
Doc = dict[str, Any]


class Converter(OpenAPIConverter):
    """apispec's converter, which also converts our own fields, writes a struct's docstring as its
    description, and adds the struct's `schema_also`, which relates fields in ways that neither
    msgspec nor marshmallow can express."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_attribute_function(_own_field)  # type: ignore[no-untyped-call]

    def schema2jsonschema(self, schema: Any) -> Doc:
        result: Doc = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        if schema.__doc__:
            result["description"] = " ".join(schema.__doc__.split())
        return result | getattr(getattr(schema, "struct", None), "schema_also", {})

    def field2property(self, field: Any) -> Doc:
        result: Doc = super().field2property(field)
        if isinstance(field, fields.Dict):  # sizes of a table count its entries, not letters
            for letters, entries in (
                ("maxLength", "maxProperties"),
                ("minLength", "minProperties"),
            ):
                if letters in result:
                    result[entries] = result.pop(letters)
            keys = self.field2property(field.key_field) if field.key_field else {}
            sizes = {name: keys[name] for name in ("minLength", "maxLength") if name in keys}
            if sizes:
                result["propertyNames"] = sizes
        return result


def _own_field(self: Converter, field: fields.Field[Any], ret: Doc) -> Doc:
    if isinstance(field, schemas.ChoiceField):
        return {"enum": list(field.choices)}
    if isinstance(field, schemas.UnionField):
        none = [{"type": "null"}] if field.allow_none else []
        return {"anyOf": [*(self.field2property(item) for item in field.among), *none]}
    if isinstance(field, schemas.TaggedField):
        refs = {tag: self.resolve_nested_schema(schema) for tag, schema in field.variants.items()}  # type: ignore[no-untyped-call]
        mapping = {tag: ref["$ref"] for tag, ref in refs.items()}
        return {
            "oneOf": list(refs.values()),
            "discriminator": {"propertyName": field.by, "mapping": mapping},
        }
    if isinstance(field, fields.Tuple):
        n = len(field.tuple_fields)
        return {
            "type": "array",
            "minItems": n,
            "maxItems": n,
            "prefixItems": [self.field2property(x) for x in field.tuple_fields],
        }
    if type(field) is fields.Raw and "$ref" in field.metadata:
        return {"$ref": field.metadata["$ref"]}
    return {}


class Plugin(MarshmallowPlugin):
    Converter = Converter


def _name(schema: Any) -> str:
    return str(getattr(schema, "__name__", type(schema).__name__))


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest's Api without its error handling: every error is answered as a documented
    problem."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = "Problem"


def new_api(app: Flask) -> Api:
    app.config.update(API_TITLE="Greffe", API_VERSION="v1", OPENAPI_VERSION="3.1.0")
    return Api(app, spec_kwargs={"marshmallow_plugin": Plugin(schema_name_resolver=_name)})


def describe() -> Callable[[], ConstantAnswer]:
    """A function that returns the document. It builds it on the first call, since that imports
    every title."""
    return cache(lambda: ConstantAnswer.of(document()))


def document() -> Doc:
    api = new_api(Flask("greffe", static_folder=None))
    for blueprint, prefix in api_blueprints():
        api.register_blueprint(blueprint, url_prefix=prefix or None)
    schemas: Doc = {"Problem": _problem()}
    for id in registry.ids():
        rules = registry.ruleset(id)
        schemas[f"{id}.Action"] = api.ma_plugin.converter.field2property(action_field(rules))
        schemas |= _fact_schemas(id, Union[rules.fact_types])  # noqa: UP007  the members are known at run time only
    schemas["Action"] = {
        "description": "An action of one of the titles.",
        "anyOf": _refs_for_titles(".Action"),
    }
    schemas["Fact"] = {
        "description": "A fact of one of the titles.",
        "anyOf": _refs_for_titles(".Fact"),
    }
    single = (Parts, Seals, Countersignatures, AuditAt)
    groups = (
        ANSWERS,
        ENTRIES,
        HAPPENINGS,
        TABLE_ANSWERS,
        STUDIES,
        single,
        CAMPAIGNS,
        SEASONS,
        TOURNAMENTS,
        CATALOGS,
        (*LINKS, CalendarAt, CalendarPage, LookPage),
        NOTIFICATIONS,
        SEATS,
        tables.ANSWERS,
        numbers.ANSWERS,
    )
    answers = [*chain(*groups), titles.Titles, titles.TitleAt, *PAGES]
    _, result = msgspec.json.schema_components(answers, ref_template=REF)
    text = msgspec.json.encode(result).decode()
    for name, known in KNOWN_AS.items():
        text = text.replace(f'"{name}"', f'"{known}"').replace(f'/{name}"', f'/{known}"')
    result = msgspec.json.decode(text)
    for component in result.values():
        if "description" in component:  # a docstring, with its line ends
            component["description"] = " ".join(component["description"].split())
    return _finish(api.spec.to_dict(), {**schemas, **result})


def _refs_for_titles(suffix: str) -> list[Doc]:
    return [{"$ref": REF.format(name=id + suffix)} for id in registry.ids()]


def _fact_schemas(id: str, union: Any) -> Doc:
    (facts,), parts = msgspec.json.schema_components(
        [union], ref_template=REF.replace("{name}", f"{id}.fact.{{name}}")
    )
    return {f"{id}.Fact": facts, **{f"{id}.fact.{name}": part for name, part in parts.items()}}


def _problem() -> Doc:
    text = {
        "type": "object",
        "required": ["en", "fr"],
        "properties": {"en": {"type": "string"}, "fr": {"type": "string"}},
    }
    fault = {
        "type": "object",
        "required": ["detail"],
        "properties": {
            "pointer": {"type": "string", "description": "JSON pointer to the field of the body."},
            "parameter": {"type": "string", "description": "The parameter of the query."},
            "detail": text,
        },
    }
    return {
        "type": "object",
        "description": "A problem as RFC 9457 defines it, with further members that depend on its "
        "type.",
        "required": ["type", "title", "status", "detail", "text"],
        "properties": {
            "type": {"enum": [kind.type for kind in listed_kinds()]},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {
                "type": "string",
                "description": "The sentence in the language that `Accept-Language` prefers.",
            },
            "text": {**text, "description": "The sentence in English and French."},
            "pointer": {"type": "string", "description": "JSON pointer to the field of the body."},
            "errors": {"type": "array", "items": fault},
        },
    }


def refusal(slugs: list[str]) -> Doc:
    """The documented answer that is one of several problems with the same status."""
    content = {TYPE: {"schema": {"$ref": REF.format(name="Problem")}}}
    return {
        "description": "; ".join(f"`{slug}`: {KINDS[slug].title.en}" for slug in slugs),
        "content": content,
    }


_BEARER = "The operator's key (from `operator.key`), an organiser's key, or the token of a link."
_EVERYWHERE = ("internal-error",)
_GUARDED = (
    *_EVERYWHERE,
    *("unauthorized", "key-revoked", "link-forged", "link-expired", "link-revoked", "trial-over"),
    *("role-too-low", "not-covered", "too-many-requests"),
)


def _add_refusals_of_guard(operation: Doc) -> None:
    role = operation.get("x-minimum-role")
    if role is not None:
        text = operation.get("description", "")
        operation["description"] = f"{text}\n\nLeast role: {role}.".strip()
    by_status: dict[str, list[str]] = defaultdict(list)
    refused: tuple[str, ...] = _EVERYWHERE if operation.get("security") == [] else _GUARDED
    for slug in refused:
        by_status[str(KINDS[slug].status)].append(slug)
    for status, slugs in by_status.items():
        named = operation["responses"].get(status, {}).get("x-problems", [])
        operation["responses"][status] = refusal(sorted({*named, *slugs}))


def _finish(doc: Doc, schemas: Doc) -> Doc:
    components = doc.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas)
    components["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "description": _BEARER}
    }
    doc["security"] = [{"bearer": []}]
    for path in doc["paths"].values():
        for operation in (path[method] for method in ("get", "post") if method in path):
            _add_refusals_of_guard(operation)
    doc["info"]["description"] = (
        "The clerk at the game table: an event-sourced record service for tabletop games."
    )
    doc["servers"] = [{"url": "/"}]
    del components["schemas"]["PaginationMetadataSchema"]  # of flask-smorest's own pages
    for schema in components["schemas"].values():
        schema.pop(
            "title", None
        )  # msgspec's name of the type: several titles have a `Goods`, and generators name classes by it
    _state_items(doc)
    return doc


def _state_items(part: Any) -> None:
    """Change a document, in place, so that every array's items are described as OpenAPI 3.0 does.
    Generators of clients refuse a missing or `false` `items`, and linters an unlimited choice. A
    tuple keeps its length as `minItems` and `maxItems`."""
    if isinstance(part, dict):
        if part.get("type") == "array" and "prefixItems" not in part:
            part.setdefault("items", {})
        elif part.get("items") is False:
            assert part["maxItems"] == len(part["prefixItems"])
            del part["items"]
        if {} in part.get("anyOf", ()):
            del part["anyOf"]  # anything, which says no more than nothing
        for value in part.values():
            _state_items(value)
    elif isinstance(part, list):
        for value in part:
            _state_items(value)
