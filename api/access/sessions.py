"""Sessions: what a browser keeps in place of a key that was entered on a page.

A session says which key it stands for, by its SHA-256, and when it runs out; it is signed, and it ends with its key.
"""

from __future__ import annotations

import hashlib
import secrets

import msgspec
from itsdangerous import BadSignature, Signer
from itsdangerous.encoding import base64_decode, base64_encode
from msgspec import Struct

START = "session."
HOURS = 12
"""How long a session holds."""


class _Said(Struct, frozen=True, array_like=True):
    """`nonce` tells two sessions of one key apart, so that ending one does not end the other; older ones have none."""

    key: str
    until: int
    nonce: str = ""


MINUTES = 10
"""Minutes for which the sign-in link printed at start-up works, once."""


class Sessions:
    """Signs and reads sessions. `secret` is the service's; `operator_hash` goes into it, so that a new operator's key ends the old
    one's sessions."""

    def __init__(self, secret: str, operator_hash: bytes) -> None:
        self._signer, self._entrances = (
            Signer(secret.encode() + operator_hash, salt=salt, key_derivation="hmac", digest_method=hashlib.sha256)
            for salt in ("greffe/session@v1", "greffe/entrance@v1")
        )

    def token(self, key: str, now: float) -> str:
        """A session for the key with this SHA-256 in hex, from now on."""
        said = msgspec.json.encode(_Said(key, int(now) + HOURS * 3600, secrets.token_urlsafe(9)))
        return START + self._signer.sign(base64_encode(said)).decode()

    def entrance(self, now: float) -> str:
        """A token that lets the operator in once, within `MINUTES`."""
        said = msgspec.json.encode([secrets.token_urlsafe(12), int(now) + MINUTES * 60])
        return self._entrances.sign(base64_encode(said)).decode()

    def entered(self, token: str, now: float) -> bool:
        """Whether a token lets the operator in, if nobody came in with it before."""
        try:
            _, until = msgspec.json.decode(base64_decode(self._entrances.unsign(token)), type=tuple[str, int])
        except (BadSignature, msgspec.DecodeError):
            return False
        return until - MINUTES * 60 - 1 <= now < until

    def read(self, token: str, now: float) -> str | None:
        """The SHA-256 of the key a session stands for; none if it was not signed here or has run out."""
        try:
            said = msgspec.json.decode(base64_decode(self._signer.unsign(token.removeprefix(START))), type=_Said)
        except (BadSignature, msgspec.DecodeError):
            return None
        return said.key if now < said.until else None
