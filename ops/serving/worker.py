"""The web server's worker: one loop that reads all connections, and threads that only ever get whole requests.

gunicorn's own worker with threads lets a thread read its request from the connection, so that as many half-sent requests as there
are threads stop the service. Here the loop gathers (`ops/serving/http/intake.py`), with limits of time, rate and number
(`ops/serving/connections.py`), and sends what a slow reader has not taken (`ops/serving/http/outgoing.py`). Requests and answers
of the usual form are read and framed here (`ops/serving/http/requests.py`, `ops/serving/http/answers.py`), all others by gunicorn.

A connection is read by the loop while it is `waiting`, and belongs to the thread that answers it while it is not. It stays
registered with the poller meanwhile: only if its client sends more before the answer is there, the loop leaves it alone until
then. So an answered request costs the loop no call, and the next is read as soon as it comes.
"""

from __future__ import annotations

import os
import selectors
import socket
from contextlib import suppress
from time import monotonic
from typing import Any

import structlog
from gunicorn.http import wsgi  # type: ignore[import-untyped]
from gunicorn.http.errors import NoMoreData, ParseException  # type: ignore[import-untyped]
from gunicorn.workers.base import Worker as Base  # type: ignore[import-untyped]

from ops.serving.connections import Full, Guests, address_of
from ops.serving.http import malformed
from ops.serving.http.answers import Answer
from ops.serving.http.intake import SMALL, Intake, Limits
from ops.serving.http.outgoing import Outgoing
from ops.serving.http.requests import Held, Requests, Values, place_of, usual
from ops.serving.live.handover import HANDED, Handing
from ops.serving.threads import Actors, Calls

IDLE = 15.0
"""Seconds that a connection may wait between two requests, or for its first."""
LINGER = 1.0
"""The same once the server stops: a request may be under way."""
GRACEFUL = 5.0
"""Seconds that answers may take to their end when the server stops."""
AT_ONCE = 64
"""Connections taken in before others are looked at."""
READ = 262_144

_log = structlog.get_logger("greffe.web")


class Connection:
    """One client's connection."""

    def __init__(self, cfg: Values, connection: socket.socket, client: Any, server: Any, limits: Limits) -> None:
        connection.setblocking(False)
        self.socket, self.client, self.server = connection, client, server
        self.address = address_of(client[0]) if isinstance(client, tuple) else ""
        self.intake, self.out = Intake(limits), Outgoing(connection)
        self.place = place_of(client, server, cfg)
        self.secure = cfg.secure if cfg.trusts(client) else {}
        self.whole = b""
        self.parser = Requests(cfg, (), client)
        self.unread = self.parser.unreader = Held()
        self.since = monotonic()
        self.due = self.since + IDLE
        self.waiting = True
        self.watched = 0
        self.cut = self.malformed = False

    @property
    def held(self) -> int:
        """Bytes of a request that are here."""
        return self.intake.held


