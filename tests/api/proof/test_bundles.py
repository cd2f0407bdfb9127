from binascii import a2b_base64, b2a_base64
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from werkzeug.test import TestResponse

from domain.game.clerk.clerk import Clerk
from domain.game.seats.countersignatures import MOST
from domain.proof.bundle.countersigns import check_countersign
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.proof.verify.report import Report
from tests.api.proof.log_client import receipt_of
from tests.builders import world
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table, problem
from tests.builders.api.disputes import Dispute
from tests.builders.api.series import Series
from tests.builders.logs import Log
from tests.builders.world import verified


def audit(answer: TestResponse, book: Log) -> Report:
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson"), answer.json
    return world.audit(answer.get_data(), book.policy())


def test_a_bundle_is_verified_without_the_service(table: Table, book: Log) -> None:
    table.moves(12).write("/close", {"reason": "that is all"})
    answer = table.get("/bundle")
    assert (
        answer.headers["Content-Disposition"] == f'attachment; filename="{table.id}.greffe.jsonl"'
    )
    verified(audit(answer, book))
    part = audit(table.get("/bundle?at=5"), book)
    assert part.verdict == "not complete"
    assert next(f.data for f in part.findings if f.check == "records") == {"records": 5}


@pytest.mark.parametrize("at", [0, -1, 2])
def test_there_is_no_bundle_up_to_a_record_that_is_not_there(at: int, table: Table) -> None:
    assert problem(table.get(f"/bundle?at={at}")) == (404, "no-such-position")


def test_names_and_words_are_in_a_bundle_for_organisers_who_ask(club: Club, book: Log) -> None:
    club.table().write("/seats/red/take", {"name": "Anna Example"})
    club.table().write("/notes", {"text": "a private remark"})
    answer = club.organiser.get(f"{club.path}/bundle?names=1")
    assert "Anna Example" in answer.text and "a private remark" in answer.text
    report = audit(answer, book)
    assert next(f.data for f in report.findings if f.check == "disclosed") == {"count": 3}, (
        "and the catalog"
    )
    for name in ("arbiter", "red", "spectator"):
        assert problem(club.holder(name).get(f"{club.path}/bundle?names=1")) == (
            403,
            "role-too-low",
        )
        plain = club.holder(name).get(f"{club.path}/bundle")
        assert plain.status_code == 200, "nothing is hidden in this title"
        assert "Anna Example" not in plain.text and "private" not in plain.text


def test_a_campaign_has_a_bundle_of_its_own(caller: Caller, book: Log) -> None:
    series = Series.open(caller)
    series.next()
    report = audit(caller.get(f"/api/v1/campaigns/{series.id}/bundle"), book)
    assert report.failure is None
    assert next(f.data for f in report.findings if f.check == "records") == {"records": 2}


def test_who_may_not_read_all_of_a_game_gets_no_bundle(bids: Dispute, book: Log) -> None:
    whole = bids.holder("arbiter").get(f"{bids.path}/bundle")
    assert '\\"amount\\":7' in whole.text
    assert bids.organiser.get(f"{bids.path}/bundle").get_data() == whole.get_data()
    for name, first in (("a", 1), ("b", 1), ("spectator", 1)):
        refused = bids.holder(name).get(f"{bids.path}/bundle")
        assert (problem(refused), refused.json["first"]) == ((403, "bundle-hides"), first), (
            "the cards that were dealt"
        )
    bids.table("b").act("b", {"type": "bid", "amount": 3})
    for name in ("a", "b", "spectator"):
        assert audit(bids.holder(name).get(f"{bids.path}/bundle"), book).failure is None, (
            "now everything is open"
        )


def test_a_record_that_was_tampered_with_is_in_the_bundle_for_the_auditor(
    table: Table, clerk: Clerk, book: Log
) -> None:
    receipt_of(table.moves(3), 4)
    db: Any = clerk.factory._connections
    with db.writing() as writing:
        changed = "CAST(replace(state, 'operator', 'nobody-1') AS BLOB)"
        writing.execute(f"UPDATE records SET state = {changed} WHERE originator_version = 3")
    report = audit(table.get("/bundle"), book)
    assert report.verdict == "failed"
    assert "it, or one before it, is not as it was logged" in report.said.en
    with db.writing() as writing:
        writing.execute("UPDATE records SET state = x'ff' WHERE originator_version = 3")
    assert problem(table.get("/bundle")) == (500, "record-damaged")


# -- Positions signed by players: the service keeps only what holds, and anybody can check it.
def text(data: bytes) -> str:
    return b2a_base64(data, newline=False).decode()


def signature(table: Table, key: Ed25519PrivateKey, seat: str, at: int) -> dict[str, object]:
    shown = table.get(f"/countersignatures?at={at}").json
    (message,) = [to_sign["message"] for to_sign in shown["to_sign"] if to_sign["seat"] == seat]
    made = key.sign(message.encode())
    return {
        "seat": seat,
        "about": at,
        "public": text(key.public_key().public_bytes_raw()),
        "signature": text(made),
    }


