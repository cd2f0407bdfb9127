"""Cells of another type than their column's, bytes that are no text, damaged pages: fsck names the row and goes on to the end."""

from __future__ import annotations

import sqlite3

import pytest

from domain.store.log import Prover
from domain.transfer.bundles import bundle_of, newest
from ops.log.__main__ import check
from ops.settings.config import Settings
from ops.stores.sqlite import connections, log_file
from tests.ops.data_folders import Place

OF_4 = "WHERE originator_id = ? AND originator_version = 4"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("state = CAST(state AS TEXT)", "has its state stored as text, where blob belongs"),
        ("state = 7", "the stored bytes of record 4"),
        ("state = 1.5", "the stored bytes of record 4"),
        ("topic = CAST(topic AS BLOB)", "has its topic stored as blob, where text belongs"),
        ("topic = CAST(x'4e6f7465ff' AS TEXT)", "is stored as Note\\xff and was logged as NoteAdded"),
        ("state = CAST(x'7bff7d' AS TEXT)", "the stored bytes of record 4"),
        ("state = x'7bff7d'", "the stored bytes of record 4"),
        ("originator_version = 'four'", "is in the log and not in the store"),
        ("originator_id = CAST(originator_id AS BLOB)", "has its originator_id stored as blob, where text belongs"),
        ("originator_id = CAST(x'67ff' AS TEXT)", "is in the log and not in the store"),
    ],
)
def test_a_cell_of_another_type_in_the_record_is_named_and_hides_nothing_after_it(place: Place, change: str, says: str) -> None:
    g1, g2 = place.games[1], place.games[2]
    place.sql(f"UPDATE records SET {change} {OF_4}", g1)
    place.sql("UPDATE records SET state = x'7b7d' WHERE originator_id = ? AND originator_version = 7", g2)
    assert says in place.said()
    assert {("g1", 4), ("g2", 7)} <= set(place.named())
    place.reopen()
    assert place.log.bring_up() is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE entries SET entry = CAST(entry AS TEXT) WHERE leaf = 10",
            "row 10 of the log's entries has its entry stored as text",
        ),
        ("UPDATE entries SET entry = 5 WHERE leaf = 10", "row 10 of the log's entries has its entry stored as integer"),
        ("UPDATE entries SET game = CAST(game AS BLOB) WHERE leaf = 10", "row 10 of the log's entries has its game stored as blob"),
        ("UPDATE entries SET seq = 'x' WHERE leaf = 10", "entry 10 is filed under another record"),
        ("UPDATE tiles SET hashes = CAST(hashes AS TEXT)", "has its hashes stored as text, where blob belongs"),
        ("UPDATE checkpoints SET note = CAST(note AS TEXT)", "of the log's checkpoints has its note stored as text"),
        ("UPDATE checkpoints SET size = 'many'", "of the log's checkpoints has its size stored as text"),
        ("UPDATE log SET size = 'many'", "row 1 of the log's log has its size stored as text"),
        ("UPDATE log SET size = 12", "the log has 27 entries, not 12"),
        ("UPDATE log SET position = x'00'", "row 1 of the log's log has its position stored as blob"),
        ("UPDATE log SET origin = x'ff'", "the log says it is that of \\xff, and key 1 is for greffe.example/log"),
        ("UPDATE keys SET verifier = 'nonsense'", "key 1 of the log cannot be read"),
        ("UPDATE keys SET verifier = 5", "key 1 of the log cannot be read"),
        ("UPDATE keys SET label = 'another'", "key 1 is listed as another and is greffe.example/log+"),
        ("UPDATE keys SET announced = 3", "is listed as announced by entry 3, which does not announce it"),
        ("DELETE FROM keys", "there is not one first key"),
        ("DELETE FROM log", "the log has 27 entries, not"),
    ],
)
def test_a_cell_of_another_type_in_the_log_is_named_and_hides_nothing(place: Place, change: str, says: str) -> None:
    place.sql("UPDATE records SET state = x'7b7d' WHERE originator_id = ? AND originator_version = 7", place.games[2])
    place.sql(change, file="ledger.sqlite")
    assert says in place.said()
    assert ("g2", 7) in place.named(), "what was tampered with besides is named, too"
    assert place.log.standing().size <= 27
    place.log.cosigned()


