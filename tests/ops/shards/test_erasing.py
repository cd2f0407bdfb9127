"""A player is erased at all shards, or nowhere; what was cut off is told, and the same again finishes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import Result
from eventsourcing.persistence import OperationalError

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.clerk.people import People, nobody
from domain.clerk.seats import Seats
from domain.store.names import Names
from ops.shards.erasing import all_shards
from ops.shards.moving import move
from ops.stores.shards.directory import Shard
from tests.ops.shards.federation import Federation, play

Greffe = Callable[..., Result]
ANN = "Annabella Quux"
WORDS = "Ann was here."


@pytest.fixture
def federation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Federation]:
    """Two shards, on the machine that has the settings of both."""
    made = Federation(tmp_path)
    for name, value in made.settings.environment().items():
        if name.startswith("GREFFE_DIRECTORY"):
            monkeypatch.setenv(name, value)
    yield made


def seated(clerk: Clerk, game: str, player: str = "") -> str:
    """Ann sits down at a game, as the player that she is elsewhere, and writes something; answers her id."""
    taken = Seats(clerk).take(Order(game, clerk.game(game).seq, "link", "take"), "blue", ANN, player=player)
    clerk.note(Order(game, clerk.game(game).seq, "link", "note"), WORDS, seat="blue")
    return str(taken.filed.body.player)  # type: ignore[attr-defined]


@pytest.fixture
def ann(federation: Federation) -> str:
    """Ann has played at both shards."""
    with federation.clerk("a") as a, federation.clerk("b") as b:
        player = seated(a, play(a, "one"))
        Names(b.key_values).enter(player, game := play(b, "two"))
        return seated(b, game, player)


def left(federation: Federation) -> dict[str, tuple[int, int, bool]]:
    """How many names and texts each shard keeps, and whether its files have one of Ann's words."""
    found = {}
    for shard in ("a", "b"):
        with federation.clerk(shard) as clerk:
            counted = len(list(clerk.key_values.keys("name"))), len(list(clerk.key_values.keys("text")))
        files = [path for path in (federation.folder / shard).iterdir() if path.is_file()]
        found[shard] = *counted, any(word.encode() in path.read_bytes() for path in files for word in (ANN, WORDS))
    return found


def test_a_player_is_erased_wherever_they_sat(federation: Federation, ann: str, greffe: Greffe) -> None:
    before = left(federation)
    assert [before[shard][0] for shard in "ab"] == [1, 1]
    said = greffe("erase", ANN, "--yes")
    assert said.stdout.splitlines() == [
        "Erased at the shard a: 1 name and 1 text.",
        "Erased at the shard b: 1 name and 1 text.",
        f"Erased: 2 names and 2 texts of player {ann}, who sat in 2 games.",
    ]
    after = left(federation)
    assert {shard: (names, before[shard][1] - texts, traced) for shard, (names, texts, traced) in after.items()} == {
        "a": (0, 1, False),
        "b": (0, 1, False),
    }
    again = json.loads(greffe("erase", ann, "--yes", "--json").stdout)
    assert (again["names"], again["texts"], [one["shard"] for one in again["shards"]]) == (0, 0, ["a", "b"])
    assert greffe("erase", ann, "--yes", "--lang", "fr").stdout.splitlines()[0] == "Effacé à la partition a : 0 nom et 0 texte."


@pytest.mark.sqlite
def test_what_a_move_left_behind_is_erased_too(federation: Federation, greffe: Greffe) -> None:
    with federation.clerk("a") as a:
        player = seated(a, game := play(a, "moved"))
    move(federation.settings, game, "b")
    assert [left(federation)[shard][2] for shard in "ab"] == [True, True]
    said = greffe("erase", player, "--yes")
    assert said.stdout.splitlines()[-1].endswith("who sat in 1 game.")
    assert [left(federation)[shard][2] for shard in "ab"] == [False, False]
    move(federation.settings, game, "a")
    assert [left(federation)[shard][2] for shard in "ab"] == [False, False], "nothing comes back"


@pytest.mark.sqlite
def test_where_a_shard_is_away_nothing_is_erased_at_any(federation: Federation, ann: str, greffe: Greffe) -> None:
    before = left(federation)
    record = federation.shard("b").record
    assert isinstance(record, Path)
    aside = record.rename(record.with_suffix(".aside"))
    said = greffe("erase", ann, "--yes")
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.startswith("greffe: The shard b cannot be opened here, so nothing was erased at any.")
    aside.rename(record)
    assert left(federation) == before
    with federation.clerk("a") as a:
        assert not Names(a.key_values).is_erased(ann)


