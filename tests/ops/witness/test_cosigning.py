import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree, rmtree
from time import time
from typing import Any

import msgspec
import pytest

from domain.kernel.text import Text
from domain.proof.bundle.times import DAY
from domain.proof.log.checkpoints import cosign
from domain.proof.log.notes import COSIGNATURE, SignerKey, VerifierKey, read_note
from ops.stores.log.cosignatures import Cosignatures
from ops.witness.ask import Cosigner, Cosigners, CosigningDenied, Reply, Witness, WitnessClient
from ops.witness.http import WitnessServer
from ops.witness.service import RECORD, Witness as OwnWitness
from ops.witness.store import HeadStore
from tests.builders.refusals import refused_with
from tests.builders.servers import eventually
from tests.builders.threads import answering
from tests.builders.world import CLUB, RIVAL
from tests.ops.names import FIRST, SECOND, free_port, move_host
from tests.ops.witness.witnesses import LogFolder


@pytest.fixture
def house(tmp_path: Path) -> LogFolder:
    house = LogFolder(tmp_path / "data")
    house.write()
    return house


@contextmanager
def witness(
    signer: SignerKey,
    path: Path,
    *logs: VerifierKey,
    clock: Callable[[], float] = time,
    at: tuple[str, int] = (FIRST, 0),
) -> Iterator[str]:
    with closing(HeadStore(path)) as heads, socket.create_server(at) as listener:
        own = OwnWitness(heads, logs, signer, lambda: int(clock()))
        with answering(WitnessServer(own, listener)):
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@contextmanager
def cosigner(house: LogFolder, key: VerifierKey, client: Any) -> Iterator[Cosigner]:
    with closing(Cosignatures(house.settings.ledger)) as cosignatures:
        with house.ledger() as ledger:
            yield Cosigner(Witness("club", key, ""), ledger, cosignatures, client)
        client.close()


def denied(house: LogFolder, key: VerifierKey, client: Any, why: str) -> CosigningDenied:
    """The refusal of a witness to cosign, with `why` in it. Fails if it does not refuse."""
    with cosigner(house, key, client) as asking:
        return refused_with(CosigningDenied, why, asking.ask_to_cosign)


class ScriptedWitness:
    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[bytes] = []

    def post(self, body: bytes) -> Reply:
        self.asked.append(body)
        return self.replies.pop(0)

    def close(self) -> None:
        self.replies = []


# -- step by step ----------------------------------------------------------------------------------


def test_each_head_is_shown_with_its_proof_and_kept_with_its_cosignature(
    house: LogFolder, tmp_path: Path
) -> None:
    with witness(CLUB, tmp_path / RECORD, house.key) as address:
        with cosigner(house, CLUB.verifier, WitnessClient(address)) as asking:
            assert asking.ask_to_cosign()
            assert house.cosigned(CLUB.verifier) == [CLUB.verifier]
            assert not asking.ask_to_cosign(), "nothing is asked twice"
            for _ in range(3):
                house.write(5)
                assert asking.ask_to_cosign()
                assert house.cosigned(CLUB.verifier) == [CLUB.verifier]
        house.write()
        with cosigner(house, CLUB.verifier, WitnessClient(address)) as another:
            assert another.ask_to_cosign(), (
                "one that remembers nothing is told by the witness where to begin"
            )
            assert house.cosigned(CLUB.verifier) == [CLUB.verifier]


