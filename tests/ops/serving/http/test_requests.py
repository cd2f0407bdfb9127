"""What the pattern for usual requests reads, gunicorn's parser reads the same; and what an answer's head says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.http import wsgi  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    NoMoreData,
    ParseException,
)

from ops.serving.http import answers, malformed
from ops.serving.http.answers import Answer
from ops.serving.http.requests import Environ, Held, Requests, Usual, Values, place_of, usual

CLIENT, SERVER = ("127.0.0.1", 5), ("127.0.0.1", 8000)
APART = {"wsgi.input", "wsgi.errors", "wsgi.early_hints", "wsgi.multithread", "gunicorn.socket"}
"""What is another object each time, or what nobody here asks for."""

GET = b"GET /api/v1/games?limit=3&after=a%2Fb HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nAccept: */*\r\n\r\n"
POST = b'POST /a HTTP/1.1\r\nHost: a\r\nIf-Match: "7"\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nhello'


def quick(data: bytes, client: tuple[str, int] = CLIENT) -> Usual | None:
    """What the pattern makes of it."""
    values = Values(Config())
    place = place_of(client, SERVER, values)
    assert place is not None
    return usual(data, place, values.secure if values.trusts(client) else {})


def slow(data: bytes, client: tuple[str, int] = CLIENT) -> tuple[Environ, bytes, bool] | None:
    """What gunicorn's parser makes of it: the environment, the body, whether to close; none for what it refuses."""
    parser = Requests(Values(Config()), (), client)
    parser.unreader = Held()
    parser.unreader.rest = memoryview(data)
    try:
        request = next(parser)
        if malformed.wrong(request):
            return None
        _, environ = wsgi.create(request, None, client, SERVER, Config())
        body = environ["wsgi.input"].read()
    except (NoMoreData, ParseException):
        return None
    assert parser.unreader.empty or len(body) < len(data)
    return environ, body, request.should_close()


def same(data: bytes, client: tuple[str, int] = CLIENT) -> bool:
    """Whether the pattern takes it; if so, gunicorn must have read the same."""
    found = quick(data, client)
    if found is None:
        return False
    read = slow(data, client)
    assert read is not None, data
    environ, body, closes = read
    assert {k: v for k, v in found.environ.items() if k not in APART} == {k: v for k, v in environ.items() if k not in APART}, data
    assert found.environ["wsgi.input"].read() == body, data
    assert (found.should_close(), found.method, found.version) == (closes, environ["REQUEST_METHOD"], (1, 1)), data
    return True


PLAIN = [b"/", b"/a?b", b"/a?", b"/a%20b?c=%20", b"/%ff", b"/a//b", b"/a;b:c@d"]
TARGETS = [*PLAIN, *PLAIN, b"//a", b"/a#b", b"/a?b#c", b"*", b"http://a/b", b""]
VERSIONS = [b"HTTP/1.1"] * 8 + [b"HTTP/1.0", b"HTTP/1.2"]
FIELDS = [
    b"Host: a",
    b"host:b",
    b"Connection: close",
    b"Connection: Keep-Alive",
    b"Connection: keep-alive, x",
    b"Content-Length: 5",
    b"Content-Length: 05",
    b"Content-Length: +5",
    b"Content-Length: 0",
    b"Content-Type: a",
    b"Transfer-Encoding: chunked",
    b"Expect: 100-continue",
    b"X-Forwarded-Proto: https",
    b"X-Forwarded-Proto: http",
    b"X-Forwarded-Ssl: on",
    b"Cookie: a=b; c=d",
    b"Empty:",
    b"Spaced: \t a b \t ",
    b"A_B: c",
    b"Name : a",
    b" folded",
    b"Latin: \xe9\xff",
    b"Bell: \x07",
    b"Lf: a\nb",
    b"Cr: a\rb",
    b"nothing",
    b": a",
    b"X-Y: 1",
]


def test_what_the_pattern_takes_gunicorn_reads_the_same() -> None:
    rng, taken = Random(5), 0
    for _ in range(6_000):
        line = b" ".join((rng.choice((b"GET", b"POST", b"HEAD", b"PUT")), rng.choice(TARGETS), rng.choice(VERSIONS)))
        fields = [b"Host: h"] * (rng.random() < 0.8) + rng.choices(FIELDS, k=rng.randrange(4))
        data = b"\r\n".join([line, *fields, b"", b""]) + rng.choice((b"", b"hello", b"hello!"))
        taken += same(data, rng.choice((CLIENT, ("192.0.2.7", 9))))
    assert taken > 300


@pytest.mark.parametrize("whole", [GET, POST])
def test_nor_does_a_byte_that_is_changed_lost_or_sent_twice_make_a_difference(whole: bytes) -> None:
    rng, taken = Random(6), 0
    for at in range(len(whole)):
        for byte in (0, 9, 10, 13, 32, 35, 44, 58, 95, 127, 133, 160, 255, rng.randrange(256)):
            taken += same(whole[:at] + bytes([byte]) + whole[at + 1 :])
            taken += same(whole[:at] + bytes([byte]) + whole[at:])
        taken += same(whole[:at] + whole[at + 1 :])
    assert taken > 300


@pytest.mark.parametrize(
    "whole",
    [
        GET,
        POST,
        b"HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"".join(b"A%d: b\r\n" % n for n in range(99)) + b"\r\n",
    ],
)
def test_usual_requests_are_read_by_the_pattern(whole: bytes) -> None:
    assert same(whole)


