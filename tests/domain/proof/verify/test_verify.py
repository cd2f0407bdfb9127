import json
from array import array
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from domain.game.clerk.clerk import Clerk
from domain.proof.bundle.countersigns import countersign_message
from domain.proof.bundle.lines import Disclosure
from domain.proof.bundle.times import TOGETHER, YEAR, Apart, Times, moment_of
from domain.proof.log.notes import SignerKey
from domain.proof.spelling import base64_of
from domain.proof.verify.report import Finding, Report, moment
from domain.titles import registry
from tests.builders.world import CLUB, TIME, Record, World, audit
from tests.domain.proof.auditor import Files
from tests.domain.proof.games import RecordedTable, clerk_game, small_game, stored
from tests.domain.proof.refusing import failed, incomplete, told


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
    """Closed and verified, open and not complete, on a log that holds both."""
    world = World()
    game, records = clerk_game(clerk, title, 12)
    world.play(game, records)
    world.play("other", small_game("other"))
    assert audit(world.bundle(game)).verdict == "verified", list(
        audit(world.bundle(game)).text("en")
    )
    assert audit(world.bundle(game, len(records) - 1)).verdict == "not complete"


def test_letters_of_any_kind_survive() -> None:
    """Stored bytes are UTF-8, the bundle is ASCII; the bytes come back as they were."""
    world = World()
    words = 'é "quoted" \\ back\tslash \u2028 \U0001f3b2 \x7f'
    table = RecordedTable().open().add("NoteAdded", text="0" * 64, about=1, words=words)
    world.play("g1", table.close().records)
    assert world.bundle("g1").isascii()
    assert audit(world.bundle("g1")).verdict == "verified"
    bad = World()
    bad.play("g1", [("GameOpened", b"\xff")])
    with pytest.raises(UnicodeDecodeError):
        bad.bundle("g1")


# -- beside the records
# --------------------------------------------------------------------------------------------------


def words(text: str, salt: str = "ab" * 16) -> Disclosure:
    return Disclosure(sha256(f"greffe/text@v1\n{salt}\n{text}".encode()).hexdigest(), salt, text)


def test_disclosures_open_what_the_records_commit_to() -> None:
    catalog = '{"dice": "é"}'
    name, note, reason = words("Ada"), words("a note"), words("over")
    world, table = World(), RecordedTable()
    seats = [{"id": "blue", "role": "player", "name": name.commitment}]
    table.open()
    opened = {"seats": seats, "chance": "table", "catalog": sha256(catalog.encode()).hexdigest()}
    table.records = [
        stored("GameOpened", **opened),
        stored("NoteAdded", text=note.commitment),
        stored("GameClosed", reason=reason.commitment),
    ]
    world.play("g1", table.records)
    report = audit(world.bundle("g1", disclosures=[name, note, reason], catalog=catalog))
    assert report.verdict == "verified"
    assert any("4 disclosures" in f.said.en for f in report.findings)
    assert [(f.data["there"], f.status) for f in report.findings if f.check == "catalog"] == [
        (True, "ok")
    ]
    without = audit(world.bundle("g1", disclosures=[reason]))
    assert without.verdict == "verified"
    assert next(f.said.en for f in without.findings if f.check == "catalog").startswith(
        "the catalog is not in the bundle"
    )
    failed(audit(world.bundle("g1", disclosures=[name, name])), "disclosed twice")
    failed(audit(world.bundle("g1", disclosures=[words("Bob")])), "no record commits")
    failed(
        audit(world.bundle("g1", catalog=catalog + " ")),
        "not the one that the game was opened with",
    )


def test_disclosures_in_another_order(world: World) -> None:
    good = world.bundle("g1").split(b"\n")
    catalog, disclosed = b'{"catalog":"x"}', b'{"commitment":"x","salt":"y","text":"z"}'
    for beside in ([disclosed, catalog], [catalog, catalog]):
        failed(audit(b"\n".join([*good[:-2], *beside, *good[-2:]])), "does not belong where it is")
    swapped = b'{"salt":"y","commitment":"x","text":"z"}'
    for odd in (
        b'{"catalog":1}',
        swapped,
        b"{}",
        b"[]",
        b"null",
        b"1",
        b'"x"',
        b"",
        b"[" * 100_000,
        b'{"catalog":"\\ud800"}',
    ):
        failed(
            audit(b"\n".join([*good[:-2], odd, *good[-2:]])), "line 12 is not in the one spelling"
        )


def signature(**wrong: object) -> tuple[list[Record], Record]:
    key, records, world = (
        SignerKey("x", b"s" * 32),
        RecordedTable().open().act("2d6").records,
        World(),
    )
    world.play("g1", records)
    signed = key.sign(countersign_message("g1", 2, world.nodes[0, 1], "blue"))
    fields = {
        "seat": "blue",
        "about": 2,
        "public": base64_of(key.verifier.public),
        "signature": base64_of(signed),
    }
    return records, stored("PositionSigned", **{**fields, **wrong})


