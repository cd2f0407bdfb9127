"""Receivers for tests, each a process of its own (`receiver.py`, `mail_server.py`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.builders.servers import eventually

PROGRAM, MAIL_SERVER = (Path(__file__).with_name(name) for name in ("receiver.py", "mail_server.py"))


class Receiver:
    """One receiver; a context manager that stops it."""

    def __init__(self, what: str, folder: Path, *command: str) -> None:
        """`command`: the program and what it is told, if not `receiver.py` to receive `what`."""
        self.folder = folder / what
        self.folder.mkdir()
        program = command or (str(PROGRAM), what, str(self.folder))
        self.process = subprocess.Popen([sys.executable, "-P", *program])
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

    def asked(self) -> list[str]:
        """The paths that it was asked for, whether or not it has answered."""
        return self._lines("asked")

    def refused(self) -> list[Any]:
        """What it refused."""
        return self._lines("refused")

    def once(self) -> list[dict[str, Any]]:
        """What it took, repeats dropped by their ids."""
        return list({one["id"]: one for one in self.taken()}.values())

    def _lines(self, name: str) -> list[Any]:
        file = self.folder / name
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


class MailServer(Receiver):
    """A mail server whose answers a test sets."""

    def __init__(self, folder: Path, *given: str) -> None:
        """`given`: how it takes TLS and whose login."""
        super().__init__("mail-server", folder, str(MAIL_SERVER), str(folder / "mail-server"), *given)

    def answer(self, **steps: str) -> None:
        """Answer so from now on; without any step as usual."""
        new = self.folder / "answers.new"
        new.write_text(json.dumps(steps))
        new.rename(self.folder / "answers")

    def logins(self) -> list[bool]:
        """Of each login, whether it was right."""
        return self._lines("logins")
