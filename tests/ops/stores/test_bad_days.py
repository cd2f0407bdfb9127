import signal
from collections.abc import Iterator
from pathlib import Path
from secrets import token_bytes

import pytest
from eventsourcing.persistence import Notification, OperationalError, StoredEvent

from domain.game.clerk.first_game import GAME
from ops.settings.addresses import RECORD, Address
from ops.stores import probe
from ops.stores.postgres import connections
from ops.stores.postgres.connections import Connections, connect
from ops.stores.postgres.recorder import Recorder
from tests.amount import slow
from tests.builders.postgres import PostgresServer, needs_postgres, own_server
from tests.builders.servers import Reply, Server, eventually
from tests.ops.stores.test_ambiguous import is_answered

pytestmark = needs_postgres


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    with own_server() as started:
        yield started


def note(server: Server, number: int) -> Reply:
    """Write note `number` against the record before it. Sent again, it is the same request with the
    same key."""
    named = {"If_Match": f'"{number}"', "Idempotency_Key": f"note-{number}"}
    return server.ask("POST", f"/api/v1/games/{GAME}/notes", {"text": f"note {number}"}, **named)


def newest(server: Server) -> int:
    return int(server.ask("GET", f"/api/v1/games/{GAME}/board").data["seq"])


def notes_in(dsn: str) -> list[int]:
    query = (
        "SELECT r.originator_version FROM notifications n JOIN records r USING (originator_id, "
        "originator_version) "
        "WHERE r.topic = 'NoteAdded' ORDER BY n.id"
    )
    with connect(Address(dsn, RECORD)) as db:
        return [seq for (seq,) in db.execute(query.encode()).fetchall()]


def refused(answer: Reply) -> str:
    assert (answer.status, answer.data["type"].rpartition("/")[2]) == (503, "store-unavailable"), (
        answer
    )
    assert (
        answer.headers["Content-Type"] == "application/problem+json"
        and answer.headers["Retry-After"] == "1"
    )
    sentence = str(answer.data["detail"])
    assert "Traceback" not in sentence and "\n" not in sentence
    return sentence


@slow("a server on PostgreSQL with many waits; the other bad days are quick")
def test_a_database_that_is_gone_read_only_or_slow_is_a_problem_and_each_request_sent_again_is_recorded_once(
    database: PostgresServer, tmp_path: Path
) -> None:
    dsn = database.new_database()
    name = dsn.partition("@/")[2].partition("?")[0]
    with Server(tmp_path / "data", GREFFE_STORE=dsn) as server:
        at = newest(server)
        assert note(server, at).status == 201

        database.stop(signal.SIGQUIT)
        refused(note(server, at + 1))
        assert eventually(lambda: server.ask("GET", "/readyz").status == 503)
        health = server.ask("GET", "/healthz").data
        assert (health["status"], health["store"], health["log"]) == ("down", "down", "down")
        database.start()
        assert eventually(lambda: note(server, at + 1).status in (200, 201)), "the same key"

        database.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        database.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        assert eventually(
            lambda: (
                "the database takes no writes"
                in server.ask("GET", "/readyz").data.get("detail", "")
            )
        )
        refused(note(server, at + 2))
        assert newest(server) == at + 2, "reading goes on"
        database.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        database.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        assert eventually(lambda: note(server, at + 2).status in (200, 201))

        with connect(Address(dsn, RECORD)) as other, other.transaction():
            other.execute("LOCK TABLE records IN EXCLUSIVE MODE")
            refused(note(server, at + 3))
            assert newest(server) == at + 3, "reading goes on"
        assert eventually(lambda: note(server, at + 3).status in (200, 201))
        assert eventually(lambda: server.ask("GET", "/readyz").data.get("log") == "ok")

        with database.halted():
            assert server.ask("GET", "/readyz").status == 503, "nobody waits for one that hangs"
        assert eventually(lambda: server.ask("GET", "/readyz").data.get("log") == "ok")
    assert notes_in(dsn)[-4:] == [at + 1, at + 2, at + 3, at + 4], "nothing lost, nothing twice"


def test_a_full_disk_is_said_for_a_while_reading_goes_on_and_with_room_all_is_well(
    database: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database's files may not grow, which PostgreSQL treats as a full disk."""
    monkeypatch.setattr(probe, "BETWEEN", 0.0)
    monkeypatch.setattr(probe, "AFTER_FAILED", 0.0)
    dsn = database.new_database()
    database.stop()
    database.longest_file = 18 * 2**20
    database.start()
    pool = Connections(Address(dsn))
    recorder, last = Recorder(pool), 0
    with pytest.raises(OperationalError):
        for seq in range(1, 40):
            recorder.insert_events([StoredEvent("g", seq, "NoteAdded", token_bytes(900_000))])
            last = seq
    assert 10 < last < 39
    trouble = recorder.trouble()
    assert trouble and "\n" not in trouble
    assert len(recorder.select_events("g")) == last, (
        "what was acknowledged is there, and no half of what was not"
    )
    recorder.insert_events([StoredEvent("h", 1, "NoteAdded", b"{}")])
    database.stop()
    database.longest_file = 0
    database.start()
    next_one = StoredEvent("g", last + 1, "NoteAdded", b"{}")
    assert eventually(lambda: is_answered(lambda: recorder.insert_events([next_one])))
    monkeypatch.setattr(connections, "SHORT_FOR", 0.0)
    assert recorder.trouble() == ""
    # a connection for reading may be one of before: it is told once, and not used again
    rows: list[Notification] = []
    assert eventually(
        lambda: is_answered(lambda: rows.extend(recorder.select_notifications(0, 99)))
    )
    assert [row.id for row in rows] == list(range(1, last + 3))
    recorder.close()
    pool.close()
