"""The HTTP requests that send messages to ntfy, Discord and Slack, in the subscription's
language."""

import json
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from projections.messages.messages import Message, sentence, subject
from projections.messages.subscriptions import Subscription


class Post(NamedTuple):
    """An HTTP POST request to send."""

    url: str
    body: bytes
    headers: dict[str, str]


def ntfy_post(subscription: Subscription, id: str, messages: Sequence[Message]) -> Post:
    """The request that publishes messages on a topic as JSON (docs.ntfy.sh/publish). It is sent to
    the server's root, with the subscription's access token if it has one."""
    parts = urlsplit(subscription.to)
    root, _, topic = parts.path.rpartition("/")
    words = "\n".join(sentence(each).printed(subscription.language) for each in messages)
    sent: dict[str, Any] = {
        "topic": topic,
        "title": subject(messages).printed(subscription.language),
        "message": words,
        "tags": ["game_die"],
    }
    if messages[0].data.link:
        sent["click"] = messages[0].data.link
    headers = {"Authorization": f"Bearer {subscription.token}"} if subscription.token else {}
    return _json_post(f"{parts.scheme}://{parts.netloc}{root}/", sent, id, headers)


def discord_post(subscription: Subscription, id: str, messages: Sequence[Message]) -> Post:
    """The request to a Discord webhook (Execute Webhook). Mentions in the text notify nobody."""
    words = "\n".join(
        f"{sentence(each).printed(subscription.language)} <{each.data.link}>" for each in messages
    )
    return _json_post(
        subscription.to, {"content": words, "allowed_mentions": {"parse": []}}, id, {}
    )


def slack_post(subscription: Subscription, id: str, messages: Sequence[Message]) -> Post:
    """The request to a Slack incoming webhook. Slack's three control characters are escaped."""
    text = "\n".join(
        f"{escape(sentence(each).printed(subscription.language), quote=False)} <{each.data.link}>"
        for each in messages
    )
    return _json_post(subscription.to, {"text": text, "unfurl_links": False}, id, {})


def _json_post(url: str, sent: dict[str, Any], id: str, headers: dict[str, str]) -> Post:
    """A request with a JSON body. `id`: the message's id, sent in a header, by which receivers
    recognise repeats."""
    body = json.dumps(sent, ensure_ascii=False).encode()
    return Post(
        url,
        body,
        {
            "Content-Type": "application/json",
            "User-Agent": "Greffe",
            "X-Greffe-Message": id,
            **headers,
        },
    )
