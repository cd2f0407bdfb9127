"""With Redis and without it, answers are the same; writes never wait for Redis."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from socket import socket

import pytest

from api import create_app
from api.numbers import routes as numbers
from api.web.request.service import Service
from domain.game.clerk.clerk import Clerk
from ops.stores.redis_server import EmbeddedRedis
from projections.follower.follower import Follower
from projections.read.views import Views
from projections.store.keys import LIVE
from tests.builders.api.client import GAMES, KEY, Caller, Table
from tests.builders.stores import VIEWS_KEY
from tests.builders.threads import serving


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.fixture
def follower(clerk: Clerk, redis_url: str) -> Follower:
    follower = Follower(clerk, redis_url, VIEWS_KEY)
    follower.catch_up()
    return follower


@pytest.fixture
def viewed(clerk: Clerk, redis_url: str, follower: Follower) -> Iterator[Caller]:
    with closing(Views(redis_url, VIEWS_KEY, timeout=2.0)) as views:
        yield Caller(create_app(clerk, views, KEY))


def games(caller: Caller) -> list[Table]:
    tables = [Table.open(caller, tags=[f"tag{n % 2}", "all"]) for n in range(5)]
    for n, table in enumerate(tables):
        table.moves(n)
    tables[1].write("/close")
    tables[0].write("/notes", {"text": "last"})
    return tables


def test_a_read_after_a_write_sees_it_though_redis_is_behind(
    viewed: Caller, follower: Follower
) -> None:
    table = games(viewed)[2]
    follower.catch_up()
    for turn in range(3):
        taken = table.move(turn).json
        for of in ("", "/board", "/score"):
            assert table.get(of).json["seq"] == taken["seq"]


def test_a_search_waits_for_the_views_to_have_what_was_written_before(
    viewed: Caller, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    games(viewed)
    follower.catch_up()
    written = Table.open(viewed, tags=["newest"])
    written.move()
    monkeypatch.setattr(
        "projections.read.views.sleep", lambda _: follower.catch_up()
    )  # as it does meanwhile
    monkeypatch.setattr("api.game.search.PATIENCE", 60.0)
    monkeypatch.setattr("projections.search.index.Index.search", None)
    monkeypatch.setattr("projections.search.index.Index.open_games", None)
    (game,) = viewed.get(f"{GAMES}?tag=newest").json["games"]
    assert (game["id"], game["seq"]) == (written.id, 2)
    assert "\ngreffe_games_open 5.0\n" in viewed.get("/metrics").text


@pytest.mark.parametrize("query", ["", "status=closed", "tag=newest"])
def test_a_search_sees_what_its_caller_wrote_though_no_follower_runs(
    query: str, viewed: Caller, follower: Follower
) -> None:
    games(viewed)
    follower.catch_up()
    written = Table.open(viewed, tags=["newest"])
    written.write("/close")
    game = viewed.get(f"{GAMES}?{query}").json["games"][0]
    assert (game["id"], game["seq"], game["status"]) == (written.id, 2, "closed")


def test_lists_do_not_wait_for_the_log_while_views_are_built(
    clerk: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.search.index.NEAR", 2)
    monkeypatch.setattr("projections.search.index.Index._read_outline", None)
    told, cursor, found = "only the games written to last", "", list[str]()
    with EmbeddedRedis(tmp_path) as server, closing(Views(server.url, VIEWS_KEY, 2.0)) as views:
        caller = Caller(create_app(clerk, views, KEY))
        tables = games(caller)
        while cursor is not None:
            page = caller.get(f"{GAMES}?tag=tag0&after={cursor}").json
            found, cursor = [*found, *(game["id"] for game in page["games"])], page["next"]
        assert found == [tables[n].id for n in (0, 4, 2)]
        shown = caller.get("/organise?status=closed", headers={"Greffe-Part": "found"})
        assert all(
            told in page for page in (shown.text, caller.get("/").text, caller.get("/hall").text)
        )
        Follower(clerk, server.url, VIEWS_KEY).catch_up()
        again = {"Greffe-Part": "found", "If-None-Match": shown.headers["ETag"]}
        shown = caller.get("/organise?status=closed", headers=again)
        assert shown.status_code == 200 and told not in shown.text
        assert tables[1].id in shown.text


def test_while_redis_reads_its_snapshot_the_lists_of_a_page_look_at_the_record_once(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.search.index.Index._read_outline", None)
    below, looked = clerk.recorder.newest_below, list[int]()
    monkeypatch.setattr("projections.search.index.NEAR", 2)
    monkeypatch.setattr(
        clerk.recorder, "newest_below", lambda *rows: (looked.append(rows[0]), below(*rows))[1]
    )
    with serving(loading) as port, closing(Views(f"redis://127.0.0.1:{port}", VIEWS_KEY)) as views:
        caller = Caller(create_app(clerk, views, KEY))
        tables = games(caller)
        assert "only the games written to last" in caller.get("/").text
        assert [game["id"] for game in caller.get(GAMES).json["games"]] == [
            tables[0].id,
            tables[1].id,
        ]
        assert caller.get("/readyz").json["views"] == "down"
        assert len(looked) == 1
        tables[3].write("/notes", {"text": "later"})
        assert caller.get(GAMES).json["games"][0]["id"] == tables[3].id
        assert len(looked) == 2


def loading(sock: socket) -> None:
    """Answer each command as Redis does while it reads its snapshot."""
    while sock.recv(65_536):
        sock.sendall(b"-LOADING Valkey is loading the dataset in memory\r\n")


def test_health_says_how_far_the_views_are_behind(
    viewed: Caller, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = games(viewed)[0]
    follower.catch_up()
    sentence = {"status": "ok", "store": "ok", "views": "ok", "lag": 0, "log": "off"}
    assert sentence.items() <= viewed.get("/healthz").json.items()
    table.write("/notes", {"text": "one more"})
    assert viewed.get("/healthz").json["lag"] == 1
    assert "\ngreffe_follower_lag_records 1.0\n" in viewed.get("/metrics").text
    follower._epochs.begin(afresh=True)
    follower._redis.delete(LIVE)
    monkeypatch.setattr(numbers, "FOLDED", 0)
    health, refused = viewed.get("/readyz").json, viewed.get("/api/v1/numbers").json
    assert (health["status"], health["views"]) == ("degraded", "building")
    assert refused["detail"].endswith(f"still to take in: {health['lag']}.")
    follower.catch_up()
    assert viewed.get("/readyz").json["views"] == "ok"
    monkeypatch.setattr(Service, "lag", lambda app: None)  # Redis did not answer in time
    assert viewed.get("/readyz").json["status"] == "degraded", "not known is not ok"


def test_without_redis_everything_goes_on(
    clerk: Clerk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        Follower(clerk, server.url, VIEWS_KEY).catch_up()
        views = Views(server.url, VIEWS_KEY, timeout=2.0)
        caller = Caller(create_app(clerk, views, KEY))
        tables = games(caller)
        assert caller.get("/healthz").json["views"] == "ok"
    degraded = caller.get("/healthz")
    sentence = {"status": "degraded", "store": "ok", "views": "down", "lag": None, "log": "off"}
    assert degraded.status_code == 200 and sentence.items() <= degraded.json.items()
    assert caller.get("/readyz").status_code == 200
    table = tables[4]
    table.move(1)
    for of in ("", "/board", "/score", "/records", "/legal"):
        assert table.get(of).json["seq"] == table.seq
    assert len(caller.get(GAMES).json["games"]) == 5
    assert "greffe_follower_lag" not in caller.get("/metrics").text
    views.close()
