import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent
from flask import Flask
from structlog.testing import capture_logs

from api import create_app
from api.web.request.service import EXTENSION
from domain.game.clerk.clerk import Clerk
from ops.stores import probe
from ops.stores.redis_server import EmbeddedRedis
from ops.stores.sqlite import connections
from projections.follower.follower import Follower
from projections.read.views import Views
from tests.builders.api.callers import organiser
from tests.builders.api.client import GAMES, KEY, TITLE, Caller, Table, problem
from tests.builders.api.forms import signed_in
from tests.builders.stores import VIEWS_KEY, new_clerk, tampering
from tests.ops.log.test_restored import full_disk


@pytest.fixture
def damaged(table: Table, app: Flask, tmp_path: Path, request: pytest.FixtureRequest) -> Table:
    """A game of eight records, changed in the store by `request.param`, as a service started after
    the change serves it."""
    table.moves(7)
    with tampering(tmp_path / "greffe.sqlite") as db:
        db.execute(request.param)
    again = new_clerk(tmp_path / "greffe.sqlite")
    request.addfinalizer(again.close)
    return Table(Caller(create_app(again, None, KEY)), table.id, table.seq)


WHERE = "WHERE originator_version = 5"
WAYS = [
    f"DELETE FROM records {WHERE}",
    f"UPDATE records SET state = x'7bff' {WHERE}",
    f"UPDATE records SET state = CAST(state AS TEXT) {WHERE}",
    f"UPDATE records SET state = 5 {WHERE}",
    f"UPDATE records SET topic = 'Nothing' {WHERE}",
    f"UPDATE records SET topic = 'ActionsRetracted' {WHERE}",
    f"UPDATE records SET originator_version = 'five' {WHERE}",
    f"UPDATE records SET originator_version = 50 {WHERE}",
]


@pytest.mark.parametrize("damaged", WAYS, indirect=True)
def test_a_damaged_record_is_named_wherever_it_is_met_and_the_positions_before_it_are_served(
    damaged: Table,
) -> None:
    for path in (
        "",
        "/board",
        "/score",
        "/legal",
        "/records/6",
        "/records/5",
        "/records?after=4",
        "/board?at=5",
        "/export",
    ):
        answer = damaged.get(path)
        assert problem(answer) == (500, "record-damaged"), path
        json = answer.json
        assert (json["seq"], json["whole"], json["game"]) == (5, 4, damaged.id), path
        assert f"Record 5 of {damaged.id} is damaged or gone" in json["text"]["en"]
    records = damaged.get("/records").json
    assert ([entry["seq"] for entry in records["records"]], records["next"]) == ([1, 2, 3, 4], 4), (
        "there is more, and it is not whole"
    )
    assert damaged.get("/records?after=3").json["next"] == 4
    for seq in (1, 2, 3, 4):
        assert damaged.get(f"/board?at={seq}").json["seq"] == seq
        assert damaged.get(f"/records/{seq}").status_code == 200


def test_a_record_put_back_is_served_again(table: Table, app: Flask, tmp_path: Path) -> None:
    table.moves(7)
    with sqlite3.connect(tmp_path / "greffe.sqlite") as db:
        row = db.execute("SELECT * FROM records WHERE originator_version = 5").fetchone()
        db.execute("DELETE FROM records WHERE originator_version = 5")
    with closing(new_clerk(tmp_path / "greffe.sqlite")) as again:
        fresh = Table(Caller(create_app(again, None, KEY)), table.id, table.seq)
        assert fresh.get("/board").status_code == 500
        with sqlite3.connect(tmp_path / "greffe.sqlite") as db:
            db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", row)
        assert fresh.get("/board").json["seq"] == 8


