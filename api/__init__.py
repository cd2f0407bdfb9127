"""The service as a Flask app."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:  # commands that need one file of this room do not wait for Flask and Redis
    from collections.abc import Callable

    from flask import Flask

    from api.settings import AppSettings
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
    make_request: Callable[[str], Request] | None = None,
) -> Flask:
    """The Flask app over a clerk and, if available, its views.

    `book` is the signed log, if there is one. `log` receives the log of requests, a line of JSON
    for each (default: standard error). `routes` is an app of `new_routes`, which is slow to build;
    it can serve only one service. `make_request` makes the `Request`
    (`domain/kernel/trace_context.py`) for a request's number; without it nothing is traced."""
    from api.admin.routes import steering_of
    from api.game.links import link_id
    from api.live import SharedReading, Source, may_follow
    from api.messages.calendar_links import CalendarLinks
    from api.openapi import describe
    from api.routing import new_routes
    from api.settings import AppSettings
    from api.web.access.access import Access
    from api.web.access.subjects import SUBJECTS
    from api.web.live.news import News
    from api.web.live.streams import Streams
    from api.web.middleware import Middleware
    from api.web.request.receipts import Receipts
    from api.web.request.service import EXTENSION, Service
    from domain.kernel.trace_context import Request
    from domain.tournament.tournaments import Tournaments
    from projections.messages.tokens import Tokens

    app = routes or new_routes()
    settings = settings or AppSettings()
    limits = settings.limits
    secret = settings.link_secret or sha256(f"greffe/links\n{operator_key}".encode()).hexdigest()
    clock = lambda: clerk.clock()  # noqa: E731, PLW0108  a clock that it is given later counts
    access = Access(clerk.key_values, clock, operator_key, secret)
    clerk.link_of = partial(link_id, access.links)
    service = Service(clerk.recorder, clerk.key_values, clerk.clock, views, access, settings)
    tournaments = Tournaments(clerk)
    for part in (clerk, tournaments, Tokens(secret), CalendarLinks(clerk.key_values, secret)):
        service.register(part)
    for place, subject in SUBJECTS.items():
        service.subjects[place] = subject(service)
        service.register(service.subjects[place])
    service.receipts = Receipts(book, limits.waiting)
    service.streams = Streams(
        partial(SharedReading, Source(clerk, tournaments.store, partial(may_follow, service))),
        News(clerk.recorder),
        service.metrics,
        limits.streams,
        limits.heartbeat,
    )
    service.steering = steering_of(clerk, views, book, settings.notifications.subscriptions)
    service.description = describe()
    access.links.on_revoked = service.streams.look_again
    app.config.update(MAX_CONTENT_LENGTH=limits.body)
    app.extensions[EXTENSION] = service
    inside = type(app).wsgi_app.__get__(app)
    middleware = Middleware(inside, service.metrics, log, settings.origins, make_request or Request)
    app.wsgi_app = middleware  # type: ignore[method-assign]
    return app
