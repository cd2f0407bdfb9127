"""Signed notes (C2SP `signed-note`): text, an empty line and a line for each signature; and the keys
that sign them.

    a verifier key  quasimodo.example/salvatore+<8 hex digits: key id>+<base64: type byte, public
                    key>
    a signer key    PRIVATE+KEY+quasimodo.example/salvatore+<key id>+<base64: 0x01, 32-byte seed>

A note's text is trusted only after a known key's signature over it was verified. As the format
demands, signatures of unknown keys are ignored, and a wrong signature of a known key makes the whole
note invalid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import base64_of, read_base64, read_hex, read_utf8, shown

ED25519 = 0x01
"""The type of keys that sign the text itself: a log's."""

COSIGNATURE = 0x04
"""The type of keys that sign checkpoints with a time (`checkpoints.py`): a witness's."""

MOST_BYTES = 1 << 20
MOST_SIGNATURES = 100
DASH = "\u2014 "
_ID_SIZE = 4

_FIELD = 2**255 - 19
_WEAK = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER = frozenset({0, 1, _FIELD - 1, _WEAK, _FIELD - _WEAK})
"""The y of the eight points for which anybody can forge a signature of any text."""


def valid_name(name: str) -> bool:
    """Whether a key may have this name: not empty, no Unicode space, no plus, no control character,
    valid UTF-8."""
    return (
        bool(name)
        and "+" not in name
        and not any(c.isspace() or c < " " or "\ud800" <= c <= "\udfff" for c in name)
    )


def is_sound(public: bytes) -> bool:
    """Whether this is an Ed25519 public key with which only its owner can sign: a canonically
    encoded point that is not of small order."""
    y = int.from_bytes(public, "little") & (1 << 255) - 1
    return len(public) == 32 and y < _FIELD and y not in _SMALL_ORDER


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """The id of a key: four bytes that distinguish keys of one name."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:_ID_SIZE]


@dataclass(frozen=True)
class VerifierKey:
    """A public key with its name, the type byte of its algorithm (`kind`), and its bytes. Raises
    `Misspelt` for an impossible name or key."""

    name: str
    kind: int
    public: bytes

    def __post_init__(self) -> None:
        if not valid_name(self.name):
            raise Misspelt(
                f"{shown(self.name)} is no name for a key",
                f"{shown(self.name)} n'est pas un nom de clé",
            )
        if self.kind not in (ED25519, COSIGNATURE):
            raise Misspelt(
                f"the key {shown(self.name)} is of type {self.kind}: only Ed25519 is read here, "
                f"types 1 (logs) and 4 (witnesses)",
                f"la clé {shown(self.name)} est du type {self.kind} : seul Ed25519 est lu ici, "
                f"types 1 (journaux) et 4 (témoins)",
            )
        if not is_sound(self.public):
            raise Misspelt(
                f"the key {shown(self.name)} is no Ed25519 key",
                f"la clé {shown(self.name)} n'est pas une clé Ed25519",
            )

    @cached_property
    def id(self) -> bytes:
        return key_id(self.name, self.kind, self.public)

    @property
    def label(self) -> str:
        """The name and the id of the key, as in `example.org/log+c74f20a3`. A signature line names
        its key by them."""
        return f"{self.name}+{self.id.hex()}"

    def encode(self) -> str:
        return f"{self.label}+{base64_of(bytes([self.kind]) + self.public)}"

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Whether this key made the 64-byte Ed25519 `signature` over `message`."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except InvalidSignature:
            return False
        return True


def read_verifier_key(text: str) -> VerifierKey:
    name, id, blob = _key_parts(text)
    key = VerifierKey(name, blob[0], blob[1:])
    if key.id != id:
        raise Misspelt(
            f"the key {shown(name)} does not have the id it gives",
            f"la clé {shown(name)} n'a pas l'identifiant indiqué",
        )
    return key


class SignerKey:
    """A private key that signs notes, with its name."""

    def __init__(self, name: str, seed: bytes, kind: int = ED25519) -> None:
        """`seed` is the 32-byte Ed25519 private key (RFC 8032). Raises `Misspelt`."""
        if len(seed) != 32:
            raise Misspelt("a private key has 32 bytes", "une clé privée a 32 octets")
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self._seed = seed
        self.verifier = VerifierKey(name, kind, self._private.public_key().public_bytes_raw())

    @classmethod
    def generate(cls, name: str, kind: int = ED25519) -> SignerKey:
        return cls(name, Ed25519PrivateKey.generate().private_bytes_raw(), kind)

    def encode(self) -> str:
        """The signer key as text, which must be kept secret."""
        return f"PRIVATE+KEY+{self.verifier.label}+{base64_of(bytes([self.verifier.kind]) + self._seed)}"

    def sign(self, message: bytes) -> bytes:
        """The Ed25519 signature: 64 bytes."""
        return self._private.sign(message)

    def __repr__(self) -> str:
        return f"SignerKey({self.verifier.label})"


def read_signer_key(text: str) -> SignerKey:
    """Parse a signer key. Raises `Misspelt`; its sentence never repeats the key."""
    if not text.startswith("PRIVATE+KEY+"):
        raise Misspelt(
            "this is not a private key: one begins with PRIVATE+KEY+",
            "ceci n'est pas une clé privée : PRIVATE+KEY+…",
        )
    try:
        name, id, blob = _key_parts(text.removeprefix("PRIVATE+KEY+"))
        key = SignerKey(name, blob[1:], blob[0])
    except Misspelt:
        raise Misspelt("this private key is damaged", "cette clé privée est abîmée") from None
    if key.verifier.id != id:
        raise Misspelt(
            "this private key does not have the id it gives",
            "cette clé privée n'a pas l'identifiant indiqué",
        )
    return key


def _key_parts(text: str) -> tuple[str, bytes, bytes]:
    parts = text.split("+", 2)
    if len(parts) != 3 or not re.fullmatch(r"[0-9a-f]{8}", parts[1]):
        raise Misspelt(
            f"{shown(text)} is no key: name+id+base64",
            f"{shown(text)} n'est pas une clé : nom+identifiant+base64",
        )
    blob = read_base64(parts[2])
    if not blob:
        raise Misspelt(f"{shown(text)} holds no key", f"{shown(text)} ne contient pas de clé")
    return parts[0], read_hex(parts[1], _ID_SIZE), blob


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature line: the name and the id of its key, and the signature (for a cosignature with
    the time before it)."""

    name: str
    id: bytes
    blob: bytes

    @property
    def label(self) -> str:
        return f"{self.name}+{self.id.hex()}"

    def by(self, key: VerifierKey) -> bool:
        """Whether the line names this key. The signature itself is not verified."""
        return (self.name, self.id) == (key.name, key.id)

    def encode(self) -> str:
        """The signature as a line of a note, with its newline."""
        return f"{DASH}{self.name} {base64_of(self.id + self.blob)}\n"


