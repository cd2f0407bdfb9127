"""`ops/lock/install.py`: a lock in parts, installed at once, with packages of the test's own and no registry."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from time import sleep
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from ops.lock import first
from ops.lock.install import FIRST, asks_lists, forget_halves, has_one, parts, wanted
from ops.settings.config import ROOT
from tests.amount import slow
from tests.ops.test_setup import LOCKS, house, run

__all__ = ["house"]  # a fixture

NAMES = ("apple", "cherry", "grape", "plum")


@pytest.mark.parametrize("most", [1, 2, 4])
@pytest.mark.parametrize("name", ["serve.txt", "test.txt"])
def test_every_requirement_is_in_one_part_with_its_hashes(name: str, most: int) -> None:
    lock = (LOCKS / name).read_text("utf-8")
    made = parts(lock, most)
    assert len(made) == most
    wanted = [line for line in lock.splitlines() if not line.startswith("#")]
    assert sorted(line for part in made for line in part.splitlines()) == sorted(wanted)
    assert all(re.match(r"[a-z0-9-]+==", part) for part in made)


def test_a_lock_of_one_is_one_part_and_of_none_no_part() -> None:
    assert parts("# nothing\n", 2) == []
    assert parts("plum==1 \\\n    --hash=sha256:0\n", 2) == ["plum==1 \\\n    --hash=sha256:0\n"]


def test_what_a_first_start_imports_is_told_by_folders_and_files() -> None:
    files = ["a/b.py", "a/b.so", "a/c/d.py", "one.py", "two.py", "e/f.py"]
    assert list(wanted(files, {"a", "one.py", "e/f.py"})) == ["a/b.py", "one.py", "e/f.py"]


def test_a_wheel_is_held_against_the_tags_of_each_list() -> None:
    wheel = SimpleNamespace(file_tags={"cp311-linux", "cp311-any"})
    fits, other = ["py3-any", "cp311-any"], ["py3-any", "cp27-any"]
    assert [has_one(wheel, tags) for tags in (fits, other, fits, [], [*other, "cp311-linux"])] == [True, False, True, False, True]


def test_the_answers_are_those_that_pip_gives() -> None:
    wheel = import_module("pip._internal.models.wheel").Wheel
    tags = import_module("pip._internal.utils.compatibility_tags").get_supported()
    names = [
        "a-1-py3-none-any",
        "a-1-py2-none-any",
        "a-1-py2.py3-none-any",
        "a-1-cp27-cp27m-win32",
        f"a-1-{tags[0]}",
        f"a-1-{tags[-1]}",
    ]
    made = [wheel(f"{name}.whl") for name in names]
    assert [has_one(one, tags) for one in made] == [one.supported(tags) for one in made] == [True, False, True, False, True, True]


@pytest.mark.parametrize(
    ("version", "theirs"),
    [
        ("22.2.2", False),
        ("22.3", True),
        ("22.3.1", True),
        ("23.2.1", True),
        ("23.3", False),
        ("23.3.1", False),
        ("24.0", False),
        ("26.1.dev0", False),
    ],
)
def test_only_the_pips_that_ask_lists_are_helped(version: str, theirs: bool) -> None:
    assert asks_lists(version) == theirs


def test_packages_that_are_half_there_are_taken_for_none(tmp_path: Path) -> None:
    files = {"whole": ["whole.py"], "gone": [], "cut": ["cut.py"], "nameless": ["nameless.py"]}
    for name, there in files.items():
        about = tmp_path / f"{name}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (about / "INSTALLER").write_text("pip\n")
        for file in there:
            (tmp_path / file).write_text("")
        told = ["METADATA", "RECORD", *(["INSTALLER"] if name != "cut" else [])]  # a wheel brings a list without that
        if name != "nameless":
            (about / "RECORD").write_text("".join(f"{about.name}/{one},,\n" for one in told) + f'"{name}.py",sha256=0,0\n')
    forget_halves(tmp_path)
    assert [about.name for about in tmp_path.glob("*.dist-info")] == ["whole-1.dist-info"]
    assert (tmp_path / "cut.py").exists(), "pip writes over it"


def test_all_that_is_told_is_there() -> None:
    packages = Path(sysconfig.get_path("purelib"))
    entries = FIRST.read_text("utf-8").split()
    assert len(entries) > 100
    assert [entry for entry in entries if not (ROOT / entry).exists() and not (packages / entry).exists()] == []


@slow("a service starts, and compiles all that it imports")
def test_most_of_what_a_first_start_imports_is_told() -> None:
    """The rest is compiled when it is imported. If this fails: `ops/lock/README.md` says how the list is made."""
    files = first.imported()
    told = set(wanted(files, set(FIRST.read_text("utf-8").split())))
    assert len(files) > 500
    assert sum(map(first.size, told)) > 0.9 * sum(map(first.size, files))


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """A folder with a package for each name, each a module that says so: `WHAT = 'plum'`."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for name in NAMES:
        about = f"{name}-1.dist-info"
        with ZipFile(folder / f"{name}-1-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}.py", f"WHAT = {name!r}\n")
            wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
            wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{about}/RECORD", "".join(f"{file},,\n" for file in wheel.namelist()))
    return folder


