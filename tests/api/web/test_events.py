"""The catalogue of events: the AsyncAPI document fits its official schema and the events that are
sent; the page and the schemas agree with it.

`asyncapi-3.1.0.json.gz` is the schema that the AsyncAPI Initiative publishes (Apache 2.0,
`asyncapi-LICENSE.txt`), unaltered."""

import gzip
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator

from api.web.live.streams import Streams
from domain.kernel.registry import REGISTRY
from domain.kernel.stored import StoredRecord
from domain.transfer.exports import record_line
from tests.api.tournament.event import Event
from tests.api.watching import events_in
from tests.builders.api.client import Caller, Table
from tests.domain.kernel import test_registry
from tests.domain.kernel.test_registry import KINDS

OFFICIAL = Path(__file__).with_name("asyncapi-3.1.0.json.gz")
HELD = [
    json.loads(line)
    for line in Path(test_registry.__file__)
    .with_name("versions.jsonl")
    .read_text("utf-8")
    .splitlines()
]


@pytest.fixture
def document(caller: Caller) -> dict[str, Any]:
    return dict(caller.get("/asyncapi.json").json)


def payload(document: dict[str, Any], message: str) -> Draft7Validator:
    return Draft7Validator(
        {
            **document["components"]["messages"][message]["payload"],
            "components": document["components"],
        }
    )


def test_the_document_is_asyncapi_3_and_refers_to_nothing_that_is_not_there(
    document: dict[str, Any],
) -> None:
    Draft7Validator(json.loads(gzip.decompress(OFFICIAL.read_bytes()))).validate(document)
    for ref in set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document))):
        part: Any = document
        for name in ref.split("/"):
            part = part[name]


def test_live_streams_send_what_it_says(
    table: Table, streams: Streams, document: dict[str, Any]
) -> None:
    table.move()
    table.write("/close", {})
    for event in events_in(table.get("/stream?after=0").data):
        payload(document, f"game.{event.name}").validate(event.data)
    club = Event(table.caller)
    club.pair()
    events = events_in(club.get("/stream?after=0").data)
    for event in events:
        payload(document, f"tournament.{event.name}").validate(event.data)
    assert len(events) > 3


@pytest.mark.parametrize("held", HELD, ids=lambda held: held["topic"])
def test_every_version_that_was_ever_stored_fits_its_message(
    held: dict[str, str], document: dict[str, Any]
) -> None:
    _, _, version = json.loads(held["data"])["type"].partition("@")
    event = json.loads(record_line(StoredRecord("stream", 1, held["topic"], held["data"].encode())))
    fits = payload(document, f"{held['topic']}.{version or 1}")
    fits.validate(event)
    assert not fits.is_valid({**event, "type": "greffe.PageBurnt"})
    assert not fits.is_valid({**event, "data": {}})


def test_the_page_and_the_schemas_are_the_registrys(
    caller: Caller, document: dict[str, Any]
) -> None:
    rows = dict(re.findall(r'<tr id="(\w+)">(.*?)</tr>', caller.get("/events").text))
    for event in REGISTRY:
        if event.kind in KINDS:
            [href] = re.findall('<a href="(.+?)">', rows[event.topic])
            assert caller.get(href).json == json.loads(json.dumps(event.schema()))
            cells = [unescape(cell) for cell in re.findall("<td>(.+?)</td>", rows[event.topic])]
            assert cells == [event.kind, event.since, event.meaning, event.writes, event.reads]
            description = document["components"]["messages"][f"{event.topic}.{event.version}"][
                "description"
            ]
            assert f"Written by {event.writes}; read by {event.reads}." in description
    assert (
        caller.get("/events/GameOpened/2").status_code
        == caller.get("/events/PageBurnt/1").status_code
        == 404
    )
