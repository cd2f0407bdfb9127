"""A new kind of stream, defined in one file (`tests/domain/kernel/diary.py`), is served like all
others."""

import json
from base64 import b64encode

import pytest
from cloudevents.core.formats.json import JSONFormat
from msgspec import json as msgspec_json

from api.web.live.streams import Streams
from domain.game.clerk.clerk import Clerk
from domain.kernel.log import Prover
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.writer import Order
from domain.transfer.bundles import bundle_of
from domain.transfer.exports import ExportLine
from tests.api.watching import events_in
from tests.builders.api.client import Caller, problem
from tests.builders.logs import Log
from tests.builders.refusals import refused_with
from tests.builders.world import audit
from tests.domain.kernel.diary import FIRST_VERSION, Diaries

DIARY = "/api/v1/streams/diary"
BATCH = "application/cloudevents-batch+json"


@pytest.fixture
def diaries(clerk: Clerk) -> Diaries:
    streams = Diaries(clerk)
    opened = streams.open("diary", "ann", "k", "open")
    streams.write(
        Order("diary", opened.record.seq, "ann", "page", "request"),
        ("ann", "bob", "cem"),
        "It rained.",
    )
    clerk.events.put([StoredRecord("diary", 3, "PageWritten", FIRST_VERSION)])
    return streams


def test_a_diary_is_written_folded_streamed_exported_bundled_and_verified(
    diaries: Diaries, clerk: Clerk, caller: Caller, streams: Streams, book: Log
) -> None:
    rows = clerk.recorder.records_of("diary")
    assert diaries.streams.state("diary").came == (3, 2)
    live = events_in(caller.get(f"{DIARY}/stream?after=0").data)
    assert [event.id for event in live] == [1, 2, 3]
    assert events_in(caller.get(f"{DIARY}/stream", Last_Event_ID="2").data) == live[2:]
    lines = caller.get(f"{DIARY}/export").data.splitlines()
    assert [bytes(msgspec_json.decode(line, type=ExportLine).data) for line in lines] == [
        row.state for row in rows
    ]
    assert (
        caller.get(f"{DIARY}/export", Accept=BATCH).json
        == list(map(json.loads, lines))
        == [event.data for event in live]
    )
    for row, line in zip(rows, lines, strict=True):
        event = JSONFormat().read(None, line)
        assert (event.get_type(), event.get_subject(), event.get_time(), event.get_data()) == (
            f"greffe.{row.topic}",
            "diary",
            row.body.at,
            json.loads(row.state),
        )
    book.log_and_sign_all()
    proof = Prover(book).proof("diary", 3)
    assert proof is not None
    bundle = b"".join(bundle_of(clerk, "diary", 3, proof, names=True))
    report = audit(bundle, book.policy())
    assert (report.verdict, report.failure) == ("not complete", None), (
        "its kind is unknown to the verifier, and nothing is wrong"
    )
    assert audit(bundle.replace(b"ann, bob", b"ann, eve"), book.policy()).verdict == "failed"


@pytest.mark.parametrize(
    ("topic", "state", "newer"),
    [
        (
            "PageWritten",
            FIRST_VERSION.replace(b'"people"', b'"person"'),
            False,
        ),  # its upcaster raises
        ("PageWritten", FIRST_VERSION.replace(b'"PageWritten"', b'"PageWritten@3"'), True),
        ("PageBurnt", FIRST_VERSION.replace(b'"PageWritten"', b'"PageBurnt"'), True),
    ],
)
def test_a_record_that_cannot_be_read_is_named_and_kept_and_the_rest_goes_on(
    topic: str,
    state: bytes,
    newer: bool,
    diaries: Diaries,
    clerk: Clerk,
    caller: Caller,
    streams: Streams,
) -> None:
    clerk.events.put([StoredRecord("diary", 4, topic, state)])
    damaged = refused_with(DamagedRecord, "", diaries.streams.state, "diary")
    assert (damaged.stream, damaged.seq, damaged.newer) == ("diary", 4, newer)
    assert diaries.open("another", "ann", "k2", "open").state.came == ()
    last = events_in(caller.get(f"{DIARY}/stream?after=3").data)[-1].data
    assert (last["type"], last["data"]) == (f"greffe.{topic}", json.loads(state))
    exported = caller.get(f"{DIARY}/export").data.splitlines()[3]
    assert bytes(msgspec_json.decode(exported, type=ExportLine).data) == state


def test_a_record_without_a_time_is_damaged_and_no_stream_is_not_found(
    diaries: Diaries, clerk: Clerk, caller: Caller
) -> None:
    clerk.events.put([StoredRecord("diary", 4, "PageBurnt", b64encode(b"no JSON"))])
    refused = caller.get(f"{DIARY}/export")
    assert problem(refused) == (500, "record-damaged")
    assert (refused.json["game"], refused.json["seq"]) == ("diary", 4)
    for of in ("export", "stream"):
        assert problem(caller.get(f"/api/v1/streams/nothing/{of}")) == (404, "not-found")
