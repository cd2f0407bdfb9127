"""Runs the commands of `ops/deploy/SETTING-UP.md`. Their folders are replaced by the test's own,
what they install is already there, and units are started from the copied files."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ops.settings.config import ROOT
from ops.stores.redis_server import EmbeddedRedis
from tests.amount import slow
from tests.ops.names import free_port

PAGE = (ROOT / "ops" / "deploy" / "SETTING-UP.md").read_text("utf-8")
FOLDERS = re.compile(r"(?<![\w.])/(opt/greffe|etc|usr/local|var|run)(?=[/ \n'\"])")
SHIMS = {
    "git": 'case $1 in clone) ln -s "$CHECKOUT" "$3";; rev-parse) echo HEAD;; esac',
    "install": 'exec /usr/bin/install $(printf "%s\\n" "$@" | sed "/^-g$/d; /^greffe$/d")',
    "setpriv": 'shift 6; exec "$@"',
    "certbot": """export RENEWED_LINEAGE=$ROOT; openssl req -x509 -newkey ec -pkeyopt \
ec_paramgen_curve:P-256 -nodes -subj /CN=play.example.org -keyout $ROOT/privkey.pem -out \
$ROOT/fullchain.pem; eval "${@: -1}\"""",
    "systemctl": """case $* in
"enable --now redis-server greffe.target") set -a; . $ROOT/etc/greffe/greffe.env
    eval "$(sed -n s/^ExecStart=//p $UNITS/greffe-prepare.service)"
    for unit in $(sed -n s/^Wants=//p $UNITS/greffe.target); do
        file=$UNITS/${unit%%@*}; at=${unit#*@}
        [ -f $file ] || file=$file@.service
        (eval "exec $(sed -n "s/^ExecStart=//p" $file | sed "s/%i/${at%.service}/")") >>$ROOT/log 2>&1 &
        echo $! >>$ROOT/pids
    done;;
esac""",
    "service": """case $* in
"haproxy restart") haproxy -D -f $ROOT/etc/haproxy/haproxy.cfg -p $ROOT/haproxy.pid >>$ROOT/log 2>&1
    cat $ROOT/haproxy.pid >>$ROOT/pids;;
esac""",
    "apt-get": "",
    "useradd": "",
}


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a shell in which the page's commands affect only a folder of the test."""
    if not (shutil.which("haproxy") and shutil.which("curl") and shutil.which("openssl")):
        pytest.skip("HAProxy, curl or openssl is not installed")
    for folder in ("opt", "etc/systemd/system", "etc/haproxy", "usr/local/bin", "var/tmp", "shims"):
        (tmp_path / folder).mkdir(parents=True)
    for name, script in SHIMS.items():
        (tmp_path / "shims" / name).write_text(f"#!/bin/bash\nset -eu\n{script}\n")
        (tmp_path / "shims" / name).chmod(0o755)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GREFFE_")}
    path = f"{tmp_path}/shims:{tmp_path}/usr/local/bin:{plain['PATH']}"
    units = f"{tmp_path}/etc/systemd/system"
    with EmbeddedRedis(tmp_path / "redis") as redis:
        own = {"ROOT": str(tmp_path), "UNITS": units, "CHECKOUT": str(ROOT), "REDIS": redis.url}
        yield {**plain, **own, "PATH": path, "ENV_FILE": f"{tmp_path}/etc/greffe/greffe.env"}
        for pid in (tmp_path / "pids").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGTERM)


@slow("a proxy and several processes")
def test_the_lines_lead_to_an_operator_behind_tls_and_back_from_an_update(
    machine: dict[str, str],
) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    root, https = Path(machine["ROOT"]), free_port()
    ports = {name: free_port() for name in ("8000", "8001", "8002")}

    def here(text: str) -> str:
        """The text with the machine's folders and ports replaced by those of the test."""
        text = FOLDERS.sub(
            rf"{root}/\1", text.replace("/opt/greffe/.venv/bin/python", sys.executable)
        )
        for name, port in ports.items():
            text = re.sub(rf"(?<=[:@]){name}\b", str(port), text)
        return text.replace("redis://127.0.0.1:6379/0", machine["REDIS"])

    def there(text: str) -> str:
        at = f"-k --connect-to play.example.org:443:127.0.0.1:{https} https://play.example.org"
        return (
            here(text)
            .replace("https://play.example.org", at)
            .replace("./ops/setup.sh", ": ./ops/setup.sh")
        )

    def run(block: str) -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", there(block)],
            env=machine, cwd=(root / "opt/greffe").resolve() if (root / "opt/greffe").exists() else root,
            capture_output=True, text=True, check=False, timeout=90,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr + (root / "log").read_text()[-3000:]
        return done.stdout

    install, start, tls, update, back = blocks
    run(install)
    for file in (*(root / "etc").rglob("greffe*"), root / "usr/local/bin/greffe"):
        if file.is_file():
            file.write_text(here(file.read_text()))
    assert '"views":"ok"' in (told := run(start)) and "nothing differs" in told, told
    run(tls.partition("service haproxy restart")[0])
    proxy = root / "etc/haproxy/haproxy.cfg"
    text = here(proxy.read_text()).replace("bind :443", f"bind :{https}")
    # only root becomes another user
    proxy.write_text(re.sub(r"^    (user|group) haproxy\n", "", text, flags=re.MULTILINE))
    assert '"ok"' in run("service haproxy restart" + tls.partition("service haproxy restart")[2])
    key = (root / "var/lib/greffe/operator.key").read_text().strip()
    entered = run(
        f"curl -sS -c $ROOT/jar -o /dev/null -w '%{{http_code}} ' https://play.example.org/enter -d key={key};"
        "curl -sS -b $ROOT/jar -o /dev/null -w '%{http_code}' https://play.example.org/organise/tournaments"
    )
    assert entered == "303 200"
    run(update)
    run(back)
