"""The line to a stream's reader, over real sockets."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from threading import Thread
from time import monotonic

import pytest

from api.live.connection import PIECE, Line

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """The server's end and the reader's end of a TCP connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        reader = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
    with server, reader:
        yield server, reader


@pytest.fixture
def line(pair: Pair) -> Iterator[Line]:
    """A line over that connection."""
    made = Line(pair[0], silence=5)
    yield made
    made.close()


def test_nothing_happens(line: Line) -> None:
    assert line.wait(0) == "quiet"
    assert line.ready(1) == "ready"


def test_it_is_woken_once_however_often_somebody_says_so(line: Line) -> None:
    for _ in range(100_000):  # more than a pipe holds
        line.wake()
    assert line.wait(60) == "news"
    while line.wait(0) == "news":  # what did not fit into one reading
        pass
    assert line.wait(0) == "quiet"


def test_it_is_woken_from_another_thread(line: Line) -> None:
    waking = Thread(target=line.wake)
    begin = monotonic()
    waking.start()
    assert line.wait(60) == "news"
    assert monotonic() - begin < 30
    waking.join()


def test_news_that_came_while_it_wrote_is_not_forgotten(pair: Pair, line: Line) -> None:
    fill(*pair, line)
    line.wake()
    assert line.ready(60) == "news"
    assert line.ready(0) == "quiet", "told once"
    assert line.wait(60) == "news"
    assert line.wait(0) == "quiet"


def test_a_reader_who_closed_is_found_out_at_the_next_write(pair: Pair, line: Line) -> None:
    server, reader = pair
    reader.close()
    assert line.wait(60) == "hung up"
    server.sendall(b":\n\n")
    assert line.wait(60) == "gone"


def test_a_reader_who_was_reset_is_gone_at_once_and_leaves_no_error_behind(pair: Pair, line: Line) -> None:
    server, reader = pair
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    reader.close()
    assert line.wait(60) == "gone"
    with pytest.raises(BrokenPipeError):
        server.sendall(b"0\r\n\r\n")


def test_a_reader_who_only_closed_its_half_reads_on(pair: Pair, line: Line) -> None:
    server, reader = pair
    reader.shutdown(socket.SHUT_WR)
    assert line.wait(60) == "hung up"
    server.sendall(b":\n\n")
    assert reader.recv(3) == b":\n\n"
    assert line.wait(0) == "quiet", "told once"
    line.wake()
    assert line.wait(60) == "news"


def test_writing_a_piece_to_a_line_that_is_ready_never_waits(pair: Pair, line: Line) -> None:
    server, _ = pair
    written = fill(*pair, line)
    assert line.ready(0) == "quiet"
    server.setblocking(False)
    assert server.send(b"0\r\n\r\n") == 5, "there is room for the end of the answer"
    assert written >= PIECE


def test_a_reader_who_reads_again_is_ready_again(pair: Pair, line: Line) -> None:
    left = fill(*pair, line)
    pair[1].settimeout(30)
    while left:
        left -= len(pair[1].recv(min(left, 65_536)))
    assert line.ready(60) == "ready"


def fill(server: socket.socket, reader: socket.socket, line: Line) -> int:
    """Write pieces, without ever waiting, until the line is not ready for more; answers how many bytes."""
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    server.setblocking(False)
    written = 0
    while line.ready(0.2) == "ready":
        assert server.send(b"x" * PIECE) == PIECE
        written += PIECE
    server.setblocking(True)
    return written


def test_without_a_connection_there_is_only_the_waking() -> None:
    line = Line(None, silence=5)
    assert line.ready(0) == "ready"
    assert line.wait(0) == "quiet"
    line.wake()
    assert line.wait(60) == "news"
    line.hang_up()
    line.close()


def test_waking_a_line_that_is_closed_does_nothing(pair: Pair) -> None:
    line = Line(pair[0], silence=5)
    line.close()
    line.close()
    line.wake()
    pair[0].sendall(b"the connection is the server's")


def test_a_line_over_a_unix_socket() -> None:
    server, reader = socket.socketpair()
    with server:
        line = Line(server, silence=5)
        reader.close()
        assert line.wait(60) in ("gone", "hung up")
        line.close()
