import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from contextlib import closing
from glob import glob
from pathlib import Path
from zipfile import ZipFile

import pytest

from domain.game.store import snapshots
from domain.titles.digest import package_sha256
from domain.titles.registry import ids, ruleset
from ops.cli import COMMANDS
from ops.settings.config import ROOT
from projections.boards import code_digest
from tests.amount import slow
from tests.builders.servers import PATIENCE, Server
from tests.ops.serving.live import GAME

installed_alone = slow(
    "builds a wheel and installs it alone; what would be in it is the first test"
)

UV = str(Path(sys.executable).with_name("uv"))
ROOMS = ("domain", "projections", "api", "ops")
OF_THE_CHECKOUT = re.compile(
    r"(?!.*/(FORMAT|TABLES-RULES)\.md).*\.md|ops/deploy/.*|ops/lock/.*\.txt|ops/(serve|test|(setup|browser|postgres)\.sh)"
)
"""Files in the rooms that are useful only in a checkout."""
DIGESTS = """
import domain
from domain.titles.registry import ids, ruleset
from domain.titles.digest import package_sha256
from domain.game.store import snapshots
from projections.boards import code_digest
print(domain.__file__, snapshots.program_digest(), code_digest.code_digest(), *[package_sha256(ruleset(id)) for id in ids()])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the rooms, so that the build leaves nothing in the
    checkout."""
    source = tmp_path_factory.mktemp("source")
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source / name)
    output_of(
        UV,
        "build",
        "-q",
        "--wheel",
        "--offline",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "-o",
        "made",
        cwd=source,
    )
    (made,) = (source / "made").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs in an environment with the wheel installed. It has Greffe's
    dependencies, but not the checkout.

    A `.pth` file adds the folder of the dependencies. The `.pth` files in that folder, such as the
    checkout's, are not read."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, symlinks=True)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    output_of(
        UV,
        "pip",
        "install",
        "-q",
        "--python",
        str(home / "bin" / "python"),
        "--no-deps",
        "--offline",
        str(wheel),
    )
    return home / "bin"


def output_of(*command: str, cwd: Path | None = None) -> str:
    """The output of a command, which must succeed. Nothing of this project is in its
    environment."""
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GREFFE_", "PYTHON"))
    }
    run = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
        check=False,
        timeout=10 * PATIENCE,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_every_file_of_the_rooms_is_named_to_be_packed() -> None:
    """Nothing is built for this: code must be in packages, and a pattern in `pyproject.toml` must
    name every other file."""
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"][
        "package-data"
    ]
    for room in ROOMS:
        files = {
            path
            for path in (ROOT / room).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        code = {path for path in files if path.suffix == ".py"}
        assert [path for path in code if not (path.parent / "__init__.py").is_file()] == []
        there = (
            pattern_
            for pattern in packed[room]
            for pattern_ in glob(pattern, root_dir=ROOT / room, recursive=True)  # noqa: PTH207
        )
        named = {ROOT / room / name for name in there}
        others = {
            path
            for path in files - code
            if not OF_THE_CHECKOUT.fullmatch(str(path.relative_to(ROOT)))
        }
        assert sorted(others - named) == []


@installed_alone
def test_the_wheel_has_every_file_of_the_rooms_and_no_other_name_at_the_top(wheel: Path) -> None:
    inside = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = (
        path
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    there = {str(path.relative_to(ROOT)) for path in files}
    assert inside == {name for name in there if not OF_THE_CHECKOUT.fullmatch(name)}
    assert {name.partition("/")[0] for name in inside} == set(ROOMS)


@installed_alone
def test_the_commands_explain_themselves_where_greffe_is_installed(
    installed: Path, tmp_path: Path
) -> None:
    shown = output_of(str(installed / "greffe"), "--help", cwd=tmp_path)
    assert all(f"\n  {name} " in shown for name in COMMANDS)
    assert f'version = "{output_of(str(installed / "greffe"), "--version").split()[1]}"' in (
        ROOT / "pyproject.toml"
    ).read_text("utf-8")


@installed_alone
def test_folders_are_made_in_the_working_directory_where_greffe_is_installed(
    installed: Path, tmp_path: Path
) -> None:
    greffe = str(installed / "greffe")
    assert f"--data = {tmp_path / 'var'}  [default]" in output_of(greffe, "config", cwd=tmp_path)
    assert re.search(r"default:\s+witness\b", output_of(greffe, "witness", "--help", cwd=tmp_path))


@installed_alone
def test_an_installed_program_is_the_same_program(installed: Path, tmp_path: Path) -> None:
    """The names of views, stored boards and digests of rules come from the code. So they stay valid
    when a checkout is replaced by a package."""
    here = [
        snapshots.program_digest(),
        code_digest.code_digest(),
        *(package_sha256(ruleset(id)) for id in ids()),
    ]
    file, *there = output_of(str(installed / "python"), "-c", DIGESTS, cwd=tmp_path).split()
    assert Path(file).is_relative_to(installed.parent)
    assert there == here


@installed_alone
def test_an_installed_greffe_serves_records_and_proves(installed: Path, tmp_path: Path) -> None:
    greffe = str(installed / "greffe")
    with Server(
        tmp_path / "var", serve=[greffe, "serve"], folder=tmp_path, PYTHONPATH=""
    ) as server:
        assert server.ask("GET", "/readyz").status == 200
        style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', got(server, f"/games/{GAME}"))
        assert style is not None
        assert "{" in got(server, style[1])
        action = {
            "seat": "blue",
            "action": {"type": "recruit", "card": "recruit", "territory": "T04a"},
        }
        written = server.ask(
            "POST",
            f"/api/v1/games/{GAME}/actions",
            action,
            If_Match='"24"',
            Idempotency_Key="installed",
        )
        assert (written.status, written.data["seq"]) == (201, 25)
        closed = server.ask(
            "POST", f"/api/v1/games/{GAME}/close", {}, If_Match='"25"', Idempotency_Key="closed"
        )
        assert closed.data["seq"] == 26
        (tmp_path / "policy").write_text(output_of(greffe, "policy", cwd=tmp_path))
        (tmp_path / "game.jsonl").write_text(output_of(greffe, "bundle", GAME, cwd=tmp_path))
        assert server.stop() == 0
    report = output_of(
        greffe, "verify", "game.jsonl", "--policy", "policy", "--replay", cwd=tmp_path
    )
    assert "26 in order" in report
    assert "\nverified\n" in report


def got(server: Server, path: str) -> str:
    with closing(server.connect()) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200, path
        return answer.read().decode()
