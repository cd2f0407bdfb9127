import gzip
import os
import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

import pytest

from api.web.pages.assets import asset_address
from domain.game.clerk.first_game import GAME
from ops.serving.compression import compressed
from ops.settings.config import ROOT, Settings
from ops.stores import data_folder
from ops.stores.redis_server import EmbeddedRedis
from tests.amount import slow, slow_but
from tests.builders.servers import (
    PATIENCE,
    SERVE,
    Server,
    command_of,
    eventually,
    processes,
    wait_until_gone,
)
from tests.ops.serving.live import HALVES, connected, opened, pid_of, play_on, watch

BOARD = f"/api/v1/games/{GAME}/board"


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("settled") / "data", GREFFE_BODY_LIMIT="2000", GREFFE_DEMO="no"
    ) as running:
        yield running


def test_it_serves_a_game_to_look_at_and_says_where(server: Server) -> None:
    assert server.ask("GET", "/readyz").status == 200
    board = server.ask("GET", f"{BOARD}?at=24")
    assert (board.status, board.data["seq"], board.data["fidelity"]) == (200, 24, "exact")
    for shown in ("/readyz", "/openapi.json", str(server.data / "operator.key"), f"/games/{GAME}"):
        assert shown in server.shown
    assert " " in str(server.data), "wherever that is"
    assert eventually(lambda: server.ask("GET", "/api/v1/games").data["total"] >= 1)


def test_it_prints_no_key_but_a_link_that_signs_in(settled: Server) -> None:
    """tests/api/admin/test_auth.py tests how the link signs in, and that it works once."""
    assert settled.key not in settled.shown
    link = next(line.split()[-1] for line in settled.shown.splitlines() if "sign in" in line)
    with closing(settled.connect()) as client:
        client.request("POST", link.removeprefix(settled.address))
        assert client.getresponse().status == 303
    assert link.rpartition("/")[2] not in settled.log.read_text()


def test_the_limits_of_a_request_are_settings(settled: Server) -> None:
    body = {"ruleset": "northgard-training", "tags": ["x" * 2000]}
    assert settled.ask("POST", "/api/v1/games", body, Idempotency_Key="long").status == 413


@pytest.mark.parametrize("page", ["/", "/openapi.json", "/docs", asset_address("site.css")])
def test_pages_and_json_are_compressed_for_who_accepts_it(settled: Server, page: str) -> None:
    def ask(accepts: str) -> tuple[str | None, bytes]:
        with closing(settled.connect()) as client:
            client.request("GET", page, headers={"Accept-Encoding": accepts, "Range": "bytes=2-9"})
            answer = client.getresponse()
            body = answer.read()
        assert answer.status == 200, "a piece of it would be of one coding or the other"
        assert "Accept-Encoding" in (answer.getheader("Vary") or "")
        assert int(answer.getheader("Content-Length") or "") == len(body)
        return answer.getheader("Content-Encoding"), body

    _, plain = ask("identity")
    for accepts in ("gzip", "br;q=1, gzip;q=0.1", "*"):
        coding, body = ask(accepts)
        assert (coding, gzip.decompress(body)) == ("gzip", plain)
        assert len(body) < len(plain) / 2
    for accepts in ("", "br", "gzip;q=0", "gzip;q=0, *;q=0", "nonsense;;q="):
        assert ask(accepts) == (None, plain)


def test_a_page_is_padded_at_random_and_what_is_public_is_compressed_once() -> None:
    page, file = b"a page with a secret " * 100, b"a file " * 1000
    headers = [("Content-Type", "text/html"), ("ETag", '"7"')]
    public = [("Content-Type", "application/json"), ("Cache-Control", "public, no-cache")]
    tried = range(64)
    assert len({len(compressed("gzip", headers, page)[1]) for _ in tried}) > 1
    assert len({id(compressed("gzip", public, file)[1]) for _ in tried}) == 1, "made once"
    assert ("ETag", '"7"') in compressed("gzip", headers, page)[0]
    for kind in ("font/woff2", "application/pdf", "application/octet-stream"):
        assert compressed("gzip", [("Content-Type", kind)], file) == (
            [("Content-Type", kind)],
            file,
        )


def test_it_serves_without_a_demonstration_game(settled: Server) -> None:
    assert settled.ask("GET", BOARD).status == 404
    assert GAME not in settled.shown


