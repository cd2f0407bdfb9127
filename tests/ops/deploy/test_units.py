import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ops.settings.config import ROOT
from ops.stores.redis_server import EmbeddedRedis
from tests.amount import slow
from tests.builders.servers import PATIENCE, Server, eventually
from tests.ops.names import free_port

DEPLOY = ROOT / "ops" / "deploy"
PARTS = ("follower", "log", "clock", "notifier")


def command(unit: str, instance: str = "") -> list[str]:
    text = (DEPLOY / f"greffe-{unit}.service").read_text("utf-8")
    match = re.search(r"^ExecStart=(.+)$", text, re.MULTILINE)
    assert match is not None
    return [
        word.replace("/opt/greffe/.venv/bin/python", sys.executable).replace("%i", instance)
        for word in shlex.split(match[1])
    ]


class ProxiedServer(Server):
    """A client of the service behind the proxy, with the interface of `Server`."""

    def __init__(self, port: int, data: Path) -> None:
        self.address, self.data = f"http://127.0.0.1:{port}", data
        self.key = (data / "operator.key").read_text().strip()


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[tuple[ProxiedServer, list[subprocess.Popen[bytes]], int]]:
    """Two web processes, all other parts, and HAProxy in front of them. Gives the client, the web
    processes, and the port of the first."""
    if shutil.which("haproxy") is None:
        pytest.skip("HAProxy is not installed")
    data, ports = tmp_path / "data", [free_port() for _ in range(3)]
    with ExitStack() as stack:
        redis = stack.enter_context(EmbeddedRedis(data))
        lines = (
            line.split("=", 1)
            for line in (DEPLOY / "greffe.env").read_text().splitlines()
            if line and line[0] != "#"
        )
        plain = {
            name: value for name, value in os.environ.items() if not name.startswith("GREFFE_")
        }
        own = {
            "GREFFE_DATA": str(data),
            "GREFFE_REDIS_URL": redis.url,
            "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "counts"),
        }
        env = {**plain, **dict(lines), **own, "GREFFE_PUBLIC_URL": "", "GREFFE_DEMO": "no"}
        subprocess.run(command("prepare"), env=env, cwd=ROOT, check=True, timeout=PATIENCE)

        def start(*words: str) -> subprocess.Popen[bytes]:
            made = subprocess.Popen(words, env=env, cwd=ROOT)
            stack.callback(made.wait, 60)
            stack.callback(made.terminate)
            return made

        for part in PARTS:
            start(*command(part))
        webs = [start(*command("web@", str(port))) for port in ports[1:]]
        written = (DEPLOY / "haproxy.cfg").read_text()
        for sentence, port in zip(("8000", "8001", "8002"), ports, strict=True):
            written = written.replace(f"127.0.0.1:{sentence}", f"127.0.0.1:{port}")
        (tmp_path / "haproxy.cfg").write_text(written)
        start("haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg"))
        behind = ProxiedServer(ports[0], data)
        assert eventually(lambda: ready(behind)), behind.ask("GET", "/readyz")
        yield behind, webs, ports[1]


def ready(behind: Server) -> bool:
    try:
        answer = behind.ask("GET", "/readyz")
    except (OSError, ValueError):
        return False
    return answer.status == 200 and answer.data["views"] == answer.data["log"] == "ok"


@slow("a proxy and several processes")
def test_a_game_is_played_through_the_proxy_while_a_web_process_goes(
    proxied: tuple[ProxiedServer, list[subprocess.Popen[bytes]], int],
) -> None:
    behind, webs, _ = proxied
    games = [
        behind.ask(
            "POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key=f"game-{n}"
        ).data["id"]
        for n in range(6)
    ]

    def act(game: str, seq: int) -> int:
        legal = behind.ask("GET", f"/api/v1/games/{game}/legal").data
        seat = next(seat for seat in legal["seats"] if seat["choices"])
        body = {"seat": seat["seat"], "action": seat["choices"][0]["action"]}
        path = f"/api/v1/games/{game}/actions"
        return behind.ask(
            "POST", path, body, If_Match=f'"{seq}"', Idempotency_Key=f"{game}-{seq}"
        ).status

    for seq in range(1, 4):
        assert [act(game, seq) for game in games] == [201] * 6
    all_run = {"web": "2.0", "follower": "1.0", "log": "1.0", "notifier": "1.0"}
    assert eventually(lambda: running(behind) == all_run), running(behind)
    link = behind.ask(
        "POST", f"/api/v1/games/{games[0]}/links", {"role": "spectator"}, Idempotency_Key="link"
    ).data
    webs[0].terminate()
    webs[0].wait(60)
    assert eventually(lambda: [act(game, seq) for game in games for seq in (4,)] == [201] * 6), (
        "the other answers for all"
    )
    assert behind.ask("POST", f"/api/v1/games/{games[0]}/links/{link['id']}/revoke").status == 200


def running(behind: Server) -> dict[str, str]:
    return dict(
        re.findall(r'^greffe_processes\{part="(\w+)"\} ([0-9.]+)$', behind.metrics(), re.MULTILINE)
    )


