"""What one shard of a service shows another with a request: that it has the keys which all shards share, and when it asked. It is
good for this body alone, and for a minute."""

from __future__ import annotations

import hmac

HEADER = "Greffe-Shard-Token"

MINUTE = 60
"""Seconds for which it holds, before and after: clocks of machines differ."""


class ShardTokens:
    """Makes and checks them. `secret` is one that all shards have."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def made(self, body: bytes, now: float) -> str:
        """What goes with a body."""
        return f"{int(now)}.{self._signature(int(now), body)}"

    def holds(self, token: str, body: bytes, now: float) -> bool:
        """Whether another shard asks this, and asked it now."""
        at, _, signature = token.partition(".")
        if not (at.isascii() and at.isdigit() and len(at) < 16) or abs(now - int(at)) > MINUTE:
            return False
        return hmac.compare_digest(signature.encode("latin-1", "replace"), self._signature(int(at), body).encode())

    def _signature(self, at: int, body: bytes) -> str:
        return hmac.digest(self._secret, f"greffe/shard@v1\n{at}\n".encode() + body, "sha256").hex()
