"""Standard Webhooks (standardwebhooks.com): the headers, the signature, and a secret that changes without a gap."""

from __future__ import annotations

import base64
import hmac
import secrets
from datetime import datetime, timedelta

from projections.notifications.subscriptions import Subscription

PREFIX = "whsec_"
BOTH = timedelta(days=1)
"""How long the secret before signs beside a new one."""


def new_secret() -> str:
    """A secret of 24 bytes, as receivers take it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def headers(one: Subscription, id: str, body: bytes, now: datetime) -> dict[str, str]:
    """The headers of a webhook: its id, the time of the attempt, and a signature with each secret that is good now."""
    stamp = str(int(now.timestamp()))
    keys = [one.secret, *([one.before] if one.before and one.before_until is not None and now < one.before_until else [])]
    signed = f"{id}.{stamp}.".encode() + body
    signatures = " ".join(f"v1,{_signature(key, signed)}" for key in keys)
    return {
        "Content-Type": "application/json",
        "User-Agent": "Greffe (webhooks)",
        "webhook-id": id,
        "webhook-timestamp": stamp,
        "webhook-signature": signatures,
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
