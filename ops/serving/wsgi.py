"""The web application, as each web process creates it after forking, with its own clerk."""

import gc
import os
from functools import cache, partial
from ipaddress import ip_network

from flask import Flask

from api import create_app
from api.routing import new_routes
from api.settings import AppSettings, Notifications
from api.web.access.rate_limits import Rates
from api.web.request.service import EXTENSION, Limits, Service
from domain.titles.prepared_types import prepare
from ops.log.folder import open_ledger
from ops.messages.store import NotificationStore
from ops.messages.web_push import public_key, service_key
from ops.settings.config import Settings
from ops.settings.keys import LOST_WITH_LINKS, read_key, secret_key
from ops.settings.logs import configure_logging
from ops.settings.outgoing import fetch, may_be_requested
from ops.settings.tracing import tracing_of
from ops.stores.data_folder import open_clerk
from projections.read.views import Views

BEACON_SECONDS, BEACON_BYTES = 5.0, 4_096
"""Limits of fetching a round of the public beacon."""

TRACING = "greffe.tracing"
"""The key in `app.extensions` under which the application's tracing is stored, which may be
None."""


@cache
def routes() -> Flask:
    """The service's URL routes; cached. They take long to build, so the supervisor builds them
    before it forks."""
    return new_routes()


def app() -> Flask:
    settings = Settings.load(os.environ)
    configure_logging(settings.log)
    tracing = tracing_of(settings, "web")
    clerk = open_clerk(settings)
    made = create_app(
        clerk,
        Views(settings.views_url, secret_key(settings.secret_key_file)),
        read_key(settings.key_file),
        AppSettings(
            limits=Limits(
                body=settings.body_limit,
                import_file=settings.import_limit,
                waiting=max(1, settings.threads // 2),
                streams=settings.streams,
                heartbeat=settings.heartbeat,
            ),
            rates=_rates(settings),
            link_secret=read_key(settings.link_key_file, LOST_WITH_LINKS),
            public_url=settings.public_url,
            origins=frozenset(settings.cors_origins.split()),
            embed_origins=frozenset(settings.embed_origins.split()),
            tables=settings.tables,
            dumps=settings.dumps,
            notifications=_notifications(settings),
            beacon=lambda path: fetch(f"{settings.beacon}{path}", BEACON_SECONDS, BEACON_BYTES),
        ),
        book=open_ledger(settings),
        routes=routes(),
        make_request=None if tracing is None else tracing.request,
    )
    made.extensions[TRACING] = tracing
    service: Service = made.extensions[EXTENSION]
    service.metrics.note_process("web")
    prepare("domain", "projections", "api", "ops")
    gc.freeze()  # what is there now stays for good: the collector need not look at it again
    return made


def _notifications(settings: Settings) -> Notifications:
    """The API's settings for offering subscriptions. Browsers get a key only if the service has an
    https address."""
    key = secret_key(settings.secret_key_file)
    called = public_key(service_key(key)) if settings.public_url.startswith("https:") else ""
    networks = tuple(ip_network(listed) for listed in settings.notify_networks.split())
    reach = partial(may_be_requested, networks=networks)
    return Notifications(
        NotificationStore(settings.notifications, key),
        bool(settings.smtp),
        called,
        bool(networks),
        reach,
    )


def _rates(settings: Settings) -> Rates:
    names = ("link", "key", "operator", "failed", "register", "trial")
    named = {name: getattr(settings, f"{name}_rate") for name in names}
    return Rates(**{name: "" if rate == "off" else rate for name, rate in named.items()})
