"""The web server's settings, read by gunicorn (`--config python:ops.web`). Names are gunicorn's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.glogging import Logger  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]
from prometheus_client.multiprocess import mark_process_dead

from api.service import EXTENSION
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


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's worker with threads, which lets its live streams go when it is told to stop: it waits for every answer to end, and
    they would not."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        self._let_streams_go()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        self._let_streams_go()
        super().handle_quit(sig, frame)

    def _let_streams_go(self) -> None:
        app = getattr(self, "wsgi", None)
        if isinstance(app, Flask):  # a worker may be stopped before it has its application
            app.extensions[EXTENSION].streams.stop()


worker_class = Worker
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


def child_exit(_server: Any, worker: Any) -> None:
    """What a dead worker counted as open is open no more, where workers count together."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