class Worker(Base):  # type: ignore[misc]
    """gunicorn's worker, as above. `guests` says how many connections there may be, `limits` how long bodies."""

    guests_most = 2_000
    guests_share = 256
    limits = Limits(1_000_000, 32_000_000)

    def init_process(self) -> None:
        """Make the worker; called after the fork."""
        self.values = Values(self.cfg)
        self.calls = Calls()
        self.poller = selectors.DefaultSelector()
        self.hands = Actors(self.cfg.threads, self._answer)
        self.guests: Guests[Connection] = Guests(self.guests_most, self.guests_share, 4 * self.limits.file)
        self._seen = 0.0
        super().init_process()

    # -- how it ends ---------------------------------------------------------------------------------------------

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: answer what is under way, and stop."""
        self.alive = False
        self.calls.ask(lambda: None)

    # -- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Serve until told to stop, then until all is answered or time is out."""
        self.poller.register(self.calls, selectors.EVENT_READ, self.calls.run)
        for listener in self.sockets:
            listener.setblocking(False)
            self.poller.register(listener, selectors.EVENT_READ, lambda ready=listener: self._accept(ready))
        while self.alive and os.getppid() == self.ppid:
            self._turn(1.0)
        for listener in self.sockets:
            self.poller.unregister(listener)
            listener.close()
        stop = monotonic()
        while len(self.guests) and monotonic() < stop + GRACEFUL:
            for connection in self.guests:
                connection.due = min(connection.due, stop + LINGER)
            self._turn(0.1)
        for connection in self.guests:
            self._close(connection)

    def _turn(self, seconds: float) -> None:
        found = self.poller.select(0.0 if self.hands.round() else seconds)
        if found:
            self.hands.halt()
        for key, _ in found:
            key.data()
        now = monotonic()
        if now - self._seen >= min(seconds, 0.5):
            self._seen = now
            self.notify()
            for connection in self.guests:
                if now >= connection.due and (connection.waiting or connection.watched == selectors.EVENT_WRITE):
                    self._late(connection)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, client = listener.accept()
            except BlockingIOError:
                return
            except OSError as e:  # the client has gone again, or there are no more files
                _log.warning("a connection cannot be taken in", why=str(e))
                self._make_place()
                return
            self._welcome(Connection(self.values, connection, client, listener.getsockname(), self.limits))

    def _make_place(self) -> None:
        """No file descriptor is left: close the connection that has waited longest."""
        waits = [one for one in self.guests if one.waiting]
        if waits:
            self._close(min(waits, key=lambda one: one.since))

    def _welcome(self, connection: Connection) -> None:
        try:
            goes = self.guests.who_goes(connection.address)
        except Full:
            with suppress(OSError):
                connection.socket.send(malformed.answer("too-many-connections"))
            connection.socket.close()
            return
        if goes is not None:
            self._close(goes)
        if connection.address:
            connection.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.guests.add(connection)
        self._read(connection)

    def _watch(self, connection: Connection, events: int) -> None:
        """Hear of a connection, of nothing with 0."""
        if connection.watched == events:
            return
        if connection.watched:
            self.poller.unregister(connection.socket)
        connection.watched = events
        if events == selectors.EVENT_READ:
            self.poller.register(connection.socket, events, lambda: self._read(connection))
        elif events:
            self.poller.register(connection.socket, events, lambda: self._drain(connection))

    def _read(self, connection: Connection) -> None:
        """A client has sent something, or has gone."""
        if not connection.waiting:
            self._watch(connection, 0)
            self._go_on(connection)  # it may have been answered just now, and its thread may not have seen that
            return
        try:
            data = connection.socket.recv(READ)
        except BlockingIOError:
            self._watch(connection, selectors.EVENT_READ)
            return
        except OSError:
            self._close(connection)
            return
        if not data or connection.cut:
            if not data:
                self._close(connection)
            return
        self._took(connection, data)

    def _took(self, connection: Connection, data: bytes) -> None:
        intake = connection.intake
        before = intake.state
        state = intake.feed(data)
        if state == "idle":
            self._watch(connection, selectors.EVENT_READ)
            return
        if before == "idle":
            connection.since = monotonic()
        if state in ("whole", "cut"):
            connection.waiting = False
            connection.cut, connection.malformed = state == "cut", intake.malformed
            connection.whole = intake.take()
            self.hands.give(connection)
            return
        connection.due = connection.since + intake.allowed()
        if state == "body" and intake.continues:
            intake.continues = False
            connection.out.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            with suppress(OSError):  # who has gone is found out by the next read
                connection.out.flush()
        if intake.held > SMALL and self.guests.too_much(connection):
            self._refuse(connection, "too-many-connections")
            return
        self._watch(connection, selectors.EVENT_READ)

    def _late(self, connection: Connection) -> None:
        if connection.intake.held and not connection.out.left:
            self._refuse(connection, "request-timeout")
        else:
            self._close(connection)

    def _refuse(self, connection: Connection, slug: str) -> None:
        with suppress(OSError):
            connection.socket.send(malformed.answer(slug))
        self._close(connection)

    def _drain(self, connection: Connection) -> None:
        """A slow reader takes more."""
        try:
            connection.out.push()
        except OSError:
            self._close(connection)
            return
        connection.due = connection.out.due
        if not connection.out.left:
            self._watch(connection, 0)
            self._go_on(connection)

    def _go_on(self, connection: Connection) -> None:
        """An answer is out, and the connection needs more than to be kept."""
        if not connection.waiting or connection not in self.guests:
            return
        if connection.cut:
            self._part(connection)
        elif connection.intake.held:
            self._took(connection, b"")
        else:
            self._watch(connection, selectors.EVENT_READ)

    def _part(self, connection: Connection) -> None:
        """Close a connection whose client may still be sending, so that it reads the answer first: the rest is thrown away."""
        with suppress(OSError):
            connection.socket.shutdown(socket.SHUT_WR)
        connection.due = monotonic() + 2 * LINGER
        self._watch(connection, selectors.EVENT_READ)

    def _close(self, connection: Connection) -> None:
        if self.guests.drop(connection):
            self._watch(connection, 0)
            connection.socket.close()

    # -- in the threads ------------------------------------------------------------------------------------------

    def _answer(self, connection: Connection) -> None:
        """Answer a request, and hand the connection back to the loop."""
        keep = False
        try:
            keep = self._serve(connection)
        except (NoMoreData, ParseException) as e:
            connection.cut = keep = self._tell(connection, malformed.slug_of(e))
        except (OSError, StopIteration) as e:
            _log.debug("a client has gone", why=str(e))
        except BaseException as e:  # noqa: BLE001  the application answers its faults itself: this is one of the server's, or an exit
            _log.error("the web server broke", exc_info=e)
        now = monotonic()
        connection.since = now
        connection.due = now + IDLE
        if not keep:
            self.calls.ask(lambda: self._close(connection))
        elif connection.out.left:
            connection.due = connection.out.due
            self.calls.ask(lambda: self._left_over(connection))
        elif connection.cut or connection.intake.held:
            connection.waiting = True
            self.calls.ask(lambda: self._go_on(connection))
        else:
            connection.waiting = True
            if connection.watched != selectors.EVENT_READ:
                self.calls.ask(lambda: self._go_on(connection))

    def _tell(self, connection: Connection, slug: str) -> bool:
        """Answer what is no request; whether anybody is there to read it."""
        try:
            connection.out.sendall(malformed.answer(slug))
            connection.out.flush()
        except OSError:
            return False
        return True

    def _left_over(self, connection: Connection) -> None:
        """Hear of a slow reader when it takes more."""
        connection.waiting = True
        self._watch(connection, selectors.EVENT_WRITE)

    def _serve(self, connection: Connection) -> bool:
        """Answer a request; whether the connection is kept."""
        out, cut = connection.out, connection.cut
        request = None if cut or connection.place is None else usual(connection.whole, connection.place, connection.secure)
        if request is not None:
            answer, environ = Answer(request, out, self.values), request.environ
        else:
            connection.unread.rest = memoryview(connection.whole)
            parsed = next(connection.parser)
            wrong = "bad-request" if connection.malformed else malformed.wrong(parsed)
            if wrong:
                connection.cut = True
                return self._tell(connection, wrong)
            parsed._expected_100_continue = False  # said when its body was waited for
            answer, environ = wsgi.create(parsed, out, connection.client, connection.server, self.values, Answer)
            environ["wsgi.multithread"] = True
        connection.whole = b""
        if cut or not self.alive:
            answer.force_close()
        pieces = self.wsgi(environ, answer.start_response)
        try:
            if HANDED in environ:
                return self._hand_over(connection, answer, environ[HANDED])
            for piece in pieces:
                answer.write(piece)
                out.flush()
            answer.close()
            out.flush()
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        if cut:
            return True
        if answer.should_close() or not (request or self._at_end(connection)):
            connection.cut = bool(out.left)
            return bool(out.left)
        return True

    def _hand_over(self, connection: Connection, answer: Any, place: Handing) -> bool:
        """Give a connection away whose stream another process sends; ours ends here, the reader's does not."""
        answer.force_close()
        answer.send_headers()
        place.hand_over(connection.out.taken(), connection.socket, chunked=answer.chunked)
        return False

    def _at_end(self, connection: Connection) -> bool:
        """Whether a request that is answered ended where it was cut off, so that the next begins there."""
        try:
            return bool(connection.parser.finish_body()) and connection.unread.empty
        except (NoMoreData, ParseException):  # it has its answer: a second one would be taken for the next request's
            return False
