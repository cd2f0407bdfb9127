"""Speaking to a witness over HTTP: whoever does not answer as one is away."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import pytest

from ops.witness import client as cosigning_client
from ops.witness.client import Away, Client


@contextmanager
def peer(answer: bytes, times: int = 1) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            for _ in range(times):
                connection, _ = listener.accept()
                with connection, suppress(ConnectionError):
                    connection.recv(1 << 20)
                    connection.sendall(answer)
                    if not answer:
                        connection.recv(1)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/prefix/"
        thread.join()


def test_whoever_speaks_no_http_or_not_at_all_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cosigning_client, "SECONDS", 0.2)
    for answer in (b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab", b""):
        with peer(answer) as address, pytest.raises(Away):
            Client(address).post(b"old 0\n")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        nobody = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(Away, match="refused"):
        Client(nobody).post(b"")
    for name in ("a..b", "a" * 64, "greffe.invalid"):
        with pytest.raises(Away):
            Client(f"http://{name}").post(b"")


def test_an_answer_without_an_end_is_cut_off() -> None:
    with peer(b"HTTP/1.1 200 OK\r\n\r\n" + bytes(1 << 18)) as address:
        assert len(Client(address).post(b"").body) == cosigning_client.MOST


def test_a_connection_that_was_closed_meanwhile_is_opened_again() -> None:
    with peer(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 2) as address:
        client = Client(address)
        assert [client.post(b"x").body for _ in range(2)] == [b"ok", b"ok"]
        client.close()
