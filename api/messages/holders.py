"""The holders of subscriptions: the key or link with which each was made, and whether that is still
valid."""

from datetime import datetime

from api.web.access.caller import OPERATOR_ID, SPECTATOR, Caller, Group
from api.web.access.keys import keys_of
from api.web.access.links import ISSUED, IssuedLink, Link, Links
from domain.kernel.key_values import KeyValueStore, kept_as
from projections.messages.subscriptions import Holder


def holder_of(who: Caller) -> Holder:
    owner, tag = (who.group.owner, who.group.tag) if who.group else ("", "")
    return Holder(
        who.id, who.role, "" if who.group else who.to, who.speaks_for, owner, tag, who.duty or ""
    )


def is_still_valid(key_values: KeyValueStore, links: Links, holder: Holder, now: datetime) -> bool:
    """Whether the key or link of a subscription is still valid: it is neither revoked nor
    expired."""
    if not holder.game and not holder.owner:
        return holder.id == OPERATOR_ID or any(
            item.revoked is None for item in keys_of(key_values, holder.id)
        )
    group = Group(holder.owner, holder.tag) if holder.owner else None
    link = Link(holder.id, holder.game, SPECTATOR, group=group)
    if links.revocation(link) is not None:
        return False
    data = key_values.fetch(ISSUED, f"{link.place}/{link.id}")
    issued = kept_as(IssuedLink, data)
    if issued is None:
        return data is None
    return issued.link.expires is None or now < issued.link.expires