@pytest.mark.parametrize(
    "whole",
    [
        GET.replace(b"Host: a\r\n", b""),
        GET.replace(b"Host: a", b"Host: a\r\nHost: a"),
        GET.replace(b"\r\n", b"\n"),
        GET.replace(b"Accept: */*", b"Accept: a,\r\n b"),
        GET.replace(b"Accept", b"Accept "),
        GET.replace(b"HTTP/1.1", b"HTTP/1.0"),
        GET.replace(b"/api", b"//api"),
        GET + b"more",
        POST + b"more",
        POST[:-1],
        POST.replace(b"Content-Length: 5", b"Content-Length: 5\r\nContent-Length: 5"),
        POST.replace(b"Content-Length: 5", b"Content-Length: 5\r\nTransfer-Encoding: chunked"),
        POST.replace(b"Content-Length: 5", b"Transfer-Encoding: chunked").replace(b"hello", b"5\r\nhello\r\n0\r\n\r\n"),
        POST.replace(b"Content-Length: 5", b"Content-Length: \xb2"),
        POST.replace(b"If-Match", b"Expect: 100-continue\r\nIf-Match"),
        GET.replace(b"*/*", b"a" * 4_100),
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"".join(b"A%d: b\r\n" % n for n in range(100)) + b"\r\n",
        GET.replace(b"Accept: */*", b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off"),
        GET.replace(b"Accept", b"SCRIPT_NAME"),
    ],
)
def test_what_is_anything_else_goes_to_gunicorns_parser(whole: bytes) -> None:
    assert quick(whole) is None


def test_gunicorn_reads_who_comes_through_a_socket_or_to_addresses_that_begin_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = Values(Config())
    assert place_of("", SERVER, values) is None
    assert place_of(CLIENT, "/run/web.sock", values) is None
    monkeypatch.setenv("SCRIPT_NAME", "/greffe")
    assert place_of(CLIENT, SERVER, values) is None


# -- answers ----------------------------------------------------------------------------------------------------------------


class Sink:
    """Where an answer is written to."""

    def __init__(self) -> None:
        self.data = b""

    def sendall(self, data: bytes) -> None:
        self.data += data


def framed(kind: Any, whole: bytes, status: str, headers: list[tuple[str, str]], pieces: tuple[bytes, ...]) -> tuple[bytes, bool]:
    """What an answer sends, and whether it closes."""
    request, sink = quick(whole), Sink()
    answer = kind(request, sink, Config())
    answer.start_response(status, headers)
    for piece in pieces:
        answer.write(piece)
    answer.close()
    return sink.data, answer.should_close()


SIZED = [("Content-Type", "a"), ("Content-Length", "2"), ("ETag", '"1"'), ("Vary", "A, B"), ("Empty", "")]


@pytest.mark.parametrize("whole", [GET, POST, GET.replace(b"GET", b"HEAD"), GET.replace(b"Accept: */*", b"Connection: close")])
@pytest.mark.parametrize(
    ("status", "headers"),
    [
        ("200 OK", SIZED),
        ("201 CREATED", [("content-length", "2")]),
        ("422 UNPROCESSABLE ENTITY", SIZED[::-1]),
        ("304 NOT MODIFIED", [("ETag", '"1"')]),
        ("204 NO CONTENT", []),
        ("204 NO CONTENT", SIZED),
        ("200 OK", [("Content-Type", "a")]),
        ("200 OK", [*SIZED, ("Connection", "close")]),
        ("200 OK", [*SIZED, ("Date", "today")]),
        ("200 OK", [*SIZED, ("X", " a ")]),
        ("200 OK", [*SIZED, ("Latin", "\xe9")]),
        ("200 OK", [*SIZED, ("Content-Length", "2")]),
    ],
)
def test_heads_are_gunicorns(monkeypatch: pytest.MonkeyPatch, whole: bytes, status: str, headers: list[tuple[str, str]]) -> None:
    monkeypatch.setattr(answers, "time", lambda: 1_000_000_000.5)
    monkeypatch.setattr(wsgi.util, "http_date", lambda: "Sun, 09 Sep 2001 01:46:40 GMT")
    body = () if status.startswith(("204", "304")) else (b"a", b"bc")
    assert framed(Answer, whole, status, headers, body) == framed(wsgi.Response, whole, status, headers, body)


@pytest.mark.parametrize(
    ("header", "error"),
    [
        (("X", "a\r\nY: b"), InvalidResponseHeader),
        (("X", "a\r\n\r\nb"), InvalidResponseHeader),
        (("X", "\u2028"), InvalidResponseHeader),
        (("X\r\nY", "a"), InvalidResponseHeaderName),
        (("X Y", "a"), InvalidResponseHeaderName),
    ],
)
def test_no_header_begins_another_line(header: tuple[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        framed(Answer, GET, "200 OK", [*SIZED, header], (b"ab",))


def test_a_fault_takes_an_answer_back_that_was_not_sent() -> None:
    sink = Sink()
    answer = Answer(quick(GET), sink, Config())
    answer.start_response("200 OK", SIZED)
    answer.start_response("500 BROKEN", [("Content-Length", "2")], (ValueError, ValueError(), None))
    answer.write(b"no")
    assert sink.data.startswith(b"HTTP/1.1 500 BROKEN\r\n")
    assert sink.data.count(b"HTTP/1.1") == 1
