"""Installs what a lock file names, on all cores: `.venv/bin/python -m ops.lock.install ops/lock/serve.txt`.

`ops/setup.sh` runs it in an environment that has nothing but Python, so it imports only what Python brings. pip is imported once,
and forks of this process install a part of the lock each. Every package is in one part, nothing is looked for that the lock does
not name, and packages share no files: no two write to the same place. What a first start imports (`first.txt`) is compiled by the
fork that installed it; the rooms while pip is imported.

The exit code is 0 when all is there, 1 when a package could not be had: what pip says of that is on standard error.
"""

from __future__ import annotations

import csv
import ensurepip
import gc
import os
import py_compile
import re
import runpy
import shutil
import signal
import subprocess
import sys
import sysconfig
import traceback
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import module_from_spec
from pathlib import Path
from typing import Any

from ops.serving.signals import die_with_parent

ROOT = Path(__file__).resolve().parents[2]
FIRST = Path(__file__).with_name("first.txt")
"""What a first start imports, a line each: files, and folders for what is in them and not below; of the rooms as seen from the
checkout, of packages from where they are installed. `first.py` makes it."""
LONGER = {"babel": 9, "wrapt": 6, "cryptography": 6, "networkx": 4, "redis": 4, "cffi": 3, "marshmallow": 3, "valkey": 3}
"""What takes longer than the others, as how many of them it weighs: there are many versions to look through, or many files."""
MOST = 4
"""Parts at most: each asks for its packages one after the other."""
OPTIONS = [
    *("--quiet", "--quiet", "--disable-pip-version-check", "--no-input", "--no-warn-script-location"),
    *("--no-compile", "--no-deps", "--require-hashes"),  # what is never imported need not be compiled; the lock names all
]
_NAME = re.compile(r"^[A-Za-z0-9._-]+", re.MULTILINE)


class Failed(Exception):
    """Something could not be installed, and that was said."""


def parts(lock: str, most: int) -> list[str]:
    """A lock file's text as at most so many texts of about the same work; each package is in one of them."""
    requirements = re.findall(r"^[A-Za-z0-9].*?(?=^[A-Za-z0-9]|\Z)", lock, re.MULTILINE | re.DOTALL)
    texts, work = [""] * most, [0] * most
    for weight, one in sorted(((LONGER.get(_NAME.findall(one)[0], 1), one) for one in requirements), reverse=True):
        least = work.index(min(work))
        texts[least] += one
        work[least] += weight
    return [text for text in texts if text]


def install(lock: Path) -> None:
    """Install what a lock file names into the environment of this Python. Raises `Failed`, and `OSError` where a file cannot be
    written."""
    packages = Path(sysconfig.get_path("purelib"))
    folder = Path(sys.prefix, "setup")
    if folder.exists():  # of one that was ended
        shutil.rmtree(folder)
    folder.mkdir()
    os.environ["TMPDIR"] = str(folder)  # what pip leaves behind when it is ended goes with the folder
    forget_halves(packages)
    if sys.platform == "linux":
        _install_in_forks(lock, packages, folder)
    else:  # libraries of macOS bear no forks
        pip = [sys.executable, str(_pip(folder) / "pip" / "__pip-runner__.py"), "install", *OPTIONS, "-r", str(lock)]
        if subprocess.run(pip, check=False, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}).returncode:
            raise Failed
    shutil.rmtree(folder)
    # The rooms are imported from where they stand; the path is relative, so the folder can be moved.
    (packages / "greffe.pth").write_text("../../../..\n", "utf-8")


def forget_halves(packages: Path) -> None:
    """Take away the names of packages that a set-up which was ended has left half there: pip takes a package for installed once it
    can read its name. When all files are there, it writes which they are and, among them, that pip put them there."""
    for about in packages.glob("*.dist-info"):
        try:
            with (about / "RECORD").open(encoding="utf-8", newline="") as rows:
                files = [row[0] for row in csv.reader(rows) if row]
        except FileNotFoundError:
            files = []
        if f"{about.name}/INSTALLER" not in files or not all((packages / file).exists() for file in files):
            shutil.rmtree(about)


def _install_in_forks(lock: Path, packages: Path, folder: Path) -> None:
    # What was there before is replaced by one pip alone, which looks through all of it.
    most = 1 if any(packages.glob("*.dist-info")) else min(MOST, len(os.sched_getaffinity(0)))
    first = set() if sys.dont_write_bytecode else set(FIRST.read_text("utf-8").split())
    gc.disable()
    family = Family()
    family.start(lambda: compile_all(ROOT, _rooms(first)))
    _import_pip(_pip(folder))
    for n, text in enumerate(parts(lock.read_text("utf-8"), most)):
        part = folder / f"part-{n}.txt"
        part.write_text(text, "utf-8")
        family.start(partial(_install_part, part, packages, first))
    family.wait()


