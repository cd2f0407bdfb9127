"""Messages on pages: a form that has somebody told, what became of each subscription, and the links in e-mails.

Programs that open a link in an e-mail change nothing by it: a button does, or the mail program's own (RFC 8058).
"""

from __future__ import annotations

from typing import Any, get_args

from flask import Response, request
from msgspec import Struct

from api.answers.notifications import SubscriptionShown, shown
from api.http.body import read_as
from api.problems.problem import Problem
from api.request.current import caller
from api.request.service import service
from api.resources.admin.subscriptions import (
    Subscribe,
    confirmed,
    find,
    is_own,
    may_see,
    queue_plain,
    subscribe,
    subscription_store,
)
from api.site.forms.submission import Sent, Trouble, key_again, sent, submit
from api.site.kit.pages import anybody, go, lang, needs, page, site, tell
from projections.notifications.reasons import reason
from projections.notifications.subscriptions import Counts, SubscriptionAt, Way

LISTED = 200
"""Subscriptions shown on a page at most, those that fail first."""


class Line(Struct, frozen=True):
    """A subscription on a page, whether it is the reader's own, and why it failed or ended."""

    one: SubscriptionShown
    own: bool
    why: str


@site.get("/games/<game>/messages")
@needs("seat")
def show_messages(game: str) -> Response:
    """One's own subscriptions to a game, and a form for another."""
    return _messages(game)


@site.post("/games/<game>/messages")
@needs("seat")
def ask_for_messages(game: str) -> Response:
    """Have oneself told of a game. Sent twice, it is asked for once."""
    service().opened(game)

    def write() -> SubscriptionAt:
        form = sent()
        return subscribe(read_as(Subscribe, _asked(form)), game, form.key)

    return submit(write, lambda _: f"/games/{game}/messages", lambda trouble: _messages(game, trouble))


@site.get("/messages")
@needs("organiser")
def show_all_messages() -> Response:
    """All of a key's subscriptions, or everybody's for the operator: what fails stands first."""
    return _messages("")


@site.post("/messages")
@needs("organiser")
def ask_for_all_messages() -> Response:
    """Have oneself told of all that one's key covers."""

    def write() -> SubscriptionAt:
        form = sent()
        return subscribe(read_as(Subscribe, _asked(form)), "", form.key)

    return submit(write, lambda _: "/messages", lambda trouble: _messages("", trouble))


@site.post("/games/<game>/messages/<subscription>/<deed>")
@needs("seat")
def look_after_message(game: str, subscription: str, deed: str) -> Response:
    """Try, resume or end one of one's subscriptions to a game."""
    _do(subscription, deed)
    return go(f"/games/{game}/messages")


@site.post("/messages/<subscription>/<deed>")
@needs("organiser")
def look_after_any_message(subscription: str, deed: str) -> Response:
    """The same of any that one may see."""
    _do(subscription, deed)
    return go("/messages")


@site.get("/notifications/confirm/<token>")
@anybody
def ask_to_confirm(token: str) -> Response:
    """Ask whether messages may come to an address."""
    if not service().tokens.read("confirm", token):
        raise Problem("unknown-subscription")
    return page("watch/message_link.html", what="confirm", done=False, token=token)


@site.post("/notifications/confirm/<token>")
@anybody
def confirm_address(token: str) -> Response:
    """Let messages come to an address."""
    confirmed(token)
    return page("watch/message_link.html", what="confirm", done=True)


@site.get("/notifications/stop/<token>")
@anybody
def ask_to_stop(token: str) -> Response:
    """Ask whether a subscription is to be ended."""
    if not service().tokens.read("stop", token):
        raise Problem("unknown-subscription")
    return page("watch/message_link.html", what="stop", done=False, token=token)


@site.post("/notifications/stop/<token>")
@anybody
def stop_messages(token: str) -> Response:
    """End a subscription; once it is ended, asking for it again changes nothing."""
    id = service().tokens.read("stop", token)
    if not id:
        raise Problem("unknown-subscription")
    subscription_store().remove(id)
    return page("watch/message_link.html", what="stop", done=True)


# -- inside --------------------------------------------------------------------------------------------------------------


def _messages(game: str, trouble: Trouble | None = None) -> Response:
    store, who = subscription_store(), caller()
    there = [at for at in store.all() if (at.subscription.game == game and is_own(who, at) if game else may_see(who, at))]
    there.sort(key=lambda at: (at.state == "active", at.failures == 0, at.subscription.at))
    return page(
        "watch/messages.html",
        trouble.status if trouble else 200,
        about=game,
        lines=[_line(at, store.counts(at.subscription.id), own=is_own(who, at)) for at in there[:LISTED]],
        more=max(0, len(there) - LISTED),
        ways=[way for way in get_args(Way) if way != "push" and (way != "mail" or service().mails)],
        push_key=service().push_key,
        trouble=trouble,
        form=request.form,
        key=key_again(trouble),
    )


def _line(at: SubscriptionAt, counts: Counts, *, own: bool) -> Line:
    return Line(shown(at, counts, own=own), own, tell(reason(at.said)) if at.said else "")


def _asked(form: Sent) -> dict[str, Any]:
    """What the form asks for, as the API takes it."""
    found: dict[str, Any] = {"way": form.text("way"), "to": form.text("to"), "language": lang(), "token": form.text("token")}
    if form.text("only") == "turn":
        found["about"] = ["turn"]
    if form.text("start") or form.text("end"):
        found["quiet"] = {"start": form.text("start"), "end": form.text("end"), "zone": form.text("zone") or "UTC"}
    return found


def _do(id: str, deed: str) -> None:
    at, store = find(id), subscription_store()
    if deed == "end":
        store.remove(id)
    elif deed == "resume":
        store.resume(id)
    elif deed == "test" and at.state == "active":
        form = sent()
        queue_plain(at.subscription, "test", f"test {form.key}", at.subscription.base + "/")
    else:
        raise Problem("not-found")
