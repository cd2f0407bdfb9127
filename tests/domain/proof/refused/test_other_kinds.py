"""Streams of kinds that the verifiers do not know: chained and proven like all others, and never
more than not complete."""

from base64 import b64encode

import msgspec
import pytest

from domain.kernel.stored import StoredRecord
from tests.builders.world import Record, World, audit
from tests.domain.kernel.diary import DiaryOpened, PageWritten

AT = "2026-01-01T12:00:00Z"


def stored(body: DiaryOpened | PageWritten) -> Record:
    filed = StoredRecord.new("diary", 1, body)
    return filed.topic, filed.state


OPENED = stored(msgspec.convert({"at": AT, "club": "Die Runde"}, DiaryOpened, strict=False))
PAGE = stored(
    msgspec.convert({"at": AT, "came": ["ann"], "text": "c0" * 32}, PageWritten, strict=False)
)
SALT = b64encode(bytes(16)).decode()


def told(*records: Record) -> tuple[str, int, str]:
    world = World()
    world.play("diary", records)
    report = audit(world.bundle("diary"))
    return report.verdict, report.failure.record if report.failure else 0, report.said.en


def test_a_stream_of_an_unknown_kind_is_whole_and_not_judged() -> None:
    verdict, _, sentence = told(OPENED, PAGE)
    assert verdict == "not complete"
    assert "DiaryOpened, which this version does not know" in sentence


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (
            ("NoteAdded", msgspec.json.encode({"type": "NoteAdded", "at": AT, "salt": SALT})),
            "NoteAdded cannot be record 2",
        ),
        (
            ("PageBurnt", msgspec.json.encode({"type": "PageTorn", "at": AT, "salt": SALT})),
            "says that it is",
        ),
        (
            ("PageBurnt", msgspec.json.encode({"type": "PageBurnt@1", "at": AT, "salt": SALT})),
            "says that it is",
        ),
        (("PageBurnt", msgspec.json.encode({"type": "PageBurnt", "at": AT})), "salt"),
        (
            ("PageBurnt", msgspec.json.encode({"type": "PageBurnt", "at": "noon", "salt": SALT})),
            "does not say when",
        ),
        (
            (
                "PageBurnt",
                msgspec.json.encode({"type": "PageBurnt", "at": AT, "salt": SALT, "text": 1}),
            ),
            "text",
        ),
        (("PageBurnt", b"{}{}"), "JSON"),
    ],
)
def test_what_every_record_has_is_looked_at(record: Record, why: str) -> None:
    verdict, at, sentence = told(OPENED, record, PAGE)
    assert (verdict, at) == ("failed", 2)
    assert why in sentence


def test_a_stream_of_a_known_kind_has_no_records_of_others() -> None:
    assert told(
        ("NoteAdded", msgspec.json.encode({"type": "NoteAdded", "at": AT, "salt": SALT})), PAGE
    )[:2] == ("failed", 1)
