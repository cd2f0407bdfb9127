import socket
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from email.message import Message
from ipaddress import ip_address, ip_network
from random import Random
from typing import Any

import pytest

from ops.messages.retry_policy import (
    DAY,
    NotAccepted,
    need_accepted,
    retry_after,
    seconds_until_retry,
)
from ops.messages.sending import UNREACHED, Sender
from ops.settings.config import BadSetting, Settings
from ops.settings.outgoing import AllowedNetworks, NotAllowed, is_public, may_be_requested
from projections.messages.subscriptions import Delivery, Holder, Subscription
from projections.messages.tokens import Tokens
from tests.builders.refusals import failing, refused_with
from tests.builders.threads import serving

HERE = ip_network("127.0.0.0/8")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def looks_up(*answers: list[str]) -> Callable[..., Any]:
    """A host look-up that returns the first of `answers` at first, then the next, like a name
    server whose records change."""
    left = list(answers)

    def look(host: str, port: int, **_: Any) -> list[Any]:
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in left.pop(0)
        ]

    return look


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "192.0.2.1",
        "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001:db8::1",
    ],
)  # fmt: skip
def test_no_request_is_sent_to_a_private_address(address: str) -> None:
    assert not is_public(ip_address(address))
    refused_with(
        NotAllowed, "", AllowedNetworks(look_up=looks_up([address])), ("name.example", 443), 1
    )


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]
)
def test_a_public_address_is_allowed(address: str) -> None:
    assert is_public(ip_address(address))


def test_a_name_that_means_a_private_address_beside_a_public_one_is_refused() -> None:
    several = AllowedNetworks(look_up=looks_up(["93.184.216.34", "127.0.0.1"]))
    refused_with(NotAllowed, "", several, ("name.example", 443), 1)


def test_a_name_is_looked_up_once_and_what_it_means_later_is_of_no_account() -> None:
    with serving(lambda there: there.sendall(b"")) as port:
        look_up = looks_up(["127.0.0.1"], ["169.254.169.254"])
        with closing(AllowedNetworks([HERE], look_up=look_up)(("name.example", port), 5)) as made:
            assert made.getpeername() == ("127.0.0.1", port)
        with pytest.raises(NotAllowed):  # asked anew, it is looked at anew
            AllowedNetworks([HERE], look_up=look_up)(("name.example", port), 5)


def test_without_tls_nothing_leaves_but_into_listed_networks() -> None:
    refused_with(
        NotAllowed,
        "begin with https",
        AllowedNetworks(plain=True, look_up=looks_up(["93.184.216.34"])),
        ("name.example", 80),
        1,
    )
    for host in (
        "http://127.0.0.1",
        "https://127.0.0.1",
        "http://localhost",
        "http://[::1]",
        "http://2130706433",
    ):
        refused_with(NotAccepted, "private network", send, f"{host}:9/in", 1)


# -- answers ---------------------------------------------------------------------------------------


def send(url: str, seconds: float, **settings: str) -> None:
    subscription = Subscription(
        "one", Holder("operator", "operator"), "webhook", url, 0, NOW, secret="whsec_c2VjcmV0"
    )
    body = b'{"type":"greffe.test","timestamp":"2026-01-01T00:00:00Z","data":{"link":""}}'
    sender = Sender(Settings.load(settings), Tokens("x"), lambda: NOW, b"x" * 32, seconds)
    sender(subscription, "msg", [Delivery(1, "msg", "one", "", "test", 0, body)])


def never(sock: socket.socket) -> None:
    threading.Event().wait(30)


def dripping(sock: socket.socket) -> None:
    sock.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        sock.sendall(b".")
        threading.Event().wait(0.05)


def elsewhere(sock: socket.socket) -> None:
    sock.sendall(b"HTTP/1.1 307 Elsewhere\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")


