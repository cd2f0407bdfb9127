from typing import Any

import pytest
from flask import Flask

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.undo.conditions import DAY
from tests.builders.api.client import Caller, new_key
from tests.builders.api.disputes import Dispute, ask_to_take_back, proposal, undo_dispute, who_acted
from tests.builders.api.series import applied

pytestmark = pytest.mark.usefixtures("fixed_chance")


def test_a_proposal_shows_who_asks_why_what_would_go_and_what_the_board_would_become(
    app: Flask, clerk: Clerk
) -> None:
    table = undo_dispute(app, clerk, "consent")
    seat, other = who_acted(table)
    from_seq = table.now.in_force()[-3]
    before = table.read("spectator", "/board")["board"]
    seq = table.done(
        seat,
        "/undo",
        {"seat": seat, "from_seq": from_seq, "ask": True, "reason": "The wrong card."},
    )["seq"]
    entries = {entry["seq"]: entry for entry in table.read("spectator", "/records")["records"]}
    request = proposal(table, seq)
    assert {
        "seat": seat,
        "from_seq": from_seq,
        "words": "The wrong card.",
        "state": "open",
        "affected": [other],
        "waits_for": [other],
        "replies": [],
        "settled": None,
        "at": entries[seq]["at"],
        "until": entries[seq]["record"]["until"],
    }.items() <= request.items()
    gone = [at for at in table.now.in_force() if at >= from_seq]
    assert [step["seq"] for step in request["steps"]] == gone
    for step in request["steps"]:
        entry = entries[step["seq"]]
        assert (step["seat"], step["by"], step["sentence"], step["rolls"]) == (
            entry["record"]["seat"],
            None,
            entry["sentence"],
            entry["rolls"],
        )
    assert (
        request["board"] == table.read("spectator", f"/board?at={from_seq - 1}")["board"] != before
    )
    assert applied(before, request["changes"]) == request["board"]
    assert entries[seq]["sentence"]["fr"].endswith(
        f"demande d'annuler tout depuis l'écriture {from_seq}."
    )


def test_agreed_to_it_is_done_and_can_be_restored_until_something_new_is_recorded(
    app: Flask, clerk: Clerk
) -> None:
    table = undo_dispute(app, clerk, "consent")
    board, gone = table.read("spectator", "/board")["board"], table.seq
    seq, seat, other = ask_to_take_back(table)
    becomes = proposal(table, seq)["board"]
    done = table.done(other, f"/undo/{seq}/answer", {"seat": other, "agree": True})
    assert (done["type"], done["actions"], done["seq"]) == ("ActionsRetracted", [gone], seq + 2)
    names = table.now.setting.name(seat), table.now.setting.name(other)
    assert done["sentence"] == {
        "en": f"{names[0].en} takes back record {gone}, as {names[1].en} agreed.",
        "fr": f"{names[0].fr} annule l'écriture {gone}, d'un commun accord : {names[1].fr}.",
    }
    assert table.read("spectator", "/board")["board"] == becomes
    request = proposal(table, seq)
    assert (
        request["state"],
        request["settled"],
        request["waits_for"],
        request["board"],
        request["changes"],
    ) == (
        "granted",
        seq + 2,
        [],
        None,
        [],
    )
    (reply,) = request["replies"]
    assert (reply["seq"], reply["seat"], reply["answer"]) == (seq + 1, other, "agree")
    assert reply["actor"] == table.links[other]["id"] != request["actor"], (
        "whoever entered it is named"
    )
    assert [step["seq"] for step in request["steps"]] == [gone], "what went is still told"
    table.refused(other, "/redo", {"seat": other}, "undo-refused")
    assert table.done(seat, "/redo", {"seat": seat})["actions"] == [gone]
    assert table.read("spectator", "/board")["board"] == board
    table.done("arbiter", "/undo", {"seat": "arbiter"})
    table.played.step()
    refused = table.refused(seat, "/redo", {"seat": seat}, "undo-refused")
    assert (
        refused["text"]["en"]
        == "Nothing can be restored: nothing was taken back since the last action."
    )


def test_a_proposal_is_never_read_from_a_cache_because_time_changes_it(
    app: Flask, clerk: Clerk
) -> None:
    table = undo_dispute(app, clerk, "consent")
    ask_to_take_back(table)
    answer = table.get("spectator", "/undo")
    assert answer.headers["Cache-Control"] == "no-store"
    assert table.get("spectator", "/undo", If_None_Match=answer.headers["ETag"]).status_code == 200


