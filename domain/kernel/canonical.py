from hashlib import sha256
from typing import Any

import msgspec


def canonical_json(value: Any) -> bytes:
    """A value as canonical JSON: names sorted, no spaces, defaults included. Rules and the bases of
    pairings are hashed in this form."""
    return msgspec.json.encode(msgspec.to_builtins(value), order="deterministic")


def canonical_digest(value: Any) -> str:
    """SHA-256 in hex of a value's canonical JSON."""
    return sha256(canonical_json(value)).hexdigest()
