from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from io import BytesIO
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

import pytest

from domain.proof.bundle import pieces
from domain.proof.bundle.digests import Digests, digest
from domain.proof.bundle.pieces import Place
from domain.proof.bundle.processes import Processes
from domain.proof.errors import Sentence
from domain.proof.log.policy import Policy
from domain.proof.verify.report import Report
from domain.proof.verify.verify import verify
from tests.amount import count
from tests.builders.world import World, audit, lines, policy
from tests.domain.proof.auditor import Files
from tests.domain.proof.events import RecordedEvent, leaves
from tests.domain.proof.fuzz import sealed_game
from tests.domain.proof.games import AT, RecordedTable, small_game
from tests.domain.proof.mutants import odd_value

G = TypeVar("G")
T = TypeVar("T")

ONE = policy(0, witnesses=())


class Job(Generic[T]):
    """A piece as another process would read it, when it is asked for; none where that is lost."""

    def __init__(self, helpers: InTurn, result: T | None) -> None:
        self._helpers, self._found = helpers, result

    def ready(self) -> bool:
        return self._helpers.is_quick()

    def result(self) -> T | None:
        self.drop()
        return self._found

    def drop(self) -> None:
        self._helpers.kept -= 1


class InTurn:
    def __init__(self, rng: Random, lost: float) -> None:
        self._rng, self._lost = rng, lost
        self._most = rng.randint(1, 6)
        self.kept = self.given = 0

    def is_quick(self) -> bool:
        return self._rng.random() < 0.5

    def have_room(self, *, short: bool) -> bool:
        return self.kept < self._most

    def give(self, piece: bytes, *, every: bool) -> Job[Digests]:
        return self._job(lambda: digest(piece, len(piece), every=every))

    def give_place(self, place: Place, size: int, *, every: bool) -> Job[Digests]:
        piece = place.read(size)
        assert piece is not None
        return self.give(piece, every=every)

    def give_bundle(
        self, piece: bytes, place: object, read: Callable[[bytes, G], T | None], g: G
    ) -> Job[T]:
        return self._job(lambda: read(piece, g))

    def _job(self, read: Callable[[], T | None]) -> Job[T]:
        self.kept += 1
        self.given += 1
        return Job(self, None if self._rng.random() < self._lost else read())


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


@pytest.mark.parametrize("seed", range(count(3, 8)))
def test_the_report_is_the_same_wherever_pieces_begin_and_whichever_are_lost(
    seed: int, tmp_path: Path, monkeypatch
) -> None:
    rng = Random(seed)
    file = tmp_path / "game.jsonl"
    games = [
        bundle_of(("g1", long_game())),
        bundle_of(("g1", small_game())),
        bundle_of(("g1", sealed_game("g1"))),
    ]
    times = 0
    for n in range(40):
        bundle = (
            damaged(rng.choice(games), rng)
            if n % 2
            else bundle_of(("g1", with_one_odd_record(long_game(), rng)))
        )
        monkeypatch.setattr(pieces, "PIECE", pieces.MOST_LINE)
        monkeypatch.setattr(pieces, "ALONE", pieces.MOST_LINE)
        expected = told(verify(BytesIO(bundle), ONE))
        monkeypatch.setattr(pieces, "PIECE", rng.choice([1, 7, 100, 300, 1_000, 5_000]))
        monkeypatch.setattr(pieces, "ALONE", rng.choice([0, 0, 2_000]))
        monkeypatch.setattr(pieces, "ENDING", rng.choice([1, 50, 500]))
        file.write_bytes(bundle)
        for opened in (lambda data=bundle: BytesIO(data), lambda: file.open("rb")):
            helpers = InTurn(rng, rng.choice([0, 0, 0.3]))
            with opened() as stream:
                assert told(verify(stream, ONE, None, helpers)) == expected, bundle
            times += helpers.given
    assert times > 200


def test_a_file_that_is_cut_while_it_is_read_cannot_be_read(tmp_path: Path, monkeypatch) -> None:
    """Pieces that others read are passed by: where they come to nothing, this process looks for
    them in the file."""
    file, bundle = tmp_path / "game.jsonl", bundle_of(("g1", long_game()))
    file.write_bytes(bundle)
    monkeypatch.setattr(pieces, "PIECE", 2_000)
    monkeypatch.setattr(pieces, "ALONE", 0)

    class Cutting(InTurn):
        def give_place(self, place: Place, size: int, *, every: bool) -> Job[Digests]:
            file.write_bytes(bundle[: place.at + 10])
            return self._job(lambda: None)

    with (
        file.open("rb", buffering=0) as stream,
        pytest.raises(OSError, match="was changed while it was read"),
    ):
        verify(stream, ONE, None, Cutting(Random(1), 0))


def test_what_was_read_ahead_of_another_bundle_keeps_nobody_from_helping_with_the_next(
    monkeypatch,
) -> None:
    bundle = bundle_of(("g1", long_game(actions=200)))
    end = bundle.index(b'{"proof"')
    monkeypatch.setattr(pieces, "PIECE", 700)
    monkeypatch.setattr(pieces, "ALONE", 0)
    helpers = InTurn(Random(1), 0)
    beside = b"".join(
        b'{"commitment":"%064d","salt":"00","text":"%s"}\n' % (n, b"x" * 600) for n in range(9)
    )
    verify(BytesIO(bundle[:end] + beside + bundle[end:]), ONE, None, helpers)
    assert helpers.given > 20
    assert helpers.kept == 0


def many(records: int = 3_000) -> bytes:
    return bundle_of(("g1", long_game(actions=records)))


def started(helpers: Processes) -> None:
    """Wait for the first process: a short bundle would be read before it is there."""
    while not helpers.have_room(short=False) and helpers.busy:
        wait(helpers.busy)


