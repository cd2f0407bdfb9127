"""The real server as a process of its own, and a client for it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

from werkzeug.datastructures import Headers

from ops.settings.config import ROOT

PATIENCE = 60.0
"""Seconds that a test waits for anything, long enough for a busy machine. A test takes that long
only if it fails."""

SERVE = [sys.executable, "-P", "-m", "ops.cli", "serve"]


class Reply(NamedTuple):
    status: int
    headers: Headers
    data: Any


def as_at_a_terminal() -> None:
    """Reset the signal handlers to those in a shell, though the tests may run under `nohup` or in
    the background."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


class Running(AbstractContextManager[Any]):
    process: subprocess.Popen[str]

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        if self.process.stdout:
            self.process.stdout.close()

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


class Server(Running):
    """`greffe serve` on a free port over a data folder; a context manager that stops it."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        serve: Sequence[str] = SERVE,
        folder: Path = ROOT,
        **env: str,
    ) -> None:
        """`serve`: the command, if it is not that of the checkout; `folder`: the working
        directory."""
        self.data = data
        self.log = data.parent / f"{data.name}.log"
        command = [*serve, "--port", "0", "--data", str(data), *arguments]
        plain = {
            name: value for name, value in os.environ.items() if not name.startswith("GREFFE_")
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**plain, **env},
                cwd=folder,
                preexec_fn=as_at_a_terminal,
            )
        first = self.process.stdout.readline()
        assert first.startswith("Greffe serves at http://"), first + self.log.read_text("utf-8")
        self.shown = first + "".join(iter(self.process.stdout.readline, "Ctrl-C stops it.\n"))
        self.address = first.split()[3]
        self.key = (data / "operator.key").read_text().strip()

    def metrics(self) -> str:
        """The text of `/metrics`, read as the operator."""
        return self.fetch("/metrics")[2].decode()

    def connect(self) -> HTTPConnection:
        host, _, port = self.address.removeprefix("http://").rpartition(":")
        return HTTPConnection(host, int(port), timeout=PATIENCE)

    def fetch(
        self, path: str, method: str = "GET", body: object = None, **headers: str
    ) -> tuple[int, Message, bytes]:
        """Send a request with the operator's key, or with another `Authorization` header. Returns
        status, headers and body as they were sent."""
        with closing(self.connect()) as connection:
            connection.request(method, path, *self.message(body, headers))
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Reply:
        status, named, data = self.fetch(path, method, body, **headers)
        return Reply(status, Headers(named.items()), json.loads(data) if data else None)

    def message(self, body: object, headers: dict[str, str]) -> tuple[bytes | None, dict[str, str]]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {"Authorization": f"Bearer {self.key}", **named}
        if body is None:
            return None, named
        return json.dumps(body).encode(), {**named, "Content-Type": "application/json"}

    def family(self) -> list[int]:
        return family_of(self.process.pid)

    def web_processes(self) -> list[int]:
        return sorted(pid for pid in self.family() if "ops.serving.web" in command_of(pid))

    @contextmanager
    def only(self, answering: int) -> Iterator[None]:
        """Have only the web process with the pid `answering` accept connections in the `with` block.
        The others are suspended, since the kernel chooses the process, on some machines always the
        same one."""
        others = [pid for pid in self.web_processes() if pid != answering]
        try:
            for pid in others:
                os.kill(pid, signal.SIGSTOP)
            assert eventually(lambda: all(_is_suspended(pid) for pid in others))
            yield
        finally:
            for pid in others:
                os.kill(pid, signal.SIGCONT)


def joined(*threads: Thread) -> None:
    """Wait until these threads have ended. Fails if one has not within `PATIENCE`."""
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), f"{thread.name} goes on and on"


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def family_of(pid: int) -> list[int]:
    parents = {pid: _parent(pid) for pid in processes()}
    pids = [pid]
    for elder in pids:
        pids += [child for child, parent in parents.items() if parent == elder]
    return pids


def processes() -> list[int]:
    return [int(p.name) for p in Path("/proc").iterdir() if p.name.isdecimal()]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def dawdle(seconds: float) -> None:
    """Sleep, to play a slow peer. No test may use it to wait until something is done."""
    sleep(seconds)


def wait_until_gone(*pids: int, seconds: float = PATIENCE) -> bool:
    return bool(eventually(lambda: not any(_alive(pid) for pid in pids), seconds))


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _is_suspended(pid: int) -> bool:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return all((task / "stat").read_text().rpartition(")")[2].split()[0] == "T" for task in tasks)


def eventually(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until `condition` returns something true, and return that; False after `seconds`."""
    until = monotonic() + seconds
    while not (answer := condition()):
        if monotonic() > until:
            return False
        sleep(0.02)
    return answer
