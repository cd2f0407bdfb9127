"""The log over HTTP: heads and tiles for everybody, receipts and bundles for those who may read the game."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from time import time
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask
from werkzeug.test import TestResponse

from api import create_app
from api.request import receipts as receipts_module
from api.request.service import Limits
from domain.clerk.clerk import Clerk
from domain.ledger.log.checkpoints import Checkpoint
from domain.ledger.log.cosignatures import cosign
from domain.ledger.log.entries import RecordEntry, read_entry
from domain.ledger.log.notes import read_note
from domain.ledger.log.policy_file import policy_text, read_policy
from domain.ledger.log.proofs import read_proof, receipt_entry
from domain.ledger.log.tiles import Tile, read_entry_bundle, tile_at
from domain.ledger.verify.report import Report
from domain.rules.text import Text
from domain.rules.titles import registry
from ops.stores.sqlite import log_writing
from ops.stores.sqlite.log import Ledger
from ops.stores.sqlite.log_cosignatures import Cosignatures
from tests.api.site.organise.test_organise import person
from tests.builders import world
from tests.builders.api.callers import Club
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, Table, new_key
from tests.builders.api.series import Series
from tests.builders.logs import Log
from tests.builders.tiles import new_tiles
from tests.builders.world import CLUB, RIVAL


@pytest.fixture
def anybody(app: Flask) -> Caller:
    """Somebody without a key."""
    return Caller(app, key=None)


def slug(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json["type"].removeprefix("/problems/")


def head_of(anybody: Caller, book: Log) -> Checkpoint:
    return book.policy().accept(anybody.get("/log/checkpoint").get_data()).checkpoint


def wait_for(table: Table, seq: int) -> TestResponse:
    return table.get(f"/records/{seq}/receipt")


# -- heads and tiles -----------------------------------------------------------------------------------------------------------


def test_the_head_is_for_everybody_and_read_again_each_time(table: Table, anybody: Caller, book: Log) -> None:
    before = anybody.get("/log/checkpoint")
    assert (before.status_code, before.content_type) == (200, "text/plain; charset=utf-8")
    assert head_of(anybody, book).size == 0
    wait_for(table, 1)
    now = anybody.get("/log/checkpoint", If_None_Match=before.headers["ETag"])
    assert (now.status_code, now.headers["Cache-Control"]) == (200, "public, no-cache")
    assert head_of(anybody, book).size == 1
    held = anybody.get("/log/checkpoint", If_None_Match=now.headers["ETag"])
    assert (held.status_code, held.get_data(), held.headers["ETag"]) == (304, b"", now.headers["ETag"])


def test_every_tile_of_the_log_is_served_for_ever(table: Table, anybody: Caller, book: Log, clerk: Clerk) -> None:
    for n in range(299):
        table.write("/notes", {"text": f"{n}"})
    book.bring_up()
    size = head_of(anybody, book).size
    assert size == 300
    entries: list[bytes] = []
    for tile in new_tiles(0, size):
        answer = anybody.get(f"/log/{tile}")
        assert (answer.status_code, answer.content_type) == (200, "application/octet-stream"), tile
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        if tile.level is None:
            entries += read_entry_bundle(answer.get_data(), tile.width)
        else:
            assert answer.get_data() == book.tile(tile)
    assert entries == book.entries(0, size)
    assert anybody.get("/log/tile/0/000.p/7").get_data() == book.tile(Tile(0, 0, 7)), "a partial tile of an earlier head"
    packed = anybody.get("/log/tile/entries/001.p/44", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers.getlist("Vary")
    assert read_entry_bundle(gzip.decompress(packed.get_data()), 44) == tuple(entries[256:])
    plain = anybody.get("/log/tile/entries/001.p/44", Accept_Encoding="gzip;q=0")
    assert "Content-Encoding" not in plain.headers


NO_TILES = (
    *("0/000", "0/001.p/1", "0/000.p/2", "0/000.p/0", "0/000.p/256", "0/000.p/257", "1/000.p/1", "entries/000"),
    *("0/0", "0/x000/000", "00/000", "64/000", "-1/000", "entries/000.p/", "0/000.p/01", "data/000", "0/..", "0/x001/x234"),
    *("entries/000.p/2", "0", "0/" + "x999/" * 30 + "999", "0/000.p/1/", "%C3%A9/000"),
)


@pytest.mark.parametrize("path", NO_TILES)
def test_a_path_of_no_tile_is_one_sentence(path: str, table: Table, anybody: Caller, book: Log) -> None:
    wait_for(table, 1)
    answer = anybody.get(f"/log/tile/{path}")
    assert slug(answer) == (404, "no-such-tile")
    assert answer.json["text"]["fr"] != answer.json["text"]["en"]


def test_nothing_is_served_beyond_the_signed_head(table: Table, anybody: Caller, book: Log) -> None:
    wait_for(table, 1)
    table.write("/notes", {"text": "not signed yet"})
    book.writer.intake.take()
    assert book.standing().size == 2
    assert slug(anybody.get("/log/tile/0/000.p/2")) == (404, "no-such-tile")
    assert slug(anybody.get("/log/tile/entries/000.p/2")) == (404, "no-such-tile")


def test_the_public_entries_hold_nothing_personal(caller: Caller, anybody: Caller, book: Log) -> None:
    table = Table.open(caller, tags=["a tag"])
    table.write("/seats/red/take", {"name": "Anna Example"})
    table.write("/notes", {"text": "a remark", "about": 1})
    book.bring_up()
    data = anybody.get("/log/tile/entries/000.p/3").get_data()
    for entry in map(read_entry, read_entry_bundle(data, 3)):
        assert isinstance(entry, RecordEntry)
        assert (entry.game, len(entry.data)) == (table.id, 32)
    assert len(data) < 3 * 260, "an id, a number, a kind and two hashes: there is no room for more"


def test_two_records_that_say_the_same_have_different_entries(caller: Caller, clerk: Clerk, book: Log) -> None:
    """The salt in a record keeps its public hash from being found by trying."""
    table = Table.open(caller)
    for _ in range(2):
        table.write("/notes", {"text": "the same"}, key="same" + str(_))
    salts = [clerk.file(table.id).record(seq).body.salt for seq in (1, 2, 3)]
    assert len(set(salts)) == 3
    assert all(len(salt) == 24 for salt in salts)


def test_a_service_without_a_log_says_so(clerk: Clerk) -> None:
    caller = Caller(create_app(clerk, None, KEY))
    table = Table.open(caller)
    for path in ("/log/checkpoint", "/log/tile/0/000", table.path("/records/1/receipt"), table.path("/bundle")):
        answer = caller.get(path)
        assert (slug(answer), answer.headers["Retry-After"]) == ((503, "not-logged-yet"), "1")
    written = caller.post(table.path("/notes?receipt=wait"), {"text": "x"}, If_Match='"1"', Idempotency_Key="k")
    assert (written.status_code, written.json["receipt"], written.json["receipt_state"]) == (201, None, "not-complete")
    assert "greffe_ledger" not in caller.get("/metrics").text


# -- receipts --------------------------------------------------------------------------------------------------------------------


def test_a_receipt_convicts_by_itself(table: Table, anybody: Caller, book: Log) -> None:
    table.move()
    answer = wait_for(table, 2)
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{table.id}-2.tlog-proof"'
    proof = read_proof(answer.get_data())
    entry = receipt_entry(proof)
    assert (entry.game, entry.seq, entry.topic) == (table.id, 2, "ActionTaken")
    proof.check(entry.leaf, book.policy().accept(proof.checkpoint).checkpoint)


@pytest.mark.parametrize("seq", [0, -1, 2, 10**12, 10**30])
def test_there_is_no_receipt_for_a_record_that_is_not_there(seq: int, table: Table) -> None:
    assert slug(wait_for(table, seq)) == (404, "no-such-position")


def test_there_is_no_receipt_for_a_game_that_is_not_there(caller: Caller) -> None:
    assert slug(caller.get(f"{GAMES}/nowhere/records/1/receipt")) == (404, "unknown-game")
    assert slug(caller.get(f"{GAMES}/nowhere/bundle")) == (404, "unknown-game")
    assert slug(caller.get("/api/v1/campaigns/nowhere/bundle")) == (404, "unknown-campaign")
    campaign = Series.open(caller)
    assert slug(caller.get(f"{GAMES}/{campaign.id}/bundle")) == (404, "unknown-game")


def check_receipt(text: str, id: str, seq: int, book: Log) -> None:
    proof = read_proof(text.encode())
    entry = receipt_entry(proof)
    assert (entry.game, entry.seq) == (id, seq)
    proof.check(entry.leaf, book.policy().accept(proof.checkpoint).checkpoint)


def test_every_write_can_wait_for_its_receipt(caller: Caller, book: Log) -> None:
    def write(path: str, body: Any = None, seq: int = 0) -> Any:
        match = {"If_Match": f'"{seq}"'} if seq else {}
        answer = caller.post(f"{path}?receipt=wait", body, Idempotency_Key=new_key(), **match)
        assert answer.status_code == 201, answer.json
        found = answer.json
        check_receipt(found["receipt"], found["game"] if seq else found["id"], seq + 1, book)
        return found

    opened = write(GAMES, {"ruleset": TITLE})
    path = f"{GAMES}/{opened['id']}"
    legal = caller.get(f"{path}/legal").json["seats"]
    seat, action = next((s["seat"], s["choices"][0]["action"]) for s in legal if s["choices"])
    write(f"{path}/actions", {"seat": seat, "action": action}, 1)
    write(f"{path}/undo", {"seat": seat}, 2)
    write(f"{path}/redo", {"seat": seat}, 3)
    write(f"{path}/notes", {"text": "x"}, 4)
    write(f"{path}/seats/red/take", {"name": "Ann"}, 5)
    write(f"{path}/claims", {"seat": "red", "about": 2, "text": "no"}, 6)
    write(f"{path}/close", {}, 7)


def test_the_writes_of_campaigns_and_branches_bring_receipts_too(caller: Caller, book: Log) -> None:
    opened = caller.post("/api/v1/campaigns?receipt=wait", {"ruleset": "convicted"}, Idempotency_Key=new_key()).json
    check_receipt(opened["receipt"], opened["id"], 1, book)
    path = f"/api/v1/campaigns/{opened['id']}"
    scenario = caller.post(f"{path}/scenarios?receipt=wait", None, If_Match='"1"', Idempotency_Key=new_key()).json
    check_receipt(scenario["receipt"], opened["id"], 2, book)
    check_receipt(caller.get(f"{path}/records/2/receipt").text, opened["id"], 2, book)
    game = scenario["game"]
    body = {"at": 1, "purpose": "analysis"}
    branch = caller.post(f"{GAMES}/{game}/branches?receipt=wait", body, If_Match='"1"', Idempotency_Key=new_key())
    assert branch.status_code == 201, branch.json
    check_receipt(branch.json["receipt"], branch.json["id"], 1, book)


def test_without_being_asked_for_there_is_no_receipt_and_no_wait(table: Table, book: Log) -> None:
    answer = table.write("/notes", {"text": "x"})
    assert not {"receipt", "receipt_state"} & answer.json.keys()
    assert book.standing().position == 0, "nobody rang"


@pytest.mark.parametrize("query", ["receipt=now", "receipt=wait&receipt=wait", "receipt=1"])
def test_another_value_is_refused_before_anything_is_recorded(query: str, table: Table) -> None:
    for of, body in (("notes", {"text": "x"}), ("close", {}), ("actions", {"seat": "red", "action": {"type": "stop"}})):
        answer = table.caller.post(table.path(f"/{of}?{query}"), body, If_Match='"1"', Idempotency_Key=new_key())
        assert slug(answer) == (400, "invalid-parameters"), answer.json
        assert answer.json["errors"][0]["parameter"] == "receipt"
    assert slug(table.caller.post(f"{GAMES}?{query}", {"ruleset": TITLE}, Idempotency_Key="open")) == (400, "invalid-parameters")
    assert table.get().json["seq"] == 1


def test_a_retry_gets_the_first_answer_and_a_receipt_of_its_own(table: Table, book: Log) -> None:
    """Apart from the receipt, which is under the newest head each time, the bytes are the same; asked for or not."""

    def write(query: str) -> Any:
        answer = table.caller.post(table.path(f"/notes{query}"), {"text": "x"}, If_Match='"1"', Idempotency_Key="once")
        assert answer.status_code == 201
        return answer.json

    plain, first = write(""), write("?receipt=wait")
    Table.open(table.caller)
    book.bring_up()
    second = write("?receipt=wait")
    receipts = [answer.pop("receipt") for answer in (first, second)]
    assert [answer.pop("receipt_state") for answer in (first, second)] == ["complete", "complete"]
    assert plain == first == second
    assert receipts[0] != receipts[1]
    for receipt in receipts:
        check_receipt(receipt, table.id, 2, book)
    assert write("") == plain


class Away(Log):
    """A log whose writer does not come when somebody rings."""

    def hurry(self) -> None:
        self.lease.ring()


@pytest.fixture
def away(clerk: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Away]:
    monkeypatch.setattr(receipts_module, "PATIENCE", 0.05)
    (tmp_path / "away").mkdir()
    found = Away(tmp_path / "away", clerk)
    found.bring_up()
    yield found
    found.close()


def test_a_write_is_never_refused_for_want_of_a_receipt(away: Away, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = Caller(create_app(clerk, None, KEY, book=away))
    table = Table.open(caller)

    def write() -> Any:
        answer = caller.post(table.path("/notes?receipt=wait"), {"text": "x"}, If_Match=f'"{table.seq}"', Idempotency_Key=new_key())
        assert answer.status_code == 201
        table.seq += 1
        return answer.json["receipt"]

    assert write() is None, "nobody writes the log"
    monkeypatch.setattr(receipts_module, "PATIENCE", 3600.0)
    assert write() is None, "whoever waited in vain spares the others the wait"
    assert slug(caller.get(table.path("/records/1/receipt"))) == (503, "not-logged-yet")
    away.bring_up()
    monkeypatch.setattr(receipts_module, "PATIENCE", 0.05)
    assert caller.get(table.path("/records/1/receipt")).status_code == 200
    monkeypatch.setattr(away, "index_of", _broken)
    assert write() is None, "the log cannot be read"


def _broken(*_: object) -> None:
    raise OperationalError("disk I/O error")


def test_no_more_than_some_wait_at_once(away: Away, clerk: Clerk) -> None:
    caller = Caller(create_app(clerk, None, KEY, limits=Limits(waiting=0), book=away))
    table = Table.open(caller)
    answer = caller.post(table.path("/notes?receipt=wait"), {"text": "x"}, If_Match='"1"', Idempotency_Key=new_key())
    assert (answer.status_code, answer.json["receipt"]) == (201, None)


# -- bundles ---------------------------------------------------------------------------------------------------------------------


def audit(answer: TestResponse, book: Log) -> Report:
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson"), answer.json
    return world.audit(answer.get_data(), book.policy())


def test_a_bundle_is_verified_without_the_service(table: Table, book: Log) -> None:
    for n in range(12):
        table.move(n)
    table.write("/close", {"reason": "that is all"})
    answer = table.get("/bundle")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{table.id}.greffe.jsonl"'
    report = audit(answer, book)
    assert report.verdict == "verified", report.said
    part = audit(table.get("/bundle?at=5"), book)
    assert part.verdict == "not complete"
    assert next(f.data for f in part.findings if f.check == "records") == {"records": 5}


@pytest.mark.parametrize("at", [0, -1, 2])
def test_there_is_no_bundle_up_to_a_record_that_is_not_there(at: int, table: Table) -> None:
    assert slug(table.get(f"/bundle?at={at}")) == (404, "no-such-position")


def test_names_and_words_are_in_a_bundle_for_organisers_who_ask(app: Flask, clerk: Clerk, book: Log) -> None:
    club = Club(app, clerk)
    club.table().write("/seats/red/take", {"name": "Anna Example"})
    club.table().write("/notes", {"text": "a private remark"})
    asked = club.organiser.get(f"{club.path}/bundle?names=1")
    assert "Anna Example" in asked.text
    assert "a private remark" in asked.text
    report = audit(asked, book)
    assert next(f.data for f in report.findings if f.check == "disclosed") == {"count": 3}, "and the catalog"
    for name in ("arbiter", "red", "spectator"):
        assert slug(club.holder(name).get(f"{club.path}/bundle?names=1")) == (403, "role-too-low")
        plain = club.holder(name).get(f"{club.path}/bundle")
        assert plain.status_code == 200, "nothing is hidden in this title"
        assert "Anna" not in plain.text
        assert "private" not in plain.text


def test_a_campaign_has_a_bundle_of_its_own(caller: Caller, book: Log) -> None:
    series = Series.open(caller)
    series.next()
    report = audit(caller.get(f"/api/v1/campaigns/{series.id}/bundle"), book)
    assert report.failure is None
    assert next(f.data for f in report.findings if f.check == "records") == {"records": 2}


@pytest.fixture
def bids(monkeypatch: pytest.MonkeyPatch, app: Flask, clerk: Clerk) -> Club:
    """Ann has bid 7 in secret, Bob has not."""
    monkeypatch.setitem(registry._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")
    club = Club(app, clerk, ruleset="sealed-bids", chance="table", values=[["ace", "king"]])
    club.table("a").act("a", {"type": "bid", "amount": 7})
    return club


def test_a_bundle_is_whole_or_there_is_none(bids: Club, book: Log) -> None:
    whole = bids.holder("arbiter").get(f"{bids.path}/bundle")
    assert '\\"amount\\":7' in whole.text
    assert bids.organiser.get(f"{bids.path}/bundle").get_data() == whole.get_data()
    for name, first in (("a", 1), ("b", 1), ("spectator", 1)):
        refused = bids.holder(name).get(f"{bids.path}/bundle")
        assert (slug(refused), refused.json["first"]) == ((403, "bundle-hides"), first), "the cards that were dealt"
    bids.table("b").act("b", {"type": "bid", "amount": 3})
    for name in ("a", "b", "spectator"):
        assert audit(bids.holder(name).get(f"{bids.path}/bundle"), book).failure is None, "now everything is open"


def test_whoever_takes_a_bundle_with_secrets_is_in_the_access_log(bids: Club) -> None:
    assert bids.organiser.get(f"{bids.path}/looks").json["looks"] == []
    bids.holder("arbiter").get(f"{bids.path}/bundle")
    bids.holder("a").get(f"{bids.path}/bundle")
    (look,) = bids.organiser.get(f"{bids.path}/looks").json["looks"]
    assert (look["role"], look["audience"]) == ("arbiter", "arbiter")


def test_a_record_that_was_tampered_with_is_in_the_bundle_for_the_auditor(table: Table, clerk: Clerk, book: Log) -> None:
    for n in range(3):
        table.move(n)
    wait_for(table, 4)
    db: Any = clerk.factory._connections
    with db.writing() as writing:
        changed = "CAST(replace(state, 'operator', 'nobody-1') AS BLOB)"
        writing.execute(f"UPDATE records SET state = {changed} WHERE originator_version = 3")
    report = audit(table.get("/bundle"), book)
    assert report.verdict == "failed"
    assert "it, or one before it, is not as it was logged" in report.said.en
    with db.writing() as writing:
        writing.execute("UPDATE records SET state = x'ff' WHERE originator_version = 3")
    assert slug(table.get("/bundle")) == (500, "record-damaged")


# -- health ------------------------------------------------------------------------------------------------------------------------


def test_a_log_that_refuses_is_said_and_games_go_on(table: Table, anybody: Caller, caller: Caller, book: Log) -> None:
    wait_for(table, 1)
    book.guard_file.unlink()
    table.move()
    assert slug(wait_for(table, 2)) == (503, "not-logged-yet")
    ready = anybody.get("/readyz")
    assert (ready.status_code, ready.json["status"], ready.json["log"]) == (200, "degraded", "refusing")
    assert "operator's key" in ready.json["log_says"]["en"], "what is wrong may name a game: it is for the operator"
    assert "guard" not in ready.text
    told = caller.get("/readyz")
    assert "its guard log.guard is gone" in told.json["log_says"]["en"]
    assert str(book.guard_file.parent) not in told.text, "where the files lie is nobody's business"
    metrics = caller.get("/metrics").text
    for line in ("ok 0.0", "refusing 1.0", "entries 2.0", "signed_entries 1.0", "lag_records 0.0", "attended 1.0"):
        assert f"\ngreffe_ledger_{line}\n" in metrics
    table.move()


def test_a_log_that_nobody_writes_or_that_cannot_be_read_is_said(
    clerk: Clerk, anybody: Caller, book: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.lease.give_back()
    found = anybody.get("/healthz").json
    assert (found["status"], found["log"], found["log_lag"]) == ("degraded", "unattended", 0)
    monkeypatch.setattr(book, "standing", _broken)
    found = anybody.get("/healthz").json
    assert (found["status"], found["log"], found["log_lag"]) == ("degraded", "down", None)


# -- heads that witnesses cosigned -----------------------------------------------------------------------------------------------


class Witnessed(Log):
    """A log with a policy of witnesses, any one of whom is enough; nobody asks them but the test."""

    def __init__(self, place: Path, clerk: Clerk) -> None:
        super().__init__(place, clerk)
        self._witnesses = read_policy(policy_text([], [("club", CLUB.verifier), ("rival", RIVAL.verifier)], 1).encode())
        self.kept = Cosignatures(self.path)
        self.at_once = False
        """Whether the club cosigns each head as soon as it is signed."""

    def hurry(self) -> None:
        super().hurry()
        if self.at_once:
            self.cosign()

    def cosign(self) -> None:
        """Have the club cosign the newest head."""
        head = self.head()
        assert head is not None
        note = read_note(head.note)
        self.kept.keep(head.size, note.text, [cosign(note.text, CLUB, 1_767_225_600)])

    def close(self) -> None:
        self.kept.close()
        super().close()


@pytest.fixture
def witnessed(clerk: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Witnessed]:
    monkeypatch.setattr(receipts_module, "PATIENCE", 0.05)
    (tmp_path / "cosigned").mkdir()
    found = Witnessed(tmp_path / "cosigned", clerk)
    yield found
    found.close()


def test_nothing_uncosigned_is_published_as_the_logs_head(clerk: Clerk, witnessed: Witnessed) -> None:
    caller = Caller(create_app(clerk, None, KEY, book=witnessed))
    table = Table.open(caller)
    witnessed.bring_up()
    answer = caller.get("/log/checkpoint")
    assert (slug(answer), answer.headers["Retry-After"]) == ((503, "not-cosigned-yet"), "1")
    witnessed.cosign()
    cosigned = caller.get("/log/checkpoint").get_data()
    assert CLUB.verifier.name.encode() in cosigned
    table.move()
    wait_for(table, 2)
    assert caller.get("/log/checkpoint").get_data() == cosigned, "what is published has its witnesses"
    assert caller.get("/log/tile/entries/000.p/2").status_code == 200
    witnessed.cosign()
    assert caller.get("/log/checkpoint").get_data() != cosigned


def test_a_head_with_the_quorum_is_found_again_however_many_came_after_it(
    clerk: Clerk, witnessed: Witnessed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writing, "KEPT", 30)
    table = Table.open(Caller(create_app(clerk, None, KEY, book=witnessed)))
    witnessed.bring_up()
    witnessed.cosign()
    cosigned = witnessed.cosigned()
    for n in range(40):
        table.write("/notes", {"text": f"{n}"})
        witnessed.bring_up()
    assert len(witnessed.checkpoints()) == 31, "the newest, and the one that is cosigned"
    anew = Ledger(witnessed.path, witnessed.witnesses())
    assert cosigned is not None
    assert anew.cosigned() == cosigned, "after a restart"
    anew.close()
    witnessed.cosign()
    for _ in range(40):
        table.write("/notes", {"text": "and more"})
        witnessed.bring_up()
    assert len(witnessed.checkpoints()) == 31, "an older one is let go"


def test_a_receipt_waits_for_the_quorum_and_says_when_it_is_not_complete(clerk: Clerk, witnessed: Witnessed) -> None:
    caller = Caller(create_app(clerk, None, KEY, book=witnessed))
    table = Table.open(caller)

    def written() -> Any:
        answer = caller.post(table.path("/notes?receipt=wait"), {"text": "x"}, If_Match=f'"{table.seq}"', Idempotency_Key=new_key())
        assert answer.status_code == 201
        table.seq += 1
        return answer.json

    late = written()
    alone = witnessed.policy()
    both = read_policy(policy_text(alone.logs.values(), [("club", CLUB.verifier), ("rival", RIVAL.verifier)], 1).encode())
    assert late["receipt_state"] == "not-complete"
    assert alone.accept(read_proof(late["receipt"].encode()).checkpoint).checkpoint.size == 2, "what there is comes all the same"
    answer = caller.get(table.path("/records/2/receipt"))
    assert answer.headers["Receipt-State"] == "not-complete"
    witnessed.cosign()
    answer = caller.get(table.path("/records/2/receipt"))
    assert answer.headers["Receipt-State"] == "complete"
    assert both.accept(read_proof(answer.get_data()).checkpoint).checkpoint.size == 2
    witnessed.at_once = True
    in_time = written()
    assert in_time["receipt_state"] == "complete"
    assert both.accept(read_proof(in_time["receipt"].encode()).checkpoint).checkpoint.size == 3
    witnessed.at_once = False
    table.write("/notes", {"text": "x"})
    assert CLUB.verifier.name not in caller.get(table.path("/bundle")).text.rpartition('{"proof"')[2], "they did not come in time"
    assert CLUB.verifier.name in caller.get(table.path("/bundle?at=1")).text.rpartition('{"proof"')[2]


def test_a_witness_that_refuses_or_is_silent_is_named_to_all_and_what_it_said_to_the_operator(
    clerk: Clerk, witnessed: Witnessed
) -> None:
    caller = Caller(create_app(clerk, None, KEY, book=witnessed))
    anybody = Caller(caller.app, key=None)
    Table.open(caller)
    witnessed.bring_up()
    assert anybody.get("/readyz").json["witnesses"] == [
        {"name": name, "state": "ok", "says": None, "since": None} for name in ("club", "rival")
    ]
    organiser = person(caller, KEY)
    page = organiser.go("/organise")
    assert 'data-renew="witnesses"' in page.text and "notice bad" not in page.text
    before = page.headers["ETag"]
    said = Text("it refuses with 422: game g1 <was>", "il refuse, avec 422 : game g1 <was>")
    for ago, away, status in ((30, True, "ok"), (90, True, "degraded"), (0, False, "degraded")):
        since = int(clerk.clock().timestamp()) - ago  # by the clock of the service
        witnessed.kept.say(CLUB.verifier.label, None)
        witnessed.kept._clock = partial(float, since)
        witnessed.kept.say(CLUB.verifier.label, said, away=away)
        witnessed.kept._clock = time
        witnessed.kept.say(CLUB.verifier.label, said, away=away)
        state = "away" if away else "refusing"
        for path in ("/readyz", "/healthz"):
            club, rival = (found := anybody.get(path).json)["witnesses"]
            assert (found["status"], club["name"], club["state"], club["says"]) == (status, "club", state, None)
            assert datetime.fromisoformat(club["since"]).timestamp() == since, "since it was first noted"
            assert (rival["name"], rival["state"]) == ("rival", "ok")
        assert caller.get("/readyz").json["witnesses"][0]["says"] == {"en": said.en, "fr": said.fr}
        metrics = caller.get("/metrics").text
        assert f'\ngreffe_witness_{state}{{witness="club"}} 1.0\n' in metrics
        assert f'\ngreffe_witness_{state}{{witness="rival"}} 0.0\n' in metrics
        assert "\ngreffe_ledger_cosigned_entries 0.0\n" in metrics
        page = organiser.go("/organise", Greffe_Part="1", If_None_Match=before)
        assert f"The witness club {'is away' if away else 'refuses to cosign the log'}: it refuses" in page.text, "it is told"
        assert "&lt;was&gt;" in page.text
    witnessed.kept.say(CLUB.verifier.label, None)
    assert anybody.get("/readyz").json["status"] == "ok"
    assert "notice bad" not in organiser.go("/organise").text


def test_without_witnesses_a_signed_receipt_is_complete(caller: Caller, book: Log) -> None:
    opened = caller.post(f"{GAMES}?receipt=wait", {"ruleset": TITLE}, Idempotency_Key=new_key()).json
    assert opened["receipt_state"] == "complete"
    assert caller.get(f"{GAMES}/{opened['id']}/records/1/receipt").headers["Receipt-State"] == "complete"


def test_tile_at_agrees_with_what_is_served(table: Table, anybody: Caller, book: Log) -> None:
    wait_for(table, 1)
    size = head_of(anybody, book).size
    assert anybody.get(f"/log/{tile_at(size, 0, 0)}").status_code == 200
