"""`greffe bundle` where the log is behind the record, or refuses: there is no bundle then, and one sentence says why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from api.request import receipts
from domain.clerk.commands import Order
from domain.table import first_game as demo
from ops.log import folder
from ops.stores.data_folder import open_clerk
from tests.ops.witness.witnesses import House


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(receipts, "PATIENCE", 0.05)
    house = House(tmp_path / "data")
    house.write(2)
    return house


def record(house: House, notes: int = 1) -> int:
    """Notes of which the log hears nothing; the newest record."""
    clerk = open_clerk(house.settings)
    for _ in range(notes):
        game = clerk.game(demo.GAME)
        clerk.note(Order(game.id, game.seq, "tester", f"late-{game.seq}"), "Nobody has signed for this.")
    seq = clerk.game(demo.GAME).seq
    clerk.close()
    return seq


def test_records_that_no_signed_head_covers_are_in_no_bundle(house: House, greffe: Callable[..., Result], tmp_path: Path) -> None:
    """Somebody has the lease and signs nothing: whoever asks waits for a while, and is told so."""
    out, data = tmp_path / "game.jsonl", ["--data", str(house.settings.data)]
    covered = house.head().size
    seq = record(house, 3)
    with folder.lease(house.settings):
        for lang, says in (
            ("en", "No signed head of the log covers it yet: try"),
            ("fr", "Aucune tête signée ne la couvre"),
        ):
            told = greffe("bundle", demo.GAME, "-o", str(out), "--lang", lang, *data)
            assert told.exit_code == 1
            assert told.stderr.startswith(f"greffe: {says}")
            assert told.stderr.count("\n") == 1
        assert list(tmp_path.glob("game.jsonl*")) == []
        assert greffe("bundle", demo.GAME, "-o", str(out), "--at", str(seq - 3), *data).exit_code == 0, "what is covered is there"
    (tmp_path / "policy").write_text(greffe("policy", *data).stdout)
    told = greffe("verify", str(out), "--policy", str(tmp_path / "policy"))
    assert told.exit_code == 3
    assert f"at size {covered} is signed" in told.stdout
    assert greffe("bundle", demo.GAME, "-o", str(out), *data).exit_code == 0, "nobody has the lease: the log is brought up first"
    assert f"{seq} in order" in greffe("verify", str(out), "--policy", str(tmp_path / "policy")).stdout


def test_a_log_that_refuses_says_why_in_place_of_a_bundle(house: House, greffe: Callable[..., Result]) -> None:
    record(house)
    house.settings.guard_file.unlink()
    told = greffe("bundle", demo.GAME, "--data", str(house.settings.data), "--lang", "fr")
    assert (told.exit_code, told.stdout) == (1, "")
    assert "Le journal n'est pas signé : son garde log.guard a disparu" in told.stderr
    assert greffe("fsck", "--guard", "--data", str(house.settings.data)).exit_code == 0
    assert greffe("bundle", demo.GAME, "--data", str(house.settings.data)).exit_code == 0
