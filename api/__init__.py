"""The service as a Flask app."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, BinaryIO

from flask import Flask

from domain.clerk import Clerk
from domain.logbook import LogBook
from projections.views import Views

if TYPE_CHECKING:
    from api.access_limits import Rates


def create_app(
    clerk: Clerk,
    views: Views | None,
    operator_key: str,
    *,
    body_limit: int = 1_000_000,
    import_limit: int = 32_000_000,
    streams: int = 48,
    heartbeat: float = 15.0,
    link_secret: str = "",
    public_url: str = "",
    rates: Rates | None = None,
    book: LogBook | None = None,
    waiting: int = 32,
    log: BinaryIO | None = None,
) -> Flask:
    """The app over a clerk and, if there are any, its views.

    `link_secret` signs the links (without one, a secret that follows from the operator's key does), `public_url` is where people
    reach the service (without it, the host that a request names), `rates` say how often callers may ask (without them, as often as
    they like). `book` is the signed log, if there is one, and `waiting` how many requests may wait for it at once. `log` takes the
    access log, one line of JSON a request (standard error without it).
    """
    from api import (
        actions,
        audit,
        auth,
        branches,
        campaigns,
        catalogs,
        consents,
        contributions,
        countersignatures,
        errors,
        files,
        games,
        ledger,
        links,
        operations,
        pages,
        positions,
        records,
        rulesets,
        rulings,
        seals,
        search,
        seats,
        site,
        stream,
        writing,
    )
    from api.access import Access
    from api.access_limits import Meter, Rates
    from api.blueprint import query_of, rank_of
    from api.body import Request
    from api.door import Door
    from api.openapi import describe, new_api
    from api.receipts import Receipts
    from api.service import EXTENSION, Limits, Service
    from api.streams import Streams
    from projections.news import News

    app = Flask("greffe", static_folder=None)
    app.request_class = Request
    app.config.update(MAX_CONTENT_LENGTH=body_limit, PROVIDE_AUTOMATIC_OPTIONS=False)
    app.url_map.strict_slashes = app.url_map.merge_slashes = False  # an address has one spelling, and no redirects
    access = Access(clerk, operator_key, link_secret or sha256(f"greffe/links\n{operator_key}".encode()).hexdigest())
    meter = Meter(rates or Rates(), views.redis_url if views else "")
    service = Service(clerk, views, access, meter, Limits(body_limit, import_limit), public_url)
    news = News(views.redis_url if views else "", clerk.recorder.max_notification_id)
    service.receipts = Receipts(book, waiting)
    service.streams = Streams(clerk, news, service.metrics, streams, heartbeat)
    access.links.on_revoked = service.streams.look_again
    app.extensions[EXTENSION] = service
    errors.install(app)
    api = new_api(app)
    table = (ledger, audit, consents, contributions, seals, countersignatures, rulings, branches, links, seats)
    for part in (rulesets, games, search, actions, positions, records, stream, writing, *table, files, campaigns, catalogs):
        api.register_blueprint(part.blueprint, url_prefix="/api/v1")
    api.register_blueprint(operations.checks, url_prefix="/api/v1")
    api.register_blueprint(operations.blueprint)
    api.register_blueprint(ledger.files)
    api.register_blueprint(pages.blueprint)
    site.install(app)
    service.description = describe(api)
    app.wsgi_app = Door(app.wsgi_app, service.metrics, log)  # type: ignore[method-assign]
    ranks = {name: rank for name, view in app.view_functions.items() if (rank := rank_of(view)) is not None}
    strict = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/v1/")}
    queries = {name: known for name, view in app.view_functions.items() if name in strict and (known := query_of(view)) is not None}
    app.before_request(auth.guard(service, ranks, queries))
    return app
