from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from eventsourcing.persistence import (
    IntegrityError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)

from ops.stores.sqlite.connections import Connections, migrate
from ops.stores.sqlite.recorder import Recorder
from ops.stores.sqlite.writes import watching
from tests.builders.refusals import failing
from tests.builders.servers import PATIENCE, eventually

pytestmark = pytest.mark.sqlite


@pytest.fixture
def connections(tmp_path: Path) -> Iterator[Connections]:
    migrate(str(tmp_path / "greffe.sqlite"))
    with closing(Connections(str(tmp_path / "greffe.sqlite"))) as pool_:
        yield pool_


def row(game: str, seq: int) -> StoredEvent:
    return StoredEvent(game, seq, "Noted", b"{}")


def together(
    connections: Connections, recorder: Recorder, writes: list[list[StoredEvent]]
) -> tuple[list[Exception | None], list[str]]:
    """Run writes that all wait at the same time. Returns the error of each (None for success), and
    the SQL statements sent to the file."""
    statements: list[str] = []

    def written(rows: list[StoredEvent]) -> Exception | None:
        try:
            recorder.insert_events(rows)
        except PersistenceError as e:
            return e
        return None

    with ThreadPoolExecutor(len(writes)) as pool:
        with connections.writing() as db:
            db.set_trace_callback(statements.append)
            writing = [pool.submit(written, rows) for rows in writes]
            assert eventually(lambda: len(recorder._inserts._queue) == len(writes))
        return [writing.result(PATIENCE) for writing in writing], statements


def test_all_who_wait_share_one_commit(connections: Connections) -> None:
    recorder = Recorder(connections)
    errors, statements = together(connections, recorder, [[row(f"game-{n}", 1)] for n in range(8)])
    assert errors == [None] * 8
    assert statements.count("COMMIT") == 1
    assert {
        notification.originator_id for notification in recorder.select_notifications(0, 100)
    } == {f"game-{n}" for n in range(8)}
    assert [notification.id for notification in recorder.select_notifications(0, 100)] == list(
        range(1, 9)
    )


def test_a_number_that_is_taken_is_refused_to_its_writer_alone(connections: Connections) -> None:
    recorder = Recorder(connections)
    recorder.insert_events([row("old", 1)])
    writes = [
        [row("a", 1)],
        [row("old", 1)],
        [row("b", 1), row("b", 2)],
        [row("c", 1), row("old", 1)],
        [row("d", 1)],
    ]
    errors, _ = together(connections, recorder, writes)
    assert [type(error) for error in errors] == [
        type(None),
        IntegrityError,
        type(None),
        IntegrityError,
        type(None),
    ]
    there = sorted(
        (str(notification.originator_id), notification.originator_version)
        for notification in recorder.select_notifications(0, 100)
    )
    assert there == [("a", 1), ("b", 1), ("b", 2), ("d", 1), ("old", 1)], (
        "nothing of who was refused, all of the others"
    )


def test_a_commit_that_fails_is_told_to_all(connections: Connections) -> None:
    recorder = Recorder(connections)
    with connections.writing() as db:
        db.execute("PRAGMA max_page_count=1")
    errors, _ = together(
        connections,
        recorder,
        [[StoredEvent(f"game-{n}", 1, "Noted", b"x" * 9000)] for n in range(3)],
    )
    assert [type(error) for error in errors] == [OperationalError] * 3
    assert recorder.max_notification_id() is None


def test_a_write_of_another_connection_is_heard(tmp_path: Path, connections: Connections) -> None:
    Recorder(connections).insert_events([row("a", 1)])
    with watching(f"{connections.path}-wal") as writes:
        assert writes is not None
        assert not writes.wait(0)
        with closing(Connections(connections.path)) as other:
            Recorder(other).insert_events([row("a", 2)])
        assert writes.wait(30)
    with watching(str(tmp_path / "nowhere")) as none:
        assert none is None


def test_who_leads_and_breaks_down_leaves_nobody_waiting(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder(connections)
    outcomes: list[type[BaseException]] = []

    def written(n: int) -> None:
        try:
            recorder.insert_events([row(f"game-{n}", 1)])
        except (MemoryError, PersistenceError) as e:
            outcomes.append(type(e))

    with monkeypatch.context() as patch, ThreadPoolExecutor(4) as pool:
        patch.setattr(recorder._inserts, "_write", failing(MemoryError()))
        with connections.writing():
            for n in range(4):
                pool.submit(written, n)
            assert eventually(lambda: len(recorder._inserts._queue) == 4)
        pool.shutdown(wait=True)
    assert sorted(outcomes, key=str) == [
        MemoryError,
        OperationalError,
        OperationalError,
        OperationalError,
    ]
    assert recorder.max_notification_id() is None
    recorder.insert_events([row("game-0", 1)])
