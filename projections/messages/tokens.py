"""Tokens in e-mails that confirm or end a subscription, signed with a secret of the service and
stored nowhere. And Standard Webhooks (standardwebhooks.com): headers, signatures, and secrets that
can be changed without losing messages."""

import base64
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Literal

from projections.messages.subscriptions import Subscription

Use = Literal["confirm", "stop"]


class Tokens:
    """Makes and verifies the tokens in e-mails. `secret`: the secret that signs links."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def confirm_page(self, subscription: str) -> str:
        return f"/notifications/confirm/{self.token('confirm', subscription)}"

    def stop_page(self, subscription: str) -> str:
        return f"/notifications/stop/{self.token('stop', subscription)}"

    def token(self, use: Use, subscription: str) -> str:
        mac = hmac.digest(
            self._secret, f"greffe/notifications@v1\n{use}\n{subscription}".encode(), "sha256"
        )[:18]
        return f"{subscription}.{base64.urlsafe_b64encode(mac).decode()}"

    def read(self, use: Use, token: str) -> str:
        """The id of the subscription that a token is for; empty if the token is not valid for this
        use."""
        subscription, _, _ = token.partition(".")
        good = hmac.compare_digest(
            self.token(use, subscription).encode(), token.encode("utf-8", "replace")
        )
        return subscription if good else ""


_PREFIX = "whsec_"
BOTH = timedelta(days=1)
"""How long an old secret signs webhooks beside a new one."""


def new_secret() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def signed_headers(
    subscription: Subscription, id: str, body: bytes, now: datetime
) -> dict[str, str]:
    """The headers of a webhook: its id, the time of this attempt (`now`), and a signature with each
    secret that is valid now."""
    stamp = str(int(now.timestamp()))
    keys = [
        subscription.secret,
        *(
            [subscription.before]
            if subscription.before
            and subscription.before_until is not None
            and now < subscription.before_until
            else []
        ),
    ]
    signed = f"{id}.{stamp}.".encode() + body
    macs = (
        hmac.digest(base64.b64decode(key.removeprefix(_PREFIX)), signed, "sha256") for key in keys
    )
    return {
        "Content-Type": "application/json",
        "User-Agent": "Greffe (webhooks)",
        "webhook-id": id,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(f"v1,{base64.b64encode(mac).decode()}" for mac in macs),
    }
