import ast
import json
import os
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from domain.campaign.records import CAMPAIGN_TYPES
from domain.game.record.records import RECORD_TYPES
from domain.kernel.kinds import ROWS, Kind, NeverAsked, register
from domain.kernel.registry import REGISTRY, Record, Registry
from domain.kernel.stored import DamagedRecord, StoredRecord, decode
from domain.proof import stored
from domain.season.records import SEASON_TYPES
from domain.study.records import STUDY_TYPES
from domain.tournament.records import TOURNAMENT_TYPES
from tests.builders.refusals import refused_with
from tests.domain.kernel.diary import FIRST_VERSION, PageWritten

KINDS = {
    "game": RECORD_TYPES,
    "campaign": CAMPAIGN_TYPES,
    "tournament": TOURNAMENT_TYPES,
    "study": STUDY_TYPES,
    "season": SEASON_TYPES,
}


class Told(Record, frozen=True, kw_only=True):
    """A record for these tests."""


class ToldAnew(Record, frozen=True, kw_only=True, tag="Told@2"):
    """Another record type under the same topic."""


SUBJECTS = {"game", "campaign", "study", "studie", "tournament", "season"} | {
    "seat", "player", "entrant", "board", "dice", "arbiter", "claim", "ruling"
}  # fmt: skip


def test_the_kernel_names_no_subject() -> None:
    """Only the names in its code are checked; its docstrings and sentences may name subjects."""
    for file in Path("domain/kernel").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            for part in ("id", "arg", "attr", "name"):
                words = re.findall("[A-Z]?[a-z]+", str(getattr(node, part, "")))
                assert not SUBJECTS & {word.lower().rstrip("s") for word in words}, (file, words)


def test_two_types_for_one_topic_are_refused_at_start() -> None:
    registry = Registry()
    register = registry.record("rumour", "0.3.0", "anybody")
    register(Told)
    refused_with(ValueError, "two types of records for Told", register, ToldAnew)
    registry.upcasts("Told", 1)(dict)
    refused_with(
        ValueError, "two upcasters for version 1 of Told", registry.upcasts("Told", 1), dict
    )


def test_an_older_version_is_read_as_the_newest_and_keeps_its_bytes() -> None:
    digest = sha256(FIRST_VERSION).digest()
    stored = StoredRecord("diary", 2, "PageWritten", FIRST_VERSION)
    body = stored.body_as(PageWritten)
    assert body.came == ("ann", "bob")
    assert sha256(stored.state).digest() == digest
    assert decode("PageWritten", msgspec.json.encode(body)) == body


@pytest.mark.parametrize(
    ("topic", "state", "why", "newer"),
    [
        ("PageBurnt", b'{"type":"PageBurnt"}', "knows no PageBurnt", True),
        (
            "PageWritten",
            FIRST_VERSION.replace(b'"PageWritten"', b'"PageWritten@3"'),
            "Invalid value 'PageWritten@3'",
            True,
        ),
        (
            "PageWritten",
            FIRST_VERSION.replace(b'"people"', b'"person"'),
            "cannot be read: KeyError",
            False,
        ),
        ("PageWritten", FIRST_VERSION.replace(b'"PageWritten"', b'"DiaryOpened"'), "club", False),
        (
            "NoteAdded",
            b'{"type":"SeatLeft","at":"2026-01-01T12:00:00Z","seat":"a","player":"p"}',
            "but says it is SeatLeft",
            False,
        ),
        ("NoteAdded", b'{"at":"2026-01-01T12:00:00Z","text":""}', "type", False),
        ("NoteAdded", "{}", "stored as str", False),
    ],
)
def test_what_cannot_be_read_is_a_damaged_record(
    topic: str, state: bytes, why: str, newer: bool
) -> None:
    with pytest.raises(DamagedRecord, match=why) as refused:
        _ = StoredRecord("diary", 2, topic, state).body
    assert (refused.value.stream, refused.value.seq, refused.value.newer) == ("diary", 2, newer)


def test_every_topic_is_its_types_name() -> None:
    for kind, types in KINDS.items():
        assert REGISTRY.types_of(kind) == types
        for record_type in types:
            tag = str(record_type.__struct_config__.tag)
            assert tag.partition("@")[0] == record_type.__name__ == REGISTRY.topics[record_type], (
                "as it has been stored from the beginning"
            )
            assert REGISTRY.kind_of(record_type.__name__) == kind
    assert REGISTRY.kind_of("PageBurnt") == ""


def test_each_kind_of_record_is_registered_completely() -> None:
    """A kind's row in the registry says who may read the record, which sentence tells it, whether
    reports list it, and how a replay asks for it again, or why it does not, in both languages."""
    for event in REGISTRY:
        row = ROWS[event.type]
        assert event.reads == row.reads.words != ""
        if isinstance(row.asks, NeverAsked):
            assert row.asks.text.en != row.asks.text.fr
        assert (row.says is None) == (event.topic == "ActionTaken"), "the title tells actions"
    refused_with(
        TypeError, "'says' and 'by_hand'", Kind, record=PageWritten, reads=row.reads, asks=row.asks
    )  # type: ignore[call-arg]
    refused_with(
        ValueError, "two rows for PageWritten", register, replace(ROWS[PageWritten], part="twice")
    )


def test_the_verifier_knows_each_kind_of_record() -> None:
    """`domain/proof/kinds.json` has the same content as the rows; GREFFE_REWRITE=1 writes it
    anew."""
    known = {}
    of = ("game", "campaign", "tournament", "season")
    events = (event for kind in of for event in REGISTRY if event.kind == kind)
    for event in events:
        named = {
            field: [[kind.__name__ for kind in reference.kinds], reference.may_be_none]
            for field, reference in ROWS[event.type].references.items()
        }
        version = {"version": event.version} if event.version > 1 else {}
        known[event.topic] = {
            "of": event.kind,
            **version,
            **({"references": named} if named else {}),
        }
    lines = (f"{json.dumps(topic)}: {json.dumps(kind)}" for topic, kind in known.items())
    written = "{\n" + ",\n".join(lines) + "\n}\n"
    file = Path(stored.__file__).with_name("kinds.json")
    if os.environ.get("GREFFE_REWRITE"):
        file.write_text(written)
    assert file.read_text() == written
    assert {upcast for upcast in REGISTRY.upcasters if upcast[0] in known} == set(stored.UPCASTS)


def test_every_version_that_was_ever_stored_is_read() -> None:
    """`versions.jsonl` has one record of each version, by topic and stored bytes. Lines are only
    ever added."""
    held = [
        msgspec.json.decode(line)
        for line in Path(__file__).with_name("versions.jsonl").read_bytes().splitlines()
    ]
    there = {(line["topic"], msgspec.json.decode(line["data"])["type"]) for line in held}
    newest = {
        (REGISTRY.topics[record_type], record_type.__struct_config__.tag)
        for kind in KINDS
        for record_type in REGISTRY.types_of(kind)
    }
    upcast = [upcaster for upcaster in REGISTRY.upcasters if REGISTRY.kind_of(upcaster[0]) in KINDS]
    older = {(topic, topic if version == 1 else f"{topic}@{version}") for topic, version in upcast}
    assert there == newest | older
    for row in held:
        body = decode(row["topic"], row["data"].encode())
        assert decode(row["topic"], msgspec.json.encode(body)) == body
