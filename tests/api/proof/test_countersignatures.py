"""Positions signed by players: the service keeps only what holds, and anybody can check it."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.clerk.clerk import Clerk
from domain.ledger.bundle.countersigns import check_countersign
from domain.ledger.log.entries import NO_PREV, RecordEntry
from domain.store.log import leaf_of
from domain.table.countersignatures import MOST
from tests.builders.api.client import Caller, Table


def text(data: bytes) -> str:
    return b2a_base64(data, newline=False).decode()


def signature(table: Table, key: Ed25519PrivateKey, seat: str, at: int) -> dict[str, object]:
    """What a player's own device makes of the message."""
    shown = table.get(f"/countersignatures?at={at}").json
    (message,) = [one["message"] for one in shown["to_sign"] if one["seat"] == seat]
    made = key.sign(message.encode())
    return {"seat": seat, "about": at, "public": text(key.public_key().public_bytes_raw()), "signature": text(made)}


def test_both_players_sign_the_same_position_and_it_is_kept(table: Table, clerk: Clerk) -> None:
    keys = {seat: Ed25519PrivateKey.generate() for seat in ("blue", "red")}
    for seat, key in keys.items():
        answer = table.write("/countersignatures", signature(table, key, seat, 1))
        assert answer.status_code == 201, answer.json
        assert answer.json["sentence"]["en"] == f"{seat.title()} signs record 1."
    kept = table.get("/countersignatures").json["signatures"]
    assert [(one["seat"], one["about"], one["seq"]) for one in kept] == [("blue", 1, 2), ("red", 1, 3)]
    (entry, *_) = clerk.file(table.id).filed
    leaf = RecordEntry.of(table.id, 1, NO_PREV, entry.topic, entry.state).leaf
    for one in kept:
        check_countersign(a2b_base64(one["public"]), a2b_base64(one["signature"]), table.id, 1, leaf, one["seat"])


def test_what_does_not_hold_is_not_kept(table: Table) -> None:
    key = Ed25519PrivateKey.generate()
    good = signature(table, key, "blue", 1)
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
    blue = Table(Caller(caller.app, next(x["token"] for x in links if x["seats"] == ["blue"])), table.id)
    key = Ed25519PrivateKey.generate()
    assert blue.write("/countersignatures", signature(table, key, "red", 1)).status_code == 403
    assert blue.write("/countersignatures", signature(table, key, "blue", 1)).status_code == 201


def test_a_closed_game_is_signed_beside_its_record(table: Table, clerk: Clerk) -> None:
    table.move()
    blue, red = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    before = signature(table, blue, "blue", 2)
    assert table.write("/countersignatures", before, key="once").status_code == 201
    assert table.write("/close", {}).status_code == 201
    last = table.seq
    kept = table.write("/countersignatures", signature(table, red, "red", last))
    assert (kept.status_code, kept.json["seq"], kept.json["about"]) == (200, None, last)
    again = table.write("/countersignatures", signature(table, red, "red", last))
    assert again.json == kept.json, "sent twice, it is kept once"
    assert table.write("/countersignatures", before, key="once", seq=2).headers["Idempotent-Replay"] == "true"
    table.seq = last
    assert clerk.game(table.id).seq == last, "nothing follows the record that closes a game"
    shown = table.get("/countersignatures").json["signatures"]
    assert [(one["seq"], one["seat"], one["about"]) for one in shown] == [(3, "blue", 2), (None, "red", last)]
    for wrong in ({**signature(table, red, "red", last), "seat": "blue"}, {**signature(table, red, "red", last), "about": 2}):
        assert table.write("/countersignatures", wrong).status_code == 422
    for _ in range(MOST - 1):
        other = signature(table, Ed25519PrivateKey.generate(), "red", last)
        assert table.write("/countersignatures", other).status_code == 200
    other = signature(table, Ed25519PrivateKey.generate(), "red", last)
    assert "8 keys already" in table.write("/countersignatures", other).json["detail"]


def test_only_players_sign_with_keys_that_are_some(caller: Caller, table: Table) -> None:
    solo = Table.open(caller, ruleset="tears-solo")
    automa = next(seat["id"] for seat in solo.get("").json["seats"] if seat["role"] == "automa")
    key = Ed25519PrivateKey.generate()
    refused = solo.write("/countersignatures", {**signature(solo, key, "player", 1), "seat": automa})
    assert (refused.status_code, refused.json["pointer"]) == (422, "/seat")
    good = signature(table, key, "blue", 1)
    for weak in (bytes(32), b"\x01" + bytes(31), b"\xff" * 32):
        refused = table.write("/countersignatures", {**good, "public": text(weak)})
        assert (refused.status_code, refused.json["pointer"]) == (422, "/public")
    respelt = str(good["public"])[:-2] + chr(ord(str(good["public"])[-2]) + 1) + "="
    assert table.write("/countersignatures", {**good, "public": respelt}).status_code == 422, "an auditor reads one spelling"


def test_leaves_are_those_of_the_log(table: Table, clerk: Clerk) -> None:
    for _ in range(5):
        table.move()
    file, prev = clerk.file(table.id), NO_PREV
    for filed in file.filed:
        prev = RecordEntry.of(table.id, filed.seq, prev, filed.topic, filed.state).leaf
        assert leaf_of(file, filed.seq) == prev
    assert [leaf_of(file, seq) for seq in (3, 1)] == [leaf_of(clerk.file(table.id), seq) for seq in (3, 1)]
