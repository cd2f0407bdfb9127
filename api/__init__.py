"""The service as a Flask app."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:  # commands that need one file of this room do not wait for Flask and Redis
    from collections.abc import Callable
    from pathlib import Path

    from flask import Flask

    from api.web.access.rate_limits import Rates
    from api.web.request.service import Limits, Notifications
    from domain.game.clerk.clerk import Clerk
    from domain.kernel.log import LogBook
    from domain.kernel.trace_context import Request
    from projections.read.views import Views


def create_app(
    clerk: Clerk,
    views: Views | None,
    operator_key: str,
    *,
    limits: Limits | None = None,
    link_secret: str = "",
    public_url: str = "",
    rates: Rates | None = None,
    book: LogBook | None = None,
    log: BinaryIO | None = None,
    origins: frozenset[str] = frozenset(),
    embed_origins: frozenset[str] = frozenset(),
    routes: Flask | None = None,
    tables: Path | None = None,
    dumps: Path | None = None,
    notifications: Notifications | None = None,
    asked: Callable[[str], Request] | None = None,
) -> Flask:
    """The app over a clerk and, if there are any, its views.

    `limits` bound what it takes (without them, the usual ones). `link_secret` signs the links
    (without one, a secret that follows from the operator's key does), `public_url` is where people
    reach the service (without it, the host that a request names), `rates` say how often callers may
    ask (without them, as often as they like). `book` is the signed log, if there is one. `origins`
    are the other sites whose scripts may use the API (`*`: all), `embed_origins` those that may
    show public games in their pages. `log` takes the access log, one line of JSON a request
    (standard error without it). `routes` is an app of `new_routes`, which takes long to make: from
    now on it answers for this service, and no longer for another; without one, a new one is made.
    `tables` and `dumps` are the folders of the tables for analysts, for the operator and for
    everybody. `notifications` is where people subscribe; without it, nobody can. `asked` makes of a
    request's number what traces know of it; without it, nothing is traced.
    """
    from api.admin.routes import steering_of
    from api.live import Look, Source
    from api.openapi import describe
    from api.routing import new_routes
    from api.web.access.access import Access
    from api.web.access.rate_limits import Meter, Rates
    from api.web.live.news import News
    from api.web.live.streams import Streams
    from api.web.middleware import Middleware
    from api.web.request.receipts import Receipts
    from api.web.request.service import EXTENSION, Limits, Service
    from domain.kernel.trace_context import Request
    from projections.messages.tokens import Tokens

    limits = limits or Limits()
    secret = link_secret or sha256(f"greffe/links\n{operator_key}".encode()).hexdigest()
    access = Access(clerk, operator_key, secret)
    meter = Meter(rates or Rates(), views.redis_url if views else "")
    service = Service(clerk, views, access, meter, limits, public_url)
    service.receipts = Receipts(book, limits.waiting)
    service.streams = Streams(
        partial(Look, Source(clerk, service.tournaments.desk, service.may_follow)),
        News(clerk.recorder),
        service.metrics,
        limits.streams,
        limits.heartbeat,
    )
    service.embed_origins = embed_origins
    service.tables, service.dumps = tables, dumps
    service.tokens = Tokens(secret)
    if notifications is not None:
        (
            service.subscriptions,
            service.mails,
            service.push_key,
            service.plain,
            service.may_be_asked,
        ) = notifications
    service.steering = steering_of(clerk, views, book, service.subscriptions)
    service.description = describe()
    access.links.on_revoked = service.streams.look_again
    app = routes or new_routes()
    app.config.update(MAX_CONTENT_LENGTH=limits.body)
    app.extensions[EXTENSION] = service
    inside = type(app).wsgi_app.__get__(app)
    app.wsgi_app = Middleware(inside, service.metrics, log, origins, asked or Request)  # type: ignore[method-assign]
    return app
