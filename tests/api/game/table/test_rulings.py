from contextlib import suppress
from random import Random
from typing import Any

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UMPIRE
from domain.game.rulings.conditions import Grounds
from domain.kernel.refusals import Refusal
from tests.amount import slow
from tests.builders.api.disputes import GROUNDS, Dispute, forbidden_action
from tests.builders.api.series import applied
from tests.builders.table import DUEL
from tests.records.laws import sound_facts, sound_patch

pytestmark = pytest.mark.usefixtures("fixed_chance")


FLAGGED = ("", "/board", "/score", "/board?audience=red", "/board?audience=arbiter")


def flags(duel: Dispute) -> set[tuple[int, ...]]:
    return {tuple(duel.read("arbiter", of)["irregularities"]) for of in FLAGGED}


def test_a_claim_is_open_until_the_arbiter_rules_on_it(duel: Dispute) -> None:
    filed = duel.done(
        "red", "/claims", {"seat": "red", "about": 3, "text": "That was rough ground."}
    )
    seq = filed["seq"]
    assert filed["sentence"] == {
        "en": "Red files a claim about record 3.",
        "fr": "Rouge dépose une réclamation sur l'écriture 3.",
    }
    entry = duel.read("spectator", f"/records/{seq}")["entry"]
    assert (entry["words"], entry["record"]["actor"]) == (
        "That was rough ground.",
        duel.links["red"]["id"],
    )
    (claim,) = duel.read("spectator", "/claims")["claims"]
    assert claim == {
        "seq": seq, "at": filed["at"], "actor": duel.links["red"]["id"], "seat": "red", "about": 3,
        "words": "That was rough ground.", "ruling": None,
    }  # fmt: skip
    assert (
        duel.read("blue")["open_claims"]
        == [seq]
        == duel.read("blue", "/irregularities")["open_claims"]
    )
    ruling = duel.rule(
        {"type": "stands"}, claim=seq, code="unclear-rule", text="It was not.", rule="Déplacer"
    )
    assert ruling["sentence"] == {
        "en": f"The arbiter rules on the claim of record {seq} by Déplacer: record 3 stands.",
        "fr": f"L'arbitre statue sur la réclamation de l'écriture {seq} selon Déplacer : "
        f"l'écriture 3 est maintenue.",
    }
    assert (
        duel.read("spectator", "/claims")["claims"][0]["ruling"],
        duel.read("spectator")["open_claims"],
    ) == (ruling["seq"], [])
    (shown,) = duel.read("spectator", "/rulings")["rulings"]
    assert (shown["claim"], shown["about"], shown["words"], shown["overturned"]) == (
        seq,
        3,
        "It was not.",
        None,
    )
    assert shown["reason"] == {
        "en": "a rule that can be read in two ways",
        "fr": "une règle qui se lit de deux façons",
    }
    duel.done(
        "arbiter",
        f"/rulings/{ruling['seq']}/overturn",
        {"rule": "Déplacer", "code": "ruling-error"},
    )
    assert (
        duel.read("spectator", "/claims")["claims"][0]["ruling"],
        duel.read("spectator")["open_claims"],
    ) == (None, [seq])


def test_an_illegal_action_is_refused_and_stands_by_ruling_with_its_verdict(duel: Dispute) -> None:
    seat, action = forbidden_action(duel)
    refused = duel.refused(seat, "/actions", {"seat": seat, "action": action}, "illegal-action")
    claim = duel.done(
        seat, "/claims", {"seat": seat, "about": duel.seq, "text": "We agreed on it."}
    )["seq"]
    body = {
        "remedy": {"type": "let-stand", "seat": seat, "action": action},
        "code": "agreement",
        "claim": claim,
        "text": "Both agree.",
    }
    done = duel.done("arbiter", "/rulings", body)
    at = done["seq"] - 1
    assert done["sentence"]["en"].endswith(
        f"by {refused['verdict']['rule']}: record {at} stands."
    ), "it rests on the rule it breaks"
    entry = duel.read("spectator", f"/records/{at}")["entry"]
    assert (entry["type"], entry["in_force"], entry["record"]["verdict"]) == (
        "ActionTaken",
        True,
        refused["verdict"],
    )
    assert (entry["record"]["seat"], entry["record"]["actor"]) == (
        seat,
        duel.links["arbiter"]["id"],
    )
    assert (
        duel.read("spectator", "/rulings")["rulings"][0]["about"],
        duel.read("spectator")["open_claims"],
    ) == (at, [])
    assert flags(duel) == {(at,)}
    (irregularity,) = duel.read("spectator", "/irregularities")["irregularities"]
    assert {
        "seq": at,
        "kind": "illegal-action",
        "counts": True,
        "verdict": refused["verdict"],
        "rule": refused["verdict"]["rule"],
        "code": refused["verdict"]["code"],
        "sentence": entry["sentence"],
    }.items() <= irregularity.items()