def test_a_witness_whose_clock_jumps_back_by_days_convicts_nobody_and_cosigns_once_it_is_right(
    house: LogFolder, tmp_path: Path
) -> None:
    """If it cosigned, today's records would be later than their cosignature, and an honest game
    would fail its audit. A clock that is wrong by hours, or ahead, is accepted, and the audit
    reports it."""
    off = {"days": 0.0}
    with (
        witness(
            CLUB, tmp_path / RECORD, house.key, clock=lambda: time() + off["days"] * DAY
        ) as address,
        cosigner(house, CLUB.verifier, WitnessClient(address)) as asking,
    ):
        for days, taken in (
            (0.0, True),
            (-3.0, False),
            (-0.5, True),
            (400.0, True),
            (-3.0, False),
            (0.0, True),
        ):
            off["days"] = days
            house.write()
            if taken:
                assert asking.ask_to_cosign()
            else:
                denied = refused_with(
                    CosigningDenied,
                    "its clock is 3 days behind this service's",
                    asking.ask_to_cosign,
                )
                assert "son horloge retarde de 3 jours" in denied.text.fr
            assert house.cosigned(CLUB.verifier) == ([CLUB.verifier] if taken else [])


def test_a_fork_of_everything_is_refused_by_the_witness_alone(
    house: LogFolder, tmp_path: Path
) -> None:
    """Record, log, key and guard are all put back to yesterday. Nothing on that machine shows it,
    but the witness does."""
    data, yesterday = Path(house.settings.data), tmp_path / "yesterday"
    copytree(data, yesterday)
    house.write(6)
    with witness(CLUB, tmp_path / RECORD, house.key) as address:
        with cosigner(house, CLUB.verifier, WitnessClient(address)) as asking:
            assert asking.ask_to_cosign()
        held = house.head()
        rmtree(data)
        copytree(yesterday, data)
        house.write(2)
        refused = denied(house, CLUB.verifier, WitnessClient(address), "records are gone")
        assert f"taille {held.size}" in refused.text.fr
        house.write(9)
        assert house.head().size > held.size
        denied(house, CLUB.verifier, WitnessClient(address), "refuses with 422")
        assert house.cosigned(CLUB.verifier) == []
    with closing(HeadStore(tmp_path / RECORD)) as heads:
        (proof,) = heads.evidence()
    assert (read_note(proof.held).text, proof.shown) == (
        read_note(held.note).text,
        house.head().note,
    )


def test_an_answer_that_is_not_the_witnesses_own_is_not_kept(house: LogFolder) -> None:
    text, size = read_note(house.head().note).text, house.head().size
    line = cosign(text, CLUB, int(time()))
    forged = (
        cosign(text, SignerKey.generate(CLUB.verifier.name, COSIGNATURE), int(time()))
        .encode()
        .encode()
    )
    later = (
        line.encode()
        .replace(line.encode().split()[2], line.encode().split()[2][:-4] + "AAA=")
        .encode()
    )
    for reply, why in (
        (Reply(200, "text/plain", forged), "by another key"),
        (Reply(200, "text/plain", later), "cannot be used"),
        (Reply(200, "text/plain", b"<html>welcome</html>"), "cannot be used"),
        (Reply(200, "text/plain", b""), "cannot be used"),
        (
            Reply(404, "text/html", b"<h1>not here</h1>\x1b[2J"),
            'refuses with 404: "<h1>not here</h1>',
        ),
        (Reply(403, "text/plain", b""), "refuses with 403"),
        (Reply(409, "text/x.tlog.size", b"many\n"), "a size that is none"),
        (Reply(409, "text/plain", b"3\n"), "refuses with 409"),
        (
            Reply(409, "text/x.tlog.size", f"{size + 5}\n".encode()),
            f"at size {size + 5}.* records are gone",
        ),
    ):
        assert "\x1b" not in denied(house, CLUB.verifier, ScriptedWitness(reply), why).text.en
        assert house.cosigned(CLUB.verifier) == []
    mixed = forged + line.encode().encode()
    with cosigner(house, CLUB.verifier, ScriptedWitness(Reply(200, "text/plain", mixed))) as asking:
        assert asking.ask_to_cosign()
    assert len(read_note(house.head().note).signatures) == 2, (
        "lines by unknown keys are passed over"
    )


