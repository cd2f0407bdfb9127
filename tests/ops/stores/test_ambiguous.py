import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, TimeoutError as StillWaiting
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from ops.settings.addresses import LOG, RECORD, Address
from ops.stores.opening import record_env
from ops.stores.postgres.connections import connect
from tests.builders.logs import Log
from tests.builders.postgres import PostgresServer, in_memory, needs_postgres, own_server
from tests.builders.refusals import refused_with
from tests.builders.servers import eventually
from tests.builders.stores import FakeClock
from tests.ops.log.naive_log import Tables, check_log
from tests.ops.stores.cutting import Cutting

pytestmark = needs_postgres


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server that writes non-durable commits late, so that a kill undoes them."""
    with own_server(fsync="on", wal_writer_delay="10s") as started:
        yield started


def clerk_at(dsn: str) -> Clerk:
    return Clerk(record_env(Address(dsn, RECORD)), clock=FakeClock(1))


def rows_of(dsn: str, game: str) -> int:
    with connect(Address(dsn, RECORD)) as db:
        row = db.execute(
            "SELECT count(*) FROM records WHERE originator_id = %s", (game,)
        ).fetchone()
        assert row is not None
        return int(row[0])


def test_a_connection_that_dies_between_commit_and_answer_doubles_nothing(
    server: PostgresServer,
) -> None:
    dsn = server.new_database()
    folder = in_memory()
    with Cutting(server.folder, folder) as proxy:
        clerk = clerk_at(dsn.replace(f"host={server.folder}", f"host={folder}"))
        game = clerk.open_game(Opening(ruleset="northgard-training"), "organiser", "open").state.id
        for seq in range(1, 6):
            order = Order(game, seq, "organiser", f"note-{seq}")
            stored = seq + 1
            proxy.cut_when = lambda stored=stored: rows_of(dsn, game) == stored  # type: ignore[misc]
            refused_with(OperationalError, "", clerk.note, order, f"note {seq}")
            proxy.cut_when = None
            assert rows_of(dsn, game) == stored, "it was committed, and nobody was told"
            again = clerk.note(order, f"note {seq}")
            assert (again.record.seq, again.again) == (stored, True)
            assert rows_of(dsn, game) == stored
        assert proxy.cuts >= 5
        recorder: Any = clerk.recorder
        assert [row.id for row in recorder.select_notifications(0, 99)] == list(range(1, 7))
        clerk.close()
    rmtree(folder)


def test_a_wait_for_a_standby_that_somebody_ends_is_no_answer_and_sent_again_it_waits_anew(
    server: PostgresServer,
) -> None:
    dsn = server.new_database()
    with closing(clerk_at(dsn)) as clerk:
        game = clerk.open_game(Opening(ruleset="northgard-training"), "organiser", "open").state.id
        order = Order(game, 1, "organiser", "close")
        server.standbys("'nobody'")
        with ThreadPoolExecutor(1) as pool:
            writing = pool.submit(clerk.close_game, order)
            assert eventually(lambda: cancel_wait(server))
            refused_with(OperationalError, "no standby has confirmed it", writing.result, 60)
            assert rows_of(dsn, game) == 2, "it can be read"
            repeated = pool.submit(clerk.close_game, order)
            refused_with(StillWaiting, "", repeated.result, 0.5)
            server.standbys("''")
            assert repeated.result(60).again


def cancel_wait(server: PostgresServer) -> bool:
    with connect(Address(server.dsn("postgres"))) as db:
        query = (
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' "
            "AND query LIKE 'WITH written%'"
        )
        return db.execute(query.encode()).fetchone() is not None


def test_what_the_log_took_in_and_a_crash_took_back_is_taken_in_again_to_the_same_log(
    server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records are durable at once, the log's entries only once they are signed."""
    monkeypatch.setattr("tests.builders.logs.log_at", lambda _: Address(dsn, LOG))
    dsn = server.new_database()
    clerk = clerk_at(dsn)
    tables = Tables(clerk)
    tables.note(9)
    log = Log(tmp_path, clerk)
    assert log.log_and_sign_all() is None
    signed = log.head()
    assert signed is not None
    tables.note(9)
    assert log.writer.intake.add_rows() == (9, True)
    size = log.standing().size
    assert (size, log.standing().signed) == (21, 12)
    server.stop(signal.SIGQUIT)
    server.start()
    assert eventually(lambda: is_answered(log.standing))
    assert log.standing().size < size, "the crash took it back"
    assert log.head() == signed, "what was signed stays"
    assert eventually(lambda: is_answered(log.log_and_sign_all))
    check_log(log, clerk)
    assert log.standing().signed == 21
    log.close()
    clerk.close()


def is_answered(ask: Callable[[], object]) -> bool:
    """Call `ask` and return whether the database answered."""
    try:
        ask()
    except OperationalError:
        return False
    return True
