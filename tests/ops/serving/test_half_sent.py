import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from domain.game.clerk.first_game import GAME
from tests.amount import slow
from tests.builders.servers import Server, dawdle, eventually
from tests.ops.serving.live import HALVES, connected, new_key, play_on


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("half") / "data", GREFFE_THREADS="8", GREFFE_STREAMS="4"
    ) as running:
        yield running


def still_open(sock: socket.socket) -> bool:
    sock.setblocking(False)
    try:
        sock.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def received(sock: socket.socket) -> bytes:
    """All bytes until the other side closes the connection."""
    return b"".join(iter(lambda: sock.recv(65_536), b""))


def answered(sock: socket.socket) -> tuple[int, dict[str, object]]:
    head, _, body = received(sock).partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return int(head[9:12]), json.loads(body)


def test_a_thousand_idle_and_half_sent_connections_hold_nobody_up(server: Server) -> None:
    body = {
        "role": "seat",
        "seats": [server.ask("GET", f"/api/v1/games/{GAME}/legal").data["seats"][0]["seat"]],
    }
    link = server.ask("POST", f"/api/v1/games/{GAME}/links", body, Idempotency_Key=new_key()).data[
        "token"
    ]
    halves = [half.replace(b"LINK", link.encode()) for half in HALVES]
    assert any(keeps_a_crowd(server, halves, n) for n in range(10)), "they were there all the time"
    assert eventually(lambda: server.ask("GET", "/readyz").status == 200)


