"""Cosignatures (C2SP `tlog-cosignature`, `cosignature/v1`): a witness says when it saw a head of a log, and that everything it
had seen of that log before is still in it.

What is signed is `cosignature/v1`, a line `time <seconds since 1970>`, and the text of the checkpoint; what stands in the
signature line is the time in eight bytes and the Ed25519 signature.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from domain.proof.errors import Unproven
from domain.proof.log.checkpoints import read_checkpoint
from domain.proof.log.notes import COSIGNATURE, Note, Signature, SignerKey, VerifierKey
from domain.proof.spelling import MOST

_TIME_SIZE = 8


@dataclass(frozen=True, slots=True)
class Cosigned:
    """That the witness with `key` saw the checkpoint at `time`, in seconds since 1970."""

    key: VerifierKey
    time: int


def cosign(text: str, signer: SignerKey, time: int) -> Signature:
    """The line by which a witness vouches for the checkpoint with this text. The caller has checked its log's signature and that
    it is consistent with what the witness saw before. Raises `Misspelt` for a text that is no checkpoint."""
    key = signer.verifier
    if key.kind != COSIGNATURE or not 0 <= time <= MOST:
        raise ValueError("a witness signs with a key of type 4, at a time from 1970 on")
    read_checkpoint(text)
    return Signature(key.name, key.id, time.to_bytes(_TIME_SIZE, "big") + signer.sign(_message(text, time)))


def cosigned_by(note: Note, keys: Iterable[VerifierKey]) -> tuple[Cosigned, ...]:
    """Which of the witnesses' `keys` cosigned the checkpoint, and when: the latest time where one did twice. Lines by unknown keys
    are passed over. Raises `Unproven` if a line that says it is by one of them does not hold."""
    found = []
    for key in keys:
        times = [_time(note.text, s.blob, key) for s in note.signatures if s.by(key)]
        if times:
            found.append(Cosigned(key, max(times)))
    return tuple(found)


def _time(text: str, blob: bytes, key: VerifierKey) -> int:
    time, signature = int.from_bytes(blob[:_TIME_SIZE], "big"), blob[_TIME_SIZE:]
    if len(signature) != 64 or time > MOST or not key.holds(signature, _message(text, time)):
        raise Unproven(
            f"the cosignature by {key.label} does not hold for this checkpoint and its time",
            f"la cosignature de {key.label} n'est pas valable pour ce point de contrôle et son heure",
        )
    return time


def _message(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()
