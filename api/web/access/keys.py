"""Keys beside the operator's own: each with a scope, which is its role. Only the SHA-256 of a key
is stored.

A key is 32 random bytes, so its plain hash cannot be reversed. It is shown once, when it is made.
"""

import hashlib
import secrets
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from api.web.access.links import REVOKED, Revocation, revocation_of, revoke_at
from domain.kernel.ids import random_id
from domain.kernel.key_values import KeyValueStore, kept_as

Scope = Literal["organiser", "operator"]

# Where the key-value store keeps keys, by their SHA-256 in hex; a revoked one is under
# `key/<SHA-256>` with the links that were revoked.
KIND = "key"

# The index of keys by id, as `<id>/<SHA-256>`: it has either all keys with an id or none of them.
# Keys made before this index existed are added when their id is first looked up.
OF_ID = "key-of"


class Key(Struct, frozen=True):
    """A key without its secret. `id` is the actor in records. A key that replaces another has the
    same id, so that everything owned by that id still belongs to it. `label` is a note for the
    people who administer keys. `at` is when it was made."""

    id: str
    scope: Scope
    label: str
    at: datetime


class KeyState(Struct, frozen=True):
    """A key and its revocation (None: it is valid)."""

    key: Key
    revoked: Revocation | None


def make_key(
    key_values: KeyValueStore, scope: Scope, label: str, moment: datetime, id: str = ""
) -> tuple[Key, str]:
    """Make and store a key, or another one for an existing `id`. Returns its description and the
    key itself, of which only the hash is stored."""
    secret = "greffe-" + secrets.token_urlsafe(32)
    if id:
        keys_of(key_values, id)
    key = Key(id or random_id(), scope, label, moment)
    key_values.keep(OF_ID, f"{key.id}/{_hash(secret)}", b"")
    key_values.keep(KIND, _hash(secret), msgspec.json.encode(key))
    return key, secret


def known_key(key_values: KeyValueStore, secret: str) -> KeyState | None:
    """The key whose text is `secret`, with its revocation; None if no such key was made."""
    return key_at(key_values, _hash(secret))


def key_at(key_values: KeyValueStore, digest: str) -> KeyState | None:
    """The key with this SHA-256 (hex), with its revocation; None if there is none."""
    key = kept_as(Key, key_values.fetch(KIND, digest))
    return (
        None if key is None else KeyState(key, revocation_of(key_values, REVOKED, f"key/{digest}"))
    )


def all_keys(key_values: KeyValueStore) -> list[KeyState]:
    keys = (key_at(key_values, digest) for digest, _ in key_values.items(KIND))
    return sorted(filter(None, keys), key=lambda at: (at.key.at, at.key.id))


def keys_of(key_values: KeyValueStore, id: str) -> list[KeyState]:
    result = [
        item
        for digest in _digests(key_values, id)
        if (item := key_at(key_values, digest)) is not None
    ]
    return sorted(result, key=lambda item: item.key.at)


def revoke_keys(key_values: KeyValueStore, id: str, moment: datetime, actor: str) -> None:
    for digest in _digests(key_values, id):
        revoke_at(key_values, REVOKED, f"key/{digest}", moment, actor)


def _digests(key_values: KeyValueStore, id: str) -> list[str]:
    """The SHA-256 (hex) of each key with an id. For keys made before the index `OF_ID` existed,
    adds them to it. The newest is added first, so that the index has the valid key even if the
    process stops in between."""
    start = f"{id}/"
    if result := [key.removeprefix(start) for key in key_values.keys(OF_ID, start)]:
        return result
    made = [(kept_as(Key, data), digest) for digest, data in key_values.items(KIND)]
    theirs = sorted(
        ((key.at, digest) for key, digest in made if key and key.id == id), reverse=True
    )
    for _, digest in theirs:
        key_values.keep(OF_ID, start + digest, b"")
    return [digest for _, digest in theirs]


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
