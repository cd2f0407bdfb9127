"""The links in e-mails: one confirms an address, another ends a subscription. Programs that open links change nothing by it: a
button does, or the mail program's own (RFC 8058)."""

from __future__ import annotations

from flask import Response

from api.problems.problem import Problem
from api.request.service import service
from api.resources.admin.subscriptions import confirmed, subscription_store
from api.site.kit.pages import anybody, page, site


@site.get("/notifications/confirm/<token>")
@anybody
def ask_to_confirm(token: str) -> Response:
    """Ask whether messages may come to an address."""
    if not service().tokens.read("confirm", token):
        raise Problem("unknown-subscription")
    return page("watch/message_link.html", what="confirm", done=False)


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
    return page("watch/message_link.html", what="stop", done=False)


@site.post("/notifications/stop/<token>")
@anybody
def stop_messages(token: str) -> Response:
    """End a subscription; once it is ended, asking for it again changes nothing."""
    id = service().tokens.read("stop", token)
    if not id:
        raise Problem("unknown-subscription")
    subscription_store().remove(id)
    return page("watch/message_link.html", what="stop", done=True)