def _pip(folder: Path) -> Path:
    """Where the pip is that comes with Python: the one beside Python if it is of the same version, because it is compiled, else
    unpacked into a folder. Putting it into the environment takes longer than all that it installs."""
    places = [sysconfig.get_config_var("WHEEL_PKG_DIR"), Path(ensurepip.__file__).parent / "_bundled"]
    wheels = [wheel for place in places if place for wheel in sorted(Path(place).glob("pip-*.whl"))]
    if not wheels:  # then it is put there all the same
        subprocess.run([sys.executable, "-m", "ensurepip"], check=True, stdout=subprocess.DEVNULL)
        return Path(sysconfig.get_path("purelib"))
    version = wheels[0].name.split("-")[1]
    for scheme in {"posix_prefix", "deb_system"} & set(sysconfig.get_scheme_names()):
        beside = Path(sysconfig.get_path("purelib", scheme, {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}))
        if (beside / f"pip-{version}.dist-info" / "RECORD").exists() and (beside / "pip" / "__pycache__").exists():
            return beside
    with zipfile.ZipFile(wheels[0]) as wheel:
        wheel.extractall(folder)
    return folder


def _import_pip(place: Path) -> None:
    """Import the pip of a folder and nothing else that is there."""
    sys.dont_write_bytecode = True  # of what is used once
    spec = PathFinder.find_spec("pip", [str(place)])
    assert spec is not None
    assert spec.loader is not None
    sys.modules["pip"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["pip"])
    for module in ("pip._internal.cli.main", "pip._internal.commands.install"):
        with suppress(ImportError):  # where another pip calls them otherwise each part imports them itself
            import_module(module)
    if asks_lists(sys.modules["pip"].__version__):
        import_module("pip._internal.models.wheel").Wheel.supported = has_one


def asks_lists(version: str) -> bool:
    """Whether a pip of this version looks a wheel's tags up in a list: 22.3, with which Python 3.11 came first, to 23.2, the
    last that does so. Any other is left as it is."""
    return (22, 3) <= tuple(map(int, version.split(".")[:2])) < (23, 3)


_as_sets: dict[int, tuple[Iterable[object], frozenset[object]]] = {}
"""Lists of tags that pip holds wheels against, and what is in each."""


def has_one(wheel: Any, tags: Iterable[object]) -> bool:
    """Whether a wheel has one of the tags. pip before 23.3 asks that of 16,000 files with a list of 900 tags, which is a quarter of
    its work; newer ones ask with a set."""
    if id(tags) not in _as_sets:
        _as_sets[id(tags)] = tags, frozenset(tags)  # the list, too, so that no other gets its place
    return not wheel.file_tags.isdisjoint(_as_sets[id(tags)][1])


def _install_part(part: Path, packages: Path, first: set[str]) -> int:
    """Install a part of the lock, and compile what of it a first start imports; answers pip's exit code."""
    sys.argv = ["pip", "install", *OPTIONS, "-r", str(part)]
    try:
        runpy.run_module("pip", run_name="__main__", alter_sys=True)
    except SystemExit as e:
        if e.code:
            return e.code if isinstance(e.code, int) else 1
    for name in _NAME.findall(part.read_text("utf-8")):
        with suppress(PackageNotFoundError):  # one that this Python does not need
            compile_all(packages, wanted(map(str, distribution(name).files or ()), first))
    return 0


def _rooms(first: set[str]) -> Iterator[str]:
    for name in first:
        if (ROOT / name).is_dir():
            yield from (f"{name}/{file.name}" for file in (ROOT / name).glob("*.py"))
        elif (ROOT / name).is_file():
            yield name


def wanted(files: Iterable[str], first: set[str]) -> Iterator[str]:
    """Those of the files that a first start imports."""
    return (file for file in files if file.endswith(".py") and (file in first or file.rpartition("/")[0] in first))


def compile_all(root: Path, files: Iterable[str]) -> int:
    """Compile files as their first import would; answers 0. What cannot be compiled now is compiled then, or says why."""
    for file in files:
        with suppress(OSError, py_compile.PyCompileError):
            py_compile.compile(str(root / file), doraise=True)
    return 0


class Family:
    """Forks of this process that each do one thing, and die with it."""

    def __init__(self) -> None:
        self._left = set[int]()

    def start(self, task: Callable[[], int]) -> None:
        """Do something in a fork, which ends with the exit code that it answers."""
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                die_with_parent(parent)
                code = task()
            except OSError as e:
                print(f"greffe: {told(e)}", file=sys.stderr)
            except BaseException:  # noqa: BLE001  as the interpreter does at the end of a program
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        self._left.add(pid)

    def wait(self) -> None:
        """Wait until all have ended. Once one has failed the others are ended, and `Failed` is raised."""
        failed = False
        while self._left:
            pid, status = os.wait()
            self._left.discard(pid)
            if status and not failed:
                failed = True
                for other in self._left:
                    os.kill(other, signal.SIGKILL)
        if failed:
            raise Failed


def told(e: OSError) -> str:
    """What is wrong with a file, in words."""
    return f"{e.filename or '.venv'} cannot be written: {e.strerror}."


def main() -> None:
    """Install what the lock file names that is the only argument."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # at once, with all forks; the next set-up takes away what is left
    die_with_parent(os.getppid())
    try:
        install(Path(sys.argv[1]))
    except Failed:
        sys.exit("greffe: The dependencies could not be installed: see pip's message above.")
    except OSError as e:
        sys.exit(f"greffe: {told(e)}")


if __name__ == "__main__":
    main()
