"""The web server's settings, read by gunicorn (`--config python:ops.web`). Names are gunicorn's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from ops import logs
from ops.config import ROOT, Settings
from ops.leash import die_with_parent

_settings = Settings.load(os.environ)


class JSONLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's log through our handler: JSON lines like all others."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        logs.configure(_settings.log)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


worker_class = "gthread"
workers = _settings.workers
threads = _settings.threads
logger_class = JSONLogger
loglevel = "debug" if _settings.log == "debug" else "warning"
chdir = str(ROOT)
control_socket_disable = True
keepalive = 15
timeout = 60
graceful_timeout = 5
preload_app = False  # an application that was built before the fork shares files and locks with its siblings
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  the heartbeat never waits for a disk


def post_fork(server: Any, _worker: Any) -> None:
    """Workers die with their master as the master dies with the supervisor."""
    die_with_parent(server.pid)
