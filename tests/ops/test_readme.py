"""The commands in the README and the tours run as they are written, against a server of their own,
and their output is compared with what is shown there."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ops.settings.config import ROOT
from tests.amount import slow, slow_but
from tests.builders.servers import Server

MARK = "-- the next block --"
BLOCKS = re.compile(r"^```(sh|json|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def tour(*, both: bool) -> list[tuple[str, str]]:
    """Every command block of the README and of the first tour, each with the block that shows its
    output; with `both`, of the longer tour as well."""
    end = "\n## For analysts and programs\n" if both else "\n## The longer tour\n"
    written = (ROOT / "ops" / "TOUR.md").read_text("utf-8").partition(end)[0]
    blocks = BLOCKS.findall((ROOT / "README.md").read_text("utf-8") + written)
    assert [kind == "sh" for kind, _ in blocks] == [True, False] * (len(blocks) // 2), (
        "each sh block is followed by its output"
    )
    return [(blocks[i][1], blocks[i + 1][1]) for i in range(0, len(blocks), 2)]


def shows(expected: str, got: str) -> bool:
    """Whether an output equals the one on the page, where `…` stands for anything."""
    parts = [re.escape(part) for part in expected.strip().split("…")]
    return re.fullmatch(".*".join(parts), got.strip(), re.DOTALL) is not None


@pytest.mark.skipif(
    shutil.which("curl") is None,
    reason="the tour is made of curl commands, and curl is not installed",
)
@pytest.mark.parametrize("both", slow_but([False], [False, True]), ids=["first", "both"])
def test_the_tour_shows_what_the_readme_says(tmp_path: Path, both: bool) -> None:
    blocks = tour(both=both)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    with Server(tmp_path / "var") as server:
        script = f"\necho; echo '{MARK}'\n".join(command for command, _ in blocks)
        assert "http://127.0.0.1:8000/" in script
        run = subprocess.run(
            [
                "bash",
                "-euo",
                "pipefail",
                "-c",
                script.replace("http://127.0.0.1:8000", server.address),
            ],
            capture_output=True,
            text=True,
            timeout=120,
            cwd=tmp_path,
            env={**os.environ, "GREFFE_DATA": str(tmp_path / "var")},
            check=False,
        )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr
    outputs = run.stdout.split(MARK)
    assert len(outputs) == len(blocks)
    for (command, expected), got in zip(blocks, outputs, strict=True):
        assert shows(expected, got), f"{command}\nshows\n\n{got}\nnot\n\n{expected}"


def test_the_comparison_tells_outputs_apart() -> None:
    assert shows("a…c\n", "abbc")
    assert not shows("a…c", "abbd")
    assert not shows("a", "a b")


def test_the_readme_leads_to_files_that_are_there() -> None:
    rooms = [
        folder for folder in ROOT.iterdir() if folder.is_dir() and not folder.name.startswith(".")
    ]
    for file in [
        ROOT / "README.md",
        ROOT / "ops" / "TOUR.md",
        *(readme for room in rooms for readme in room.glob("**/README.md")),
    ]:
        for link in re.findall(r"\]\(([^)#:]+)\)", file.read_text("utf-8")):
            assert (file.parent / link).exists(), (
                f"{file.relative_to(ROOT)} leads to {link}, which is not there"
            )


def test_a_page_names_every_command() -> None:
    from ops.cli import COMMANDS

    text = (ROOT / "ops" / "README.md").read_text("utf-8")
    assert f"lists the commands: {', '.join(COMMANDS)}." in text


ROOMS = ("domain", "projections", "api", "ops")


def commands() -> list[list[str]]:
    text = (ROOT / "ops" / "TOUR.md").read_text("utf-8")
    section = text.partition("\n## For analysts and programs\n")[2]
    (block, *_) = re.findall(r"^```sh\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return [shlex.split(line, comments=True) for line in block.splitlines()]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    root = tmp_path / "clone"
    for room in ROOMS:
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root / "pyproject.toml")
    return root


@slow("two environments are fetched from the package registry")
def test_three_commands_lead_from_the_stock_set_up_to_a_chart(clone: Path) -> None:
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GREFFE_", "PYTHON", "VIRTUAL_ENV"))
    }
    plain["PATH"] = f"{clone / '.venv' / 'bin'}:{plain['PATH']}"  # as the tour sets it
    with Server(clone / "var", serve=[str(clone / "ops" / "serve")], folder=clone) as server:
        assert server.ask("GET", "/api/v1/tables/1/manifest.json").status == 404
        for command in commands():
            done = subprocess.run(
                command,
                cwd=clone,
                env=plain,
                capture_output=True,
                text=True,
                timeout=900,
                check=False,
            )
            assert done.returncode == 0, (command, done.stdout, done.stderr)
        made = server.ask("GET", "/api/v1/tables/1/manifest.json").data
    assert len(commands()) == 3
    assert made["games"] == 1
    assert {file["format"] for file in made["files"]} == {"csv", "jsonl", "parquet"}
    assert done.stdout == "Actions a game: northgard-training 20 (20 to 20).\n"
    assert "northgard" in "".join(ET.parse(clone / "lengths.svg").getroot().itertext())
