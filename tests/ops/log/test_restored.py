"""What must be refused: old copies put back, and guards of another day; and a full disk. These
tests use real SQLite and the real key."""

import resource
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError
from structlog.testing import capture_logs

from domain.proof.log.checkpoints import Checkpoint, read_checkpoint
from domain.proof.log.merkle import EMPTY_ROOT
from ops.log import writer
from tests.builders.logs import ORIGIN
from tests.builders.refusals import failing
from tests.builders.servers import eventually
from tests.builders.threads import running
from tests.ops.data_folders import LoggedFolder, rewrite
from tests.ops.log.naive_log import check_log, damage, entries_in, refusal

# -- old copies ------------------------------------------------------------------------------------


def backup(place: LoggedFolder, *files: str) -> Callable[[], None]:
    place.close()
    backup = place.folder / "backup"
    backup.mkdir()
    for name in files:
        shutil.copy(place.folder / name, backup / name)
    place.reopen()

    def restore() -> None:
        place.close()
        for name in files:
            for tail in ("", "-wal", "-shm"):
                (place.folder / (name + tail)).unlink(missing_ok=True)
            shutil.copy(backup / name, place.folder / name)
        place.reopen()

    return restore


def test_restore_of_an_old_backup(place: LoggedFolder) -> None:
    """Record and log are put back to yesterday's copy. The guard is no part of a backup and
    stays."""
    restore = backup(place, "greffe.sqlite", "ledger.sqlite")
    place.tables.note(10)
    place.log.log_and_sign_all()
    assert place.log.standing().signed == 37
    restore()
    assert "it would go back, to 27 entries where 37 were signed for" in refusal(place.log)
    place.tables.note(6)
    assert "to 33 entries" in refusal(place.log)
    place.tables.note(10)
    assert "its first 37 entries are not those that were signed for" in refusal(place.log)
    assert (place.log.standing().size, place.log.standing().signed) == (33, 27), (
        "what would make it another log is not taken in"
    )


def test_an_old_copy_of_the_log_alone_is_brought_up_again(place: LoggedFolder) -> None:
    """The log is made again from the record, which has everything; the guard checks that the new
    log equals the lost one."""
    restore = backup(place, "ledger.sqlite")
    place.tables.note(10)
    place.log.log_and_sign_all()
    restore()
    assert place.log.standing().signed == 27
    assert place.log.log_and_sign_all() is None
    assert place.log.standing().signed == 37
    check_log(place.log, place.clerk)


def test_a_log_that_is_gone_is_made_anew(place: LoggedFolder) -> None:
    head = place.log.head()
    place.close()
    (place.folder / "ledger.sqlite").unlink()
    place.reopen()
    assert place.log.log_and_sign_all() is None
    assert place.log.head() == head, "to the byte"
    check_log(place.log, place.clerk)


def test_an_old_copy_of_the_record_alone(place: LoggedFolder) -> None:
    """The log still has the missing records, and refuses other records in their place."""
    restore = backup(place, "greffe.sqlite")
    place.tables.note(6)
    place.log.log_and_sign_all()
    before = entries_in(place.log)
    restore()
    assert place.log.log_and_sign_all() is None
    assert len(place.fault_places()) == 6
    place.tables.note(9)
    assert place.log.log_and_sign_all() is None
    assert entries_in(place.log)[:33] == before
    assert "is in the log already, as another one" in damage(place.log)
    standing = place.log.standing()
    assert standing.differences == len(place.fault_places()) == 6
    assert standing.signed == 36, "each game's tenth record on is new to the log"


# -- the guard's file ------------------------------------------------------------------------------


