"""The process of live streams: takes connections over from the web processes of this machine, and sends to them all."""

from __future__ import annotations

import gc
import os
import selectors
import signal
import socket
from contextlib import suppress
from logging import DEBUG
from pathlib import Path

import msgspec
import structlog

from api.access.access import Access
from api.access.rate_limits import Meter, Rates
from api.live.following import Source
from api.live.news import News
from api.live.streams import Counted, Streams
from api.problems.problem import Problem
from api.request.service import Limits, Service
from domain.rules.titles.prepared_types import prepare
from ops.serving.connections import open_files
from ops.serving.live.broadcast import Broadcast
from ops.serving.live.handover import LONGEST, Answer, Ask, Handed
from ops.settings.config import LIVE, Settings, socket_path
from ops.settings.keys import LOST_WITH_LINKS, read_key
from ops.settings.logs import configure
from ops.settings.steps import Steps
from ops.settings.tracing import tracing_of
from ops.stores.data_folder import open_clerk

RESERVED = 512
"""Files that are no streams: the store's, and those who ask for a place."""
GARBAGE = (10_000, 10, 10)
"""How many more objects there have to be until garbage is looked for (`gc.set_threshold`). To look through the games in hand takes
as long as to tell hundreds of readers something; and events leave no garbage that has to be looked for."""
AT_ONCE = 64
"""Exchanges taken in before others are looked at."""

_log = structlog.get_logger("greffe.stream")


def main() -> None:
    """Send the streams of the data folder that the environment names, until a signal says stop."""
    settings = Settings.load(os.environ)
    configure(settings.log)
    clerk = open_clerk(settings)
    access = Access(clerk, read_key(settings.key_file), read_key(settings.link_key_file, LOST_WITH_LINKS))
    service = Service(clerk, None, access, Meter(Rates(), ""), Limits(), settings.public_url)
    most = min(settings.streams, open_files(settings.streams + RESERVED) - RESERVED)
    if most < settings.streams:
        _log.warning("this process may have fewer files open than GREFFE_STREAMS asks for", streams=most)
    news = News(clerk.recorder)
    streams = Streams(Source(clerk, service.tournaments.desk, service.may_follow), news, service.metrics, most, settings.heartbeat)
    service.metrics.runs("live")
    prepare("domain", "projections", "api", "ops")
    tracing = tracing_of(settings, "live")
    steps = Steps("live", clerk.recorder, tracing, DEBUG)
    broadcast = Broadcast(streams, steps if steps.told else None)
    gc.freeze()  # as the forks of the supervisor have it already
    gc.set_threshold(*GARBAGE)
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        broadcast.calls.ask(lambda: None)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    path = socket_path(settings.data, LIVE)
    with listening(path) as listener:
        Acceptor(listener, broadcast)
        while not stopping:
            broadcast.turn()
    with suppress(OSError):  # on a disk that can only be read it stays: the next process takes it away
        path.unlink(missing_ok=True)
    streams.stopping = True
    broadcast.close()
    news.close()
    clerk.close()
    if tracing is not None:
        tracing.close()


def listening(path: Path) -> socket.socket:
    """The socket where web processes ask; one that a dead process left is taken away."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(str(path))
    path.chmod(0o600)
    listener.listen(1024)
    listener.setblocking(False)
    return listener


class Acceptor:
    """Where web processes ask for places and hand connections over; part of the broadcast's loop."""

    def __init__(self, listener: socket.socket, broadcast: Broadcast) -> None:
        self._listener, self._broadcast = listener, broadcast
        broadcast.selector.register(listener, selectors.EVENT_READ, self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                there, _ = self._listener.accept()
            except OSError:  # nobody more, or no file is left: then who asks is told that nobody answers
                return
            there.setblocking(False)
            Exchange(there, self._broadcast)


class Exchange:
    """One exchange with a web process."""

    def __init__(self, there: socket.socket, broadcast: Broadcast) -> None:
        self._there, self._broadcast = there, broadcast
        self._place: Counted | None = None
        broadcast.selector.register(there, selectors.EVENT_READ, self._said)

    def _said(self) -> None:
        try:
            message, files, _, _ = socket.recv_fds(self._there, LONGEST, 1)
        except BlockingIOError:
            return
        except OSError:
            message, files = b"", []
        try:
            if message and files:
                self._take(msgspec.json.decode(message, type=Handed), files.pop())
            elif message and self._place is None:
                self._answer(msgspec.json.decode(message, type=Ask))
                return
        except msgspec.DecodeError as e:  # another version's, while it is being updated
            _log.warning("what a web process says is not understood", why=str(e))
        for file in files:
            os.close(file)
        self._close()

    def _answer(self, ask: Ask) -> None:
        if ask.look is not None:
            self._broadcast.streams.look_again(ask.look)
        if ask.holder is None:
            self._close()
            return
        answer = Answer()
        try:
            self._place = self._broadcast.streams.take(ask.holder)
        except Problem as e:
            answer = Answer(e.kind.slug, e.members["limit"])
        with suppress(OSError):  # it has gone again, which the next read tells
            self._there.send(msgspec.json.encode(answer))

    def _take(self, handed: Handed, file: int) -> None:
        connection = socket.socket(fileno=file)
        place, self._place = self._place, None
        if place is None:
            connection.close()
            return
        self._broadcast.take(connection, handed.head, place.stream(handed.following), chunked=handed.chunked)

    def _close(self) -> None:
        self._broadcast.selector.unregister(self._there)
        self._there.close()
        if self._place is not None:
            self._place.leave()
