"""The keys and links that somebody subscribed with: noted as they came, and asked later whether they still hold."""

from __future__ import annotations

from datetime import datetime

import msgspec

from api.access.caller import OPERATOR_ID, Caller
from api.access.keys import all_keys
from api.access.links import ISSUED, Hall, Issued, Link, Links
from domain.store.key_values import KeyValueStore
from projections.notifications.subscriptions import Holder


def holder_of(who: Caller) -> Holder:
    """Whoever asks, as a subscription notes them."""
    owner, tag = (who.hall.owner, who.hall.tag) if who.hall else ("", "")
    return Holder(who.id, who.role, "" if who.hall else who.game, who.seats, owner, tag, who.duty or "")


def holds(key_values: KeyValueStore, links: Links, holder: Holder, now: datetime) -> bool:
    """Whether a key or link still lets its bearer in: it was not revoked, and its time is not over."""
    if not holder.game and not holder.owner:
        keys = (one for one in all_keys(key_values) if one.key.id == holder.id)
        return holder.id == OPERATOR_ID or any(one.revoked is None for one in keys)
    hall = Hall(holder.owner, holder.tag) if holder.owner else None
    link = Link(holder.id, holder.game, "spectator", hall=hall)
    if links.revocation(link) is not None:
        return False
    data = key_values.fetch(ISSUED, f"{link.place}/{link.id}")
    expires = msgspec.json.decode(data, type=Issued).link.expires if data is not None else None
    return expires is None or now < expires
