from typing import Any

import pytest
from flask import Flask

from domain.game.clerk.clerk import Clerk
from tests.builders.api.client import GAMES, Caller, Table, new_key, problem
from tests.builders.api.disputes import Dispute
from tests.builders.api.series import applied
from tests.builders.table import DUEL

pytestmark = pytest.mark.usefixtures("fixed_chance")


@pytest.fixture
def table(app: Flask, clerk: Clerk) -> Dispute:
    return Dispute(app, clerk, seed=4).played_for(8)


class Branch:
    """A branch grown by the holder of link `name`, with the links to it."""

    def __init__(self, table: Dispute, name: str = "red", **body: Any) -> None:
        self.parent = table
        answer = table.grow(name, body or None)
        assert answer.status_code == 201, answer.json
        self.opened = answer.json
        self.id: str = answer.json["id"]
        self.links = {"+".join(x["seats"]) or x["role"]: x for x in answer.json["links"]}

    def holder(self, name: str) -> Caller:
        return Caller(self.parent.app, self.links[name]["token"])

    def table(self, name: str = "arbiter") -> Table:
        return Table(self.holder(name), self.id, self.parent.clerk.game(self.id).seq)


def listed(table: Dispute, name: str = "spectator", query: str = "") -> Any:
    return table.read(name, f"/branches{query}")["branches"]


def test_a_branch_begins_where_it_left_the_line_and_goes_its_own_way(table: Dispute) -> None:
    line = table.records()
    branch = Branch(table, at=5, purpose="dispute", tags=["what-if"])
    summary = branch.opened["summary"]
    assert {
        "lineage": {"game": table.game, "seq": 5, "purpose": "dispute"},
        "seq": 1,
        "tags": ["what-if"],
        "ruleset": DUEL,
        "status": "open",
    }.items() <= summary.items()
    mine = branch.table()
    for audience in ("public", "red", "arbiter"):
        there = table.read("arbiter", f"/board?at=5&audience={audience}")["board"]
        assert mine.get(f"/board?audience={audience}").json["board"] == there
    assert mine.get("/board").json["to_act"] == table.read("spectator", "/board?at=5")["to_act"]
    mine.moves(3)
    seat = mine.get("/records/4").json["entry"]["record"]["seat"]
    branch.table(seat).written("/notes", {"seat": seat, "text": "Better."})  # a link of its own
    assert table.records() == line, "the line played knows nothing of it"
    entry = mine.get("/records/1").json["entry"]
    assert entry["sentence"] == {
        "en": f"A branch is opened to settle a dispute: Northgard: Training Grounds, from record "
        f"5 of game {table.game}.",
        "fr": f"Une branche est ouverte pour trancher un litige : Northgard : Terrain "
        f"d'Entraînement, depuis l'écriture 5 de la "
        f"partie {table.game}.",
    }
    assert entry["record"]["actor"] == table.links["red"]["id"]


def test_what_if_is_compared_with_what_was_played(table: Dispute) -> None:
    branch = Branch(table, at=5)
    mine = branch.table().moves(3)
    for name in ("spectator", "red", "arbiter", ""):
        diff = table.read(name, f"/diff?from={table.seq}&with={branch.id}")
        assert (diff["game"], diff["from"], diff["with"], diff["to"]) == (
            table.game,
            table.seq,
            branch.id,
            mine.seq,
        )
        here = applied(table.read(name, "/board")["board"], diff["changes"])
        assert here == mine.get(f"/board?audience={diff['audience']}").json["board"]
    path = f"/diff?from=5&to=1&with={branch.id}"
    same = table.get("spectator", path)
    assert same.json["changes"] == []
    assert table.get("spectator", path, If_None_Match=same.headers["ETag"]).status_code == 304