def test_both_players_sign_the_same_position_and_it_is_kept(table: Table, clerk: Clerk) -> None:
    keys = {seat: Ed25519PrivateKey.generate() for seat in ("blue", "red")}
    for seat, key in keys.items():
        answer = table.written("/countersignatures", signature(table, key, seat, 1))
        assert answer["sentence"]["en"] == f"{seat.title()} signs record 1."
    signatures = table.get("/countersignatures").json["signatures"]
    assert [
        (signature["seat"], signature["about"], signature["seq"]) for signature in signatures
    ] == [
        ("blue", 1, 2),
        ("red", 1, 3),
    ]
    (entry, *_) = clerk.load(table.id).records()
    leaf = RecordEntry.of(table.id, 1, NO_PREV, entry.topic, entry.state).leaf
    for one in signatures:
        check_countersign(
            a2b_base64(one["public"]), a2b_base64(one["signature"]), table.id, 1, leaf, one["seat"]
        )


def test_an_invalid_countersignature_is_not_stored(table: Table) -> None:
    good = signature(table, Ed25519PrivateKey.generate(), "blue", 1)
    other = text(Ed25519PrivateKey.generate().public_key().public_bytes_raw())
    for wrong in (
        {**good, "seat": "red"},
        {**good, "public": other},
        {**good, "signature": "A" * 86 + "=="},
        {**good, "signature": "*" * 88},
    ):
        answer = table.write("/countersignatures", wrong)
        assert answer.status_code == 422, answer.json
    assert table.write("/countersignatures", {**good, "about": 9}).status_code == 404
    assert table.get("/countersignatures").json["signatures"] == []


def test_a_seat_signs_for_itself_alone(table: Table, caller: Caller) -> None:
    links = caller.get(table.path("/links")).json["links"]
    blue = Table(
        Caller(caller.app, next(x["token"] for x in links if x["seats"] == ["blue"])), table.id
    )
    key = Ed25519PrivateKey.generate()
    assert blue.write("/countersignatures", signature(table, key, "red", 1)).status_code == 403
    assert blue.write("/countersignatures", signature(table, key, "blue", 1)).status_code == 201


def test_a_closed_game_is_signed_beside_its_record(table: Table, clerk: Clerk) -> None:
    table.move()
    blue, red = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    before = signature(table, blue, "blue", 2)
    table.written("/countersignatures", before, key="once")
    table.written("/close", {})
    last = table.seq
    write = table.write("/countersignatures", signature(table, red, "red", last))
    assert (write.status_code, write.json["seq"], write.json["about"]) == (200, None, last)
    again = table.write("/countersignatures", signature(table, red, "red", last))
    assert again.json == write.json, "sent twice, it is kept once"
    assert (
        table.write("/countersignatures", before, key="once", seq=2).headers["Idempotent-Replay"]
        == "true"
    )
    table.seq = last
    assert clerk.game(table.id).seq == last, "nothing follows the record that closes a game"
    shown = table.get("/countersignatures").json["signatures"]
    assert [(shown_row["seq"], shown_row["seat"], shown_row["about"]) for shown_row in shown] == [
        (3, "blue", 2),
        (None, "red", last),
    ]
    for wrong in (
        {**signature(table, red, "red", last), "seat": "blue"},
        {**signature(table, red, "red", last), "about": 2},
    ):
        assert table.write("/countersignatures", wrong).status_code == 422
    for _ in range(MOST - 1):
        other = signature(table, Ed25519PrivateKey.generate(), "red", last)
        assert table.write("/countersignatures", other).status_code == 200
    other = signature(table, Ed25519PrivateKey.generate(), "red", last)
    assert "8 keys already" in table.write("/countersignatures", other).json["detail"]


def test_only_players_countersign_and_weak_keys_are_refused(caller: Caller, table: Table) -> None:
    solo = Table.open(caller, ruleset="tears-solo")
    automa = next(seat["id"] for seat in solo.get("").json["seats"] if seat["role"] == "automa")
    key = Ed25519PrivateKey.generate()
    refused = solo.write(
        "/countersignatures", {**signature(solo, key, "player", 1), "seat": automa}
    )
    assert (refused.status_code, refused.json["pointer"]) == (422, "/seat")
    good = signature(table, key, "blue", 1)
    for weak in (bytes(32), b"\x01" + bytes(31), b"\xff" * 32):
        refused = table.write("/countersignatures", {**good, "public": text(weak)})
        assert (refused.status_code, refused.json["pointer"]) == (422, "/public")
    respelt = str(good["public"])[:-2] + chr(ord(str(good["public"])[-2]) + 1) + "="
    assert table.write("/countersignatures", {**good, "public": respelt}).status_code == 422, (
        "an auditor reads one spelling"
    )
