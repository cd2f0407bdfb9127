"""The web server's settings, read by gunicorn (`--config python:ops.serving.gunicorn_config`). Names are gunicorn's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from ops.serving.connections import open_files
from ops.serving.http.intake import Limits
from ops.serving.signals import die_with_parent
from ops.serving.worker import GRACEFUL, IDLE, Worker
from ops.settings import logs
from ops.settings.config import ROOT, Settings

_settings = Settings.load(os.environ)

RESERVED = 256
"""Files that are no connections: the store's, the log's, streams that are being handed over."""


class JSONLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's log through our handler: JSON lines like all others."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        logs.configure(_settings.log)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class Server(Worker):
    """Our worker with this service's limits."""

    guests_most = max(64, min(_settings.connections, open_files(_settings.connections + RESERVED) - RESERVED))
    guests_share = _settings.address_connections
    limits = Limits(_settings.body_limit, _settings.import_limit)


worker_class = Server
workers = _settings.workers
threads = _settings.threads
logger_class = JSONLogger
loglevel = "debug" if _settings.log == "debug" else "warning"
chdir = str(ROOT)  # gunicorn imports from it before all else: never from the folder that the command was given in
control_socket_disable = True
forwarder_headers = ""  # nobody who asks says where addresses begin (`SCRIPT_NAME`), also not from this machine
keepalive = int(IDLE)
timeout = 60
graceful_timeout = int(GRACEFUL) + 1
preload_app = False  # an application that was built before the fork shares files and locks with its siblings
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  the heartbeat never waits for a disk


def worker_exit(_server: Any, worker: Any) -> None:
    """Send what was not sent yet of a worker's traces: its process ends without Python's own end."""
    from ops.serving.wsgi import TRACING

    application = getattr(worker, "wsgi", None)  # there is none where it could not be built
    tracing = getattr(application, "extensions", {}).get(TRACING)
    if tracing is not None:
        tracing.close()


def post_fork(server: Any, _worker: Any) -> None:
    """Workers die with their master as the master dies with the supervisor."""
    die_with_parent(server.pid)
