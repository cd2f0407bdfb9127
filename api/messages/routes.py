"""Subscriptions in the API: about what, to which address, and the state of each message."""

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.game.subject import games_here
from api.messages.schemas import (
    DeliveryPage,
    MessageQueued,
    SubscriptionPage,
    delivery_shown,
    subscription_given,
    subscription_shown,
)
from api.messages.subscribing import (
    Preferences,
    Subscribe,
    confirm_by_token,
    is_own,
    may_see_subscription,
    need_valid_preferences,
    queue_test,
    rotate_once,
    subscribe,
    subscription_refused,
    subscription_store,
    visible_subscription,
    with_preferences,
)
from api.tournament.subject import directing
from api.web.request.blueprint import REPLAY, Blueprint, idempotency_key
from api.web.request.responses import reply
from api.web.request.service import caller
from domain.kernel.text import Text

blueprint = Blueprint(
    "subscriptions",
    __name__,
    description="Who is told of what, by webhook, e-mail, ntfy, Discord or Slack.",
)

PAGE = 100


class ConfirmAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """The token in the link of the e-mail that asks for a confirmation."""

    token: Annotated[str, Meta(max_length=200)]


class DeliveriesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(description="The `next` of the page before.", ge=0, le=2**53)] = 0


_EXAMPLE = {"way": "webhook", "to": "https://club.example/greffe"}