def test_the_list_of_what_was_taken_back_has_every_action_and_roll_and_what_took_it(
    app: Flask, clerk: Clerk
) -> None:
    def rolled(game: Game) -> list[int]:
        """The actions in force that rolled dice."""
        rolls = game.history.rolls
        return [seq for seq in game.in_force() if rolls[seq - 1] != rolls[seq - 2]]

    table = Dispute(app, clerk, seed=5).played_for(6)
    table.played.until(lambda game: len(rolled(game)) >= 2)
    done = table.done("arbiter", "/undo", {"seat": "arbiter", "from_seq": rolled(table.now)[0]})
    retracted = table.read("spectator", "/retracted")
    assert [step["seq"] for step in retracted["actions"]] == done["actions"]
    assert {step["by"] for step in retracted["actions"]} == {done["seq"]}
    rolls = [roll["number"] for step in retracted["actions"] for roll in step["rolls"]]
    assert rolls == sorted(rolls) and len(rolls) >= 2
    entries = {
        entry["seq"]: entry for entry in table.read("spectator", "/records?limit=500")["records"]
    }
    for step in retracted["actions"]:
        entry = entries[step["seq"]]
        assert (entry["in_force"], entry["rolls"], entry["sentence"]) == (
            False,
            step["rolls"],
            step["sentence"],
        )
    table.played.until(lambda game: game.rolls > rolls[-1])
    assert table.now.rolls > rolls[-1], "numbers go on from there, they never come again"
    assert [step["seq"] for step in table.read("spectator", "/retracted")["actions"]] == done[
        "actions"
    ]
    tag = table.get("spectator", "/retracted").headers["ETag"]
    assert table.get("spectator", "/retracted", If_None_Match=tag).status_code == 304
    report = table.read("spectator", "/irregularities")
    assert (report["retractions"], report["retracted_actions"], report["retracted_rolls"]) == (
        1,
        done["actions"],
        rolls,
    )


def test_nobody_speaks_for_another_and_no_seat_for_the_arbiter(app: Flask, clerk: Clerk) -> None:
    table = undo_dispute(app, clerk, "consent")
    seq, seat, other = ask_to_take_back(table)
    answer = f"/undo/{seq}/answer"
    for claimed in (other, "arbiter"):
        for of, body in (
            ("/actions", {"action": {"type": "stop"}}),
            ("/actions?dry_run=1", {"action": {"type": "stop"}}),
            ("/notes", {"text": "mine"}),
            ("/undo", {}),
            ("/undo", {"ask": True}),
            ("/redo", {}),
            (answer, {"agree": True}),
            (answer, {"agree": False}),
        ):
            refused = table.refused(seat, of, {"seat": claimed, **body}, "not-your-seat")
            assert refused["seats"] == [seat]
    for of, body in (
        ("/undo", {"seat": seat}),
        ("/redo", {"seat": seat}),
        (answer, {"seat": seat, "agree": True}),
    ):
        table.only("seat", of, body)
    scribe = table.issue("seat", "red", "blue")
    refused = app.test_client().post(
        table.path + answer,
        json={"seat": "arbiter", "agree": True},
        headers={
            "Authorization": f"Bearer {scribe['token']}",
            "If-Match": f'"{table.seq}"',
            "Idempotency-Key": "scribe",
        },
    )
    assert refused.json["type"] == "/problems/not-your-seat", (
        "a scribe speaks for all seats, and for no arbiter"
    )


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"ask": True}, "/seat"),
        ({"seat": "red", "ask": "yes"}, "/ask"),
        ({"seat": "red", "ask": True, "seconds": 0}, "/seconds"),
        ({"seat": "red", "ask": True, "seconds": 31 * DAY}, "/seconds"),
        ({"seat": "red", "from_seq": "last"}, "/from_seq"),
        ({"seat": "red", "reason": "x" * 2001}, "/reason"),
        ({"seat": "red", "form_seq": 3}, "/form_seq"),
    ],
)
def test_a_body_that_is_wrong_is_refused_field_by_field(
    body: Any, pointer: str, app: Flask, clerk: Clerk
) -> None:
    table = undo_dispute(app, clerk, "consent")
    assert table.refused("red", "/undo", body, "invalid-fields")["pointer"] == pointer


def test_a_scribe_with_both_seats_answers_for_the_other_and_is_named_twice(
    app: Flask, clerk: Clerk
) -> None:
    """One phone may answer for both seats. The record names its link for the request and for the
    answer."""
    table = undo_dispute(app, clerk, "consent")
    asker, other = who_acted(table)
    link = table.issue("seat", asker, other)
    scribe = Caller(table.app, link["token"])

    def write(of: str, body: Any) -> Any:
        return scribe.post(
            table.path + of, body, If_Match=f'"{table.seq}"', Idempotency_Key=new_key()
        )

    seq = write("/undo", {"seat": asker, "ask": True}).json["seq"]
    own = write(f"/undo/{seq}/answer", {"seat": asker, "agree": True})
    assert (
        own.json["type"] == "/problems/proposal-refused"
        and "can only withdraw it" in own.json["detail"]
    )
    assert (
        write(f"/undo/{seq}/answer", {"seat": other, "agree": True}).json["type"]
        == "ActionsRetracted"
    )
    (proposal_row,) = table.read("spectator", "/undo")["proposals"]
    assert (proposal_row["state"], proposal_row["actor"], proposal_row["replies"][0]["actor"]) == (
        "granted",
        link["id"],
        link["id"],
    )
