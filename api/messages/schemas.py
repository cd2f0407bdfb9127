"""Answers about subscriptions and deliveries, as structs."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from projections.messages.subscriptions import (
    About,
    Counts,
    Delivery as Stored,
    DeliveryState,
    Digest,
    Form,
    Quiet,
    SubscriptionAt,
    SubscriptionState,
    Way,
)


class SubscriptionShown(Struct, frozen=True, kw_only=True):
    """A subscription as it stands. One `parked` was refused for good or failed for days, and is
    tried no more until it is resumed; one `ended` is over: the receiver wants nothing more, or the
    key or link it was made with holds no more."""

    id: str
    way: Way
    to: Annotated[
        str,
        Meta(
            description="The address; of somebody else's, for the operator, no more than the "
            "server."
        ),
    ]
    game: Annotated[
        str | None,
        Meta(
            description="The one game it is about; none: a tournament, or all that the key or "
            "hall covers."
        ),
    ]
    tournament: str | None
    about: tuple[About, ...]
    language: str
    quiet: Quiet | None
    digest: Digest | None
    muted: bool
    form: Annotated[
        Form, Meta(description="What a webhook gets: the message alone, or a CloudEvent.")
    ]
    made_at: datetime
    state: SubscriptionState
    failures: Annotated[int, Meta(description="How often in a row sending has failed.")]
    said: Annotated[str, Meta(description="Why it failed last, or ended.")]
    next: Annotated[
        datetime | None,
        Meta(
            description="When a receiver that fails again and again, or asked for a pause, is "
            "tried again."
        ),
    ]
    deliveries: Annotated[
        Counts, Meta(description="How many messages of the last 30 days stand how.")
    ]


class SubscriptionGiven(SubscriptionShown, frozen=True, kw_only=True):
    """A subscription with the secret that signs its webhooks, which is shown once."""

    secret: Annotated[
        str | None,
        Meta(description="For a library of Standard Webhooks: `whsec_…`; none for other ways."),
    ]


class SubscriptionPage(Struct, frozen=True):
    """One's own subscriptions, or for the operator everybody's, the oldest first."""

    subscriptions: tuple[SubscriptionShown, ...]


class DeliveryShown(Struct, frozen=True):
    """A message to one receiver: `id` is its `webhook-id`, the same however often it was sent. One
    `dropped` was of no use any more before it could be sent, or was refused for days by a receiver
    that takes others."""

    number: int
    id: str
    about: str
    game: Annotated[str | None, Meta(description="The game or tournament it is about.")]
    record: Annotated[int, Meta(description="The record that called for it; 0: none did.")]
    state: DeliveryState
    attempts: int
    made_at: datetime | None
    tried_at: datetime | None
    said: str


class DeliveryPage(Struct, frozen=True):
    """The deliveries of a subscription, the newest first; `next` is the `after` of the page that
    follows, if one does."""

    subscription: str
    deliveries: tuple[DeliveryShown, ...]
    next: int | None


class MessageQueued(Struct, frozen=True):
    """A message that was queued: its id."""

    id: str


def subscription_shown(
    subscription: SubscriptionAt, counts: Counts, *, own: bool
) -> SubscriptionShown:
    """A subscription for its holder, or for somebody else (`own` false)."""
    return SubscriptionShown(**_fields(subscription, counts, own=own))


def subscription_given(subscription: SubscriptionAt, counts: Counts) -> SubscriptionGiven:
    """A subscription with its secret, for its holder."""
    return SubscriptionGiven(
        **_fields(subscription, counts, own=True), secret=subscription.subscription.secret or None
    )


def _fields(standing: SubscriptionAt, counts: Counts, *, own: bool) -> dict[str, Any]:
    subscription = standing.subscription
    return {
        "id": subscription.id,
        "way": subscription.way,
        "to": subscription.to if own else _server(subscription.to),
        "game": None if subscription.tournament else subscription.game or None,
        "tournament": subscription.game if subscription.tournament else None,
        "about": subscription.about,
        "language": subscription.language,
        "quiet": subscription.quiet,
        "digest": subscription.digest,
        "muted": subscription.muted,
        "form": subscription.form,
        "made_at": subscription.at,
        "state": standing.state,
        "failures": standing.failures,
        "said": standing.said,
        "next": standing.before if standing.state == "active" else None,
        "deliveries": counts,
    }


def delivery_shown(delivery: Stored) -> DeliveryShown:
    return DeliveryShown(
        number=delivery.number,
        id=delivery.id,
        about=delivery.about,
        game=delivery.game or None,
        record=delivery.record,
        state=delivery.state,
        attempts=delivery.attempts,
        made_at=delivery.made,
        tried_at=delivery.tried,
        said=delivery.said,
    )


def _server(to: str) -> str:
    """Only the server of an address: the rest identifies or admits somebody."""
    if "://" not in to:
        return "…@" + to.rpartition("@")[2]
    scheme, _, path = to.partition("://")
    return f"{scheme}://{path.partition('/')[0].partition('?')[0]}/…"


NOTIFICATIONS: tuple[type[Struct], ...] = (
    SubscriptionShown,
    SubscriptionGiven,
    SubscriptionPage,
    DeliveryPage,
    MessageQueued,
)
