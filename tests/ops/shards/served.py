"""The shards of a federation as web processes on ports, in threads of this process: each asks the other over HTTP."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Event, Thread
from typing import Any

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from api import create_app
from api.access.keys import make_key
from api.request.service import EXTENSION, Notifications, Service
from api.resources.admin.shards import PATH
from domain.clerk.clerk import Clerk
from ops.notifying.shared_store import store_of
from ops.serving.wsgi import signed
from ops.shards.shard_log import ListReader
from ops.stores.shards.asking import OtherShards
from ops.stores.shards.barred import Barred
from ops.stores.shards.claiming import OpenedLater
from ops.stores.shards.directory import Shard
from tests.builders.api.client import KEY, Caller
from tests.ops.shards.federation import Federation


class Quiet(WSGIRequestHandler):
    """Answers without a line for each."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Nothing."""


class Served:
    """One shard: its app, its clerk, and the server that others ask."""

    def __init__(self, federation: Federation, name: str, stack: ExitStack) -> None:
        self.name, self._federation, self._stack = name, federation, stack
        self.clerk: Clerk = stack.enter_context(federation.clerk(name))
        settings = federation.shard(name)
        self.store = store_of(settings, self.clerk)
        stack.callback(self.store.close)
        told = Notifications(self.store, mails=True)
        secret = "the secret of links, which all shards share"
        self.app: Flask = create_app(self.clerk, None, KEY, link_secret=secret, notifications=told)
        self.service: Service = self.app.extensions[EXTENSION]
        bar = Barred(settings.record)
        stack.callback(bar.close)
        self.service.barred, self.service.index.elsewhere = bar.of, bar.elsewhere
        self.held = Event()
        """While it is not set, the server takes requests and answers none."""
        self.held.set()
        self.others = OtherShards(name, OpenedLater(settings.directory_place), PATH, signed(self.service))
        stack.callback(self.others.close)
        self.service.others = self.others
        listed = ListReader(settings.shards_log)
        stack.callback(listed.close)
        self.service.shard_list = listed
        self._server: BaseWSGIServer | None = None
        self.start()
        stack.callback(self.stop)
        stack.callback(self.held.set)

    def start(self, port: int = 0) -> None:
        """Serve, and say in the directory where."""

        def held(environ: Any, start_response: Any) -> Any:
            self.held.wait()
            return self.app(environ, start_response)

        self._server = make_server("127.0.0.1", port, held, threaded=True, request_handler=Quiet)
        Thread(target=self._server.serve_forever, daemon=True).start()
        with self._federation.directory() as directory:
            kept = directory.shard(self.name)
            address = f"127.0.0.1:{self._server.server_port}"
            directory.add(Shard(kept.name, kept.origin, kept.settings, address, kept.share))

    def stop(self) -> None:
        """Answer nobody any more."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def key(self, scope: Any = "organiser") -> str:
        """A key of this service."""
        return make_key(self.clerk.key_values, scope, "a club", self.clerk.clock())[1]

    def caller(self, key: str | None = KEY) -> Caller:
        """Somebody who asks this shard."""
        return Caller(self.app, key)


def served(federation: Federation, stack: ExitStack) -> tuple[Served, Served]:
    """Both shards."""
    a, b = (Served(federation, name, stack) for name in ("a", "b"))
    return a, b