def test_branches_are_compared_with_a_link_to_their_parent_and_not_with_their_own(
    table: Dispute,
) -> None:
    first, second = Branch(table, at=5), Branch(table, at=6)
    below = (
        first.holder("arbiter")
        .post(f"{GAMES}/{first.id}/branches", Idempotency_Key=new_key())
        .json["id"]
    )
    assert table.read("red", f"/diff?from=5&with={below}")["changes"] == []
    assert table.organiser.get(f"{GAMES}/{first.id}/diff?with={second.id}").status_code == 200, (
        "an organiser compares any of theirs"
    )
    for name in ("red", "arbiter", "spectator"):
        for other in (table.game, second.id):
            answer = first.holder(name).get(f"{GAMES}/{first.id}/diff?with={other}")
            assert problem(answer) == (403, "not-covered"), "a branch's link has no other game"


def test_games_that_are_not_ones_own_or_not_there_are_refused_the_same(
    table: Dispute, app: Flask, clerk: Clerk
) -> None:
    foreign = Dispute(app, clerk)
    for name in ("red", "spectator", "arbiter", ""):
        refusals = [
            table.get(name, f"/diff?with={other}") for other in (foreign.game, "000000000000")
        ]
        assert {answer.json["type"] for answer in refusals} == {"/problems/not-covered"}
        assert refusals[0].data == refusals[1].data
        table.problem(refusals[0], "GET", "/diff", "not-covered")


def test_only_games_of_one_title_are_compared(table: Dispute, caller: Caller) -> None:
    other = Table.open(caller, ruleset="raiders-solo")
    answer = caller.get(f"{table.path}/diff?with={other.id}")
    assert table.problem(answer, "GET", "/diff", "other-title")["text"]["en"].startswith(
        f"Game {table.game} is Northgard"
    )
    assert (
        caller.get(f"{table.path}/diff?with=000000000000").json["type"] == "/problems/unknown-game"
    )
    table.problem(
        caller.get(f"{table.path}/diff?with={Table.open(caller).id}&to=9"),
        "GET",
        "/diff",
        "no-such-position",
    )


def test_branches_are_listed_under_their_parent_and_nowhere_beside_it(table: Dispute) -> None:
    grown = [Branch(table, at=at) for at in (3, 5, 7)]
    grown[0].table().move()
    for name in ("spectator", "red", "arbiter", ""):
        rows = listed(table, name)
        assert [(row["id"], row["seq"]) for row in rows] == [
            (grown[n].id, (3, 5, 7)[n]) for n in (0, 2, 1)
        ], "the one written to last first"
        assert rows[0]["game"] == grown[0].table().get("").json
    for query, ids in (("", {table.game}), ("?branches=only", {b.id for b in grown})):
        assert {game["id"] for game in table.organiser.get(f"{GAMES}{query}").json["games"]} == ids
    assert len(table.organiser.get(f"{GAMES}?branches=all").json["games"]) == 4


@pytest.mark.parametrize(
    ("body", "slug", "pointer"),
    [
        ({"at": 99}, "no-such-position", None),
        ({"at": 0}, "no-such-position", None),
        ({"at": -1}, "no-such-position", None),
        ({"at": "last"}, "invalid-fields", "/at"),
        ({"purpose": "fun"}, "invalid-fields", "/purpose"),
        ({"undo": "sometimes"}, "invalid-fields", "/undo"),
        ({"chance": "loaded"}, "invalid-fields", "/chance"),
        ({"tags": ["<b>"]}, "invalid-fields", "/tags/0"),
        ({"from": 3}, "invalid-fields", "/from"),
    ],
    ids=str,
)
def test_a_branch_that_cannot_be_grown_is_refused(
    body: Any, slug: str, pointer: str | None, table: Dispute, clerk: Clerk
) -> None:
    newest = clerk.recorder.max_notification_id()
    refused = table.problem(table.grow("red", body), "POST", "/branches", slug)
    assert (refused.get("pointer"), clerk.recorder.max_notification_id()) == (pointer, newest)


