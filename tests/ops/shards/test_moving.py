"""Moving a home: killed at every step in a process of its own, gone on with or undone; never written to at two shards."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.errors import HomeMoves
from domain.ledger import __main__ as auditor
from domain.ledger.log.entries import MovedEntry, read_entry
from domain.ledger.log.proofs import read_proof, receipt_entry
from domain.store import key_values
from domain.store.log import Prover
from domain.table.branches import Branches, Shoot
from domain.table.studies import Studies
from ops.log import folder
from ops.log.checking import Check
from ops.log.guard import Guard
from ops.settings.config import ROOT
from ops.settings.errors import CannotServe
from ops.shards.copying import NAMED, OF_PLAYERS, OF_STREAM, STAYS, read_home
from ops.shards.enrolling import enrol
from ops.shards.moving import move, undo
from ops.stores.shards.barred import Barred
from tests.amount import slow_but
from tests.builders.postgres import needs_postgres, shared_server
from tests.builders.stores import on_postgres
from tests.domain.directing.hall import Hall
from tests.ops.shards.federation import Federation, play

BEFORE = ("begun", "barred", "written", "copied", "compared", "entry kept", "subscriptions left", "subscriptions copied")
AFTER = ("switched", "gone", "logged here", "logged there", "subscriptions arrived", "subscriptions forgotten", "opened there")


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    yield Federation(tmp_path_factory.mktemp("federation"))


def killed(federation: Federation, home: str, shard: str, step: str) -> None:
    """A process that moves the home, or undoes the move, and dies when a step is done."""
    env = {**os.environ, **{k: v for k, v in federation.settings.environment().items() if k.startswith("GREFFE_DIRECTORY")}}
    run = [sys.executable, "-P", "-m", "tests.ops.shards.mover", home, shard, step]
    env["PYTHONPATH"] = str(ROOT)
    assert subprocess.run(run, env=env, cwd=ROOT, check=False).returncode == -signal.SIGKILL


def writes(federation: Federation, game: str) -> list[str]:
    """The shards at which a remark on a game is recorded now."""
    taken = []
    for name in ("a", "b"):
        with federation.clerk(name) as clerk:
            if not clerk.recorder.select_events(game):
                continue
            try:
                clerk.note(Order(game, clerk.game(game).seq, "club", f"{name}-{clerk.game(game).seq}"), "May I?")
            except HomeMoves:
                continue
            taken.append(name)
    return taken


def rows(federation: Federation, name: str, home: str) -> dict[tuple[str, int], tuple[str, bytes]]:
    """What a shard has of a home."""
    with federation.directory() as directory:
        streams = directory.streams(home)
    barred = Barred(federation.shard(name).record)
    try:
        return {(row.stream, row.seq): (row.topic, row.state) for row in read_home(barred, streams).records}
    finally:
        barred.close()


def sound(federation: Federation, name: str) -> list[str]:
    """What `fsck` finds at a shard."""
    federation.bring_up(name)
    settings = federation.shard(name)
    ledger = folder.open_ledger(settings)
    try:
        with federation.clerk(name) as clerk:
            recorder: object = clerk.recorder
            return [one.text.en for one in Check(recorder, ledger, Guard(settings.guard_file)).faults()]  # type: ignore[arg-type]
    finally:
        ledger.close()


def moves_in(federation: Federation, name: str, home: str) -> list[MovedEntry]:
    """The entries of a shard's log that name moves of a home."""
    ledger = folder.open_ledger(federation.shard(name))
    try:
        entries = map(read_entry, ledger.entries(0, ledger.extent().size))
        return [entry for entry in entries if isinstance(entry, MovedEntry) and entry.home == home]
    finally:
        ledger.close()


def opened(federation: Federation, key: str) -> str:
    """A game at `a` with a branch and a study."""
    with federation.clerk("a") as clerk:
        game = play(clerk, key)
        branch = Branches(clerk).grow(Shoot(game=game, seq=2), "club", f"branch of {key}").game.id
        Studies(clerk).open(branch, "public", "On the branch", "club", f"study of {key}")
    return game