def in_processes(bundle: bytes, number: int, by: Policy = ONE) -> tuple[Report, list[Sentence]]:
    sentence: list[Sentence] = []
    with Processes(number, sentence.append) as helpers:
        started(helpers)
        return verify(BytesIO(bundle), by, None, helpers), sentence


@pytest.mark.parametrize("number", [1, 3])
def test_real_processes_tell_the_same_and_need_no_semaphores(number: int, monkeypatch) -> None:
    bundle = many()
    expected = audit(bundle, ONE)
    monkeypatch.setattr(pieces, "PIECE", 5_000)
    monkeypatch.setattr(pieces, "ALONE", 10_000)
    monkeypatch.setitem(
        sys.modules, "multiprocessing.synchronize", None
    )  # as where there is no /dev/shm
    report, sentence = in_processes(bundle, number)
    assert (told(report), sentence) == (told(expected), [])
    at = bundle.index(b"ActionTaken", len(bundle) // 2)
    report, sentence = in_processes(bundle[:at] + b"B" + bundle[at + 1 :], number)
    assert report.failure is not None
    assert sentence == []


def test_processes_take_pieces_from_the_file_where_there_is_one(
    tmp_path: Path, monkeypatch
) -> None:
    bundle, file = many(), tmp_path / "bundle.jsonl"
    expected = told(audit(bundle, ONE))
    monkeypatch.setattr(pieces, "PIECE", 5_000)
    monkeypatch.setattr(pieces, "ALONE", 10_000)
    for replaced in (False, True):
        file.write_bytes(bundle)
        times: list[Sentence] = []
        with file.open("rb") as stream, Processes(1, times.append) as helpers:
            if replaced:  # after it was opened: what was opened is audited
                file.with_suffix(".new").write_bytes(bundle.replace(b"blue", b"teal"))
                file.with_suffix(".new").replace(file)
            started(helpers)
            report = verify(stream, ONE, None, helpers)
        assert (told(report), times) == (expected, [])


def test_a_place_in_a_file_is_read_only_while_the_file_is_as_it_was(tmp_path: Path) -> None:
    assert Place.of(BytesIO(b"abc")) is None
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe, os.fdopen(writing, "wb"):
        assert Place.of(pipe) is None
    file = tmp_path / "file"
    file.write_bytes(b"0123456789")
    with file.open("rb") as stream:
        stream.read(2)
        place = Place.of(stream)
    assert place.read(3) == b"234"
    assert place.read(9) is None
    os.utime(file, ns=(0, 0))
    assert place.read(3) is None
    file.unlink()
    assert place.read(3) is None


def test_a_lost_process_is_told_and_changes_nothing(monkeypatch) -> None:
    bundle = many()
    expected = told(verify(BytesIO(bundle), ONE))
    monkeypatch.setattr(pieces, "PIECE", 5_000)
    monkeypatch.setattr(pieces, "ALONE", 0)
    sentence: list[Sentence] = []
    with Processes(2, sentence.append) as helpers:
        started(helpers)
        give, times = helpers.give, 0

        def give_and_kill(piece: bytes, *, every: bool) -> object:
            nonlocal times
            times += 1
            job = give(piece, every=every)
            if times in (3, 9):
                for process in helpers._processes:
                    if process.is_alive() and process.pid:
                        os.kill(process.pid, signal.SIGKILL)
                        process.join()
                        break
            return job

        helpers.give = give_and_kill
        assert told(verify(BytesIO(bundle), ONE, None, helpers)) == expected
    assert 1 <= len(sentence) <= 2, "one that has nothing more to do is not missed"
    assert all("ended before its time" in sentence.en for sentence in sentence)


def test_processes_that_cannot_be_started_are_told(monkeypatch) -> None:
    bundle = many(400)
    monkeypatch.setattr(pieces, "ALONE", 0)

    def refused(process: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refused)
    report, sentence = in_processes(bundle, 2)
    assert told(report) == told(verify(BytesIO(bundle), ONE))
    assert [sentence.en for sentence in sentence] == [
        "only 0 of 2 processes could be started for the audit, which takes longer so ([Errno 11] "
        "Resource temporarily unavailable)"
    ]


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


BELIEVED = policy()
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


@pytest.mark.parametrize("seed", range(count(2, 6)))
def test_the_report_is_the_same_whichever_bundles_are_read_ahead(
    seed: int, whole: bytes, monkeypatch
) -> None:
    rng = Random(seed)
    times = 0
    for n in range(40):
        file = damaged(whole, rng) if n % 3 else whole
        if n % 5 == 4:  # a game twice, or out of its order
            at = sorted(
                rng.choice([i for i in range(len(file)) if file.startswith(b'{"format":', i)])
                for _ in range(2)
            )
            file = file[: at[1]] + file[at[0] :]
        monkeypatch.setattr(pieces, "PIECE", pieces.MOST_LINE)
        expected = told(verify(BytesIO(file), BELIEVED))
        monkeypatch.setattr(pieces, "PIECE", rng.choice([7, 300, 1_000, 5_000, 50_000]))
        monkeypatch.setattr(pieces, "ALONE", rng.choice([0, 2_000, 1 << 24]))
        monkeypatch.setattr(pieces, "WHOLE", rng.choice([1_000, 3_000, 1 << 23]))
        monkeypatch.setattr(pieces, "MOST_AHEAD", rng.choice([1_000, 10_000, 1 << 24]))
        helpers = InTurn(rng, rng.choice([0, 0, 0.3]))
        assert told(verify(BytesIO(file), BELIEVED, None, helpers)) == expected, file
        times += helpers.given
    assert times > 40
