"""Pages about messages: a form for subscribing, the state of each subscription, and the pages to
which e-mails link.

Programs that request a link in an e-mail must not change anything by this. Therefore a page with a
button confirms or ends a subscription; or the mail program does so itself (RFC 8058).
"""

from typing import Any, get_args

from flask import Response, request
from msgspec import Struct
from msgspec.structs import replace

from api.game.subject import games_here
from api.messages.schemas import SubscriptionShown, subscription_shown
from api.messages.subscribing import (
    Subscribe,
    confirm_by_token,
    is_own,
    may_see_subscription,
    queue_test,
    rotate_once,
    stop_by_token,
    subscribe,
    subscription_store,
    visible_subscription,
)
from api.settings import app_settings
from api.tournament.subject import directing
from api.web.body import read_as
from api.web.forms.submission import Sent, Trouble, key_of_form_again, sent, submit
from api.web.pages.labels import add_labels
from api.web.pages.pages import anybody, duty, go, lang, needs, page, site, tell
from api.web.problems.problem import Problem
from api.web.request.service import caller, service
from domain.kernel.sentences import Sentences
from projections.messages.messages import failure_reason
from projections.messages.subscriptions import Counts, Subscription, SubscriptionAt, Way
from projections.messages.tokens import Tokens

add_labels(
    {
        "messages": Sentences("""
            webhook = Webhook
            mail = E-mail
            ntfy = ntfy (an app for phones)
            discord = Discord
            slack = Slack
            push = This browser
            active = switched on
            unconfirmed = waits: open the link in the e-mail that was sent there
            parked = parked: it was refused for good, or failed for days, and is not tried any more
            ended = over
        """),
    }
)


LISTED = 200  # subscriptions shown on a page at most, those that fail first


class SubscriptionScope(Struct, frozen=True):
    """What a page's subscriptions are about: a game, a tournament, or everything that the reader may
    follow (empty `kind`)."""

    kind: str = ""
    id: str = ""

    @property
    def base(self) -> str:
        return f"/{self.kind}/{self.id}/messages" if self.kind else "/messages"

    @property
    def is_tournament(self) -> bool:
        return self.kind == "tournaments"


class SubscriptionLine(Struct, frozen=True):
    """A subscription on a page. `own`: it is the reader's. `why`: why its last message was not
    delivered, in words (empty: it was)."""

    subscription: SubscriptionShown
    own: bool
    why: str


@site.get("/games/<game>/messages")
@needs("seat")
def show_messages(game: str) -> Response:
    return _subscriptions_page(SubscriptionScope("games", game))


@site.post("/games/<game>/messages")
@needs("seat")
def ask_for_messages(game: str) -> Response:
    games_here().opened(game)
    return _subscribe_from_form(SubscriptionScope("games", game))


@site.get("/tournaments/<tournament>/messages")
@needs("organiser")
@duty("director", "table", "scorer")
def show_tournament_messages(tournament: str) -> Response:
    directing().store.need_stream(tournament)
    return _subscriptions_page(SubscriptionScope("tournaments", tournament))


@site.post("/tournaments/<tournament>/messages")
@needs("organiser")
@duty("director", "table", "scorer")
def ask_for_tournament_messages(tournament: str) -> Response:
    directing().store.need_stream(tournament)
    return _subscribe_from_form(SubscriptionScope("tournaments", tournament))


@site.get("/messages")
@needs("organiser")
def show_all_messages() -> Response:
    return _subscriptions_page(SubscriptionScope())


@site.post("/messages")
@needs("organiser")
def ask_for_all_messages() -> Response:
    return _subscribe_from_form(SubscriptionScope())


@site.post("/games/<game>/messages/<subscription>/<deed>")
@needs("seat")
def look_after_message(game: str, subscription: str, deed: str) -> Response:
    return _answer_button(SubscriptionScope("games", game), subscription, deed)


@site.post("/tournaments/<tournament>/messages/<subscription>/<deed>")
@needs("organiser")
@duty("director", "table", "scorer")
def look_after_tournament_message(tournament: str, subscription: str, deed: str) -> Response:
    return _answer_button(SubscriptionScope("tournaments", tournament), subscription, deed)


@site.post("/messages/<subscription>/<deed>")
@needs("organiser")
def look_after_any_message(subscription: str, deed: str) -> Response:
    return _answer_button(SubscriptionScope(), subscription, deed)


