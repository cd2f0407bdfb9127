"""Lists, searches and numbers asked at one shard tell of all shards, and say so where one does not answer."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from api.access.shard_tokens import HEADER, MINUTE
from api.resources.admin.shards import PATH
from ops.shards.enrolling import enrol
from ops.shards.moving import move
from ops.stores.shards import asking
from tests.builders.api.client import Caller, Table, new_key
from tests.ops.shards.federation import Federation
from tests.ops.shards.served import Served, served

Both = tuple[Served, Served]


@pytest.fixture
def both(tmp_path: Any) -> Iterator[Both]:
    with ExitStack() as stack:
        yield served(Federation(tmp_path), stack)


def opened(shard: Served, key: str, **more: Any) -> str:
    """A game of a key, opened at a shard."""
    return Table.open(shard.caller(key), **more).id


def pages(caller: Caller, path: str, kind: str, limit: int) -> list[list[str]]:
    """The ids on each page of a list."""
    found, after = [], ""
    while True:
        answer = caller.get(f"{path}{'&' if '?' in path else '?'}limit={limit}&after={after}").json
        assert answer["missing"] == []
        found.append([one["id"] for one in answer[kind]])
        if not answer["next"]:
            return found
        after = answer["next"]


def test_a_list_asked_at_either_shard_has_the_games_of_both_page_after_page_in_one_order(both: Both) -> None:
    a, b = both
    club, other = a.key(), a.key()
    games = [opened(shard, club) for shard in (a, b, a, a, b, b, b)]
    opened(b, other)
    for asked in both:
        for limit in (1, 2, 3, 50):
            told = pages(asked.caller(club), "/api/v1/games", "games", limit)
            assert [id for page in told for id in page] == games[::-1], (asked.name, limit)
            assert all(len(page) == limit for page in told[:-1])
        assert asked.caller(club).get("/api/v1/games").json["total"] == 7
        assert len(pages(asked.caller(), "/api/v1/games", "games", 50)[0]) == 8, "the operator sees all"
    assert a.caller().get("/api/v1/games?after=x").status_code == 400
    assert a.caller().get("/api/v1/games?after=a.1-b").status_code == 400
    assert len(a.caller().get("/api/v1/games?after=a.0").json["games"]) == 5


def test_what_is_written_between_two_pages_is_told_neither_twice_nor_passed_over(both: Both) -> None:
    a, b = both
    club = a.key()
    games = [opened(shard, club) for shard in (a, b, a, b, a, b)]
    first = a.caller(club).get("/api/v1/games?limit=2").json
    new = opened(b, club)
    answer = a.caller(club).get(f"/api/v1/games?limit=50&after={first['next']}").json
    told = [one["id"] for one in first["games"] + answer["games"]]
    assert told == games[::-1] and new not in told, "it goes before the first page"


def test_a_game_that_was_moved_is_told_once_and_holds_up_nothing(both: Both, tmp_path: Any) -> None:
    a, b = both
    club = a.key()
    old = opened(a, club)
    games = [opened(shard, club) for shard in (b, a, b, a)]
    federation = a._federation
    move(federation.settings, old, "b")
    told = [id for page in pages(a.caller(club), "/api/v1/games", "games", 2) for id in page]
    assert sorted(told) == sorted([old, *games]) and [id for id in told if id != old] == games[::-1]
    assert a.caller(club).get("/api/v1/numbers").json["found"] == 5, "numbers count it once"


def test_tournaments_and_campaigns_of_both_are_listed(both: Both) -> None:
    a, b = both
    club = a.key()
    made: dict[str, list[str]] = {"tournaments": [], "campaigns": []}
    for shard in (a, b, b, a):
        for kind, body in (("tournaments", {"title": "open"}), ("campaigns", {"ruleset": "northgard-training"})):
            answer = shard.caller(club).post(f"/api/v1/{kind}", body, Idempotency_Key=new_key())
            assert answer.status_code == 201, answer.json
            made[kind].append(answer.headers["Location"].rpartition("/")[2])
    for kind, ids in made.items():
        for limit in (1, 3, 50):
            told = pages(b.caller(club), f"/api/v1/{kind}", kind, limit)
            assert [id for page in told for id in page] == ids[::-1]
        page = a.caller(club).get(f"/organise/{kind}").text
        assert all(id in page for id in ids)
    assert a.caller(club).get("/api/v1/campaigns").json["total"] == 4


def test_people_are_found_by_the_names_that_each_shard_has(both: Both) -> None:
    a, b = both
    club, other = a.key(), a.key()
    there = []
    for shard, key in ((a, club), (b, club), (b, other)):
        table = Table.open(shard.caller(key))
        seat = next(one["id"] for one in table.get("").json["seats"] if one["role"] == "player")
        assert table.write(f"/seats/{seat}/take", {"name": "Ada L."}).status_code == 201
        there.append(table.id)
    told = pages(a.caller(club), "/api/v1/games?player=Ada%20L.", "games", 50)
    assert told == [there[1::-1]], "of all who are called so, and of this key alone"
    page = a.caller(club).get("/organise?player=Ada+L.").text
    assert there[1] in page and page.count("Ada L.") >= 2, "who sits there is named, wherever the name is kept"
    assert there[2] not in page


def test_who_may_see_what_is_the_same_at_both(both: Both) -> None:
    a, b = both
    club, other = a.key(), a.key()
    public, private = opened(b, club, public=True, tags=["open day"]), opened(b, club, tags=["open day"])
    stranger = a.caller(None).get("/").text
    assert public in stranger and private not in stranger
    assert a.caller(other).get("/api/v1/games").json["games"] == []
    hall = a.caller(club).post("/api/v1/halls", {"tag": "open day"}, Idempotency_Key=new_key()).json
    arbiter = a.caller(hall["href"].rpartition("/")[2])
    assert {one["id"] for one in arbiter.get("/api/v1/hall").json["games"]} == {public, private}
    assert public in arbiter.get("/hall").text
    opened(b, other, tags=["open day"])
    assert len(arbiter.get("/api/v1/hall").json["games"]) == 2, "of the key that gave the link"


def test_numbers_and_tables_are_of_both(both: Both) -> None:
    a, b = both
    club = a.key()
    for shard in (a, b, b):
        table = Table.open(shard.caller(club))
        assert table.write("/close", {}).status_code == 201
    assert a.caller(club).get("/api/v1/numbers").json == b.caller(club).get("/api/v1/numbers").json
    assert a.caller(club).get("/api/v1/numbers").json["found"] == 3
    rows = list(csv.reader(a.caller(club).get("/api/v1/games.csv").text.splitlines()))
    assert len(rows) == 1 + 3


def test_no_list_is_shorter_without_saying_so(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = both
    club = a.key()
    mine, theirs = opened(a, club), opened(b, club)
    calendar = a.caller(club).post("/api/v1/calendars", {"tag": "none"}, Idempotency_Key=new_key()).json
    b.stop()
    answer = a.caller(club).get("/api/v1/games").json
    assert ([one["id"] for one in answer["games"]], answer["missing"], answer["total"]) == ([mine], ["b"], None)
    assert answer["next"] is None, "nobody turns pages for ever while it is away"
    for path in ("/organise", "/hall", "/disputes", "/organise/tournaments", "/organise/campaigns", "/"):
        page = a.caller(club).get(path).text
        assert "what the shard b keeps" in page, path
    assert "ce que garde la partition b" in a.caller(club).get("/organise?lang=fr").text
    for path in ("/api/v1/numbers", "/api/v1/games.csv", calendar["href"].partition("//")[2].partition("/")[2]):
        refused = a.caller(club).get(path if path.startswith("/") else f"/{path}")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5"), path
    assert a.caller(club).get("/api/v1/numbers").json["type"] == "/problems/shard-away"
    assert "what the shard b keeps" not in a.caller(club).get(f"/games/{mine}").text, "what lists nothing lacks nothing"

    b.start()
    monkeypatch.setattr(a.others, "_ticks", lambda: asking.monotonic() + 2 * asking.PAUSE)
    assert {one["id"] for one in a.caller(club).get("/api/v1/games").json["games"]} == {mine, theirs}


def test_a_shard_that_was_away_for_a_page_is_told_with_the_next(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = both
    club = a.key()
    games = [opened(shard, club) for shard in (b, a, b, a, a)]
    a.caller(club).get("/api/v1/games")
    b.held.clear()
    monkeypatch.setattr(asking, "SECONDS", 0.05)
    first = a.caller(club).get("/api/v1/games?limit=2").json
    assert first["missing"] == ["b"] and [one["id"][0] for one in first["games"]] == ["a", "a"] and first["next"]
    b.held.set()
    monkeypatch.setattr(asking, "SECONDS", 30.0)
    a.others._away.clear()
    rest = a.caller(club).get(f"/api/v1/games?limit=50&after={first['next']}").json
    assert rest["missing"] == []
    assert sorted(one["id"] for one in first["games"] + rest["games"]) == sorted(games), "each once"


def test_a_shard_that_did_not_answer_is_not_waited_for_again_at_once(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = both
    a.caller().get("/api/v1/games")
    b.held.clear()
    monkeypatch.setattr(asking, "SECONDS", 0.05)
    assert a.caller().get("/api/v1/games").json["missing"] == ["b"]
    tried: list[str] = []
    monkeypatch.setattr(a.others, "_answer", lambda *of: tried.append("b"))
    assert a.caller().get("/api/v1/games").json["missing"] == ["b"] and tried == []


def test_while_the_directory_is_away_the_shards_it_named_are_asked_and_before_that_nobody_knows(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = both
    game = opened(b, a.key())
    assert [one["id"] for one in a.caller().get("/api/v1/games").json["games"]] == [game]

    def gone() -> Any:
        raise asking.PersistenceError("gone")

    monkeypatch.setattr(a.others, "_directory", gone)
    monkeypatch.setattr(a.others, "_asked", float("-inf"))
    assert [one["id"] for one in a.caller().get("/api/v1/games").json["games"]] == [game]
    monkeypatch.setattr(a.others, "_known", None)
    assert a.caller().get("/api/v1/games").json["missing"] == ["directory"]


def test_nobody_but_a_shard_is_answered(both: Both) -> None:
    a, b = both
    opened(b, b.key())
    body = b'{"what":"games","of":{},"limit":10}'
    now = b.clerk.clock().timestamp()
    made = a.service.access.shards.made

    def asked(token: str, body: bytes = body) -> int:
        return b.app.test_client().post(PATH, data=body, headers={HEADER: token}).status_code

    assert asked(made(body, now)) == 200
    assert asked(made(body, now), body + b" ") == 401, "for this body alone"
    assert [asked(made(body, now + off * MINUTE)) for off in (-2, 2)] == [401, 401]
    assert [asked(one) for one in ("", ".", "x.y", made(body, now) + "0", "9" * 20 + ".a", "é.é")] == [401] * 6
    assert b.caller().post(PATH, {}).status_code == 401, "not even the operator's key"
    for wrong in (b'{"what":"all","of":{}}', b"[]", b'{"what":"games","of":{"limit":"x"}}'):
        assert asked(made(wrong, now), wrong) == 400


def test_links_to_halls_and_calendars_hold_wherever_they_are_asked(both: Both) -> None:
    a, b = both
    club = a.key()
    hall = a.caller(club).post("/api/v1/halls", {"tag": "open day"}, Idempotency_Key=new_key()).json
    game = opened(b, club, tags=["open day"])
    token = hall["href"].rpartition("/")[2]
    assert b.caller(token).get(f"/api/v1/games/{game}").status_code == 200
    assert b.caller(club).post(f"/api/v1/halls/{hall['id']}/revoke").status_code == 200
    assert [one.caller(token).get("/api/v1/hall").status_code for one in both] == [401, 401], "withdrawn at one, withdrawn at all"

    tagged = a.caller(club).post("/api/v1/calendars", {"tag": "open day"}, Idempotency_Key=new_key()).json
    path = "/" + tagged["href"].split("/", 3)[3]
    for shard in both:
        assert game in shard.caller(None).get(path).text
    made = a.caller(club).post("/api/v1/tournaments", {"title": "Spring open"}, Idempotency_Key=new_key())
    tournament = made.headers["Location"].rpartition("/")[2]
    link = b.caller(club).post("/api/v1/calendars", {"tournament": tournament}, Idempotency_Key=new_key())
    assert link.status_code == 201, link.json
    path = "/" + link.json["href"].split("/", 3)[3]
    before = a.caller(None).get(path)
    assert before.status_code == 200 and "Spring open" in before.text
    assert b.caller(None).get(path).text == before.text
    move(a._federation.settings, tournament, "b")
    for shard in both:
        assert shard.caller(None).get(path).text == before.text, "after a move, too"
    page = a.caller(club).get("/organise/calendars")
    assert page.status_code == 200 and "Spring open" in page.text
    assert a.caller(club).post(f"/api/v1/calendars/{link.json['id']}/revoke").status_code == 200
    assert [shard.caller(None).get(path).status_code for shard in both] == [401, 401]
    b.stop()
    assert "what the shard b keeps" in a.caller(club).get("/organise/calendars").text
    refused = a.caller(club).post("/api/v1/calendars", {"tournament": "nothing"}, Idempotency_Key=new_key())
    assert refused.json["type"] == "/problems/shard-away", "it may be there"


def test_what_a_shard_had_of_halls_before_they_were_shared_still_holds(both: Both) -> None:
    a, b = both
    own = a.clerk.key_values.cells._own  # type: ignore[attr-defined]
    own.put("link", "hall:club/one", b"issued")
    own.put("revoked", "hall:club/one", b"withdrawn")
    own.put("calendar", "club/two", b"issued")
    kept, there = a.clerk.key_values, b.clerk.key_values
    assert kept.fetch("revoked", "hall:club/one") == b"withdrawn"
    kept.keep("link", "hall:club/three", b"issued")
    assert [key for key, _ in kept.items("link", "hall:")] == ["hall:club/one", "hall:club/three"]
    assert list(kept.keys("calendar", "club/")) == ["club/two"] and there.fetch("calendar", "club/two") is None
    federation = a._federation
    enrol(federation.settings, federation.files["a"], "127.0.0.1:8001", 1)
    assert there.fetch("calendar", "club/two") == b"issued" and there.fetch("revoked", "hall:club/one") == b"withdrawn"
    assert [key for key, _ in there.items("link", "hall:")] == ["hall:club/one", "hall:club/three"]


def test_pages_about_several_games_lead_on_to_those_of_another_shard(both: Both) -> None:
    a, b = both
    club = a.key()
    mine, theirs = opened(a, club), opened(b, club)
    for path in ("links", "close"):
        page = a.caller(club).get(f"/organise/{path}?game={mine}&game={theirs}")
        assert page.status_code == 200 and mine in page.text
        assert f'href="/organise/{path}?game={theirs}"' in page.text
        there = b.caller(club).get(f"/organise/{path}?game={theirs}").text
        assert theirs in there and "another shard" not in there
    assert a.caller(a.key()).get(f"/organise/links?game={mine}").status_code == 403
