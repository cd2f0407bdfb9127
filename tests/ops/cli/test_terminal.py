import os
import shlex
import subprocess
import sys
from pathlib import Path

from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import PATIENCE


@slow("a process at a terminal of its own; the bar itself is tested without")
def test_rebuild_shows_a_bar_at_a_terminal(data: Path) -> None:
    command = shlex.join([sys.executable, "-P", "-m", "ops.cli", "rebuild"])
    run = subprocess.run(
        ["script", "-qec", command, os.devnull],  # of util-linux: a terminal of its own
        env={**os.environ, "TERM": "xterm", "COLUMNS": "200"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    for words in (
        "[####",
        "24/24",
        "24 records folded into the views",
        "No server runs on this data folder",
    ):
        assert words in run.stdout
