import os
import subprocess
import sys
from pathlib import Path

import pytest

from ops.settings.config import ROOT
from ops.tables.build import build_tables
from ops.tables.reading import ReadingOptions
from projections.tables.schema import MANIFEST
from tests.builders.servers import PATIENCE
from tests.ops.tables.test_tables import TablesFolder

MISSING = ("pyarrow", "polars", "pandas")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of modules that raise `ModuleNotFoundError`. First on the path of every process, it
    makes an environment without the extra."""
    folder = tmp_path_factory.mktemp("bare")
    for name in MISSING:
        (folder / f"{name}.py").write_text(
            f'raise ModuleNotFoundError("there is no {name} here")\n'
        )
    return folder


def run(bare: Path, data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `greffe tables` in an environment without the extra."""
    env = {**os.environ, "PYTHONPATH": f"{bare}{os.pathsep}{ROOT}"}
    command = (sys.executable, "-P", "-m", "ops.cli", "tables", *words, "--data", str(data))
    return subprocess.run(
        command, capture_output=True, text=True, env=env, check=False, timeout=PATIENCE
    )


def test_csv_and_json_lines_are_the_same_without_the_extra(
    bare: Path, data: Path, tmp_path: Path
) -> None:
    house = TablesFolder(data)
    for n in range(2):
        house.game(name=f"one {n}")
    house.clerk.close()
    with_it, without = tmp_path / "with", tmp_path / "without"
    build_tables(ReadingOptions(house.settings, ("csv", "jsonl")), with_it)
    done = run(bare, data, "build", "-o", str(without))
    assert done.returncode == 0, done.stderr
    assert (
        done.stderr.strip()
        == "Parquet is left out: it needs pyarrow, which is not installed (run ops/setup.sh "
        "extras)."
    )
    files = {str(path.relative_to(with_it)) for path in with_it.rglob("*") if path.is_file()}
    assert {
        str(path.relative_to(without)) for path in without.rglob("*") if path.is_file()
    } == files
    assert all(
        (with_it / path).read_bytes() == (without / path).read_bytes()
        for path in files - {MANIFEST}
    )


@pytest.mark.parametrize("command", ["build", "dump"])
def test_parquet_without_the_extra_is_one_sentence(
    bare: Path, data: Path, tmp_path: Path, command: str
) -> None:
    house = TablesFolder(data)
    house.game()
    house.clerk.close()
    refused = run(bare, data, command, "--format", "parquet", "-o", str(tmp_path / "tables"))
    assert refused.returncode == 2
    assert refused.stderr.strip() == (
        "greffe: Parquet needs pyarrow, which is not installed: run ops/setup.sh extras, or ask "
        "for --format csv or --format jsonl."
    )
    assert not (tmp_path / "tables").exists()
