"""Whatever other processes read, and whichever of them are lost, the report is the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

import domain
from domain.proof.bundle import pieces
from domain.proof.bundle.processes import Processes
from domain.proof.errors import Sentence
from domain.proof.verify.report import Report
from domain.proof.verify.verify import verify
from tests.amount import count
from tests.builders.servers import PATIENCE
from tests.builders.world import World, audit, lines, policy
from tests.domain.proof.auditor import Files
from tests.domain.proof.events import RecordedEvent, leaves
from tests.domain.proof.fuzz import sealed_game
from tests.domain.proof.games import AT, RecordedTable, small_game
from tests.domain.proof.mutants import odd_value

BELIEVED = policy()


class InTurn:
    """Does each task when it is asked for, and loses some."""

    def __init__(self, rng: Random, lost: float = 0) -> None:
        self._rng, self._lost = rng, lost
        self.number, self.tasks = rng.randint(1, 3), 0

    def run(self, task: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any] | None:
        self.tasks += 1
        work = Future[Any]()
        work.set_result(task(*args, **kwargs))
        return None if self._rng.random() < self._lost else work

    def result(self, work: Future[Any] | None) -> Any:
        return None if work is None else work.result(PATIENCE)


def long_game(id: str = "g1", actions: int = 60, *, rolls: bool = True) -> list[tuple[str, bytes]]:
    """Actions with dice and without, notes in every spelling, a retraction; most times as the
    service has them."""
    table = RecordedTable(id, chance="table").open()
    for n in range(actions):
        table.act("2d6") if rolls and n % 7 == 3 else table.act()
        if n % 11 == 5:
            table.add("NoteAdded", text="", x='é "quoted" \\ \u2028 rolls')
    records = table.close().records
    return [
        (topic, _timed(state, n) if n % 37 else state) for n, (topic, state) in enumerate(records)
    ]


def _timed(state: bytes, n: int) -> bytes:
    return state.replace(AT.encode(), b"%b.%06dZ" % (AT[:-1].encode(), n), 1)


def bundle_of(*games: tuple[str, list[tuple[str, bytes]]]) -> bytes:
    world = World()
    for id, records in games:
        world.play(id, records)
    return world.bundle(games[0][0])


def told(report: Report) -> str:
    return json.dumps(report.json()) + "\n".join((*report.text("en"), *report.text("fr")))


def damaged(bundle: bytes, rng: Random) -> bytes:
    kind, at = rng.randrange(7), rng.randrange(len(bundle))
    rows = lines(bundle)
    n = rng.randrange(len(rows))
    if kind == 0:
        return bundle
    if kind == 1:
        return bundle[:at] + bytes([bundle[at] ^ 1 << rng.randrange(8)]) + bundle[at + 1 :]
    if kind == 2:
        return b"".join(rows[:n] + rows[n + 1 :])
    if kind == 3:
        return b"".join([*rows[:n], rows[n], *rows[n:]])
    if kind == 4:
        return bundle[:at]
    if kind == 5:
        return (
            b"".join(rows[:n])
            + rng.choice([b"\n", b"\x00\n", b'{"seq":1}\n', b"\xff\n", b'{"format":"x"}\n'])
            + b"".join(rows[n:])
        )
    return (
        b"".join(rows[:n]) + b'{"seq":%d,"topic":"NoteAdded","data":"}\n' % n + b"".join(rows[n:])
    )


def with_one_odd_record(records: list[tuple[str, bytes]], rng: Random) -> list[tuple[str, bytes]]:
    """A game with a record in which something is not what it has to be, in its one spelling and
    logged as it is."""
    at = rng.randrange(len(records))
    topic, state = records[at]
    records[at] = topic, json.dumps(odd_value(rng, json.loads(state))).encode()
    return records


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A bundle of many pieces, nearly all of which others read."""
    monkeypatch.setattr(pieces, "PIECE", 5_000)
    monkeypatch.setattr(pieces, "ALONE", 10_000)
    return bundle_of(("g1", long_game(actions=3_000)))


def in_processes(bundle: bytes) -> tuple[Report, list[str]]:
    sentences: list[Sentence] = []
    with Processes(2, sentences.append) as helpers:
        return verify(BytesIO(bundle), BELIEVED, None, helpers), [said.en for said in sentences]


