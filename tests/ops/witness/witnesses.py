"""Witnesses as processes of their own, and small logs to show to them."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import NamedTuple

from domain.game.clerk import first_game as demo
from domain.game.commands import Order
from domain.kernel.log import SignedHead
from domain.proof.log.add_checkpoint import AddCheckpoint, read_cosignatures
from domain.proof.log.checkpoints import Cosigned, cosigned_by
from domain.proof.log.merkle import consistency_proof
from domain.proof.log.notes import Note, VerifierKey, read_note, read_verifier_key
from ops.log import folder
from ops.settings.config import ROOT, Settings
from ops.stores import data_folder
from ops.stores.data_folder import open_clerk
from ops.stores.log.reading import Ledger
from tests.builders.servers import Running
from tests.builders.world import World

WITNESS = [sys.executable, "-P", "-m", "ops.cli", "witness"]


class Reply(NamedTuple):
    status: int
    kind: str
    body: bytes


class WitnessProcess(Running):
    """`greffe witness` on a free port over a folder; a context manager that stops it."""

    def __init__(
        self,
        folder: Path,
        *logs: VerifierKey,
        name: str = "club.example/w",
        port: int = 0,
        more: tuple[str, ...] = (),
    ) -> None:
        self.folder, self.log = folder, folder.parent / f"{folder.name}.log"
        words = [word for key in logs for word in ("--log", key.encode())]
        command = [
            *WITNESS,
            "--folder",
            str(folder),
            "--name",
            name,
            "--port",
            str(port),
            *words,
            *more,
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
            )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        assert first.startswith(f"Witness {name} at http://"), first + self.log.read_text("utf-8")
        self.shown = first + "".join(iter(self.process.stdout.readline, "Ctrl-C stops it.\n"))
        self.address = first.split()[-1]
        self.port = int(self.address.rpartition(":")[2])
        self.key = read_verifier_key(self.shown.split("its key")[1].split()[0])

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(60)


def post(port: int, body: bytes, path: str = "/add-checkpoint") -> Reply:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", path, body)
        answer = connection.getresponse()
        return Reply(answer.status, answer.getheader("Content-Type", ""), answer.read())


def growing(n: int, seed: int = 0) -> World:
    world = World()
    for i in range(n):
        world.record("g1", "NoteAdded" if i else "GameOpened", f"{seed} {i}".encode())
    return world


def request(world: World, old: int, new: int) -> bytes:
    proof = consistency_proof(old, new, world.fetch) if 0 < old <= new else ()
    return AddCheckpoint(old, proof, world.signed(new, witnesses=())).encode()


def cosigned(world: World, size: int, key: VerifierKey, body: bytes) -> tuple[Cosigned, ...]:
    note: Note = read_note(world.signed(size, witnesses=()))
    return cosigned_by(note.with_signatures(read_cosignatures(body)), [key])


class LogFolder:
    """A data folder with a record and its log. `write` adds records and signs the log."""

    def __init__(self, data: Path) -> None:
        self.settings = Settings.load({}, data=str(data))
        data_folder.migrate_folder(self.settings)
        folder.prepare_log(self.settings)
        self._keys = count()

    @property
    def key(self) -> VerifierKey:
        with self.ledger() as ledger:
            return read_verifier_key(ledger.log_keys()[0].verifier)

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        with closing(Ledger(self.settings.ledger)) as ledger:
            yield ledger

    def head(self) -> SignedHead:
        with self.ledger() as ledger:
            head = ledger.head()
        assert head is not None
        return head

    def write(self, notes: int = 1) -> None:
        with closing(open_clerk(self.settings)) as clerk:
            demo.play_first_game(clerk)
            for _ in range(notes):
                game = clerk.game(demo.GAME)
                clerk.note(
                    Order(game.id, game.seq, "tester", f"note-{next(self._keys)}"), "A remark."
                )
            assert folder.log_and_sign_all(self.settings, clerk) is None

    def cosigned(self, *keys: VerifierKey) -> list[VerifierKey]:
        return [cosigned.key for cosigned in cosigned_by(read_note(self.head().note), keys)]


def rewrite(house: LogFolder) -> None:
    """Change a record and delete log and guard, as an operator with all rights and the real key
    could."""
    with closing(sqlite3.connect(house.settings.record)) as db:
        changed = db.execute(
            """UPDATE records SET state = CAST(replace(state, '"at":"20', '"at":"19') AS BLOB) WHERE id = 3"""
        )
        assert changed.rowcount == 1
        db.commit()
    for path in (house.settings.ledger, house.settings.guard_file):
        for path_ in path.parent.glob(f"{path.name}*"):
            path_.unlink()
    folder.prepare_log(house.settings)


def policy_file(
    path: Path, *witnesses: tuple[str, VerifierKey, str], logs: tuple[VerifierKey, ...] = ()
) -> Path:
    lines = [f"log {key.encode()}" for key in logs] + [
        f"witness {name} {key.encode()} {url}" for name, key, url in witnesses
    ]
    names = " ".join(name for name, _, _ in witnesses)
    path.write_text("\n".join([*lines, f"group all all {names}", "quorum all", ""]))
    return path
