"""`greffe watch`: a game told as it is written, by another process."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from ops.serving.demo import GAME
from ops.settings.config import ROOT, Settings
from ops.stores import data_folder
from tests.builders.servers import as_at_a_terminal

Greffe = Callable[..., Result]


@pytest.fixture
def clerk(data: Path) -> Iterator[Clerk]:
    """Somebody who writes to the record."""
    made = data_folder.open_clerk(Settings.load({}, data=str(data)))
    yield made
    made.close()


def order(clerk: Clerk) -> Order:
    """An order at the head."""
    seq = clerk.game(GAME).seq
    return Order(GAME, seq, "somebody", f"key-{seq}")


def watching(data: Path, *arguments: str) -> subprocess.Popen[str]:
    """`greffe watch` as a process."""
    command = [sys.executable, "-P", "-m", "ops.cli", "watch", GAME, "--data", str(data), *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=as_at_a_terminal
    )


def test_it_tells_what_is_there_and_what_is_written_until_the_game_is_closed(data: Path, clerk: Clerk, greffe: Greffe) -> None:
    with watching(data, "--after", "22") as process:
        assert process.stdout is not None
        assert [int(process.stdout.readline()[:5]) for _ in range(2)] == [23, 24]
        clerk.note(order(clerk), "Anybody there?")
        assert "Anybody there?" in process.stdout.readline()
        clerk.close_game(order(clerk))
        assert process.stdout.readline().startswith("   26 ")
        assert process.stdout.read() == ""
        assert process.wait(60) == 0
    assert greffe("watch", GAME).stdout == "", "a closed game is told no further"
    assert greffe("watch", GAME, "--after", "0").stdout == greffe("log", GAME).stdout


def test_it_can_be_left(data: Path, clerk: Clerk) -> None:
    with watching(data, "--after", "23", "--json") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["seq"] == 24
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_a_place_or_a_game_that_is_not_there_is_one_sentence(data: Path, greffe: Greffe) -> None:
    for arguments, said in (((GAME, "--after", "25"), "25"), (("nowhere",), "nowhere"), ((GAME, "--after", "-1"), "--after")):
        refused = greffe("watch", *arguments)
        assert refused.exit_code == 2
        assert said in refused.stderr
        assert refused.stderr.count("\n") == 1
