"""Ids of streams, links, keys and players. Their alphabet omits letters that look alike."""

import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def id_from(digest: bytes) -> str:
    """Derive an id of 12 letters from the first 8 bytes of a hash."""
    number = int.from_bytes(digest[:8], "big")
    return "".join(ALPHABET[number >> (5 * i) & 31] for i in range(12))


def random_id(letters: int = 12) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(letters))
