"""Section 4: keys, signed notes, cosignatures."""

from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .spelling import HIGHEST, refuse, text_file, un64

LOG, WITNESS = 1, 4
NOTE_BYTES = 1 << 20

_P = (1 << 255) - 19
_W = int("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16)


def need_sound_key(public: bytes) -> None:
    """Refuse a public key that is no Ed25519 key, that has another spelling, or for which anybody
    can sign."""
    y = int.from_bytes(public, "little") % (1 << 255)
    refuse(
        len(public) != 32 or y >= _P or y in (0, 1, _P - 1, _W, _P - _W),
        "no key that one alone can sign with",
    )


def signed_by(public: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def name_of_key(name: str) -> str:
    refuse(
        not name
        or any(c == "+" or c.isspace() or c < " " or 0xD800 <= ord(c) <= 0xDFFF for c in name),
        f"no name for a key: {name[:30]!r}",
    )
    return name


class Key(NamedTuple):
    name: str
    kind: int
    public: bytes

    @property
    def label(self) -> str:
        id = sha256(self.name.encode() + bytes([0x0A, self.kind]) + self.public).digest()
        return f"{self.name}+{id[:4].hex()}"


def read_key(text: str) -> Key:
    pieces = text.split("+", 2)
    refuse(len(pieces) < 3, "no verifier key")
    blob = un64(pieces[2])
    refuse(len(blob) != 33 or blob[0] not in (LOG, WITNESS), "no Ed25519 key of a log or a witness")
    need_sound_key(blob[1:])
    key = Key(name_of_key(pieces[0]), blob[0], blob[1:])
    refuse(key.label != f"{pieces[0]}+{pieces[1]}", "a key id that is not this key's")
    return key


class Note(NamedTuple):
    text: str
    lines: tuple[tuple[str, bytes], ...]

    def by(self, key: Key) -> list[bytes]:
        return [blob for label, blob in self.lines if label == key.label]

    def logged(self, key: Key) -> bool:
        """Whether this log's key signed. Refuses an invalid signature of it."""
        blobs = self.by(key)
        refuse(
            not all(
                len(blob) == 64 and signed_by(key.public, blob, self.text.encode())
                for blob in blobs
            ),
            f"a signature by {key.label} that does not hold",
        )
        return bool(blobs)

    def witnessed(self, key: Key) -> int | None:
        """The latest time at which this witness cosigned; None if it did not. Refuses an invalid
        signature of it."""
        times = []
        for blob in self.by(key):
            time = int.from_bytes(blob[:8], "big")
            message = f"cosignature/v1\ntime {time}\n{self.text}".encode()
            refuse(
                len(blob) != 72 or time > HIGHEST or not signed_by(key.public, blob[8:], message),
                f"a cosignature by {key.label} that does not hold",
            )
            times.append(time)
        return max(times, default=None)


def read_note(data: bytes) -> Note:
    whole = text_file(data, NOTE_BYTES)
    cut = whole.rfind("\n\n")
    refuse(
        cut < 0 or not whole.endswith("\n") or cut + 2 == len(whole),
        "no signatures after an empty line",
    )
    lines = whole[cut + 2 : -1].split("\n")
    refuse(len(lines) > 100, "more than 100 signatures")
    return Note(whole[: cut + 1], tuple(map(_signature, lines)))


def _signature(line: str) -> tuple[str, bytes]:
    pieces = line.split(" ", 2)
    refuse(len(pieces) != 3 or pieces[0] != "\u2014", "no signature line")
    blob = un64(pieces[2])
    refuse(len(blob) < 5, "a signature that is too short")
    return f"{name_of_key(pieces[1])}+{blob[:4].hex()}", blob[4:]
