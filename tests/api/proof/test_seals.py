from typing import Any

import pytest
from flask import Flask

from api import create_app
from domain.game.clerk.clerk import Clerk
from tests.builders import world
from tests.builders.api.client import KEY
from tests.builders.api.disputes import Dispute
from tests.builders.logs import Log
from tests.builders.world import verified
from tests.domain.game.seals.sealers import Device

pytestmark = pytest.mark.usefixtures("sealed_bids")


SLOT = "bid after 1"
LET_STAND = {"type": "let-stand", "seat": "a"}


class Sealed(Dispute):
    def __init__(self, app: Flask, clerk: Clerk, **fields: Any) -> None:
        super().__init__(app, clerk, **{"ruleset": "sealed-bids", "seals": True, **fields})
        self.devices = {seat: Device(self.game, seat) for seat in ("a", "b")}

    def offered(self, seat: str) -> dict[str, Any]:
        return dict(self.read(seat, f"/legal?seat={seat}")["seats"][0]["templates"][0]["example"])

    def sealing(self, seat: str, amount: int) -> dict[str, Any]:
        action = {**self.offered(seat), "amount": amount}
        slot = self.read("", "/seals")["slot"]
        return {"seat": seat, "slot": slot, "seal": self.devices[seat].seal(slot, action)}

    def showing(self, seat: str, amount: int, **changed: Any) -> dict[str, Any]:
        return {
            "seat": seat,
            "action": {"amount": amount, "type": "bid"},
            "salt": self.devices[seat].salts[SLOT],
            **changed,
        }

    def bind(self) -> None:
        for seat, amount in (("a", 3), ("b", 4)):
            self.done(seat, "/seals", self.sealing(seat, amount))


@pytest.fixture
def table(app: Flask, clerk: Clerk) -> Sealed:
    return Sealed(app, clerk)


def test_bids_are_bound_and_then_shown(table: Sealed) -> None:
    assert table.read("spectator", "/seals") == {
        "game": table.game,
        "seq": 1,
        "types": ["bid"],
        "slot": SLOT,
        "seats": [
            {"seat": seat, "record": None, "seal": None, "opened": None} for seat in ("a", "b")
        ],
        "complete": False,
    }
    table.bind()
    records = table.read("b", "/records?after=1")["records"]
    assert [(move["type"], move["sentence"]["en"]) for move in records] == [
        ("ValueSealed", "Ann seals a secret choice."),
        ("ValueSealed", "Bob seals a secret choice."),
    ]
    assert table.read("", "/seals")["complete"]
    table.done("a", "/actions", table.showing("a", 3))
    assert [seat["opened"] for seat in table.read("", "/seals")["seats"]] == [4, None]
    table.done("b", "/actions", table.showing("b", 4))
    seals = table.read("", "/seals")
    assert (seals["slot"], seals["seats"], seals["complete"]) == (None, [], False)
    assert table.read("", "")["seals"]


def test_a_salt_is_for_those_who_may_know_the_action(table: Sealed) -> None:
    """Everybody has the seal. Who had the salt, too, could find the bid by trying all amounts."""
    table.bind()
    table.done("a", "/actions", table.showing("a", 3))
    salt = table.devices["a"].salts[SLOT]
    for name, knows in (("spectator", False), ("b", False), ("a", True), ("arbiter", True)):
        for of in ("/records/4", "/records", "/export", "/audit", "/bundle"):
            answer = table.get(
                name, of + ("?audience=arbiter" if name == "arbiter" and of != "/bundle" else "")
            )
            if not knows:
                assert salt not in answer.text, (name, of)
        entry = table.read(name, "/records/4" + ("?audience=arbiter" if name == "arbiter" else ""))[
            "entry"
        ]["record"]
        assert ("opens" in entry) is knows
    table.done("b", "/actions", table.showing("b", 4))
    assert table.read("spectator", "/records/4")["entry"]["record"]["opens"] == {
        "record": 2,
        "salt": salt,
    }


def test_two_who_seal_at_once_are_both_bound(table: Sealed) -> None:
    """The slower seat is refused with 412 and sends the same seal again for the newest record. Sent
    twice, it is recorded once."""
    first, second = table.sealing("a", 3), table.sealing("b", 4)
    path, stale = f"{table.path}/seals", {"If_Match": '"1"'}
    assert table.holder("a").post(path, first, Idempotency_Key="a", **stale).status_code == 201
    refused = table.holder("b").post(path, second, Idempotency_Key="b", **stale)
    assert (refused.status_code, refused.json["current"]) == (412, 2)
    for again in (False, True):
        answer = table.holder("b").post(path, second, Idempotency_Key="b", If_Match='"2"')
        assert (answer.status_code, answer.headers.get("Idempotent-Replay") == "true") == (
            201,
            again,
        ), answer.headers


def test_an_arbiter_enters_what_a_seat_lost_and_the_report_says_so(table: Sealed) -> None:
    table.bind()
    table.done("b", "/actions", table.showing("b", 4))
    table.rule({**LET_STAND, "action": {"type": "bid", "amount": 3}}, rule="", code="wrong-entry")
    head = table.read("arbiter", "/audit?audience=arbiter")["head"]
    assert [fault["seq"] for fault in head["faults"]] == [5]
    assert (head["seals"]["count"], head["seals"]["unopened"], head["seals"]["unsealed"]) == (
        2,
        [2],
        [5],
    )
    says = (
        "Sealed values: 2, 1 not opened so far; entered without a seal, by the arbiter's ruling: 5."
    )
    assert head["seals"]["text"]["en"] == says
    assert (
        says.replace("'", "&#39;") in table.holder("arbiter").get(f"/games/{table.game}/audit").text
    )
    why = table.read("arbiter", "/records/5?audience=arbiter")["entry"]["record"]["verdict"]
    assert why["code"] == "unsealed"


def test_the_bundle_of_the_service_opens_every_seal(clerk: Clerk, book: Log) -> None:
    table = Sealed(create_app(clerk, None, KEY, book=book), clerk)
    table.bind()
    table.done("b", "/actions", table.showing("b", 4))
    table.done("a", "/actions", table.showing("a", 3))
    table.done("arbiter", "/close", {})
    book.log_and_sign_all()
    report = verified(world.audit(table.get("spectator", "/bundle").data, book.policy()))
    assert [f.said.en for f in report.findings if f.check == "seals"] == [
        "sealed values: 2, all opened"
    ]


def test_who_seals_or_shows_for_a_seat_confirms_it_and_is_named(table: Sealed) -> None:
    """Only the seat itself seals and shows its choice. An arbiter who does so for the seat has to
    send `on_behalf`, and the record names the arbiter."""
    bid = table.sealing("a", 3)
    refused = table.refused("arbiter", "/seals", bid, "seal-refused")
    assert "send it again with on_behalf" in refused["detail"]
    sealed = table.done("arbiter", "/seals", {**bid, "on_behalf": True})
    table.done("b", "/seals", table.sealing("b", 4))
    entries = {record["seq"]: record for record in table.read("", "/records")["records"]}
    assert entries[sealed["seq"]]["sentence"]["en"].startswith(
        "The arbiter seals a secret choice for "
    )
    assert entries[sealed["seq"] + 1]["sentence"]["en"].endswith(" seals a secret choice.")
    assert "The arbiter" not in entries[sealed["seq"] + 1]["sentence"]["en"]
    table.refused("arbiter", "/actions", table.showing("a", 3), "seal-refused")
    table.done("arbiter", "/actions", table.showing("a", 3, on_behalf=True))
    table.done("b", "/actions", table.showing("b", 4))
