import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import PATIENCE, Server, eventually
from tests.ops.serving.live import connected, new_key, opened, pid_of

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="the system does not say what memory is taken"
)

LIMIT = 200
"""Megabytes: the least value of the setting."""


def megabytes(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 2**20
    except OSError:
        return 0.0


@slow("a server of its own; what a process does above the limit is the test below")
def test_a_web_process_above_its_memory_is_started_again_and_answers(tmp_path: Path) -> None:
    """Bodies arrive slowly and take more memory than a process may use. The process is replaced,
    and the new one answers."""
    room = {"GREFFE_MEMORY": str(LIMIT), "GREFFE_IMPORT_LIMIT": "100000000"}
    with Server(tmp_path / "data", **room) as server, ExitStack() as there:
        before = pid_of(server, "ops.serving.web")
        head = (
            f"POST /api/v1/games HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            f"{server.key}\r\nContent-Length: 1000000\r\n\r\n"
        )
        for n in range(150):
            there.enter_context(
                connected(server, f"127.0.0.{2 + n}", head.encode() + b" " * 800_000)
            )
        assert eventually(lambda: before not in server.family())
        assert eventually(lambda: server.web_processes() != [])
        assert server.ask("GET", "/readyz").status == 200
        assert megabytes(pid_of(server, "ops.serving.web")) < LIMIT
        assert '"event": "much memory was taken"' in server.log.read_text("utf-8")


@pytest.mark.parametrize(("release", "ends"), [("lambda: None", True), ("hold.clear", False)])
def test_what_can_be_let_go_is_let_go_first(release: str, ends: bool) -> None:
    program = (
        f"from ops.settings.process import still_over_after_release\nhold = [b'x' * (300 << "
        f"20)]\nprint(still_over_after_release({LIMIT}, {release}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert run.stdout.splitlines()[-1] == str(ends), run.stdout


def test_other_processes_end_in_order_above_their_memory() -> None:
    program = (
        "from ops.settings.process import run_until_told\n"
        "def work(settings, stop):\n"
        "    hold = b'x' * (300 << 20)\n"
        "    print('stopped' if stop.wait(60) else 'went on')\n"
        "run_until_told(work)\n"
    )
    command = [sys.executable, "-c", program]
    env = {"GREFFE_MEMORY": str(LIMIT), "PATH": ""}
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, env=env, check=False
    )
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "stopped"), run.stderr


LONG = "x" * 880_000
GROUNDS = {"rule": "x", "code": "illegal-action"}
MANY = [1] * 320_000
NAMED = {str(n): 1 for n in range(60_000)}
Attack = tuple[str, bytes | dict[str, object], str]
"""The address in a game (or elsewhere), the body, and its media type."""


def patches() -> Iterator[list[dict[str, object]]]:
    """Patches with each kind of operation, as long as a body may be, and patches that double texts
    again and again."""
    for place in ("/turn", f"/sides/{LONG}"):
        yield from (
            [{"op": op, "path": place, "from": "/sides", "value": LONG[: 880_000 - len(place)]}]
            for op in ("add", "remove", "replace", "move", "copy", "test")
        )
    double = {"op": "copy", "from": "/sides/x", "path": "/sides/x/-"}
    for texts in ([LONG], [LONG[:400_000]] * 2, MANY, [[]] * 200_000):
        yield [{"op": "add", "path": "/sides/x", "value": texts}, *[double] * 12]
    yield [{"op": "copy", "from": "/sides", "path": f"/sides/{n}"} for n in range(200)]


def attacks() -> Iterator[Attack]:
    """Requests of each kind with the largest bodies, and with bodies that could grow in memory."""
    json_type, lines_type = "application/json", "application/x-ndjson"
    for patch in patches():
        remedy = {"type": "correct", "patch": patch}
        for how in ("?dry_run=1", ""):
            yield f"rulings{how}", {**GROUNDS, "remedy": remedy}, json_type
    for facts in (MANY, [{}] * 200_000):
        yield "rulings", {**GROUNDS, "remedy": {"type": "correct", "facts": facts}}, json_type
    action = {"seat": "blue", "action": {"type": "pass"}}
    for more in ({"values": MANY}, {"values": [[]] * 200_000}, {"action": {**NAMED}}, NAMED):
        yield "actions", {**action, **more}, json_type
    for more in ({"tags": MANY}, {"tags": [[]] * 200_000}, {"options": NAMED}, NAMED):
        yield "/api/v1/games", {"ruleset": "northgard-training", **more}, json_type
    for more in ({"stages": MANY}, {"stages": [{}] * 200_000}, NAMED):
        yield "/api/v1/tournaments", {"title": "x", "rules": more}, json_type
    yield "/api/v1/catalogs", {"game": "convicted", "values": NAMED, "provenance": NAMED}, json_type
    for text in ("k=1&" * 200_000, "key=" + "%C3%A9" * 160_000):
        yield "/enter", text.encode(), "application/x-www-form-urlencoded"
    for text in ("[" + "[]," * 10_000_000 + "[]]", "{}\n" * 10_000_000, "a" * 31_000_000):
        yield "/api/v1/games/import", text.encode(), lines_type
    yield "/api/v1/tournaments/import", b"{}\n" * 300_000, lines_type
    yield "/api/v1/tournaments/report-files", b"001    1      A\n" * 60_000, "text/plain"


@slow("tens of megabytes sent; each bound has a test in the room that keeps it")
def test_nothing_that_is_sent_has_the_service_build_more_than_there_is_room_for(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "data", GREFFE_THREADS="8", GREFFE_MEMORY="400") as server:
        web = pid_of(server, "ops.serving.web")
        resource.prlimit(web, resource.RLIMIT_AS, (1 << 30, 1 << 30))
        game = opened(server)
        path = f"/api/v1/games/{game}/links"
        link = server.ask("POST", path, {"role": "arbiter"}, Idempotency_Key=new_key()).data
        for where, sent, kind in attacks():
            with closing(server.connect()) as connection:
                key = server.key if where.startswith("/") else link["token"]
                headers = {
                    "Authorization": f"Bearer {key}",
                    "Content-Type": kind,
                    "Idempotency-Key": new_key(),
                    **({"If-Match": '"1"'} if not where.startswith("/") else {}),
                }
                body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
                place = where if where.startswith("/") else f"/api/v1/games/{game}/{where}"
                connection.request("POST", place, body, headers)
                answer = connection.getresponse()
                said = answer.read()
            assert answer.status < 500 and len(said) < 1_000_000, (where, said[:300])
            status = Path(f"/proc/{web}/status").read_text()
            peak = int(status.partition("VmHWM:")[2].split()[0]) >> 10
            assert peak < 400, f"{where}: {peak} MB"
