import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from ops.log import intake, keyring, writer
from tests.builders.logs import ORIGIN, Log, quick_folder
from tests.builders.stores import copied, new_clerk
from tests.ops.log.naive_log import Tables, check_log, own_entries_in

STEPS = (
    "begun",
    "entries written",
    "tiles written",
    "written",
    "committed",
    "file written",
    "file renamed",
    "guarded",
    "signed",
)
"""All steps after which the writer may be killed. `test_every_step_is_one_to_be_killed_at` compares
them with the writer's."""


def write(
    folder: Path, killed_at: str = "", times: int = 1, *, attended: bool = True
) -> Counter[str]:
    """Bring a folder's log up to date, in small batches. The process kills itself after step
    `killed_at` was done `times` times. Returns how often each step was done."""
    seen: Counter[str] = Counter()

    def step(done: str) -> None:
        seen[done] += 1
        if done == killed_at and seen[done] == times:
            os.kill(os.getpid(), signal.SIGKILL)

    with (
        closing(new_clerk(folder / "greffe.sqlite")) as clerk,
        closing(Log(folder, clerk, step=step, attended=attended)) as log,
    ):
        refused = log.log_and_sign_all()
        assert refused is None, refused.en
    return seen


def process(folder: Path, killed_at: str = "", times: int = 1, *, attended: bool = True) -> Any:
    kwargs = {"folder": folder, "killed_at": killed_at, "times": times, "attended": attended}
    started = get_context("fork").Process(target=write, kwargs=kwargs)
    started.start()
    return started


def run(folder: Path, killed_at: str = "", times: int = 1) -> int:
    started = process(folder, killed_at, times)
    started.join(60)
    assert started.exitcode is not None
    return int(started.exitcode)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "READ", 5)
    monkeypatch.setattr(writer, "READ", 5)


@pytest.fixture(scope="module")
def prepared() -> Iterator[Path]:
    """A record with a log of its first half, and two keys, one of which is announced in the log."""
    with quick_folder() as folder:
        _prepare(folder)
        yield folder


def _prepare(folder: Path) -> None:
    with closing(new_clerk(folder / "greffe.sqlite")) as clerk:
        tables = Tables(clerk)
        tables.note(9)
        with closing(Log(folder, clerk)) as log:
            assert log.log_and_sign_all() is None
            tables.note(9)
            (old,) = keyring.KeyRing(log.key_file).read()
            keyring.write_keys(log.key_file, (old, keyring.SignerKey.generate(ORIGIN)))


@pytest.fixture
def folder(prepared: Path, tmp_path: Path) -> Path:
    return copied(prepared, tmp_path / "data")


def check(folder: Path) -> None:
    clerk = new_clerk(folder / "greffe.sqlite")
    log = Log(folder, clerk)
    try:
        check_log(log, clerk)
        standing = log.standing()
        assert standing.size == standing.signed == 22
        assert (standing.refusal, standing.damage) == (None, None)
        assert len(own_entries_in(log)) == 1, "the new key was announced once"
    finally:
        log.close()
        clerk.close()


def test_every_step_is_one_to_be_killed_at(folder: Path) -> None:
    done = write(folder)
    assert set(done) == set(STEPS)
    assert done["committed"] >= 5, "several batches"
    check(folder)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("step", STEPS)
def test_killed_after_any_step_the_next_writer_goes_on(step: str, times: int, folder: Path) -> None:
    code = run(folder, step, times)
    if code == 0:
        assert times > 1, "it is done once at least"
    else:
        assert code == -signal.SIGKILL
        with (
            closing(new_clerk(folder / "greffe.sqlite")) as clerk,
            closing(Log(folder, clerk)) as log,
        ):
            check_log(log, clerk)
    assert run(folder) == 0
    check(folder)


def test_two_writers_at_once_do_no_harm(clerk: Clerk, tmp_path: Path) -> None:
    """This holds even without the lease, which normally makes the second writer wait: transactions
    of the two never mix."""
    tables = Tables(clerk)
    Log(tmp_path, clerk).close()
    for _ in range(3):
        tables.note(40)
        several = [process(tmp_path, attended=False) for _ in range(3)]
        for writer_process in several:
            writer_process.join(60)
        assert [process.exitcode for process in several] == [0, 0, 0]
    with closing(Log(tmp_path, clerk)) as log:
        check_log(log, clerk)
        assert log.standing().signed == 123
