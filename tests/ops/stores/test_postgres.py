from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from eventsourcing.persistence import (
    IntegrityError,
    OperationalError,
    StoredEvent,
)

from domain.kernel.encryption import Cipher
from ops.settings.addresses import LOG, RECORD, Address, without_password
from ops.settings.config import BadSetting, Settings
from ops.settings.errors import NewerSchema
from ops.stores.key_values import DRAWER, SEALED, KeyValues
from ops.stores.log.opening import (
    discard_log,
    is_log,
    log_database,
    place_of_new_log,
    place_of_unfinished_log,
    replace_log,
)
from ops.stores.opening import migrate_record
from ops.stores.postgres import connections, log_schema, recorder, schema
from ops.stores.postgres.connections import Connections
from ops.stores.postgres.log_schema import SessionLease
from ops.stores.postgres.recorder import Recorder
from tests.builders.postgres import (
    PostgresServer,
    end_leases,
    needs_postgres,
    own_server,
    shared_server,
)
from tests.builders.refusals import refused_with
from tests.builders.servers import PATIENCE, eventually

pytestmark = needs_postgres


@pytest.fixture
def dsn() -> str:
    return shared_server().new_database()


@pytest.fixture
def pool(dsn: str) -> Iterator[Connections]:
    with closing(Connections(Address(dsn))) as pool_:
        yield pool_


@pytest.fixture
def records(pool: Connections) -> Iterator[Recorder]:
    with closing(Recorder(pool)) as recorder_:
        yield recorder_


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    with own_server(fsync="on", full_page_writes="on") as started:
        yield started


def row(game: str, seq: int, state: bytes = b"{}") -> StoredEvent:
    return StoredEvent(game, seq, "NoteAdded", state)


# -- the order that followers read -----------------------------------------------------------------


def test_who_gives_ids_waits_for_whoever_is_giving_them(
    dsn: str, records: Recorder, pool: Connections
) -> None:
    """Two that give ids at once would give equal ones, and a follower would miss the later commit."""
    with (
        ThreadPoolExecutor(1) as threads,
        pool.connection(writing=True) as connection,
        connections.connect(Address(dsn)) as first,
    ):
        connection.execute(recorder._INSERTS[False][0], ("g", 1, "NoteAdded", b"{}"))
        first.execute("BEGIN")
        first.execute("SELECT sequenced(9)")
        connection.execute(recorder._INSERTS[False][0], ("h", 1, "NoteAdded", b"{}"))
        other = threads.submit(records.max_notification_id)
        waits = (
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND "
            "wait_event_type = 'Lock'"
        )
        assert eventually(lambda: connection.rows(waits) != [])
        first.execute("COMMIT")
        assert other.result(PATIENCE) == 2
    assert [(row.id, row.originator_id) for row in records.select_notifications(0, 9)] == [
        (1, "g"),
        (2, "h"),
    ]


def test_a_writer_finds_its_own_record_at_once(records: Recorder) -> None:
    for seq in range(1, 30):
        records.insert_events([row("g", seq)])
        assert records.max_notification_id() == seq
        assert [
            notification.originator_version for notification in records.select_notifications(seq, 9)
        ] == [seq]
        newest = records.newest_of("g")
        assert newest is not None and newest.originator_version == seq
        assert (records.newest_below(seq + 1, 9), records.newest_below(seq, 9)) == ([newest], [])
    assert records.openings(["NoteAdded", "Else"]) == [row("g", 1)]
    assert records.openings(["Else"]) == []


def test_rows_of_one_order_are_stored_together_in_their_order_or_not_at_all(
    records: Recorder,
) -> None:
    records.insert_events([row("g", seq) for seq in range(1, 601)])
    refused_with(
        IntegrityError, "", records.insert_events, [row("h", 1), row("g", 600), row("h", 2)]
    )
    assert records.select_events("h") == []
    assert [
        notification.originator_version for notification in records.select_notifications(1, 1_000)
    ] == list(range(1, 601))
    assert [
        event.originator_version
        for event in records.select_events("g", gt=2, lte=9, desc=True, limit=3)
    ] == [9, 8, 7]


def test_a_record_that_nobody_gave_its_id_is_found_by_who_waits(
    dsn: str, records: Recorder, pool: Connections
) -> None:
    """The writer was killed after storing the record and before giving its id."""
    with pool.connection() as connection:
        connection.execute(recorder._INSERTS[False][0], ("g", 1, "NoteAdded", b"{}"))
    assert any(records.await_change(0, 0.05) for _ in range(100)), "though each wait is short"
    assert [notification.id for notification in records.select_notifications(0, 9)] == [1]
    assert not records.await_change(1, 0.01)


# -- schemas ---------------------------------------------------------------------------------------


def test_processes_that_start_together_migrate_once() -> None:
    server = shared_server()
    server.execute("CREATE DATABASE together")
    dsn = server.dsn("together")
    with ThreadPoolExecutor(8) as pool:
        had = list(pool.map(lambda _: migrate_record(Address(dsn, RECORD)), range(8)))
    assert sorted(had) == [0] + [schema.VERSION] * 7


def test_a_newer_schema_and_a_database_that_may_lose_what_it_acknowledged_are_refused(
    dsn: str, pool: Connections
) -> None:
    for lossy in ("off", "local"):
        refused_with(
            OperationalError,
            "synchronous_commit",
            migrate_record,
            Address(f"{dsn}&options=-csynchronous_commit%3D{lossy}", RECORD),
        )
    with pool.connection() as connection:
        connection.execute("UPDATE store SET version = 99")
    refused_with(NewerSchema, "", migrate_record, Address(dsn, RECORD))


