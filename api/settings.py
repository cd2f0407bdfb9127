"""What the operator decides about one app and its subjects."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from api.web.request.service import WebSettings, service
from projections.messages.subscriptions import SubscriptionStore


class Notifications(Struct, frozen=True):
    """Where people subscribe (nobody can, without it), whether e-mail can be sent, the public key
    that browsers are called with, if they can be, whether requests go out without TLS, too
    (`plain`: into networks that the operator lists), and whether one may go to an address."""

    subscriptions: SubscriptionStore | None = None
    mails: bool = False
    push_key: str = ""
    plain: bool = False
    may_be_asked: Callable[[str], bool] = lambda _: True


class AppSettings(WebSettings, frozen=True):
    """What the operator decides about one app."""

    embed_origins: frozenset[str] = frozenset()
    """The other sites that may show public games in their pages; `*`: all."""
    tables: Path | None = None
    """The folder of the tables for analysts, for the operator."""
    dumps: Path | None = None
    """The folder of those for everybody."""
    notifications: Notifications = Notifications()
    beacon: Callable[[str], bytes] = lambda _: b""
    """What the server of a public beacon has at a path; raises `OSError` or `HTTPException`."""


def app_settings() -> AppSettings:
    """The settings of the app that answers the request."""
    settings = service().settings
    assert isinstance(settings, AppSettings), "every app is made with them"
    return settings