def test_seats_sign_positions_like_a_score_sheet() -> None:
    world = World()
    records, signed = signature()
    world.play("g1", [*records, signed, RecordedTable().open().act("2d6").close().records[-1]])
    report = audit(world.bundle("g1"))
    assert report.verdict == "verified"
    finding = next(f for f in report.findings if f.check == "countersigned")
    assert finding.record == 2
    assert finding.data["key"] == SignerKey("x", b"s" * 32).verifier.public.hex()
    assert '"blue" signed record 2' in finding.said.en


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": "green"},
        {"seat": "red"},
        {"about": 1},
        {"about": 0},
        {"about": 9},
        {"about": -1},
        {"about": "2"},
        {"public": base64_of(b"x" * 32)},
        {"public": "x"},
        {"signature": base64_of(b"x" * 64)},
        {"signature": base64_of(b"x" * 63)},
    ],
)
def test_signatures_that_do_not_hold(wrong: dict[str, object]) -> None:
    records, signed = signature(**wrong)
    told([*records, signed], record=3)


def test_times_that_no_calendar_has() -> None:
    assert moment(0) == "1970-01-01 00:00:00 UTC"
    assert moment(2**63 - 1) == "9223372036854775807 s"


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
    world = World()
    world.play("g1", at(times))
    return audit(world.bundle("g1"))


def told_of(report: Report) -> Finding:
    (finding,) = [f for f in report.findings if f.check == "times"]
    assert finding.said.fr != finding.said.en
    return finding


def test_times_in_order_are_not_spoken_of() -> None:
    report = audited(
        "2025-12-31T12:00:00Z",
        "2025-12-31T12:00:00.5Z",
        "2025-12-31T13:30:00.25+01:00",
        "2025-12-31T23:59:59.999999Z",
    )
    assert report.verdict == "verified"
    assert not [f for f in report.findings if f.check == "times"]


def test_a_clock_set_back_a_little_is_told_and_not_failed() -> None:
    """An honest service could have had it before its clock was held."""
    report = audited("2025-12-31T12:00:10Z", "2025-12-31T12:00:07.75Z", "2025-12-31T11:00:00Z")
    assert report.verdict == "verified"
    finding = told_of(report)
    assert (finding.status, finding.said.en) == (
        "note",
        "the time goes back at record 9 (2.25 s), record 10 (3607.75 s)",
    )
    assert "l'heure recule à écriture 9 (2,25 s)" in finding.said.fr
    assert finding.data == {
        "what": "back",
        "count": 2,
        "records": [{"record": 9, "seconds": 2.25}, {"record": 10, "seconds": 3607.75}],
    }


def test_a_record_dated_back_by_more_than_a_day_fails() -> None:
    failed(
        audited("2025-12-30T11:59:59Z"),
        "the time goes back at record 10",
        "no clock is off by that much",
        record=10,
    )


def test_many_steps_back_are_counted() -> None:
    finding = told_of(audited(*(f"2025-12-31T{hour:02}:00:00Z" for hour in range(11, 2, -1))))
    assert "and 4 more" in finding.said.en
    assert (finding.data["count"], len(finding.data["records"])) == (9, 5)


def test_a_record_later_than_the_witnesses_saw_it_is_told_and_beyond_a_day_fails() -> None:
    """Witnesses cosigned at midnight, and a second later; a second is whole."""
    assert audited("2026-01-01T00:00:00.999999Z").verdict == "verified"
    assert not [f for f in audited("2026-01-01T00:00:00.999999Z").findings if f.check == "times"]
    report = audited("2026-01-01T10:00:00Z")
    assert report.verdict == "verified"
    finding = told_of(report)
    assert finding.status == "note"
    assert "later than the time at which club.example/w" in finding.said.en
    assert finding.data["records"] == [{"record": 10, "seconds": 36000.0}]
    failed(
        audited("2026-01-02T00:00:03Z"),
        "cosigned the head above: record 10",
        "no clock is off by that much",
        record=10,
    )


def test_a_receipt_bounds_the_times_of_the_records_before_it() -> None:
    world = World()
    world.play("g1", at(["2026-01-03T00:00:00Z"]))
    receipt = world.receipt("g1", 10).encode()
    report = audit(
        world.bundle("g1", proof=world.proof("g1", 10, witnesses=())), receipts=[receipt]
    )
    failed(report, "cosigned the head above: record 10", record=10)


def test_years_between_records_are_told() -> None:
    report = audited("2024-06-01T12:00:00Z")
    failed(report, "the time goes back")
    first = small_game()
    for n, (topic, data) in enumerate(first[:4]):
        first[n] = topic, data.replace(b"2025-12-31", b"2023-12-31")
    world = World()
    world.play("g1", first)
    report = audit(world.bundle("g1"))
    assert report.verdict == "verified"
    assert told_of(report).said.en == "a year or more lies before record 5 (731 days)"