@pytest.mark.parametrize("step", slow_but(("barred", "copied", "switched", "logged there"), [*BEFORE, *AFTER]))
def test_a_move_that_was_killed_goes_on(federation: Federation, step: str) -> None:
    game = opened(federation, f"on after {step}")
    before = rows(federation, "a", game)
    killed(federation, game, "b", step)
    assert writes(federation, game) == ({"begun": ["a"], "opened there": ["b"]}.get(step, []))
    added = move(federation.settings, game, "b").added if step != "opened there" else move_again(federation, game)
    assert added in (len(before), len(before) + 1, 0)
    there = rows(federation, "b", game)
    assert before.items() <= there.items() and len(there) <= len(before) + 1, "each record with its bytes"
    assert writes(federation, game) == ["b"]
    assert moves_in(federation, "a", game) == moves_in(federation, "b", game) and len(moves_in(federation, "a", game)) == 1


def move_again(federation: Federation, game: str) -> int:
    """A move of which nothing was left but to say that it is done."""
    return move(federation.settings, game, "b").added


@pytest.mark.parametrize("step", slow_but(("barred", "compared"), BEFORE))
def test_a_move_that_was_killed_is_undone(federation: Federation, step: str) -> None:
    game = opened(federation, f"undone after {step}")
    before = rows(federation, "a", game)
    killed(federation, game, "b", step)
    with pytest.raises(CannotServe, match="being moved to b"):
        move(federation.settings, game, "c")
    undo(federation.settings, game)
    assert rows(federation, "a", game) == before and writes(federation, game) == ["a"]
    with federation.directory() as directory:
        home = directory.home_of(game)
        assert home is not None and (home.shard, home.step, home.goes_to) == ("a", "", "")
    assert moves_in(federation, "a", game) == moves_in(federation, "b", game) == []
    move(federation.settings, game, "b")
    assert rows(federation, "b", game) == rows(federation, "a", game) and writes(federation, game) == ["b"]


@pytest.mark.parametrize("step", slow_but(("barred there",), ("undoing", "barred there", "subscriptions stay", "opened here")))
def test_undoing_that_was_killed_goes_on(federation: Federation, step: str) -> None:
    game = opened(federation, f"undoing until {step}")
    killed(federation, game, "b", "compared")
    killed(federation, game, "", step)
    assert writes(federation, game) in ([], ["a"])
    with pytest.raises(CannotServe, match="is being undone"):
        move(federation.settings, game, "b")
    undo(federation.settings, game)
    assert writes(federation, game) == ["a"]


def test_a_home_goes_and_comes_back_with_all_that_lies_beside_it(federation: Federation) -> None:
    with federation.clerk("a") as clerk:
        hall = Hall(clerk, entrants=4, name="open day")
        hall.add("Ada", club="Pawns")
        text = clerk.write_words("a word that is erased")
        seed = clerk.key_values.fetch("seed", hall.id)
        assert seed is not None
        named = sum(1 for _ in clerk.key_values.keys("name"))
        clerk.key_values.keep("link", f"{hall.id}/l1", b"issued")
    move(federation.settings, hall.id, "b")
    with federation.clerk("b") as clerk:
        there = Hall.__new__(Hall)
        there.__dict__.update(hall.__dict__ | {"clerk": clerk, "on": type(hall.on)(clerk)})
        assert sum(1 for _ in clerk.key_values.keys("name")) == named
        assert clerk.key_values.fetch("link", f"{hall.id}/l1") == b"issued"
        there.add("Blaise")
        clerk.key_values.keep("revoked", f"{hall.id}/l1", b"withdrawn")
        assert clerk.key_values.fetch("seed", hall.id) == seed
        gone = next(iter(clerk.key_values.keys("name")))
        clerk.key_values.erase("name", gone)
    with federation.clerk("a") as clerk:
        with pytest.raises(HomeMoves):
            clerk.key_values.keep("revoked", f"{hall.id}/l2", b"too late")
        assert clerk.words(text) == "a word that is erased"
    back = move(federation.settings, hall.id, "a")
    assert back.added == 1
    with federation.clerk("a") as clerk:
        assert clerk.key_values.fetch("revoked", f"{hall.id}/l1") == b"withdrawn"
        assert clerk.key_values.fetch("name", gone) is None
    assert sound(federation, "a") == sound(federation, "b") == []
    moved = moves_in(federation, "a", hall.id)
    assert [(one.origin, one.to) for one in moved] == [("a.example/log", "b.example/log"), ("b.example/log", "a.example/log")]
    assert moved == moves_in(federation, "b", hall.id)


