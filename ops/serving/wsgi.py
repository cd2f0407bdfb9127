"""The web application as gunicorn's workers build it: each its own clerk, after the fork."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable

from flask import Flask

from api import create_app
from api.access.rate_limits import Rates
from api.access.shard_tokens import HEADER
from api.request.service import EXTENSION, Limits, Notifications, Service
from api.resources.admin.shards import PATH
from domain.clerk.clerk import Clerk
from domain.rules.titles.prepared_types import prepare
from ops.log.folder import open_ledger
from ops.notifying.shared_store import store_of
from ops.notifying.web_push import public_key, service_key
from ops.serving.live.handover import Elsewhere
from ops.settings.config import LIVE, Settings, socket_path
from ops.settings.keys import LOST_WITH_LINKS, read_key, secret_key
from ops.settings.logs import configure
from ops.settings.tracing import tracing_of
from ops.shards.shard_log import ListReader
from ops.stores.data_folder import open_clerk
from ops.stores.shards.asking import OtherShards
from ops.stores.shards.barred import Barred
from ops.stores.shards.claiming import OpenedLater
from projections.read.views import Views

TRACING = "greffe.tracing"
"""Where an application has what traces its requests, or None."""


def app() -> Flask:
    """The application over the data folder that the environment names."""
    settings = Settings.load(os.environ)
    configure(settings.log)
    tracing = tracing_of(settings, "web")
    clerk = open_clerk(settings)
    made = create_app(
        clerk,
        Views(settings.views_url, secret_key(settings.secret_key_file)),
        read_key(settings.key_file),
        limits=Limits(
            body=settings.body_limit,
            import_file=settings.import_limit,
            waiting=max(1, settings.threads // 2),
        ),
        link_secret=read_key(settings.link_key_file, LOST_WITH_LINKS),
        public_url=settings.public_url,
        rates=_rates(settings),
        book=open_ledger(settings),
        origins=frozenset(settings.cors_origins.split()),
        embed_origins=frozenset(settings.embed_origins.split()),
        tables=settings.tables,
        dumps=settings.dumps,
        streams=Elsewhere(socket_path(settings.data, LIVE)),
        notifications=_notifications(settings, clerk),
        asked=None if tracing is None else tracing.asked,
    )
    made.extensions[TRACING] = tracing
    service: Service = made.extensions[EXTENSION]
    service.metrics.runs("web")
    if settings.shard:
        bar = Barred(settings.record)
        service.barred, service.index.elsewhere = bar.of, bar.elsewhere
        service.shard_list = ListReader(settings.shards_log)
        service.others = OtherShards(settings.shard, OpenedLater(settings.directory_place), PATH, signed(service))
    prepare("domain", "projections", "api", "ops")
    gc.freeze()  # what is there now stays for good: the collector need not look at it again
    return made


def signed(service: Service) -> Callable[[bytes], dict[str, str]]:
    """The headers by which another shard knows that a shard asks."""
    return lambda body: {HEADER: service.access.shards.made(body, service.clerk.clock().timestamp())}


def _notifications(settings: Settings, clerk: Clerk) -> Notifications:
    """Where people subscribe. Browsers are called by services that people reach by https alone: no others may ask them."""
    key = secret_key(settings.secret_key_file)
    called = public_key(service_key(key)) if settings.public_url.startswith("https:") else ""
    plain = bool(settings.notify_networks)
    return Notifications(store_of(settings, clerk), bool(settings.smtp), called, plain)


def _rates(settings: Settings) -> Rates:
    """How often callers may ask."""
    named = {
        "link": settings.link_rate,
        "key": settings.key_rate,
        "operator": settings.operator_rate,
        "failed": settings.failed_rate,
    }
    return Rates(**{name: "" if rate == "off" else rate for name, rate in named.items()})
