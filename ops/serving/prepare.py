"""Preparing a service before its processes start: the record, the keys, the log, a folder for the
metrics.

`greffe serve` does it itself. Where the processes are units of their own (`ops/deploy/`), `python
-m ops.serving.prepare` does it once.
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
from ops.settings.logs import configure
from ops.stores import data_folder
from ops.witness.ask import read_witnesses

MEMORY = Path("/dev/shm")  # noqa: S108  a folder of this user's own is made in it
COUNTING = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder where processes count together for `/metrics`."""


def prepare(settings: Settings) -> tuple[str, str]:
    """Bring the record to this version's schema, and make the keys and the log where there are
    none; answers the operator's key and the secret of links. Raises `Trouble` where that cannot be
    done."""
    data_folder.migrated(settings)
    key = keys.own_key(settings.key_file)
    secret = keys.own_key(settings.link_key_file, keys.LOST_WITH_LINKS)
    keys.secret_key(settings.secret_key_file)
    folder.prepare(settings)
    if settings.witnesses is not None:
        read_witnesses(settings.witnesses)
    _count_together(settings.data)
    return key, secret


def _count_together(data: Path) -> None:
    """Have all processes count in one folder, which is empty: the one that the environment names,
    or one in memory. Its files are mapped, and on a full disk a process that counts would be killed
    (SIGBUS)."""
    shutil.rmtree(data / "counts", ignore_errors=True)
    counts = Path(os.environ.setdefault(COUNTING, str(_in_memory(data) or data / "counts")))
    counts.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in counts.glob("*.db"):
        file.unlink(missing_ok=True)


def _in_memory(data: Path) -> Path | None:
    """A folder of this user's own in memory, for a data folder; none where there can be none."""
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


def forget_counts() -> None:
    """Remove what was counted in memory, once all processes have ended."""
    folder = Path(os.environ.get(COUNTING, ""))
    if folder.parent == MEMORY:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Prepare the data folder that the environment names; what stands in the way is said in one
    sentence."""
    os.umask(0o077)
    try:
        settings = Settings.load(os.environ)
        configure(settings.log)
        prepare(settings)
    except Trouble as e:
        print(f"greffe: {e}", file=sys.stderr)
        sys.exit(e.code)


if __name__ == "__main__":
    main()
