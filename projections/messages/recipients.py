"""Recipients: the subscriptions that cover an event. If a person has several, one of them is
used."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from projections.messages.subscriptions import PERSONAL, Due, Holder, Subscription, SubscriptionAt

FAILING = 3
"""After so many failures in a row a person's next subscription is used, if there is one."""

OFFICIALS = ("director", "scorer")
"""The duties of tournament links whose holders receive officials' messages."""


class Ownership(Struct, frozen=True):
    """The owner of a game or tournament, the tags that put it in a hall (empty: in none), and the
    `tournament` of a game."""

    owner: str
    tags: tuple[str, ...] = ()
    tournament: str = ""


Asked = tuple[Due, Ownership, Iterable[SubscriptionAt]]
"""An event, its ownership, and the subscriptions that may cover it."""


def covers(subscription: Subscription, game: str, owned: Ownership) -> bool:
    """Whether a subscription is about a game or tournament, and its holder may see that."""
    return subscription.game in ("", game) and sees(subscription.holder, game, owned)


def sees(holder: Holder, game: str, owned: Ownership) -> bool:
    """Whether a key or link covers a game or tournament; it may have been revoked since."""
    if holder.game:
        return holder.game == game
    if holder.owner:
        casefold = holder.tag.casefold()
        return holder.owner == owned.owner and any(tag.casefold() == casefold for tag in owned.tags)
    return holder.role == "operator" or holder.id == owned.owner


def addressed(holder: Holder, due: Due) -> tuple[bool, tuple[str, ...]]:
    """Whether a holder who may see an event is told of it, and for which of their seats."""
    if holder.id == due.actor:
        return False, ()
    seats = tuple(seat for seat in holder.seats if seat in due.seats)
    if seats:
        return True, seats
    official = holder.role in ("arbiter", "organiser", "operator") or holder.duty in OFFICIALS
    return due.officials and official, ()


def addressees(asks: Iterable[Asked]) -> Iterator[tuple[Due, Subscription, tuple[str, ...]]]:
    """The subscriptions that are told of events, each with its event and seats. An event in a
    tournament's game may be given twice, for the game and for the tournament; the game's
    subscriptions come first.

    Of subscriptions that reach one person, by holder or address, the oldest working one is used; if
    none works, the oldest. A room is told once, and so is a holder's program at one address.
    """
    ranked = []
    for number, (due, owned, subscribers) in enumerate(asks):
        for subscriber in subscribers:
            subscription = subscriber.subscription
            if (
                subscriber.state in ("active", "parked")
                and not subscription.muted
                and due.about in subscription.about
                and covers(subscription, due.game, owned)
            ):
                is_told, seats = addressed(subscription.holder, due)
                if is_told:
                    rank = (
                        subscriber.state != "active",
                        subscriber.failures >= FAILING,
                        number,
                        subscription.at,
                        subscription.id,
                    )
                    ranked.append((rank, due, subscription, seats))
    receivers: set[str] = set()
    for _, due, subscription, seats in sorted(ranked, key=lambda each: each[0]):
        ends_at = _receiver(subscription)
        if not ends_at & receivers:
            receivers |= ends_at
            yield due, subscription, seats


def _receiver(subscription: Subscription) -> set[str]:
    """Keys of the receiver of a subscription; two subscriptions that share one reach the same
    receiver."""
    if subscription.way == "webhook":
        return {f"{subscription.way} {subscription.to} {subscription.holder.id}"}
    return {f"{subscription.way} {subscription.to}"} | (
        {f"holder {subscription.holder.id}"} if subscription.way in PERSONAL else set()
    )