def test_who_may_not_know_a_position_grows_no_branch_from_it(bids: Dispute, clerk: Clerk) -> None:
    newest = clerk.recorder.max_notification_id()
    for name in ("a", "b"):
        for at in (1, 2):
            answer = bids.grow(name, {"at": at})
            assert bids.problem(answer, "POST", "/branches", "hidden-position")["at"] == at
    assert clerk.recorder.max_notification_id() == newest
    bids.done("b", "/actions", {"seat": "b", "action": {"type": "bid", "amount": 3}})
    for at in (1, 2, 3):
        assert bids.grow("b", {"at": at}).status_code == 201, (
            "now all lies open, also what was hidden then"
        )


def test_a_branch_that_was_grown_is_answered_again_though_something_is_hidden_by_now(
    bids: Dispute,
) -> None:
    bids.done("b", "/actions", {"seat": "b", "action": {"type": "bid", "amount": 3}})
    first = bids.grow("b", {}, "key")
    bids.done("arbiter", "/undo", {"seat": "arbiter"})
    assert bids.grow("b", {}, "key").data == first.data
    bids.problem(bids.grow("b"), "POST", "/branches", "hidden-position")


def test_the_arbiters_branch_of_a_hidden_position_is_a_look_and_tells_the_others_nothing(
    bids: Dispute,
) -> None:
    looks = bids.read("", "/looks")["looks"]
    branch = Branch(bids, "arbiter")
    look = bids.read("", "/looks")["looks"][-1]
    assert len(bids.read("", "/looks")["looks"]) == len(looks) + 1
    assert (look["actor"], look["audience"], look["what"], look["seq"]) == (
        bids.links["arbiter"]["id"], "arbiter", "POST /api/v1/games/{game}/branches", 2,
    )  # fmt: skip
    branch.table("b").act("b", {"type": "bid", "amount": 3})
    assert branch.holder("spectator").get(f"{GAMES}/{branch.id}").json["outcome"]["winners"] == [
        "a"
    ], "there it is uncovered"
    for name in ("spectator", "a", "b"):
        (row,) = listed(bids, name)
        assert row == {"id": branch.id, "seq": 2, "purpose": "analysis", "game": None}
        bids.problem(bids.get(name, f"/diff?with={branch.id}"), "GET", "/diff", "not-covered")
    assert listed(bids, "arbiter")[0]["game"]["outcome"]["winners"] == ["a"]
    assert bids.read("arbiter", f"/diff?from=2&with={branch.id}&audience=arbiter")["changes"]
    bids.done("b", "/actions", {"seat": "b", "action": {"type": "bid", "amount": 9}})
    assert listed(bids)[0]["game"]["outcome"]["winners"] == ["a"], (
        "once it lies open here, there is nothing to keep"
    )
    assert bids.read("b", f"/diff?with={branch.id}&audience=public")["changes"]


def test_a_seat_is_the_public_in_another_game(bids: Dispute) -> None:
    """A seat's link to one game counts as the public in a branch, where the players have other
    secrets."""
    bids.done("b", "/actions", {"seat": "b", "action": {"type": "bid", "amount": 3}})
    branch = Branch(bids, "arbiter")
    assert bids.read("a", f"/diff?with={branch.id}")["audience"] == "public"
    problem = bids.problem(
        bids.get("a", f"/diff?with={branch.id}&audience=a"), "GET", "/diff", "not-your-audience"
    )
    assert problem["audiences"] == ["public"]
    assert bids.read("a", "/diff?audience=a")["audience"] == "a", "in this one it is"


def test_what_a_patch_changed_unseen_stays_unseen(bids: Dispute) -> None:
    """The arbiter changes a secret bid by a patch. No fact ever reveals a patch, so a seat may
    never grow a branch from a position after it."""
    bids.rule(
        {"type": "correct", "patch": [{"op": "replace", "path": "/bids/a", "value": 2}]},
        code="wrong-entry",
    )
    for name in ("a", "b"):
        bids.problem(bids.grow(name), "POST", "/branches", "hidden-position")
    inner = Branch(bids, "arbiter")
    for name in ("a", "b"):
        answer = inner.holder(name).post(f"{GAMES}/{inner.id}/branches", Idempotency_Key=new_key())
        assert answer.json["type"] == "/problems/hidden-position"
