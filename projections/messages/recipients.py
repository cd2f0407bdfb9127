"""Recipients: the subscriptions that receive a message about an event. If a person has several,
only one of them is used."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from projections.messages.subscriptions import (
    PERSONAL,
    DueEvent,
    Holder,
    Subscription,
    SubscriptionAt,
)

FAILING = 3
"""The number of failures in a row after which a person's next subscription is used, if there is
one."""

OFFICIALS = ("director", "scorer")
"""The duties of tournament links whose holders receive the officials' messages."""


class Ownership(Struct, frozen=True):
    """What decides who may see a game or tournament: the id of the key that owns it, the tags that
    put it in a hall (empty: in none), and the `tournament` a game belongs to ("": none)."""

    owner: str
    tags: tuple[str, ...] = ()
    tournament: str = ""


Asked = tuple[DueEvent, Ownership, Iterable[SubscriptionAt]]
"""An event, the ownership of its game or tournament, and the subscriptions to consider."""


def covers(subscription: Subscription, game: str, owned: Ownership) -> bool:
    """Whether a subscription is about this game or tournament, and its holder may see it."""
    return subscription.game in ("", game) and sees(subscription.holder, game, owned)


def sees(holder: Holder, game: str, owned: Ownership) -> bool:
    """Whether a key or link gives access to a game or tournament. Whether it was revoked is not
    checked here."""
    if holder.game:
        return holder.game == game
    if holder.owner:
        casefold = holder.tag.casefold()
        return holder.owner == owned.owner and any(tag.casefold() == casefold for tag in owned.tags)
    return holder.role == "operator" or holder.id == owned.owner


def told_and_seats(holder: Holder, due: DueEvent) -> tuple[bool, tuple[str, ...]]:
    """Whether a holder who may see an event is told of it, and those of their seats that it
    concerns. The one who caused an event is not told."""
    if holder.id == due.actor:
        return False, ()
    seats = tuple(seat for seat in holder.seats if seat in due.seats)
    if seats:
        return True, seats
    official = holder.role in ("arbiter", "organiser", "operator") or holder.duty in OFFICIALS
    return due.officials and official, ()


def addressees(asks: Iterable[Asked]) -> Iterator[tuple[DueEvent, Subscription, tuple[str, ...]]]:
    """The subscriptions that receive a message about events, each with its event and the seats that
    it concerns. An event in a tournament's game may be given twice, for the game and for the
    tournament; the game's subscriptions are then preferred.

    If several subscriptions reach one person, by holder or address, the oldest working one is used;
    if none works, the oldest. A room gets a message only once, and so does a holder's program at
    one address.
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
                is_told, seats = told_and_seats(subscription.holder, due)
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
    """Keys of a subscription's receiver. Two subscriptions with a common key reach the same
    receiver."""
    if subscription.way == "webhook":
        return {f"{subscription.way} {subscription.to} {subscription.holder.id}"}
    return {f"{subscription.way} {subscription.to}"} | (
        {f"holder {subscription.holder.id}"} if subscription.way in PERSONAL else set()
    )
