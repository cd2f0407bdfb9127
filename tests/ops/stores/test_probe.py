"""A test write runs in its own thread: no caller waits for a disk that does not answer, and the
result of the last one is known."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from ops.stores import probe
from ops.stores.probe import SLOW, WriteProbe
from tests.builders.servers import PATIENCE, eventually


class Disk:
    def __init__(self) -> None:
        self.asked = self.finished = 0
        self.answers = Event()
        self.answers.set()
        self.says = ""

    def write(self) -> str:
        self.asked += 1
        assert self.answers.wait(60)
        self.finished += 1
        return self.says


@pytest.fixture(autouse=True)
def _probe_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "BETWEEN", 0.0)
    monkeypatch.setattr(probe, "AFTER_FAILED", 0.0)


def test_while_it_takes_its_time_what_was_found_before_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disk = Disk()
    write_probe = WriteProbe(disk.write)
    assert write_probe.trouble() == ""
    disk.answers.clear()
    assert write_probe.trouble(0.01) == "", "no trouble yet"
    assert [write_probe.trouble() for _ in range(5)] == [""] * 5, (
        "one tries; who asks meanwhile does not wait, however long he would"
    )
    assert (disk.asked, disk.finished) == (2, 1)
    monkeypatch.setattr(probe, "SLOW_AFTER", 0.0)
    assert write_probe.trouble(0.01) == SLOW
    disk.says = "the disk is full"
    disk.answers.set()
    assert eventually(lambda: write_probe.trouble() == "the disk is full")
    disk.answers.clear()
    assert write_probe.trouble(0.01) == "the disk is full", "trouble stays until a write goes well"
    disk.says = ""
    disk.answers.set()
    assert eventually(lambda: write_probe.trouble() == "")


def test_what_no_try_has_found_out_yet_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    disk.says = "the disk is full"
    disk.answers.clear()
    write_probe = WriteProbe(disk.write)
    with ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(write_probe.trouble, 0.0) for _ in range(2)]
        assert eventually(lambda: disk.asked)
        disk.answers.set()
        assert [one.result(PATIENCE) for one in asked] == ["the disk is full"] * 2
    monkeypatch.setattr(probe, "SLOW_AFTER", 0.0)
    disk.answers.clear()
    assert WriteProbe(disk.write).trouble(0.0) == SLOW
    disk.answers.set()
