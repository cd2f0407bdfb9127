from hashlib import sha256
from typing import Any

import msgspec


def canonical(value: Any) -> bytes:
    """The canonical JSON of a value: sorted names, no spaces, nothing left out. Rules and bases are
    hashed as this."""
    return msgspec.json.encode(msgspec.to_builtins(value), order="deterministic")


def digest(value: Any) -> str:
    """SHA-256 in hex of a value's canonical JSON."""
    return sha256(canonical(value)).hexdigest()