def test_a_guard_that_is_gone_or_damaged_lets_nothing_be_signed(place: LoggedFolder) -> None:
    guard = place.log.guard_file
    stored = guard.read_bytes()
    place.tables.note()
    guard.unlink()
    assert "its guard log.guard is gone, although the log was signed before" in refusal(place.log)
    for damaged in (b"", stored[:20], b"\xff" * 50, stored.replace(b"27", b"27 "), b"x" * 10_000):
        guard.write_bytes(damaged)
        assert "its guard log.guard cannot be read" in refusal(place.log)
    guard.write_bytes(Checkpoint("other.example/log", 0, EMPTY_ROOT).encode().encode())
    assert "its guard log.guard is that of another log, other.example/log" in refusal(place.log)
    guard.write_bytes(stored)
    assert place.log.log_and_sign_all() is None
    assert place.log.standing().refusal is None
    assert read_checkpoint(guard.read_text()).size == 28


def test_a_guard_that_cannot_be_written_lets_nothing_be_signed(place: LoggedFolder) -> None:
    place.tables.note()
    (place.folder / "log.guard.new").mkdir()
    assert "its guard log.guard cannot be written (is a directory)" in refusal(place.log)
    assert place.log.standing().signed == 27


def test_an_older_guard_is_brought_up_by_a_log_that_grew_from_it(place: LoggedFolder) -> None:
    """A guard put back to yesterday knows only an older head, but the log must still agree with
    that."""
    guard = place.log.guard_file
    yesterday = guard.read_bytes()
    place.tables.note(8)
    assert place.log.log_and_sign_all() is None
    guard.write_bytes(yesterday)
    place.tables.note()
    assert place.log.log_and_sign_all() is None
    assert read_checkpoint(guard.read_text()).size == 36
    guard.write_bytes(yesterday)
    rewrite(place)
    assert "its first 27 entries are not those that were signed for" in refusal(place.log)


def test_a_guard_ahead_of_the_log_that_signed_for_what_is_not_in_the_record(
    place: LoggedFolder,
) -> None:
    """The guard has signed for entries that the record lacks. It allows no other entry in their
    place."""
    place.log.guard_file.write_bytes(Checkpoint(ORIGIN, 28, bytes(32)).encode().encode())
    place.reopen()
    for sentence in (
        "it would go back, to 27 entries where 28",
        "its first 28 entries are not those",
    ):
        assert sentence in refusal(place.log)
        assert place.log.standing().signed == 27
        place.tables.note()
    assert place.log.standing().size == 27, "what cannot be signed is not taken in"


# -- a disk that is full ---------------------------------------------------------------------------


@contextmanager
def full_disk(most: int) -> Iterator[None]:
    """In the `with` block no file grows beyond `most` bytes, as on a full disk. No bytecode is
    written, since that of a module imported in the block would be cut off and break later imports.
    Log lines go to no file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    wrote = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        with capture_logs():
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = wrote


def test_a_disk_that_is_full_signs_nothing_and_harms_nothing(place: LoggedFolder) -> None:
    """At any amount of room the log stays intact, and is signed again once there is room."""
    place.tables.note(40)
    size = (place.folder / "ledger.sqlite-wal").stat().st_size
    came = set()
    for most in (0, 60, 100, size, size + 4_096, size + 20_000):
        with full_disk(most):
            try:
                refused = place.log.log_and_sign_all()
            except PersistenceError as e:
                came.add(type(e).__name__)
            else:
                came.add("signed" if refused is None else refused.en)
        check_log(place.log, place.clerk)
    assert place.log.standing().signed in (27, 67)
    assert any(name.endswith("Error") for name in came), came
    assert place.log.log_and_sign_all() is None
    assert (place.log.standing().signed, place.faults()) == (67, [])


def test_a_writer_that_runs_waits_for_room(
    place: LoggedFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer neither ends nor loses anything: games go on, and the log catches up later."""
    monkeypatch.setattr(writer, "WAITS", (0.01,))
    monkeypatch.setattr(writer, "PACE", 0.01)
    real = place.log.writing.batch
    place.log.writing.batch = failing(OperationalError("database or disk is full"))
    with running(place.log.writer.run):
        place.tables.note(5)
        assert place.log.standing().signed == 27
        place.log.writing.batch = real
        assert eventually(lambda: place.log.standing().signed == 32)
    assert place.faults() == []
