"""Receivers for tests, each a process of its own (`receiver.py`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.builders.servers import eventually

PROGRAM = Path(__file__).with_name("receiver.py")


class Receiver:
    """One receiver; a context manager that stops it."""

    def __init__(self, what: str, folder: Path) -> None:
        self.folder = folder / what
        self.folder.mkdir()
        self.process = subprocess.Popen([sys.executable, "-P", str(PROGRAM), what, str(self.folder)])
        assert eventually(lambda: (self.folder / "port").exists() or self.process.poll() is not None)
        self.port = int((self.folder / "port").read_text())

    def __enter__(self) -> Receiver:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()

    def taken(self) -> list[dict[str, Any]]:
        """What it took, repeats and all."""
        return self._lines("taken")

    def refused(self) -> list[Any]:
        """What it refused."""
        return self._lines("refused")

    def once(self) -> list[dict[str, Any]]:
        """What it took, repeats dropped by their ids."""
        return list({one["id"]: one for one in self.taken()}.values())

    def _lines(self, name: str) -> list[Any]:
        file = self.folder / name
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
