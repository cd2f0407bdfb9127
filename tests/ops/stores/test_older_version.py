"""An older version of Greffe runs beside this one during an update: on one database, and one after
the other on one folder.

The older version is real: the files of a commit of this repository, set up by its own script with
the libraries that it pins."""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import Result

from ops.settings.config import ROOT
from tests.amount import slow
from tests.api.watching import Watcher
from tests.builders.postgres import needs_postgres, shared_server
from tests.builders.servers import PATIENCE, Server, eventually
from tests.ops.serving.live import opened

pytestmark = slow("an older version is unpacked and served")
OLDER = "a8846123"
"""The commit from which an update starts: the last one with its own web server. Once there is a
release, this will be the one before it."""
KEYS = ("log.key", "secret.key", "links.key", "operator.key")


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", OLDER],
        capture_output=True,
        check=False,
        timeout=10 * PATIENCE,
    )
    if packed.returncode:
        pytest.skip(
            "this checkout lacks the history that the older version is taken from: git fetch "
            "--unshallow"
        )
    folder = tmp_path_factory.mktemp("older")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
    subprocess.run(
        [folder / "ops" / "setup.sh", "postgres"],
        env={**os.environ, "PIP_NO_CACHE_DIR": "1"},
        check=True,
        timeout=10 * PATIENCE,
    )
    yield folder
    shutil.rmtree(folder)


def start(data: Path, checkout: Path = ROOT, **env: str) -> Server:
    return Server(
        data, serve=[*command(checkout), "serve"], folder=checkout, GREFFE_DEMO="no", **env
    )


def command(checkout: Path) -> list[str]:
    """The command line of this version's own `greffe`."""
    return [str(checkout / ".venv" / "bin" / "python"), "-P", "-m", "ops.cli"]


def act(server: Server, game: str) -> int:
    """Take the first action that is offered. Returns its record's seq. Works with
    both versions."""
    legal = server.ask("GET", f"/api/v1/games/{game}/legal").data
    seat = next(seat for seat in legal["seats"] if seat["choices"])
    seq: int = server.ask("GET", f"/api/v1/games/{game}").data["seq"]
    body = {"seat": seat["seat"], "action": seat["choices"][0]["action"]}
    path = f"/api/v1/games/{game}/actions?receipt=wait"
    answer = server.ask("POST", path, body, If_Match=f'"{seq}"', Idempotency_Key=f"{game}-{seq}")
    assert answer.status == 201, answer.data
    assert answer.data["seq"] == seq + 1
    return seq + 1


def need_serving_from(server: Server, checkout: Path) -> None:
    assert str(checkout / ".venv").encode() in b"".join(
        Path(f"/proc/{pid}/cmdline").read_bytes() for pid in server.family()
    )


@needs_postgres
def test_both_serve_one_database_and_the_same_games(
    older: Path, tmp_path: Path, greffe: Callable[..., Result]
) -> None:
    dsn = empty_database()
    with ExitStack() as stack:
        before = stack.enter_context(start(tmp_path / "one", older, GREFFE_STORE=dsn))
        game = opened(before)
        for _ in range(3):
            act(before, game)
        (tmp_path / "two").mkdir(mode=0o700)
        for name in KEYS:
            shutil.copy(tmp_path / "one" / name, tmp_path / "two" / name)
        after = stack.enter_context(start(tmp_path / "two", GREFFE_STORE=dsn))
        need_serving_from(before, older)
        need_serving_from(after, ROOT)
        own = opened(before)  # of rules that both know
        watching = [
            stack.enter_context(Watcher(server_.address, game, server_.key).open("?after=0"))
            for server_ in (before, after)
        ]
        last = 0
        for turn in range(10):
            last = act((before, after)[turn % 2], game)
            act((after, before)[turn % 2], own)
        for watcher in watching:
            assert [event.id for event in watcher.take(last)] == list(range(1, last + 1)), (
                "nothing missing, nothing twice"
            )
        for place in ("records?limit=500", "legal"):
            assert (
                before.ask("GET", f"/api/v1/games/{game}/{place}").data
                == after.ask("GET", f"/api/v1/games/{game}/{place}").data
            )
        assert eventually(
            lambda: all(
                server_.ask("GET", "/readyz").data["log_lag"] == 0 for server_ in (before, after)
            )
        )
        assert before.stop() == 0
        act(after, game)
        assert eventually(lambda: after.ask("GET", "/readyz").data["log"] == "ok"), (
            "the newer one has taken over the log"
        )
        assert after.stop() == 0
    for checkout, folder in ((older, "one"), (ROOT, "two")):
        assert "nothing differs" in fsck(checkout, tmp_path / folder, GREFFE_STORE=dsn)


def test_a_folder_is_taken_over_by_the_newer_one_and_given_back(
    older: Path, tmp_path: Path
) -> None:
    game, reached = "", 0
    for checkout in (older, ROOT, older, ROOT):
        with start(tmp_path / "data", checkout) as server:
            need_serving_from(server, checkout)
            game = game or opened(server)
            for _ in range(3):
                reached = act(server, game)
            assert server.ask("GET", f"/api/v1/games/{game}").data["seq"] == reached
        assert "nothing differs" in fsck(checkout, tmp_path / "data")


def empty_database() -> str:
    server = shared_server()
    server.execute("DROP DATABASE IF EXISTS greffe_updated")
    server.execute("CREATE DATABASE greffe_updated")
    return server.dsn("greffe_updated")


def fsck(checkout: Path, data: Path, **env: str) -> str:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GREFFE_")}
    done = subprocess.run(
        [*command(checkout), "fsck", "--data", str(data)],
        env={**plain, **env},
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
