import os
import pty
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select
from time import monotonic

import pytest

from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import family_of, gone


class Terminal:
    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
        command = [sys.executable, "-P", "-m", "ops.cli", *arguments]
        # a session of its own, with this terminal: what is typed as Ctrl-C reaches it as a signal
        self.process = subprocess.Popen(
            ["setsid", "--ctty", "--wait", *command],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=env,
            cwd=ROOT,
        )
        os.close(theirs)
        self.seen = ""
        self._decode = getincrementaldecoder("utf-8")().decode  # a letter may come in two pieces

    def until(self, text: str, seconds: float = 30) -> str:
        end = monotonic() + seconds
        while text not in self.seen:
            assert monotonic() < end, f"{text!r} did not come: {self.seen}"
            if select([self._ours], [], [], 0.1)[0]:
                self.seen += self._decode(os.read(self._ours, 65_536))
        shown, _, self.seen = self.seen.partition(text)
        return shown

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def end(self, seconds: float = 15) -> tuple[int, str]:
        end = monotonic() + seconds
        ended = False
        while not ended:
            assert monotonic() < end, f"it goes on: {self.seen}"
            ended = self.process.poll() is not None
            while select([self._ours], [], [], 0.1)[0]:
                try:
                    self.seen += self._decode(os.read(self._ours, 65_536))
                except OSError:  # nobody holds the other end any more
                    break
        return self.process.returncode, self.seen

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def run(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield run
    for terminal in opened:
        terminal.close()


def test_rebuild_shows_a_bar_at_a_terminal(data: Path, terminal: Open) -> None:
    code, shown = terminal("rebuild").end(60)
    assert code == 0
    assert "[####" in shown
    assert "24/24" in shown
    assert "24 records folded into the views" in shown
    assert "No server runs on this data folder" in shown


@slow("a server of its own; the same signal stops one in tests/ops/serving/test_serving.py")
@pytest.mark.parametrize("times", [1, 3])
def test_ctrl_c_stops_the_server_however_often_it_is_pressed(
    tmp_path: Path, terminal: Open, times: int
) -> None:
    server = terminal("serve", "--port", "0", "--data", str(tmp_path / "data"))
    server.until("Ctrl-C stops it.")
    family = family_of(int((tmp_path / "data" / "serve.lock").read_text()))
    assert len(family) >= 5
    for _ in range(times):
        server.type("\x03")
    code, rest = server.end()
    assert code == 0, rest
    assert "Traceback" not in rest
    assert gone(*family)
