"""The access log: who has looked at what is hidden, and what those see who may not."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from domain.clerk.clerk import Clerk
from tests.builders.api.callers import Club
from tests.builders.api.client import Caller, Table

pytestmark = pytest.mark.usefixtures("sealed_bids")


READS = ("", "/board", "/score", "/legal", "/records", "/records/1", "/records/2", "/diff?from=1")


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    """Ann has bid 7 with her link, Bob has not."""
    club = Club(app, clerk, ruleset="sealed-bids", chance="table", values=[["ace", "king"]])
    answer = club.table("a").act("a", {"type": "bid", "amount": 7})
    assert answer.json["facts"] == [{"type": "bid-placed", "seat": "a", "amount": 7}], "a seat reads its own"
    return club


def looks(club: Club, **asked: Any) -> list[dict[str, Any]]:
    """The access log, read by the organiser."""
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    answer = club.organiser.get(f"{club.path}/looks?{query}")
    assert answer.status_code == 200, answer.json
    found: list[dict[str, Any]] = answer.json["looks"]
    return found


def test_looks_at_what_is_ones_own_or_public_or_refused_leave_no_trace(club: Club) -> None:
    for name in ("a", "b", "spectator"):
        for of in READS:
            assert club.holder(name).get(club.path + of).status_code == 200
    for of in ("/board", "/board?audience=public", "/records", "/score", "", "/board?audience=nobody"):
        club.holder("arbiter").get(club.path + of)
    assert club.holder("b").get(f"{club.path}/board?audience=a").status_code == 403
    assert club.holder("a").get(f"{club.path}/board").json["board"]["bids"] == {"a": 7}
    assert club.holder("b").get(f"{club.path}/board").json["board"]["bids"] == {}
    assert looks(club) == []


def test_what_a_seat_may_do_is_shown_to_that_seat_alone_while_the_title_keeps_secrets(club: Club) -> None:
    def offered(name: str, of: str = "/legal") -> list[str]:
        return [seat["seat"] for seat in club.holder(name).get(club.path + of).json["seats"]]

    assert offered("b") == ["b"]
    assert offered("a") == offered("spectator") == []
    assert offered("a", "/legal?seat=a") == ["a"]
    for name, seat in (("a", "b"), ("spectator", "a")):
        refused = club.holder(name).get(f"{club.path}/legal?seat={seat}")
        assert refused.json["type"] == "/problems/not-your-audience"
    mine = club.holder("b").get(f"{club.path}/legal").headers["ETag"]
    assert club.holder("spectator").get(f"{club.path}/legal", If_None_Match=mine).status_code == 200


def test_a_look_behind_is_written_down(club: Club, caller: Caller) -> None:
    arbiter = club.holder("arbiter")
    assert arbiter.get(f"{club.path}/board?audience=a").json["board"]["bids"] == {"a": 7}
    arbiter.get(f"{club.path}/records/2?audience=arbiter")
    club.organiser.get(f"{club.path}/board?audience=b&at=1")
    caller.get(f"{club.path}/diff?audience=arbiter")
    caller.get(f"{club.path}/export")
    found = looks(club)
    owner = club.organiser.get(f"{club.path}/links").json["links"][0]["issued_by"]
    assert [
        (look["role"], look["actor"], look["what"].removeprefix("GET /api/v1/games/{game}"), look["audience"], look["seq"])
        for look in found
    ] == [
        ("arbiter", club.links["arbiter"]["id"], "/board", "a", 2),
        ("arbiter", club.links["arbiter"]["id"], "/records/{seq}", "arbiter", 2),
        ("organiser", owner, "/board", "b", 1),
        ("operator", "operator", "/diff", "arbiter", 1),
        ("operator", "operator", "/diff", "arbiter", 2),
        ("operator", "operator", "/export", "arbiter", 2),
    ]
    assert [look["at"] for look in found] == sorted(look["at"] for look in found)


def test_offers_and_trials_of_a_seat_are_looks_too(club: Club) -> None:
    arbiter = club.holder("arbiter")
    assert [seat["seat"] for seat in arbiter.get(f"{club.path}/legal").json["seats"]] == ["b"]
    arbiter.post(f"{club.path}/actions?dry_run=1", {"seat": "b", "action": {"type": "bid", "amount": 1}})
    assert [(look["what"].rpartition("/")[2], look["audience"]) for look in looks(club)] == [("legal", "b"), ("actions", "b")]


def test_a_patch_is_a_look_at_the_board_even_if_it_is_refused(club: Club) -> None:
    remedy = {"type": "correct", "patch": [{"op": "test", "path": "/bids", "value": {"a": 1}}]}
    ruling = {"remedy": remedy, "rule": "1", "code": "wrong-entry"}
    before = club.seq
    answer = club.table("arbiter").write("/rulings", ruling, seq=before)
    assert answer.json["type"] == "/problems/correction-refused", "what it names is not what stands there"
    assert [(look["role"], look["audience"], look["seq"]) for look in looks(club)] == [("arbiter", "arbiter", before)]
    assert club.seq == before


def test_titles_without_secrets_keep_no_log(app: Flask, clerk: Clerk) -> None:
    open_title = Club(app, clerk)
    assert open_title.holder("arbiter").get(f"{open_title.path}/board?audience=red").status_code == 200
    assert looks(open_title) == []


def test_the_log_is_read_page_by_page_by_organisers_of_the_game_alone(club: Club, app: Flask, clerk: Clerk) -> None:
    arbiter = club.holder("arbiter")
    for n in range(5):
        arbiter.get(f"{club.path}/board?audience={'ab'[n % 2]}")
    first = club.organiser.get(f"{club.path}/looks?limit=3").json
    rest = club.organiser.get(f"{club.path}/looks?limit=3&after={first['next']}").json
    assert (len(first["looks"]), len(rest["looks"]), rest["next"]) == (3, 2, None)
    for wrong in ("zzz", "1", "~", f"{first['next']}%0A", "%F0%9F%98%80"):
        refused = club.organiser.get(f"{club.path}/looks?after={wrong}")
        assert (refused.status_code, refused.json["errors"][0]["parameter"]) == (400, "after"), wrong
        assert "No page ended with this" in refused.json["detail"]
    assert first["looks"] + rest["looks"] == looks(club)
    assert arbiter.get(f"{club.path}/looks").json["type"] == "/problems/role-too-low"
    assert Club(app, clerk).organiser.get(f"{club.path}/looks").json["type"] == "/problems/not-covered"


def test_a_page_of_the_log_costs_what_is_on_it(club: Club, clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        club.holder("arbiter").get(f"{club.path}/board?audience=arbiter")
    read: list[int] = []
    items = clerk.key_values.items

    def counted(*given: Any, **named: Any) -> list[tuple[str, bytes]]:
        found = list(items(*given, **named))
        read.append(len(found))
        return found

    monkeypatch.setattr(clerk.key_values, "items", counted)
    first = club.organiser.get(f"{club.path}/looks?limit=1").json
    second = club.organiser.get(f"{club.path}/looks?limit=1&after={first['next']}").json
    assert read == [2, 2], "one more than is shown, to know whether more follow"
    assert first["next"] != second["next"]


def test_an_arbiter_who_enters_for_a_seat_reads_what_the_seat_reads(club: Club) -> None:
    table = Table(club.holder("arbiter"), club.game, club.seq)
    answer = table.act("b", {"type": "bid", "amount": 3})
    assert answer.json["facts"][0] == {"type": "bid-placed", "seat": "b", "amount": 3}
    assert table.get("/records/3").json["entry"]["record"]["actor"] == club.links["arbiter"]["id"]
