"""A shard's settings, read from the file that its service reads them from."""

from __future__ import annotations

from pathlib import Path

from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.settings.keys import read_key, secret_key

MOST = 1 << 16
"""Bytes of a file of settings."""


def read_settings(file: Path) -> Settings:
    """The settings in a file as systemd's `EnvironmentFile` has them: `NAME=value`, a line each. Raises `Trouble`."""
    try:
        lines = file.read_text("utf-8")[:MOST].splitlines()
    except (OSError, UnicodeDecodeError) as e:
        why = getattr(e, "strerror", None) or "it is no text"
        raise CannotServe(f"The settings {file} of a shard cannot be read: {why.lower()}.") from None
    pairs = (line.strip().partition("=") for line in lines if line.strip() and not line.lstrip().startswith(("#", ";")))
    return Settings.load({name.strip(): value.strip().strip("\"'") for name, _, value in pairs})


def need_alike(one: Settings, other: Settings) -> None:
    """Raise `CannotServe` unless what is sealed, signed or handed out at one shard holds at the other."""
    for name, read in (("secret_key_file", secret_key), ("link_key_file", read_key), ("key_file", read_key)):
        mine, theirs = getattr(one, name), getattr(other, name)
        if read(mine) != read(theirs):
            raise CannotServe(
                f"{mine} and {theirs} are not the same key: all shards share the operator's key, links.key and secret.key, so that "
                "links and sealed dice hold wherever a game is. Copy those of the first shard before the new one is started."
            )
