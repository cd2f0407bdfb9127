"""What must be refused: a store that was tampered with, a log that goes back or sideways. Real SQLite, the real key."""

from __future__ import annotations

import errno
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from domain.clerk import Clerk
from domain.ledger.checkpoints import Checkpoint, read_checkpoint, sign_checkpoint
from domain.ledger.entries import RecordEntry, read_entry
from domain.ledger.merkle import EMPTY_ROOT, Frontier, leaf_hash
from ops.ledger import durable, writer
from ops.ledger.checking import Check, Fault
from ops.ledger.guard import Guard
from ops.ledger.keyring import KeyRing
from tests.logs import ORIGIN, Log, quick_folder
from tests.ops.naive_log import Tables, entries_in, entries_of, holds
from tests.ops.servers import eventually
from tests.stores import new_clerk


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


class Place:
    """A data folder with a record of three games and its log, which can be tampered with while nobody looks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: list[Any] = []
        self.clerk = self._clerk()
        self.tables = Tables(self.clerk)
        self.tables.note(24)
        self.log = self._log()
        assert self.log.bring_up() is None
        self.games = self.tables.games

    def _clerk(self) -> Clerk:
        self._open.append(new_clerk(self.folder / "greffe.sqlite"))
        return self._open[-1]  # type: ignore[no-any-return]

    def _log(self) -> Log:
        self._open.append(Log(self.folder, self.clerk))
        return self._open[-1]  # type: ignore[no-any-return]

    def close(self) -> None:
        """Nobody has anything open."""
        while self._open:
            self._open.pop().close()

    def reopen(self) -> None:
        """As after a start."""
        self.close()
        self.clerk = self._clerk()
        tables, self.tables.clerk = self.tables, self.clerk
        self.tables = tables
        self.log = self._log()

    def sql(self, query: str, *values: object, file: str = "greffe.sqlite") -> list[Any]:
        """What an operator does with the file."""
        with sqlite3.connect(self.folder / file) as db:
            return db.execute(query, values).fetchall()

    def faults(self) -> list[Fault]:
        """What fsck finds."""
        recorder: Any = self.clerk.recorder
        return list(Check(recorder, self.log, Guard(self.log.guard_file)).faults())

    def named(self) -> list[tuple[str, int]]:
        """The records that fsck names, as the number of the game and the seq."""
        numbers = {game: f"g{number}" for number, game in enumerate(self.games)}
        return [(numbers.get(fault.game, fault.game), fault.seq) for fault in self.faults()]

    def said(self) -> str:
        """Its sentences."""
        return "\n".join(fault.text.en for fault in self.faults())


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    assert made.faults() == []
    yield made
    made.close()


def test_a_record_that_is_as_it_was_logged_has_no_faults(place: Place) -> None:
    place.tables.note(3)
    check = Check(place.clerk.recorder, place.log, Guard(place.log.guard_file))  # type: ignore[arg-type]
    assert (list(check.faults()), check.size, check.waiting) == ([], 27, 3)
    place.reopen()
    place.log.bring_up()
    assert place.faults() == []
    holds(place.log, place.clerk)


# -- the record is tampered with ---------------------------------------------------------------------------------------------


def test_sql_update(place: Place) -> None:
    g1 = place.games[1]
    ((state,),) = place.sql("SELECT state FROM records WHERE originator_id = ? AND originator_version = 4", g1)
    changed = bytes(state).replace(b"tester", b"TESTER")
    assert changed != state
    place.sql("UPDATE records SET state = ? WHERE originator_id = ? AND originator_version = 4", changed, g1)
    assert place.named() == [("g1", 4)]
    assert "the stored bytes of record 4 of" in place.said()
    place.sql("UPDATE records SET state = ?, topic = 'GameClosed' WHERE originator_id = ? AND originator_version = 4", state, g1)
    assert "is stored as GameClosed and was logged as NoteAdded" in place.said()
    for other in ("a text", 7, 1.5):
        place.sql("UPDATE records SET state = ? WHERE originator_id = ? AND originator_version = 4", other, g1)
        assert place.named() == [("g1", 4)], "whatever stands there"


def test_sql_delete_in_the_middle(place: Place) -> None:
    place.sql("DELETE FROM records WHERE originator_id = ? AND originator_version = 4", place.games[1])
    assert place.named() == [("g1", 4)]
    assert "is in the log and not in the store" in place.said()


def test_sql_delete_of_the_tail_and_append_under_the_same_id(place: Place) -> None:
    ((id, game, seq, state),) = place.sql(
        "SELECT id, originator_id, originator_version, state FROM records ORDER BY id DESC LIMIT 1"
    )
    place.sql("DELETE FROM records WHERE id = ?", id)
    assert place.named() == [(f"g{place.games.index(game)}", seq)]
    place.sql("INSERT INTO records VALUES (?, ?, ?, 'NoteAdded', ?)", id, game, seq, bytes(state).replace(b"tester", b"nobody"))
    place.reopen()
    assert place.log.bring_up() is None
    assert place.named() == [(f"g{place.games.index(game)}", seq)]
    assert "the stored bytes of record" in place.said()
    damage = place.log.standing().damage
    assert damage is not None
    assert f"Record {seq} of {game} is in the log already, as another one." == damage.en
    place.tables.note(9)
    assert place.log.bring_up() is None
    assert place.log.standing().signed == 36, "the other games go on, and this one with what follows"
    assert place.named() == [(f"g{place.games.index(game)}", seq)]


def test_rows_exchanged_between_games_and_put_in_between(place: Place) -> None:
    g0, g1, _ = place.games
    place.sql("UPDATE records SET originator_id = 'x' WHERE originator_id = ? AND originator_version = 4", g0)
    assert place.named()[0] == ("g0", 4)
    assert "record 4 of x is in the store and not in the log, which went past it" in place.said()
    place.sql("UPDATE records SET originator_id = ? WHERE originator_id = 'x'", g0)
    assert place.faults() == []
    place.sql(
        "UPDATE records SET originator_version = originator_version + 100 WHERE originator_id = ? AND originator_version > 5", g1
    )
    assert {seq for game, seq in place.named() if game == "g1"} == {6, 7, 8, 9, 106, 107, 108, 109}


def test_a_row_put_in_before_the_newest(place: Place) -> None:
    g1, state = place.games[1], b'{"type":"NoteAdded"}'
    place.sql("INSERT INTO records VALUES (-5, ?, 10, 'NoteAdded', ?)", g1, state)
    place.sql("UPDATE records SET id = 0 WHERE id = -5")
    place.reopen()
    place.log.bring_up()
    assert place.faults() == [], "a notification before the first is none"
    place.sql("DELETE FROM records WHERE id = 0")
    place.sql("UPDATE records SET id = id + 1 WHERE id = (SELECT MAX(id) FROM records)")
    place.sql("INSERT INTO records VALUES ((SELECT MAX(id) - 1 FROM records), ?, 10, 'NoteAdded', ?)", g1, state)
    place.reopen()
    place.log.bring_up()
    assert place.log.standing().size == 28, "the row at the position was another, so all were gone through again"
    assert place.faults() == []


def test_a_record_that_came_without_the_one_before_it(place: Place) -> None:
    g2 = place.games[2]
    last = place.clerk.game(g2).seq
    place.tables.note(6)
    place.sql("DELETE FROM records WHERE originator_id = ? AND originator_version = ?", g2, last + 1)
    place.reopen()
    assert place.log.bring_up() is None
    damage = place.log.standing().damage
    assert damage is not None
    assert damage.en == f"Record {last + 2} of {g2} came where record {last + 1} was awaited."
    assert place.named() == [("g2", last + 2)]
    assert place.log.standing().signed == 31


# -- the log is tampered with ------------------------------------------------------------------------------------------------


def test_an_entry_a_tile_or_the_size_changed_in_the_log(place: Place) -> None:
    ((entry,),) = place.sql("SELECT entry FROM entries WHERE leaf = 10", file="ledger.sqlite")
    g = read_entry(bytes(entry))
    assert isinstance(g, RecordEntry)
    other = RecordEntry(g.game, g.seq, g.prev, g.topic, bytes(32)).encode()
    place.sql("UPDATE entries SET entry = ? WHERE leaf = 10", other, file="ledger.sqlite")
    said = place.said()
    assert f"the stored bytes of record {g.seq} of {g.game} are not those that were logged" in said
    assert f"record {g.seq + 1} of {g.game} does not follow record {g.seq}" in said
    assert "tile/0/000.p/27 has not the hashes of its entries" in said
    assert "the signed head of size 27 is none of the log's" in said
    assert "the guard's head of size 27 is none of the log's" in said
    place.sql("UPDATE entries SET entry = ?, seq = 77 WHERE leaf = 10", entry, file="ledger.sqlite")
    assert "entry 10 is filed under another record" in place.said()
    place.sql("UPDATE entries SET seq = ? WHERE leaf = 10", g.seq, file="ledger.sqlite")
    assert place.faults() == []
    place.sql("UPDATE tiles SET hashes = zeroblob(length(hashes))", file="ledger.sqlite")
    assert [fault.text.en for fault in place.faults()] == ["tile/0/000.p/27 has not the hashes of its entries"]


def test_entries_deleted_from_the_log(place: Place) -> None:
    place.sql("DELETE FROM entries WHERE leaf = 26", file="ledger.sqlite")
    assert "the log has 26 entries, not 27" in place.said()
    place.sql("UPDATE log SET size = 26", file="ledger.sqlite")
    assert "the signed head of size 27 is none of the log's" in place.said()
    place.sql("DELETE FROM entries WHERE leaf = 3", file="ledger.sqlite")
    assert "entry 3 is missing in the log" in place.said()


def rewrite(place: Place, sign: bool = True) -> None:
    """The operator changes record 4 of a game, and makes a log that fits, with a head that the real key has signed."""
    g1, which = place.games[1], "WHERE originator_id = ? AND originator_version = 4"
    ((state,),) = place.sql(f"SELECT state FROM records {which}", g1)
    place.sql(f"UPDATE records SET state = ? {which}", bytes(state).replace(b"tester", b"nobody"), g1)
    keys = KeyRing(place.log.key_file).read()
    place.reopen()
    entries = entries_of(place.clerk)
    frontier = Frontier()
    leaves = [leaf_hash(entry) for entry in entries]
    for leaf in leaves:
        frontier.append(leaf)
    for leaf, entry in enumerate(entries):
        place.sql("UPDATE entries SET entry = ? WHERE leaf = ?", entry, leaf, file="ledger.sqlite")
    place.sql("UPDATE tiles SET hashes = ? WHERE level = 0 AND tile = 0", b"".join(leaves), file="ledger.sqlite")
    note = sign_checkpoint(Checkpoint(ORIGIN, len(entries), frontier.root()), keys).encode()
    if sign:
        place.sql("UPDATE checkpoints SET note = ?", note, file="ledger.sqlite")
    place.reopen()


def test_the_operator_rewrites_and_resigns_with_the_real_key(place: Place) -> None:
    rewrite(place)
    place.tables.note(2)
    refused = place.log.bring_up()
    assert refused is not None
    assert refused.en.startswith("The log is not signed: its first 27 entries are not those that were signed for.")
    assert place.log.standing().refusal == refused
    assert place.log.standing().signed == 27, "nothing new was signed"
    assert "the guard's head of size 27 is none of the log's" in place.said()


def test_a_rewrite_without_a_new_record_is_not_signed_either(place: Place) -> None:
    rewrite(place, sign=False)
    refused = place.log.bring_up()
    assert refused is not None
    assert "27 entries are not those" in refused.en


# -- old copies ----------------------------------------------------------------------------------------------------------------


def backup(place: Place, *files: str) -> Callable[[], None]:
    """Copy files now; what is answered puts them back."""
    place.close()
    kept = place.folder / "backup"
    kept.mkdir()
    for name in files:
        shutil.copy(place.folder / name, kept / name)
    place.reopen()

    def restore() -> None:
        place.close()
        for name in files:
            for tail in ("", "-wal", "-shm"):
                (place.folder / (name + tail)).unlink(missing_ok=True)
            shutil.copy(kept / name, place.folder / name)
        place.reopen()

    return restore


def test_restore_of_an_old_backup(place: Place) -> None:
    """Record and log are put back to yesterday; the guard, which is no part of a backup, is not."""
    restore = backup(place, "greffe.sqlite", "ledger.sqlite")
    place.tables.note(10)
    place.log.bring_up()
    assert place.log.standing().signed == 37
    restore()
    refused = place.log.bring_up()
    assert refused is not None
    assert "it would go back, to 27 entries where 37 were signed for" in refused.en
    place.tables.note(6)
    refused = place.log.bring_up()
    assert refused is not None
    assert "to 33 entries" in refused.en
    place.tables.note(10)
    refused = place.log.bring_up()
    assert refused is not None
    assert "its first 37 entries are not those that were signed for" in refused.en
    assert place.log.standing().size == 33, "what would make it another log is not taken in"
    assert place.log.standing().signed == 27


def test_an_old_copy_of_the_log_alone_is_brought_up_again(place: Place) -> None:
    """The record has everything, so the log is made anew from it; the guard sees to it that it is the same."""
    restore = backup(place, "ledger.sqlite")
    place.tables.note(10)
    place.log.bring_up()
    restore()
    assert place.log.standing().signed == 27
    assert place.log.bring_up() is None
    assert place.log.standing().signed == 37
    holds(place.log, place.clerk)


def test_a_log_that_is_gone_is_made_anew(place: Place) -> None:
    head = place.log.head()
    place.close()
    (place.folder / "ledger.sqlite").unlink()
    place.reopen()
    assert place.log.bring_up() is None
    assert place.log.head() == head, "to the byte"
    holds(place.log, place.clerk)


def test_an_old_copy_of_the_record_alone(place: Place) -> None:
    """The log knows what is gone, and does not let other records take its place."""
    restore = backup(place, "greffe.sqlite")
    place.tables.note(6)
    place.log.bring_up()
    before = entries_in(place.log)
    restore()
    assert place.log.bring_up() is None
    assert len(place.named()) == 6
    place.tables.note(9)
    assert place.log.bring_up() is None
    assert entries_in(place.log)[:33] == before
    found = place.log.standing()
    assert found.damage is not None
    assert "is in the log already, as another one" in found.damage.en
    assert found.differences == 6
    assert len(place.named()) == 6
    assert found.signed == 36, "each game's tenth record on is new to the log"


# -- the guard's file ------------------------------------------------------------------------------------------------------------


def test_a_guard_that_is_gone_or_damaged_lets_nothing_be_signed(place: Place) -> None:
    guard = place.log.guard_file
    kept = guard.read_bytes()
    place.tables.note()
    guard.unlink()
    refused = place.log.bring_up()
    assert refused is not None
    assert "its guard log.guard is gone, although the log was signed before" in refused.en
    for damaged in (b"", kept[:20], b"\xff" * 50, kept.replace(b"27", b"27 "), b"x" * 10_000):
        guard.write_bytes(damaged)
        refused = place.log.bring_up()
        assert refused is not None
        assert "its guard log.guard cannot be read" in refused.en
    guard.write_bytes(Checkpoint("other.example/log", 0, EMPTY_ROOT).encode().encode())
    refused = place.log.bring_up()
    assert refused is not None
    assert "its guard log.guard is that of another log, other.example/log" in refused.en
    guard.write_bytes(kept)
    assert place.log.bring_up() is None
    assert place.log.standing().refusal is None
    assert read_checkpoint(guard.read_text()).size == 28


def test_a_guard_that_cannot_be_written_lets_nothing_be_signed(place: Place) -> None:
    place.tables.note()
    (place.folder / "log.guard.new").mkdir()
    refused = place.log.bring_up()
    assert refused is not None
    assert "its guard log.guard cannot be written (is a directory)" in refused.en
    assert place.log.standing().signed == 27


def test_an_older_guard_is_brought_up_by_a_log_that_grew_from_it(place: Place) -> None:
    """A guard that was put back to yesterday knows less; it still holds the log to what it knows."""
    guard = place.log.guard_file
    yesterday = guard.read_bytes()
    place.tables.note(8)
    assert place.log.bring_up() is None
    guard.write_bytes(yesterday)
    place.tables.note()
    assert place.log.bring_up() is None
    assert read_checkpoint(guard.read_text()).size == 36
    guard.write_bytes(yesterday)
    rewrite(place)
    refused = place.log.bring_up()
    assert refused is not None
    assert "its first 27 entries are not those that were signed for" in refused.en


def test_a_guard_ahead_of_the_log_that_signed_for_what_is_not_in_the_record(place: Place) -> None:
    """Not even one entry more may be signed for and then be another."""
    place.log.guard_file.write_bytes(Checkpoint(ORIGIN, 28, bytes(32)).encode().encode())
    place.reopen()
    for said in ("it would go back, to 27 entries where 28", "its first 28 entries are not those"):
        refused = place.log.bring_up()
        assert refused is not None
        assert said in refused.en
        assert place.log.standing().signed == 27
        place.tables.note()
    assert place.log.standing().size == 27, "what cannot be signed is not taken in"


# -- a disk that is full ---------------------------------------------------------------------------------------------------------


@contextmanager
def full_disk(most: int) -> Iterator[None]:
    """While this is open no file grows beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_is_full_signs_nothing_and_harms_nothing(place: Place) -> None:
    """Whatever the room is enough for, and whatever not: the log is whole, and goes on when there is room again."""
    place.tables.note(40)
    size = (place.folder / "ledger.sqlite-wal").stat().st_size
    came = set()
    for most in (0, 60, 100, size, size + 4_096, size + 20_000):
        with full_disk(most):
            try:
                refused = place.log.bring_up()
            except PersistenceError as e:
                came.add(type(e).__name__)
            else:
                came.add("signed" if refused is None else refused.en)
        holds(place.log, place.clerk)
    assert place.log.standing().signed in (27, 67)
    assert any(one.endswith("Error") for one in came), came
    assert place.log.bring_up() is None
    assert place.log.standing().signed == 67
    assert place.faults() == []


def test_a_guard_for_which_there_is_no_room_lets_nothing_be_signed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.tables.note()

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(durable.os, "fsync", full)
    refused = place.log.bring_up()
    assert refused is not None
    assert "its guard log.guard cannot be written (no space left on device)" in refused.en
    assert place.log.standing().signed == 27
    monkeypatch.undo()
    assert place.log.bring_up() is None
    assert place.log.standing().signed == 28
    assert place.faults() == []


def test_a_writer_that_runs_waits_for_room(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not end, nor lose anything: games go on, and the log comes after."""
    monkeypatch.setattr(writer, "WAITS", (0.01,))
    monkeypatch.setattr(writer, "PACE", 0.01)
    stop = Event()
    real = place.log.writing.batch

    def no_room(**_: object) -> object:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(place.log.writing, "batch", no_room)
    running = Thread(target=place.log.writer.run, args=(stop,))
    running.start()
    try:
        place.tables.note(5)
        assert running.is_alive()
        assert place.log.standing().signed == 27
        monkeypatch.setattr(place.log.writing, "batch", real)
        assert eventually(lambda: place.log.standing().signed == 32)
    finally:
        stop.set()
        running.join()
    assert place.faults() == []
