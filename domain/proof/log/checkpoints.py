"""Checkpoints (C2SP `tlog-checkpoint`): the signed head of a log.

    example.org/greffe
    20852163
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — example.org/greffe Az3grlgt…

`check_growth` is the only rule by which a head may follow another; the log's guard and every witness apply
it.

With a cosignature (C2SP `tlog-cosignature`, `cosignature/v1`) a witness states when it saw a head
of a log, and that everything it had seen of that log before is still in it. It signs
`cosignature/v1`, a line `time <seconds since 1970>` and the text of the checkpoint. Its signature
line contains the time in eight bytes and the Ed25519 signature."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.proof.errors import Misspelt, Unproven
from domain.proof.log.merkle import EMPTY_ROOT, HASH_SIZE, check_consistency
from domain.proof.log.notes import (
    COSIGNATURE,
    Note,
    Signature,
    SignerKey,
    VerifierKey,
    read_note,
    sign_note,
    verified_by,
)
from domain.proof.spelling import MOST, base64_of, read_base64, read_decimal, shown


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The head of the log `origin`: the number of leaves and their root. Raises `Misspelt` for
    impossible values."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (
            not 0 <= self.size <= MOST
            or len(self.root) != HASH_SIZE
            or (self.size == 0 and self.root != EMPTY_ROOT)
        ):
            raise Misspelt(
                f"size {self.size} does not go with the root {base64_of(self.root)}",
                f"la taille {self.size} ne va pas avec la racine {base64_of(self.root)}",
            )
        if not all(
            line and not any(c < " " for c in line) for line in (self.origin, *self.extensions)
        ):
            raise Misspelt(
                "a line of the checkpoint is empty or has control characters",
                "une ligne du point de contrôle est vide ou a des caractères de contrôle",
            )

    def encode(self) -> str:
        return "".join(
            f"{line}\n"
            for line in (self.origin, str(self.size), base64_of(self.root), *self.extensions)
        )

    def same_head(self, other: Checkpoint) -> bool:
        return (self.origin, self.size, self.root) == (other.origin, other.size, other.root)


def read_checkpoint(text: str) -> Checkpoint:
    lines = text.split("\n")
    if len(lines) < 4 or lines.pop():
        raise Misspelt(
            "a checkpoint has three lines at least: origin, size, root",
            "un point de contrôle a au moins trois lignes : origine, taille, racine",
        )
    origin, size, root, *extensions = lines
    return Checkpoint(origin, read_decimal(size), read_base64(root, HASH_SIZE), tuple(extensions))


def sign_checkpoint(checkpoint: Checkpoint, signers: Sequence[SignerKey]) -> Note:
    """Sign a checkpoint with the log's keys (two during a change of keys). Raises `ValueError` for
    a key whose name is not the checkpoint's origin."""
    if not signers or any(s.verifier.name != checkpoint.origin for s in signers):
        raise ValueError(f"the keys of the log {checkpoint.origin} sign under its origin")
    return sign_note(checkpoint.encode(), signers)


@dataclass(frozen=True, slots=True)
class OpenedCheckpoint:
    """A checkpoint whose log signature was verified: its content, its note, and the keys that
    signed."""

    checkpoint: Checkpoint
    note: Note
    keys: tuple[VerifierKey, ...]


def open_checkpoint(data: bytes, keys: Iterable[VerifierKey]) -> OpenedCheckpoint:
    """Parse a checkpoint and verify it with trusted log keys. Keys of other origins are ignored.

    Raises `Misspelt`, and `Unproven` if no key of its origin signed it, or if the signature of such
    a key does not verify.
    """
    note = read_note(data)
    checkpoint = read_checkpoint(note.text)
    own = [key for key in keys if key.name == checkpoint.origin]
    if not own:
        raise Unproven(
            f"it is signed for the log {shown(checkpoint.origin)}, for which no key is known",
            f"il est signé pour le journal {shown(checkpoint.origin)}, dont aucune clé n'est "
            f"connue",
        )
    signed = verified_by(note, own)
    if not signed:
        raise Unproven(
            f"no known key of the log {shown(checkpoint.origin)} signed it",
            f"aucune clé connue du journal {shown(checkpoint.origin)} ne l'a signé",
        )
    return OpenedCheckpoint(checkpoint, note, signed)


def check_growth(old: Checkpoint, new: Checkpoint, proof: Sequence[bytes]) -> None:
    """Raise `Unproven` unless `new` extends `old`: the same log, not smaller, beginning with
    `old`'s leaves.

    `proof` is the consistency proof between them; it is empty if `old` is empty or both have one
    size.
    """
    if old.origin != new.origin:
        raise Unproven(
            f"the log {shown(new.origin)} is not {shown(old.origin)}",
            f"le journal {shown(new.origin)} n'est pas {shown(old.origin)}",
        )
    if new.size < old.size:
        raise Unproven(
            f"the log goes back: size {new.size} after size {old.size}",
            f"le journal recule : taille {new.size} après {old.size}",
        )
    if new.size == old.size and new.root != old.root:
        raise Unproven(
            f"the log shows two roots for size {old.size}: {base64_of(old.root)} and "
            f"{base64_of(new.root)}",
            f"le journal montre deux racines pour la taille {old.size} : {base64_of(old.root)} et "
            f"{base64_of(new.root)}",
        )
    if old.size:
        check_consistency(old.size, new.size, old.root, new.root, proof)
    elif proof:
        raise Unproven(
            "nothing is proven from an empty log: the proof has to be empty",
            "depuis un journal vide, la preuve est vide",
        )


_TIME_SIZE = 8


@dataclass(frozen=True, slots=True)
class Cosigned:
    """A verified cosignature: the witness with `key` saw the checkpoint at `time` (seconds since
    1970)."""

    key: VerifierKey
    time: int


def cosign(text: str, signer: SignerKey, time: int) -> Signature:
    """The cosignature line for the checkpoint with this text. The caller has verified its log
    signature and its consistency with what the witness saw before. Raises `Misspelt` for a text
    that is no checkpoint."""
    key = signer.verifier
    if key.kind != COSIGNATURE or not 0 <= time <= MOST:
        raise ValueError("a witness signs with a key of type 4, at a time from 1970 on")
    read_checkpoint(text)
    return Signature(
        key.name, key.id, time.to_bytes(_TIME_SIZE, "big") + signer.sign(_message(text, time))
    )


def cosigned_by(note: Note, keys: Iterable[VerifierKey]) -> tuple[Cosigned, ...]:
    """The cosignatures by the witnesses with these `keys`, each with its latest time. Lines of
    unknown keys are ignored. Raises `Unproven` if a known key's signature does not verify."""
    cosigned = []
    for key in keys:
        times = [_time(note.text, s.blob, key) for s in note.signatures if s.by(key)]
        if times:
            cosigned.append(Cosigned(key, max(times)))
    return tuple(cosigned)


def _time(text: str, blob: bytes, key: VerifierKey) -> int:
    time, signature = int.from_bytes(blob[:_TIME_SIZE], "big"), blob[_TIME_SIZE:]
    if len(signature) != 64 or time > MOST or not key.verifies(signature, _message(text, time)):
        raise Unproven(
            f"the cosignature by {key.label} does not hold for this checkpoint and its time",
            f"la cosignature de {key.label} n'est pas valable pour ce point de contrôle et son "
            f"heure",
        )
    return time


def _message(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()
