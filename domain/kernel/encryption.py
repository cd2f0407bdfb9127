"""Authenticated encryption (AES-256-GCM): bytes that nobody can read or make without the key, bound
to what they are about.

    one byte        the format, 1
    12 bytes        a random nonce
    the rest        the ciphertext and its tag

A key of its own is derived for each use (HKDF-SHA256), so that bytes made for one use are refused
for another.
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

FORMAT = b"\x01"
KEY_SIZE = 32
NONCE_SIZE = 12


class NotSealed(ValueError):
    """Bytes that were not made with this key, for this use, about this."""


class Cipher:
    """Seals and opens bytes for one use of a key."""

    def __init__(self, key: bytes, use: str) -> None:
        """`key` is any secret of 32 bytes or more; `use` says what for."""
        if len(key) < KEY_SIZE:
            raise ValueError(f"a key has {KEY_SIZE} bytes or more")
        self._aead = AESGCM(HKDF(SHA256(), KEY_SIZE, None, f"greffe/{use}".encode()).derive(key))

    def seal(self, data: bytes, about: str) -> bytes:
        """The bytes as nobody else can read them; they open only with the same `about`."""
        nonce = os.urandom(NONCE_SIZE)
        return FORMAT + nonce + self._aead.encrypt(nonce, data, about.encode())

    def open(self, sealed: bytes, about: str) -> bytes:
        """What was sealed. Raises `NotSealed` for anything else."""
        if sealed[:1] != FORMAT:
            raise NotSealed("these bytes are not sealed")
        nonce = sealed[1 : 1 + NONCE_SIZE]
        try:
            return self._aead.decrypt(nonce, sealed[1 + NONCE_SIZE :], about.encode())
        except (InvalidTag, ValueError):
            raise NotSealed(
                "these bytes were sealed with another key, or for something else"
            ) from None