def test_every_part_has_its_unit_and_systemd_takes_them(tmp_path: Path) -> None:
    units = sorted(DEPLOY.glob("greffe*.service"))
    assert {unit.name.removeprefix("greffe-").removesuffix(".service") for unit in units} == {
        *PARTS,
        "prepare",
        "web@",
    }
    target = (DEPLOY / "greffe.target").read_text()
    assert all(f"greffe-{part}.service" in target for part in PARTS)
    if shutil.which("systemd-analyze") is None:
        return
    for unit in [*units, DEPLOY / "greffe.target"]:
        name = unit.name.replace("web@", "web@8001")
        (tmp_path / unit.name).write_text(
            unit.read_text().replace("/opt/greffe/.venv/bin/python", sys.executable)
        )
        if name != unit.name:
            (tmp_path / "greffe-web@8002.service").write_text((tmp_path / unit.name).read_text())
    names = [unit.name.replace("web@.", "web@8001.") for unit in units]
    sentence = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / name) for name in names)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    ours = [
        line for line in sentence.stderr.splitlines() if "greffe" in line and str(tmp_path) in line
    ]
    assert ours == []


def test_the_operators_command_has_the_settings_of_the_service(tmp_path: Path) -> None:
    script = (DEPLOY / "greffe").read_text().replace("/opt/greffe/.venv/bin", f"{sys.prefix}/bin")
    settings = tmp_path / "greffe.env"
    settings.write_text("# of this machine\nGREFFE_DATA=/srv/a club\n\nGREFFE_WORKERS=2\n")

    def run(env: Path) -> subprocess.CompletedProcess[str]:
        words = (
            "sh",
            "-c",
            script.replace("setpriv --reuid greffe --regid greffe --init-groups --", ""),
            "greffe",
            "config",
            "--json",
        )
        given = {"PATH": os.environ["PATH"], "ENV_FILE": str(env)}
        return subprocess.run(words, env=given, capture_output=True, text=True, timeout=PATIENCE)

    told = {row["variable"]: row["value"] for row in json.loads(run(settings).stdout)}
    assert (told["GREFFE_DATA"], told["GREFFE_WORKERS"]) == ("/srv/a club", "2")
    refused = run(tmp_path / "none")
    assert (refused.returncode, "cannot be read: run this as root" in refused.stderr) == (2, True)


def test_the_proxy_limits_an_address_and_waits_for_bodies_itself(tmp_path: Path) -> None:
    config = (DEPLOY / "haproxy.cfg").read_text("utf-8")
    frontend = config.partition("\nfrontend ")[2].partition("\nbackend ")[0]
    rules = [line.strip() for line in frontend.splitlines()]
    assert "tcp-request connection track-sc0 src,ipmask(32,64)" in rules
    (rejects,) = (rule for rule in rules if rule.startswith("tcp-request connection reject if "))
    limits = {name: int(most) for name, most in re.findall(r"\{ sc0_(\w+) gt (\d+) \}", rejects)}
    maxconn = re.search(r"^ +maxconn (\d+)$", config, re.MULTILINE)
    assert maxconn is not None
    assert 0 < limits["conn_cur"] < int(maxconn[1]) / 10
    assert limits["conn_rate"] < 1500, "150 new ones a second"
    assert {"option http-buffer-request"} <= set(rules)
    assert re.search(r"^ +timeout http-request 10s$", config, re.MULTILINE)
    if haproxy := shutil.which("haproxy"):
        subprocess.run(
            [haproxy, "-c", "-f", str(DEPLOY / "haproxy.cfg")], check=True, timeout=PATIENCE
        )


OF_PROMETHEUS = {"up"}


def alarms() -> dict[str, str]:
    text = (DEPLOY / "alarms.yml").read_text("utf-8")
    return dict(re.findall(r"- alert: (\w+)\n +expr: (.+)", text))


def queries() -> list[str]:
    panels = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def names(expression: str) -> set[str]:
    bare = re.sub(r"\{[^}]*\}|\[\w+\]|offset \w+|by \([^)]*\)", " ", expression)
    words = set(re.findall(r"[a-z_][a-z0-9_]*", bare))
    return words - {
        "sum",
        "rate",
        "increase",
        "histogram_quantile",
        "absent",
        "or",
        "unless",
        "on",
        "offset",
    }


def counted(server: Server) -> set[str]:
    """The names by which queries may ask for the metrics on `/metrics` of a whole service."""
    assert server.ask("GET", "/readyz").status == 200
    metrics = set()
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", server.metrics(), re.MULTILINE):
        metrics |= (
            {f"{name}_{part}" for part in ("bucket", "count", "sum")}
            if kind == "histogram"
            else {name}
        )
    return metrics


def test_every_query_names_a_metric_that_there_is(server: Server) -> None:
    expressions = [*alarms().values(), *queries()]
    assert len(expressions) > 20
    assert {name for expression in expressions for name in names(expression)} <= counted(
        server
    ) | OF_PROMETHEUS


def test_every_alarm_has_its_paragraph_and_every_paragraph_its_alarm() -> None:
    findall = re.findall(
        r"^## (\w+)\n\n(.+)$", (DEPLOY / "RUNBOOK.md").read_text("utf-8"), re.MULTILINE
    )
    assert [name for name, _ in findall] == list(alarms())