@pytest.mark.parametrize(
    "number", slow_but([signal.SIGINT], [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
)
def test_a_signal_stops_it_with_all_its_processes_whatever_is_open(
    tmp_path: Path, number: int
) -> None:
    """Clients that keep their connection open, have sent half a request, or listen to a stream do
    not delay the end."""
    with Server(tmp_path / "data") as server, ExitStack() as there:
        with closing(server.connect()) as idle:
            idle.request("GET", "/readyz")
            idle.getresponse().read()
            for n in range(40):
                there.enter_context(connected(server, "127.0.0.1", HALVES[n % 4]))
            streams = [watch(server) for _ in range(5)]
            family = server.family()
            assert len(family) >= 5
            assert server.stop(number) == 0
            assert wait_until_gone(*family)
        for stream in streams:
            assert stream.rest() == [], "an answer that is cut off raises"
        text = server.log.read_text("utf-8")
        assert "Traceback" not in text
        assert text.count('"why": "the server stops"') == 5
    names = {p.name for p in (tmp_path / "data").iterdir()}
    assert {"greffe.sqlite", "links.key", "operator.key", "redis.log", "serve.lock"} <= names
    assert not {name for name in names if name.endswith(("-wal", "-shm", ".sock"))}


@slow("a server of its own; the test above stops one with requests open")
def test_a_signal_beside_writers_leaves_no_request_unanswered(tmp_path: Path) -> None:
    """Eight clients write as fast as they can on persistent connections, and the server is told to
    stop. Every request sent is answered, and the last answer on a connection announces its end."""
    with Server(tmp_path / "data") as server:
        games = [opened(server) for _ in range(8)]
        answers: list[tuple[int, str]] = []

        def write(game: str) -> None:
            connection = server.connect()
            for seq in count(1):
                body, headers = server.message(
                    {"text": "hm"}, {"If-Match": f'"{seq}"', "Idempotency-Key": f"{game}-{seq}"}
                )
                connection.request("POST", f"/api/v1/games/{game}/notes", body, headers)
                answer = connection.getresponse()
                answer.read()
                answers.append((answer.status, game))
                if answer.getheader("Connection") == "close":
                    return

        with ThreadPoolExecutor(8) as pool:
            writing = [pool.submit(write, game) for game in games]
            assert eventually(lambda: len(answers) > 80)
            assert server.stop() == 0
        assert [future.exception() for future in writing] == [None] * 8
        assert {status for status, _ in answers} == {201}
    with closing(data_folder.open_clerk(Settings.load({}, data=str(tmp_path / "data")))) as clerk:
        assert {game: clerk.game(game).seq - 1 for game in games} == Counter(
            game for _, game in answers
        ), "each is on record, once"


def test_redis_may_die_while_serving(server: Server) -> None:
    server.ask("GET", BOARD)
    redis = pid_of(server, "redis.sock")
    os.kill(redis, signal.SIGKILL)
    assert wait_until_gone(redis)
    seq = play_on(server, "while-redis-is-away")
    assert server.ask("GET", BOARD).data["seq"] == seq
    assert eventually(lambda: server.ask("GET", "/healthz").data["lag"] == 0)
    assert eventually(lambda: server.ask("GET", "/healthz").data["status"] == "ok")
    assert pid_of(server, "redis.sock") != redis
    assert server.ask("GET", BOARD).data["seq"] == seq


@slow("a server of its own; that its own one may die is the test above")
def test_a_redis_server_elsewhere_is_used(tmp_path: Path) -> None:
    """While that server does not answer, the service reads the store instead."""
    with EmbeddedRedis(tmp_path / "elsewhere") as redis:
        redis.stop()
        with Server(tmp_path / "data", GREFFE_REDIS_URL=redis.url) as server:
            assert server.ask("GET", BOARD).data["seq"] == 24
            assert server.ask("GET", "/healthz").data["status"] == "degraded"
            redis.start()
            assert eventually(lambda: server.ask("GET", "/healthz").data["lag"] == 0)
            assert eventually(lambda: server.ask("GET", "/healthz").data["status"] == "ok")
            assert not any("redis.sock" in command_of(pid) for pid in server.family())


@pytest.mark.parametrize("word", ["ops.stores.follow", "ops.serving.web"])
def test_a_process_that_dies_is_started_again(server: Server, word: str) -> None:
    dead = pid_of(server, word)
    os.kill(dead, signal.SIGKILL)
    assert wait_until_gone(dead)
    assert eventually(
        lambda: any(word in command_of(pid) for pid in server.family() if pid != dead)
    )
    seq = play_on(server, f"after-the-death-of-{word}")
    assert eventually(lambda: server.ask("GET", "/healthz").data["lag"] == 0)
    assert server.ask("GET", BOARD).data["seq"] == seq
    assert '"event": "a process died"' in server.log.read_text("utf-8")


def test_the_views_are_built_anew_while_serving(server: Server) -> None:
    before = server.ask("GET", BOARD).data
    command = [sys.executable, "-P", "-m", "ops.cli", "rebuild", "--data", str(server.data)]
    rebuilt = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (rebuilt.returncode, rebuilt.stderr) == (0, "")
    assert re.match(r"\d+ records folded into the views", rebuilt.stdout)
    assert server.ask("GET", BOARD).data == before


# -- what it cannot serve --------------------------------------------------------------------------


def refused(*arguments: str, code: int = 2, **env: str) -> str:
    run = subprocess.run(
        [*SERVE, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **env},
        cwd=ROOT,
        check=False,
    )
    assert (run.returncode, run.stdout) == (code, ""), run.stderr
    assert run.stderr.startswith("greffe: ") and run.stderr.count("\n") == 1, run.stderr
    return run.stderr.strip()


def test_a_port_in_use_is_one_sentence_and_nothing_is_touched(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        sentence = refused("--port", port, "--data", str(tmp_path / "data"))
    assert (
        sentence
        == f"greffe: Port {port} is in use on 127.0.0.1: stop what serves there, or choose "
        f"another with --port."
    )
    assert not (tmp_path / "data" / "greffe.sqlite").exists()


@slow(
    "several processes; how a process ends that cannot go on is in tests/ops/serving/test_forks.py"
)
def test_a_web_server_that_does_not_come_up_ends_it_all(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sitecustomize.py").write_text(
        "import sys, types\n"
        "web = sys.modules['ops.serving.web'] = types.ModuleType('ops.serving.web')\n"
        "web.main = lambda: sys.exit('this machine has no web server today')\n"
    )
    run = subprocess.run(
        [*SERVE, "--port", "0", "--data", str(tmp_path / "data")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(broken)},
        cwd=ROOT,
        check=False,
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert (
        run.stderr.splitlines()[-1]
        == "greffe: The web server ended as soon as it was started: the log above says why."
    )
    assert "this machine has no web server today" in run.stderr
    assert eventually(lambda: not any(str(tmp_path) in command_of(pid) for pid in processes()))