@pytest.mark.parametrize("by", ["facts", "patch"])
def test_a_corrected_board_is_a_step_that_is_told_and_marked(by: str, duel: Dispute) -> None:
    document = duel.read("arbiter", "/board/document")
    assert document["seq"] == duel.seq
    declared = (
        [dict(sound_facts(DUEL)[0])]
        if by == "facts"
        else list(sound_patch(DUEL, document["board"]))
    )
    remedy = {"type": "correct", by: declared}
    before = duel.read("arbiter", "/board?audience=arbiter")["board"]
    shown = duel.write("arbiter", "/rulings?dry_run=1", {"remedy": remedy, **GROUNDS}).json
    assert (shown["before"], shown["gone"], shown["verdict"]) == (before, [], None)
    ruling = duel.rule(remedy, code="wrong-entry")
    seq = ruling["seq"]
    after = duel.read("arbiter", "/board?audience=arbiter")["board"]
    assert after == shown["after"] != before
    assert applied(before, shown["changes"]) == after
    diff = duel.read("arbiter", f"/diff?from={seq - 1}&to={seq}&audience=arbiter")
    assert ruling["changes"] == shown["changes"] == diff["changes"]
    assert ruling["facts"] == (declared if by == "facts" else [])
    assert ruling["sentence"]["fr"].endswith("le plateau est corrigé.")
    entry = duel.read("spectator", f"/records/{seq}")["entry"]
    assert (entry["in_force"], len(entry["told"])) == (True, len(declared) if by == "facts" else 0)
    for other_remedy in (
        entry["record"]["remedy"],
        duel.read("spectator", "/rulings")["rulings"][0]["remedy"],
    ):
        assert other_remedy == {"facts": [], "patch": None, **remedy}
    assert flags(duel) == {(seq,)}
    duel.played.play(2)
    assert flags(duel) == {(seq,)}
    (irregularity,) = duel.read("spectator", "/irregularities")["irregularities"]
    assert (irregularity["seq"], irregularity["kind"], irregularity["counts"], irregularity["rule"], irregularity["code"]) == (
        seq, "correction", True, GROUNDS["rule"], "wrong-entry",
    )  # fmt: skip
    stood = duel.read("arbiter", "/board?audience=arbiter")["board"]
    undone = duel.done("arbiter", f"/rulings/{seq}/overturn", {"rule": "X", "code": "ruling-error"})
    assert (duel.board(), flags(duel)) == (duel.board(seq - 1), {()})
    assert undone["facts"] == []
    assert (
        applied(stood, undone["changes"])
        == duel.read("arbiter", "/board?audience=arbiter")["board"]
        != after
    )


def test_an_adjudicated_game_is_over_unless_the_ruling_falls(duel: Dispute) -> None:
    going, offered = (
        duel.read("spectator"),
        duel.read("", "/legal")["seats"][0]["choices"][0]["action"],
    )
    ruling = duel.rule({"type": "adjudicate", "winners": ["red"]}, code="absence")
    seq = ruling["seq"]
    assert (ruling["status"], ruling["to_act"], ruling["outcome"]["winners"]) == (
        "ended",
        [],
        ["red"],
    )
    assert ruling["sentence"]["fr"].endswith("la partie est gagnée par Rouge.")
    summary = duel.read("spectator")
    assert (summary["status"], summary["to_act"]) == ("ended", [])
    assert summary["outcome"] == ruling["outcome"] == duel.read("spectator", "/score")["outcome"]
    assert (summary["outcome"]["code"], flags(duel)) == ("adjudicated", {(seq,)})
    seat = going["to_act"][0]
    legal = duel.read("", f"/legal?seat={seat}")["seats"][0]
    assert legal["choices"] == legal["templates"] == []
    refused = duel.refused(seat, "/actions", {"seat": seat, "action": offered}, "game-adjudicated")
    assert refused["ruling"] == seq
    duel.done("arbiter", f"/rulings/{seq}/overturn", {"rule": "X", "code": "ruling-error"})
    assert duel.read("spectator")["to_act"] == going["to_act"]


