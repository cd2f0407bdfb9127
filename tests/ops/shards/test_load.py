"""What each shard has and does, and who opens what comes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from domain.clerk.commands import Order
from ops.shards.enrolling import enrol
from ops.shards.front import slots
from ops.shards.load import loads
from ops.shards.moving import move
from tests.ops.shards.federation import Federation, on_postgres, play


@pytest.fixture
def federation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Federation:
    made = Federation(tmp_path / "federation")
    for name, value in made.settings.environment().items():
        if name.startswith("GREFFE_DIRECTORY"):
            monkeypatch.setenv(name, value)
    return made


def test_the_load_tells_what_each_shard_has_and_what_came_meanwhile(federation: Federation) -> None:
    with federation.clerk("a") as clerk:
        first, second = (play(clerk, key) for key in ("one", "two"))
    with federation.clerk("b") as clerk:
        play(clerk, "three", notes=4)
    seconds = iter([0.0, 0.0, 2.0, 4.0])

    def wait() -> None:
        with federation.clerk("a") as clerk:
            for n in range(6):
                game = clerk.game(second)
                clerk.note(Order(second, game.seq, "club", f"more-{n}"), "more")

    a, b = loads(federation.settings, wait, lambda: next(seconds))
    assert [(one.shard, one.share, one.new, one.homes, one.opened, one.away) for one in (a, b)] == [
        ("a", 1, 50, 2, 2, ""),
        ("b", 1, 50, 1, 1, ""),
    ]
    assert (a.records, a.a_second, b.records, b.a_second) == (12, 3.0, 5, 0.0)
    assert a.disk > 0 and b.disk > 0 and (a.free is None) == on_postgres()

    move(federation.settings, first, "b")
    a, b = loads(federation.settings, lambda: None)
    assert [(one.homes, one.opened) for one in (a, b)] == [(1, 1), (2, 2)]


def test_what_does_not_answer_is_said_and_the_others_are_told(federation: Federation, greffe: Callable[..., Result]) -> None:
    federation.files["b"].unlink()
    told = greffe("shards", "load", "--seconds", "0.1", "--json")
    assert told.exit_code == 0
    a, b = json.loads(told.stdout)
    assert a["away"] == "" and a["disk"] > 0
    assert "cannot be read" in b["away"] and b["share"] == 1
    shown = greffe("shards", "load", "--seconds", "0.1")
    assert "a      1      50 %" in shown.stdout and "b: The settings" in shown.stderr


def test_an_operator_says_where_new_things_are_opened(
    federation: Federation, greffe: Callable[..., Result], tmp_path: Path
) -> None:
    said = greffe("shards", "share", "a", "0")
    assert said.exit_code == 0 and "The share of a is 0." in said.output
    with federation.directory() as directory:
        assert slots(list(directory.shards())) == ["b"] * 100
    assert greffe("shards", "front", str(tmp_path / "front")).exit_code == 0
    assert set((tmp_path / "front" / "openings.map").read_text().split()[1::2]) == {"shard_b"}
    enrol(federation.settings, federation.files["a"], "127.0.0.1:9001")
    with federation.directory() as directory:
        assert (directory.shard("a").share, directory.shard("a").address) == (0, "127.0.0.1:9001"), "other settings, the same share"
    greffe("shards", "share", "a", "3")
    assert [(one.shard, one.new) for one in loads(federation.settings, lambda: None)] == [("a", 75), ("b", 25)]
    refused = greffe("shards", "share", "c", "1")
    assert refused.exit_code == 2 and "There is no shard c" in refused.output
    assert greffe("shards", "close", "b").exit_code == 0
    closed = greffe("shards", "share", "b", "1")
    assert closed.exit_code == 2 and "The shard b is closed." in closed.output
    assert [one.shard for one in loads(federation.settings, lambda: None)] == ["a"]


def test_each_shard_is_opened_by_its_own_settings(federation: Federation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with federation.clerk("a") as clerk:
        play(clerk, "one")
    before = [one.records for one in loads(federation.settings, lambda: None)]
    assert before[0] > 0
    for name in ("GREFFE_DATA", "GREFFE_SECRET_KEY_FILE", "GREFFE_GUARD_FILE", "GREFFE_SQLITE_DBNAME", "GREFFE_POSTGRES_ADDRESS"):
        monkeypatch.setenv(name, str(tmp_path / "of-another"))
    found = loads(federation.settings, lambda: None)
    assert ([one.away for one in found], [one.records for one in found]) == (["", ""], before)
