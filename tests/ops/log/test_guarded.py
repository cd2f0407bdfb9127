"""The service does not run on stores that were set back: heads are compared with the guard, and the
record with the log. These tests use real SQLite and the real key."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from time import time

import pytest
from eventsourcing.persistence import PersistenceError

from api import create_app
from domain.kernel.log import Prover
from ops.log import folder
from ops.settings.config import Settings
from ops.stores.log.reading import Ledger
from tests.builders.api.client import KEY, Caller
from tests.builders.servers import eventually
from tests.builders.threads import running
from tests.ops.data_folders import LoggedFolder
from tests.ops.log.naive_log import english


@pytest.fixture
def place(tmp_path: Path) -> Iterator[LoggedFolder]:
    with closing(LoggedFolder(tmp_path)) as made:
        made.tables.note(10)
        assert made.log.log_and_sign_all() is None
        yield made


@pytest.fixture
def reader(place: LoggedFolder) -> Iterator[Ledger]:
    age_guard(place)
    with closing(folder.open_ledger(Settings.load({}, data=str(place.folder)))) as open_ledger:
        assert open_ledger.head() == place.log.head()
        yield open_ledger


def age_guard(place: LoggedFolder) -> None:
    then = time() - 60
    os.utime(place.log.guard_file, (then, then))


def refused_by(reader: Ledger) -> str:
    return english(reader.standing().refusal)


def lose_the_newest(place: LoggedFolder) -> None:
    place.sql(
        "DELETE FROM checkpoints WHERE number = (SELECT MAX(number) FROM checkpoints)",
        file="ledger.sqlite",
    )


def test_an_older_head_is_not_served_once_the_newest_is_lost(
    place: LoggedFolder, reader: Ledger
) -> None:
    game = place.games[0]
    assert Prover(reader).receipt(game, 2) is not None
    lose_the_newest(place)
    assert (reader.head(), reader.cosigned(), Prover(reader).receipt(game, 2)) == (None, None, None)
    assert "newest signed head is of size 27, where one of size 37 was signed" in refused_by(reader)
    assert (
        "the newest signed head is of size 27, where one of size 37 was signed"
        in place.fault_text()
    ), "fsck says it, too"
    anybody = Caller(create_app(place.clerk, None, KEY, book=reader), None)
    answer = anybody.get("/log/checkpoint")
    assert (
        answer.status_code,
        "what would go back is not served" in answer.json["text"]["en"],
    ) == (503, True)
    ready = anybody.get("/readyz").json
    assert (ready["status"], ready["log"]) == ("degraded", "refusing")


def test_a_writer_that_runs_signs_a_lost_head_again_to_the_byte(
    place: LoggedFolder, reader: Ledger
) -> None:
    head = reader.head()
    lose_the_newest(place)
    with running(place.log.writer.run):
        lose_the_newest(place)
        assert eventually(lambda: reader.head() == head)
        lose_the_newest(place)
        assert eventually(lambda: reader.head() == head), "whoever misses it rings"
    assert (reader.standing().refusal, place.faults()) == (None, [])


def test_a_process_that_starts_while_a_head_is_being_signed_finds_nothing_lost(
    place: LoggedFolder,
) -> None:
    """Such a process is a command that runs beside the server. The guard it reads may be a moment
    ahead of the head."""
    lose_the_newest(place)
    place.log.guard_file.touch()
    for clock_set_back in (0, 3600):
        then = place.log.guard_file.stat().st_mtime + clock_set_back
        os.utime(place.log.guard_file, (then, then))
        with closing(folder.open_ledger(Settings.load({}, data=str(place.folder)))) as started:
            assert started.standing().refusal is None
    age_guard(place)
    with closing(folder.open_ledger(Settings.load({}, data=str(place.folder)))) as later:
        assert "where one of size 37 was signed" in refused_by(later)


def test_a_guard_that_is_gone_or_cannot_be_read_is_a_finding_beside_a_log_that_has_heads(
    place: LoggedFolder, reader: Ledger
) -> None:
    stored = place.log.guard_file.read_bytes()
    place.log.guard_file.unlink()
    assert "the guard log.guard is gone, although the log has signed heads" in place.fault_text()
    assert "its guard log.guard is gone, although the log was signed before" in refused_by(reader)
    place.log.guard_file.write_bytes(b"x")
    assert "the guard log.guard cannot be read" in place.fault_text()
    assert "cannot be read" in refused_by(reader)
    place.log.guard_file.write_bytes(stored)
    assert (reader.standing().refusal, place.faults()) == (None, [])


def test_a_record_that_ends_before_the_log_is_said_without_fsck(
    place: LoggedFolder, reader: Ledger
) -> None:
    place.sql("DELETE FROM records WHERE id > (SELECT MAX(id) - 4 FROM records)")
    ready = Caller(create_app(place.clerk, None, KEY, book=reader)).get("/readyz").json
    assert (ready["status"], ready["log"]) == ("degraded", "damaged")
    assert "The record ends before what the log has of it" in ready["log_says"]["en"]


def test_a_private_game_whose_record_is_damaged_is_named_to_the_operator_alone(
    place: LoggedFolder, reader: Ledger
) -> None:
    game, seq = place.replace_newest()
    app = create_app(place.clerk, None, KEY, book=reader)
    for path in ("/readyz", "/healthz", "/log/checkpoint"):
        for key in (None, "a wrong key"):
            assert game not in Caller(app, key).get(path).text, path
    ready = Caller(app, None).get("/readyz").json
    assert (ready["status"], ready["log"]) == ("degraded", "damaged")
    told = Caller(app).get("/readyz").json["log_says"]["en"]
    assert f"Record {seq} of {game} is in the log already" in told


def test_a_log_is_closed_while_somebody_waits_for_it_to_change(place: LoggedFolder) -> None:
    """A request that waits for a receipt reads the file in another thread. Closing the file
    meanwhile once crashed the process."""
    for _ in range(30):
        with closing(folder.open_ledger(Settings.load({}, data=str(place.folder)))) as log:
            looked, refused = Event(), Event()

            def look(log: Ledger = log, looked: Event = looked, refused: Event = refused) -> None:
                try:
                    while True:
                        log.version()
                        looked.set()
                except PersistenceError:
                    refused.set()

            looking = Thread(target=look)
            looking.start()
            assert looked.wait(60)
        looking.join(60)
        assert refused.is_set(), "a closed log is looked at no more"
