"""Keys beside the operator's own: each with a scope, which is the role it gives. Only the SHA-256
of a key is kept.

A key is 32 random bytes, so that its plain hash cannot be worked back. It is shown once, when it is
made.
"""

import hashlib
import secrets
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from api.web.access.answers import Hand
from api.web.access.caller import OPERATOR_ID, Caller
from api.web.access.links import (
    ISSUED,
    REVOKED,
    Hall,
    Issued,
    Link,
    Links,
    Revoked,
    revocation_of,
    revoke_at,
)
from domain.game.record.records import GameOpened
from domain.kernel.ids import random_id
from domain.kernel.key_values import KeyValueStore, kept_as
from projections.messages.subscriptions import Holder

Scope = Literal["organiser", "operator"]

# Where the key-value store keeps keys, by their SHA-256 in hex; a revoked one is under
# `key/<SHA-256>` with the links that were revoked.
KIND = "key"

# Where it keeps which keys have an id: `<id>/<SHA-256>`, all keys with that id or none. Those of
# keys made before this index came are entered when an id is first looked for.
OF_ID = "key-of"


class Key(Struct, frozen=True):
    """A key without its secret. `id` is the actor that records name: a key made anew has the id of
    the one before, and with it its games. `label` tells keys apart for the people who administer
    them."""

    id: str
    scope: Scope
    label: str
    at: datetime


class KeyAt(Struct, frozen=True):
    key: Key
    revoked: Revoked | None


def make_key(
    key_values: KeyValueStore, scope: Scope, label: str, at: datetime, id: str = ""
) -> tuple[Key, str]:
    """Make a key, another with the same `id` if one is given: what is kept of it, and the key
    itself, which is kept nowhere."""
    secret = "greffe-" + secrets.token_urlsafe(32)
    if id:
        keys_of(key_values, id)
    key = Key(id or random_id(), scope, label, at)
    key_values.keep(OF_ID, f"{key.id}/{_hash(secret)}", b"")
    key_values.keep(KIND, _hash(secret), msgspec.json.encode(key))
    return key, secret


def known_key(key_values: KeyValueStore, secret: str) -> KeyAt | None:
    """The key that somebody presents; none if there is no such key."""
    return key_at(key_values, _hash(secret))


def key_at(key_values: KeyValueStore, digest: str) -> KeyAt | None:
    """The key with this SHA-256 in hex; none if there is no such key."""
    key = kept_as(Key, key_values.fetch(KIND, digest))
    return None if key is None else KeyAt(key, revocation_of(key_values, REVOKED, f"key/{digest}"))


def all_keys(key_values: KeyValueStore) -> list[KeyAt]:
    made = (key_at(key_values, digest) for digest, _ in key_values.items(KIND))
    return sorted(filter(None, made), key=lambda at: (at.key.at, at.key.id))


def keys_of(key_values: KeyValueStore, id: str) -> list[KeyAt]:
    result = [
        item
        for digest in _digests(key_values, id)
        if (item := key_at(key_values, digest)) is not None
    ]
    return sorted(result, key=lambda item: item.key.at)


def revoke_keys(key_values: KeyValueStore, id: str, at: datetime, actor: str) -> None:
    for digest in _digests(key_values, id):
        revoke_at(key_values, REVOKED, f"key/{digest}", at, actor)


def _digests(key_values: KeyValueStore, id: str) -> list[str]:
    """The SHA-256 of the keys with an id. The newest is entered first: a process that stops in
    between leaves the one that holds."""
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


class Actors:
    """The actors of one game. Without `links`, whose secret another may hold, those of links are
    not known."""

    def __init__(
        self, key_values: KeyValueStore, links: Links | None, game: str, opened: GameOpened
    ) -> None:
        self._known = {OPERATOR_ID: Hand(OPERATOR_ID, "operator")}
        for result in all_keys(key_values):
            self._known[result.key.id] = Hand(result.key.id, result.key.scope)
        for issued in links.all(game, opened) if links else ():
            link = issued.link
            self._known[link.id] = Hand(link.id, link.role, link.seats)
        for issued in links.halls(opened.administered_by) if links else ():
            self._known[issued.link.id] = Hand(issued.link.id, issued.link.role)

    def of(self, actor: str) -> Hand:
        return self._known.get(actor) or Hand(actor, None)


def holder_of(who: Caller) -> Holder:
    owner, tag = (who.hall.owner, who.hall.tag) if who.hall else ("", "")
    return Holder(
        who.id, who.role, "" if who.hall else who.game, who.seats, owner, tag, who.duty or ""
    )


def holds(key_values: KeyValueStore, links: Links, holder: Holder, now: datetime) -> bool:
    """Whether a key or link still lets its bearer in: it was not revoked, and its time is not
    over."""
    if not holder.game and not holder.owner:
        return holder.id == OPERATOR_ID or any(
            item.revoked is None for item in keys_of(key_values, holder.id)
        )
    hall = Hall(holder.owner, holder.tag) if holder.owner else None
    link = Link(holder.id, holder.game, "spectator", hall=hall)
    if links.revocation(link) is not None:
        return False
    data = key_values.fetch(ISSUED, f"{link.place}/{link.id}")
    issued = kept_as(Issued, data)
    if issued is None:
        return data is None
    return issued.link.expires is None or now < issued.link.expires
