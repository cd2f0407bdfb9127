"""Set-up: the content of the lock files, and `ops/setup.sh` run in a folder of its own with
packages of the test and no registry."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from threading import Event
from zipfile import ZipFile, ZipInfo

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import PATIENCE
from tests.builders.threads import answering

LOCKS = ROOT / "ops" / "lock"
TOOLS = (
    "bash",
    "cat",
    "chmod",
    "cmp",
    "cp",
    "dirname",
    "flock",
    "id",
    "mv",
    "readlink",
    "rm",
    "touch",
)
NAMES = ("apple", "cherry", "grape", "plum")
NOT_INSTALLED = "greffe: The dependencies could not be installed: see the message above."


def pins(name: str) -> set[str]:
    return set(
        re.findall(r"^[a-z0-9-]+==[^ ;\\]+", (LOCKS / name).read_text("utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize("name", ["serve.txt", "extras.txt", "test.txt"])
def test_every_dependency_is_pinned_with_hashes_and_no_host_is_named(name: str) -> None:
    text = (LOCKS / name).read_text("utf-8")
    assert len(pins(name)) > 10 and "://" not in text and "--index" not in text
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in block for block in blocks if not block.startswith("#"))


def test_an_older_python_3_11_has_what_only_it_needs() -> None:
    """Debian 12 has Python 3.11.2, and redis-py needs async-timeout below 3.11.3."""
    for name in ("serve.txt", "test.txt"):
        assert "async-timeout==5.0.1 ; python_full_version < '3.11.3'" in (LOCKS / name).read_text(
            "utf-8"
        )


def test_the_lock_names_all_that_its_packages_need() -> None:
    """Set-up installs nothing that is not in the lock."""
    needed, names = set[str](), {pin.split("==")[0] for pin in pins("serve.txt")}
    for name in names:
        try:
            requires = distribution(name).requires or []
        except PackageNotFoundError:  # another Python's
            continue
        requirements = [Requirement(requirement) for requirement in requires]
        needed |= {
            canonicalize_name(requirement.name)
            for requirement in requirements
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        }
    assert len(needed) > 10 and needed <= names


def test_the_tests_are_run_with_what_is_served() -> None:
    assert pins("serve.txt") <= pins("extras.txt") <= pins("test.txt")


@pytest.mark.parametrize("name", ["ops/serve", "ops/test", "ops/setup.sh", ".ci/run"])
def test_the_scripts_can_be_run(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    assert (
        subprocess.run(
            ["bash", "-n", str(ROOT / name)], check=False, timeout=10 * PATIENCE
        ).returncode
        == 0
    )


def test_where_all_is_done_set_up_says_nothing() -> None:
    done = subprocess.run(
        [ROOT / "ops" / "setup.sh", "test"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """A folder of wheels: a package for each of `NAMES`, whose module has its own name as `WHAT`,
    and a package that installs this environment's uv."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    files = {name: {f"{name}.py": f"WHAT = {name!r}\n"} for name in NAMES}
    uv = Path(sys.executable).with_name("uv")
    files["uv"] = {"uv-1.data/scripts/uv": f'#!/bin/sh\nexec "{uv}" "$@"\n'}
    for name, content in files.items():
        about = f"{name}-1.dist-info"
        with ZipFile(folder / f"{name}-1-py3-none-any.whl", "w") as wheel:
            for file, text in content.items():
                named = ZipInfo(file)
                named.external_attr = 0o100755 << 16  # a program
                wheel.writestr(named, text)
            wheel.writestr(
                f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n"
            )
            wheel.writestr(
                f"{about}/WHEEL",
                "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            )
            wheel.writestr(f"{about}/RECORD", "".join(f"{file},,\n" for file in wheel.namelist()))
    return folder


def locked(wheels: Path, *names: str, wrong: str = "") -> str:
    digest = {
        name: hashlib.sha256((wheels / f"{name}-1-py3-none-any.whl").read_bytes()).hexdigest()
        for name in names
    }
    return "".join(
        f"{name}==1 \\\n    --hash=sha256:{'0' * 64 if name == wrong else digest[name]}\n"
        for name in names
    )


@pytest.fixture
def house(tmp_path: Path, wheels: Path) -> Path:
    """A checkout with the set-up script, nearly empty rooms, and the packages of `wheels`."""
    root = tmp_path / "a house"
    for room in ("domain", "projections", "api", "ops/lock"):
        (root / room).mkdir(parents=True)
    shutil.copy(ROOT / "ops" / "setup.sh", root / "ops")
    for name in ("serve", "test"):
        (root / "ops" / "lock" / f"{name}.txt").write_text(
            f"# for {name}\n{locked(wheels, *NAMES)}"
        )
    (root / "ops" / "lock" / "uv.txt").write_text(locked(wheels, "uv"))
    (root / "domain" / "__init__.py").write_text("WHERE = 'here'\n")
    (root / "ops" / "__init__.py").write_text("")
    (root / "ops" / "cli.py").write_text(
        "import sys, domain\nprint(domain.WHERE, *sys.argv[1:], sep='|')\n"
    )
    return root


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the tools that every Debian has, and no Python. It is the only folder on the
    path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in TOOLS:
        which = shutil.which(tool)
        if which:
            (folder / tool).symlink_to(which)
    return folder


def tool(folder: Path, name: str, script: str) -> None:
    (folder / name).unlink(missing_ok=True)
    (folder / name).write_text(f"#!{shutil.which('bash')}\n{script}\n")
    (folder / name).chmod(0o755)


def environment(house: Path, path: str = "", wheels: str = "") -> dict[str, str]:
    where = wheels or str(house.parent / "wheels")
    return {
        "PATH": path or os.environ["PATH"],
        "HOME": "",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": where,
        "PIP_CONFIG_FILE": os.devnull,
    }


def run(house: Path, path: str = "", wheels: str = "") -> subprocess.CompletedProcess[str]:
    script = [str(house / "ops" / "setup.sh"), "serve"]
    env = environment(house, path, wheels)
    return subprocess.run(
        script, capture_output=True, text=True, timeout=120, env=env, cwd="/", check=False
    )


def importable(house: Path) -> list[str]:
    python = house / ".venv" / "bin" / "python"
    runs = [
        subprocess.run(
            [python, "-c", f"import {name}; print({name}.WHAT)"],
            capture_output=True,
            text=True,
            timeout=10 * PATIENCE,
        )
        for name in NAMES
    ]
    return [run.stdout.strip() for run in runs if run.returncode == 0]


@slow("two environments are made; the run itself begins with one")
def test_two_first_starts_at_once_set_up_one_environment_that_works_from_anywhere(
    house: Path, tmp_path: Path
) -> None:
    env = environment(house)
    script = [house / "ops" / "setup.sh", "serve"]
    both = [
        subprocess.Popen(script, stderr=subprocess.PIPE, text=True, env=env, cwd="/")
        for _ in range(2)
    ]
    sentence = "".join(process.communicate(timeout=120)[1] for process in both)
    assert [process.returncode for process in both] == [0, 0], sentence
    assert sentence.count("setting up .venv for serve") == 1
    trap = tmp_path / "domain"
    trap.mkdir()
    (trap / "__init__.py").write_text("WHERE = 'trapped'\n")
    greffe = subprocess.run(
        [house / ".venv" / "bin" / "greffe", "a b", "c"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
        timeout=10 * PATIENCE,
    )
    assert greffe.stdout == "here|a b|c\n"
    moved = house.rename(tmp_path / "moved")
    greffe = subprocess.run(
        [moved / ".venv" / "bin" / "greffe"],
        capture_output=True,
        text=True,
        cwd="/",
        check=True,
        timeout=10 * PATIENCE,
    )
    assert greffe.stdout == "here\n"
    assert run(moved).stderr == ""
    with (moved / "ops" / "lock" / "serve.txt").open("a") as lock:
        lock.write("# something else\n")
    assert "setting up .venv for serve" in run(moved).stderr
    assert importable(moved) == list(NAMES)


@slow("environments are made")
def test_a_wrong_hash_is_refused_and_a_set_up_that_failed_is_done_anew(
    house: Path, wheels: Path
) -> None:
    (house / "ops" / "lock" / "serve.txt").write_text(locked(wheels, *NAMES, wrong="cherry"))
    refused = run(house)
    assert refused.returncode == 1 and "cherry" in refused.stderr
    assert refused.stderr.splitlines()[-1] == NOT_INSTALLED
    assert not (house / ".venv" / "serve.txt").exists()
    (house / "ops" / "lock" / "serve.txt").write_text(locked(wheels, *NAMES))
    done = run(house)
    assert done.returncode == 0, done.stderr
    assert importable(house) == list(NAMES)
    assert run(house, wheels="nowhere").stderr == ""


@contextmanager
def slow_registry(wheels: Path) -> Iterator[tuple[str, Event]]:
    """A registry that serves uv and never finishes another file. Gives its address, and an event
    that is set once somebody requests another file."""
    event, over = Event(), Event()

    class Registry(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.endswith(".whl") and "/uv-" not in self.path:
                event.set()
                over.wait(PATIENCE)
                return
            names = "".join(
                f'<a href="/{file.name}">{file.name}</a>' for file in wheels.iterdir()
            ).encode()
            body = (wheels / self.path[1:]).read_bytes() if self.path.endswith(".whl") else names
            self.send_response(200)
            self.send_header(
                "Content-Type", "application/zip" if self.path.endswith(".whl") else "text/html"
            )
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server, answering(server):
        try:
            yield f"http://127.0.0.1:{server.server_port}/", event
        finally:
            over.set()


@slow("environments are made")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_set_up_is_completed_by_the_next_run(
    house: Path, wheels: Path, number: signal.Signals
) -> None:
    with slow_registry(wheels) as (where, requests):
        script = [house / "ops" / "setup.sh", "serve"]
        with subprocess.Popen(
            script, stderr=subprocess.DEVNULL, env=environment(house, wheels=where), process_group=0
        ) as process:
            assert requests.wait(60)
            os.killpg(process.pid, number)  # as the terminal does
            process.wait(60)
    assert (house / ".venv" / "unfinished").exists()
    assert not (house / ".venv" / "serve.txt").exists()
    done = run(house)
    assert done.returncode == 0, done.stderr
    assert importable(house) == list(NAMES)


@pytest.mark.parametrize(
    ("tools", "says"),
    [
        (
            {"id": "echo 1000"},
            r"greffe: Python 3\.11 or newer with its venv module is needed.*apt-get install "
            r"python3-venv",
        ),
        (
            {"id": "echo 0", "apt-get": "exit 0", "python3": "exit 1"},
            r"greffe: This machine's Python is older than 3\.11",
        ),
    ],
    ids=["none, for an ordinary user", "too old"],
)
def test_without_a_python_that_serves_it_is_told_in_one_line_what_to_install(
    house: Path, bare: Path, tools: dict[str, str], says: str
) -> None:
    for name, script in tools.items():
        tool(bare, name, script)
    done = run(house, str(bare))
    assert done.returncode == 1 and re.match(says, done.stderr.splitlines()[-1])


@slow("it makes an environment, as the test above but one does")
def test_without_python_root_has_it_installed(house: Path, bare: Path) -> None:
    tool(bare, "id", "echo 0")
    tool(
        bare,
        "apt-get",
        f'echo "apt-get $*" >>"{bare}/said"; [ "$1" = update ] || {shutil.which("ln")} -s '
        f'"{sys.executable}" "{bare}/python3"',
    )
    done = run(house, str(bare))
    assert done.returncode == 0, done.stderr
    assert (bare / "said").read_text().splitlines()[-1].endswith("python3-venv")
    assert (house / ".venv" / "bin" / "greffe").exists()
