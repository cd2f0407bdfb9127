"""The service as a Flask app."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:  # commands that need one file of this room do not wait for Flask and Redis
    from collections.abc import Callable

    from flask import Flask

    from api.web.request.service import AppSettings
    from domain.game.clerk.clerk import Clerk
    from domain.kernel.log import LogBook
    from domain.kernel.trace_context import Request
    from projections.read.views import Views


def create_app(
    clerk: Clerk,
    views: Views | None,
    operator_key: str,
    settings: AppSettings | None = None,
    *,
    book: LogBook | None = None,
    log: BinaryIO | None = None,
    routes: Flask | None = None,
    asked: Callable[[str], Request] | None = None,
) -> Flask:
    """The app over a clerk and, if there are any, its views.

    `book` is the signed log, if there is one. `log` takes the access log, one line of JSON a
    request (standard error without it). `routes` is an app of `new_routes`, which takes long to
    make: from now on it answers for this service, and no longer for another; without one, a new one
    is made. `asked` makes of a request's number what traces know of it; without it, nothing is
    traced.
    """
    from api.admin.routes import steering_of
    from api.live import Look, Source
    from api.openapi import describe
    from api.routing import new_routes
    from api.web.access.access import Access
    from api.web.access.rate_limits import Meter
    from api.web.live.news import News
    from api.web.live.streams import Streams
    from api.web.middleware import Middleware
    from api.web.request.receipts import Receipts
    from api.web.request.service import EXTENSION, AppSettings, Service
    from domain.kernel.trace_context import Request
    from projections.messages.tokens import Tokens

    settings = settings or AppSettings()
    limits = settings.limits
    secret = settings.link_secret or sha256(f"greffe/links\n{operator_key}".encode()).hexdigest()
    access = Access(clerk, operator_key, secret)
    meter = Meter(settings.rates, views.redis_url if views else "")
    service = Service(clerk, views, access, meter, settings)
    service.receipts = Receipts(book, limits.waiting)
    service.streams = Streams(
        partial(Look, Source(clerk, service.tournaments.desk, service.may_follow)),
        News(clerk.recorder),
        service.metrics,
        limits.streams,
        limits.heartbeat,
    )
    service.tokens = Tokens(secret)
    service.steering = steering_of(clerk, views, book, settings.notifications.subscriptions)
    service.description = describe()
    access.links.on_revoked = service.streams.look_again
    app = routes or new_routes()
    app.config.update(MAX_CONTENT_LENGTH=limits.body)
    app.extensions[EXTENSION] = service
    inside = type(app).wsgi_app.__get__(app)
    app.wsgi_app = Middleware(inside, service.metrics, log, settings.origins, asked or Request)  # type: ignore[method-assign]
    return app