def test_a_record_of_a_kind_that_came_later_is_told_as_such_and_kept(
    table: Table, clerk: Clerk, tmp_path: Path
) -> None:
    """An older program runs on a store to which a newer one writes, as happens during an update."""
    table.move(0)
    seq = table.seq + 1
    (newest,) = clerk.recorder.select_events(table.id, desc=True, limit=1)
    later = newest.state.replace(b'"ActionTaken"', b'"CoffeeBrewed"').replace(
        b'"key":"', b'"key":"later-'
    )
    clerk.recorder.insert_events([StoredEvent(table.id, seq, "CoffeeBrewed", later)])
    with closing(new_clerk(tmp_path / "greffe.sqlite")) as again:
        beside = Table(Caller(create_app(again, None, KEY)), table.id, table.seq)
        answer = beside.get("/board")
        assert answer.status_code == 500
        start = (
            f"Record {seq} of {table.id} is of a kind that only newer versions of Greffe know, so "
            f"this one has to be updated"
        )
        assert answer.json["text"]["en"].startswith(start)
        assert beside.get(f"/board?at={seq - 1}").json["seq"] == seq - 1, (
            "what is before it is whole"
        )
        assert beside.write("/notes", {"text": "x"}).json["type"].endswith("record-damaged"), (
            "nothing is written after it"
        )
        assert again.recorder.select_events(table.id, desc=True, limit=1)[0].state == later


def test_a_game_of_rules_that_came_later_is_refused_in_words_and_left_as_it_is(
    table: Table, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "greffe.sqlite") as db:
        later = (
            "UPDATE records SET state = CAST(replace(CAST(state AS TEXT), '\"version\":2', "
            "'\"version\":99') AS BLOB)"
        )
        assert db.execute(f"{later} WHERE originator_version = 1").rowcount == 1
    with closing(new_clerk(tmp_path / "greffe.sqlite")) as again:
        beside = Table(Caller(create_app(again, None, KEY)), table.id, table.seq)
        for place in ("/board", "/legal"):
            answer = beside.get(place)
            assert (answer.status_code, answer.json["type"]) == (501, "/problems/rules-missing"), (
                place
            )
        assert beside.write("/notes", {"text": "x"}).json["type"] == "/problems/rules-missing"
        assert beside.caller.get("/api/v1/games").status_code == 200, "the others are served"


# -- A disk that is full, or that can only be read: readiness knows it, and knows when it is over.
# Real SQLite.
@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "BETWEEN", 0.0)
    monkeypatch.setattr(probe, "AFTER_FAILED", 0.0)
    monkeypatch.setattr(connections, "FAILED_FOR", 0.0)


def room(folder: Path) -> int:
    return (folder / "greffe.sqlite-wal").stat().st_size


def test_a_full_disk_is_not_ready_and_is_ready_again_when_there_is_room(
    caller: Caller, table: Table, tmp_path: Path
) -> None:
    assert caller.get("/readyz").json["store"] == "ok"
    with full_disk(room(tmp_path)), capture_logs():
        assert table.write("/notes", {"text": "x"}).status_code == 503
        ready = caller.get("/readyz")
        assert problem(ready) == (503, "store-unavailable")
        assert ready.json["text"]["en"].startswith("Nothing can be recorded: ")
        health = caller.get("/healthz").json
        assert (health["status"], health["store"]) == ("degraded", "failing")
        assert table.get("/board").status_code == 200, "everything can be read"
        assert b"greffe_store_writable 0.0" in caller.get("/metrics").data
    assert caller.get("/readyz").status_code == 200
    table.written("/notes", {"text": "x"})