@pytest.mark.parametrize("record", [1, 7, 9])
@pytest.mark.parametrize(
    "time",
    [
        "",
        "noon",
        "2025-12-31T12:00:00",
        "2025-13-31T12:00:00Z",
        "2025-02-30T12:00:00Z",
        "20251231T120000Z",
    ],
)
def test_a_record_that_does_not_say_when_it_was_written(record: int, time: str) -> None:
    records = small_game()
    topic, data = records[record - 1]
    records[record - 1] = topic, data.replace(b"2025-12-31T12:00:00Z", time.encode())
    world = World()
    world.play("g1", records)
    failed(audit(world.bundle("g1")), "does not say when it was written", record=record)


def test_moments_are_read_to_the_microsecond() -> None:
    assert moment_of("2026-01-01T00:00:00Z") == TIME * 1_000_000
    assert moment_of("2026-01-01T01:00:00.000001+01:00") == TIME * 1_000_000 + 1


@pytest.mark.parametrize("seed", range(20))
def test_each_step_is_looked_at_once_wherever_it_is(seed: int) -> None:
    """Times are looked at some together; steps from one lot to the next count, too."""
    rng, second, at = Random(seed), 1_000_000, 10**15
    times, back, away = [at], [], []
    for n in range(
        2, rng.choice([1, 2, TOGETHER, TOGETHER + 1, TOGETHER + 2, 3 * TOGETHER + 7]) + 1
    ):
        odd = rng.random() < 0.02 or n % TOGETHER in (0, 1, 2)
        seconds = rng.choice([-1, 0, YEAR - 1, YEAR]) if odd else rng.randrange(3)
        times.append(times[-1] + seconds * second)
        if seconds < 0:
            back.append(Apart(n, -seconds))
        elif seconds >= YEAR:
            away.append(Apart(n, seconds))
    taken = Times()
    taken.passed_over(array("q", times))
    assert taken.apart() == (tuple(back), tuple(away))
    last = max(times) // second
    assert taken.after(last) == ()
    assert [record.record for record in taken.after(last - 1)] == [
        n for n, time in enumerate(times, start=1) if time // second >= last
    ]


def other_story() -> World:
    world = World()
    world.play(
        "g1",
        RecordedTable()
        .open()
        .contribute()
        .act()
        .act("2d6", "1d100")
        .act("5of5")
        .act("1d6")
        .close()
        .records,
    )
    return world


def small() -> World:
    world = World()
    world.play("g1", small_game())
    return world


def test_a_receipt_under_a_head_that_nobody_cosigned_agrees_and_is_not_complete() -> None:
    world = small()
    receipt = world.receipt("g1", 8, witnesses=()).encode()
    incomplete(
        audit(world.bundle("g1"), receipts=[receipt]),
        "the one for record 8 agrees, and is not complete: cosigned by 0",
    )


def test_a_receipt_that_nobody_cosigned_convicts_all_the_same() -> None:
    """A player holds what the service gave at once; the bundle shows another record."""
    receipt = small().receipt("g1", 9, witnesses=()).encode()
    other = other_story()
    failed(
        audit(other.bundle("g1"), receipts=[receipt]),
        "shows another record of that number",
        record=9,
    )
    bare = other.bundle("g1", proof=other.proof("g1", 10, witnesses=(CLUB,)))
    failed(audit(bare, receipts=[receipt]), "shows another record of that number", record=9)


def test_two_heads_of_one_size_are_shown_with_both_as_the_evidence() -> None:
    world_one, other = small(), other_story()
    receipt = world_one.receipt("g1", 3, witnesses=())
    report = audit(other.bundle("g1"), receipts=[receipt.encode()])
    failed(report, "two roots for size 10")
    assert report.evidence == [other.signed().decode(), receipt.checkpoint.decode()]


def test_a_contradiction_is_shown_whatever_else_fails(tmp_path: Path) -> None:
    """The bundle is cut, its proof is none, or its story wrong: the receipt still says that a
    record is another."""
    world_one, other = small(), other_story()
    receipt, bundle = world_one.receipt("g1", 9, witnesses=()).encode(), other.bundle("g1")
    cut = bundle[: bundle.index(b'{"proof"')] + b'{"proof":"none"}\n'
    for broken in (
        cut,
        bundle[: bundle.index(b'{"proof"')],
        bundle[:-1],
        bundle.replace(b'"seq":10', b'"seq":11'),
    ):
        report = audit(broken, receipts=[receipt])
        assert [
            f.record for f in report.findings if f.check == "receipt" and f.status == "failed"
        ] == [9], list(report.text("en"))
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
