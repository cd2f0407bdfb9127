"""Two shards and their directory, in folders or databases of their own, with nothing running."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Opening, Order
from ops.log import folder
from ops.serving.prepare import prepare
from ops.settings.config import Settings
from ops.shards.enrolling import enrol
from ops.shards.members import read_settings
from ops.shards.shard_log import ShardLog
from ops.stores.data_folder import open_clerk
from ops.stores.shards.directory import Directory
from tests.builders.stores import log_at, on_postgres, record_at

KEYS = ("operator.key", "links.key", "secret.key")


class Federation:
    """Shards `a` and `b`, each prepared as its units would; `a` came first."""

    def __init__(self, folder: Path, *, enrolled: bool = True) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.files = {name: self._prepared(name) for name in ("a", "b")}
        store = self._dsn(folder / "directory.sqlite")
        self.settings = Settings.load(
            {"GREFFE_DIRECTORY": str(folder / "directory"), "GREFFE_DIRECTORY_STORE": store, "GREFFE_DATA": str(folder / "none")}
        )
        if enrolled:
            for name, port in (("a", 8001), ("b", 8002)):
                enrol(self.settings, self.files[name], f"127.0.0.1:{port}", 1)

    def _dsn(self, path: Path) -> str:
        place = record_at(path)
        return "" if isinstance(place, Path) else place.dsn

    def _prepared(self, name: str) -> Path:
        data = self.folder / name
        data.mkdir(mode=0o700, exist_ok=True)
        if name != "a":
            for key in KEYS:
                shutil.copy(self.folder / "a" / key, data / key)
        file = self.folder / f"{name}.env"
        directory = self._dsn(self.folder / "directory.sqlite")
        file.write_text(
            f"# the shard {name}\nGREFFE_DATA={data}\nGREFFE_SHARD={name}\nGREFFE_DIRECTORY={self.folder / 'directory'}\n"
            f"GREFFE_DIRECTORY_STORE={directory}\nGREFFE_STORE={self._dsn(data / 'greffe.sqlite')}\n"
            f"GREFFE_ORIGIN={name}.example/log\nGREFFE_DEMO=no\n"
        )
        before = os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
        prepare(read_settings(file))
        os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
        if before is not None:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = before
        return file

    def shard(self, name: str) -> Settings:
        """The settings of a shard."""
        return read_settings(self.files[name])

    @contextmanager
    def clerk(self, name: str) -> Iterator[Clerk]:
        """A clerk of a shard."""
        made = open_clerk(self.shard(name))
        try:
            yield made
        finally:
            made.close()

    @contextmanager
    def directory(self) -> Iterator[Directory]:
        """The directory."""
        made = Directory(self.settings.directory_place)
        try:
            yield made
        finally:
            made.close()

    def log(self) -> ShardLog:
        """The log of shards."""
        return ShardLog(self.settings)

    def bring_up(self, name: str) -> None:
        """Have a shard's log take in and sign all there is."""
        with self.clerk(name) as clerk:
            assert folder.bring_up(self.shard(name), clerk) is None


def play(clerk: Clerk, key: str, notes: int = 2) -> str:
    """A game with a few remarks; answers its id."""
    game = clerk.open_game(Opening(ruleset="northgard-training", public=True), "club", key).game
    for n in range(1, notes + 1):
        game = clerk.note(Order(game.id, game.seq, "club", f"{key}-{n}"), f"remark {n}").game
    return game.id


__all__ = ["Federation", "log_at", "on_postgres", "play"]
