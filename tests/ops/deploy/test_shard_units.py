"""The units of shards, as they stand: systemd takes them, and their commands serve two shards behind the proxy."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from ops.serving.redis_server import EmbeddedRedis
from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import eventually
from tests.ops.deploy.test_units import DEPLOY, PARTS, Behind, free_port, ready
from tests.ops.shards.federation import KEYS

UNITS = DEPLOY / "shards"


def command(unit: str, shard: str = "", **places: str) -> list[str]:
    """The command of a unit, over this checkout; `places`: what stands in place of a path or a variable."""
    found = re.search(r"^ExecStart=(.+)$", (UNITS / unit).read_text("utf-8"), re.MULTILINE)
    assert found is not None
    line = found[1].replace("/opt/greffe/.venv/bin/python", sys.executable).replace("%i", shard)
    for name, value in places.items():
        line = line.replace({"BIND": "${BIND}", "FRONT": "/etc/haproxy/greffe", "RELOAD": "systemctl reload haproxy"}[name], value)
    return shlex.split(line)


def test_each_part_has_its_unit_as_above_and_systemd_takes_them(tmp_path: Path) -> None:
    units = sorted(UNITS.glob("greffe-shard-*@.service"))
    assert {one.name.removeprefix("greffe-shard-").removesuffix("@.service") for one in units} == {*PARTS, "prepare", "web"}
    target = (UNITS / "greffe-shard@.target").read_text()
    assert all(f"greffe-shard-{part}@%i.service" in target for part in (*PARTS, "web"))
    for part in (*PARTS, "prepare"):
        above = (DEPLOY / f"greffe-{part}.service").read_text().splitlines()
        here = (UNITS / f"greffe-shard-{part}@.service").read_text().splitlines()
        other = ("Description", "After", "Requires", "PartOf", "EnvironmentFile", "ReadWritePaths", "WantedBy")
        other += ("RuntimeDirectory=", "StateDirectory=")
        assert [line for line in above if not line.startswith(other)] == [line for line in here if not line.startswith(other)], part
    if shutil.which("systemd-analyze") is None:
        return
    for unit in UNITS.iterdir():
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/greffe/.venv/bin/python", sys.executable))
    names = [one.name.replace("@.", "@a.") for one in UNITS.iterdir() if one.suffix in (".service", ".target", ".timer")]
    said = subprocess.run(["systemd-analyze", "verify", *(str(tmp_path / name) for name in names)], capture_output=True, text=True)
    assert [line for line in said.stderr.splitlines() if "greffe" in line and str(tmp_path) in line] == []


@slow("two shards by their units, and a proxy; tests/ops/shards/test_front.py moves games behind it")
def test_two_shards_are_served_by_the_commands_of_their_units(tmp_path: Path) -> None:
    if shutil.which("haproxy") is None:
        pytest.skip("HAProxy is not installed")
    port, front = free_port(), tmp_path / "front"
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GREFFE_")}
    plain["PYTHONPATH"] = str(ROOT)
    with ExitStack() as stack:

        def start(words: list[str], env: dict[str, str]) -> None:
            made = subprocess.Popen(words, env=env, cwd=ROOT)
            stack.callback(made.wait, 30)
            stack.callback(made.terminate)

        of_directory = {**plain, "GREFFE_DIRECTORY": str(tmp_path / "directory"), "GREFFE_DATA": str(tmp_path / "none")}
        cli = [sys.executable, "-P", "-m", "ops.cli"]
        for name in ("a", "b"):
            data, bind = tmp_path / name, f"127.0.0.1:{free_port()}"
            redis = stack.enter_context(EmbeddedRedis(tmp_path / f"redis-{name}"))
            if name == "b":
                data.mkdir(mode=0o700)
                for key in KEYS:
                    shutil.copy(tmp_path / "a" / key, data / key)
            lines = (line.split("=", 1) for line in (UNITS / "shard.env").read_text().splitlines() if line and line[0] != "#")
            own = {
                "GREFFE_SHARD": name,
                "GREFFE_DATA": str(data),
                "GREFFE_DIRECTORY": str(tmp_path / "directory"),
                "GREFFE_ORIGIN": f"{name}.example/log",
                "GREFFE_REDIS_URL": redis.url,
                "GREFFE_PUBLIC_URL": f"http://127.0.0.1:{port}",
                "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / f"counts-{name}"),
                "BIND": bind,
            }
            env = {**dict(lines), **own}
            file = tmp_path / f"{name}.env"
            file.write_text("".join(f"{one}={value}\n" for one, value in env.items()))
            env = {**plain, **env}
            subprocess.run(command("greffe-shard-prepare@.service", name), env=env, cwd=ROOT, check=True)
            subprocess.run([*cli, "shards", "add", str(file), "--address", bind], env=of_directory, cwd=ROOT, check=True)
            for part in PARTS:
                start(command(f"greffe-shard-{part}@.service", name), env)
            start(command("greffe-shard-web@.service", name, BIND=bind), env)
            assert eventually(lambda bind=bind, data=data: ready(Behind(int(bind.rpartition(":")[2]), data)))  # type: ignore[misc]

        reloaded = tmp_path / "reloaded"
        look = command("greffe-shards-front.service", FRONT=str(front), RELOAD=f"echo >> {reloaded}")
        for _ in range(2):
            subprocess.run(look, env=of_directory, cwd=ROOT, check=True)
        assert reloaded.read_text() == "\n", "the proxy is reloaded where something has changed, and not again"
        text = (DEPLOY / "haproxy-shards.cfg").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{port}")
        (tmp_path / "haproxy.cfg").write_text(text.replace("/etc/haproxy/greffe", str(front)))
        start(["haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg"), "-f", str(front / "backends.cfg")], plain)
        behind = Behind(port, tmp_path / "a")
        assert eventually(lambda: ready(behind))
        opened = [
            behind.ask("POST", "/api/v1/games", {"ruleset": "northgard-training"}, Idempotency_Key=f"game-{n}").data["id"]
            for n in range(12)
        ]
        assert {id[:2] for id in opened} == {"a-", "b-"}
        listed = behind.ask("GET", "/api/v1/games?limit=50").data
        assert ({one["id"] for one in listed["games"]}, listed["missing"]) == (set(opened), [])
