"""Campaigns among games: ids of both kinds, the lists, and a campaign that cannot be read."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from domain.clerk.clerk import Clerk
from tests.builders.api.client import GAMES, TITLE, Caller, Table, problem
from tests.builders.api.series import CAMPAIGNS, Series, play_out


def test_the_id_of_a_campaign_is_no_games_and_the_other_way_round(caller: Caller) -> None:
    series = Series.open(caller)
    table = series.next()
    as_game, as_series = Table(caller, series.id, series.seq), Series(caller, table.id, table.seq)
    for of in ("", "/board", "/board?at=1", "/board?at=99", "/score", "/score?at=1", "/legal", "/records", "/records/1", "/diff"):
        assert problem(as_game.get(of)) == (404, "unknown-game"), of
        assert problem(as_game.get(of, If_None_Match=f'"{series.seq}"')) == (404, "unknown-game"), of
    assert problem(as_game.get("/export")) == (404, "unknown-game")
    for of, body in (
        ("/actions", {"seat": "blue", "action": {"type": "stop"}}),
        ("/undo", {"seat": "blue"}),
        ("/notes", {"text": "a"}),
        ("/close", {}),
    ):
        assert problem(as_game.write(of, body)) == (404, "unknown-game"), of
    for of in ("", "/sheet", "/sheet?scenario=1"):
        assert problem(as_series.get(of)) == (404, "unknown-campaign"), of
    for of in ("/scenarios", "/close"):
        assert problem(as_series.write(of)) == (404, "unknown-campaign"), of
    for id in ("nothing", "0", "a" * 300, "%00"):
        assert problem(caller.get(f"{CAMPAIGNS}/{id}")) == (404, "unknown-campaign")


def test_campaigns_are_listed_page_by_page_and_by_what_they_are(caller: Caller) -> None:
    a, b, c = (Series.open(caller, ruleset=title, tags=tags) for title, tags in ((TITLE, ["club"]), ("convicted", []), (TITLE, [])))
    a.next()
    c.write("/close")

    def ids(query: str = "") -> list[str]:
        found: list[str] = []
        after: Any = ""
        while after is not None:
            page = caller.get(f"{CAMPAIGNS}?{query}&after={after}").json
            found += [one["id"] for one in page["campaigns"]]
            after = page["next"]
        return found

    assert ids() == ids("limit=1") == ids("limit=2") == [c.id, a.id, b.id]
    assert ids("ruleset=convicted") == [b.id]
    assert ids(f"ruleset={TITLE}&limit=1") == [c.id, a.id]
    assert ids("status=closed") == [c.id]
    assert ids("status=open") == [a.id, b.id]
    assert ids("tag=club") == [a.id]
    assert caller.get(CAMPAIGNS).json["total"] == 3
    for query in ("limit=0", "limit=201", "after=x", "after=-1", "status=lost", "q=1"):
        assert problem(caller.get(f"{CAMPAIGNS}?{query}")) == (400, "invalid-parameters")


def test_a_campaign_that_cannot_be_read_does_not_hide_the_others(caller: Caller, tmp_path: Path) -> None:
    damaged, whole = Series.open(caller), Series.open(caller)
    db = sqlite3.connect(tmp_path / "greffe.sqlite")
    with db:
        db.execute("UPDATE records SET state = CAST('no JSON' AS BLOB) WHERE originator_id = ?", (damaged.id,))
    db.close()
    assert [one["id"] for one in caller.get(CAMPAIGNS).json["campaigns"]] == [whole.id]
    assert problem(damaged.get()) == (500, "record-damaged")


def test_games_are_searched_and_counted_as_before(caller: Caller, clerk: Clerk) -> None:
    alone, series = Table.open(caller), Series.open(caller)
    first = play_out(series.next(), clerk, 1)
    second = series.next()
    listed = caller.get(GAMES).json["games"]
    assert [one["id"] for one in listed] == [first.id, second.id, alone.id]
    assert [(one["campaign"], one["scenario"]) for one in listed] == [(series.id, 1), (series.id, 2), (None, None)]
    assert [one["id"] for one in caller.get(f"{GAMES}?text={series.id}").json["games"]] == [first.id, second.id]
    assert "\ngreffe_games_open 3.0\n" in caller.get("/metrics").text
