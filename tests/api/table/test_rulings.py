"""The arbiter's desk over HTTP: claims, what a ruling orders, and what carries the mark of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api import create_app
from domain.clerk.clerk import Clerk
from tests.api.play.test_positions import applied
from tests.builders.api.client import GAMES, KEY, Caller
from tests.builders.api.disputes import GROUNDS, Dispute, forbidden
from tests.builders.stores import new_clerk
from tests.builders.table import DUEL, FACTS, sound_patch
from tests.domain.procedure.test_undo import rolled

pytestmark = pytest.mark.usefixtures("fixed_chance")


FLAGGED = ("", "/board", "/score", "/board?audience=red", "/board?audience=arbiter")
"""Everything that says on which irregular records it rests."""


@pytest.fixture
def table(duel: Dispute) -> Dispute:
    """A duel in which both have acted."""
    return duel


def let_stand(table: Dispute, **more: Any) -> int:
    """The record of a forbidden action that is let stand."""
    seat, action = forbidden(table)
    return int(table.rule({"type": "let-stand", "seat": seat, "action": action, **more})["seq"]) - 1


def flags(table: Dispute) -> set[tuple[int, ...]]:
    """What all that says it rests on."""
    return {tuple(table.read("arbiter", of)["irregularities"]) for of in FLAGGED}


# -- claims ----------------------------------------------------------------------------------------------------------------


def test_a_claim_is_open_until_the_arbiter_rules_on_it(table: Dispute) -> None:
    filed = table.done("red", "/claims", {"seat": "red", "about": 3, "text": "That was rough ground."})
    seq = filed["seq"]
    assert filed["sentence"] == {
        "en": "Red files a claim about record 3.",
        "fr": "Rouge dépose une réclamation sur l'écriture 3.",
    }
    entry = table.read("spectator", f"/records/{seq}")["entry"]
    assert (entry["words"], entry["record"]["actor"]) == ("That was rough ground.", table.links["red"]["id"])
    (claim,) = table.read("spectator", "/claims")["claims"]
    assert claim == {
        "seq": seq, "at": filed["at"], "actor": table.links["red"]["id"], "seat": "red", "about": 3,
        "words": "That was rough ground.", "ruling": None,
    }  # fmt: skip
    assert table.read("blue")["open_claims"] == [seq] == table.read("blue", "/irregularities")["open_claims"]
    ruling = table.rule({"type": "stands"}, claim=seq, code="unclear-rule", text="It was not.", rule="Déplacer")
    assert ruling["sentence"]["en"] == f"The arbiter rules on the claim of record {seq} by Déplacer: record 3 stands."
    assert ruling["sentence"]["fr"] == (
        f"L'arbitre statue sur la réclamation de l'écriture {seq} selon Déplacer : l'écriture 3 est maintenue."
    )
    assert table.read("spectator", "/claims")["claims"][0]["ruling"] == ruling["seq"]
    assert table.read("spectator")["open_claims"] == []
    (given,) = table.read("spectator", "/rulings")["rulings"]
    assert (given["claim"], given["about"], given["words"], given["overturned"]) == (seq, 3, "It was not.", None)
    assert given["reason"] == {"en": "a rule that can be read in two ways", "fr": "une règle qui se lit de deux façons"}
    table.done("arbiter", f"/rulings/{ruling['seq']}/overturn", {"rule": "Déplacer", "code": "ruling-error"})
    assert table.read("spectator", "/claims")["claims"][0]["ruling"] is None
    assert table.read("spectator")["open_claims"] == [seq]


def test_claims_whose_words_were_erased_are_still_claims(table: Dispute, clerk: Clerk) -> None:
    seq = table.done("red", "/claims", {"seat": "red", "about": 3, "text": "He is a cheat."})["seq"]
    clerk.key_values.erase("text", clerk.file(table.game).record(seq).body.text)  # type: ignore[attr-defined]
    (claim,) = table.read("spectator", "/claims")["claims"]
    assert (claim["words"], claim["about"]) == (None, 3)


# -- an illegal action that stands --------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_and_stands_by_ruling_with_its_verdict(table: Dispute) -> None:
    seat, action = forbidden(table)
    told = table.refused(seat, "/actions", {"seat": seat, "action": action}, "illegal-action")
    claim = table.done(seat, "/claims", {"seat": seat, "about": table.seq, "text": "We agreed on it."})["seq"]
    body = {
        "remedy": {"type": "let-stand", "seat": seat, "action": action},
        "code": "agreement",
        "claim": claim,
        "text": "Both agree.",
    }
    done = table.done("arbiter", "/rulings", body)
    at = done["seq"] - 1
    assert done["sentence"]["en"].endswith(f"by {told['verdict']['rule']}: record {at} stands."), "it rests on the rule it breaks"
    entry = table.read("spectator", f"/records/{at}")["entry"]
    assert (entry["type"], entry["in_force"], entry["record"]["verdict"]) == ("ActionTaken", True, told["verdict"])
    assert (entry["record"]["seat"], entry["record"]["actor"]) == (seat, table.links["arbiter"]["id"])
    assert (table.read("spectator", "/rulings")["rulings"][0]["about"], table.read("spectator")["open_claims"]) == (at, [])
    assert flags(table) == {(at,)}
    (one,) = table.read("spectator", "/irregularities")["irregularities"]
    assert (one["seq"], one["kind"], one["counts"], one["verdict"]) == (at, "illegal-action", True, told["verdict"])
    assert (one["rule"], one["code"], one["sentence"]) == (told["verdict"]["rule"], told["verdict"]["code"], entry["sentence"])


def test_what_rests_on_it_is_marked_and_no_more_once_it_is_taken_back(table: Dispute) -> None:
    before = table.seq
    at = let_stand(table)
    table.played.play(3)
    assert flags(table) == {(at,)}
    assert table.read("spectator", f"/board?at={before}")["irregularities"] == []
    assert table.read("spectator", f"/score?at={at}")["irregularities"] == [at]
    table.done("arbiter", "/undo", {"seat": "arbiter", "from_seq": at})
    assert flags(table) == {()}
    (one,) = table.read("spectator", "/irregularities")["irregularities"]
    assert (one["seq"], one["counts"]) == (at, False), "the report keeps it"
    table.done("arbiter", "/redo", {"seat": "arbiter"})
    assert flags(table) == {(at,)}


def test_overturning_the_ruling_does_not_make_the_action_legal(table: Dispute) -> None:
    at = let_stand(table)
    table.done("arbiter", f"/rulings/{at + 1}/overturn", {"rule": "X", "code": "ruling-error"})
    assert flags(table) == {(at,)}, "it is in force until it is annulled"
    table.rule({"type": "annul", "from_seq": at, "rolls": "reroll"})
    assert flags(table) == {()}


def test_an_export_carries_the_flag_to_whoever_imports_it(table: Dispute, tmp_path: Path) -> None:
    at = let_stand(table)
    for name in ("spectator", "arbiter"):
        assert table.get(name, "/export").data.count(b'"verdict":{"legal":false') == 1
    with closing(new_clerk(tmp_path / "elsewhere.sqlite")) as clerk:
        there = Caller(create_app(clerk, None, KEY))
        headers = {**there.headers, "Content-Type": "application/x-ndjson"}
        report = there.client.post(f"{GAMES}/import", data=table.get("arbiter", "/export").data, headers=headers)
        assert [illegal["seq"] for illegal in report.json["illegal"]] == [at]
        for of in FLAGGED:
            assert there.get(table.path + of).json["irregularities"] == [at]
        here = table.read("arbiter", "/irregularities")
        assert there.get(f"{table.path}/irregularities").json == here
        assert [game["id"] for game in there.get(f"{GAMES}?irregular=true").json["games"]] == [table.game]


def test_where_the_rules_do_not_say_what_comes_of_it_the_arbiter_does(table: Dispute) -> None:
    seat, action = forbidden(table)
    facts = [dict(FACTS[DUEL][0])]
    remedy = {"type": "let-stand", "seat": seat, "action": action, "facts": facts}
    wrong = {**GROUNDS, "remedy": {**remedy, "facts": [{"type": "points-gained"}]}}
    assert table.refused("arbiter", "/rulings", wrong, "correction-refused")["pointer"] == "/remedy/facts"
    both = {**GROUNDS, "remedy": {**remedy, "values": [[1]]}}
    assert table.refused("arbiter", "/rulings", both, "invalid-fields")["pointer"] == "/remedy/values"
    before = table.read("arbiter", "/board?audience=arbiter")["board"]
    ruling = table.rule(remedy)
    at = ruling["seq"] - 1
    entry = table.read("spectator", f"/records/{at}")["entry"]
    assert (entry["record"]["facts"], len(entry["told"])) == (facts, 1)
    assert ruling["facts"] == facts
    after = table.read("arbiter", "/board?audience=arbiter")["board"]
    assert before != after == applied(before, ruling["changes"]), "the action and the ruling are two records, and one step"


def test_at_a_table_with_its_own_dice_the_values_come_with_the_ruling(app: Flask, clerk: Clerk) -> None:
    values: list[list[Any]] = []
    while "asks" in (
        told := Caller(app).post(GAMES, {"ruleset": DUEL, "chance": "table", "values": values}, Idempotency_Key=KEY).json
    ):
        values += [ask["pool"][: ask["count"]] for ask in told["asks"]]
    table = Dispute(app, clerk, chance="table", values=values)
    table.played.play(9)
    for _ in range(20):
        seat, action = forbidden(table)
        remedy = {"type": "let-stand", "seat": seat, "action": action}
        tried = table.write("arbiter", "/rulings?dry_run=1", {**GROUNDS, "remedy": remedy})
        if tried.status_code == 422:
            break
        table.played.step()
    told = table.refused("arbiter", "/rulings", {**GROUNDS, "remedy": remedy}, "values-needed")
    assert (told["pointer"], told["given"]) == ("/remedy/values", 0)
    rolls = [ask["pool"][: ask["count"]] for ask in told["asks"]]
    wrong = {**GROUNDS, "remedy": {**remedy, "values": [["nonsense"], *rolls[1:]]}}
    assert table.refused("arbiter", "/rulings", wrong, "values-refused")["pointer"] == "/remedy/values"
    at = table.rule({**remedy, "values": rolls})["seq"] - 1
    assert [roll["values"] for roll in table.read("spectator", f"/records/{at}")["entry"]["rolls"]] == rolls


def test_a_legal_action_needs_no_ruling(table: Dispute) -> None:
    legal = table.read("", "/legal")["seats"][0]
    remedy = {"type": "let-stand", "seat": legal["seat"], "action": legal["choices"][0]["action"]}
    told = table.refused("arbiter", "/rulings", {"remedy": remedy, **GROUNDS}, "ruling-refused")
    assert (told["pointer"], told["text"]["en"]) == (
        "/remedy/action",
        "This action is legal: record it as an action, without a ruling.",
    )


# -- the other remedies ----------------------------------------------------------------------------------------------------------


def test_annulling_across_dice_says_what_becomes_of_them(table: Dispute) -> None:
    table.played.until(rolled)
    at = table.now.in_force()[-1]
    rolls = table.read("spectator", f"/records/{at}")["entry"]["rolls"]
    told = table.refused("arbiter", "/rulings", {"remedy": {"type": "annul", "from_seq": at}, **GROUNDS}, "ruling-refused")
    assert (told["pointer"], told["at"]) == ("/remedy/rolls", at)
    ruling = table.rule({"type": "annul", "from_seq": at, "rolls": "stands"})
    assert ruling["sentence"]["en"].endswith(f"everything from record {at} on is annulled, its dice stand.")
    assert table.board() == table.board(at - 1)
    (gone,) = table.read("spectator", "/retracted")["actions"]
    assert (gone["seq"], gone["by"], gone["rolls"]) == (at, ruling["seq"], rolls)
    table.played.again(at)
    again = table.read("spectator", f"/records/{table.seq}")["entry"]["rolls"]
    assert [(roll["values"], roll["of"]) for roll in again] == [(roll["values"], roll["number"]) for roll in rolls]
    assert again[0]["number"] > rolls[-1]["number"]
    kinds = {one["kind"]: one for one in table.read("spectator", "/irregularities")["irregularities"]}
    assert (kinds["annulment"]["seq"], kinds["annulment"]["counts"]) == (ruling["seq"], True)


@pytest.mark.parametrize("by", ["facts", "patch"])
def test_a_corrected_board_is_a_step_that_is_told_and_marked(by: str, table: Dispute) -> None:
    document = table.read("arbiter", "/board/document")
    assert document["seq"] == table.seq
    given = [dict(FACTS[DUEL][0])] if by == "facts" else list(sound_patch(DUEL, document["board"]))
    remedy = {"type": "correct", by: given}
    before = table.read("arbiter", "/board?audience=arbiter")["board"]
    shown = table.write("arbiter", "/rulings?dry_run=1", {"remedy": remedy, **GROUNDS}).json
    assert (shown["before"], shown["gone"], shown["verdict"]) == (before, [], None)
    ruling = table.rule(remedy, code="wrong-entry")
    seq = ruling["seq"]
    after = table.read("arbiter", "/board?audience=arbiter")["board"]
    assert after == shown["after"] != before
    assert applied(before, shown["changes"]) == after
    diff = table.read("arbiter", f"/diff?from={seq - 1}&to={seq}&audience=arbiter")
    assert ruling["changes"] == shown["changes"] == diff["changes"]
    assert ruling["facts"] == (given if by == "facts" else [])
    assert ruling["sentence"]["fr"].endswith("le plateau est corrigé.")
    entry = table.read("spectator", f"/records/{seq}")["entry"]
    assert (entry["in_force"], len(entry["told"])) == (True, len(given) if by == "facts" else 0)
    for told in (entry["record"]["remedy"], table.read("spectator", "/rulings")["rulings"][0]["remedy"]):
        assert told == {"facts": [], "patch": None, **remedy}
    assert flags(table) == {(seq,)}
    table.played.play(2)
    assert flags(table) == {(seq,)}
    (one,) = table.read("spectator", "/irregularities")["irregularities"]
    assert (one["seq"], one["kind"], one["counts"], one["rule"], one["code"]) == (
        seq, "correction", True, GROUNDS["rule"], "wrong-entry",
    )  # fmt: skip
    stood = table.read("arbiter", "/board?audience=arbiter")["board"]
    undone = table.done("arbiter", f"/rulings/{seq}/overturn", {"rule": "X", "code": "ruling-error"})
    assert (table.board(), flags(table)) == (table.board(seq - 1), {()})
    assert undone["facts"] == []
    assert applied(stood, undone["changes"]) == table.read("arbiter", "/board?audience=arbiter")["board"] != after


def test_a_correction_by_facts_has_a_sentence_for_each(table: Dispute) -> None:
    seq = table.rule({"type": "correct", "facts": [dict(FACTS[DUEL][0])]})["seq"]
    (told,) = table.read("spectator", f"/records/{seq}")["entry"]["told"]
    assert told["en"].startswith("Blue") and told["fr"].startswith("Bleu")


def test_a_penalty_stands_beside_the_board(table: Dispute) -> None:
    before = table.read("spectator", "/score")
    ruling = table.rule({"type": "penalty", "seat": "red", "points": -3}, code="time", text="Ten minutes late.")
    score = table.read("spectator", "/score")
    assert score["penalties"] == [{"ruling": ruling["seq"], "seat": "red", "points": -3}]
    for was, line in zip(before["score"], score["score"], strict=True):
        given = -3 if line["seat"] == "red" else 0
        assert (line["points"], line["penalty"], line["total"]) == (was["points"], given, was["points"] + given)
    assert table.board() == table.board(ruling["seq"] - 1)
    assert (ruling["sentence"]["en"], ruling["sentence"]["fr"]) == (
        "The arbiter rules by Tour de jeu: Red gets -3 points.",
        "L'arbitre statue selon Tour de jeu : Rouge reçoit -3 points.",
    )
    assert flags(table) == {(ruling["seq"],)}
    table.done("arbiter", f"/rulings/{ruling['seq']}/overturn", {"rule": "X", "code": "ruling-error"})
    assert table.read("spectator", "/score")["score"] == before["score"]
    assert flags(table) == {()}


def test_an_adjudicated_game_is_over_unless_the_ruling_falls(table: Dispute) -> None:
    going, offered = table.read("spectator"), table.read("", "/legal")["seats"][0]["choices"][0]["action"]
    ruling = table.rule({"type": "adjudicate", "winners": ["red"]}, code="absence")
    seq = ruling["seq"]
    assert (ruling["status"], ruling["to_act"], ruling["outcome"]["winners"]) == ("ended", [], ["red"])
    assert ruling["sentence"]["fr"].endswith("la partie est gagnée par Rouge.")
    summary = table.read("spectator")
    assert (summary["status"], summary["to_act"]) == ("ended", [])
    assert summary["outcome"] == ruling["outcome"] == table.read("spectator", "/score")["outcome"]
    assert summary["outcome"]["code"] == "adjudicated"
    assert flags(table) == {(seq,)}
    seat = going["to_act"][0]
    legal = table.read("", f"/legal?seat={seat}")["seats"][0]
    assert legal["choices"] == legal["templates"] == []
    told = table.refused(seat, "/actions", {"seat": seat, "action": offered}, "game-adjudicated")
    assert told["ruling"] == seq
    told = table.refused(seat, "/undo", {"seat": seat}, "undo-refused")
    assert told["at"] == seq
    table.done("arbiter", f"/rulings/{seq}/overturn", {"rule": "X", "code": "ruling-error"})
    assert table.read("spectator")["to_act"] == going["to_act"]
    table.played.step()


def test_nobody_may_win(table: Dispute) -> None:
    ruling = table.rule({"type": "adjudicate", "winners": []}, code="conduct")
    assert ruling["outcome"]["winners"] == []
    assert ruling["sentence"]["en"].endswith("nobody wins the game.")


def test_a_record_that_stands_although_it_is_wrong_is_reported_with_the_rule(table: Dispute) -> None:
    at = table.now.in_force()[-1]
    table.rule({"type": "stands"}, about=at, code="wrong-entry", rule="Déplacer")
    table.rule({"type": "stands"}, about=at, code="agreement", rule="Construire")
    (one,) = table.read("spectator", "/irregularities")["irregularities"]
    assert (one["seq"], one["kind"], one["rule"], one["code"]) == (at, "let-stand", "Déplacer", "wrong-entry")


def test_a_ruling_that_holds_has_to_be_overturned_once(table: Dispute) -> None:
    seq = table.rule({"type": "stands"}, about=3)["seq"]
    over = table.done("arbiter", f"/rulings/{seq}/overturn", {"rule": "X", "code": "other", "text": "I erred."})
    assert over["sentence"]["fr"] == f"La décision de l'écriture {seq} est infirmée."
    assert table.read("spectator", "/rulings")["rulings"][0]["overturned"] == over["seq"]
    told = table.refused("arbiter", f"/rulings/{seq}/overturn", {"rule": "X", "code": "time"}, "ruling-refused")
    assert (told["at"], "overturned already" in told["text"]["en"], "pointer" in told) == (over["seq"], True, False)
    kinds = [(one["kind"], one["counts"]) for one in table.read("spectator", "/irregularities")["irregularities"]]
    assert kinds == [("overturned", False)]
