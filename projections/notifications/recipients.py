"""Who is told: the subscriptions that cover what is due; where one person has several, one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from projections.notifications.due import Due
from projections.notifications.subscriptions import PERSONAL, Holder, Subscription, SubscriptionAt

FAILING = 3
"""Failures in a row after which a person's next way is taken, if there is one."""

OFFICIALS = ("director", "scorer")
"""Duties of links to tournaments whose holders are told what officials are."""


class Ownership(Struct, frozen=True):
    """Whose a game or tournament is: the key it belongs to, and the tags by which it is in a hall (none: in no hall). `tournament`
    is the one that a game is of."""

    owner: str
    tags: tuple[str, ...] = ()
    tournament: str = ""


def covers(one: Subscription, game: str, owned: Ownership) -> bool:
    """Whether a subscription is about a game or tournament, and its holder may see that."""
    if one.game:
        return one.game == game and sees(one.holder, game, owned)
    return sees(one.holder, game, owned)


def sees(holder: Holder, game: str, owned: Ownership) -> bool:
    """Whether a key or link covers a game or tournament; that it still holds is another question."""
    if holder.game:
        return holder.game == game
    if holder.owner:
        wanted = holder.tag.casefold()
        return holder.owner == owned.owner and any(tag.casefold() == wanted for tag in owned.tags)
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


def told(due: Due, owned: Ownership, there: Iterable[SubscriptionAt]) -> Iterator[tuple[Subscription, tuple[str, ...]]]:
    """The subscriptions to tell, each with the seats it is about. Of the ways that end at one person, by who holds them or by their
    address, the oldest one that works is taken; where none works, the oldest."""
    found: list[tuple[SubscriptionAt, tuple[str, ...]]] = []
    for at in there:
        one = at.subscription
        if at.state in ("active", "parked") and not one.muted and due.about in one.about and covers(one, due.game, owned):
            is_told, seats = addressed(one.holder, due)
            if is_told:
                found.append((at, seats))
    found.sort(
        key=lambda pair: (pair[0].state != "active", pair[0].failures >= FAILING, pair[0].subscription.at, pair[0].subscription.id)
    )
    persons: set[str] = set()
    for at, seats in found:
        one = at.subscription
        if one.way in PERSONAL:
            person = {f"holder {one.holder.id}", f"{one.way} {one.to}"}
            if person & persons:
                continue
            persons |= person
        yield one, seats
