"""The operator's settings of one app and its subjects."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from api.web.request.service import WebSettings, service
from projections.messages.subscriptions import SubscriptionStore


class Notifications(Struct, frozen=True):
    """The settings of messages: the store of subscriptions (None: there are no messages), whether
    e-mail can be sent (`mails`), the public key for push messages to browsers ("": none), whether
    webhooks may be sent without TLS (`plain`), and a function that says whether messages may be
    sent to an address (`may_be_asked`)."""

    subscriptions: SubscriptionStore | None = None
    mails: bool = False
    push_key: str = ""
    plain: bool = False
    may_be_asked: Callable[[str], bool] = lambda _: True


class AppSettings(WebSettings, frozen=True):
    """The operator's settings of one app."""

    embed_origins: frozenset[str] = frozenset()
    """Other sites that may embed public games; `*`: all."""
    tables: Path | None = None
    """The folder of the operator's tables for analysts."""
    dumps: Path | None = None
    """The folder of the public tables."""
    notifications: Notifications = Notifications()
    beacon: Callable[[str], bytes] = lambda _: b""
    """Fetches a path of a public beacon's server. Raises `OSError` or `HTTPException`."""


def app_settings() -> AppSettings:
    """The settings of the app that answers the request."""
    settings = service().settings
    assert isinstance(settings, AppSettings), "every app is made with them"
    return settings
