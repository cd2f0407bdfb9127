"""Who holds a key or link, by its id, which says nothing of the person; and whether what somebody
subscribed with still holds."""

from datetime import datetime

import msgspec

from api.web.access.answers import Hand
from api.web.access.caller import OPERATOR_ID, Caller
from api.web.access.keys import all_keys, keys_of
from api.web.access.links import ISSUED, Hall, Issued, Link, Links
from domain.game.record.records import GameOpened
from domain.kernel.key_values import KeyValueStore
from projections.messages.subscriptions import Holder


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
    expires = msgspec.json.decode(data, type=Issued).link.expires if data is not None else None
    return expires is None or now < expires
