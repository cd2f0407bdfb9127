import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from domain.game.clerk.clerk import Clerk
from domain.proof.errors import Sentence
from domain.proof.verify.report import Finding, Report, witness_time_text
from domain.titles import registry
from tests.builders.refusals import refused_with
from tests.builders.world import CLUB, TIME, Record, World, audit, verified
from tests.domain.proof.auditor import Files
from tests.domain.proof.games import RecordedTable, clerk_game, small_game
from tests.domain.proof.refusing import failed, incomplete


def test_a_finished_game_is_verified(good: bytes) -> None:
    report = audit(good)
    assert (report.verdict, report.exit) == ("verified", 0)
    assert [(f.check, f.status) for f in report.findings] == [
        ("records", "ok"),
        ("end", "ok"),
        ("dice", "ok"),
        *[("parts", "note")] * 3,
        *[("choice", "note")] * 5,
        ("catalog", "ok"),
        ("signature", "ok"),
        ("witnesses", "ok"),
        ("proof", "ok"),
    ]
    for lang in ("en", "fr"):
        text = "\n".join(report.text(lang))
        assert "greffe.example/log" in text
        assert "2026-01-01 00:00:01 UTC" in text
    assert "vérifié" in "\n".join(report.text("fr"))


def test_the_report_says_what_no_proof_can_show(good: bytes) -> None:
    for report in (audit(good), audit(good[:-1])):
        text = "\n".join(report.text("en"))
        for words in (
            "typed in falsely from the start",
            "all parties agreed on a false story",
            "looked ahead at its sealed dice",
            "the service and every witness act together",
            "withheld from someone who asked for no receipt",
        ):
            assert words in text
        assert len(report.json()["limits"]) == 5


def test_the_report_as_json(good: bytes) -> None:
    answer = audit(good).json()
    assert (answer["verdict"], answer["exit"], answer["said"]) == (
        "verified",
        0,
        {"en": "verified", "fr": "vérifié"},
    )
    checks = {c["check"]: c for c in answer["checks"]}
    assert (checks["records"]["records"], checks["proof"]["index"]) == (10, 28)
    assert (checks["dice"]["rolls"], checks["dice"]["by_seats"]) == (4, ["blue", "red"])
    assert [w["time"] for w in checks["witnesses"]["cosigned"]] == [TIME, TIME + 1]
    broken = audit(
        good.replace(b'"seq":6,"topic":"ActionTaken"', b'"seq":6,"topic":"NoteAdded"')
    ).json()
    assert (broken["verdict"], broken["exit"], broken["failed_at"]) == ("failed", 1, 6)


@pytest.mark.parametrize("title", registry.ids())
def test_a_real_game_of_each_title(clerk: Clerk, title: str) -> None:
    """The log has another game, too. The closed game is verified; without its last record it is not
    complete."""
    game, records = clerk_game(clerk, title, 12)
    world = World().play(game, records).play("other", small_game("other"))
    assert audit(world.bundle(game)).verdict == "verified", list(
        audit(world.bundle(game)).text("en")
    )
    assert audit(world.bundle(game, len(records) - 1)).verdict == "not complete"


def test_letters_of_any_kind_survive() -> None:
    """Stored bytes are UTF-8, and the bundle is ASCII. The bytes are the same after both
    conversions."""
    words = 'é "quoted" \\ back\tslash \u2028 \U0001f3b2 \x7f'
    table = RecordedTable().open().add("NoteAdded", text="0" * 64, about=1, words=words)
    world = World().play("g1", table.close().records)
    assert world.bundle("g1").isascii()
    assert audit(world.bundle("g1")).verdict == "verified"
    bad = World().play("g1", [("GameOpened", b"\xff")])
    refused_with(UnicodeDecodeError, "", bad.bundle, "g1")


def test_times_that_no_calendar_has() -> None:
    assert (witness_time_text(0), witness_time_text(2**63 - 1)) == (
        "1970-01-01 00:00:00 UTC",
        "9223372036854775807 s",
    )


# -- times -----------------------------------------------------------------------------------------


def at(times: Sequence[str]) -> list[Record]:
    records = small_game()
    for n, time in enumerate(times, start=len(records) - len(times)):
        topic, data = records[n]
        records[n] = (
            topic,
            json.dumps({**json.loads(data), "at": time}, separators=(",", ":")).encode(),
        )
    return records


def audited(*times: str) -> Report:
    return audit(World().play("g1", at(times)).bundle("g1"))


BACK = "no clock is off by that much"
TIMES: dict[str, tuple[list[str], str, str, list[str]]] = {
    "in order": (
        [
            "2025-12-31T12:00:00Z",
            "2025-12-31T12:00:00.5Z",
            "2025-12-31T13:30:00.25+01:00",
            "2025-12-31T23:59:59.999999Z",
        ],
        "",
        "",
        [],
    ),
    "a clock set back a little": (
        ["2025-12-31T12:00:10Z", "2025-12-31T12:00:07.75Z", "2025-12-31T11:00:00Z"],
        "note",
        "the time goes back at record 9 (2.25 s), record 10 (3607.75 s)",
        ["l'heure recule à écriture 9 (2,25 s)"],
    ),
    "back by more than a day": (["2025-12-30T11:59:59Z"], "failed", BACK, ["record 10"]),
    "back many times": (
        [f"2025-12-31T{hour:02}:00:00Z" for hour in range(11, 2, -1)],
        "note",
        "and 4 more",
        [],
    ),
    "within the second of the witness": (["2026-01-01T00:00:00.999999Z"], "", "", []),
    "later than the witnesses saw it": (
        ["2026-01-01T10:00:00Z"],
        "note",
        "later than the time at which club.example/w",
        ["record 10 (36000 s)"],
    ),
    "later by more than a day": (
        ["2026-01-02T00:00:03Z"],
        "failed",
        BACK,
        ["cosigned the head above: record 10"],
    ),
}


