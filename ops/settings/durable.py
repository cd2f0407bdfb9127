"""Small files that are written completely or not at all, even if the power fails."""

import os
from collections.abc import Callable
from pathlib import Path


def write_durably(
    path: Path, data: bytes, mode: int = 0o600, step: Callable[[str], None] = lambda _done: None
) -> None:
    """Replace a file atomically: write a new one beside it, sync it, rename it, and sync the
    folder. `mode`: the file's permissions. `step` is called after each step. Raises `OSError`."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with os.fdopen(
        os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb"
    ) as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())
    step("file written")
    new.replace(path)
    step("file renamed")
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that its current file names survive a power cut. Raises `OSError`."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
