"""The use cases of subscriptions, for the API and the pages."""

import hashlib
import re
from datetime import timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from api.game.subject import game_clerk
from api.messages.holders import holder_of
from api.settings import app_settings
from api.web.access.caller import Caller
from api.web.body import invalid_fields
from api.web.problems.problem import Problem, requested_language
from api.web.request.service import caller, is_on_trial, service
from domain.kernel.faults import Fault
from domain.kernel.text import LANGS, Text
from projections.messages.messages import message_without_game
from projections.messages.subscriptions import (
    ABOUT,
    PERSONAL,
    About,
    Digest,
    Form,
    Quiet,
    Subscription,
    SubscriptionAt,
    SubscriptionStore,
    Way,
    address_fault,
    time_zone,
)
from projections.messages.tokens import BOTH, Tokens, new_secret

TESTS, NEWEST = 10, 200  # tests of a subscription in an hour, among so many newest messages
OF_LINK, OF_KEY = 10, 200  # subscriptions that one link, and one key, can have at most

# A point of P-256 that is not compressed, and 16 bytes, in base64 as the web has it.
_BROWSER = re.compile(r"B[A-Za-z0-9_-]{86}\.[A-Za-z0-9_-]{22}")


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """The preferences of a subscription: what it is about, and when nothing is sent."""

    about: Annotated[
        tuple[About, ...],
        Meta(description="What of; everything without it.", min_length=1, max_length=16),
    ] = ABOUT
    language: Annotated[
        str,
        Meta(description="The language of messages to people; without it, yours.", max_length=16),
    ] = ""
    quiet: Annotated[
        Quiet | None, Meta(description="Hours in which nothing is sent; it is sent after them.")
    ] = None
    digest: Annotated[
        Digest | None, Meta(description="Everything of a day in one message, for ways to a person.")
    ] = None
    muted: Annotated[bool, Meta(description="Whether nothing is told for now.")] = False


