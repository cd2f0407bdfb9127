import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.clerk.first_game import GAME
from domain.proof.log.notes import read_verifier_key
from domain.proof.log.proofs import read_proof, receipt_entry
from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.servers import SERVE, Server, eventually, wait_until_gone
from tests.ops.cli.test_commands import Greffe
from tests.ops.serving.live import pid_of, write


def noted(server: Server, query: str = "?receipt=wait") -> Any:
    return write(server, f"notes{query}", {"text": "x"}).data


def state(server: Server) -> str:
    return str(server.ask("GET", "/readyz").data["log"])


def text(server: Server, path: str) -> str:
    status, _, data = server.fetch(path)
    assert status == 200, data
    return data.decode()


def size(server: Server) -> int:
    return int(text(server, "/log/checkpoint").split("\n")[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("log") / "data", GREFFE_ORIGIN="club.example/log"
    ) as running:
        yield running


def test_every_record_is_signed_for_and_the_files_are_the_owners_alone(server: Server) -> None:
    assert noted(server)["receipt"]
    assert eventually(
        lambda: state(server) == "ok" and server.ask("GET", "/readyz").data["log_lag"] == 0
    )
    for name in ("log.key", "log.guard", "ledger.lock"):
        assert (server.data / name).stat().st_mode & 0o777 == 0o600, name
    head = text(server, "/log/checkpoint").partition("\n\n")[0] + "\n"
    assert head.startswith("club.example/log\n")
    assert (server.data / "log.guard").read_text() == head


def test_a_write_gets_its_receipt_from_the_running_writer(server: Server) -> None:
    for _ in range(5):
        written = noted(server)
        entry = receipt_entry(read_proof(written["receipt"].encode()))
        assert (entry.game, entry.seq) == (GAME, written["seq"])
    assert "receipt" not in noted(server, "")


def test_a_writer_that_dies_is_started_again_and_games_go_on(server: Server) -> None:
    writer = pid_of(server, "ops.log")
    os.kill(writer, signal.SIGKILL)
    assert wait_until_gone(writer)
    noted(server, "")
    assert eventually(
        lambda: state(server) == "ok" and server.ask("GET", "/readyz").data["log_lag"] == 0
    )
    assert pid_of(server, "ops.log") != writer
    assert eventually(lambda: bool(noted(server)["receipt"]))


def test_a_second_writer_stands_by_and_takes_over(server: Server, tmp_path: Path) -> None:
    env = {**os.environ, "GREFFE_DATA": str(server.data), "GREFFE_LOG": "warning"}
    sentence = tmp_path / "second.log"
    with (
        sentence.open("wb") as log,
        subprocess.Popen(
            [sys.executable, "-P", "-m", "ops.log"], env=env, cwd=ROOT, stderr=log
        ) as second,
    ):
        try:
            assert eventually(lambda: "standing by" in sentence.read_text())
            first = pid_of(server, "ops.log")
            os.kill(first, signal.SIGSTOP)  # it holds the lease, though it does nothing
            before = size(server)
            assert noted(server)["receipt"] is None
            os.kill(first, signal.SIGKILL)
            assert wait_until_gone(first)
            assert eventually(lambda: size(server) > before)
        finally:
            second.terminate()
    assert eventually(lambda: state(server) == "ok")


def test_the_log_is_mirrored_from_the_services_own_address(
    server: Server, greffe: Greffe, tmp_path: Path
) -> None:
    copy, policy, bundle = tmp_path / "copy", tmp_path / "greffe.policy", tmp_path / "game.jsonl"
    policy.write_text(greffe("policy", "--data", str(server.data)).stdout)
    noted(server)  # and with it all that was written before is in the log
    first = greffe("mirror", f"{server.address}/log", str(copy), "--policy", str(policy))
    assert (first.exit_code, first.stderr) == (0, ""), first.output
    assert (
        "entries of club.example/log" in first.stdout
        and "; signed by club.example/log+" in first.stdout
    )
    assert noted(server)["receipt"]
    bundle.write_text(text(server, f"/api/v1/games/{GAME}/bundle"))
    again = greffe("mirror", server.address, str(copy))
    assert "1 of them new; its signature was not checked" in again.stdout, again.output
    outcome = greffe("verify", str(bundle), "--policy", str(policy), "--log", str(copy))
    assert outcome.exit_code == 3, "all is in order, and the game goes on"
    assert "of this game the log has these" in outcome.stdout and "and no other" in outcome.stdout


@slow("a server that is started three times; tests/ops/log/test_writer.py rotates keys without one")
def test_keys_are_rotated_while_the_server_runs(server: Server, greffe: Greffe) -> None:
    data = ["--data", str(server.data)]

    def signatures() -> int:
        return text(server, "/log/checkpoint").count("\n— ")

    old, new = (
        greffe("keygen", *data).stdout.strip(),
        greffe("keygen", "--rotate", *data).stdout.strip(),
    )
    assert new != old
    assert "A rotation is under way" in greffe("keygen", "--rotate", *data).stderr
    assert eventually(lambda: signatures() == 2), "the new key is announced, and both sign"
    assert {line.split()[1] for line in greffe("policy", *data).stdout.splitlines()[:2]} == {
        old,
        new,
    }
    label = read_verifier_key(old).label
    assert greffe("keygen", "--retire", label, *data).stdout.strip() == new
    assert (
        "is the only one"
        in greffe("keygen", "--retire", read_verifier_key(new).label, *data).stderr
    )

    def alone() -> bool:
        receipt = noted(server)["receipt"]
        return bool(receipt) and receipt.count("\n— ") == 1

    assert eventually(alone)
    assert [line.split()[-1] for line in greffe("keygen", "--list", *data).stdout.splitlines()] == [
        "state",
        "ended",
        "signs",
    ]
    assert f"#greffe:last-tree-size {label} " in greffe("policy", *data).stdout


@slow("several processes; that such a key signs nothing is in tests/ops/log/test_writer.py")
def test_it_does_not_start_with_a_key_that_others_can_read_or_that_is_gone(
    data: Path, greffe: Greffe
) -> None:
    assert greffe("keygen", "--origin", "club.example/log").exit_code == 0
    key = data / "log.key"

    def refused() -> str:
        run = subprocess.run(
            [*SERVE, "--port", "0"],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=ROOT,
            check=False,
        )
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1), run.stderr
        return run.stderr

    key.chmod(0o604)
    assert (
        f"The signing key {key} can be read by others (mode 0604): run chmod 600 on it" in refused()
    )
    key.unlink()
    assert f"The signing key {key} is gone, although the log was begun with it" in refused()