def lock(house: Path, wheels: Path, wrong: str = "") -> None:
    """Lock the packages, one of them with another file's hash."""
    digest = {name: hashlib.sha256((wheels / f"{name}-1-py3-none-any.whl").read_bytes()).hexdigest() for name in NAMES}
    digest[wrong] = "0" * 64
    text = "".join(f"{name}==1 \\\n    --hash=sha256:{digest[name]}\n" for name in NAMES)
    (house / "ops" / "lock" / "serve.txt").write_text(text)
    with (house / "ops" / "lock" / "first.txt").open("a") as told:
        told.write("plum.py\n")


def found(house: Path) -> list[str]:
    """What can be imported of the packages."""
    python = house / ".venv" / "bin" / "python"
    said = [subprocess.run([python, "-c", f"import {name}; print({name}.WHAT)"], capture_output=True, text=True) for name in NAMES]
    return [one.stdout.strip() for one in said if one.returncode == 0]


def setting_up(house: Path, where: str) -> subprocess.CompletedProcess[str]:
    return run(house, os.environ["PATH"], PIP_NO_INDEX="1", PIP_FIND_LINKS=where, PIP_CONFIG_FILE=os.devnull)


@slow("environments are made, and pip runs in them")
def test_a_wrong_hash_is_refused_and_a_set_up_that_failed_is_done_anew(house: Path, wheels: Path) -> None:
    lock(house, wheels, wrong="cherry")
    refused = setting_up(house, str(wheels))
    assert refused.returncode == 1
    assert "cherry" in refused.stderr
    assert refused.stderr.splitlines()[-1] == "greffe: The dependencies could not be installed: see pip's message above."
    assert not (house / ".venv" / "serve.txt").exists()
    # As one that was ended in the middle leaves it: known as installed, and not there.
    packages = next((house / ".venv" / "lib").glob("python*/site-packages"))
    (packages / "plum-1.dist-info").mkdir(exist_ok=True)
    (packages / "plum-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: plum\nVersion: 1\n")
    (packages / "plum.py").unlink(missing_ok=True)
    lock(house, wheels)
    done = setting_up(house, str(wheels))
    assert done.returncode == 0, done.stderr
    assert found(house) == list(NAMES)
    assert [file.name.split(".")[0] for file in packages.glob("__pycache__/*.pyc")].count("plum") == 1
    assert not (house / ".venv" / "setup").exists()
    assert setting_up(house, "").stderr == ""


@slow("environments are made, and pip runs in them")
def test_without_a_registry_it_is_said_in_one_line(house: Path, wheels: Path, tmp_path: Path) -> None:
    lock(house, wheels)
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    refused = setting_up(house, str(nothing))
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].startswith("greffe: The dependencies could not be installed")
    assert "Traceback" not in refused.stderr


@contextmanager
def slow_registry(wheels: Path) -> Iterator[tuple[str, Event]]:
    """A registry that tells its files and never sends one: where it is, and whether somebody has asked for one."""
    asked, over = Event(), Event()

    class Registry(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.endswith(".whl"):
                asked.set()
                over.wait()
                return
            page = "".join(f'<a href="/{file.name}">{file.name}</a>' for file in wheels.iterdir()).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        over.set()
        server.shutdown()
        thread.join()
        server.server_close()


def nobody_sets_up(house: Path) -> bool:
    """Whether all processes of setting up have ended: each has the lock open."""
    with (house / "ops" / "setup.sh").open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@slow("environments are made, and pip runs in them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_one_that_is_ended_ends_whole_and_heals_when_it_is_run_again(house: Path, wheels: Path, number: signal.Signals) -> None:
    lock(house, wheels)
    with slow_registry(wheels) as (where, asked):
        env = {"PATH": os.environ["PATH"], "HOME": "", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": where, "PIP_CONFIG_FILE": os.devnull}
        script = [house / "ops" / "setup.sh", "serve"]
        with subprocess.Popen(script, stderr=subprocess.PIPE, env=env, process_group=0) as process:
            assert asked.wait(60)
            if number == signal.SIGINT:  # the terminal sends it to all of them
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            process.wait(60)
            for _ in range(600):
                if nobody_sets_up(house):
                    break
                sleep(0.05)
            assert nobody_sets_up(house)
            assert process.stderr is not None
            assert b"Traceback" not in process.stderr.read()
    assert not (house / ".venv" / "serve.txt").exists()
    done = setting_up(house, str(wheels))
    assert done.returncode == 0, done.stderr
    assert found(house) == list(NAMES)


@slow("environments are made, and pip runs in them")
def test_an_environment_in_use_that_was_left_half_changed_heals_and_is_not_taken_for_another_versions(
    house: Path, wheels: Path
) -> None:
    lock(house, wheels)
    locks = house / "ops" / "lock"
    all, some = (locks / "serve.txt").read_text(), (locks / "serve.txt").read_text().partition("plum")[0]
    (locks / "postgres.txt").write_text(all)
    (locks / "serve.txt").write_text(some)
    assert setting_up(house, str(wheels)).returncode == 0
    shutil.copy(locks / "postgres.txt", house / ".venv" / "postgres.txt")  # of another version, which had the same packages
    # As one that was ended while it added a package: known as installed, and not there.
    packages = next((house / ".venv" / "lib").glob("python*/site-packages"))
    (packages / "plum-1.dist-info").mkdir()
    (packages / "plum-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: plum\nVersion: 1\n")
    (locks / "postgres.txt").write_text("# this version's\n" + all)
    (locks / "serve.txt").write_text(all)
    done = setting_up(house, str(wheels))
    assert done.returncode == 0, done.stderr
    assert found(house) == list(NAMES)
    assert not (house / ".venv" / "postgres.txt").exists()
    assert (house / ".venv" / "serve.txt").exists()
