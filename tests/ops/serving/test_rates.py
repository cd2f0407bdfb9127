import shutil
from collections import Counter
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from ops.stores.redis_server import EmbeddedRedis
from tests.amount import slow, slow_but
from tests.builders.postgres import needs_postgres, shared_server
from tests.builders.servers import Server

pytestmark = slow("two services for each case")
MOST = 8
RATE = f"{MOST}/day"
KEYS = ("log.key", "secret.key", "links.key", "operator.key")


_numbers = count(1)


def link(server: Server) -> str:
    n = next(_numbers)
    opened = server.ask(
        "POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key=f"game-{n}"
    ).data
    body = {"role": "seat", "seats": ["blue"]}
    made = server.ask(
        "POST", f"/api/v1/games/{opened['id']}/links", body, Idempotency_Key=f"link-{n}"
    )
    assert made.status == 201, made.data
    return str(made.data["token"])


def answered(servers: list[Server]) -> int:
    """How often the holder of a new link is answered who asks two processes in turn, each time on a
    connection of its own."""
    token, processes = link(servers[0]), set()
    statuses: Counter[int] = Counter()
    pids = [(server, pid) for server in servers for pid in server.web_processes()]
    assert len(pids) == 2
    for n in range(6 * MOST):
        server, pid = pids[n % 2]
        with server.only(pid):
            connection = server.connect()
            connection.request("GET", "/api/v1/ping", headers={"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            answer.read()
            connection.close()
        statuses[answer.status] += 1
        processes.add(str(answer.headers["X-Request-Id"]).partition("-")[0])
    assert len(processes) == 2
    assert statuses[204] + statuses[429] == 6 * MOST, "nobody is shut out, nothing fails"
    return statuses[204]


def comes_to(servers: list[Server], number: int) -> bool:
    """Whether a link is answered so often. On a busy machine Redis may answer a process too late,
    which then counts by itself for a moment: another link tells."""
    return any(answered(servers) == number for _ in range(6))


@needs_postgres
@pytest.mark.parametrize("together", slow_but([True], [True, False]))
def test_machines_with_one_redis_count_together_and_with_one_each_each_for_itself(
    together: bool, tmp_path: Path
) -> None:
    env = {
        "GREFFE_STORE": shared_server().new_database(),
        "GREFFE_LINK_RATE": RATE,
        "GREFFE_DEMO": "no",
    }
    with ExitStack() as stack:
        if together:
            env["GREFFE_REDIS_URL"] = stack.enter_context(EmbeddedRedis(tmp_path / "redis")).url
        enter_context = stack.enter_context(Server(tmp_path / "one", **env))
        (tmp_path / "two").mkdir(mode=0o700)
        for name in KEYS:
            shutil.copy(tmp_path / "one" / name, tmp_path / "two" / name)
        two = stack.enter_context(Server(tmp_path / "two", **env))
        assert comes_to([enter_context, two], MOST if together else 2 * MOST)
