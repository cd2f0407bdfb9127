"""Says what a first start imports, for `install.py`: `.venv/bin/python -P -m ops.lock.first >ops/lock/first.txt`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
LOCK = Path(__file__).with_name("serve.txt")
MOST_OF = 0.4
"""A folder is told whole where at least this part of its code is imported: then a new file in it changes nothing here."""


class NotServed(Exception):
    """The service did not come up."""


def imported() -> set[str]:
    """The files that a service imports up to its first page, in all its processes: of the rooms as seen from the checkout, of the
    packages that `serve.txt` names from where they are installed. Raises `NotServed`."""
    with tempfile.TemporaryDirectory() as made:
        data, compiled = Path(made, "data"), Path(made, "compiled")
        env = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-P", "-m", "ops.cli", "serve", "--port", "0", "--data", str(data)]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, cwd=made) as service:
            assert service.stdout is not None
            try:
                where = next((found[1] for line in service.stdout if (found := re.search(r"serves at (http\S+)", line))), None)
                if where is None:
                    raise NotServed
                with urllib.request.urlopen(where) as page:  # noqa: S310  its own address
                    page.read()
            finally:
                service.send_signal(signal.SIGINT)
                service.stdout.read()
        sources = {Path("/", file.relative_to(compiled)) for file in compiled.rglob("*.pyc")}
    return _told({source.with_name(f"{source.name.partition('.')[0]}.py") for source in sources})


def _told(sources: Iterable[Path]) -> set[str]:
    packages = Path(sysconfig.get_path("purelib"))
    named = set[str]()
    for name in re.findall(r"^[a-z0-9-]+", LOCK.read_text("utf-8"), re.MULTILINE):
        try:
            named |= set(map(str, distribution(name).files or ()))
        except PackageNotFoundError:  # one that this Python does not need
            continue
    ours = {str(file.relative_to(packages)) for file in sources if file.is_relative_to(packages)} & named
    rooms = {file.relative_to(ROOT) for file in sources if file.is_relative_to(ROOT) and not file.is_relative_to(packages)}
    return ours | {str(file) for file in rooms if file.parts[0] != ".venv"}


def size(file: str) -> int:
    """The bytes of a file that is told as `imported` does."""
    found = ROOT / file
    return (found if found.is_file() else Path(sysconfig.get_path("purelib")) / file).stat().st_size


def entries(files: set[str]) -> list[str]:
    """The folders and files that come to about these files; a folder stands for what is in it, not for what is below."""
    packages = Path(sysconfig.get_path("purelib"))
    used = Counter[str]()
    for file in files:
        used[str(PurePosixPath(file).parent)] += size(file) + 1
    whole = set[str]()
    for name, part in used.items():
        place = ROOT / name if (ROOT / name).is_dir() and name != "." else packages / name
        if name != "." and part >= MOST_OF * sum(file.stat().st_size + 1 for file in place.glob("*.py")):
            whole.add(name)
    return sorted(whole | {file for file in files if str(PurePosixPath(file).parent) not in whole})


if __name__ == "__main__":
    print("\n".join(entries(imported())))
