"""Preparing a service before its processes start: the record, the keys, the log, a folder for the metrics.

`greffe serve` does it itself. Where the processes are units of their own (`ops/deploy/`), `python -m ops.serving.prepare` does it
once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ops.log import folder
from ops.settings import keys
from ops.settings.config import Settings
from ops.settings.errors import Trouble
from ops.settings.logs import configure
from ops.stores import data_folder
from ops.witness.ask import read_witnesses

COUNTS = "counts"
"""The folder, in the data folder, where processes count together for `/metrics`; made anew by each start."""


def prepare(settings: Settings) -> tuple[str, str]:
    """Bring the record to this version's schema, and make the keys and the log where there are none; answers the operator's key and
    the secret of links. Raises `Trouble` where that cannot be done."""
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
    """Have all processes count in one folder, in the data folder unless the environment names one, and empty."""
    counts = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(data / COUNTS)))
    counts.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in counts.glob("*.db"):
        file.unlink(missing_ok=True)


def main() -> None:
    """Prepare the data folder that the environment names; what stands in the way is said in one sentence."""
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
