"""The way of an analyst: from a fresh clone to a chart, by the commands that the README gives, with nothing else installed."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import Server

ROOMS = ("domain", "projections", "api", "ops")


def commands() -> list[list[str]]:
    section = (ROOT / "README.md").read_text("utf-8").partition("\n## For analysts and programs\n")[2]
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
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("GREFFE_", "PYTHON", "VIRTUAL_ENV"))}
    with Server(clone / "var", serve=[str(clone / "ops" / "serve")], folder=clone) as server:
        assert server.ask("GET", "/api/v1/tables/1/manifest.json").status == 404
        for command in commands():
            done = subprocess.run(command, cwd=clone, env=plain, capture_output=True, text=True, timeout=900, check=False)
            assert done.returncode == 0, (command, done.stdout, done.stderr)
        made = server.ask("GET", "/api/v1/tables/1/manifest.json").data
    assert len(commands()) == 3
    assert made["games"] == 1
    assert {file["format"] for file in made["files"]} == {"csv", "jsonl", "parquet"}
    assert done.stdout == "Actions a game: northgard-training 20 (20 to 20).\n"
    assert "northgard" in "".join(ET.parse(clone / "lengths.svg").getroot().itertext())
