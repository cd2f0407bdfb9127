"""Keys beside the operator's own: each with a scope, which is the role it gives. Only the SHA-256 of a key is kept.

A key is 32 random bytes, so that its plain hash cannot be worked back. It is shown once, when it is made.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from api.access_links import REVOKED, Revoked
from domain.drawer import Drawer
from domain.openings import ALPHABET

Scope = Literal["organiser", "operator"]
SCOPES: tuple[Scope, ...] = ("organiser", "operator")

KIND = "key"
"""Where the drawer keeps keys, by their SHA-256 in hex; a revoked one is under `key/<id>` with the links that were revoked."""


class Key(Struct, frozen=True):
    """A key without its secret. `id` is the actor that records name, `label` a word for whoever administers keys."""

    id: str
    scope: Scope
    label: str
    at: datetime


def make_key(drawer: Drawer, scope: Scope, label: str, at: datetime) -> tuple[Key, str]:
    """Make a key: what is kept of it, and the key itself, which is kept nowhere."""
    secret = "greffe-" + secrets.token_urlsafe(32)
    key = Key("".join(secrets.choice(ALPHABET) for _ in range(12)), scope, label, at)
    drawer.keep(KIND, _hash(secret), msgspec.json.encode(key))
    return key, secret


def known_key(drawer: Drawer, secret: str) -> Key | None:
    """The key that somebody presents, revoked or not; none if there is no such key."""
    data = drawer.fetch(KIND, _hash(secret))
    return msgspec.json.decode(data, type=Key) if data is not None else None


def all_keys(drawer: Drawer) -> list[tuple[Key, Revoked | None]]:
    """Every key that was made, oldest first, and when it was revoked, if it was."""
    keys = [msgspec.json.decode(data, type=Key) for _, data in drawer.items(KIND)]
    return [(key, revoked_key(drawer, key.id)) for key in sorted(keys, key=lambda key: (key.at, key.id))]


def revoke_key(drawer: Drawer, id: str, at: datetime, actor: str) -> Revoked:
    """Revoke a key from now on; answers when it was revoked first."""
    return msgspec.json.decode(drawer.keep(REVOKED, f"key/{id}", msgspec.json.encode(Revoked(at, actor))), type=Revoked)


def revoked_key(drawer: Drawer, id: str) -> Revoked | None:
    """When a key was revoked, if it was."""
    data = drawer.fetch(REVOKED, f"key/{id}")
    return msgspec.json.decode(data, type=Revoked) if data is not None else None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
