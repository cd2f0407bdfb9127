"""Who takes back over HTTP, by the four policies of undo."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from domain.clerk.clerk import Clerk
from tests.builders.api.disputes import Dispute, asked_back, proposal, undo_dispute, who_acted
from tests.domain.procedure.test_undo import another, rolled

pytestmark = pytest.mark.usefixtures("fixed_chance")


POLICIES = ("free", "consent", "arbiter", "none")


@pytest.mark.parametrize("policy", POLICIES)
def test_each_policy_says_who_takes_back(policy: str, app: Flask, clerk: Clerk) -> None:
    table = undo_dispute(app, clerk, policy)
    seat, other = who_acted(table)
    alone = {"seat": seat}
    if policy == "free":
        assert table.done(seat, "/undo", alone)["actions"] == [table.seq - 1]
        assert table.done(seat, "/redo", alone)["type"] == "ActionsRestored"
        return
    said = table.refused(seat, "/undo", alone, "undo-refused")["text"]["en"]
    assert {"consent": "so that", "arbiter": "the arbiter takes back", "none": "opened without undo"}[policy] in said
    for name in ("arbiter", "") if policy != "none" else ():
        assert table.done(name, "/undo", {"seat": "arbiter"})["sentence"]["fr"].startswith("L'arbitre annule")
        assert table.done(name, "/redo", {"seat": "arbiter"})["sentence"]["en"].startswith("The arbiter restores")
    if policy == "none":
        for name, body in ((seat, {"seat": seat, "ask": True}), ("arbiter", {"seat": "arbiter"})):
            assert "only a ruling" in table.refused(name, "/undo", body, "undo-refused")["text"]["en"]
        return
    seq, _, _ = asked_back(table)
    waits = [other] if policy == "consent" else ["arbiter"]
    assert (proposal(table, seq)["affected"], proposal(table, seq)["waits_for"]) == (waits, waits)


@pytest.mark.parametrize(
    ("found", "says"), [(another, "is an action of"), (rolled, "rolled or revealed something")], ids=["another seat's", "a roll"]
)
def test_undo_alone_stops_at_the_barrier_and_says_which_record_it_is(found: Any, says: str, app: Flask, clerk: Clerk) -> None:
    table = Dispute(app, clerk, seed=3)
    table.played.play(4)
    seat, seq = found(table.played.until(found))
    told = table.refused(seat, "/undo", {"seat": seat, "from_seq": seq}, "undo-refused")
    assert says in told["text"]["en"]
    assert seq <= told["at"] <= table.seq
    table.done(seat, "/undo", {"seat": seat, "from_seq": seq, "ask": True})
    assert table.done("arbiter", "/undo", {"seat": "arbiter", "from_seq": seq})["actions"][0] == seq, "the arbiter needs no consent"


def test_what_a_seat_may_do_alone_it_need_not_ask_for(app: Flask, clerk: Clerk) -> None:
    table = undo_dispute(app, clerk)
    seat, _ = who_acted(table)
    told = table.refused(seat, "/undo", {"seat": seat, "ask": True}, "proposal-refused")
    assert told["text"]["fr"] == "Personne n'a à donner son accord : annulez sans demander."


def test_the_arbiter_takes_back_to_any_record(app: Flask, clerk: Clerk) -> None:
    table = undo_dispute(app, clerk)
    force = table.now.in_force()
    for seq in (force[-1], force[2], force[0]):
        board = table.read("arbiter", f"/board?at={seq - 1}")["board"]
        gone = [at for at in table.now.in_force() if at >= seq]
        assert table.done("arbiter", "/undo", {"seat": "arbiter", "from_seq": seq})["actions"] == gone
        assert table.read("arbiter", "/board")["board"] == board
    table.refused("arbiter", "/undo", {"seat": "arbiter"}, "undo-refused")
