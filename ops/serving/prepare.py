"""Preparing a service before its processes start: record, keys, log, and a folder for metrics.

`greffe serve` calls it. If the processes are separate units (`ops/deploy/`), `python -m
ops.serving.prepare` runs once before them.
"""

import hashlib
import os
import shutil
import stat
import sys
from pathlib import Path

from ops.log import folder
from ops.settings import keys
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.settings.logs import configure_logging
from ops.stores import data_folder
from ops.witness.ask import read_witnesses

MEMORY = Path("/dev/shm")  # noqa: S108  a folder of this user's own is made in it
COUNTING = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the folder in which processes collect their numbers for
`/metrics`."""


def prepare(settings: Settings) -> tuple[str, str]:
    """Migrate the record, and create missing keys and the log. Returns the text of the operator's
    key and the secret that signs links. Raises `Trouble`."""
    data_folder.migrate_folder(settings)
    key = keys.read_or_make_key(settings.key_file)
    secret = keys.read_or_make_key(settings.link_key_file, keys.LOST_WITH_LINKS)
    keys.secret_key(settings.secret_key_file)
    folder.prepare_log(settings)
    if settings.witnesses is not None:
        read_witnesses(settings.witnesses)
    _share_metrics(settings.data)
    return key, secret


def _share_metrics(data: Path) -> None:
    """Set the folder in which all processes collect metrics, and empty it: the one in the
    environment, else one in memory, since its files are memory-mapped and a full disk would kill a
    process that counts (SIGBUS)."""
    shutil.rmtree(data / "counts", ignore_errors=True)
    counts = Path(os.environ.setdefault(COUNTING, str(_metrics_folder(data) or data / "counts")))
    counts.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in counts.glob("*.db"):
        file.unlink(missing_ok=True)


def _metrics_folder(data: Path) -> Path | None:
    """The folder in shared memory for a data folder, created if needed; None if it cannot be
    created or is not this user's alone."""
    folder = (
        MEMORY
        / f"greffe-{os.getuid()}-{hashlib.sha256(os.fsencode(data.resolve())).hexdigest()[:16]}"
    )
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        entry = folder.lstat()
    except OSError:
        return None
    return (
        folder
        if entry.st_uid == os.getuid() and stat.S_ISDIR(entry.st_mode) and not entry.st_mode & 0o077
        else None
    )


def remove_metrics() -> None:
    """Remove the metrics in shared memory. Call it after all processes have ended."""
    folder = Path(os.environ.get(COUNTING, ""))
    if folder.parent == MEMORY:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Prepare the data folder that the environment names. An error is printed as one sentence."""
    os.umask(0o077)
    try:
        settings = Settings.load(os.environ)
        configure_logging(settings.log)
        prepare(settings)
    except Trouble as e:
        print(f"greffe: {e}", file=sys.stderr)
        sys.exit(e.code)


if __name__ == "__main__":
    main()