@pytest.mark.parametrize("what", TIMES)
def test_times(what: str) -> None:
    """The clock of an honest service may have been off before it was made monotonic, but not by a
    day."""
    times, status, says, more = TIMES[what]
    report = audited(*times)
    assert report.verdict == ("failed" if status == "failed" else "verified")
    odd = [f for f in report.findings if f.check == "times"]
    assert [f.status for f in odd] == [status] * bool(status)
    assert all(says in f.said.en for f in odd)
    assert all(words in f.said.en + f.said.fr for f in odd for words in more)
    assert report.failure is None or report.failure.record == 10


def test_times_as_data() -> None:
    report = audited(*(f"2025-12-31T{hour:02}:00:00Z" for hour in range(11, 2, -1)))
    (finding,) = [f for f in report.findings if f.check == "times"]
    assert (finding.data["what"], finding.data["count"]) == ("back", 9)
    assert finding.data["records"][:2] == [
        {"record": 2, "seconds": 3600.0},
        {"record": 3, "seconds": 3600.0},
    ]
    assert len(finding.data["records"]) == 5


def test_a_receipt_bounds_the_times_of_the_records_before_it() -> None:
    world = World().play("g1", at(["2026-01-03T00:00:00Z"]))
    receipt, proof = world.receipt("g1", 10).encode(), world.proof("g1", 10, witnesses=())
    report = audit(world.bundle("g1", proof=proof), receipts=[receipt])
    failed(report, "cosigned the head above: record 10", record=10)


def test_years_between_records_are_told() -> None:
    records = small_game()
    early = [(topic, data.replace(b"2025-12-31", b"2023-12-31")) for topic, data in records[:4]]
    report = verified(audit(World().play("g1", early + records[4:]).bundle("g1")))
    (finding,) = [f for f in report.findings if f.check == "times"]
    assert finding.said.en == "a year or more lies before record 5 (731 days)"


def other_story() -> World:
    table = RecordedTable().open().contribute().act().act("2d6", "1d100").act("5of5").act("1d6")
    return World().play("g1", table.close().records)


def small() -> World:
    return World().play("g1", small_game())


def test_a_receipt_under_a_head_that_nobody_cosigned_agrees_and_is_not_complete() -> None:
    world = small()
    receipt = world.receipt("g1", 8, witnesses=()).encode()
    incomplete(
        audit(world.bundle("g1"), receipts=[receipt]),
        "the one for record 8 agrees, and is not complete: cosigned by 0",
    )


def test_two_heads_of_one_size_are_shown_with_both_as_the_evidence() -> None:
    world_one, other = small(), other_story()
    receipt = world_one.receipt("g1", 3, witnesses=())
    report = audit(other.bundle("g1"), receipts=[receipt.encode()])
    failed(report, "two roots for size 10")
    assert report.evidence == [other.signed().decode(), receipt.checkpoint.decode()]


def test_a_contradiction_is_shown_whatever_else_fails(tmp_path: Path) -> None:
    """A player has a receipt that nobody cosigned. The bundle shows another record, and may also be
    cut, lack its proof, or have a fault in its records."""
    world_one, other = small(), other_story()
    receipt, bundle = world_one.receipt("g1", 9, witnesses=()).encode(), other.bundle("g1")
    cut = bundle[: bundle.index(b'{"proof"')] + b'{"proof":"none"}\n'
    for broken in (
        bundle,
        other.bundle("g1", proof=other.proof("g1", 10, witnesses=(CLUB,))),
        cut,
        bundle[: bundle.index(b'{"proof"')],
        bundle[:-1],
        bundle.replace(b'"seq":10', b'"seq":11'),
    ):
        report = audit(broken, receipts=[receipt])
        (another,) = (f for f in report.findings if f.check == "receipt" and f.status == "failed")
        assert (another.record, report.verdict) == (9, "failed"), list(report.text("en"))
        assert "shows another record of that number" in another.said.en
    early = bundle.replace(b'"seq":6', b'"seq":7')
    assert not [f for f in audit(early, receipts=[receipt]).findings if f.check == "receipt"], (
        "record 9 was not read: nothing is said"
    )
    report = audit(cut, mirror=world_one.mirror(tmp_path))
    assert any(f.check == "log" and f.status == "failed" and f.record == 9 for f in report.findings)


def test_a_copy_of_the_log_that_nobody_cosigned_is_not_complete_and_convicts_all_the_same(
    tmp_path: Path,
) -> None:
    world = small()
    mirror = world.mirror(tmp_path)
    (tmp_path / "checkpoint").write_bytes(world.signed(witnesses=()))
    incomplete(
        audit(world.bundle("g1"), mirror=mirror),
        "the copy of the log ends at a head that is not complete",
    )
    failed(audit(other_story().bundle("g1"), mirror=mirror), "the log shows two histories")


def test_a_receipt_alone_says_that_it_is_not_complete(files: Files) -> None:
    receipt = files.write("r", small().receipt("g1", 3, witnesses=()).encode())
    code, out, _ = files.run("receipt", receipt)
    assert code == 3
    assert "not complete: its head is cosigned by 0 of the policy's 2 witnesses" in out


def test_of_many_findings_of_a_kind_the_rest_are_counted() -> None:
    report = Report("greffe compare")
    report.add_some([Finding("log", "failed", Sentence("x", "x"), seq, {}) for seq in range(102)])
    assert (len(report.findings), report.findings[-1].status) == (101, "note")
    assert report.findings[-1].said.en == "and 2 more: log (2)"
