"""Two machines on one database: each has a guard of its own and can sign on from where the other
stopped. A database that was set back is neither signed nor written to. These tests use real
PostgreSQL and the real writer in threads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from api import create_app
from domain.game.clerk.clerk import Clerk
from domain.kernel.time_marks import TimeMark, keep_mark
from domain.proof.log.checkpoints import Checkpoint
from ops.log import __main__ as process, folder, writer
from ops.log.checking import LogCheck
from ops.log.guard import Guard
from ops.serving.prepare import prepare
from ops.settings.addresses import LOG, Address
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.stores import probe
from ops.stores.data_folder import migrate_folder, open_clerk
from ops.stores.log.opening import NEXT, is_log_kept, migrate_log, place_of_new_log
from ops.stores.log.writing import LedgerWriting
from ops.stores.postgres import connections
from tests.amount import slow
from tests.builders.api.client import KEY, Caller, problem
from tests.builders.postgres import end_leases, needs_postgres, shared_server
from tests.builders.refusals import refused_with
from tests.builders.servers import eventually
from tests.ops.log.naive_log import Tables, check_log, english

pytestmark = needs_postgres


class Machine:
    """A data folder with its own guard and the same keys as the other machine's. The log's writer
    runs after `start`."""

    def __init__(self, data: Path, dsn: str, like: Machine | None = None) -> None:
        if like is not None:
            data.mkdir(mode=0o700)
            for name in ("log.key", "secret.key"):
                shutil.copy(like.settings.data / name, data / name)
        self.settings = Settings.load({}, data=str(data), store=dsn)
        migrate_folder(self.settings)
        folder.prepare_log(self.settings)
        self._stop = Event()
        self._pool = ThreadPoolExecutor(1)
        self._running: Future[None] | None = None

    def start(self) -> None:
        self._running = self._pool.submit(process.write_log, self.settings, self._stop)

    def stop(self) -> None:
        if self._running is not None:
            self._stop.set()
            self._running.result(60)
            self._running, self._stop = None, Event()

    @property
    def guard(self) -> Checkpoint | None:
        return Guard(self.settings.guard_file).last()

    @property
    def guarded(self) -> int:
        return self.guard.size if self.guard is not None else -1


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "STANDBY", 0.02)
    monkeypatch.setattr(writer, "PACE", 0.05)
    monkeypatch.setattr(probe, "BETWEEN", 0.0)


@pytest.fixture
def dsn() -> str:
    return shared_server().new_database()


@pytest.fixture
def first(dsn: str, tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path / "first", dsn)
    yield made
    made.stop()


@pytest.fixture
def second(first: Machine, dsn: str, tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path / "second", dsn, first)
    yield made
    made.stop()


@pytest.fixture
def clerk(first: Machine) -> Iterator[Clerk]:
    with closing(open_clerk(first.settings)) as second:
        yield second


def test_either_machine_signs_on_where_the_other_ended(
    first: Machine, second: Machine, clerk: Clerk, dsn: str
) -> None:
    tables = Tables(clerk)
    first.start()
    tables.note(9)
    assert eventually(lambda: first.guarded == 12)
    second.start()
    assert eventually(lambda: second.guarded == 12), (
        "a new machine begins a guard: the writer at work vouches for its head"
    )
    tables.note(3)
    assert eventually(lambda: second.guarded == 15)
    first.stop()
    tables.note(3)
    assert eventually(lambda: second.guarded == 18), "it took over, and signed"
    assert first.guarded == 15
    first.start()
    assert eventually(lambda: first.guarded == 18), (
        "who comes back stands by, and its guard keeps up"
    )
    end_leases(dsn)
    tables.note(3)
    assert eventually(lambda: (first.guarded, second.guarded) == (21, 21)), (
        "whoever has it now, both know"
    )
    first.stop()
    second.stop()
    with closing(folder.open_ledger(second.settings)) as ledger:
        recorder: Any = clerk.recorder
        assert list(LogCheck(recorder, ledger, Guard(second.settings.guard_file)).faults()) == []
        check_log(ledger, clerk)


def test_a_further_machine_makes_no_key_of_its_own_and_is_told_which_to_copy(
    first: Machine, clerk: Clerk, dsn: str, tmp_path: Path
) -> None:
    """The database is in use, and a second machine lacks one of the keys. It is refused until the
    key was copied."""
    keys = prepare(first.settings)
    keep_mark(clerk.key_values, TimeMark(clerk.clock(), clerk.clock()))
    second = Settings.load({}, data=str(tmp_path / "second"), store=dsn)
    for name in ("operator.key", "links.key", "secret.key", "log.key"):
        refused_with(CannotServe, rf"key .*second/{name} is (not there|gone)", prepare, second)
        assert not (second.data / name).exists()
        shutil.copy(first.settings.data / name, second.data / name)
    assert prepare(second) == keys


def test_a_machine_without_a_guard_begins_none_with_a_head_that_nobody_vouches_for(
    first: Machine, second: Machine, clerk: Clerk
) -> None:
    """The active writer has lost its guard. It signs no more, since the database may have been set
    back behind what it once signed."""
    tables = Tables(clerk)
    first.start()
    tables.note(3)
    assert eventually(lambda: first.guarded == 6)
    first.stop()
    first.settings.guard_file.unlink()
    first.start()
    with closing(folder.open_ledger(first.settings)) as ledger:
        assert eventually(lambda: (ledger.standing().refusal or "") != "")
        second.start()
        tables.note(3)
        assert not eventually(lambda: second.guarded >= 0, seconds=0.5)
        first.stop()
        assert "run greffe fsck --guard" in english(ledger.standing().refusal)


@slow("several services; the guard's refusals are in tests/ops/log")
def test_a_database_put_back_is_neither_signed_nor_written_to_and_can_be_replaced(
    first: Machine, clerk: Clerk, dsn: str
) -> None:
    tables = Tables(clerk)
    first.start()
    tables.note(6)
    assert eventually(lambda: first.guarded == 9)
    first.stop()
    clerk.close()
    older, newest = shared_server().copy(dsn), dsn
    first.start()
    with closing(open_clerk(first.settings)) as later:
        tables.clerk = later
        tables.note(6)
        assert eventually(lambda: first.guarded == 15)
        first.stop()

    put_back = Machine(first.settings.data, older)
    put_back.start()
    ledger = folder.open_ledger(put_back.settings)
    tables.clerk = back = open_clerk(put_back.settings)
    try:
        assert eventually(lambda: ledger.standing().refusal is not None)
        refused_with(
            OperationalError,
            "the database has gone back: 9 records are there, and 15 were signed for",
            tables.note,
        )
        assert back.game(tables.games[0]).seq > 1, "reading goes on"
        app = create_app(back, None, KEY, book=ledger)
        ready = Caller(app, KEY).get("/readyz")
        assert problem(ready) == (503, "store-unavailable")
        told = ready.json["text"]["en"]
        assert "the database has gone back" in told and "put the newest in its place" in told
        assert "disk" not in told
        health = Caller(app, KEY).get("/healthz").json
        assert (health["status"], health["store"], health["log"]) == (
            "degraded",
            "failing",
            "refusing",
        )
        refused = Caller(app, KEY).post(
            "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key="open"
        )
        assert problem(refused) == (503, "store-unavailable")
        look = Caller(app, None)
        # For two seconds after the guard has moved a reader takes a head that is behind for one on
        # its way.
        assert eventually(lambda: look.get("/log/checkpoint").status_code == 503)
        assert "would go back" in look.get("/log/checkpoint").json["text"]["en"]
    finally:
        put_back.stop()
        ledger.close()
        back.close()

    tables.clerk = there = open_clerk(
        Settings.load({}, data=str(first.settings.data), store=newest)
    )
    tables.note()
    first.start()
    assert eventually(lambda: first.guarded == 16), "with the newest copy in its place all goes on"
    first.stop()
    there.close()


def test_lost_logs_are_numbered_anew_whatever_the_machine_and_what_was_cut_off_goes_on(
    first: Machine, second: Machine
) -> None:
    place = Address(first.settings.store, LOG)

    def lose(machine: Machine, cut_off: bool = False) -> None:
        machine.settings.guard_file.write_text("a guard")
        migrate_log(place_of_new_log(place))
        if cut_off:
            guard_file = machine.settings.guard_file
            guard_file.replace(guard_file.with_name(f"lost-3.{guard_file.name}"))
        folder.finish_replacement(machine.settings)

    lose(first)
    lose(second)
    lose(second, cut_off=True)
    assert [is_log_kept(place, f"lost-{n}.") for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert not is_log_kept(place, NEXT)
    assert (first.settings.data / "lost-1.log.guard").exists()
    assert [(second.settings.data / f"lost-{n}.log.guard").exists() for n in (1, 2, 3)] == [
        False,
        True,
        True,
    ]


def test_a_tree_of_the_same_size_and_other_leaves_is_not_taken_for_the_one_remembered(
    first: Machine, clerk: Clerk
) -> None:
    """This happens when a standby takes over without the last entries, and another writer then adds
    others up to the same size."""
    tables = Tables(clerk)
    assert folder.log_and_sign_all(first.settings, clerk) is None
    writing, other = LedgerWriting(first.settings.ledger), LedgerWriting(first.settings.ledger)
    root = size_and_root(writing)[1]
    assert size_and_root(writing)[0] == 3 and tables.games

    def add(to: LedgerWriting, text: bytes) -> tuple[int, bytes]:
        with to.batch() as batch:
            batch.add(text)
        return size_and_root(to)

    size, ours = add(writing, b"greffe/one")
    database(
        first,
        "DELETE FROM entries WHERE leaf = 3",
        "UPDATE log SET size = 3",
        "UPDATE tiles SET hashes = substring(hashes FROM 1 FOR 96) WHERE level = 0 AND tile = 0",
    )
    assert add(other, b"greffe/two")[0] == size
    there, theirs = size_and_root(writing)
    assert there == size and size_and_root(other)[1] == theirs != ours != root
    writing.close()
    other.close()


def size_and_root(writing: LedgerWriting) -> tuple[int, bytes]:
    """The size and the root of a log's tree."""
    with writing.batch() as batch:
        return batch.size, batch.root


def database(machine: Machine, *statements: str) -> None:
    with connections.connect(Address(machine.settings.store, LOG)) as db:
        for statement in statements:
            db.execute(statement.encode())
