"""Where a request ends, byte for byte; and that what is no request is not waited for."""

from __future__ import annotations

from random import Random

import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.http import RequestParser  # type: ignore[import-untyped]

from ops.serving.connections import Full, Guests, address_of
from ops.serving.http.intake import GRACE, HEAD_MOST, HEAD_SECONDS, LEAST, SMALL, Intake, Limits
from ops.serving.http.requests import Requests, Values

GET = b"GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = b"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=1\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n"
BARE = b"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"


def intake(body: int = 1_000, file: int = 10_000) -> Intake:
    return Intake(Limits(body, file))


@pytest.mark.parametrize("request_", [GET, POST, CHUNKED, BARE])
def test_a_request_is_whole_with_its_last_byte_and_not_before(request_: bytes) -> None:
    here = intake()
    for byte in request_[:-1]:
        assert here.feed(bytes([byte])) in ("head", "body")
    assert here.feed(request_[-1:]) == "whole"
    assert here.take() == request_
    assert (here.state, here.held) == ("idle", 0)


def test_requests_sent_at_once_are_taken_one_by_one_however_they_are_cut() -> None:
    """An empty line after a body is no request."""
    rng, here = Random(1), intake()
    sent = [rng.choice((GET, POST, CHUNKED, BARE)) for _ in range(40)]
    line, taken = b"\r\n".join(sent), []
    while line:
        size = rng.randrange(1, 120)
        state = here.feed(line[:size])
        line = line[size:]
        while state == "whole":
            taken.append(here.take())
            state = here.look()
    assert taken == sent


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 5\r\nContent-Length: 5",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: gzip, chunked",
        b"Content-Length: -1",
        b"Expect: 200-ok\r\nContent-Length: 3",
        b"Content-Length: 1_0",
        b"Content-Length: 1001",
    ],
)
def test_nothing_is_read_after_a_head_that_says_its_length_twice_wrongly_or_too_large(head: bytes) -> None:
    here = intake()
    assert here.feed(b"POST /a HTTP/1.1\r\n" + head + b"\r\n\r\nabc") == "cut"


def test_a_file_may_be_longer_where_files_are_taken() -> None:
    here = intake()
    assert here.feed(b"POST /api/v1/games/import HTTP/1.1\r\nContent-Length: 1001\r\n\r\n") == "body"


def test_a_query_that_names_where_files_are_taken_makes_room_for_none() -> None:
    here = intake()
    assert here.feed(b"POST /a?b=/api/v1/games/import HTTP/1.1\r\nContent-Length: 1001\r\n\r\n") == "cut"


def test_who_speaks_http_1_0_gets_no_word_before_its_body() -> None:
    here = intake()
    assert here.feed(b"POST /a HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n") == "body"
    assert not here.continues


def test_a_head_without_an_end_is_cut() -> None:
    here = intake()
    assert here.feed(b"GET / HTTP/1.1\r\n") == "head"
    assert here.feed(b"A: b\r\n" * (HEAD_MOST // 6)) == "cut"


@pytest.mark.parametrize("chunk", [b"xyz\r\n", b"5 5\r\n", b"1" * 400, b"123456789\r\n", b"2\r\nabXX0\r\n\r\n"])
def test_chunks_that_are_none_are_cut(chunk: bytes) -> None:
    here = intake()
    assert here.feed(BARE[:-5] + chunk) == "cut"
    assert here.malformed


def test_chunks_end_at_the_limit() -> None:
    here = intake()
    state = here.feed(BARE[:-5])
    for _ in range((1_000 + SMALL) // 100 + 1):
        state = here.feed(b"64\r\n" + b"x" * 100 + b"\r\n")
    assert state == "cut"


def test_a_head_has_so_long_and_a_body_longer_the_more_has_come() -> None:
    here = intake(file=10**6)
    here.feed(b"POST /api/v1/games/import HTTP/1.1\r\nContent-Length: 900000\r\n")
    assert here.allowed() == HEAD_SECONDS
    here.feed(b"\r\n")
    least = here.allowed()
    assert HEAD_SECONDS + GRACE <= least < HEAD_SECONDS + GRACE + 1
    here.feed(b"x" * (10 * LEAST))
    assert here.allowed() == pytest.approx(least + 10)


# -- how many ---------------------------------------------------------------------------------------------------------------


class Guest:
    """A connection, as far as it is counted."""

    def __init__(self, address: str, since: float, held: int = 0, *, waiting: bool = True) -> None:
        self.address, self.since, self.held, self.waiting = address, since, held, waiting


def test_an_address_that_has_its_share_loses_its_own_longest_idle_connection() -> None:
    guests: Guests[Guest] = Guests(100, 4, 1_000)
    other = Guest("b", 0)
    busy, half, idle, fresh = (Guest("a", 0, waiting=False), Guest("a", 1, 30), Guest("a", 2), Guest("a", 3))
    for one in (other, busy, half, idle, fresh):
        assert guests.who_goes(one.address) is None
        guests.add(one)
    for expected in (idle, fresh, half):
        assert guests.who_goes("a") is expected
        assert guests.drop(expected)
        assert not guests.drop(expected)
        guests.add(Guest("a", 9, waiting=False))
    with pytest.raises(Full):
        guests.who_goes("a")
    assert guests.who_goes("b") is None


def test_where_all_places_are_taken_the_address_with_most_loses_one() -> None:
    guests: Guests[Guest] = Guests(5, 4, 1_000)
    for n in range(4):
        guests.add(Guest("a", n))
    guests.add(Guest("b", -1))
    goes = guests.who_goes("c")
    assert goes is not None
    assert (goes.address, goes.since) == ("a", 0)


def test_long_bodies_have_room_together_and_half_of_it_for_one_address() -> None:
    guests: Guests[Guest] = Guests(100, 100, 10 * SMALL)
    short = [Guest("a", 0, SMALL) for _ in range(20)]
    long = [Guest("b", 0, 2 * SMALL) for _ in range(2)]
    for one in (*short, *long):
        guests.add(one)
    assert not guests.too_much(long[0])
    third = Guest("b", 0, 2 * SMALL)
    guests.add(third)
    assert guests.too_much(third)
    elsewhere = Guest("c", 0, 2 * SMALL)
    guests.add(elsewhere)
    assert not guests.too_much(elsewhere)


def test_an_ipv6_household_is_one_address() -> None:
    assert address_of("2001:db8:1:2:3::4") == address_of("2001:db8:1:2:ffff::9") != address_of("2001:db8:1:3::4")
    assert address_of("::ffff:192.0.2.1") == address_of("192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.7"])
def test_the_parser_takes_the_word_of_the_same_proxies_as_gunicorns_own(host: str) -> None:
    """Whether a sender is one is looked up once."""
    sent = b"GET / HTTP/1.1\r\nHost: greffe\r\nX-Forwarded-Proto: https\r\n\r\n"
    values = Values(Config())
    for _ in range(2):
        ours, theirs = Requests(values, iter([sent]), (host, 1)), RequestParser(Config(), iter([sent]), (host, 1))
        assert next(ours).scheme == next(theirs).scheme == ("https" if host == "127.0.0.1" else "http")
    assert list(values._trusted) == [host]
