"""Set-up: what the lock files say, and `ops/setup.sh` in a folder of its own with nothing to download."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ops.settings.config import ROOT
from tests.amount import slow

LOCKS = ROOT / "ops" / "lock"
TOOLS = ("bash", "cat", "chmod", "cmp", "cp", "dirname", "flock", "id", "mv", "readlink", "rm", "touch")
OF_SETTING_UP = ("ops/setup.sh", "ops/lock/__init__.py", "ops/lock/install.py", "ops/lock/first.txt", "ops/serving/signals.py")


def pins(name: str) -> set[str]:
    return set(re.findall(r"^[a-z0-9-]+==[^ ;\\]+", (LOCKS / name).read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("name", ["serve.txt", "test.txt"])
def test_every_dependency_is_pinned_with_hashes_and_no_host_is_named(name: str) -> None:
    text = (LOCKS / name).read_text("utf-8")
    assert len(pins(name)) > 10
    assert "://" not in text
    assert "--index" not in text
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in block for block in blocks if not block.startswith("#"))


def test_an_older_python_3_11_has_what_only_it_needs() -> None:
    """Debian 12 has Python 3.11.2; redis-py wants async-timeout below 3.11.3."""
    for name in ("serve.txt", "test.txt"):
        assert "async-timeout==5.0.1 ; python_full_version < '3.11.3'" in (LOCKS / name).read_text("utf-8")


def test_the_lock_names_all_that_its_packages_need() -> None:
    """Set-up looks for nothing else."""
    needed, names = set[str](), {one.split("==")[0] for one in pins("serve.txt")}
    for name in names:
        try:
            found = distribution(name).requires or []
        except PackageNotFoundError:  # another Python's
            continue
        wanted = [Requirement(one) for one in found]
        needed |= {canonicalize_name(one.name) for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})}
    assert len(needed) > 10
    assert needed <= names


def test_the_tests_are_run_with_what_is_served() -> None:
    assert pins("serve.txt") <= pins("test.txt")


@pytest.mark.parametrize("name", ["ops/serve", "ops/test", "ops/setup.sh", ".ci/run"])
def test_the_scripts_can_be_run(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    assert subprocess.run(["bash", "-n", str(ROOT / name)], check=False).returncode == 0


def test_where_all_is_done_set_up_says_nothing() -> None:
    done = subprocess.run([ROOT / "ops" / "setup.sh", "test"], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house with the set-up script, rooms that do little, and no dependencies."""
    root = tmp_path / "a house"
    (root / "domain").mkdir(parents=True)
    for file in OF_SETTING_UP:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, root / file)
    for name in ("serve.txt", "test.txt"):
        (root / "ops" / "lock" / name).write_text(f"# nothing for {name}\n")
    (root / "domain" / "__init__.py").write_text("WHERE = 'here'\n")
    (root / "ops" / "__init__.py").write_text("")
    (root / "ops" / "cli.py").write_text("import sys, domain\nprint(domain.WHERE, *sys.argv[1:], sep='|')\n")
    return root


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the tools every Debian has, and no Python: the only one on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        if found:
            (folder / tool).symlink_to(found)
    return folder


def tool(folder: Path, name: str, script: str) -> None:
    """Put a program of ours on the path."""
    (folder / name).unlink(missing_ok=True)
    (folder / name).write_text(f"#!{shutil.which('bash')}\n{script}\n")
    (folder / name).chmod(0o755)


def run(house: Path, path: str, cwd: str = "/", **env: str) -> subprocess.CompletedProcess[str]:
    script = [str(house / "ops" / "setup.sh"), "serve"]
    all = {"PATH": path, "HOME": "", **env}
    return subprocess.run(script, capture_output=True, text=True, timeout=120, env=all, cwd=cwd, check=False)


@slow("two environments are made; the run itself begins with one")
def test_two_first_starts_at_once_set_up_one_environment_that_works_from_anywhere(house: Path, tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "HOME": ""}
    script = [house / "ops" / "setup.sh", "serve"]
    both = [subprocess.Popen(script, stderr=subprocess.PIPE, text=True, env=env, cwd="/") for _ in range(2)]
    said = "".join(process.communicate(timeout=120)[1] for process in both)
    assert [process.returncode for process in both] == [0, 0], said
    assert said.count("setting up .venv for serve") == 1
    trap = tmp_path / "domain"
    trap.mkdir()
    (trap / "__init__.py").write_text("WHERE = 'trapped'\n")
    greffe = subprocess.run(
        [house / ".venv" / "bin" / "greffe", "a b", "c"], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert greffe.stdout == "here|a b|c\n"
    moved = house.rename(tmp_path / "moved")
    greffe = subprocess.run([moved / ".venv" / "bin" / "greffe"], capture_output=True, text=True, cwd="/", check=True)
    assert greffe.stdout == "here\n"
    assert run(moved, os.environ["PATH"]).stderr == ""
    (moved / "ops" / "lock" / "serve.txt").write_text("# something else\n")
    assert "setting up .venv for serve" in run(moved, os.environ["PATH"]).stderr


@slow("an environment is made and pip put into it")
def test_the_environment_has_no_pip_and_takes_one_when_it_is_asked_to(house: Path) -> None:
    assert run(house, os.environ["PATH"]).returncode == 0
    python = house / ".venv" / "bin" / "python"
    assert subprocess.run([python, "-c", "import pip"], capture_output=True, check=False).returncode != 0
    assert subprocess.run([python, "-m", "ensurepip"], capture_output=True, check=False).returncode == 0
    assert subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0


def test_without_python_an_ordinary_user_is_told_in_one_line_what_to_install(house: Path, bare: Path) -> None:
    tool(bare, "id", "echo 1000")
    done = run(house, str(bare))
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert said.startswith("greffe: Python 3.11 or newer with its venv module is needed")
    assert "apt-get install python3-venv" in said


@slow("it makes an environment, as the test above but one does")
def test_without_python_root_has_it_installed(house: Path, bare: Path) -> None:
    tool(bare, "id", "echo 0")
    tool(
        bare,
        "apt-get",
        f'echo "apt-get $*" >>"{bare}/said"; [ "$1" = update ] || {shutil.which("ln")} -s "{sys.executable}" "{bare}/python3"',
    )
    done = run(house, str(bare))
    assert done.returncode == 0, done.stderr
    assert (bare / "said").read_text().splitlines()[-1].endswith("python3-venv")
    assert (house / ".venv" / "bin" / "greffe").exists()


def test_a_python_that_is_too_old_is_told(house: Path, bare: Path) -> None:
    tool(bare, "id", "echo 0")
    tool(bare, "apt-get", "exit 0")
    tool(bare, "python3", "exit 1")
    done = run(house, str(bare))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("greffe: This machine's Python is older than 3.11")