@site.get("/notifications/confirm/<token>")
@anybody
def ask_to_confirm(token: str) -> Response:
    if not service().of(Tokens).read("confirm", token):
        raise Problem("unknown-subscription")
    return page("messages/link.html", what="confirm", done=False, token=token)


@site.post("/notifications/confirm/<token>")
@anybody
def confirm_address(token: str) -> Response:
    confirm_by_token(token)
    return page("messages/link.html", what="confirm", done=True)


@site.get("/notifications/stop/<token>")
@anybody
def ask_to_stop(token: str) -> Response:
    if not service().of(Tokens).read("stop", token):
        raise Problem("unknown-subscription")
    return page("messages/link.html", what="stop", done=False, token=token)


@site.post("/notifications/stop/<token>")
@anybody
def stop_messages(token: str) -> Response:
    stop_by_token(token)
    return page("messages/link.html", what="stop", done=True)


# -- inside ----------------------------------------------------------------------------------------


def _subscribe_from_form(about: SubscriptionScope) -> Response:
    def write() -> SubscriptionAt | Response:
        form = sent()
        made, _ = subscribe(
            read_as(Subscribe, _subscription_fields(form)),
            about.id,
            form.key,
            tournament=about.is_tournament,
        )
        return (
            _subscriptions_page(about, signing=made.subscription)
            if made.subscription.secret
            else made
        )

    return submit(write, lambda _: about.base, lambda trouble: _subscriptions_page(about, trouble))


def _answer_button(about: SubscriptionScope, id: str, deed: str) -> Response:
    """Answer a button beside a subscription: change the webhook's secret (`rotate`), or do what
    `_do_deed` does."""
    if deed == "rotate":
        return _subscriptions_page(about, signing=rotate_once(id, sent().key).subscription)
    _do_deed(id, deed)
    return go(about.base)


def _subscriptions_page(
    about: SubscriptionScope, trouble: Trouble | None = None, signing: Subscription | None = None
) -> Response:
    """The page of subscriptions. `signing` is a webhook's subscription that was just made, or whose
    secret was just changed: its secret is shown, only this once."""
    store, who = subscription_store(), caller()
    listed = [
        at
        for at in store.all()
        if (
            at.subscription.game == about.id and is_own(who, at)
            if about.id
            else may_see_subscription(who, at)
        )
    ]
    listed.sort(key=lambda at: (at.state == "active", at.failures == 0, at.subscription.at))
    return page(
        "messages/messages.html",
        trouble.status if trouble else 200,
        about=about,
        up="/me" if who.duty == "table" else "",
        lines=[
            _subscription_line(at, store.counts(at.subscription.id), own=is_own(who, at))
            for at in listed[:LISTED]
        ],
        more=max(0, len(listed) - LISTED),
        ways=[
            way
            for way in get_args(Way)
            if way != "push" and (way != "mail" or app_settings().notifications.mails)
        ],
        push_key=app_settings().notifications.push_key,
        trouble=trouble,
        form=request.form if trouble else {},
        key=key_of_form_again(trouble),
        signing=signing,
    )


def _subscription_line(
    subscription: SubscriptionAt, counts: Counts, *, own: bool
) -> SubscriptionLine:
    return SubscriptionLine(
        subscription_shown(subscription, counts, own=own),
        own,
        tell(failure_reason(subscription.said)) if subscription.said else "",
    )


def _subscription_fields(form: Sent) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "way": form.text("way"),
        "to": form.text("to"),
        "language": lang(),
        "token": form.text("token"),
    }
    if form.text("only") == "turn":
        fields["about"] = ["turn"]
    if form.text("start") or form.text("end"):
        fields["quiet"] = {
            "start": form.text("start"),
            "end": form.text("end"),
            "zone": form.text("zone") or "UTC",
        }
    if form.text("digest"):
        fields["digest"] = {"at": form.text("digest"), "zone": form.text("zone") or "UTC"}
    return fields


def _do_deed(id: str, deed: str) -> None:
    """End, resume, mute, unmute or test a subscription. Raises `not-found` for any other deed, and
    for testing a subscription that is not active."""
    found, store = visible_subscription(id), subscription_store()
    if deed == "end":
        store.remove(id)
    elif deed == "resume":
        store.resume(id)
    elif deed in ("mute", "unmute"):
        store.change(replace(found.subscription, muted=deed == "mute"))
    elif deed == "test" and found.state == "active":
        queue_test(found.subscription, f"test {sent().key}")
    else:
        raise Problem("not-found")
