import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from api import create_app
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.refusals import SeedMissing
from domain.game.store.snapshots import KIND, program_digest, records_digest
from domain.titles.contract.ruleset import encode_board
from ops.log import folder
from ops.settings.addresses import Address
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.stores import data_folder
from tests.builders.api.client import KEY
from tests.builders.refusals import refused_with
from tests.builders.stores import tampering


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.load({}, data=str(tmp_path / "data"))


def readable_by_others(path: Path) -> list[str]:
    return [file.name for file in path.iterdir() if file.is_file() and file.stat().st_mode & 0o077]


def with_seed(clerk: Clerk) -> tuple[str, bytes]:
    game = clerk.open_game(
        Opening(ruleset="northgard-training", chance="sealed"), "operator", "one"
    ).state.id
    seed = clerk.key_values.fetch("seed", game)
    assert seed is not None
    return game, seed


@pytest.fixture
def seeded(settings: Settings) -> tuple[str, bytes]:
    """A record with a game that has sealed dice. Returns the game's id and its seed."""
    data_folder.migrate_folder(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        return with_seed(clerk)


def seed_of(settings: Settings, game: str) -> bytes | None:
    with closing(data_folder.open_clerk(settings)) as clerk:
        return clerk.key_values.fetch("seed", game)


def readiness(settings: Settings) -> tuple[str, int]:
    with closing(data_folder.open_clerk(settings)) as clerk:
        json = create_app(clerk, None, KEY).test_client().get("/readyz").json
    return json["status"], json["secrets_lost"]


def raw(settings: Settings, query: str, *values: object) -> list[tuple[bytes, ...]]:
    with sqlite3.connect(settings.record) as db:
        return db.execute(query, values).fetchall()


# -- modes -----------------------------------------------------------------------------------------


def test_files_are_the_owners_alone_whatever_the_folders_mode(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.data.mkdir(mode=0o755)
    settings.data.chmod(0o755)
    before = os.umask(0)
    try:
        data_folder.migrate_folder(settings)
        folder.prepare_log(settings)
        with closing(data_folder.open_clerk(settings)) as clerk:
            with_seed(clerk)
            assert {
                "greffe.sqlite",
                "greffe.sqlite-wal",
                "greffe.sqlite-shm",
                "ledger.sqlite",
                "secret.key",
            } <= {file.name for file in settings.data.iterdir()}
            assert readable_by_others(settings.data) == []
    finally:
        os.umask(before)
    assert settings.data.stat().st_mode & 0o777 == 0o700
    assert "could be entered by others (mode 0755): it is yours alone now" in caplog.text


def test_files_that_were_readable_by_all_are_tightened_at_the_start(settings: Settings) -> None:
    data_folder.migrate_folder(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        with_seed(clerk)
        for file in settings.data.glob("greffe.sqlite*"):
            file.chmod(0o644)
        data_folder.migrate_folder(settings)
    assert readable_by_others(settings.data) == []


def test_a_folder_that_everybody_shares_is_refused_with_one_sentence(settings: Settings) -> None:
    settings.data.mkdir()
    settings.data.chmod(0o1777)
    refused_with(
        CannotServe,
        r"is open to others \(mode 1777\).*give Greffe a folder of its own\.$",
        data_folder.migrate_folder,
        settings,
    )
    assert list(settings.data.iterdir()) == []


# -- secrets at rest -------------------------------------------------------------------------------


def test_seeds_are_encrypted_at_rest(settings: Settings, seeded: tuple[str, bytes]) -> None:
    game, seed = seeded
    for file in settings.data.iterdir():
        assert file.is_dir() or seed not in file.read_bytes(), file.name
    assert seed_of(settings, game) == seed


def test_seeds_that_were_kept_in_the_clear_are_encrypted_at_the_next_start(
    settings: Settings,
    seeded: tuple[str, bytes],
) -> None:
    game, seed = seeded
    raw(settings, "UPDATE drawer SET data = ? WHERE kind = 'seed'", seed)
    assert any(seed in file.read_bytes() for file in settings.data.iterdir() if file.is_file())
    data_folder.migrate_folder(settings)
    assert not any(seed in file.read_bytes() for file in settings.data.iterdir() if file.is_file())
    assert seed_of(settings, game) == seed


def test_a_lost_key_is_asked_for_and_no_new_one_takes_its_place(
    settings: Settings, seeded: tuple[str, bytes]
) -> None:
    """If a new key were made, games opened with it would be lost once the old key is put back."""
    game, seed = seeded
    key = settings.secret_key_file.read_bytes()
    settings.secret_key_file.unlink()
    for use in (data_folder.migrate_folder, data_folder.open_clerk):
        refused_with(
            CannotServe, r"secret\.key is gone, and 1 seed or part .* put it back", use, settings
        )
        assert not settings.secret_key_file.exists()
    settings.secret_key_file.write_bytes(key)
    settings.secret_key_file.chmod(0o600)
    data_folder.migrate_folder(settings)
    assert seed_of(settings, game) == seed


def test_with_another_key_the_seeds_are_missing_and_it_is_said(
    settings: Settings, seeded: tuple[str, bytes], caplog: pytest.LogCaptureFixture
) -> None:
    game, _ = seeded
    key = settings.secret_key_file.read_bytes()
    settings.secret_key_file.write_text("a-secret-of-24-letters-!\n")
    refused_with(
        CannotServe,
        r"secret\.key holds no key of at least 32 letters",
        data_folder.open_clerk,
        settings,
    )
    settings.secret_key_file.write_text("a-secret-of-32-letters-all-told-\n")
    with caplog.at_level(logging.ERROR):
        data_folder.migrate_folder(settings)
    assert "1 seed or part of sealed dice cannot be read" in caplog.text
    assert readiness(settings) == ("degraded", 1), "and so does /readyz, for as long as it is so"
    assert seed_of(settings, game) is None
    settings.secret_key_file.write_bytes(key)
    assert readiness(settings) == ("ok", 0)


def test_a_changed_seed_is_refused_when_it_is_first_taken_in_hand(
    settings: Settings, seeded: tuple[str, bytes], greffe: object
) -> None:
    game, seed = seeded
    raw(settings, "UPDATE drawer SET data = ? WHERE kind = 'seed'", bytes(b ^ 1 for b in seed))
    with closing(data_folder.open_clerk(settings)) as again:
        reopened = again.game(game)
        refused_with(SeedMissing, "is not the one it was opened with", again._dice_key, reopened)
        closed = again.close_game(Order(game, reopened.seq, "operator", "close"))
        assert closed.record.body.seed == "", "a false seed is shown to nobody"  # type: ignore[attr-defined]


# -- kept boards -----------------------------------------------------------------------------------


@pytest.fixture
def long_game(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> tuple[Settings, str]:
    monkeypatch.setattr("domain.game.store.snapshots.EVERY", 10)
    data_folder.migrate_folder(settings)
    with closing(data_folder.open_clerk(settings)) as clerk:
        game = clerk.open_game(
            Opening(ruleset="northgard-training", chance="sealed"), "operator", "one"
        ).state
        n = 0
        while game.seq < 20:
            seat = game.rules.to_act(game.board)[0]
            action = game.rules.legal(game.board, seat).choices[0].action
            game = clerk.act(Order(game.id, game.seq, "operator", f"a{n}"), seat, action).state
            n += 1
    assert len(raw(settings, "SELECT key FROM drawer WHERE kind = 'board'")) == 2
    return settings, game.id


def board_and_fidelity(settings: Settings, id: str) -> tuple[bytes, str]:
    with closing(data_folder.open_clerk(settings)) as clerk:
        game = clerk.game(id)
        return encode_board(game.board), game.fidelity


def test_an_altered_kept_board_is_not_used_and_fsck_names_it(
    long_game: tuple[Settings, str], greffe: object
) -> None:
    settings, id = long_game
    folder.prepare_log(settings)
    truth = board_and_fidelity(settings, id)
    key = f"{program_digest()}/{id}/{20:09d}"
    with closing(data_folder.open_clerk(settings)) as clerk:
        game = clerk.game(id)
        forged = records_digest(game.history, 20) + encode_board(
            game.history.board(game.history.tips[9])
        )
        sealed = clerk.key_values.fetch(KIND, f"{program_digest()}/{id}/{10:09d}")
    assert sealed is not None
    for data in (
        forged,
        b"{}",
        b"",
        raw(settings, "SELECT data FROM drawer WHERE kind = 'board' ORDER BY key")[0][0],
    ):
        raw(settings, "UPDATE drawer SET data = ? WHERE key = ?", data, key)
        assert board_and_fidelity(settings, id) == truth
        outcome = greffe("fsck", "--data", str(settings.data))  # type: ignore[operator]
        assert (
            f"the board kept of {id} at record 20 is not what its records come to" in outcome.output
        ), outcome.output


def test_a_kept_board_is_not_used_for_other_records_than_its_own(
    long_game: tuple[Settings, str],
) -> None:
    settings, id = long_game
    with tampering(settings.record) as db:
        db.execute(
            "UPDATE records SET state = CAST(replace(CAST(state AS TEXT), 'operator', 'anothers') "
            "AS BLOB)"
        )
    with closing(data_folder.open_clerk(settings)) as clerk:
        game = clerk.game(id)
        assert clerk.key_values.fetch(KIND, f"{program_digest()}/{id}/{20:09d}") is not None, (
            "it is there, and opens"
        )
        assert 20 not in game.history._boards


# -- a disk that is full ---------------------------------------------------------------------------


def test_advice_is_given_for_a_full_or_read_only_disk_only(settings: Settings) -> None:
    file, address = Path("greffe.sqlite"), Address("postgresql://here/x")
    for error, place, told in (
        ("database or disk is full", file, "; the disk is full: make room"),
        ("attempt to write a readonly database", file, "mount the disk"),
        ("file is not a database", file, ""),
        ("disk is full", address, ""),  # it is not this machine's disk
    ):
        said = data_folder.advice_text(sqlite3.OperationalError(error), place).en
        assert told in said and bool(said) == bool(told), error


def test_boards_that_another_version_folded_are_let_go_of(long_game: tuple[Settings, str]) -> None:
    settings, id = long_game
    truth = board_and_fidelity(settings, id)
    raw(
        settings,
        "UPDATE drawer SET key = ? WHERE key = ?",
        f"0123456789abcdef/{id}/{10:09d}",
        f"{program_digest()}/{id}/{10:09d}",
    )
    data_folder.migrate_folder(settings)
    assert raw(settings, "SELECT key FROM drawer WHERE kind = 'board'") == [
        (f"{program_digest()}/{id}/{20:09d}",)
    ]
    assert board_and_fidelity(settings, id) == truth
