"""A dispute with the real server: two players, an arbiter and a spectator, each with a link of
their own, at two games.

In the first everything is settled that people at a table settle; in the second, while bids lie in
closed hands. The spectator's streams show what is public and nothing else; and all of it is read
back from the trail, here and where the games are imported.
"""

import json
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

from click.testing import Result

from tests.api.watching import StreamEvent
from tests.builders.api.series import applied
from tests.builders.servers import Server
from tests.ops.serving.live import new_key
from tests.ops.serving.live_table import LiveTable, Person


def settled(table: LiveTable) -> str:
    """A duel in which everything is disputed once; answers the branch that one player grew."""
    table.play(lambda done: done["seq"] > 6)
    seat, action = table.offers()[0]
    (other,) = (other_seat for other_seat in table.who if other_seat != seat)
    player, arbiter, spectator = table.who[other], table.arbiter, table.spectator

    refusal = player.refused("/actions", {"seat": other, "action": action}, "illegal-action")
    facts = [{"type": "points-gained", "seat": other, "points": 1, "trios": 0, "monopolies": 1}]
    stood = table.rule(
        {"type": "let-stand", "seat": other, "action": action, "facts": facts},
        code="agreement",
        text="Agreed.",
    )
    illegal = stood["seq"] - 1
    assert spectator.read(f"/records/{illegal}")["entry"]["record"]["verdict"] == refusal["verdict"]
    assert (
        spectator.read("/board")["irregularities"]
        == spectator.read("/score")["irregularities"]
        == [illegal]
    )

    acted = table.act(*table.offers()[0])
    refused = table.retract(acted["seat"], agree=False, reason="The wrong card.")
    granted = table.retract(acted["seat"], agree=True)
    states = {
        proposal["seq"]: proposal["state"] for proposal in spectator.read("/undo")["proposals"]
    }
    assert states == {refused: "refused", granted: "granted"}

    rolled = table.play(lambda done: done["rolls"])
    numbers = [roll["number"] for roll in rolled["rolls"]]
    table.retract(rolled["seat"], agree=True, from_seq=rolled["seq"])
    gone = {step["seq"]: step for step in spectator.read("/retracted")["actions"]}
    assert gone[rolled["seq"]]["rolls"] == rolled["rolls"], (
        "the roll keeps its number and its values"
    )
    again = table.play(lambda done: done["rolls"])
    assert min(roll["number"] for roll in again["rolls"]) > max(numbers)

    claim = player.does(
        "/claims", {"seat": other, "about": again["seq"], "text": "It was not your turn."}
    )["seq"]
    assert spectator.read()["open_claims"] == [claim]
    table.rule({"type": "stands"}, claim=claim, code="unclear-rule", text="It was.")
    assert spectator.read("/claims")["claims"][0]["words"] == "It was not your turn."

    points = arbiter.read("/board/document")["board"]["sides"][other]["points"]
    patch = [{"op": "replace", "path": f"/sides/{other}/points", "value": points + 1}]
    before = spectator.read("/score")["score"]
    patched = table.rule({"type": "correct", "patch": patch}, code="wrong-entry")
    declared = table.rule({"type": "correct", "facts": facts}, code="wrong-entry")
    after = {line["seat"]: line["points"] for line in spectator.read("/score")["score"]}
    assert after[other] == {line["seat"]: line["points"] for line in before}[other] + 2
    assert spectator.read("/board")["irregularities"] == [illegal, patched["seq"], declared["seq"]]
    return what_if(table, player, again["seq"])


def what_if(table: LiveTable, player: Person, at: int) -> str:
    """A player tries how it would have gone, and compares it with how it went; the branch."""
    server, spectator = table.server, table.spectator
    path = f"/api/v1/games/{table.game}/branches"
    grown = copy(server)
    grown.key = player.token
    opened = grown.ask(
        "POST", path, {"at": at, "purpose": "dispute"}, Idempotency_Key=new_key()
    ).data
    tokens = {"+".join(link["seats"]) or link["role"]: link["token"] for link in opened["links"]}
    branch = Person(server, opened["id"], tokens["arbiter"])
    assert branch.read("/board")["board"] == spectator.read(f"/board?at={at}")["board"]
    offered = branch.read("/legal")["seats"][0]
    branch.does("/actions", {"seat": offered["seat"], "action": offered["choices"][0]["action"]})
    diff = spectator.read(f"/diff?from={table.seq}&with={branch.game}")
    assert diff["changes"], "it went differently"
    assert (
        applied(spectator.read("/board")["board"], diff["changes"])
        == branch.read("/board")["board"]
    )
    assert [branch["id"] for branch in spectator.read("/branches")["branches"]] == [branch.game]
    assert spectator.read("/score")["penalties"] == [], "nothing of it counts in the game"
    return branch.game