@blueprint.route("/games/<game>/subscriptions", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(Subscribe, example=_EXAMPLE)
@blueprint.opens
@blueprint.answers(201, "SubscriptionGiven", "Messages come from now on.", headers=REPLAY)
@blueprint.refuses("unknown-game", "subscription-refused", "notifications-off")
def subscribe_to_game(body: Subscribe, game: str) -> Response:
    """Subscribe to a game: whose turn it is, proposals to take back, claims, rulings, its end."""
    games_here().opened(game)
    return _subscribe(body, game)


@blueprint.route("/tournaments/<tournament>/subscriptions", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("director", "table", "scorer")
@blueprint.takes(Subscribe, example=_EXAMPLE)
@blueprint.opens
@blueprint.answers(201, "SubscriptionGiven", "Messages come from now on.", headers=REPLAY)
@blueprint.refuses("unknown-tournament", "subscription-refused", "notifications-off")
def subscribe_to_tournament(body: Subscribe, tournament: str) -> Response:
    """Subscribe to a tournament: pairings, and results that wait."""
    directing().store.need_stream(tournament)
    return _subscribe(body, tournament, tournament=True)


@blueprint.route("/subscriptions", methods=["POST"])
@blueprint.needs("arbiter")
@blueprint.takes(Subscribe, example=_EXAMPLE)
@blueprint.opens
@blueprint.answers(201, "SubscriptionGiven", "Messages come from now on.", headers=REPLAY)
@blueprint.refuses("subscription-refused", "notifications-off")
def subscribe_to_all(body: Subscribe) -> Response:
    """Subscribe to every game and tournament that the caller's key or link covers, now or later."""
    return _subscribe(body, caller().to)


@blueprint.route("/subscriptions")
@blueprint.needs("spectator")
@blueprint.answers(200, "SubscriptionPage")
@blueprint.refuses("store-unavailable", "notifications-off")
def list_subscriptions() -> Response:
    """List the subscriptions made with the caller's key or link; the operator's key lists all."""
    store, who = subscription_store(), caller()
    listed = (at for at in store.all() if may_see_subscription(who, at))
    return reply(
        SubscriptionPage(
            tuple(
                subscription_shown(at, store.counts(at.subscription.id), own=is_own(who, at))
                for at in listed
            )
        )
    )


@blueprint.route("/subscriptions/<subscription>")
@blueprint.needs("spectator")
@blueprint.answers(200, "SubscriptionShown")
@blueprint.refuses("unknown-subscription", "store-unavailable", "notifications-off")
def show_subscription(subscription: str) -> Response:
    """Show a subscription and its state."""
    at = visible_subscription(subscription)
    return reply(
        subscription_shown(at, subscription_store().counts(subscription), own=is_own(caller(), at))
    )


@blueprint.route("/subscriptions/<subscription>/preferences", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.takes(
    Preferences, example={"quiet": {"start": "22:00", "end": "08:00", "zone": "Europe/Paris"}}
)
@blueprint.answers(200, "SubscriptionShown", "They hold from now on.")
@blueprint.refuses("unknown-subscription", "store-unavailable", "notifications-off")
def change_subscription(body: Preferences, subscription: str) -> Response:
    """Replace the preferences of a subscription: what it is about, and when nothing is sent. Fields
    that are left out get their defaults."""
    at = visible_subscription(subscription)
    need_valid_preferences(body, at.subscription.way)
    subscription_store().change(with_preferences(at.subscription, body))
    return show_subscription(subscription)


@blueprint.route("/subscriptions/<subscription>/test", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.opens
@blueprint.answers(
    202, "MessageQueued", "It is sent soon: the deliveries say what became of it.", headers=REPLAY
)
@blueprint.refuses("unknown-subscription", "subscription-refused", "notifications-off")
def test_subscription(subscription: str) -> Response:
    """Send a message to try whether it arrives. It goes through the same queue as all others."""
    at = visible_subscription(subscription)
    if at.state != "active":
        raise subscription_refused(
            Text("Only an active subscription is sent anything: confirm or resume it first.")
        )
    id = queue_test(at.subscription, f"test {idempotency_key()}")
    return reply(MessageQueued(id), 202)


@blueprint.route("/subscriptions/<subscription>/rotate", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.opens
@blueprint.answers(200, "SubscriptionGiven", "The secret before signs beside it for a day.")
@blueprint.refuses("unknown-subscription", "subscription-refused", "notifications-off")
def rotate_secret(subscription: str) -> Response:
    """Change the secret that signs webhooks. For a day each message is signed with both secrets, so
    that the receiver can accept all."""
    return reply(
        subscription_given(
            rotate_once(subscription, idempotency_key()), subscription_store().counts(subscription)
        )
    )


@blueprint.route("/subscriptions/<subscription>/resume", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.answers(200, "SubscriptionShown", "What was parked is tried again.")
@blueprint.refuses("unknown-subscription", "store-unavailable", "notifications-off")
def resume_subscription(subscription: str) -> Response:
    """Try again at once to send messages that wait after failures, or whose subscription is parked.
    Resuming a subscription that works changes nothing."""
    subscription_store().resume(visible_subscription(subscription).subscription.id)
    return show_subscription(subscription)


@blueprint.route("/subscriptions/<subscription>/end", methods=["POST"])
@blueprint.needs("spectator")
@blueprint.answers(200, "SubscriptionPage", "Nothing is sent any more.")
@blueprint.refuses("unknown-subscription", "store-unavailable", "notifications-off")
def end_subscription(subscription: str) -> Response:
    """End a subscription at once, and delete its address and all messages that wait for it. The
    answer lists the remaining subscriptions."""
    subscription_store().remove(visible_subscription(subscription).subscription.id)
    return list_subscriptions()


@blueprint.route("/subscriptions/<subscription>/deliveries")
@blueprint.needs("spectator")
@blueprint.asks(DeliveriesQuery)
@blueprint.answers(200, "DeliveryPage")
@blueprint.refuses("unknown-subscription", "store-unavailable", "notifications-off")
def list_deliveries(query: DeliveriesQuery, subscription: str) -> Response:
    """List the messages of the last 30 days to a subscription, each with its state."""
    visible_subscription(subscription)
    deliveries = subscription_store().deliveries(subscription, query.after, PAGE + 1)
    page = deliveries[:PAGE]
    following = page[-1].number if len(deliveries) > PAGE else None
    return reply(DeliveryPage(subscription, tuple(map(delivery_shown, page)), following))


@blueprint.route("/subscriptions/confirm", methods=["POST"])
@blueprint.open
@blueprint.takes(ConfirmAddress, example={"token": "…"})
@blueprint.answers(
    200, "MessageQueued", "Messages come from now on; this is the subscription's id."
)
@blueprint.refuses("unknown-subscription", "store-unavailable", "notifications-off")
def confirm_subscription(body: ConfirmAddress) -> Response:
    """Confirm that messages may be sent to an e-mail address, with the token that was sent
    there."""
    return reply(MessageQueued(confirm_by_token(body.token)))


# -- inside ----------------------------------------------------------------------------------------


def _subscribe(wish: Subscribe, game: str, *, tournament: bool = False) -> Response:
    at, again = subscribe(wish, game, idempotency_key(), tournament=tournament)
    counts = subscription_store().counts(at.subscription.id)
    return reply(
        subscription_given(at, counts), 201, **({"Idempotent-Replay": "true"} if again else {})
    )
