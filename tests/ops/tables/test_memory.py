import os
import sqlite3
import sys
from pathlib import Path

from ops.tables.build import build_tables
from ops.tables.reading import ReadingOptions
from tests.amount import slow
from tests.ops.tables.test_tables import TablesFolder

pytestmark = slow("thousands of rows, to see that memory does not grow")

GROUP = 2_000
"""Rows of a group, so few that some games fill it: the memory of an incomplete group is not tested
here."""
SOME, MANY = 60, 1_500
ROOM = 24 * 1024
"""Kilobytes by which a build of many games may exceed one of some: ids of games, notes of groups,
memory that allocators do not return."""

BUILD = f"""
import sys
from pathlib import Path
from ops.settings.config import Settings
from ops.tables import writers
from ops.tables.build import build_tables
from ops.tables.reading import ReadingOptions
writers.GROUP = {GROUP}
build_tables(ReadingOptions(Settings.load({{}}, data=sys.argv[1]), ("csv", "jsonl", "parquet")), Path(sys.argv[2]))
"""


def fill_up(house: TablesFolder, games: int) -> None:
    """Fill the record up to `games` games with copies of the existing ones, each under a new id."""
    copy = (
        "INSERT INTO records (originator_id, originator_version, topic, state) SELECT ?, "
        "originator_version, topic, state "
        "FROM records WHERE originator_id = ? ORDER BY originator_version"
    )
    with sqlite3.connect(house.settings.record) as db:
        there = [
            id
            for (id,) in db.execute(
                "SELECT originator_id FROM records WHERE topic = 'GameOpened' ORDER BY id"
            )
        ]
        db.executemany(
            copy, [(f"copy{n:08}", there[n % len(there)]) for n in range(len(there), games)]
        )


def peak(house: TablesFolder, folder: Path) -> int:
    done = os.spawnv(
        os.P_NOWAIT,
        sys.executable,
        [sys.executable, "-P", "-c", BUILD, str(house.settings.data), str(folder)],
    )
    _, status, used = os.wait4(done, 0)
    assert status == 0
    return used.ru_maxrss


def test_many_games_take_no_more_memory_than_some(data: Path, tmp_path: Path) -> None:
    house = TablesFolder(data)
    for n in range(9):
        house.game(name=f"one {n}", actions=30)
    house.clerk.close()
    used = []
    for games in (SOME, MANY):
        fill_up(house, games)
        manifest = build_tables(
            ReadingOptions(house.settings, ("csv",)), tmp_path / "log"
        )  # brings the log up, which is not what is measured
        assert manifest.games == games
        used.append(peak(house, tmp_path / str(games)))
    assert sum(file.rows for file in manifest.files) > 20 * GROUP
    some, many = used
    assert many < some + ROOM, f"{some} kB for {SOME} games, {many} kB for {MANY}"
