import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ops.serving.forks import Process
from ops.settings.signals import ASKS
from tests.builders.servers import PATIENCE, command_of, eventually, wait_until_gone

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")

FORKING = """
import json, os, sys
from ops.serving.forks import Process

kept, closed = os.open(os.devnull, os.O_RDONLY), os.open(os.devnull, os.O_RDONLY)
child = Process(["told", "argument"], {"TOLD": sys.argv[1], "PYTHONPATH": sys.path[1]}, seconds=5, fds=(kept,))
child.start()
first = child.pid
sys.stdin.readline()
child._process.join(5)
print(json.dumps({"pid": first, "code": child.poll(), "kept": kept, "closed": closed}), flush=True)
sys.stdin.readline()
"""
"""A supervisor with one child. It prints when the child ended, and continues when it reads a
line."""

TOLD = """
import json, os, signal, sys, time

blocked = [number.name for number in signal.pthread_sigmask(signal.SIG_BLOCK, ())]
files = [int(name) for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")]
told = {"pid": os.getpid(), "argv": sys.argv[1:], "env": dict(os.environ), "files": files, "group": os.getpgid(0)}
told |= {"blocked": blocked, "forked": sys.orig_argv[1] == "-c"}
with open(os.environ["TOLD"], "a") as file:
    print(json.dumps(told), file=file)
time.sleep(60)
"""


class Family:
    def __init__(self, folder: Path) -> None:
        (folder / "told.py").write_text(TOLD)
        self._reports = folder / "said"
        env = {**os.environ, "PYTHONPATH": str(folder)}
        command = [sys.executable, "-c", FORKING, str(self._reports)]
        self.parent = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True
        )

    def go_on(self) -> None:
        assert self.parent.stdin is not None
        self.parent.stdin.write("\n")
        self.parent.stdin.flush()

    def heard(self) -> dict[str, Any]:
        assert self.parent.stdout is not None
        return dict(json.loads(self.parent.stdout.readline()))

    def report(self) -> dict[str, Any]:
        assert eventually(
            lambda: self._reports.exists() and self._reports.read_text().count("\n") == 1
        )
        return dict(json.loads(self._reports.read_text().splitlines()[-1]))


@pytest.fixture
def family(tmp_path: Path) -> Iterator[Family]:
    forks = Family(tmp_path)
    yield forks
    forks.parent.kill()
    forks.parent.communicate(timeout=PATIENCE)


def test_a_fork_has_its_arguments_its_environment_and_the_files_it_is_handed_alone(
    family: Family,
) -> None:
    child = family.report()
    assert child["forked"] and child["group"] == child["pid"]
    assert (child["argv"], set(child["env"])) == (["argument"], {"TOLD", "PYTHONPATH"})
    assert not {number.name for number in ASKS} & set(child["blocked"])
    assert command_of(child["pid"]).startswith("greffe: told argument")
    os.kill(child["pid"], signal.SIGTERM)
    family.go_on()
    end = family.heard()
    assert (end["pid"], end["code"]) == (child["pid"], -signal.SIGTERM)
    assert {end["kept"], end["closed"]} & set(child["files"]) == {end["kept"]}


def test_a_fork_ends_with_its_parent(family: Family) -> None:
    child = family.report()
    family.parent.kill()
    assert wait_until_gone(child["pid"])


@pytest.mark.parametrize(
    ("program", "code", "says"),
    [
        ("import sys; sys.exit(3)", 3, ""),
        ("import sys; sys.exit('no')", 1, "no\n"),
        ("1 / 0", 1, "ZeroDivisionError"),
        ("def main(): ...", 0, ""),
    ],
)
def test_a_fork_ends_as_a_program_does(tmp_path: Path, program: str, code: int, says: str) -> None:
    (tmp_path / "ends.py").write_text(program)
    lines = (
        "import os, sys",
        "from ops.serving.forks import Process",
        "child = Process(['ends'], os.environ, 5)",
        "child.start()",
        "child._process.join(10)",
        "sys.exit(child.poll())",
    )
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == code and says in run.stderr


def test_elsewhere_than_on_linux_nothing_is_forked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    (tmp_path / "told.py").write_text(TOLD)
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "TOLD": str(tmp_path / "said")}
    child = Process(["told"], env, seconds=5)
    child.start()
    assert eventually(
        lambda: (tmp_path / "said").exists() and "\n" in (tmp_path / "said").read_text()
    )
    assert not json.loads((tmp_path / "said").read_text())["forked"]
    child.stop()
    assert child.poll() == -signal.SIGTERM


FORK = """
import os, sys
from pathlib import Path
from ops.serving.forks import import_shared
from ops.serving.prepare import prepare
from ops.settings.config import Settings

import_shared()
shared = set(sys.modules)
from ops.serving import wsgi
prepare(Settings.load(os.environ))
made = wsgi.routes.cache_info()
wsgi.app()
after = wsgi.routes.cache_info()
more = [name for name in set(sys.modules) - shared if name.startswith(("api", "domain", "projections"))]
print(made.misses, after.misses, *more)
"""


def test_a_web_process_that_is_started_again_has_its_modules_and_addresses_from_the_supervisor(
    tmp_path: Path,
) -> None:
    env = {**os.environ, "GREFFE_DATA": str(tmp_path), "GREFFE_REDIS_URL": "redis://127.0.0.1:9/0"}
    run = subprocess.run(
        [sys.executable, "-P", "-c", FORK],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert run.stdout.split() == ["1", "1"], run.stderr