# -- The report of irregularities: it explains every mark that boards and scores carry, and keeps
# what they carry no longer.

REST = {"illegal-action", "let-stand", "inherited", "correction", "penalty", "adjudication"}
"""Kinds of irregularities that mark board, score or outcome while they count. An annulment leaves
nothing that could be marked."""


def explained(table: Dispute, name: str = "spectator") -> list[dict[str, Any]]:
    report = table.read(name, "/irregularities")
    irregularities = list(report["irregularities"])
    counting = {
        irregularity["seq"]
        for irregularity in irregularities
        if irregularity["counts"] and irregularity["kind"] in REST
    }
    marks = table.read(name, "/board")["irregularities"]
    assert (
        sorted(counting)
        == marks
        == table.read(name)["irregularities"]
        == table.read(name, "/score")["irregularities"]
    )
    assert [irregularity["seq"] for irregularity in irregularities] == sorted(
        irregularity["seq"] for irregularity in irregularities
    )
    assert report["open_claims"] == table.read(name)["open_claims"]
    assert report["retracted_actions"] == [
        step["seq"] for step in table.read(name, "/retracted")["actions"]
    ]
    return irregularities


def do_something(table: Dispute, rng: Random) -> None:
    """Do one random thing: play, take back, restore, claim, rule or overturn. Raises `Refusal` if it
    is not allowed now, and `IndexError` if there is nothing to take back or overturn."""
    played, force = table.played, table.now.in_force()
    about = rng.randint(1, table.seq)
    match rng.randrange(11):
        case 0:
            played.undo(UMPIRE, rng.choice(force))
        case 1:
            played.redo(UMPIRE)
        case 2:
            played.claim("red", about)
        case 3:
            played.rule(
                "stands", Grounds("X", rng.choice(("dice", "time", "illegal-action")), "", 0, about)
            )
        case 4:
            played.rule("annul", from_seq=rng.choice(force), rolls="reroll")
        case 5:
            played.rule("correct", facts=sound_facts(DUEL))
        case 6:
            played.rule(
                "correct",
                patch=sound_patch(DUEL, table.read("arbiter", "/board/document")["board"]),
            )
        case 7:
            played.rule("penalty", seat="red", points=rng.choice((-1, 2)))
        case 8:
            played.overturn(rng.choice(table.now.proceedings.rulings_in_force).seq)
        case _:
            played.step()


@slow("rulings at random; the other tests of this file explain each mark")
def test_every_mark_is_explained_whatever_was_ruled_and_taken_back(
    app: Flask, clerk: Clerk
) -> None:
    kinds = set()
    for seed in range(6):
        table, rng = Dispute(app, clerk, seed=seed), Random(seed)
        table.played.play(4)
        for _ in range(20):
            with suppress(Refusal, IndexError):
                do_something(table, rng)
            kinds |= {
                (irregularity["kind"], irregularity["counts"]) for irregularity in explained(table)
            }
    assert kinds >= {
        (kind, counts)
        for kind in ("let-stand", "correction", "penalty", "annulment")
        for counts in (True, False)
    }
    assert ("overturned", False) in kinds and ("overturned", True) not in kinds


def test_a_branch_says_what_it_inherited(app: Flask, clerk: Clerk) -> None:
    table = Dispute(app, clerk, seed=2).played_for(3)
    seqs = [
        table.rule({"type": "correct", "facts": [dict(sound_facts(DUEL)[0])]}, code="wrong-entry")[
            "seq"
        ]
        for _ in range(2)
    ]
    (irregularity,) = explained(table.branch(table.grow("red").json))
    assert (irregularity["seq"], irregularity["kind"], irregularity["counts"]) == (
        1,
        "inherited",
        True,
    )
    sentence = " and ".join(map(str, seqs)), " et ".join(map(str, seqs))
    assert irregularity["sentence"] == {
        "en": f"The branch grew from a board that records {sentence[0]} of game {table.game} made "
        f"irregular.",
        "fr": f"La branche est partie d'un plateau que les écritures {sentence[1]} de la partie "
        f"{table.game} ont rendu irrégulier.",
    }
