"""Who is told: the subscriptions that cover what is due; where one person has several, one of
them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from projections.messages.subscriptions import PERSONAL, Due, Holder, Subscription, SubscriptionAt

FAILING = 3
"""Failures in a row after which a person's next way is taken, if there is one."""

OFFICIALS = ("director", "scorer")
"""Duties of links to tournaments whose holders are told what officials are."""


class Ownership(Struct, frozen=True):
    """Whose a game or tournament is: the key it belongs to, and the tags by which it is in a hall
    (none: in no hall). `tournament` is the one that a game is of."""

    owner: str
    tags: tuple[str, ...] = ()
    tournament: str = ""


Asked = tuple[Due, Ownership, Iterable[SubscriptionAt]]
"""Something to be told, whose that is about, and the subscriptions that may be told of it."""


def covers(subscription: Subscription, game: str, owned: Ownership) -> bool:
    """Whether a subscription is about a game or tournament, and its holder may see that."""
    return subscription.game in ("", game) and sees(subscription.holder, game, owned)


def sees(holder: Holder, game: str, owned: Ownership) -> bool:
    """Whether a key or link covers a game or tournament; that it still holds is another
    question."""
    if holder.game:
        return holder.game == game
    if holder.owner:
        casefold = holder.tag.casefold()
        return holder.owner == owned.owner and any(tag.casefold() == casefold for tag in owned.tags)
    return holder.role == "operator" or holder.id == owned.owner


def addressed(holder: Holder, due: Due) -> tuple[bool, tuple[str, ...]]:
    """Whether a holder is told of something that it may see, and for which of its seats."""
    if holder.id == due.actor:
        return False, ()
    seats = tuple(seat for seat in holder.seats if seat in due.seats)
    if seats:
        return True, seats
    official = holder.role in ("arbiter", "organiser", "operator") or holder.duty in OFFICIALS
    return due.officials and official, ()


def addressees(asks: Iterable[Asked]) -> Iterator[tuple[Due, Subscription, tuple[str, ...]]]:
    """The subscriptions to tell of something that happened, each with what it is told and the seats
    that is about. What happens in a game of a tournament may be asked for twice, of the game and of
    the tournament: the first of them counts before the second.

    Of the ways that end at one person, by who holds them or by their address, the oldest one that
    works is taken; where none works, the oldest. A room is told once, and so is the program of one
    holder at one address.
    """
    ranked = []
    for number, (due, owned, there) in enumerate(asks):
        for at in there:
            subscription = at.subscription
            if (
                at.state in ("active", "parked")
                and not subscription.muted
                and due.about in subscription.about
                and covers(subscription, due.game, owned)
            ):
                is_told, seats = addressed(subscription.holder, due)
                if is_told:
                    rank = (
                        at.state != "active",
                        at.failures >= FAILING,
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
    """Who is reached by a subscription, as words that it shares with another which reaches the same
    one."""
    if subscription.way == "webhook":
        return {f"{subscription.way} {subscription.to} {subscription.holder.id}"}
    return {f"{subscription.way} {subscription.to}"} | (
        {f"holder {subscription.holder.id}"} if subscription.way in PERSONAL else set()
    )
