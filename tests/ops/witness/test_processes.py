import os
import subprocess
from contextlib import closing
from pathlib import Path

from domain.game.clerk import first_game as demo
from domain.proof.log.policy import Policy, read_policy
from ops.settings.config import ROOT
from ops.settings.errors import CannotServe
from ops.stores.log.cosignatures import Cosignatures
from ops.witness.ask import read_witnesses
from ops.witness.service import RECORD
from ops.witness.store import HeadStore
from tests.amount import slow
from tests.builders.policies import policy_text
from tests.builders.refusals import refused_with
from tests.builders.servers import PATIENCE, SERVE, Server, eventually
from tests.builders.world import CLUB
from tests.ops.serving.live import note
from tests.ops.witness.witnesses import LogFolder, WitnessProcess, policy_file, rewrite

# -- the file of witnesses -------------------------------------------------------------------------


def test_witnesses_that_cannot_be_asked_are_named(tmp_path: Path) -> None:
    path = tmp_path / "witnesses"
    refused_with(CannotServe, "cannot be read: no such file", read_witnesses, path)
    path.write_text("witness club\n")
    refused_with(CannotServe, "cannot be used: line 1 of the policy", read_witnesses, path)
    for url in (
        "",
        "ftp://club.example",
        "https://",
        "http://club.example:0/",
        "http://[::1",
        "http://club.example:99999",
    ):
        policy_file(path, ("club", CLUB.verifier, url))
        refused_with(
            CannotServe, f"The witness club in {path} has no address", read_witnesses, path
        )
    policy_file(path, ("club", CLUB.verifier, "https://club.example/witness"))
    assert list(read_witnesses(path).witnesses) == ["club"]


# -- real processes --------------------------------------------------------------------------------


def covered(house: LogFolder, policy: Policy, seq: int) -> bool:
    """Whether the newest head contains this record of the demonstration game, and has enough
    cosignatures for the policy."""
    with house.ledger() as ledger:
        index, head = ledger.index_of(demo.GAME, seq), ledger.head()
    if index is None or head is None or index >= head.size:
        return False
    return policy.enough([name for name, key in policy.witnesses.items() if house.cosigned(key)])


def states(server: Server) -> dict[str, str]:
    return {
        witness["name"]: witness["state"]
        for witness in server.ask("GET", "/readyz").data["witnesses"]
    }


@slow("two servers and three witnesses; one service with two is in tests/ops/log/test_audited.py")
def test_a_service_and_two_witnesses(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "witnesses"
    house = LogFolder(data)
    with WitnessProcess(tmp_path / "club", house.key) as club:
        with WitnessProcess(tmp_path / "rival", house.key, name="rival.example/w") as rival:
            names = [("club", club.key), ("rival", rival.key)]
            both, any_one = (
                read_policy(policy_text([house.key], names, n).encode()) for n in (2, 1)
            )
            policy_file(file, ("club", club.key, club.address), ("rival", rival.key, rival.address))
            with Server(data, GREFFE_WITNESSES=str(file)) as server:
                seq = note(server)
                assert eventually(lambda: covered(house, both, seq)), "both cosign"

                rival.kill()
                seq = note(server)
                assert eventually(lambda: covered(house, any_one, seq)), (
                    "one is away and holds up nobody"
                )
                assert house.cosigned(rival.key) == []
                with closing(Cosignatures(house.settings.ledger)) as cosignatures:
                    assert eventually(lambda: rival.key.label in cosignatures.notices())
                    assert states(server) == {"club": "ok", "rival": "away"}
                    with WitnessProcess(
                        tmp_path / "rival", house.key, name="rival.example/w", port=rival.port
                    ):
                        seq = note(server)
                        assert eventually(lambda: covered(house, both, seq)), (
                            "it is back, with its memory"
                        )
                        assert eventually(lambda: rival.key.label not in cosignatures.notices())
                        assert states(server) == {"club": "ok", "rival": "ok"}
        rewrite(house)
        with Server(data, GREFFE_WITNESSES=str(file)) as server:
            seq = note(server)
            with closing(Cosignatures(house.settings.ledger)) as cosignatures:
                assert eventually(
                    lambda: "refuses with" in str(cosignatures.notices().get(club.key.label, ""))
                ), "the real key does not help"
            assert states(server)["club"] == "refusing"
            assert server.ask("GET", "/readyz").data["status"] == "degraded"
            assert house.cosigned(club.key) == []
            head = server.ask("GET", "/log/checkpoint")
            assert (head.status, head.data["type"]) == (503, "/problems/not-cosigned-yet"), (
                "what was rewritten is not published"
            )
        with closing(HeadStore(tmp_path / "club" / RECORD)) as heads:
            assert heads.evidence(), "and the witness can show what it was shown"


def test_a_server_with_unusable_witnesses_does_not_start(tmp_path: Path) -> None:
    command = [*SERVE, "--port", "0", "--data", str(tmp_path / "data")]
    env = {**os.environ, "GREFFE_WITNESSES": str(tmp_path / "nowhere")}
    ended = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=PATIENCE
    )
    assert (ended.returncode, ended.stderr) == (
        2,
        f"greffe: The witnesses in {tmp_path}/nowhere cannot be read: no such file or directory.\n",
    )