def test_a_database_in_another_encoding_is_refused_in_one_sentence() -> None:
    server = shared_server()
    for name, encoding in ("bytes", "SQL_ASCII"), ("latin", "LATIN1"):
        server.execute(f"CREATE DATABASE {name} ENCODING {encoding} LOCALE 'C' TEMPLATE template0")
        dsn = server.dsn(name)
        refused_with(OperationalError, "not in UTF-8", migrate_record, Address(dsn, RECORD))


def test_a_missing_database_or_schema_is_refused_in_one_sentence() -> None:
    refused_with(
        OperationalError,
        "does not exist",
        schema.need_migrated,
        Address(shared_server().dsn("nowhere")),
    )
    refused_with(
        OperationalError,
        "run greffe migrate first",
        log_database,
        Address(shared_server().dsn("postgres"), LOG),
    )
    raises = refused_with(
        OperationalError,
        "cannot be read",
        migrate_record,
        Address("postgresql://ann:s3cr%zzet@db/x"),
    )
    assert "s3cr" not in str(raises)


def test_an_address_is_shown_without_its_password() -> None:
    text = without_password(
        "postgresql://ann:s3cret@db.example:5432/greffe?sslmode=require&password=s3cret"
    )
    assert text == "postgresql://ann@db.example:5432/greffe?sslmode=require"
    for refused in ("postgresql+psycopg://ann:s3cr/et@db/x", "host=db user=ann password=s3cret"):
        raises = refused_with(BadSetting, "", Settings.load, {"GREFFE_STORE": refused})
        assert "GREFFE_STORE" in str(raises) and "s3cr" not in str(raises)
    assert "s3cret" not in repr(Address("postgresql://ann:s3cret@db/greffe"))


def test_while_a_write_is_waited_for_nobody_else_is(dsn: str, server: PostgresServer) -> None:
    """A synchronous standby is away: commits wait, reads go on, and health is reported at once."""
    pool = Connections(Address(server.new_database()))
    rec = Recorder(pool)
    rec.insert_events([row("g", 1)])
    assert rec.trouble() == ""
    server.standbys("'nobody'")
    with ThreadPoolExecutor(9) as threads:
        waiting = [threads.submit(rec.insert_events, [row(f"h{n}", 1)]) for n in range(8)]
        assert eventually(server.waiting)
        for _ in range(20):
            assert len(rec.select_events("g")) == 1
            rec.trouble()
        assert not any(thread.done() for thread in waiting)
        server.standbys("''")
        for thread in waiting:
            thread.result(PATIENCE)
    rec.close()
    pool.close()
    refused_with(OperationalError, "closed", rec.select_events, "g")


# -- the key-value store ---------------------------------------------------------------------------


def test_secrets_are_sealed_and_keys_sort_as_in_the_other_store(pool: Connections) -> None:
    clear, sealed = KeyValues(pool), KeyValues(pool, Cipher(b"k" * 40, DRAWER))
    clear.keep("seed", "g", b"dice")
    assert (
        sealed.seal() == 1
        and sealed.fetch("seed", "g") == b"dice"
        and (sealed.stored("seed", "g") or b"").startswith(SEALED)
    )
    assert KeyValues(pool, Cipher(b"l" * 40, DRAWER)).unreadable() == 1
    keys = ["a", "B", "é", "z", "a/1", "a/é", "\U0001f3b2", "a/\U0010fffe"]
    for key in keys:
        clear.keep("text", key, key.encode())
    assert clear.keys("text") == sorted(keys)
    assert clear.items("text", "a/", after="a/1") == [
        ("a/é", "a/é".encode()),
        ("a/\U0010fffe", "a/\U0010fffe".encode()),
    ]
    assert clear.keep("text", "a", b"other") == b"a"
    clear.erase("text", "a")
    clear.scrub()
    assert clear.fetch("text", "a") is None and clear.items("text", limit=1) == [("B", b"B")]


# -- the log ---------------------------------------------------------------------------------------


def test_a_lease_is_one_sessions_and_ends_with_it(dsn: str) -> None:
    first, second = SessionLease(Address(dsn, LOG)), SessionLease(Address(dsn, LOG))
    assert (
        first.take()
        and first.take()
        and not second.take()
        and second.is_taken()
        and not first.is_taken()
    )
    heard = first.ring_mark()
    second.ring()
    assert eventually(lambda: first.ring_mark() != heard)
    end_leases(dsn)
    assert eventually(second.take)
    with pytest.raises(OperationalError):
        while True:
            first.ring_mark()
    for _ in range(10):
        refused_with(OperationalError, "another writer", first.ring_mark)
    second.give_back()
    assert first.take()
    first.close()
    assert eventually(second.take), "the server looks after its end by itself"
    second.close()


def test_a_log_is_put_in_the_place_of_a_lost_one_which_stays(dsn: str) -> None:
    place = Address(dsn, LOG)
    discard_log(place_of_unfinished_log(place))
    log_schema.migrate(place_of_unfinished_log(place))  # type: ignore[arg-type]
    replace_log(place_of_unfinished_log(place), place_of_new_log(place))
    assert is_log(place_of_new_log(place)) and not is_log(place_of_unfinished_log(place))
    replace_log(place_of_new_log(place), place, "lost-1.")
    assert (
        is_log(place)
        and not is_log(place_of_new_log(place))
        and is_log(Address(dsn, f"{LOG}_lost_1"))
    )
