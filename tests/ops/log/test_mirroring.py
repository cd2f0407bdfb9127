"""Copies of a log by plain HTTP: a copy is as large as the log, is updated as it grows, and never
follows two histories."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import rmtree

import pytest

from domain.proof.log.mirror import Mirror
from domain.proof.log.notes import SignerKey
from ops.log.mirroring import TwoHistories, mirror
from ops.log.remote import NotMirrored
from tests.builders.refusals import refused_with
from tests.builders.threads import answering
from tests.builders.world import World, audit, policy
from tests.domain.proof.games import small_game
from tests.ops.names import FIRST, SECOND, free_port, move_host
from tests.ops.witness.witnesses import growing


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None: ...


class Files(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None: ...


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    files = tmp_path / "served"
    with serving(files) as port:
        yield files, f"http://{FIRST}:{port}"


@contextmanager
def serving(files: Path, host: str = FIRST, port: int = 0) -> Iterator[int]:
    files.mkdir()
    with Files((host, port), partial(Quiet, directory=str(files))) as server, answering(server):
        yield server.server_address[1]


def publish_log(files: Path, world: World, size: int | None = None) -> None:
    rmtree(files)
    files.mkdir()
    world.mirror(files, size)


def same(copy: Path, files: Path) -> bool:
    """Whether a copy has exactly the log's head and its bundles of entries."""
    mine, theirs = (
        {str(p.relative_to(at)): p.read_bytes() for p in at.rglob("*") if p.is_file()}
        for at in (copy, files)
    )
    kept = ("checkpoint", "tile/entries")
    return mine == {path: data for path, data in theirs.items() if path.startswith(kept)}


def test_a_copy_follows_the_log_however_it_grows(served: tuple[Path, str], tmp_path: Path) -> None:
    files, url = served
    world, copy, before = growing(700), tmp_path / "copy", 0
    world.play("g2", small_game("g2"))
    for size in (1, 200, 256, 257, 511, 512, 700, world.size, world.size):
        publish_log(files, world, size)
        mirrored = mirror(url, copy, policy())
        assert (mirrored.before, mirrored.size, mirrored.cosigned) == (before, size, 2)
        assert same(copy, files), size
        before = size
    assert audit(world.bundle("g2"), mirror=Mirror(copy)).verdict == "verified"


def test_the_log_is_found_under_the_address_of_its_service(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    files, url = served
    growing(3).mirror(files / "log")
    assert mirror(url, tmp_path / "copy").size == 3


def test_one_copy_is_of_one_server_whatever_its_name_comes_to_mean_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another look-up led to another server, an honest log would seem to have two histories."""
    port, ours, theirs = free_port(), tmp_path / "ours", tmp_path / "theirs"
    with serving(ours, FIRST, port), serving(theirs, SECOND, port):
        growing(300).mirror(ours)
        growing(300, seed=1).mirror(theirs)
        looked_up = move_host(monkeypatch, "log.example", FIRST, SECOND)
        assert mirror(f"http://log.example:{port}", tmp_path / "copy").size == 300
        assert same(tmp_path / "copy", ours) and looked_up() == 1
        refused_with(
            TwoHistories, "evidence", mirror, f"http://log.example:{port}", tmp_path / "copy"
        )


@pytest.mark.parametrize("name", ["a..b", "a" * 64, "a\x01b", "greffe.invalid"])
def test_a_name_that_can_be_none_is_one_sentence(name: str, tmp_path: Path) -> None:
    refused_with(
        NotMirrored,
        r"cannot be reached: |is no address of a log",
        mirror,
        f"http://{name}/log",
        tmp_path / "copy",
    )


@pytest.mark.parametrize("size", [40, 50, 60])
def test_another_history_is_refused_and_kept_as_evidence(
    size: int, served: tuple[Path, str], tmp_path: Path
) -> None:
    files, url = served
    copy = tmp_path / "copy"
    publish_log(files, growing(50))
    mirror(url, copy)
    head = (copy / "checkpoint").read_bytes()
    publish_log(files, growing(size, seed=1))
    refused_with(TwoHistories, "evidence", mirror, url, copy)
    assert (copy / "checkpoint").read_bytes() == head
    assert (copy / "checkpoint.conflict").read_bytes() == (files / "checkpoint").read_bytes()


def changed(path: str, change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def spoil(files: Path) -> None:
        (files / path).write_bytes(change((files / path).read_bytes()))

    return spoil


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda files: (files / "checkpoint").unlink(), "There is no log at"),
        (lambda files: (files / "tile/entries/000.p/50").unlink(), "does not serve what it signed"),
        (changed("checkpoint", lambda data: b"no note"), "is not accepted"),
        (changed("checkpoint", lambda data: b"x" * (1 << 21)), "is longer than"),
        (changed("tile/entries/000.p/50", lambda data: data[:-1]), "cannot be used"),
        (
            changed("tile/entries/000.p/50", lambda data: data.replace(b"seq 7\n", b"seq 8\n")),
            "are not those that were signed",
        ),
    ],
)
def test_what_is_no_log_is_one_sentence(
    spoil: Callable[[Path], None], says: str, served: tuple[Path, str], tmp_path: Path
) -> None:
    """A log that is signed by an unknown key is refused in the same way."""
    files, url = served
    copy, nobody = tmp_path / "copy", policy(logs=[SignerKey("greffe.example/log", bytes(32))])
    publish_log(files, growing(50))
    refused_with(NotMirrored, "is not accepted", mirror, url, copy, nobody)
    spoil(files)
    refused_with(NotMirrored, says, mirror, url, copy)
    assert not (copy / "checkpoint").exists(), "there is no copy but of what was signed"


def test_a_copy_that_was_changed_here_is_said_to_be_damaged(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    files, url = served
    copy = tmp_path / "copy"
    publish_log(files, growing(50))
    mirror(url, copy)
    for path in ("tile/entries/000.p/50", "checkpoint"):
        file = copy / path
        data = file.read_bytes()
        file.write_bytes(bytes([data[0] ^ 1]) + data[1:])
        publish_log(files, growing(60))
        refused_with(NotMirrored, r"damaged|has a copy of the log", mirror, url, copy)
        file.write_bytes(data)
    assert mirror(url, copy).size == 60
