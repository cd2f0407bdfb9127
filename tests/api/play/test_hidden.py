"""What an audience may not know is absent from everything it can fetch, and stands there as a tombstone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api import create_app
from api.request.service import EXTENSION
from domain.rules.titles import registry
from tests.builders.api.client import KEY, Caller, Table
from tests.builders.stores import new_clerk

CARDS = {"ace-first": [["ace", "king"]], "king-first": [["king", "ace"]]}


@pytest.fixture(autouse=True)
def title(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title that hides things is registered."""
    monkeypatch.setitem(registry._TITLES, ("sealed-bids", 1), "tests.api.bids:RULES")


@pytest.fixture
def bids(caller: Caller) -> Table:
    """Ann has bid 7, Bob has not."""
    table = Table.open(caller, ruleset="sealed-bids", chance="table", values=CARDS["ace-first"])
    answer = table.act("a", {"type": "bid", "amount": 7})
    assert answer.json["facts"] == [{"type": "bid-placed", "seat": "a", "amount": 7}], "the seat reads its own"
    return table


def test_a_hidden_action_is_a_tombstone_with_the_records_digest(bids: Table) -> None:
    for audience in ("public", "b"):
        entry = bids.get(f"/records/2?audience={audience}").json["entry"]
        tombstone = {"type": "hidden", "digest": entry["digest"]}
        assert entry["record"]["action"] == tombstone
        assert entry["record"]["facts"] == [tombstone]
        assert entry["sentence"] == {
            "en": "Ann does something that stays hidden.",
            "fr": "Anne fait quelque chose qui reste caché.",
        }
        assert entry["told"][0]["en"] == "something that stays hidden"
        assert not {"salt", "request", "key", "board"} & set(entry["record"])
    for audience in ("a", "arbiter"):
        entry = bids.get(f"/records/2?audience={audience}").json["entry"]
        assert entry["record"]["action"] == {"type": "bid", "amount": 7}
        assert entry["sentence"]["en"] == "Ann bids 7."


def test_hidden_rolls_keep_their_number_and_nothing_else(bids: Table) -> None:
    (roll,) = bids.get("/records/1").json["entry"]["rolls"]
    assert roll == {"number": 1, "kind": "deal", "spec": "2of2", "source": "table"}
    (roll,) = bids.get("/records/1?audience=arbiter").json["entry"]["rolls"]
    assert roll["values"] == ["ace", "king"]
    facts = bids.get("/records/1?audience=a").json["entry"]["record"]["facts"]
    assert [fact["type"] for fact in facts] == ["card-dealt", "hidden"]


def test_once_shown_it_can_be_read_by_all(bids: Table) -> None:
    bids.act("b", {"type": "bid", "amount": 3})
    entry = bids.get("/records/2").json["entry"]
    assert entry["record"]["action"] == {"type": "bid", "amount": 7}
    assert bids.get("/records/1").json["entry"]["rolls"][0]["values"] == ["ace", "king"]


def test_what_was_taken_back_before_it_came_to_light_stays_hidden_until_the_game_is_closed(bids: Table) -> None:
    bids.caller.app.extensions[EXTENSION].streams.stop()  # so that they end
    bids.write("/undo", {"seat": "a"})
    bids.act("a", {"type": "bid", "amount": 2})
    bids.act("b", {"type": "bid", "amount": 3})
    assert bids.get("/records/4").json["entry"]["record"]["action"]["amount"] == 2
    for audience in ("public", "b"):
        for of in ("/records/2", "/retracted", "/export"):
            assert '"amount":7' not in bids.get(f"{of}?audience={audience}").text, of
        entry = bids.get(f"/records/2?audience={audience}").json["entry"]
        assert (entry["record"]["action"]["type"], entry["in_force"]) == ("hidden", False)
    assert '"amount":7' in bids.get("/records/2?audience=a").text and '"amount":7' in bids.get("/export").text
    held = bids.get("/stream?after=4").text
    assert '"changed":[1,4]' in held, "what was shown is read again, what was taken back is not"
    bids.write("/close")
    assert bids.get("/records/2").json["entry"]["record"]["action"] == {"type": "bid", "amount": 7}
    assert '"amount":7' in bids.get("/export?audience=public").text
    assert '"changed":[2]' in bids.get("/stream?after=5").text


def test_a_dry_run_does_not_tell_a_seat_what_the_other_bid(bids: Table) -> None:
    tried = bids.caller.post(bids.path("/actions?dry_run=1"), {"seat": "b", "action": {"type": "bid", "amount": 1}})
    assert tried.json["verdict"]["legal"] is True
    assert {"path": "/bidders", "op": "replace", "before": ["a"], "after": ["a", "b"]} in tried.json["changes"]
    assert bids.get("/board?audience=b").json["board"]["bids"] == {}


READS = (
    "",
    "/board",
    "/score",
    "/legal",
    "/records",
    "/records/1",
    "/records/2",
    "/diff?from=1",
    "/board?at=1",
    "/records/9",
    "/stream?after=0",
    "/stream?after=1",
    "/actions",
)


def fetched(folder: Path, amount: int, deal: str) -> Iterator[tuple[str, str]]:
    """Everything the public and Bob can fetch of a game in which Ann has bid so much."""
    with closing(new_clerk(folder / f"{amount}{deal}.sqlite")) as clerk:
        app = create_app(clerk, None, KEY)
        app.extensions[EXTENSION].streams.stop()  # so that they end
        caller = Caller(app)
        body = {"ruleset": "sealed-bids", "chance": "table", "values": CARDS[deal]}
        id = caller.post("/api/v1/games", body, Idempotency_Key="the-same").json["id"]
        table = Table(caller, id)
        table.write("/actions", {"seat": "a", "action": {"type": "bid", "amount": amount}}, key="the-same")
        table.write("/notes", {"text": "hm", "about": 2, "seat": "a"}, key="the-next")
        for of in READS:
            for audience in ("public", "b"):
                joined = "&" if "?" in of else "?"
                takes = of.startswith(("/board", "/records", "/diff", "/stream"))
                answer = table.get(f"{of}{joined}audience={audience}" if takes else of)
                yield f"{of} {audience}", re.sub(r"[0-9a-f]{64}", "digest", answer.text) + str(answer.headers.get("ETag"))
        yield "export of games", caller.get("/api/v1/games").text
        illegal = table.act("b", {"type": "bid", "amount": 99}).text, table.act("a", {"type": "bid", "amount": 1}).text
        yield "errors", str(illegal)


def test_no_audience_sees_a_difference_that_it_may_not_know(tmp_path: Path) -> None:
    first = dict(fetched(tmp_path, 7, "ace-first"))
    for amount in (2, 9):
        assert dict(fetched(tmp_path, amount, "ace-first")) == first
    other_cards = dict(fetched(tmp_path, 7, "king-first"))
    public = [of for of in first if not of.endswith(" b")]  # Bob may see that he was dealt another card
    assert [other_cards[of] for of in public] == [first[of] for of in public]
    assert other_cards["/board b"] != first["/board b"]