def test_somebody_else_who_shows_heads_of_this_log_is_no_endless_loop(house: LogFolder) -> None:
    says = ScriptedWitness(
        *(Reply(409, "text/x.tlog.size", f"{n}\n".encode()) for n in (1, 2, 3, 4))
    )
    denied(house, CLUB.verifier, says, "others show it")
    assert len(says.asked) == 3


@pytest.mark.parametrize("fatal", ["begun", "written", "committed"])
def test_killed_between_any_two_steps_the_log_is_whole(
    fatal: str, house: LogFolder, tmp_path: Path
) -> None:
    line = cosign(read_note(house.head().note).text, CLUB, int(time()))
    pid = os.fork()
    if not pid:

        def step(done: str) -> None:
            if done == fatal:
                os.kill(os.getpid(), signal.SIGKILL)

        head = house.head()
        Cosignatures(house.settings.ledger, step).keep(head.size, read_note(head.note).text, [line])
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == signal.SIGKILL
    assert house.cosigned(CLUB.verifier) == ([CLUB.verifier] if fatal == "committed" else [])
    with (
        witness(CLUB, tmp_path / RECORD, house.key) as address,
        cosigner(house, CLUB.verifier, WitnessClient(address)) as asking,
    ):
        assert asking.ask_to_cosign() == (fatal != "committed")
    assert house.cosigned(CLUB.verifier) == [CLUB.verifier]
    house.write()


def test_a_cosignature_for_a_head_that_is_not_kept_any_more_is_let_go(house: LogFolder) -> None:
    cosignatures, line = (
        Cosignatures(house.settings.ledger),
        cosign(read_note(house.head().note).text, CLUB, 1),
    )
    assert not cosignatures.keep(house.head().size, "another\n", [line])
    assert not cosignatures.keep(house.head().size + 1, read_note(house.head().note).text, [line])
    cosignatures.close()


def test_what_was_noted_of_a_witness_before_a_restart_does_not_stay_when_it_cosigns(
    house: LogFolder, tmp_path: Path
) -> None:
    with closing(Cosignatures(house.settings.ledger)) as cosignatures:
        cosignatures.set_notice(CLUB.verifier.label, Text("it refuses", "il refuse"))
        club_witness = Witness("club", CLUB.verifier, "")
        with witness(CLUB, tmp_path / RECORD, house.key) as address:
            with Cosigners(
                house.settings.ledger, [msgspec.structs.replace(club_witness, url=address)]
            ):
                assert eventually(lambda: not cosignatures.notices())
            assert house.cosigned(CLUB.verifier) == [CLUB.verifier]
            cosignatures.set_notice(CLUB.verifier.label, Text("it refuses", "il refuse"))
            with Cosigners(
                house.settings.ledger, [msgspec.structs.replace(club_witness, url=address)]
            ):
                assert eventually(lambda: not cosignatures.notices()), (
                    "also where there is nothing to ask"
                )


def test_a_witness_that_moves_is_found_at_its_new_address(
    house: LogFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the name leads to another server, nothing that this server answers is believed, and the
    name is looked up again."""
    port, cosignatures = free_port(), Cosignatures(house.settings.ledger)
    looked_up = move_host(monkeypatch, "club.example", SECOND, SECOND, FIRST)
    club_witness = Witness("club", CLUB.verifier, f"http://club.example:{port}")
    with (
        witness(CLUB, tmp_path / "ours", house.key, at=(FIRST, port)),
        witness(RIVAL, tmp_path / "theirs", house.key, at=(SECOND, port)),
        Cosigners(house.settings.ledger, [club_witness]),
    ):
        assert eventually(
            lambda: "another key" in "".join(text.en for text in cosignatures.notices().values())
        )
        assert house.cosigned(CLUB.verifier, RIVAL.verifier) == []
        assert (
            eventually(lambda: house.cosigned(CLUB.verifier) == [CLUB.verifier])
            and looked_up() == 3
        )
        assert eventually(lambda: not cosignatures.notices())
    cosignatures.close()
