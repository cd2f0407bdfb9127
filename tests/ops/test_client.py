"""The Python client: as the document has it now, its examples run, and what it does when answers are lost or refused."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from api.app.openapi import document
from ops.client import Greffe, Problem, Unreachable
from ops.client.generate import HERE, generate
from tests.builders.servers import Server

EXAMPLES = re.compile(r"^```py\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_client_is_the_one_of_this_document() -> None:
    for name, source in generate(document()).items():
        assert (HERE / name).read_text("utf-8") == source, "the API has changed: python -P ops/client/generate.py"


def test_the_example_of_its_page_runs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = EXAMPLES.findall((HERE / "README.md").read_text("utf-8"))
    here = example.replace("http://127.0.0.1:8000", server.address).replace("var/operator.key", str(server.data / "operator.key"))
    exec(compile(here, "ops/client/README.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_a_copy_of_the_folder_runs_alone(server: Server, tmp_path: Path) -> None:
    shutil.copytree(HERE, tmp_path / "greffe_client", ignore=shutil.ignore_patterns("generate.py", "__pycache__"))
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nfrom greffe_client import Greffe\n"
    script += f"print(Greffe({server.address!r}, {server.key!r}).show_caller()['role'])"
    run = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert run.stdout == "operator\n", run.stderr


def test_a_refusal_is_a_problem_with_its_sentence(server: Server) -> None:
    greffe = Greffe(server.address, server.key, language="fr")
    with pytest.raises(Problem) as refused:
        greffe.show_board("nosuchgame00")
    assert (refused.value.status, refused.value.slug) == (404, "unknown-game")
    assert refused.value.detail == refused.value.data["text"]["fr"]


def test_a_stream_is_told_event_by_event(server: Server) -> None:
    greffe = Greffe(server.address, server.key)
    game = greffe.open_game({"ruleset": "northgard-training"})["id"]
    first = next(iter(greffe.stream_records(game, after=0)))
    assert (first.event, first.id, first.data["seq"]) == ("record", "1", 1)


@contextmanager
def dropping(answer: bytes, times: int) -> Iterator[tuple[str, list[bytes]]]:
    """A server that hangs up on the first requests and answers the next; what it was sent."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            for n in range(times + 1):
                line, _ = listening.accept()
                with line:
                    heard.append(line.recv(65536))
                    if n == times:
                        line.sendall(answer)

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", heard
        thread.join(10)


def test_a_lost_answer_is_asked_for_again_with_the_same_key() -> None:
    with dropping(b"HTTP/1.1 201 Created\r\nContent-Length: 12\r\n\r\n" + b'{"seq": 2  }', 2) as (address, heard):
        assert Greffe(address).act("g", {"seat": "red", "action": {"type": "pass"}}, seen=1) == {"seq": 2}
    keys = {re.search(rb"(?i)idempotency-key: (\S+)", one)[1] for one in heard}  # type: ignore[index]  # there is one in each
    assert len(heard) == 3
    assert len(keys) == 1


def test_a_service_that_is_not_there_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Unreachable, match=f"127.0.0.1:{port}"):
        Greffe(f"http://127.0.0.1:{port}").show_caller()
    with pytest.raises(ValueError, match="http"):
        Greffe("greffe.example.org")
