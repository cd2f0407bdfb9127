"""A witness's HTTP server: `POST /add-checkpoint`, and `GET /`, which describes the witness.

It is the standard library's server, since a witness should need few dependencies and gets only one
small request a second. For a public port, limits are added: of bodies, of connections, and of the
time in which a whole request must arrive.
"""

import logging
import socket
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedReader, RawIOBase
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from domain.proof.log.add_checkpoint import MOST_BYTES, SIZE_TYPE, WitnessAnswer
from ops.witness.service import Witness

PATH = "/add-checkpoint"
CONNECTIONS = 64
"""The most connections at a time; others are turned away."""

SECONDS = 10.0
"""The time limit of a request from first to last byte, and of its answer."""

IDLE = 60.0
"""How long a connection is kept open without a request."""

MOST_UNREAD, PIECE = 4 << 20, 1 << 16
"""Bytes discarded after a refusal, and how many at a time."""

TEXT = "text/plain; charset=utf-8"
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: "
    b"close\r\n\r\n"
)

log = logging.getLogger("greffe.witness")


class WitnessServer(ThreadingHTTPServer):
    daemon_threads = True  # an idle connection keeps nobody from stopping

    def __init__(self, witness: Witness, listener: socket.socket) -> None:
        super().__init__(listener.getsockname()[:2], Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.witness = witness
        self._places = BoundedSemaphore(CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
            return
        try:
            request.settimeout(0)
            request.send(_FULL)
        except OSError:
            log.debug("somebody turned away did not listen")
        self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a broken connection; log any other exception as an error of our own."""
        broke = isinstance(sys.exc_info()[1], OSError)
        log.log(
            logging.DEBUG if broke else logging.ERROR,
            "a connection ended in the middle",
            exc_info=True,
        )


class _Feed(RawIOBase):
    """The bytes that arrive on a connection, within the time limit of each request."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.next_request()

    def next_request(self) -> None:
        self._until, self._begun = monotonic() + IDLE, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read received bytes into the buffer. Raises `TimeoutError` after the request's time
        limit."""
        left = self._until - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        n = self._connection.recv_into(buffer)
        if not self._begun:
            self._until, self._begun = monotonic() + SECONDS, True
        return n


class Handler(BaseHTTPRequestHandler):
    server: WitnessServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16  # an answer goes out in one piece
    error_content_type = TEXT
    error_message_format = "%(message)s\n"

    def setup(self) -> None:
        super().setup()
        self._feed = _Feed(self.connection)
        self.rfile = BufferedReader(self._feed)

    def handle_one_request(self) -> None:
        self._feed.next_request()
        super().handle_one_request()

    def do_GET(self) -> None:
        if self.path == "/":
            lines = [
                self.server.witness.key.encode(),
                *(f"log {key.encode()}" for key in self.server.witness.logs),
            ]
            self._send_sentence(HTTPStatus.OK, "\n".join(lines))
        elif self.path == PATH:
            self._send_sentence(
                HTTPStatus.METHOD_NOT_ALLOWED, "checkpoints are sent by POST", Allow="POST"
            )
        else:
            self._send_sentence(HTTPStatus.NOT_FOUND, "there is nothing at this address")

    def do_POST(self) -> None:
        """Answer an `add-checkpoint` request; refuse any other POST."""
        if self.path != PATH:
            self._refuse(HTTPStatus.NOT_FOUND, f"checkpoints are sent to {PATH}")
            return
        lengths = self.headers.get_all("Content-Length") or []
        if "Transfer-Encoding" in self.headers or not lengths:
            self._refuse(HTTPStatus.LENGTH_REQUIRED, "say the body's length in Content-Length")
        elif len(lengths) > 1 or not (
            lengths[0].isascii() and lengths[0].isdecimal() and len(lengths[0]) < 19
        ):
            self._refuse(HTTPStatus.BAD_REQUEST, "Content-Length is no number")
        elif int(lengths[0]) > MOST_BYTES:
            self._refuse(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has at most {MOST_BYTES} bytes"
            )
        else:
            body = self.rfile.read(int(lengths[0]))
            if len(body) < int(lengths[0]):
                self.close_connection = True  # it was cut off: there is nobody to answer
            else:
                self._add_checkpoint(body)

    def _add_checkpoint(self, body: bytes) -> None:
        try:
            answer = self.server.witness.add_checkpoint(body)
        except Exception:
            log.exception("a checkpoint could not be judged or kept")
            self._send_sentence(
                HTTPStatus.INTERNAL_SERVER_ERROR,
                "the witness cannot keep what it would cosign: nothing was cosigned",
            )
            return
        _log_answer(answer)
        kind = SIZE_TYPE if answer.size is not None else TEXT
        self._send(HTTPStatus(answer.status), answer.body, kind)

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Answer before the body was read, and end the connection. What still arrives is discarded
        for a while, so that the sender can read the answer."""
        self.close_connection = True
        self._send_sentence(status, sentence, Connection="close")
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_WR)
        for _ in range(MOST_UNREAD // PIECE):
            if not self._feed.read(PIECE):
                break

    def _send_sentence(self, status: HTTPStatus, sentence: str, **headers: str) -> None:
        self._send(status, f"{sentence}\n".encode(), TEXT, **headers)

    def _send(self, status: HTTPStatus, body: bytes, kind: str, **headers: str) -> None:
        self.connection.settimeout(SECONDS)
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            **headers,
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        """The value of the `Server` header."""
        return "greffe-witness"

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)


def _log_answer(answer: WitnessAnswer) -> None:
    if answer.keep is not None:
        log.info("cosigned %s at size %d", answer.keep.origin, answer.keep.size)
    elif answer.why is not None:
        log.warning("refused with %d: %s", answer.status, answer.why)
