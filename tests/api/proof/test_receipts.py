from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from scitt_cose.receipt import verify_receipt

from api import create_app
from api.settings import AppSettings
from api.web.request import receipts as receipts_module
from api.web.request.service import Limits
from domain.game.clerk.clerk import Clerk
from domain.proof.log.entries import RecordEntry
from domain.proof.log.notes import read_verifier_key
from domain.proof.log.proofs import read_proof, receipt_entry
from tests.api.proof.log_client import receipt_of
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, Table, new_key, problem
from tests.builders.logs import Log
from tests.builders.refusals import failing
from tests.domain.proof.log.test_entries import pem


def test_a_receipt_proves_its_entry_by_itself(table: Table, anybody: Caller, book: Log) -> None:
    table.move()
    answer = receipt_of(table, 2)
    assert (answer.status_code, answer.content_type, answer.headers["Content-Disposition"]) == (
        200,
        "text/plain; charset=utf-8",
        f'attachment; filename="{table.id}-2.tlog-proof"',
    )
    assert check_receipt(answer.text, table.id, 2, book).topic == "ActionTaken"


def test_a_receipt_as_cose_is_read_by_a_library_of_that_format(
    table: Table, anybody: Caller, book: Log
) -> None:
    table.move()
    entry = read_proof(receipt_of(table, 2).get_data()).extra
    answer = table.get("/records/2/receipt.cose")
    assert (answer.status_code, answer.content_type) == (200, "application/cose")
    key = read_verifier_key(book.log_keys()[0].verifier)
    read = verify_receipt(
        answer.get_data(), leaf_entry_hex=entry.hex(), log_public_key_pem=pem(key)
    )
    assert read.ok, read.errors
    assert problem(table.get("/records/9/receipt.cose")) == (
        404,
        "no-such-position",
    )


@pytest.mark.parametrize("seq", [0, -1, 2, 10**12, 10**30])
def test_there_is_no_receipt_for_a_record_that_is_not_there(seq: int, table: Table) -> None:
    assert problem(receipt_of(table, seq)) == (404, "no-such-position")


def check_receipt(text: str, id: str, seq: int, book: Log) -> RecordEntry:
    """Check a receipt. Returns the entry of the log that it proves."""
    proof = read_proof(text.encode())
    entry = receipt_entry(proof)
    assert (entry.game, entry.seq) == (id, seq)
    proof.check(entry.leaf, book.policy().accept(proof.checkpoint).checkpoint)
    return entry


def test_every_write_can_wait_for_its_receipt(caller: Caller, book: Log) -> None:
    def write(path: str, body: Any = None, seq: int = 0) -> Any:
        match = {"If_Match": f'"{seq}"'} if seq else {}
        json = caller.made(f"{path}?receipt=wait", body, Idempotency_Key=new_key(), **match)
        check_receipt(json["receipt"], json["game"] if seq else json["id"], seq + 1, book)
        return json

    path = f"{GAMES}/{write(GAMES, {'ruleset': TITLE})['id']}"
    legal = caller.get(f"{path}/legal").json["seats"]
    seat, action = next((s["seat"], s["choices"][0]["action"]) for s in legal if s["choices"])
    writes = (
        ("actions", {"seat": seat, "action": action}),
        ("undo", {"seat": seat}),
        ("redo", {"seat": seat}),
        ("notes", {"text": "x"}),
        ("seats/red/take", {"name": "Ann"}),
        ("claims", {"seat": "red", "about": 2, "text": "no"}),
        ("close", {}),
    )
    for seq, (what, body) in enumerate(writes, 1):
        write(f"{path}/{what}", body, seq)


def test_the_writes_of_campaigns_and_branches_bring_receipts_too(caller: Caller, book: Log) -> None:
    opened = caller.post(
        "/api/v1/campaigns?receipt=wait", {"ruleset": "convicted"}, Idempotency_Key=new_key()
    ).json
    check_receipt(opened["receipt"], opened["id"], 1, book)
    path = f"/api/v1/campaigns/{opened['id']}"
    scenario = caller.post(
        f"{path}/scenarios?receipt=wait", None, If_Match='"1"', Idempotency_Key=new_key()
    ).json
    check_receipt(scenario["receipt"], opened["id"], 2, book)
    check_receipt(caller.get(f"{path}/records/2/receipt").text, opened["id"], 2, book)
    game = scenario["game"]
    body = {"at": 1, "purpose": "analysis"}
    branch = caller.made(
        f"{GAMES}/{game}/branches?receipt=wait", body, If_Match='"1"', Idempotency_Key=new_key()
    )
    check_receipt(branch["receipt"], branch["id"], 1, book)


