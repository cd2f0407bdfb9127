"""Witnesses as processes of their own, and a log small enough to tell them anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from domain.ledger.log.add_checkpoint import AddCheckpoint, read_cosignatures
from domain.ledger.log.cosignatures import Cosigned, cosigned_by
from domain.ledger.log.merkle import consistency_proof
from domain.ledger.log.notes import Note, VerifierKey, read_note, read_verifier_key
from ops.settings.config import ROOT
from tests.builders.world import World

WITNESS = [sys.executable, "-P", "-m", "ops.cli", "witness"]


class Reply(NamedTuple):
    """What came back."""

    status: int
    kind: str
    body: bytes


class WitnessProcess:
    """`greffe witness` on a free port over a folder; a context manager that stops it."""

    def __init__(self, folder: Path, *logs: VerifierKey, name: str = "club.example/w", port: int = 0) -> None:
        self.folder, self.log = folder, folder.parent / f"{folder.name}.log"
        given = [word for key in logs for word in ("--log", key.encode())]
        command = [*WITNESS, "--folder", str(folder), "--name", name, "--port", str(port), *given]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        assert first.startswith(f"Witness {name} at http://"), first + self.log.read_text("utf-8")
        self.shown = first + "".join(iter(self.process.stdout.readline, "Ctrl-C stops it.\n"))
        self.address = first.split()[-1]
        self.port = int(self.address.rpartition(":")[2])
        self.key = read_verifier_key(self.shown.split("its key")[1].split()[0])

    def __enter__(self) -> WitnessProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.stop()
        if self.process.stdout:
            self.process.stdout.close()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; answers the exit code."""
        self.process.send_signal(number)
        return self.process.wait(15)

    def kill(self) -> None:
        """End it without a word."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(15)


def post(port: int, body: bytes, path: str = "/add-checkpoint") -> Reply:
    """Send a request to a witness on this machine."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("POST", path, body)
        answer = connection.getresponse()
        return Reply(answer.status, answer.getheader("Content-Type", ""), answer.read())
    finally:
        connection.close()


def growing(n: int, seed: int = 0) -> World:
    """A log of so many records; those of two seeds have nothing in common."""
    world = World()
    for i in range(n):
        world.record("g1", "NoteAdded" if i else "GameOpened", f"{seed} {i}".encode())
    return world


def request(world: World, old: int, new: int) -> bytes:
    """What a log sends when it grows from one size to another."""
    proof = consistency_proof(old, new, world.fetch) if 0 < old <= new else ()
    return AddCheckpoint(old, proof, world.signed(new, witnesses=())).encode()


def cosigned(world: World, size: int, key: VerifierKey, body: bytes) -> tuple[Cosigned, ...]:
    """By whom the world's head of a size is cosigned, with what a witness answered."""
    note: Note = read_note(world.signed(size, witnesses=()))
    return cosigned_by(note.with_signatures(read_cosignatures(body)), [key])
