"""`greffe countersign` where there is no service, a strange one, no link or no key: one sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from ops.countersign.link import SeatLink
from tests.ops.cli.test_commands import one_sentence
from tests.ops.names import FIRST, SECOND, free_port, moving
from tests.ops.signing import written

Greffe = Callable[..., Result]


@pytest.fixture
def key(tmp_path: Path) -> str:
    """The file of a player's key."""
    return written(tmp_path / "player.pem", Ed25519PrivateKey.generate())


@contextmanager
def answering(answer: Callable[[str], tuple[int, bytes]], at: tuple[str, int] = (FIRST, 0)) -> Iterator[str]:
    """A service that answers every path as it likes; its link."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = answer(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body) + 9 * (body == CUT)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(at, Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://{at[0]}:{server.server_address[1]}/seat/a.b"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_link_is_shown_to_one_server_whatever_its_name_comes_to_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in a link lets in whoever has it."""
    port, heard = free_port(), list[str]()

    def by(who: str) -> Callable[[str], tuple[int, bytes]]:
        def answer(_path: str) -> tuple[int, bytes]:
            heard.append(who)
            return 200, CALLER

        return answer

    moving(monkeypatch, "play.example", FIRST, SECOND)
    with answering(by("ours"), (FIRST, port)), answering(by("theirs"), (SECOND, port)):
        link = SeatLink(f"http://play.example:{port}/seat/a.b", "en")
        assert [link.caller().game for _ in range(3)] == ["abc"] * 3
    assert heard == ["ours"] * 3


@pytest.mark.parametrize("name", ["a..b", "a" * 64, "a\x01b", "greffe.invalid"])
def test_a_name_that_can_be_none_is_one_sentence(greffe: Greffe, key: str, name: str) -> None:
    result = greffe("countersign", "--key", key, "--yes", "--link", f"http://{name}/seat/a.b")
    assert result.exit_code in (1, 2) and one_sentence(result, result.exit_code)


CUT = b'{"id": "x"'
CALLER = b'{"id": "x", "role": "seat", "game": "abc", "seats": ["red"]}'


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (200, b"<html>", "is not what this Greffe knows"),
        (200, CUT, "is not what this Greffe knows"),
        (200, b"[" * 99_999, "is not what this Greffe knows"),
        (502, b"<html>", "answers with status 502: try again later."),
        (302, b"", "answers with status 302"),
        (403, b'{"detail": "No.\\u001b[2J"}', r"No.\x1b[2J"),
        (403, b'{"text": {"en": "Not you.", "fr": "Pas vous."}}', "Not you."),
    ],
)
def test_whatever_answers_is_one_sentence(status: int, body: bytes, says: str, greffe: Greffe, key: str) -> None:
    with answering(lambda path: (status, body)) as link:
        assert says in one_sentence(greffe("countersign", "--key", key, "--yes", "--link", link), 1)


def test_records_of_a_strange_service_are_one_sentence(greffe: Greffe, key: str) -> None:
    with answering(lambda path: (200, CALLER if path.endswith("caller") else b"\n[]\n")) as link:
        assert "The records of abc, as they were given" in one_sentence(greffe("countersign", "--key", key, "--link", link), 1)


@pytest.mark.parametrize(
    "link", ["", "token", "ftp://x/seat/a.b", "http:///seat/a.b", "http://x:0/seat/a.b", "http://x:y/seat/a.b", "http://x/"]
)
def test_what_is_no_link_is_one_sentence(link: str, greffe: Greffe, key: str) -> None:
    assert "This is no link of a seat" in one_sentence(greffe("countersign", "--key", key, input=f"{link}\n"))


def test_a_key_has_to_be_ones_own_and_a_key(greffe: Greffe, key: str, tmp_path: Path) -> None:
    own = Ed25519PrivateKey.generate()

    def says(file: str, *words: str) -> str:
        return one_sentence(greffe("countersign", "--key", file, *words))

    file = tmp_path / "saved.pem"
    for mode in (0o644, 0o640, 0o604, 0o602):
        assert f"can be read by others (mode {mode:04o}): run chmod 600 on it." in says(written(file, own, mode=mode))
    for saved in ((own, b"secret"), (X25519PrivateKey.generate(),)):
        assert "holds no Ed25519 private key in PEM without a password" in says(written(file, *saved))
    file.write_bytes(b"-----BEGIN PRIVATE KEY-----\n\xff")
    file.chmod(0o600)
    assert "ne contient pas de clé privée Ed25519" in says(str(file), "--lang", "fr")
    assert "cannot be read: no such file or directory" in says(str(tmp_path / "none.pem"))
    before = Path(key).read_bytes()
    assert "a key is never overwritten" in one_sentence(greffe("countersign", "--new-key", key))
    assert Path(key).read_bytes() == before
    assert "cannot be written" in one_sentence(greffe("countersign", "--new-key", str(tmp_path / "none" / "k.pem")))
    assert "makes a key and nothing else" in one_sentence(greffe("countersign", "--new-key", str(tmp_path / "k"), "--key", key))
    assert "Name the file of your key" in one_sentence(greffe("countersign"))
