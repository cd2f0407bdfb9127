"""The data folder: taken by one server at a time, its record brought up to date or refused."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.stores import data_folder
from ops.stores.sqlite.connections import VERSION


def settings_of(folder: Path) -> Settings:
    return Settings.load({}, data=str(folder))


def test_a_folder_is_served_by_one_at_a_time(tmp_path: Path) -> None:
    with data_folder.take(tmp_path / "data"), pytest.raises(CannotServe, match=f"being served already, by process {os.getpid()}"):
        data_folder.take(tmp_path / "data")
    data_folder.take(tmp_path / "data").close()


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    data_folder.make_folder(tmp_path / "deep" / "data")
    assert (tmp_path / "deep" / "data").stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotServe, match=r"The data folder .*file/data cannot be made: not a directory\.$"):
        data_folder.take(tmp_path / "file" / "data")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(CannotServe, match=r"cannot be written: permission denied\.$"):
        data_folder.take(tmp_path)


def test_a_record_is_made_and_brought_up_to_date(tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "data")
    assert data_folder.migrated(settings) == 0
    assert data_folder.migrated(settings) == VERSION
    data_folder.open_clerk(settings).close()


def test_a_record_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    data_folder.migrated(settings)
    with sqlite3.connect(settings.record) as db:
        db.execute(f"PRAGMA user_version={VERSION + 1}")
    db.close()
    before = settings.record.read_bytes()
    with pytest.raises(CannotServe, match=f"newer version of Greffe .*schema {VERSION + 1}.*: update Greffe"):
        data_folder.migrated(settings)
    assert settings.record.read_bytes() == before


def test_a_file_that_is_no_record_is_one_sentence(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    settings.record.write_bytes(b"not a database, but long enough to be looked at" * 100)
    with pytest.raises(CannotServe, match=r"cannot be opened and written: file is not a database\.$"):
        data_folder.migrated(settings)


def test_no_record_is_made_by_opening_one(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match=r"There is no record in .*: name its folder with --data or GREFFE_DATA"):
        data_folder.open_clerk(settings_of(tmp_path / "data"))
    assert not (tmp_path / "data").exists()
