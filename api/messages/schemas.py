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
    """A subscription and its state. `parked`: the receiver refused for good or failed for days, and
    nothing is sent until the subscription is resumed. `ended`: it is over, since the receiver wants
    nothing more, or the key or link with which it was made is no longer valid."""

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
    """A subscription with the secret that signs its webhooks, which is shown only once."""

    secret: Annotated[
        str | None,
        Meta(description="For a library of Standard Webhooks: `whsec_…`; none for other ways."),
    ]


class SubscriptionPage(Struct, frozen=True):
    """The caller's subscriptions, or for the operator everybody's, oldest first."""

    subscriptions: tuple[SubscriptionShown, ...]


class DeliveryShown(Struct, frozen=True):
    """A message to one receiver: `id` is its `webhook-id`, the same however often it is sent.
    `dropped`: it was no longer of use before it could be sent, or the receiver refused it for days
    but accepted others."""

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
    """The messages to a subscription, newest first; `next` is the value of `after` for the next
    page, or null."""

    subscription: str
    deliveries: tuple[DeliveryShown, ...]
    next: int | None


class MessageQueued(Struct, frozen=True):
    """The id of a message that was queued, or of the subscription that was confirmed."""

    id: str


def subscription_shown(
    subscription: SubscriptionAt, counts: Counts, *, own: bool
) -> SubscriptionShown:
    """The answer about a subscription. If it is not the reader's `own`, its address is cut down to
    the server."""
    return SubscriptionShown(**_subscription_fields(subscription, counts, own=own))


def subscription_given(subscription: SubscriptionAt, counts: Counts) -> SubscriptionGiven:
    """The answer about a subscription with its secret, for its holder."""
    return SubscriptionGiven(
        **_subscription_fields(subscription, counts, own=True),
        secret=subscription.subscription.secret or None,
    )


def _subscription_fields(standing: SubscriptionAt, counts: Counts, *, own: bool) -> dict[str, Any]:
    subscription = standing.subscription
    return {
        "id": subscription.id,
        "way": subscription.way,
        "to": subscription.to if own else _server_of(subscription.to),
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


def _server_of(to: str) -> str:
    """The server of an address, without the rest, which identifies somebody or gives access."""
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
