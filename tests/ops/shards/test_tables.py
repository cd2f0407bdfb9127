"""Tables of shards: each game is in the tables of one shard, whatever was moved between and during their builds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.clerk.commands import Opening
from ops.settings.config import Settings
from ops.settings.errors import CannotServe, Trouble
from ops.shards.moving import move, undo
from ops.tables.build import build
from ops.tables.dump import TAG, dump
from ops.tables.placement import placement
from projections.tables.manifest import MANIFEST, Manifest
from projections.tables.parts import PARTED
from tests.amount import slow_but
from tests.builders.players import act
from tests.domain.directing.hall import Hall
from tests.ops.shards.federation import Federation
from tests.ops.shards.test_moving import AFTER, BEFORE, killed
from tests.ops.tables.test_parts import put_together
from tests.ops.tables.test_tables import House

NORTH, FIEF = "northgard-training", "fief-tactics"
BY = "club"


class Analyst:
    """The tables of one shard."""

    def __init__(self, federation: Federation, name: str) -> None:
        self.settings: Settings = federation.shard(name)
        self.folder: Path = self.settings.tables

    def made(self, *formats: Any) -> Manifest:
        """The tables, made anew; parts and their changes together are the whole tables."""
        manifest = build(self.settings, self.folder, formats or ("jsonl",))
        if "jsonl" in (formats or ("jsonl",)):
            self.agrees()
        return manifest

    def rows(self, table: str, ruleset: str) -> list[dict[str, Any]]:
        """A table of a title; none where the title has no games here."""
        path = self.folder / ruleset / f"{table}.jsonl"
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []

    def games(self) -> list[str]:
        """The games and the tournaments of the tables."""
        games = [row["game"] for ruleset in (NORTH, FIEF) for row in self.rows("games", ruleset)]
        assert len(games) == len(set(games))
        return games + sorted({row["tournament"] for row in self.rows("events", "external")})

    def agrees(self) -> None:
        for ruleset in (NORTH, FIEF, "external"):
            for name, table in PARTED.items():
                whole = {tuple(row[one] for one in table.key): row for row in self.rows(name, ruleset)}
                house: Any = self
                assert put_together(house, name, ruleset) == whole, (ruleset, name)


def played(federation: Federation, shard: str, key: str, ruleset: str = NORTH, actions: int = 12) -> str:
    """A game with some actions, opened at a shard."""
    with federation.clerk(shard) as clerk:
        game = clerk.open_game(Opening(ruleset=ruleset), BY, key).game
    play_on(federation, shard, game.id, actions)
    return game.id


def play_on(federation: Federation, shard: str, game: str, actions: int = 3) -> None:
    """Some actions more of a game, at the shard that has it."""
    with federation.clerk(shard) as clerk:
        now, rng = clerk.game(game), Random(game)
        for _ in range(actions):
            if now.to_act:
                now = act(clerk, now, rng, by=BY)


def event(federation: Federation, shard: str) -> str:
    """A tournament with a closed round, opened at a shard."""
    with federation.clerk(shard) as clerk:
        hall = Hall(clerk, entrants=5)
        hall.pair(1)
        hall.on.rounds.publish(hall.order(), 1)
        hall.play(1)
        hall.on.rounds.close(hall.order(), 1)
        return hall.id


@pytest.fixture
def federation(tmp_path: Path) -> Iterator[Federation]:
    yield Federation(tmp_path / "federation")


def test_what_is_moved_leaves_the_tables_of_one_shard_and_comes_into_those_of_the_other(federation: Federation) -> None:
    a, b = Analyst(federation, "a"), Analyst(federation, "b")
    first, second, third = played(federation, "a", "one"), played(federation, "a", "two", FIEF), played(federation, "b", "three")
    hall = event(federation, "a")
    everything = sorted([first, second, third, hall])
    assert (a.made("jsonl", "csv").games, b.made().games) == (2, 1)
    assert (sorted(a.games()), b.games()) == (sorted([first, second, hall]), [third])

    for home in (first, hall):
        move(federation.settings, home, "b")
    play_on(federation, "b", first)
    manifests = a.made(), b.made()
    assert (a.games(), sorted(b.games())) == ([second], sorted([first, third, hall]))
    assert [one.games for one in manifests] == [1, 2]
    assert manifests[0].moved == manifests[1].moved == {first: ("a", "b"), hall: ("a", "b")}
    assert manifests[0].left == dict.fromkeys(sorted((first, hall)), (manifests[0].log_size,))
    gone = [part for part in manifests[0].parts if part.changes]
    assert {part.ruleset for part in gone} == {NORTH, "external"}
    assert {json.loads(line)["change"] for part in gone for line in (a.folder / part.path).read_text().splitlines()} == {"gone"}
    assert a.made() == manifests[0], "it is told once"

    move(federation.settings, second, "b")
    a.made()
    assert a.games() == [] and not (a.folder / NORTH).joinpath("games.jsonl").exists(), "nothing is left there"
    move(federation.settings, first, "a")
    play_on(federation, "a", first)
    a.made("jsonl", "csv"), b.made()
    assert sorted(a.games() + b.games()) == everything and a.games() == [first]
    move(federation.settings, first, "b")
    a.made("csv")
    play_on(federation, "b", first)
    move(federation.settings, first, "a")
    again = a.made()
    b.made()
    assert sorted(a.games() + b.games()) == everything
    assert again.moved[first] == ("a", "b", "a", "b", "a")
    assert len(again.left[first]) == 4


@pytest.mark.parametrize("step", slow_but(("written", "switched", "logged here"), [*BEFORE, *AFTER]))
def test_while_a_move_is_under_way_each_game_is_in_the_tables_once(federation: Federation, step: str) -> None:
    """Whatever it was killed after: tables are made, and made again once it has gone on or was undone, or are not made at all."""
    a, b = Analyst(federation, "a"), Analyst(federation, "b")
    game, other = played(federation, "a", "one"), played(federation, "b", "other", actions=4)
    a.made()
    killed(federation, game, "b", step)
    if step in AFTER:
        with pytest.raises(CannotServe, match=f"finish it with greffe shards move {game} b, then make the tables"):
            placement(a.settings, patience=0)
    else:
        a.made(), b.made()
        assert (a.games(), b.games()) == ([game], [other])
        if step in ("written", "copied"):
            undo(federation.settings, game)
            play_on(federation, "a", game)
            a.made(), b.made()
            assert (a.games(), b.games()) == ([game], [other])
    move(federation.settings, game, "b")
    play_on(federation, "b", game)
    a.made(), b.made()
    assert (a.games(), sorted(b.games())) == ([], sorted([game, other]))


def test_tables_from_before_are_made_anew_where_nothing_says_that_a_game_left(federation: Federation) -> None:
    """A version before this one counted what was moved away: its parts say it, and the log has not grown since."""
    a = Analyst(federation, "a")
    game = played(federation, "a", "one")
    a.made()
    move(federation.settings, game, "b")
    before = placement(a.settings)
    build(
        a.settings,
        a.folder,
        ("jsonl",),
        of=type(before)(before.games, (), frozenset(), before.size, before.checkpoint, before.keys),
    )
    assert a.games() == [game]
    with pytest.raises(Trouble, match=f"count what is kept at another shard, such as {game}: move that folder away"):
        a.made()
    play_on(federation, "a", played(federation, "a", "more"))
    a.made()
    assert game not in a.games()


def test_a_dump_leaves_out_what_was_moved_and_says_nothing_of_it(federation: Federation) -> None:
    a = federation.shard("a")
    house = House(a.data, a)
    games = [house.closed(f"given {n}", public=True, tags=(TAG,)).id for n in range(4)]
    house.clerk.close()
    assert dump(a, a.dumps, ("jsonl",)).games == 4
    move(federation.settings, games[0], "b")
    made = dump(a, a.dumps, ("jsonl",))
    assert (made.games, made.shard, made.moved, made.left) == (3, "", {}, {})
    assert len(house.rows("games", folder=a.dumps)) == 3
    assert not any(game in (a.dumps / MANIFEST).read_text() for game in games)
