"""Tokens in e-mails: one confirms a subscription, another ends it. Nothing of them is kept; a secret of the service signs them."""

from __future__ import annotations

import base64
import hmac
from typing import Literal

Use = Literal["confirm", "stop"]


class Tokens:
    """Makes and reads tokens; `secret` is what signs links."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def confirm_page(self, subscription: str) -> str:
        """Where an address is confirmed."""
        return f"/notifications/confirm/{self.token('confirm', subscription)}"

    def stop_page(self, subscription: str) -> str:
        """Where a subscription is ended."""
        return f"/notifications/stop/{self.token('stop', subscription)}"

    def token(self, use: Use, subscription: str) -> str:
        """The token for a use of a subscription."""
        mac = hmac.digest(self._secret, f"greffe/notifications@v1\n{use}\n{subscription}".encode(), "sha256")[:18]
        return f"{subscription}.{base64.urlsafe_b64encode(mac).decode()}"

    def read(self, use: Use, token: str) -> str:
        """The subscription that a token is for; empty for one that we did not make for this use."""
        subscription, _, _ = token.partition(".")
        good = hmac.compare_digest(self.token(use, subscription).encode(), token.encode("utf-8", "replace"))
        return subscription if good else ""