def test_cut_off_in_the_middle_it_says_what_was_done_and_goes_on(
    federation: Federation, ann: str, greffe: Greffe, monkeypatch: pytest.MonkeyPatch
) -> None:
    erase, asked = People.erase, list[str]()

    def second_is_lost(self: People, player: str, *more: object) -> object:
        asked.append(player)
        if len(asked) == 2:
            raise OperationalError("the server closed the connection")
        return erase(self, player, *more)  # type: ignore[arg-type]

    with monkeypatch.context() as lost:
        lost.setattr(People, "erase", second_is_lost)
        said = greffe("erase", ann, "--yes")
    assert (said.exit_code, said.stdout) == (1, "Erased at the shard a: 1 name and 1 text.\n")
    assert said.stderr == (
        "greffe: The shard b did not take it (the server closed the connection): the player is still known there. "
        "Run the same again to finish.\n"
    )
    with monkeypatch.context() as lost:
        asked.clear()
        lost.setattr(People, "erase", second_is_lost)
        told = greffe("erase", ann, "--yes", "--json")
    assert told.exit_code == 1 and [one["shard"] for one in json.loads(told.stdout)["shards"]] == ["a"]
    with ExitStack() as stack:
        clerks = [stack.enter_context(federation.clerk(shard)) for shard in "ab"]
        assert all(Names(clerk.key_values).is_erased(ann) for clerk in clerks), "nobody is named under it meanwhile"
    assert greffe("erase", ANN, "--yes").exit_code == 0, "by the name that is left, too"
    assert [names for names, _, _ in left(federation).values()] == [0, 0]


def test_while_a_home_is_being_moved_nothing_is_erased(federation: Federation, ann: str, greffe: Greffe) -> None:
    before = left(federation)
    with federation.clerk("a") as a:
        game = People(a).person(ann).games[0]
    with federation.directory() as directory:
        lease = directory.lease()
        assert lease.take()
        assert "Somebody is moving a home" in greffe("erase", ann, "--yes").stderr
        lease.close()
        directory.go(game, ("",), "freezing", "b")
    assert f"{game} is being moved from a to b" in greffe("erase", ann, "--yes").stderr
    assert left(federation) == before
    move(federation.settings, game, "b")
    assert greffe("erase", ann, "--yes").exit_code == 0
    assert [names for names, _, _ in left(federation).values()] == [0, 0]


def test_a_closed_shard_is_erased_too_and_named_where_it_is_gone(federation: Federation, ann: str, greffe: Greffe) -> None:
    with federation.clerk("b") as b:
        game = People(b).person(ann).games[0]
    move(federation.settings, game, "a")
    with federation.directory() as directory:
        kept = directory.shard("b")
        directory.add(Shard(kept.name, kept.origin, kept.settings, kept.address, 0, closed=True))
    assert "Erased at the shard b: 1 name and 1 text." in greffe("erase", ann, "--yes").stdout
    federation.files["b"].unlink()
    said = greffe("erase", ann, "--yes")
    assert said.exit_code == 0 and "The closed shard b is not here" in said.stderr


@pytest.mark.sqlite
def test_a_player_is_found_with_all_that_any_shard_knows(federation: Federation, ann: str) -> None:
    with federation.clerk("a") as a, federation.clerk("b") as b:
        at_a, at_b = People(a).person(ann).games, People(b).person(ann).games
        Names(a.key_values).enter_tournament(ann, tournament := "e-at-a")
    move(federation.settings, at_b[0], "a")
    with all_shards(federation.settings, lambda *_: nobody) as everywhere:
        (found,) = everywhere.find(ANN)
    assert found.player == ann and found.names == (ANN,) and found.tournaments == (tournament,)
    assert sorted(found.games) == sorted((*at_a, *at_b)), "each once, also what lies at both since it was moved"


def test_nobody_is_asked_twice_and_nobody_unknown_is_erased(federation: Federation, ann: str, greffe: Greffe) -> None:
    said = greffe("erase", ann)
    assert said.stderr.splitlines() == [
        f"To be erased: 2 names and 2 texts of player {ann}, who sat in 2 games.",
        "greffe: Nothing was erased: confirm with --yes.",
    ]
    assert greffe("erase", "p-nobody", "--yes").stderr == "greffe: There is no player p-nobody.\n"
