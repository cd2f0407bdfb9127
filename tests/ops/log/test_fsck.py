"""`fsck`: while the log's writer runs, nothing half done counts as a fault; damaged cells, bytes
and pages do."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.log import Prover
from domain.kernel.text import Text
from domain.transfer.bundles import bundle_of, newest_seq
from ops.log import keyring
from ops.log.__main__ import check_and_note
from ops.log.checking import LogCheck, StoreFault
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.settings.config import Settings
from ops.stores.sqlite import connections, log_file
from tests.builders.logs import ORIGIN
from tests.builders.refusals import refused_with
from tests.ops.data_folders import LoggedFolder
from tests.ops.log.naive_log import damage


def new_check(place: LoggedFolder) -> LogCheck:
    """A check that has read the heads, the guard and the length of the log so far."""
    recorder: Any = place.clerk.recorder
    return LogCheck(recorder, place.log, Guard(place.log.guard_file))


def check_as_at_start(place: LoggedFolder) -> None:
    check_and_note(Settings.load({}, data=str(place.folder)), place.clerk, place.log.writing)


def check_begun_at(place: LoggedFolder, step: str) -> list[LogCheck]:
    seen: list[LogCheck] = []

    def tell(done: str) -> None:
        if done == step:
            seen.append(new_check(place))

    place.log.writing.step = tell
    assert place.log.log_and_sign_all() is None
    return seen


def test_a_head_that_is_being_signed_is_no_fault(place: LoggedFolder) -> None:
    """The guard is written before the head, so it is ahead while the disk writes."""
    place.tables.note(5)
    (check,) = check_begun_at(place, "guarded")
    assert list(check.faults(signing=True)) == [], "by the process that signs"
    place.tables.note(5)
    (check,) = check_begun_at(place, "guarded")
    assert list(check.faults()) == [], "by a command: the head came a moment after it looked"
    place.tables.note(5)
    (check,) = check_begun_at(place, "guarded")
    place.sql(
        "DELETE FROM checkpoints WHERE size = (SELECT MAX(size) FROM checkpoints)",
        file="ledger.sqlite",
    )
    (fault,) = check.faults()
    assert (
        "the newest signed head is of size 37, where one of size 42 was signed" in fault.text.en
    ), "it does not come"


def test_what_a_kill_or_a_power_cut_leaves_is_no_damage_to_the_writer_that_comes_up_from_it(
    place: LoggedFolder,
) -> None:
    place.sql("DELETE FROM checkpoints", file="ledger.sqlite")
    check_as_at_start(place)
    assert place.log.standing().damage is None, "it signs the head again"
    assert "where one of size 27 was signed" in place.fault_text(), "while nobody does, it is lost"
    for table in ("entries", "tiles", "checkpoints"):
        place.sql(f"DELETE FROM {table}", file="ledger.sqlite")
    place.sql("UPDATE log SET size = 0, position = 0, row = x''", file="ledger.sqlite")
    check_as_at_start(place)
    assert place.log.standing().damage is None, "it takes the entries in again"
    place.reopen()
    assert place.log.log_and_sign_all() is None
    check_as_at_start(place)
    assert (place.log.standing().damage, place.log.standing().refusal, place.faults()) == (
        None,
        None,
        [],
    )


def test_a_guard_for_other_entries_is_damage_to_the_writer_too(place: LoggedFolder) -> None:
    guard = place.log.guard_file
    origin, size, _, *rest = guard.read_text("utf-8").split("\n")
    guard.write_text("\n".join([origin, size, "A" * 43 + "=", *rest]), "utf-8")
    check_as_at_start(place)
    assert "The guard's head of size 27 is none of the log's" in damage(place.log)


def test_a_key_that_is_announced_meanwhile_is_no_fault(place: LoggedFolder) -> None:
    (old,) = KeyRing(place.log.key_file).read()
    keyring.write_keys(place.log.key_file, (old, keyring.SignerKey.generate(ORIGIN)))
    extent = place.log.extent

    def then_announced() -> Any:
        seen = extent()
        place.log.writer.signing.take_keys()
        return seen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place.log, "extent", then_announced)
        check_ = new_check(place)
    assert (len(place.log.log_keys()), list(check_.faults())) == (2, [])


def test_a_record_that_does_not_fit_while_one_checks_is_not_forgotten(
    place: LoggedFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence, another = Text("Record 3 does not fit."), Text("Record 5 does not fit.")
    place.log.writing.set_notice("misfit", sentence, 1)
    check_as_at_start(place)
    assert place.log.standing().damage is None, "all fits now"

    def meanwhile(self: LogCheck, **options: bool) -> Iterator[StoreFault]:
        place.log.writing.set_notice("misfit", another, 2)
        yield from faults(self, **options)

    faults = LogCheck.faults
    place.log.writing.set_notice("misfit", sentence, 1)
    monkeypatch.setattr(LogCheck, "faults", meanwhile)
    check_as_at_start(place)
    assert place.log.standing().damage == another


OF_4 = "WHERE originator_id = ? AND originator_version = 4"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("state = CAST(state AS TEXT)", "has its state stored as text, where blob belongs"),
        ("state = 7", "the stored bytes of record 4"),
        ("state = 1.5", "the stored bytes of record 4"),
        ("topic = CAST(topic AS BLOB)", "has its topic stored as blob, where text belongs"),
        (
            "topic = CAST(x'4e6f7465ff' AS TEXT)",
            "is stored as Note\\xff and was logged as NoteAdded",
        ),
        ("topic = 'GameClosed'", "is stored as GameClosed and was logged as NoteAdded"),
        ("state = CAST(x'7bff7d' AS TEXT)", "the stored bytes of record 4"),
        ("state = x'7bff7d'", "the stored bytes of record 4"),
        ("originator_version = 'four'", "is in the log and not in the store"),
        (
            "originator_id = CAST(originator_id AS BLOB)",
            "has its originator_id stored as blob, where text belongs",
        ),
        ("originator_id = CAST(x'67ff' AS TEXT)", "is in the log and not in the store"),
    ],
)
def test_a_cell_of_another_type_in_the_record_is_named_and_hides_nothing_after_it(
    place: LoggedFolder, change: str, says: str
) -> None:
    g1, g2 = place.games[1], place.games[2]
    place.sql(f"UPDATE records SET {change} {OF_4}", g1)
    place.sql(
        "UPDATE records SET state = x'7b7d' WHERE originator_id = ? AND originator_version = 7", g2
    )
    assert says in place.fault_text()
    assert {("g1", 4), ("g2", 7)} <= set(place.fault_places())
    place.reopen()
    assert place.log.log_and_sign_all() is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE entries SET entry = CAST(entry AS TEXT) WHERE leaf = 10",
            "row 10 of the log's entries has its entry stored as text",
        ),
        (
            "UPDATE entries SET entry = 5 WHERE leaf = 10",
            "row 10 of the log's entries has its entry stored as integer",
        ),
        (
            "UPDATE entries SET game = CAST(game AS BLOB) WHERE leaf = 10",
            "row 10 of the log's entries has its game stored as blob",
        ),
        ("UPDATE entries SET seq = 'x' WHERE leaf = 10", "entry 10 is filed under another record"),
        (
            "UPDATE tiles SET hashes = CAST(hashes AS TEXT)",
            "has its hashes stored as text, where blob belongs",
        ),
        (
            "UPDATE checkpoints SET note = CAST(note AS TEXT)",
            "of the log's checkpoints has its note stored as text",
        ),
        (
            "UPDATE checkpoints SET size = 'many'",
            "of the log's checkpoints has its size stored as text",
        ),
        ("UPDATE log SET size = 'many'", "row 1 of the log's log has its size stored as text"),
        ("UPDATE log SET size = 12", "the log has 27 entries, not 12"),
        ("DELETE FROM entries WHERE leaf = 26", "the log has 26 entries, not 27"),
        ("DELETE FROM entries WHERE leaf = 3", "entry 3 is missing in the log"),
        (
            "UPDATE log SET position = x'00'",
            "row 1 of the log's log has its position stored as blob",
        ),
        (
            "UPDATE log SET origin = x'ff'",
            "the log says it is that of \\xff, and key 1 is for greffe.example/log",
        ),
        ("UPDATE keys SET verifier = 'nonsense'", "key 1 of the log cannot be read"),
        ("UPDATE keys SET verifier = 5", "key 1 of the log cannot be read"),
        (
            "UPDATE keys SET label = 'another'",
            "key 1 is listed as another and is greffe.example/log+",
        ),
        (
            "UPDATE keys SET announced = 3",
            "is listed as announced by entry 3, which does not announce it",
        ),
        ("DELETE FROM keys", "there is not one first key"),
        ("DELETE FROM log", "the log has 27 entries, not"),
    ],
)
def test_a_cell_of_another_type_in_the_log_is_named_and_hides_nothing(
    place: LoggedFolder, change: str, says: str
) -> None:
    place.sql(
        "UPDATE records SET state = x'7b7d' WHERE originator_id = ? AND originator_version = 7",
        place.games[2],
    )
    place.sql(change, file="ledger.sqlite")
    assert says in place.fault_text()
    assert ("g2", 7) in place.fault_places(), "what was tampered with besides is named, too"
    assert place.log.standing().size <= 27
    place.log.cosigned()


def test_the_check_at_the_start_says_it_and_so_does_the_standing(place: LoggedFolder) -> None:
    place.sql("UPDATE log SET size = 'many'", file="ledger.sqlite")
    check_and_note(Settings.load({}, data=str(place.folder)), place.clerk, place.log.writing)
    sentence = damage(place.log)
    assert "stored as text" in sentence or "entries, not" in sentence
    refused_with(Exception, "run greffe fsck", place.log.log_and_sign_all)


def test_a_page_that_is_damaged_in_the_file_is_named_and_the_rest_is_checked(
    place: LoggedFolder,
) -> None:
    place.tables.note(600)
    place.log.log_and_sign_all()
    place.close()
    file = place.folder / "greffe.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = db.execute("PRAGMA page_size").fetchone()[0]
        pages = db.execute(
            "SELECT pageno FROM dbstat WHERE name = 'records' AND pagetype = 'leaf'"
        ).fetchall()
    data = bytearray(file.read_bytes())
    at = (pages[len(pages) // 2][0] - 1) * size
    data[at : at + size] = bytes(b ^ 0x5A for b in data[at : at + size])
    file.write_bytes(data)
    place.reopen()
    sentence = place.fault_text()
    assert "the file of the record is damaged" in sentence
    assert (
        "cannot be read" in sentence
        or "not those that were logged" in sentence
        or "not in the store" in sentence
    )


def test_a_game_with_a_cell_that_is_text_is_bundled_as_it_is(place: LoggedFolder) -> None:
    """The bundle is made without folding the game, so that an auditor finds the damage."""
    g1 = place.games[1]
    place.sql(f"UPDATE records SET state = 7, topic = CAST(topic AS BLOB) {OF_4}", g1)
    proof = Prover(place.log).proof(g1, newest_seq(place.clerk, g1))
    assert proof is not None
    assert b"7" in b"".join(bundle_of(place.clerk, g1, newest_seq(place.clerk, g1), proof))


# -- the file sees to it itself --------------------------------------------------------------------


def test_triggers_refuse_cells_of_another_type_in_every_table(place: LoggedFolder) -> None:
    place.close()
    for file, tables in (("greffe.sqlite", connections.TABLES), ("ledger.sqlite", log_file.TABLES)):
        with sqlite3.connect(place.folder / file) as db:
            for table in tables:
                for column, types in table.columns.items():
                    if db.execute(f"SELECT 1 FROM {table.name}").fetchone() is None:
                        continue
                    other = "x'41'" if "text" in types or "integer" in types else "'text'"
                    refused_with(
                        sqlite3.IntegrityError,
                        "has another type than its column",
                        db.execute,
                        f"UPDATE {table.name} SET {column} = {other}",
                    )
    place.reopen()
    assert place.faults() == []


def test_a_store_of_version_1_gets_the_triggers_and_keeps_every_byte(place: LoggedFolder) -> None:
    place.close()
    for file in ("greffe.sqlite", "ledger.sqlite"):
        place.sql("PRAGMA user_version=1", file=file)  # without its triggers
    place.sql(f"UPDATE records SET state = CAST(state AS TEXT) {OF_4}", place.games[0])
    rows = place.sql("SELECT * FROM records")
    assert connections.migrate(str(place.folder / "greffe.sqlite")) == 1
    assert log_file.migrate(place.folder / "ledger.sqlite") == 1
    with sqlite3.connect(place.folder / "greffe.sqlite") as db:
        assert db.execute("SELECT * FROM records").fetchall() == rows, (
            "a wrong cell is kept, and named"
        )
        assert db.execute(
            "SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'"
        ).fetchone() == (4,)
    place.reopen()
    assert place.fault_places() == [("g0", 4)]
    assert place.log.log_and_sign_all() is None
