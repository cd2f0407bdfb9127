"""From a web process to the process of live streams: a place is asked for, and the connection itself is handed over.

Both are processes of one machine. A web process reads the request, looks who asks and what for, and answers what is wrong. Then it
sends the open connection through a Unix socket (`SCM_RIGHTS`), with the answer's head and what is followed, and forgets it. Each
stream is one exchange on a connection of its own:

    web     {"holder": ["…", "crowd"]}            live    {}, or {"slug": "too-many-streams", "limit": 4000}
    web     {"head": …, "following": …} and the file descriptor of the reader's connection

A connection that ends before its second message gives its place back. {"look": game} has streams look again who may read.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from api.live.following import Following
from api.live.streams import LATER, Holder
from api.problems.problem import Problem

PATIENCE = 2.0
"""Seconds that the process of live streams has to answer."""
LONGEST = 65_536
"""Bytes of a message."""
HANDED = "greffe.handed"
"""Where a place whose connection is to be handed over is noted in the WSGI environment."""


class Ask(Struct, frozen=True, omit_defaults=True):
    """What a web process asks: a place for a holder, or, with a game or `""` for all, that streams look again who may read."""

    holder: Holder | None = None
    look: str | None = None


class Answer(Struct, frozen=True, omit_defaults=True):
    """Whether there is room: empty, or the problem."""

    slug: str = ""
    limit: int = 0


class Handed(Struct, frozen=True):
    """What comes with a connection: the answer's head, whether its body is in chunks, what its reader follows."""

    head: bytes
    chunked: bool
    following: Following


class Handing:
    """A place at the process of live streams, for one connection."""

    def __init__(self, there: socket.socket) -> None:
        self._there = there
        self._following: Following | None = None

    @property
    def used(self) -> bool:
        """Whether a stream was asked for, so that the connection is to be handed over."""
        return self._following is not None

    def follow(self, following: Following, environ: dict[str, Any]) -> Iterable[bytes]:
        """As `Place.follow` says: the body is sent by the other process, once the web worker has handed the connection over."""
        self._following = following
        environ[HANDED] = self
        return iter(())

    def hand_over(self, head: bytes, connection: socket.socket, *, chunked: bool) -> None:
        """Hand a reader's connection over; the caller closes its own end. Raises `OSError` where nobody takes it."""
        assert self._following is not None
        try:
            socket.send_fds(self._there, [msgspec.json.encode(Handed(head, chunked, self._following))], [connection.fileno()])
        finally:
            self.leave()

    def leave(self) -> None:
        """Close the exchange; a place that was not used is given back by it."""
        self._there.close()


class Elsewhere:
    """Opens streams in the process of live streams that listens at a path (`Opener`)."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)

    @contextmanager
    def place(self, holder: Holder) -> Iterator[Handing]:
        """Room for one stream; raises as `Opener.place` does."""
        found = Handing(self._exchange(holder))
        try:
            yield found
        finally:
            if not found.used:
                found.leave()

    def answers(self) -> bool:
        """As `Opener.answers` says."""
        try:
            self._connected().close()
        except OSError:
            return False
        return True

    def look_again(self, game: str) -> None:
        """As `Opener.look_again` says; where nobody listens, there are no streams."""
        with suppress(OSError), self._connected() as there:
            there.sendall(msgspec.json.encode(Ask(look=game)))

    def stop(self) -> None:
        """Streams go on when a web process stops."""

    def _exchange(self, holder: Holder) -> socket.socket:
        try:
            there = self._connected()
        except OSError:
            raise _nobody() from None
        try:
            _need_place(there, holder)
        except BaseException:
            there.close()
            raise
        return there

    def _connected(self) -> socket.socket:
        there = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        there.settimeout(PATIENCE)
        try:
            there.connect(self._path)
        except BaseException:
            there.close()
            raise
        return there


def _need_place(there: socket.socket, holder: Holder) -> None:
    """Ask for a place; raises as `Opener.place` does."""
    try:
        there.sendall(msgspec.json.encode(Ask(holder=holder)))
        said = there.recv(LONGEST)
    except OSError:
        said = b""
    if not said:
        raise _nobody()
    answer = msgspec.json.decode(said, type=Answer)
    if answer.slug:
        raise Problem(answer.slug, headers=LATER, limit=answer.limit)


def _nobody() -> Problem:
    return Problem("streams-unavailable", headers={"Retry-After": "1"})