def test_where_records_fail_and_the_small_probe_fits_it_is_not_ready_until_a_record_goes_well(
    caller: Caller, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write fails because the disk is full. Until the next record is written, `/readyz` answers
    503, even if a small probe fits on the disk."""
    monkeypatch.setattr(connections, "FAILED_FOR", 3_600.0)
    with full_disk(room(tmp_path)), capture_logs():
        assert table.write("/notes", {"text": "x"}).status_code == 503
    assert problem(caller.get("/readyz")) == (503, "store-unavailable")
    table.written("/notes", {"text": "x"})
    assert caller.get("/readyz").status_code == 200


def test_the_disk_is_probed_rarely_but_at_once_after_a_failed_write(
    caller: Caller, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "BETWEEN", 3_600.0)
    connections: Any = caller.app.extensions[EXTENSION].of(Clerk).factory._connections
    tried: list[int] = []
    real = connections._attempt
    monkeypatch.setattr(connections._probe, "_attempt", lambda: tried.append(1) or real())
    for _ in range(5):
        assert caller.get("/readyz").status_code == 200
    assert len(tried) == 1
    with full_disk(room(tmp_path)), capture_logs():
        assert caller.get("/readyz").status_code == 200, "nobody has tried since"
        table.write("/notes", {"text": "x"})
        assert caller.get("/readyz").status_code == 503
    assert len(tried) == 2


def test_somebody_elses_long_write_is_no_trouble(
    caller: Caller, table: Table, tmp_path: Path
) -> None:
    connections: Any = caller.app.extensions[EXTENSION].of(Clerk).factory._connections
    with sqlite3.connect(connections.path) as db:
        db.execute("BEGIN IMMEDIATE")
        assert caller.get("/readyz").status_code == 200
        db.rollback()


@pytest.mark.parametrize("with_views", [True, False])
def test_lists_name_the_games_that_cannot_be_read_to_whoever_would_find_them(
    with_views: bool, table: Table, app: Flask, clerk: Clerk, tmp_path: Path
) -> None:
    """Three games are damaged: a public one, a private one, and one whose opening record is
    damaged. Lists, searches and tables name to the organiser, to another organiser and to a
    stranger exactly those that they could otherwise find, on the page where they would be."""
    club, other = (organiser(app, clerk, name) for name in ("club", "other"))
    public, private = (Table.open(club, public=public) for public in (True, False))
    unopenable, _ = Table.open(club), Table.open(club, tags=["whole"])
    for game in (public, private, unopenable):
        game.move()
    with closing(sqlite3.connect(tmp_path / "greffe.sqlite")) as db, db:
        for id, seq in ((public.id, 2), (private.id, 2), (unopenable.id, 1)):
            db.execute(
                "UPDATE records SET state = x'7bff' WHERE originator_id = ? AND "
                "originator_version = ?",
                (id, seq),
            )
    with EmbeddedRedis(tmp_path) as server, closing(new_clerk(tmp_path / "greffe.sqlite")) as again:
        views = Views(server.url, VIEWS_KEY, timeout=5.0) if with_views else None
        Follower(again, server.url, VIEWS_KEY).catch_up()
        later = create_app(again, views, KEY)

        def told(who: Caller, query: str = "") -> set[str]:
            key = who.headers["Authorization"].removeprefix("Bearer ")
            return set(Caller(later, key).get(f"{GAMES}?{query}").json["unreadable"])

        everybody = Caller(app)
        assert told(everybody) == {public.id, private.id, unopenable.id}
        assert told(club) == told(club, "status=open") == {public.id, private.id}
        assert told(other) == told(club, "tag=whole") == told(club, "status=closed") == set()
        after, pages = "", list[str]()
        while after is not None:
            page = Caller(later, KEY).get(f"{GAMES}?limit=1&after={after}").json
            pages, after = [*pages, *page["unreadable"]], page["next"]
        assert sorted(pages) == sorted(told(everybody)), "each on one page"
        named = "Damaged, so that it cannot be listed: "
        for path in (f"/?ruleset={TITLE}", "/"):
            text = later.test_client().get(path).text
            assert f"{named}{public.id}." in text and private.id not in text, path
        operator = signed_in(later)
        for path in ("/organise", "/hall", "/disputes"):
            assert named in (text := operator.go(path).text) and unopenable.id in text, path
        rows = operator.go("/organise/games.csv").text.splitlines()
        assert sum(",damaged," in row for row in rows) == 3 and len(rows) == 6
        if views:
            views.close()