def read_signature(line: str) -> Signature:
    """Parse a signature line without its newline. Raises `Misspelt`."""
    name, space, blob64 = line.removeprefix(DASH).partition(" ")
    if not line.startswith(DASH) or not space or not valid_name(name):
        raise Misspelt(
            f"{shown(line)} is no signature line", f"{shown(line)} n'est pas une ligne de signature"
        )
    blob = read_base64(blob64)
    if len(blob) <= _ID_SIZE:
        raise Misspelt(
            f"the signature of {shown(name)} is too short",
            f"la signature de {shown(name)} est trop courte",
        )
    return Signature(name, blob[:_ID_SIZE], blob[_ID_SIZE:])


@dataclass(frozen=True, slots=True)
class Note:
    """A signed note, not verified: its text with a newline at the end, and its signature lines."""

    text: str
    signatures: tuple[Signature, ...]

    def encode(self) -> bytes:
        return (self.text + "\n" + "".join(s.encode() for s in self.signatures)).encode()

    def with_signatures(self, more: Iterable[Signature]) -> Note:
        """The note with further signatures; each replaces an older one of the same key."""
        return Note(self.text, tuple({s.label: s for s in (*self.signatures, *more)}.values()))


def read_note(data: bytes) -> Note:
    """Parse a note without verifying it. Raises `Misspelt`."""
    text, gap, lines = read_utf8(data, MOST_BYTES, "the note", "la note").rpartition("\n\n")
    if not gap or not lines.endswith("\n"):
        raise Misspelt(
            "the note has no signatures after an empty line",
            "la note n'a pas de signatures après une ligne vide",
        )
    signed = lines[:-1].split("\n")
    if len(signed) > MOST_SIGNATURES:
        raise Misspelt(
            f"the note has more than {MOST_SIGNATURES} signatures",
            f"la note a plus de {MOST_SIGNATURES} signatures",
        )
    return Note(text + "\n", tuple(read_signature(line) for line in signed))


def sign_note(text: str, signers: Sequence[SignerKey]) -> Note:
    """Sign a text with keys of type `ED25519`. Raises `Misspelt` for a text that a note cannot
    have."""
    data = text.encode()
    read_utf8(data, MOST_BYTES, "the note", "la note")
    if not text.endswith("\n"):
        raise Misspelt(
            "the text of a note ends with a newline",
            "le texte d'une note finit par un retour à la ligne",
        )
    return Note(
        text, tuple(Signature(s.verifier.name, s.verifier.id, s.sign(data)) for s in signers)
    )


def verified_by(note: Note, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
    """Those of `keys`, all of type `ED25519`, that signed the note. Signatures of other keys are
    ignored. Raises `Unproven` if the signature of one of `keys` does not verify."""
    data, signed = note.text.encode(), []
    for key in keys:
        blobs = [s.blob for s in note.signatures if s.by(key)]
        if not all(len(blob) == 64 and key.verifies(blob, data) for blob in blobs):
            raise Unproven(
                f"the signature by {key.label} does not hold",
                f"la signature de {key.label} n'est pas valable",
            )
        if blobs:
            signed.append(key)
    return tuple(signed)
