"""Authenticated encryption (AES-256-GCM). Only the holder of the key can read or make sealed bytes,
and each sealed value is bound to a description of what it is.

    one byte        the format, 1
    12 bytes        a random nonce
    the rest        the ciphertext and its tag

Each use has its own derived key (HKDF-SHA256), so bytes sealed for one use are refused by another.
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
    """The bytes were not sealed with this key for this use and description."""


class Cipher:
    """Seals and opens bytes for one use of a key."""

    def __init__(self, key: bytes, use: str) -> None:
        """`key` is a secret of at least 32 bytes. `use` names the purpose; a key for it is derived
        from `key`."""
        if len(key) < KEY_SIZE:
            raise ValueError(f"a key has {KEY_SIZE} bytes or more")
        self._aead = AESGCM(HKDF(SHA256(), KEY_SIZE, None, f"greffe/{use}".encode()).derive(key))

    def seal(self, data: bytes, about: str) -> bytes:
        """Encrypt `data`. Opening the result requires the same `about`, a description of the
        data."""
        nonce = os.urandom(NONCE_SIZE)
        return FORMAT + nonce + self._aead.encrypt(nonce, data, about.encode())

    def open(self, sealed: bytes, about: str) -> bytes:
        """Decrypt sealed bytes. Raises `NotSealed` if the key, the use or `about` differ."""
        if sealed[:1] != FORMAT:
            raise NotSealed("these bytes are not sealed")
        nonce = sealed[1 : 1 + NONCE_SIZE]
        try:
            return self._aead.decrypt(nonce, sealed[1 + NONCE_SIZE :], about.encode())
        except (InvalidTag, ValueError):
            raise NotSealed(
                "these bytes were sealed with another key, or for something else"
            ) from None