def test_receipts_of_the_old_shard_hold_after_the_move(
    federation: Federation, tmp_path: Path, greffe: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = opened(federation, "with a receipt")
    federation.bring_up("a")
    ledger = folder.open_ledger(federation.shard("a"))
    receipt = Prover(ledger).receipt(game, 3)
    ledger.close()
    assert receipt is not None
    (tmp_path / "receipt").write_bytes(receipt.encode())
    move(federation.settings, game, "b")
    ledger = folder.open_ledger(federation.shard("b"))
    there = Prover(ledger).receipt(game, 3)
    ledger.close()
    assert there is not None and receipt_entry(read_proof(there.encode())) == receipt_entry(read_proof(receipt.encode()))

    for name, value in {**federation.settings.environment(), **federation.shard("b").environment()}.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "policy").write_text(greffe("shards", "policy").output)
    assert greffe("shards", "list", "--out", str(tmp_path / "shards")).exit_code == 0
    believing = ["--policy", str(tmp_path / "policy"), "--shards", str(tmp_path / "shards")]
    assert auditor.main(["receipt", str(tmp_path / "receipt"), *believing]) == 0
    assert greffe("bundle", game, "-o", str(tmp_path / "game.jsonl")).exit_code == 0
    both = greffe("verify", str(tmp_path / "game.jsonl"), "--receipt", str(tmp_path / "receipt"), *believing)
    assert both.exit_code == 3 and "FAILED" not in both.stdout, both.stdout


def test_a_move_that_cannot_be(federation: Federation, greffe: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(federation, "that stays")
    for name, value in federation.settings.environment().items():
        if name.startswith("GREFFE_DIRECTORY"):
            monkeypatch.setenv(name, value)
    for words, said in (
        ((game, "a"), "is kept at a already"),
        ((game, "z"), "There is no shard z"),
        (("a-000000000000", "b"), "There is nothing called a-000000000000"),
        ((game, "--undo"), "there is nothing to undo"),
        ((game,), "Name the shard that it goes to, or say --undo"),
    ):
        refused = greffe("shards", "move", *words)
        assert refused.exit_code == 2 and said in refused.output, refused.output
    with federation.directory() as directory:
        lease = directory.lease()
        assert lease.take()
        other = greffe("shards", "move", game, "b")
        lease.close()
    assert other.exit_code == 2 and "Somebody is moving a home" in other.output
    assert "is kept at b now: 5 records were copied" in greffe("shards", "move", game, "b").output
    assert writes(federation, game) == ["b"]


def test_every_kind_of_value_is_moved_or_stays() -> None:
    told = re.findall(r"`([a-z-]+)`", key_values.__doc__ or "")
    assert {*OF_STREAM, *NAMED, *OF_PLAYERS, *STAYS} >= set(told) - {"domain"}


def test_a_shard_that_has_another_record_in_the_place_takes_nothing(federation: Federation) -> None:
    game = opened(federation, "twice")
    with federation.clerk("b") as clerk:
        forged = clerk.recorder
        a: Clerk
        with federation.clerk("a") as a:
            first, *_ = a.recorder.select_events(game)
        forged.insert_events([first.__class__(game, 1, first.topic, first.state.replace(b"club", b"clab"))])
    with pytest.raises(CannotServe, match="another record 1 of"):
        move(federation.settings, game, "b")
    undo(federation.settings, game)
    assert writes(federation, game) == ["a"]


def test_an_older_copy_of_a_shard_is_barred_again_when_it_is_entered_anew(federation: Federation) -> None:
    game, kept = opened(federation, "in an older copy"), opened(federation, "that stays there")
    move(federation.settings, game, "b")
    bar = Barred(federation.shard("a").record)
    with bar.transaction() as db:
        db.execute("DELETE FROM barred WHERE stream = ?", (game,))
    bar.close()
    assert writes(federation, game) == ["a", "b"], "an older copy knows nothing of the move"
    enrol(federation.settings, federation.files["a"], "127.0.0.1:8001", 1)
    assert writes(federation, game) == ["b"] and writes(federation, kept) == ["a"]


@needs_postgres
@pytest.mark.sqlite
def test_what_is_barred_stays_so_in_postgresql(tmp_path: Path, greffe: Callable[..., Result]) -> None:
    if on_postgres():
        pytest.skip("it is there already")
    federation = Federation(tmp_path)
    game, kept = opened(federation, "to be carried"), opened(federation, "too")
    move(federation.settings, game, "b")
    federation.bring_up("a")
    dsn = shared_server().new_database()
    carried = greffe("move", dsn, "--data", str(tmp_path / "a"))
    assert carried.exit_code == 0, carried.output
    file = federation.files["a"]
    file.write_text(file.read_text().replace("GREFFE_STORE=", f"GREFFE_STORE={dsn}"))
    assert writes(federation, game) == ["b"] and writes(federation, kept) == ["a"]
