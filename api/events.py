"""The event catalogue for programs: the AsyncAPI document of live streams and webhooks, and the
schema of each kind of record.

Everything is generated from the registry of records and the structs that are sent.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

import msgspec
from flask import Response
from msgspec import Struct

from api.game.entries import Closed, Happened
from api.game.schemas import RollKept
from api.tournament.reading import TournamentHappened
from api.web.problems.problem import Problem
from api.web.request.blueprint import Blueprint
from api.web.request.responses import ConstantAnswer
from domain.kernel.registry import REGISTRY
from domain.titles.contract.chance import Roll
from domain.transfer.exports import ExportLine
from projections.messages.messages import CLOUD_EVENT, CloudMessage, Message
from projections.messages.subscriptions import About

Doc = dict[str, Any]

blueprint = Blueprint(
    "events", __name__, description="The catalogue of events: streams, webhooks, kinds of records."
)


@blueprint.route("/asyncapi.json")
@blueprint.open
@blueprint.keeps
@blueprint.answers(200, {"type": "object"}, "The document.")
def streams_and_webhooks() -> Response:
    """Fetch the AsyncAPI 3 document of live streams and webhooks."""
    return _document_answer().reply(public=True)


@blueprint.route("/events/<topic>/<int:version>")
@blueprint.open
@blueprint.keeps
@blueprint.answers(200, {"type": "object"}, "The schema of what is stored.")
@blueprint.refuses("not-found")
def event_schema(topic: str, version: int) -> Response:
    """Fetch the JSON Schema of a kind of record. Only the newest version has a schema: records of
    older versions are converted to the newest when they are read."""
    for event in REGISTRY:
        if (event.topic, event.version) == (topic, version):
            return ConstantAnswer.of(event.schema()).reply()
    raise Problem("not-found")


@cache
def _document_answer() -> ConstantAnswer:
    return ConstantAnswer.of(document())


def document() -> Doc:
    events = list(REGISTRY)
    refs, schemas = _components(
        (Happened, Closed, TournamentHappened, Message, CloudMessage, ExportLine, Roll, RollKept),
        "",
    )
    stored, kinds = _components([event.type for event in events], "record.")
    played, closed, directed, plain, cloud, line, *_ = refs
    texts = {
        "type": "object",
        "properties": {
            "type": {"enum": [f"greffe.{about}" for about in (*get_args(About), "test")]}
        },
    }
    messages = {
        "game.record": _message("record", Happened, played),
        "game.closed": _message("closed", Closed, closed),
        "tournament.record": _message("record", TournamentHappened, directed),
        "webhook": {**_message("webhook", Message, {"allOf": [plain, texts]}), "headers": _SIGNED},
        "webhook.cloudevent": {
            **_message("webhook", CloudMessage, {"allOf": [cloud, texts]}, CLOUD_EVENT),
            "headers": _SIGNED,
        },
    }
    for event, data in zip(events, stored, strict=True):
        fits = {
            "type": "object",
            "properties": {"type": {"const": f"greffe.{event.topic}"}, "data": data},
        }
        record = _message("record", event.type, {"allOf": [line, fits]}, CLOUD_EVENT)
        text = (
            f"Of a {event.kind}, since {event.since}. Written by {event.writes}; read by "
            f"{event.reads}."
        )
        messages[f"{event.topic}.{event.version}"] = {
            **record,
            "description": text,
            "x-version": event.version,
        }
    channels = {
        "game": _channel(
            "/api/v1/games/{game}/stream",
            "A game, as its records are written.",
            "game.record",
            "game.closed",
        ),
        "tournament": _channel(
            "/api/v1/tournaments/{tournament}/stream",
            "A tournament, likewise.",
            "tournament.record",
        ),
        "stream": _channel(
            "/api/v1/streams/{stream}/stream",
            "The records of any stream as they are stored, for the operator.",
            *(f"{event.topic}.{event.version}" for event in events),
        ),
        "webhook": _channel(
            None, "The address of a subscription by webhook.", "webhook", "webhook.cloudevent"
        ),
    }
    return {
        "asyncapi": "3.1.0",
        "info": {
            "title": "Greffe",
            "version": "v1",
            "description": "Live streams (server-sent events), webhooks, kinds of records.",
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": {name: _operation(name, channel) for name, channel in channels.items()},
        "components": {
            "messages": messages,
            "schemas": _without_discriminators({**schemas, **kinds}),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


_TEXT = {"type": "string"}
# The headers of a webhook, as Standard Webhooks has them.
_SIGNED = {
    "type": "object",
    "properties": {f"webhook-{name}": _TEXT for name in ("id", "timestamp", "signature")},
}


def _components(types: Iterable[type[Struct]], prefix: str) -> tuple[tuple[Doc, ...], Doc]:
    refs, schemas = msgspec.json.schema_components(
        types, ref_template=f"#/components/schemas/{prefix}{{name}}"
    )
    return refs, {prefix + name: schema for name, schema in schemas.items()}


def _without_discriminators(part: Any) -> Any:
    """A schema with every `discriminator` left out. AsyncAPI allows only a field's name there, not
    OpenAPI's mapping; each variant has that field as a constant anyway."""
    if isinstance(part, dict):
        return {
            name: _without_discriminators(value)
            for name, value in part.items()
            if name != "discriminator"
        }
    return list(map(_without_discriminators, part)) if isinstance(part, list) else part


def _message(
    name: str, struct: type[Struct], payload: Doc, content: str = "application/json"
) -> Doc:
    return {
        "name": name,
        "summary": " ".join((struct.__doc__ or "").split()),
        "contentType": content,
        "payload": payload,
    }


def _channel(address: str | None, summary: str, *messages: str) -> Doc:
    named = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    places = re.findall(r"{(\w+)}", address or "")
    parameters = (
        {"parameters": {name: {"description": f"The id of the {name}."} for name in places}}
        if places
        else {}
    )
    return {"address": address, "summary": summary, "messages": named, **parameters}


def _operation(name: str, channel: Doc) -> Doc:
    method = "GET" if channel["address"] else "POST"
    operation = {
        "action": "send",
        "channel": {"$ref": f"#/channels/{name}"},
        "bindings": {"http": {"method": method, "bindingVersion": "0.3.0"}},
    }
    return (
        {**operation, "security": [{"$ref": "#/components/securitySchemes/bearer"}]}
        if channel["address"]
        else operation
    )
