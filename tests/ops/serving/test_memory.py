import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import PATIENCE, Server, eventually
from tests.ops.serving.live import connected, process

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="the system does not say what memory is taken"
)

LIMIT = 200
"""Megabytes: the least that the setting takes."""


def megabytes(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 2**20
    except OSError:
        return 0.0


@slow("a server of its own; what a process does above the limit is the test below")
def test_a_web_process_above_its_memory_is_started_again_and_answers(tmp_path: Path) -> None:
    """Given bodies that come slowly and take more than there may be, when a process is above, then
    another answers."""
    with Server(tmp_path / "data", GREFFE_MEMORY=str(LIMIT)) as server, ExitStack() as there:
        before = process(server, "ops.serving.web")
        head = (
            f"POST /api/v1/games HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            f"{server.key}\r\nContent-Length: 1000000\r\n\r\n"
        )
        for n in range(150):
            there.enter_context(
                connected(server, f"127.0.0.{2 + n}", head.encode() + b" " * 800_000)
            )
        assert eventually(lambda: before not in server.family())
        assert eventually(lambda: server.web_processes() != [])
        assert server.ask("GET", "/readyz").status == 200
        assert megabytes(process(server, "ops.serving.web")) < LIMIT
        assert '"event": "much memory was taken"' in server.log.read_text("utf-8")


@pytest.mark.parametrize(("release", "ends"), [("lambda: None", True), ("hold.clear", False)])
def test_what_can_be_let_go_is_let_go_first(release: str, ends: bool) -> None:
    program = (
        f"from ops.settings.process import is_over\nhold = [b'x' * (300 << "
        f"20)]\nprint(is_over({LIMIT}, {release}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert run.stdout.splitlines()[-1] == str(ends), run.stdout


def test_other_processes_end_in_order_above_their_memory() -> None:
    program = (
        "from ops.settings.process import run_until_told\n"
        "def work(settings, stop):\n"
        "    hold = b'x' * (300 << 20)\n"
        "    print('stopped' if stop.wait(60) else 'went on')\n"
        "run_until_told(work)\n"
    )
    command = [sys.executable, "-c", program]
    env = {"GREFFE_MEMORY": str(LIMIT), "PATH": ""}
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, env=env, check=False
    )
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "stopped"), run.stderr
