"""A proxy before a PostgreSQL server that cuts its connections at the moment a test chooses."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from tests.builders.servers import joined

NAME = ".s.PGSQL.5432"


class Cutting:
    """Listens on a socket in its own folder and forwards to a server's socket; a context manager
    that ends it. If `cut_when` is set, it is called before each answer of the server; if it returns
    True, the connection is cut and the answer lost."""

    def __init__(self, server: Path, folder: Path) -> None:
        self._server = server / NAME
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / NAME))
        self._listener.listen(16)
        self.cut_when: Callable[[], bool] | None = None
        self.cuts = 0
        self._open: list[socket.socket] = []
        self._accepting = Thread(target=self._accept, daemon=True)

    def __enter__(self) -> Cutting:
        self._accepting.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for sock in self._open:
            sock.close()
        joined(self._accepting)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self._server))
            self._open += [client, server]
            Thread(target=self._forward, args=(client, server, False), daemon=True).start()
            Thread(target=self._forward, args=(server, client, True), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while data := source.recv(65_536):
                if answers and self.cut_when is not None and self.cut_when():
                    self.cuts += 1
                    break
                target.sendall(data)
        except OSError:
            pass  # the other side has ended, and so does this one
        for sock in (source, target):
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
