"""`greffe move`: a data folder's record and log are copied to PostgreSQL byte by byte, and served
from there."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import Result

from domain.game.clerk.first_game import GAME
from ops.log.checking import LogCheck
from ops.log.guard import Guard
from ops.messages.store import NotificationStore
from ops.settings.addresses import LOG, NOTIFICATIONS, Address
from ops.settings.config import Settings
from ops.settings.keys import secret_key
from ops.stores.data_folder import lock_folder, open_clerk
from ops.stores.log.reading import Ledger
from projections.messages.subscriptions import Holder, Subscription
from tests.amount import slow
from tests.builders.postgres import needs_postgres, shared_server
from tests.builders.servers import Server
from tests.builders.stores import tampering
from tests.ops.serving.live import write

pytestmark = needs_postgres
MINE = Subscription(
    "one",
    Holder("a", "operator"),
    "webhook",
    "https://a.example",
    0,
    datetime(2026, 1, 1, tzinfo=UTC),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served") / "data"
    with Server(folder) as server:
        write(server, "notes?receipt=wait", {"text": "in SQLite"})
    return folder


@pytest.fixture
def data(served: Path, tmp_path: Path) -> Path:
    return copytree(served, tmp_path / "data")


@pytest.fixture
def dsn() -> Iterator[str]:
    shared_server().execute("CREATE DATABASE moved")
    yield shared_server().dsn("moved")
    shared_server().execute("DROP DATABASE moved WITH (FORCE)")


@slow("two services; that all records are copied is in the tests of both stores")
def test_all_there_was_is_there_and_it_goes_on_from_there(
    data: Path, dsn: str, greffe: Callable[..., Result]
) -> None:
    files = {name: (data / name).read_bytes() for name in ("greffe.sqlite", "ledger.sqlite")}
    moved = greffe("move", dsn, "--data", str(data))
    assert moved.exit_code == 0 and "Moved 25 records" in moved.output, moved.output
    assert files == {name: (data / name).read_bytes() for name in files}, (
        "the files stay as they are"
    )
    here, there = Settings.load({}, data=str(data)), Settings.load({}, data=str(data), store=dsn)
    clerk_one, other = open_clerk(here), open_clerk(there)
    rows, others = (
        [
            (row.id, row.originator_id, row.originator_version, row.topic, row.state)
            for row in clerk.recorder.select_notifications(None, 999)
        ]
        for clerk in (clerk_one, other)
    )
    assert rows == others and [row[0] for row in rows] == list(range(1, 26))
    was, ledger = Ledger(here.ledger), Ledger(Address(dsn, LOG))
    assert ledger.entries(0, 99) == was.entries(0, 99) and ledger.checkpoints() == was.checkpoints()
    assert ledger.cose() == was.cose() is not None
    for of in (Ledger.log_keys, Ledger.followed_to, Ledger.extent):
        assert of(ledger) == of(was)
    recorder: Any = other.recorder
    assert list(LogCheck(recorder, ledger, Guard(there.guard_file)).faults()) == []
    for opened in (clerk_one, other, was, ledger):
        opened.close()

    with Server(data, GREFFE_STORE=dsn) as server:
        assert write(server, "notes?receipt=wait", {"text": "in PostgreSQL"}).data["seq"] == 26
        board = server.ask("GET", f"/api/v1/games/{GAME}/board")
        assert (board.status, board.data["seq"], board.data["fidelity"]) == (200, 26, "exact")
        assert server.ask("GET", "/readyz").status == 200
    os.environ["GREFFE_STORE"] = dsn
    assert "nothing differs" in greffe("fsck", "--data", str(data)).output
    assert "in PostgreSQL" in greffe("export", GAME, "--names", "--data", str(data)).output
    again = greffe("move", dsn, "--data", str(data))
    assert again.exit_code == 2 and "is not empty" in again.output


def test_subscriptions_go_with_it_and_what_was_sent_and_is_to_be(
    data: Path, dsn: str, greffe: Callable[..., Result]
) -> None:
    key, now = secret_key(data / "secret.key"), datetime.now(UTC)
    here, there = (
        NotificationStore(at, key)
        for at in (data / "notifications.sqlite", Address(dsn, NOTIFICATIONS))
    )
    here.add(MINE, confirmed=True)
    for number in range(3):
        here.put(MINE.id, f"msg_{number}", "test", b"{}", now)
    sent, failed, _ = here.waiting(MINE.id, now, 9)
    here.settle([sent], "delivered", now)
    here.note_failed([failed], now, "it answers 500", 1, now, whole=False)
    moved = greffe("move", dsn, "--data", str(data)).output
    assert "Subscriptions went along (1) and their messages, sent or to be sent (3)." in moved
    assert here.all() == there.all() and here.all()[0].failures == 1
    assert here.deliveries(MINE.id, 0, 9) == there.deliveries(MINE.id, 0, 9)
    assert here.position() == there.position() and here.changed() == there.changed()
    there.put(MINE.id, "msg_3", "test", b"{}", now)
    assert [delivery.number for delivery in there.deliveries(MINE.id, 0, 9)] == [4, 3, 2, 1]
    for store in (here, there):
        store.close()


def test_subscriptions_of_another_record_are_not_mixed_in(
    data: Path, dsn: str, greffe: Callable[..., Result]
) -> None:
    with closing(NotificationStore(Address(dsn, NOTIFICATIONS), b"x" * 32)) as theirs:
        theirs.add(MINE, confirmed=True)
    moved = greffe("move", dsn, "--data", str(data))
    assert (
        moved.exit_code == 2
        and "greffe_notifications.subscriptions of the database is not empty" in moved.output
    )


def test_what_cannot_be_moved_is_one_sentence_and_nothing_is(
    data: Path, dsn: str, greffe: Callable[..., Result]
) -> None:
    with tampering(data / "greffe.sqlite") as db:
        db.execute("UPDATE records SET state = 'a text' WHERE id = 7")
    broken = greffe("move", dsn, "--data", str(data))
    assert (
        broken.exit_code == 2
        and "row 7 of records" in broken.output
        and "greffe fsck" in broken.output
    )
    nowhere = greffe("move", shared_server().dsn("nowhere"), "--data", str(data))
    assert (
        nowhere.exit_code == 2
        and "does not exist" in nowhere.output
        and "Traceback" not in nowhere.output
    )
    assert greffe("move", "redis://here", "--data", str(data)).exit_code == 2
    with lock_folder(data):
        served = greffe("move", dsn, "--data", str(data))
    assert served.exit_code == 2 and "being served already" in served.output
