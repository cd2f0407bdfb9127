"""What must be refused: bundles in any other spelling, and records that were changed, moved or left
out."""

from base64 import b64encode

import msgspec
import pytest

from domain.kernel.stored import StoredRecord
from tests.builders.world import Record, World, audit, lines
from tests.domain.kernel.diary import DiaryOpened, PageWritten
from tests.domain.proof.refusing import failed


def test_change_a_topic(good: bytes) -> None:
    failed(
        audit(good.replace(b'"seq":6,"topic":"ActionTaken"', b'"seq":6,"topic":"NoteAdded"')),
        "filed as NoteAdded",
        record=6,
    )


def test_change_a_topic_and_the_record_with_it(good: bytes) -> None:
    changed = lines(good)
    changed[6] = changed[6].replace(b"ActionTaken", b"NoteAdded")
    failed(audit(b"".join(changed)), "does not lead to the signed root", record=10)


def test_respell_a_records_json(good: bytes) -> None:
    line = lines(good)[9]
    for old, new in (
        (b'\\"ActionTaken\\",\\"at\\"', b'\\"ActionTaken\\", \\"at\\"'),
        (b'\\"seat\\":\\"blue\\"', b'\\"seat\\":\\"\\\\u0062lue\\"'),
        (b'\\"facts\\":[]', b'\\"facts\\":[ ]'),
        (b'\\"facts\\":[]}', b'\\"facts\\":[]} '),
        (b',\\"facts\\":[]}', b',\\"rolls\\":[],\\"facts\\":[]}'),
    ):
        assert old in line
        failed(audit(good.replace(line, line.replace(old, new))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"seq":7,"topic"', b'{"seq":7, "topic"'),
        (b'{"seq":7,', b'{"seq":07,'),
        (b'{"seq":7,', b'{"seq":7.0,'),
        (b"blue", b"\\u0062lue"),
        (b"\\u2014 club", b"\\u2014\\u0020club"),
        (b'"proof":', b'"extra":"","proof":'),
        (b'"data":', b'"data":"","data":'),
        (b"\\n", b"\\u000a"),
        (b'{"format"', b'\xef\xbb\xbf{"format"'),
        (b'"}\n{"seq":2', b'"}\n\n{"seq":2'),
        (b'"}\n{"seq":2', b'"} \n{"seq":2'),
    ],
)
def test_respell_the_bundle(good: bytes, old: bytes, new: bytes) -> None:
    assert old in good
    failed(audit(good.replace(old, new, 1)), "failed because")


def test_delete(good: bytes) -> None:
    all = lines(good)
    for i in range(1, 11):
        report = audit(b"".join(all[:i] + all[i + 1 :]))
        failed(
            report,
            "" if i == 10 else f"failed at record {i} because record {i + 1} stands in its place",
        )


def test_insert(good: bytes) -> None:
    all = lines(good)
    failed(audit(b"".join([*all[:9], all[9], *all[9:]])), "record 9 stands in its place", record=10)
    shifted = [
        line.replace(b'{"seq":%d,' % n, b'{"seq":%d,' % (n + 1))
        for n, line in enumerate(all[9:], start=9)
    ]
    failed(audit(b"".join([*all[:10], *shifted])), "does not lead to the signed root", record=11)


def test_reorder(good: bytes) -> None:
    all = lines(good)
    all[6], all[7] = all[7], all[6]
    failed(audit(b"".join(all)), "record 7 stands in its place", record=6)
    all[6], all[7] = all[6].replace(b'"seq":7', b'"seq":6'), all[7].replace(b'"seq":6', b'"seq":7')
    failed(audit(b"".join(all)), "does not lead to the signed root", record=10)


def test_duplicate(good: bytes) -> None:
    all = lines(good)
    failed(audit(b"".join([*all[:7], *all[6:]])), "record 6 stands in its place", record=7)
    failed(audit(b"".join([*all, all[-1]])), "does not belong where it is")
    failed(audit(good + good), "line 13")


def test_renumber(good: bytes) -> None:
    failed(
        audit(good.replace(b'{"seq":9,', b'{"seq":19,')), "record 19 stands in its place", record=9
    )
    failed(audit(good.replace(b'{"seq":1,', b'{"seq":2,')), record=1)


def test_crlf(good: bytes) -> None:
    failed(audit(good.replace(b"\n", b"\r\n")))
    failed(audit(good.replace(b"\\n", b"\\r\\n")))
    for i, line in enumerate(lines(good)):
        failed(audit(b"".join([*lines(good)[:i], line[:-1] + b"\r\n", *lines(good)[i + 1 :]])))


@pytest.mark.parametrize(
    "byte",
    [
        b"\x00",
        b"\t",
        b"\x0b",
        b"\x0c",
        b"\x1b",
        b"\x1e",
        b"\x7f",
        b"\xc2\x85",
        b"\xe2\x80\xa8",
        b"\xff",
    ],
)
def test_control_characters(good: bytes, byte: bytes) -> None:
    for at in (
        0,
        5,
        good.index(b"seq"),
        good.index(b"proof"),
        good.index(b"greffe.example"),
        len(good) - 3,
        len(good),
    ):
        failed(audit(good[:at] + byte + good[at:]))


def test_escaped_control_characters(good: bytes) -> None:
    for escape in (b"\\t", b"\\u0000", b"\\u000b", b"\\u001e", b"\\u0085", b"\\u2028", b"\\ud800"):
        for before in (b"greffe.example/log\\n", b"\\u2014 club", b"index "):
            assert before in good
            failed(audit(good.replace(before, escape + before, 1)))


def test_non_canonical_base64(world: World) -> None:
    good = world.bundle("g1").decode()
    for line in world.proof("g1", 10).encode().decode().split("\n"):
        value = line.rpartition(" ")[2]
        if not value.endswith("="):
            continue
        head = value.rstrip("=")
        stray = head[:-1] + chr(ord(head[-1]) + 1) + "=" * (len(value) - len(head))
        for other in (
            stray,
            head,
            value + "=",
            value[:8] + "\\n" + value[8:],
            value.replace("+", "-").replace("/", "_") + " ",
        ):
            failed(audit(good.replace(value, other).encode()))


def test_extra_data_in_the_proof(world: World) -> None:
    failed(
        audit(world.bundle("g1", proof=world.receipt("g1", 10))),
        "extra data, which nothing vouches for",
    )


# -- other kinds -----------------------------------------------------------------------------------
# Streams of kinds that the verifiers do not know: chained and proven like all others, and never
# more than not complete.

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