def test_without_witnesses_a_signed_receipt_is_complete(caller: Caller, book: Log) -> None:
    opened = caller.post(
        f"{GAMES}?receipt=wait", {"ruleset": TITLE}, Idempotency_Key=new_key()
    ).json
    assert opened["receipt_state"] == "complete"
    assert (
        caller.get(f"{GAMES}/{opened['id']}/records/1/receipt").headers["Receipt-State"]
        == "complete"
    )


def test_without_being_asked_for_there_is_no_receipt_and_no_wait(table: Table, book: Log) -> None:
    assert not {"receipt", "receipt_state"} & table.write("/notes", {"text": "x"}).json.keys()
    assert book.standing().position == 0, "nobody rang"


@pytest.mark.parametrize("query", ["receipt=now", "receipt=wait&receipt=wait", "receipt=1"])
def test_an_invalid_receipt_parameter_is_refused_and_nothing_recorded(
    query: str, table: Table
) -> None:
    for of, body in (
        ("notes", {"text": "x"}),
        ("close", {}),
        ("actions", {"seat": "red", "action": {"type": "stop"}}),
    ):
        answer = table.caller.post(
            table.path(f"/{of}?{query}"), body, If_Match='"1"', Idempotency_Key=new_key()
        )
        assert problem(answer) == (400, "invalid-parameters"), answer.json
        assert answer.json["errors"][0]["parameter"] == "receipt"
    assert problem(
        table.caller.post(f"{GAMES}?{query}", {"ruleset": TITLE}, Idempotency_Key="open")
    ) == (400, "invalid-parameters")
    assert table.get().json["seq"] == 1


def test_a_retry_gets_the_first_answer_and_a_receipt_of_its_own(table: Table, book: Log) -> None:
    """Retries give the same bytes with and without a receipt. Only the receipt differs, since it is
    made under the newest head each time."""

    def write(query: str) -> Any:
        return table.caller.made(
            table.path(f"/notes{query}"), {"text": "x"}, If_Match='"1"', Idempotency_Key="once"
        )

    plain, first = write(""), write("?receipt=wait")
    Table.open(table.caller)
    book.log_and_sign_all()
    second = write("?receipt=wait")
    receipts = [answer.pop("receipt") for answer in (first, second)]
    assert [answer.pop("receipt_state") for answer in (first, second)] == ["complete", "complete"]
    assert plain == first == second and receipts[0] != receipts[1]
    for receipt in receipts:
        check_receipt(receipt, table.id, 2, book)
    assert write("") == plain


class LogWithoutWriter(Log):
    def ask_for_checkpoint(self) -> None:
        self.lease.ring()


@pytest.fixture
def away(
    clerk: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LogWithoutWriter]:
    monkeypatch.setattr(receipts_module, "PATIENCE", 0.05)
    (tmp_path / "away").mkdir()
    with closing(LogWithoutWriter(tmp_path / "away", clerk)) as log:
        log.log_and_sign_all()
        yield log


def test_a_write_is_never_refused_for_want_of_a_receipt(
    away: LogWithoutWriter, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = Caller(create_app(clerk, None, KEY, book=away))
    table = Table.open(caller)

    def write() -> Any:
        return table.written("/notes?receipt=wait", {"text": "x"})["receipt"]

    assert write() is None, "nobody writes the log"
    monkeypatch.setattr(receipts_module, "PATIENCE", 3600.0)
    assert write() is None, "whoever waited in vain spares the others the wait"
    assert problem(caller.get(table.path("/records/1/receipt"))) == (503, "not-logged-yet")
    away.log_and_sign_all()
    monkeypatch.setattr(receipts_module, "PATIENCE", 0.05)
    assert caller.get(table.path("/records/1/receipt")).status_code == 200
    monkeypatch.setattr(away, "index_of", failing(OperationalError("disk I/O error")))
    assert write() is None, "the log cannot be read"


def test_the_number_of_writes_that_wait_for_a_receipt_is_limited(
    away: LogWithoutWriter, clerk: Clerk
) -> None:
    caller = Caller(create_app(clerk, None, KEY, AppSettings(limits=Limits(waiting=0)), book=away))
    answer = caller.post(
        Table.open(caller).path("/notes?receipt=wait"),
        {"text": "x"},
        If_Match='"1"',
        Idempotency_Key=new_key(),
    )
    assert (answer.status_code, answer.json["receipt"]) == (201, None)