class Subscribe(Preferences, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request to be sent messages: how, to which address, and the preferences."""

    way: Annotated[Way, Meta(description="How.")]
    to: Annotated[
        str,
        Meta(
            description="An address of that way: https://…, or an e-mail address.", max_length=500
        ),
    ]
    token: Annotated[
        str,
        Meta(
            description="ntfy's access token, if it needs one; a browser's keys, `p256dh.auth`.",
            pattern="^[!-~]*$",
            max_length=200,
        ),
    ] = ""
    form: Annotated[
        Form,
        Meta(
            description="What a webhook gets: the message alone, or as the data of a CloudEvent "
            "1.0."
        ),
    ] = "plain"


def subscription_store() -> SubscriptionStore:
    """The store of subscriptions. Raises `notifications-off` if this service has none."""
    store = app_settings().notifications.subscriptions
    if store is None:
        raise Problem("notifications-off")
    return store


def is_own(who: Caller, subscription: SubscriptionAt) -> bool:
    return subscription.subscription.holder == holder_of(who)


def may_see_subscription(who: Caller, subscription: SubscriptionAt) -> bool:
    return is_own(who, subscription) or who.at_least("operator")


def visible_subscription(id: str) -> SubscriptionAt:
    """A subscription that the caller may see, by id. Raises `unknown-subscription`."""
    at = subscription_store().find(id)
    if at is None or not may_see_subscription(caller(), at):
        raise Problem("unknown-subscription")
    return at


def subscription_refused(text: Text) -> Problem:
    return Problem("subscription-refused", text)


NOT_ALLOWED = Text(
    "This address is in a network that the service may not send to: give a public one, or ask the "
    "operator to list the network "
    "in GREFFE_NOTIFY_NETWORKS."
)


def confirm_by_token(token: str) -> str:
    """Confirm a subscription with the token from its e-mail. Returns its id. Raises
    `unknown-subscription`."""
    id = service().of(Tokens).read("confirm", token)
    if not id or not subscription_store().confirm(id):
        raise Problem("unknown-subscription")
    return id


def stop_by_token(token: str) -> None:
    """End a subscription with the token from one of its e-mails; repeating it changes nothing.
    Raises `unknown-subscription` for an invalid token."""
    id = service().of(Tokens).read("stop", token)
    if not id:
        raise Problem("unknown-subscription")
    subscription_store().remove(id)


def subscribe(
    wish: Subscribe, game: str, request: str, *, tournament: bool = False
) -> tuple[SubscriptionAt, bool]:
    """Create a subscription for the caller, or find the one that was created before with the
    idempotency key `request`. Returns it, and whether it existed. `game` is the id of a game or,
    with `tournament`, of a tournament; empty for all. Raises `invalid-fields`, `key-reused` and
    `subscription-refused`."""
    app, store, holder = service(), subscription_store(), holder_of(caller())
    id = hashlib.sha256(
        f"{app.of(Tokens).token('stop', holder.id)}\n{request}".encode()
    ).hexdigest()[:20]
    before = store.find(id)
    if before is not None:
        if (before.subscription.way, before.subscription.to, before.subscription.game) != (
            wish.way,
            wish.to,
            game,
        ):
            raise Problem("key-reused")
        return before, True
    if is_on_trial(caller()):
        raise Problem("subscription-refused", Text("A trial sends no messages."))
    need_valid_preferences(wish, wish.way)
    if wrong := address_fault(wish.way, wish.to, plain=app_settings().notifications.plain):
        raise invalid_fields((Fault("/to", wrong),))
    if wish.way != "mail" and not app_settings().notifications.may_be_asked(wish.to):
        raise invalid_fields((Fault("/to", NOT_ALLOWED),))
    if wish.way == "push" and _BROWSER.fullmatch(wish.token) is None:
        raise invalid_fields(
            (
                Fault(
                    "/token",
                    Text(
                        "These are no keys of a browser: p256dh and auth, with a full stop "
                        "between them."
                    ),
                ),
            )
        )
    if wish.form != "plain" and wish.way != "webhook":
        raise invalid_fields((Fault("/form", Text("Only a webhook gets CloudEvents.")),))
    _need_may_subscribe(store.all(), wish, holder.id, game)
    now = game_clerk().clock()
    subscription = Subscription(
        id,
        holder,
        wish.way,
        wish.to,
        after=game_clerk().recorder.max_notification_id() or 0,
        at=now,
        game=game,
        tournament=tournament,
        base=app.address,
        secret=new_secret() if wish.way == "webhook" else "",
        token=wish.token,
        form=wish.form,
    )
    subscription = with_preferences(subscription, wish)
    store.add(subscription, confirmed=wish.way != "mail")
    if wish.way == "mail":
        queue_plain(
            subscription,
            "confirm",
            "confirm",
            subscription.base + app.of(Tokens).confirm_page(subscription.id),
        )
    return store.find(id) or SubscriptionAt(subscription, "active"), False


def rotate_once(id: str, request: str) -> SubscriptionAt:
    """Change a webhook's secret, and return the subscription with the new one. If the last change
    was made with the idempotency key `request`, the secret stays as it is. Raises
    `subscription-refused`."""
    at = visible_subscription(id)
    if at.subscription.way != "webhook":
        raise subscription_refused(Text("Only webhooks are signed."))
    if not is_own(caller(), at):
        raise subscription_refused(
            Text("Whoever subscribed changes the secret: nobody else is to know it.")
        )
    if at.subscription.rotated == request:
        return at
    subscription, now = at.subscription, game_clerk().clock()
    changed = replace(
        subscription,
        secret=new_secret(),
        before=subscription.secret,
        before_until=now + BOTH,
        rotated=request,
    )
    subscription_store().change(changed)
    return visible_subscription(id)


def queue_test(subscription: Subscription, request: str) -> str:
    """Queue a test message, once for each idempotency key `request`. Returns the message's id.
    Raises `subscription-refused` after `TESTS` within an hour."""
    since = game_clerk().clock() - timedelta(hours=1)
    there = subscription_store().deliveries(subscription.id, 0, NEWEST)
    tests = [sent for sent in there if sent.about == "test" and (sent.made or since) > since]
    if len(tests) >= TESTS and _message_id(subscription, request) not in [x.id for x in tests]:
        raise subscription_refused(
            Text("{most} tests were sent within an hour: wait a while.", most=TESTS)
        )
    return queue_plain(subscription, "test", request, subscription.base + "/")


def queue_plain(subscription: Subscription, kind: str, request: str, link: str) -> str:
    """Queue a message of this `kind`: a test, or a request for confirmation. `link` is the address
    in it. Returns the message's id, which is derived from `request`, so that a retry adds none."""
    now = game_clerk().clock()
    id = _message_id(subscription, request)
    subscription_store().put(
        subscription.id, id, kind, msgspec.json.encode(message_without_game(kind, now, link)), now
    )
    return id


def _message_id(subscription: Subscription, request: str) -> str:
    return "msg_" + hashlib.sha256(f"{subscription.id}\n{request}".encode()).hexdigest()[:32]


# -- inside ----------------------------------------------------------------------------------------


def with_preferences(subscription: Subscription, preferences: Preferences) -> Subscription:
    return replace(
        subscription,
        about=tuple(dict.fromkeys(preferences.about)),
        language=preferences.language or requested_language(),
        quiet=preferences.quiet,
        digest=preferences.digest,
        muted=preferences.muted,
    )


def need_valid_preferences(preferences: Preferences, way: Way) -> None:
    """Raise `invalid-fields` for an unknown language or time zone, and for a digest by a `way` that
    does not reach a person."""
    faults = []
    if preferences.language and preferences.language not in LANGS:
        faults.append(
            Fault(
                "/language",
                Text("There is no such language here: there are {langs}.", langs=", ".join(LANGS)),
            )
        )
    for pointer, named in (
        ("/quiet/zone", preferences.quiet),
        ("/digest/zone", preferences.digest),
    ):
        if named is not None and time_zone(named.zone) is None:
            faults.append(
                Fault(pointer, Text("There is no such time zone: give one such as Europe/Paris."))
            )
    if preferences.digest is not None and way not in PERSONAL:
        faults.append(
            Fault("/digest", Text("A digest is for a person: by e-mail, ntfy or a browser."))
        )
    if faults:
        raise invalid_fields(tuple(faults))


def _need_may_subscribe(
    stored: tuple[SubscriptionAt, ...], wish: Subscribe, holder: str, game: str
) -> None:
    """Raise `subscription-refused` if the holder has too many subscriptions or already this one, if
    the service cannot send in this way, or if the e-mail address was already asked to confirm."""
    mine = [
        at.subscription
        for at in stored
        if at.subscription.holder.id == holder and at.state != "ended"
    ]
    most = OF_LINK if caller().to or caller().group else OF_KEY
    if len(mine) >= most:
        raise subscription_refused(
            Text(
                "There are {most} subscriptions with this key or link already: end one first.",
                most=most,
            )
        )
    if any(
        (subscription.way, subscription.to, subscription.game) == (wish.way, wish.to, game)
        for subscription in mine
    ):
        raise subscription_refused(Text("This address is told of it already."))
    if wish.way == "push" and not app_settings().notifications.push_key:
        raise subscription_refused(Text("This service cannot call browsers."))
    if wish.way == "mail":
        if not app_settings().notifications.mails:
            raise subscription_refused(
                Text(
                    "This service sends no e-mail: its operator names a mail server with "
                    "GREFFE_SMTP."
                )
            )
        asked_before = (
            at
            for at in stored
            if at.state == "unconfirmed" and at.subscription.to.casefold() == wish.to.casefold()
        )
        if any(asked_before):
            raise subscription_refused(
                Text("This address was asked to confirm already: open the link in that e-mail.")
            )
