"""The report of irregularities: it explains every mark that boards and scores carry, and keeps what they carry no longer."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from flask import Flask

from domain.clerk.clerk import Clerk
from domain.errors import Refusal
from domain.procedure.rulings import Grounds
from domain.record.records import UMPIRE
from tests.builders.api.client import GAMES, Caller, new_key
from tests.builders.api.disputes import Dispute
from tests.builders.table import DUEL, FACTS, sound_patch

pytestmark = pytest.mark.usefixtures("fixed_chance")

REST = {"illegal-action", "let-stand", "inherited", "correction", "penalty", "adjudication"}
"""Kinds that board, score or outcome rest on while they count; an annulment leaves nothing behind that could be marked."""


def explained(table: Dispute, name: str = "spectator") -> list[dict[str, Any]]:
    """The report, which explains every mark."""
    report = table.read(name, "/irregularities")
    found: list[dict[str, Any]] = report["irregularities"]
    counting = {one["seq"] for one in found if one["counts"] and one["kind"] in REST}
    marks = table.read(name, "/board")["irregularities"]
    assert sorted(counting) == marks == table.read(name)["irregularities"] == table.read(name, "/score")["irregularities"]
    assert [one["seq"] for one in found] == sorted(one["seq"] for one in found)
    assert report["open_claims"] == table.read(name)["open_claims"]
    assert report["retracted_actions"] == [step["seq"] for step in table.read(name, "/retracted")["actions"]]
    return found


def something(table: Dispute, rng: Random) -> None:
    """Somebody plays, the arbiter takes back, restores, rules or overturns, whatever it may be; what cannot be is refused."""
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
            played.rule("stands", Grounds("X", rng.choice(("dice", "time", "illegal-action")), "", 0, about))
        case 4:
            played.rule("annul", from_seq=rng.choice(force), rolls="reroll")
        case 5:
            played.rule("correct", facts=FACTS[DUEL])
        case 6:
            played.rule("correct", patch=sound_patch(DUEL, table.read("arbiter", "/board/document")["board"]))
        case 7:
            played.rule("penalty", seat="red", points=rng.choice((-1, 2)))
        case 8:
            played.overturn(rng.choice(table.now.proceedings.holding).seq)
        case _:
            played.step()


def test_every_mark_is_explained_whatever_was_ruled_and_taken_back(app: Flask, clerk: Clerk) -> None:
    kinds = set()
    for seed in range(6):
        table, rng = Dispute(app, clerk, seed=seed), Random(seed)
        table.played.play(4)
        for _ in range(20):
            with suppress(Refusal, IndexError):
                something(table, rng)
            kinds |= {(one["kind"], one["counts"]) for one in explained(table)}
    assert kinds >= {(kind, counts) for kind in ("let-stand", "correction", "penalty", "annulment") for counts in (True, False)}
    assert ("overturned", False) in kinds and ("overturned", True) not in kinds


def test_a_set_up_that_stands_although_it_was_wrong_is_told_as_such(app: Flask, clerk: Clerk) -> None:
    table = Dispute(app, clerk)
    table.rule({"type": "stands"}, code="wrong-entry", about=1)
    (one,) = explained(table)
    assert (one["seq"], one["kind"], one["counts"]) == (1, "let-stand", True)
    assert one["sentence"]["en"].startswith("The game is opened")
    table.rule({"type": "stands"}, code="unclear-rule", about=1)
    assert len(explained(table)) == 1, "what is merely unclear is not irregular"


def test_a_branch_says_what_it_inherited(app: Flask, clerk: Clerk) -> None:
    table = Dispute(app, clerk, seed=2)
    table.played.play(3)
    seqs = [table.rule({"type": "correct", "facts": [dict(FACTS[DUEL][0])]}, code="wrong-entry")["seq"] for _ in range(2)]
    branch = table.branch(table.grow("red").json)
    (one,) = explained(branch)
    assert (one["seq"], one["kind"], one["counts"]) == (1, "inherited", True)
    said = " and ".join(map(str, seqs)), " et ".join(map(str, seqs))
    assert one["sentence"] == {
        "en": f"The branch grew from a board that records {said[0]} of game {table.game} made irregular.",
        "fr": f"La branche est partie d'un plateau que les écritures {said[1]} de la partie {table.game} ont rendu irrégulier.",
    }


def test_dice_that_were_rolled_and_taken_back_are_counted(app: Flask, clerk: Clerk) -> None:
    table = Dispute(app, clerk, ruleset="raiders-solo")
    start = table.now.rolls
    table.played.until(lambda game: len(game.in_force()) > 1 and game.rolls > start + 2)
    rolls = [roll.number for _, body in table.played.bodies() for roll in getattr(body, "rolls", ())]
    first = table.now.in_force()[0]
    table.done("arbiter", "/undo", {"seat": "arbiter", "from_seq": first})
    report = table.read("spectator", "/irregularities")
    assert report["retracted_rolls"] == [n for n in rolls if n > start]
    assert report["retractions"] == 1


@pytest.mark.parametrize("of", ["/irregularities", "/rulings", "/claims", "/retracted", "/undo", "/branches", "/board/document"])
def test_a_game_that_is_not_there_has_none(of: str, caller: Caller) -> None:
    told = caller.get(f"{GAMES}/000000000000{of}")
    assert (told.status_code, told.json["type"]) == (404, "/problems/unknown-game")


@pytest.mark.parametrize("of", ["/claims", "/rulings", "/rulings/2/overturn", "/undo/2/answer"])
def test_nothing_is_written_to_a_game_that_is_not_there(of: str, caller: Caller) -> None:
    bodies = {
        "/claims": {"seat": "red", "about": 1, "text": "no"},
        "/rulings": {"remedy": {"type": "stands"}, "rule": "X", "code": "time", "about": 1},
        "/rulings/2/overturn": {"rule": "X", "code": "time"},
        "/undo/2/answer": {"seat": "red", "agree": True},
    }
    told = caller.post(f"{GAMES}/000000000000{of}", bodies[of], If_Match='"1"', Idempotency_Key=new_key())
    assert (told.status_code, told.json["type"]) == (404, "/problems/unknown-game")
    told = caller.post(f"{GAMES}/000000000000/branches", Idempotency_Key=new_key())
    assert (told.status_code, told.json["type"]) == (404, "/problems/unknown-game")