def test_the_check_at_the_start_says_it_and_so_does_the_standing(place: Place) -> None:
    place.sql("UPDATE log SET size = 'many'", file="ledger.sqlite")
    check(Settings.load({}, data=str(place.folder)), place.clerk, place.log.writing)
    damage = place.log.standing().damage
    assert damage is not None
    assert "stored as text" in damage.en or "entries, not" in damage.en
    with pytest.raises(Exception, match="run greffe fsck"):
        place.log.bring_up()


def test_a_page_that_is_damaged_in_the_file_is_named_and_the_rest_is_checked(place: Place) -> None:
    place.tables.note(600)
    place.log.bring_up()
    place.close()
    file = place.folder / "greffe.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = db.execute("PRAGMA page_size").fetchone()[0]
        pages = [page for (page,) in db.execute("SELECT pageno FROM dbstat WHERE name = 'records' AND pagetype = 'leaf'")]
    data = bytearray(file.read_bytes())
    at = (pages[len(pages) // 2] - 1) * size
    data[at : at + size] = bytes(b ^ 0x5A for b in data[at : at + size])
    file.write_bytes(data)
    place.reopen()
    said = place.said()
    assert "the file of the record is damaged" in said
    assert "cannot be read" in said or "not those that were logged" in said or "not in the store" in said


def test_a_game_with_a_cell_that_is_text_is_bundled_as_it_is(place: Place) -> None:
    """Nothing is folded on the way: the auditor finds it."""
    g1 = place.games[1]
    place.sql(f"UPDATE records SET state = 7, topic = CAST(topic AS BLOB) {OF_4}", g1)
    proof = Prover(place.log).proof(g1, newest(place.clerk, g1))
    assert proof is not None
    assert b"7" in b"".join(bundle_of(place.clerk, g1, newest(place.clerk, g1), proof))


# -- the file sees to it itself ----------------------------------------------------------------------------------------------


def test_triggers_refuse_cells_of_another_type_in_every_table(place: Place) -> None:
    place.close()
    for file, tables in (("greffe.sqlite", connections.TABLES), ("ledger.sqlite", log_file.TABLES)):
        with sqlite3.connect(place.folder / file) as db:
            for table in tables:
                for column, types in table.columns.items():
                    if db.execute(f"SELECT 1 FROM {table.name}").fetchone() is None:
                        continue
                    other = "x'41'" if "text" in types or "integer" in types else "'text'"
                    with pytest.raises(sqlite3.IntegrityError, match="has another type than its column"):
                        db.execute(f"UPDATE {table.name} SET {column} = {other}")
    place.reopen()
    assert place.faults() == []


def test_a_store_of_version_1_gets_the_triggers_and_keeps_every_byte(place: Place) -> None:
    place.close()
    kept = {}
    for file in ("greffe.sqlite", "ledger.sqlite"):
        with sqlite3.connect(place.folder / file) as db:
            for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                db.execute(f"DROP TRIGGER {trigger}")
            db.execute("PRAGMA user_version=1")
            if file == "greffe.sqlite":
                db.execute(f"UPDATE records SET state = CAST(state AS TEXT) {OF_4}", (place.games[0],))
                kept[file] = db.execute("SELECT * FROM records").fetchall()
    assert connections.migrate(str(place.folder / "greffe.sqlite")) == 1
    assert log_file.migrate(place.folder / "ledger.sqlite") == 1
    with sqlite3.connect(place.folder / "greffe.sqlite") as db:
        assert db.execute("SELECT * FROM records").fetchall() == kept["greffe.sqlite"], "a wrong cell is kept, and named"
        assert db.execute("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'").fetchone() == (4,)
    place.reopen()
    assert place.named() == [("g0", 4)]
    assert place.log.bring_up() is None
