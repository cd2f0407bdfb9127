"""Sending one message, or several as a digest, to the address of a subscription, in the way that it
names: mail, webhook, push, ntfy, Discord or Slack."""

import ssl
from collections.abc import Callable, Sequence
from datetime import datetime
from ipaddress import ip_network

import msgspec

from ops.messages import chat, mail, web_push
from ops.messages.retry_policy import NotAccepted, ReceiverGone, need_accepted
from ops.settings.config import Settings
from ops.settings.outgoing import UNREACHABLE, AllowedNetworks, NotAllowed, NotReached, send
from projections.messages.messages import CLOUD_EVENT, CloudMessage, Message
from projections.messages.subscriptions import Delivery, Subscription
from projections.messages.tokens import Tokens, signed_headers

UNREACHED = "not reached"

SECONDS = 15.0
"""The time limit for one exchange with a receiver, from the first byte sent to the last one
received."""


class Sender:
    """Sends messages in all ways that the settings allow. `clock`: the service's; `tokens`: for the
    unsubscribe links of e-mails; `secret`: the service's secret, from which the Web Push key is
    derived; `seconds`: the time limit."""

    def __init__(
        self,
        settings: Settings,
        tokens: Tokens,
        clock: Callable[[], datetime],
        secret: bytes,
        seconds: float = SECONDS,
    ) -> None:
        self._networks = tuple(ip_network(network) for network in settings.notify_networks.split())
        self._smtp, self._from = settings.smtp, settings.mail_from
        self._key = web_push.service_key(secret)
        self._tokens, self._clock, self._seconds = tokens, clock, seconds

    def __call__(self, subscription: Subscription, id: str, sent: Sequence[Delivery]) -> None:
        """Send deliveries of one subscription as one message with this id: one delivery, or several
        as a digest. Raises `NotAccepted`, `RefusedForGood` and `ReceiverGone`."""
        messages = [msgspec.json.decode(each.body, type=Message) for each in sent]
        if subscription.way == "mail":
            self._send_mail(subscription, id, messages)
        elif subscription.way == "webhook":
            cloud = subscription.form == "cloudevents"
            body = (
                msgspec.json.encode(CloudMessage.of(subscription, id, messages[0]))
                if cloud
                else sent[0].body
            )
            headers = signed_headers(subscription, id, body, self._clock())
            self._send_post(
                chat.Post(
                    subscription.to,
                    body,
                    {**headers, "Content-Type": CLOUD_EVENT} if cloud else headers,
                )
            )
        elif subscription.way == "push":
            self._send_push(subscription, messages)
        else:
            make = {"ntfy": chat.ntfy_post, "discord": chat.discord_post, "slack": chat.slack_post}[
                subscription.way
            ]
            self._send_post(make(subscription, id, messages))

    def _send_mail(self, subscription: Subscription, id: str, messages: Sequence[Message]) -> None:
        if not self._smtp:
            raise NotAccepted("no mail server is set")
        stop = subscription.base + self._tokens.stop_page(subscription.id)
        mail.send_email(
            self._smtp,
            self._from,
            mail.email_of(subscription, id, messages, self._from, stop, self._clock()),
        )

    def _send_push(self, subscription: Subscription, messages: list[Message]) -> None:
        contact = f"mailto:{self._from}" if self._from else subscription.base
        try:
            made = web_push.push_request(subscription, messages, self._key, contact, self._clock())
        except ValueError:
            raise ReceiverGone("its keys are none") from None
        self._send_post(made, gone=(404, 410))

    def _send_post(self, post: chat.Post, gone: tuple[int, ...] = (410,)) -> None:
        server = AllowedNetworks(self._networks, plain=post.url.startswith("http:"))
        try:
            reply = send(post.url, post.body, post.headers, server, self._seconds)
        except NotAllowed as e:
            raise NotAccepted(str(e)) from None
        except NotReached:
            raise NotAccepted(UNREACHED) from None
        except ssl.SSLError:
            raise NotAccepted("its certificate does not hold") from None
        except UNREACHABLE as e:
            raise NotAccepted(f"it does not answer ({type(e).__name__})") from None
        need_accepted(reply.status, reply.headers, self._clock(), gone)
