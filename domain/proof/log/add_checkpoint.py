"""A log's request to a witness (C2SP `tlog-witness`, `add-checkpoint`) and the answer, independent
of HTTP and store.

    old 20852014
    <base64>                    the consistency proof from the old size
                                an empty line, then the checkpoint
    example.org/greffe
    …

The answer is the witness's signature line, or one of `WitnessAnswer`'s statuses. Looking up the
last cosigned checkpoint, judging and storing the new one must be one transaction, or a witness
could vouch for two histories."""

from collections.abc import Collection
from dataclasses import dataclass

from domain.proof.errors import Misspelt, Refused, Unproven
from domain.proof.log.checkpoints import (
    Checkpoint,
    check_growth,
    cosign,
    open_checkpoint,
    read_checkpoint,
)
from domain.proof.log.merkle import EMPTY_ROOT, HASH_SIZE
from domain.proof.log.notes import (
    MOST_BYTES as MOST_NOTE,
    Signature,
    SignerKey,
    VerifierKey,
    read_note,
    read_signature,
)
from domain.proof.spelling import base64_of, read_base64, read_decimal, read_utf8

MOST_HASHES = 63
MOST_BYTES = MOST_NOTE + 4096
SIZE_TYPE = "text/x.tlog.size"
"""The content type of the answer that names the last cosigned size."""


@dataclass(frozen=True, slots=True)
class AddCheckpoint:
    """A log's request: `checkpoint` (a signed note) extends the one of size `old`, as the
    consistency proof `proof` shows."""

    old: int
    proof: tuple[bytes, ...]
    checkpoint: bytes

    def encode(self) -> bytes:
        return (
            "".join(
                [f"old {self.old}\n", *(f"{base64_of(h)}\n" for h in self.proof), "\n"]
            ).encode()
            + self.checkpoint
        )


def read_add_checkpoint(body: bytes) -> AddCheckpoint:
    """Parse a request. Raises `Misspelt`, for which a witness answers with 400."""
    head, gap, checkpoint = body[:MOST_BYTES].partition(b"\n\n")
    if len(body) > MOST_BYTES or not gap:
        raise Misspelt(
            "the request is too long, or has no checkpoint",
            "la requête est trop longue, ou sans point de contrôle",
        )
    first, *lines = read_utf8(head, 4096, "the request", "la requête").split("\n")
    if not first.startswith("old ") or len(lines) > MOST_HASHES:
        raise Misspelt(
            "the request does not begin with `old` and at most 63 hashes",
            "la requête ne commence pas par `old` et 63 empreintes",
        )
    proof = tuple(read_base64(line, HASH_SIZE) for line in lines)
    read_checkpoint(read_note(checkpoint).text)
    return AddCheckpoint(read_decimal(first.removeprefix("old ")), proof, checkpoint)


@dataclass(frozen=True, slots=True)
class WitnessAnswer:
    """A witness's answer: the HTTP status. With 200, `signature` is the cosignature and `keep` the
    checkpoint that the witness has to store. With 409 for a wrong old size, `size` is the right
    one. `why` is the reason of any other status."""

    status: int
    signature: Signature | None = None
    keep: Checkpoint | None = None
    size: int | None = None
    why: Refused | None = None

    @property
    def body(self) -> bytes:
        """The body of the response: a signature line, the last cosigned size, or a sentence."""
        if self.signature:
            return self.signature.encode().encode()
        if self.size is not None:
            return f"{self.size}\n".encode()
        return f"{self.why.said.en}\n".encode() if self.why else b""


def judge_request(
    request: AddCheckpoint,
    keys: Collection[VerifierKey],
    last: Checkpoint | None,
    signer: SignerKey,
    time: int,
) -> WitnessAnswer:
    """Decide on a log's request; nothing is stored. `keys` are the log keys of all logs that the
    witness serves, and `last` is the checkpoint it last cosigned for this origin.

    The status is 404 for an origin without keys, 403 if none of them signed, 400 for an old size
    above the new one, 409 for an old size that is not the last one's or another root of the same
    size, 422 for a proof that is wrong, else 200.
    """
    note = read_note(request.checkpoint)
    new = read_checkpoint(note.text)
    if not any(key.name == new.origin for key in keys):
        return WitnessAnswer(
            404,
            why=Unproven(
                "this witness does not know that log", "ce témoin ne connaît pas ce journal"
            ),
        )
    try:
        open_checkpoint(request.checkpoint, keys)
    except Unproven as e:
        return WitnessAnswer(403, why=e)
    if request.old > new.size:
        return WitnessAnswer(
            400,
            why=Misspelt(
                "the old size is beyond the new one", "l'ancienne taille dépasse la nouvelle"
            ),
        )
    if request.old != (last.size if last else 0):
        return WitnessAnswer(409, size=last.size if last else 0)
    try:
        check_growth(last or Checkpoint(new.origin, 0, EMPTY_ROOT), new, request.proof)
    except Unproven as e:
        conflict = last is not None and last.size == new.size and last.root != new.root
        return WitnessAnswer(409 if conflict else 422, why=e)
    return WitnessAnswer(200, cosign(note.text, signer, time), new)


def read_cosignatures(body: bytes) -> tuple[Signature, ...]:
    """Parse the signature lines of a witness's answer without verifying them. Raises `Misspelt`."""
    text = read_utf8(body, 1 << 16, "the answer", "la réponse")
    if not text.endswith("\n"):
        raise Misspelt(
            "the witness's answer does not end with LF", "la réponse du témoin ne finit pas par LF"
        )
    return tuple(read_signature(line) for line in text[:-1].split("\n"))