def in_closed_hands(table: LiveTable) -> None:
    """An auction of Fief: bids are entered, taken back, corrected and let stand, and nobody else
    may know them."""
    table.play(
        lambda done: table.spectator.read("/board")["board"]["phase"] == "auction",
        prefer="end-phase",
    )
    assert table.spectator.read("/board")["board"]["auction"]["bids"] == {}
    turn = table.spectator.read("/board")["board"]["turn"]
    first, second, *_ = table.spectator.read()["to_act"]
    player, arbiter, spectator = table.who[first], table.arbiter, table.spectator

    def bid(amount: int, kind: str = "bid", **more: Any) -> dict[str, Any]:
        return {"type": kind, **more, "turn": turn, "round": 1, "amount": amount}

    table.act(first, bid(1))
    retract = table.retract(first, agree=True, reason="Too little.")
    (step,) = next(
        proposal for proposal in spectator.read("/undo")["proposals"] if proposal["seq"] == retract
    )["steps"]
    assert step["sentence"]["fr"].endswith("fait quelque chose qui reste caché.")
    table.act(first, bid(1))
    refused = table.who[second].refused(
        "/actions", {"seat": second, "action": bid(998)}, "illegal-action"
    )
    assert refused["verdict"]["code"] == "purse"
    facts = [bid(0, "bid-sealed", family=second)]
    table.rule(
        {"type": "let-stand", "seat": second, "action": bid(998), "facts": facts}, code="agreement"
    )
    table.rule(
        {
            "type": "correct",
            "patch": [{"op": "replace", "path": f"/auction/bids/{first}", "value": 0}],
        },
        code="wrong-entry",
    )
    table.rule(
        {"type": "correct", "facts": [bid(1, "bid-sealed", family=first)]}, code="wrong-entry"
    )

    assert player.read("/board")["board"]["auction"]["bids"] == {first: 1}
    assert spectator.read("/board")["board"]["auction"]["bids"] == {}
    looks = len(table.operator.read("/looks")["looks"])
    assert arbiter.read("/board?audience=arbiter")["board"]["auction"]["bids"] == {
        first: 1,
        second: 0,
    }
    look = table.operator.read("/looks")["looks"][looks]
    assert (look["role"], look["audience"], look["what"]) == (
        "arbiter",
        "arbiter",
        "GET /api/v1/games/{game}/board",
    )
    assert spectator.read("/looks", status=403)["type"] == "/problems/role-too-low"


def tells(event: StreamEvent) -> bool:
    return any(
        f'"type": "{kind}"' in json.dumps(event.data) for kind in ("bid", "bid-sealed")
    ) or "/auction" in json.dumps(event.data)


def test_a_disputed_evening(server: Server, tmp_path: Path, greffe: Callable[..., Result]) -> None:
    duel = LiveTable(server, "northgard-training", 3, undo="consent")
    branch = settled(duel)
    fief = LiveTable(server, "fief-tactics", 3, players=3, undo="consent")
    in_closed_hands(fief)

    events = fief.heard()
    assert [event.id for event in events] == list(range(1, fief.seq + 1))
    assert not any(map(tells, events)), "nothing but what is public is streamed"
    assert sum('"type": "hidden"' in json.dumps(event.data) for event in events) == 5
    closing = fief.arbiter.does("/close", {"reason": "The bar closes."})
    assert [event.name for event in fief.stream.rest()] == ["record", "closed"]
    assert closing["status"] == "closed"

    heard = {event.id: event.data["entry"] for event in duel.heard()}
    shown = {entry["seq"]: entry for entry in duel.spectator.read("/records?limit=500")["records"]}
    assert heard.keys() == shown.keys()
    for seq in heard.keys() - set(
        map(int, duel.spectator.read("/irregularities")["retracted_actions"])
    ):
        assert heard[seq] == shown[seq], (
            "what was heard is what can be read again, but for what was struck through since"
        )
    duel.stream.drop()

    read = json.dumps(fief.arbiter.read("/records?limit=500&audience=arbiter"))
    assert all(words in read for words in ('"amount": 998', "/auction/bids", "Your purse")), (
        "it is all there, for the arbiter"
    )
    kinds = {
        entry["type"]
        for entry in duel.arbiter.read("/records?limit=500&audience=arbiter")["records"]
    }
    assert kinds >= {
        "ActionTaken",
        "RulingGiven",
        "RetractionAsked",
        "RetractionAnswered",
        "ActionsRetracted",
        "ClaimFiled",
    }
    read_back(server, tmp_path, greffe, [duel, fief], branch)


def read_back(
    server: Server,
    folder: Path,
    greffe: Callable[..., Result],
    tables: list[LiveTable],
    branch: str,
) -> None:
    here, there = str(server.data), str(folder / "elsewhere")
    assert greffe("migrate", "--data", there).exit_code == 0
    games = [*(table.game for table in tables), branch]
    for game in games:
        file = folder / f"{game}.jsonl"
        file.write_bytes(Person(server, game, server.key).export("?names=true"))
        report = json.loads(greffe("import", str(file), "--data", there, "--json").stdout)
        assert not report["fidelity"].startswith("diverged")
    for game in games:
        history = [
            greffe("export", game, "--names", "--data", data).stdout_bytes for data in (here, there)
        ]
        assert history[0] == history[1] != b""