def test_real_processes_tell_the_same(many: bytes) -> None:
    assert told(in_processes(many)[0]) == told(audit(many, BELIEVED))
    at = many.index(b"ActionTaken", len(many) // 2)
    report, sentences = in_processes(many[:at] + b"B" + many[at + 1 :])
    assert (report.verdict, sentences) == ("failed", [])


def test_a_lost_process_is_told_and_changes_nothing(many: bytes) -> None:
    sentences: list[Sentence] = []

    class Killed(Processes):
        tasks = 0

        def run(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            work = super().run(task, *args, **kwargs)
            self.tasks += 1
            if self.tasks == 9:
                for process in list(self._pool._processes.values()):
                    os.kill(process.pid, signal.SIGKILL)
            return work

    with Killed(2, sentences.append) as helpers:
        assert told(verify(BytesIO(many), BELIEVED, None, helpers)) == told(audit(many, BELIEVED))
    assert [sentence.en.partition(":")[0] for sentence in sentences] == [
        "a process of the audit ended before its time"
    ]


@pytest.mark.parametrize("fault", [BlockingIOError(11, "no room"), ImportError("no semaphores")])
def test_processes_that_cannot_be_started_are_told(
    many: bytes, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise fault

    monkeypatch.setattr("domain.proof.bundle.processes.ProcessPoolExecutor", refused)
    report, sentences = in_processes(many)
    assert told(report) == told(audit(many, BELIEVED))
    assert sentences == [
        f"no other process could be started for the audit, which takes longer so ({fault})"
    ]


KILLED = """
import os, signal
from domain.proof.bundle.processes import Processes
if __name__ == "__main__":
    with Processes(2, print) as helpers:
        helpers.result(helpers.run(abs, 1))
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_audit_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    env = {**os.environ, "PYTHONPATH": str(Path(domain.__file__).parents[1])}
    words = [sys.executable, str(script)]
    ran = subprocess.run(words, env=env, capture_output=True, timeout=60, check=False)
    assert ran.returncode == -signal.SIGKILL, "and nobody holds what it wrote to any more"


def test_the_number_is_an_option(files: Files, good: bytes) -> None:
    file = files.write("good", good)
    assert files.run("verify", file, "--processes", "2") == files.run(
        "verify", file, "--processes", "1"
    )
    for odd in ("0", "-1", "two", "1e3", "²"):
        code, out, err = files.run("verify", file, "--processes", odd)
        assert (code, out) == (2, "")
        assert "no number of processes" in err


# -- following -------------------------------------------------------------------------------------


GAMES = 9


def evening() -> bytes:
    """A tournament of a round, followed by the games of its tables, most of which are closed."""
    event = RecordedEvent().open(2 * GAMES).pair(*((2 * n - 1, 2 * n) for n in range(1, GAMES + 1)))
    games = {}
    for n in range(1, GAMES + 1):
        table = RecordedTable(f"t{n}").open((), tournament="g1", round=1, table=n)
        for _ in range(n % 4 * 5):
            table.act("2d6").act()
        games[f"t{n}"] = (table.close() if n % 3 else table).records
    for n, (game, records) in enumerate(games.items(), start=1):
        event.add(
            "GameLinked",
            round=1,
            table=n,
            game=game,
            seats=["blue", "red"],
            leaf=leaves(game, records)[0],
        )
    for n, (game, records) in enumerate(games.items(), start=1):
        last = {
            "seq": len(records),
            "digest": "1b" * 32,
            "leaf": leaves(game, records)[-1],
            "source": "game",
        }
        event.result(n, 2 * n - 1, 2 * n, game=game, **last)
    world = World()
    for id, rows in {"g1": event.close().records, **games}.items():
        world.play(id, rows)
    return b"".join(world.bundle(id) for id in ("g1", *games))


@pytest.fixture(scope="module")
def whole() -> bytes:
    file = evening()
    report = audit(file, BELIEVED)
    assert report.failure is None
    assert any(
        finding.check == "games" and finding.data.get("games") == GAMES
        for finding in report.findings
    )
    return file


@pytest.mark.parametrize("seed", range(count(4, 12)))
def test_the_report_is_the_same_however_a_file_is_shared_out_and_whatever_is_lost(
    seed: int, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, tasks = Random(seed), 0
    games = [bundle_of(("g1", game)) for game in (long_game(), small_game(), sealed_game("g1"))]
    for n in range(50):
        odd = bundle_of(("g1", with_one_odd_record(long_game(), rng)))
        file = (odd, whole, damaged(rng.choice(games), rng), damaged(whole, rng))[n % 4]
        if n % 5 == 4:  # a game twice, or out of its order
            starts = [at for at in range(len(file)) if file.startswith(b'{"format":', at)] or [0]
            first, second = sorted(rng.choices(starts, k=2))
            file = file[:second] + file[first:]
        monkeypatch.setattr(pieces, "PIECE", pieces.MOST_LINE)
        expected = told(verify(BytesIO(file), BELIEVED))
        monkeypatch.setattr(pieces, "PIECE", rng.choice([1, 7, 100, 300, 1_000, 5_000, 50_000]))
        monkeypatch.setattr(pieces, "ALONE", rng.choice([0, 0, 2_000, 1 << 24]))
        monkeypatch.setattr(pieces, "WHOLE", rng.choice([1_000, 3_000, 1 << 23]))
        helpers = InTurn(rng, rng.choice([0, 0, 0.3]))
        assert told(verify(BytesIO(file), BELIEVED, None, helpers)) == expected, file
        tasks += helpers.tasks
    assert tasks > 100
