"""The signing keys: a file of mode 0600 with one C2SP signer key on each line, oldest first.

All of them sign every checkpoint; there are two during a key change. The log's writer reads the
file through `KeyRing`; only `make_key_file` and `ops/log/rotation.py` write it.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from domain.kernel.text import Text
from domain.proof.errors import Refused, Sentence
from domain.proof.log.notes import ED25519, SignerKey, read_signer_key
from ops.settings.durable import write_durably
from ops.settings.errors import CannotServe, SigningRefused, reason

MOST = 64 * 1024
"""The largest size of the file in bytes."""


def origin_for(origin: str, public_url: str) -> str:
    """The origin of a new log: the configured one; else, as C2SP recommends, the public address
    without its scheme; else a random one. It is part of the key's name and never changes."""
    if origin:
        return origin
    if public_url:
        parts = urlsplit(public_url)
        return f"{parts.netloc}{parts.path}/log"
    return f"greffe-{secrets.token_hex(6)}/log"


def make_key_file(file: Path, origin: str) -> SignerKey:
    """Create a new file with a new key. Raises `CannotServe`."""
    key = SignerKey.generate(origin)
    write_keys(file, (key,))
    return key


def write_keys(file: Path, keys: tuple[SignerKey, ...]) -> None:
    """Write these keys to the file, atomically. Raises `CannotServe`."""
    try:
        write_durably(file, "".join(f"{key.encode()}\n" for key in keys).encode())
    except OSError as e:
        raise CannotServe(
            Text("The signing key {file} cannot be written: {why}.", file=file, why=reason(e))
        ) from None


def check_mode(file: Path) -> None:
    """Raise `CannotServe` if others can read a key file."""
    try:
        mode = file.stat().st_mode & 0o777
    except OSError as e:
        raise CannotServe(
            Text("The signing key {file} cannot be read: {why}.", file=file, why=reason(e))
        ) from None
    if mode & 0o077:
        raise CannotServe(
            Text(
                "The signing key {file} can be read by others (mode {mode}): run chmod 600 on it; "
                "if others may have read it, replace it with greffe keygen --lost.",
                file=file,
                mode=f"{mode:04o}",
            )
        )


class KeyRing:
    def __init__(self, file: Path) -> None:
        self.file = file
        self._seen: tuple[int, ...] = ()

    def has_changed(self) -> bool:
        return self._file_state() != self._seen

    def read(self) -> tuple[SignerKey, ...]:
        """The keys. Raises `SigningRefused` if others can read the file, or if it does not hold the
        keys of one log."""
        self._seen = self._file_state()
        name = self.file.name
        try:
            with self.file.open("rb") as f:
                mode, data = os.fstat(f.fileno()).st_mode & 0o777, f.read(MOST)
        except OSError as e:
            raise SigningRefused(
                Text(
                    "The log is not signed: its key {name} cannot be read ({why}). Put it back, "
                    "or go on with a new one: greffe keygen --lost.",
                    name=name,
                    why=reason(e),
                ),
            ) from None
        if mode & 0o077:
            raise SigningRefused(
                Text(
                    "The log is not signed: its key {name} can be read by others (mode {mode}). "
                    "Run chmod 600 on it; if others may have read it, replace it with greffe "
                    "keygen --lost.",
                    name=name,
                    mode=f"{mode:04o}",
                ),
            )
        return self._parsed(data)

    def _parsed(self, data: bytes) -> tuple[SignerKey, ...]:
        try:
            keys = tuple(
                read_signer_key(line)
                for line in data.decode("utf-8", "replace").split("\n")
                if line
            )
        except Refused as e:
            raise self._damaged_error(e.said) from None
        if not keys:
            raise self._damaged_error(Text("it is empty"))
        if any(key.verifier.kind != ED25519 for key in keys):
            raise self._damaged_error(Text("a log signs with keys of type 1"))
        if len({key.verifier.name for key in keys}) > 1:
            raise self._damaged_error(Text("its keys are of several logs"))
        if len({key.verifier.label for key in keys}) < len(keys):
            raise self._damaged_error(Text("it has one key twice"))
        return keys

    def _damaged_error(self, why: Text | Sentence) -> SigningRefused:
        return SigningRefused(
            Text(
                "The log is not signed: its key file {name} cannot be used ({why}). Put it back, "
                "or go on with a new key: greffe keygen --lost.",
                name=self.file.name,
                why=why,
            )
        )

    def _file_state(self) -> tuple[int, ...]:
        try:
            stat = self.file.stat()
        except OSError:
            return (0,)
        return stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_mode