def keeps_a_crowd(server: Server, halves: list[bytes], number: int) -> bool:
    """Whether a thousand clients that have sent half a request are still connected after other
    requests were answered. On a busy machine the server's time limit may end them first."""
    with ExitStack() as there:
        many = [
            there.enter_context(connected(server, f"127.0.0.{2 + n % 10}", halves[n // 10 % 4]))
            for n in range(1000)
        ]
        for drop in range(3):
            for sock in many[30::40]:  # bodies of one link, drop by drop
                with suppress(OSError):
                    sock.sendall(b" ")
            assert server.ask("GET", "/readyz").status == 200
            play_on(server, f"through-a-crowd-{number}-{drop}")
        return all(still_open(sock) for sock in many)


@slow("a server full of connections; the other tests of this file show each bound")
def test_where_there_are_too_many_the_one_that_has_waited_longest_makes_room(
    tmp_path: Path,
) -> None:
    """The limit is for all connections, and also for those from one address, whether half of a head
    or of a body was sent."""
    with Server(tmp_path / "data", GREFFE_CONNECTIONS="64") as server, ExitStack() as there:
        for half in HALVES[1:3]:
            first = there.enter_context(connected(server, "127.0.0.3", half))
            for address, most in (("127.0.0.2", 16), ("127.0.0.1", 64)):  # the second is a proxy's
                many = [
                    there.enter_context(connected(server, address, half)) for _ in range(most + 36)
                ]
                assert server.ask("GET", "/readyz").status == 200
                play_on(server, new_key())
                assert eventually(lambda: sum(still_open(sock) for sock in many) <= most)  # noqa: B023  asked at once
                many[0].setblocking(True)
                status, problem = answered(many[0])
                assert (status, problem["type"], problem["limit"]) == (
                    503,
                    "/problems/too-many-connections",
                    most,
                ), "and is told so"
                assert still_open(first) == (address == "127.0.0.2"), "a share takes nobody's place"


@slow("thousands of connections; that they make room for each other is the test above")
@pytest.mark.parametrize("addresses", [1, 200])
def test_boards_are_answered_while_thousands_send_slowly(server: Server, addresses: int) -> None:
    """There are 2,600 connections with the first byte of a body, uploads of 32 MB without a key,
    and 300 new connections before each board."""
    upload = (
        b"POST /api/v1/games/import HTTP/1.1\r\nHost: a\r\nContent-Length: 32000000\r\n\r\n"
        + b"x" * 200_000
    )
    with ExitStack() as there:

        def come(n: int, sends: bytes = HALVES[2]) -> None:
            there.enter_context(connected(server, f"127.0.0.{2 + n % addresses}", sends))

        for n in range(2_600):
            come(n)
        for n in range(4):
            come(n, upload)
        for n in range(10 * 300):
            come(n)
            if not n % 300:
                assert server.ask("GET", f"/api/v1/games/{GAME}/board").status == 200


@slow("long; half-sent requests that hold no thread are the first test")
def test_what_is_read_slowly_holds_no_thread(server: Server) -> None:
    with ExitStack() as there:
        ask = (
            f"GET /openapi.json HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {server.key}\r\n\r\n"
        ).encode()
        for _ in range(40):
            slow = socket.socket()
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
            there.enter_context(slow).sendall(ask * 8)
        assert server.ask("GET", "/readyz").status == 200
        play_on(server, "beside-slow-readers")
        whole = connected(
            server, "127.0.0.2", ask.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        )
        head, _, body = received(there.enter_context(whole)).partition(b"\r\n\r\n")
        assert f"content-length: {len(body)}".encode() in head.lower()


def test_bodies_come_in_pieces_chunks_and_after_a_word(server: Server) -> None:
    """Requests with `Expect: 100-continue`, chunked bodies, and two requests in one packet are
    answered normally."""
    head = f"Host: a\r\nAuthorization: Bearer {server.key}\r\nContent-Type: application/json\r\n"
    path = "/api/v1/games"
    with connected(server, "127.0.0.1", b"") as sock:
        text = b'{"ruleset": "northgard-training"}'
        sized = (
            f"POST {path} HTTP/1.1\r\n{head}Idempotency-Key: {new_key()}\r\nExpect: "
            f"100-continue\r\nContent-Length: {len(text)}\r\n\r\n"
        )
        for sent, begins in (
            (sized.encode(), b"HTTP/1.1 100 Continue\r\n\r\n"),
            (text, b"HTTP/1.1 201"),
        ):
            sock.sendall(sent)
            assert sock.recv(100).startswith(begins)
    chunked = (
        f"POST {path} HTTP/1.1\r\n{head}Idempotency-Key: chunked\r\nTransfer-Encoding: "
        f"chunked\r\nConnection: close\r\n\r\n"
    )
    with connected(server, "127.0.0.1", chunked.encode()) as sock:
        for byte in b'3\r\n{"r\r\n9\r\nuleset":1\r\n1\r\n}\r\n0\r\n\r\n':
            sock.sendall(bytes([byte]))
        status, problem = answered(sock)
        assert (status, problem["type"]) == (422, "/problems/invalid-fields")
    with connected(server, "127.0.0.1", b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n" * 3) as sock:
        data = b""
        while data.count(b"HTTP/1.1 200 OK") < 3 or not data.endswith(b"}"):
            data += sock.recv(4096)
        assert data.count(b"HTTP/1.1 200 OK") == 3


@pytest.mark.parametrize(
    ("sent", "status", "slug"),
    [
        (b"GET /" + b"a" * 50_000, 431, "head-too-long"),
        (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 431, "head-too-long"),
        (b"GET / HTTP/1.1\r\nA: " + b"a" * 40_000 + b"\r\n\r\n", 431, "head-too-long"),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 6000, 431, "head-too-long"),
        (b"nonsense\r\n\r\n", 400, "bad-request"),
        (
            b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            400,
            "bad-request",
        ),
        (
            b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            400,
            "bad-request",
        ),
        (b"GET /readyz HTTP/1.1\r\n\r\n", 400, "bad-request"),
        (b"GET /readyz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "bad-request"),
        (
            b"POST /enter HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            400,
            "bad-request",
        ),
        (
            b"POST /enter HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: brotli\r\n\r\n",
            400,
            "bad-request",
        ),
        (
            b"POST /enter HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, "
            b"chunked\r\n\r\n0\r\n\r\n",
            400,
            "bad-request",
        ),
    ],
)
def test_what_never_becomes_a_request_is_a_problem_too(
    server: Server, sent: bytes, status: int, slug: str
) -> None:
    with connected(server, "127.0.0.1", sent) as sock:
        code, problem = answered(sock)
    assert (code, problem["type"], problem["status"]) == (status, f"/problems/{slug}", status)


def test_a_chunk_longer_than_it_says_gets_one_answer_and_no_more(server: Server) -> None:
    """A client would read a second answer as the answer to its next request."""
    sent = (
        b"POST /api/v1/games HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
        b"chunked\r\n\r\n2\r\n{}XX0\r\n\r\n"
    )
    with connected(server, "127.0.0.1", sent + b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") as sock:
        data = received(sock)
    assert data.startswith(b"HTTP/1.1 400 ") and data.count(b"HTTP/1.1 ") == 1


def test_a_request_does_not_say_where_addresses_begin(server: Server) -> None:
    """The Host header of a request may be missing (in HTTP/1.0) or forged."""
    for request in (
        b"0\r\n",
        b"1\r\nHost: a\r\nSCRIPT_NAME: /heal\r\n",
        b"1\r\nHost: a\r\nSCRIPT_NAME: /elsewhere\r\n",
        b"1\r\nHost: a\r\nPATH_INFO: /elsewhere\r\n",
    ):
        sent = b"GET /healthz HTTP/1." + request + b"\r\n"
        with connected(server, "127.0.0.1", sent) as sock:
            assert sock.recv(100).startswith(b"HTTP/1.1 200 "), request


def test_who_sends_a_body_that_is_too_long_to_its_end_reads_why_it_is_refused(
    server: Server,
) -> None:
    size = 24 << 20
    head = f"POST /api/v1/games HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {server.key}\r\n"
    with connected(server, "127.0.0.1", f"{head}Content-Length: {size}\r\n\r\n".encode()) as sock:
        for _ in range(size >> 20):
            sock.sendall(b" " * (1 << 20))
            dawdle(0.15)  # of a slow line
        assert answered(sock)[1]["type"] == "/problems/body-too-large"


@pytest.mark.parametrize(
    ("path", "key", "problem"),
    [
        ("/api/v1/games/import", "wrong", "unauthorized"),
        ("/api/v1/games/import", "", "unauthorized"),
        ("/api/v1/games/import/../x", "KEY", "body-too-large"),
        ("/x/api/v1/games/import", "KEY", "body-too-large"),
    ],
)
def test_a_file_is_taken_from_who_may_import_one_and_nowhere_else(
    server: Server, path: str, key: str, problem: str
) -> None:
    """Other callers are answered before they have sent the file. What they still send breaks
    nothing."""
    bearer = f"Authorization: Bearer {key.replace('KEY', server.key)}\r\n" if key else ""
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\n{bearer}Content-Length: 30000000\r\n\r\n"
    with connected(server, "127.0.0.1", head.encode() + b"{" * 3_000_000) as sock:
        assert answered(sock)[1]["type"] == f"/problems/{problem}"