@pytest.mark.parametrize(
    ("answer", "seconds", "sentence"),
    [
        (never, 0.4, "does not answer"),
        (dripping, 0.4, "does not answer"),
        (elsewhere, 5, "307"),
        (lambda sock: sock.sendall(b"SSH-2.0-OpenSSH\r\n"), 5, "does not answer"),
    ],
)
def test_who_never_answers_drips_or_sends_us_elsewhere_has_not_taken_it(
    answer: Callable[[socket.socket], None], seconds: float, sentence: str
) -> None:
    sockets = []

    def receive_and_answer(sock: socket.socket) -> None:
        while b"\r\n\r\n" not in sock.recv(65_536):
            pass
        sockets.append(sock)
        answer(sock)

    with serving(receive_and_answer) as port, pytest.raises(NotAccepted, match=sentence):
        send(f"http://127.0.0.1:{port}/in", seconds, GREFFE_NOTIFY_NETWORKS="127.0.0.0/8")
    assert len(sockets) == 1
    refused_with(
        NotAccepted,
        UNREACHED,
        send,
        f"http://127.0.0.1:{port}/in",
        seconds,
        GREFFE_NOTIFY_NETWORKS="127.0.0.0/8",
    )


def test_a_huge_answer_is_not_read() -> None:
    written = [0]

    def flood(sock: socket.socket) -> None:
        sock.recv(65_536)
        sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        while True:
            written[0] += sock.send(b"x" * 65_536)

    with serving(flood) as port:  # it was taken: what is said beside that is of no account
        send(f"http://127.0.0.1:{port}/in", 5, GREFFE_NOTIFY_NETWORKS="127.0.0.0/8")
    assert written[0] < 50_000_000


# -- pauses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "seconds"),
    [
        ("120", 120.0),
        ("1.5", 1.5),
        ("Thu, 01 Jan 2026 00:05:00 GMT", 300.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("9" * 400, DAY),
    ],
)
def test_retry_after_is_kept_in_either_form_and_for_a_day_at_most(
    raw: str, seconds: float | None
) -> None:
    headers = Message()
    headers["Retry-After"] = raw
    e = refused_with(NotAccepted, "", need_accepted, 503, headers, NOW)
    assert e.after == retry_after(headers, NOW)
    wait = seconds_until_retry(1, e.after, Random(1))
    assert (wait == seconds) if seconds is not None else (wait is not None and 30 <= wait <= 36)


def test_a_mail_servers_password_is_shown_nowhere() -> None:
    mail = {
        "GREFFE_SMTP": "smtp://club:open-sesame@mail.club.example",
        "GREFFE_MAIL_FROM": "greffe@club.example",
    }
    settings = Settings.load({**mail, "GREFFE_PUBLIC_URL": "https://club.example"})
    assert "open-sesame" not in str(settings.shown())
    assert settings.environment()["GREFFE_SMTP"] == settings.smtp
    refused_with(
        BadSetting, "GREFFE_MAIL_FROM", Settings.load, {"GREFFE_SMTP": "smtp://mail.club.example"}
    )
    refused_with(BadSetting, "GREFFE_PUBLIC_URL", Settings.load, mail)


@pytest.mark.parametrize(
    ("address", "there", "allowed"),
    [
        ("https://hook.example/x", "93.184.216.34", True),
        ("https://hook.example/x", "192.168.1.9", False),
        ("http://hook.example:8080/x", "10.1.2.3", True),
        ("http://hook.example/x", "93.184.216.34", False),
    ],
)
def test_where_no_message_may_go_is_known_before_one_is_sent(
    address: str, there: str, allowed: bool
) -> None:
    def look_up(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (there, 443))]

    assert may_be_requested(address, (ip_network("10.0.0.0/8"),), look_up) is allowed


def test_an_address_that_can_never_be_reached_is_refused_and_one_that_may_be_later_is_not() -> None:
    look_up = failing(OSError("no name server"))
    for host in ("127.0.0.1.", "10.0.0.1.", "[fe80::1%25eth0]", "[fe80::1%nowhere]"):
        assert not may_be_requested(f"https://{host}/in", ()), host
    assert may_be_requested("https://hook.example/x", (), look_up)
