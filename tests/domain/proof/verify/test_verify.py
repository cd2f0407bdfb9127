from hashlib import sha256

import pytest

from domain.game.clerk.clerk import Clerk
from domain.proof.bundle.countersigns import countersign_message
from domain.proof.bundle.lines import Disclosure
from domain.proof.log.notes import SignerKey
from domain.proof.spelling import base64_of
from domain.proof.verify.report import moment
from domain.titles import registry
from tests.builders.world import TIME, Record, World, audit, policy
from tests.domain.proof.games import RecordedTable, clerk_game, small_game, stored
from tests.domain.proof.refusing import failed, told


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
    assert checks["records"]["records"] == 10
    assert checks["proof"]["index"] == 28
    assert checks["dice"]["rolls"] == 4
    assert checks["dice"]["by_seats"] == ["blue", "red"]
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


def test_a_policy_without_witnesses(world: World) -> None:
    report = audit(world.bundle("g1", proof=world.proof("g1", 10, witnesses=())), policy(0))
    assert report.verdict == "verified"
    assert any("the head is the log's word alone" in f.said.en for f in report.findings)


def test_a_campaign_is_audited_like_a_game() -> None:
    world = World()
    world.play(
        "c1",
        [
            stored("CampaignOpened"),
            stored("ScenarioOpened", number=1, game="g1"),
            stored("CampaignClosed"),
        ],
    )
    report = audit(world.bundle("c1"))
    assert report.verdict == "verified"
    assert not any(f.check == "dice" for f in report.findings)
    assert audit(world.bundle("c1", 2)).verdict == "not complete"


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
