"""The addresses of the service. Their views find the `Service` in the app that answers the request.

They are slow to build and the same for every service, so they are built once. Their OpenAPI
document, which is as slow to build, is made in an app of its own on first use.
"""

import re
from collections.abc import Iterator
from typing import Any

from flask import Flask

from api.web.access.caller import Unregistered
from api.web.request.blueprint import query_of

API = "/api/v1"

PLACE = re.compile(r"<(?:([^:<>]+):)?[^<>]+>")


def api_blueprints() -> Iterator[tuple[Any, str]]:
    """Pairs of each blueprint except the pages' and its prefix, in the order of the OpenAPI
    document."""
    from api import events
    from api.admin import operations, routes as admin
    from api.campaign import routes as campaigns
    from api.game.desk import routes as desk
    from api.game.opening import routes as opening
    from api.game.play import routes as play, sealing_routes as sealing
    from api.game.replay import routes as replay
    from api.game.search import searching
    from api.hall import routes as halls
    from api.messages import calendars, routes as subscriptions
    from api.numbers import routes as numbers
    from api.proof import routes as proof
    from api.season import routes as seasons
    from api.study import routes as studies
    from api.tables import routes as tables
    from api.titles import routes as titles
    from api.tournament import routes as tournaments
    from api.tournament.entrants import routes as entrants
    from api.tournament.public import routes as public
    from api.tournament.rounds import routes as rounds

    under_api = (
        *(titles.rulesets, opening.games, searching, numbers.blueprint, play.actions),
        *(replay.positions, replay.records, replay.stream, play.writing),
        *(proof.blueprint, proof.audits, play.consents),
        *(sealing.contributions, sealing.sealed, sealing.countersigned),
        *(desk.blueprint, replay.branching, studies.blueprint, admin.links, halls.blueprint),
        *(calendars.blueprint, subscriptions.blueprint, play.seating, opening.files),
        *(campaigns.blueprint, seasons.blueprint, titles.catalogs, tables.blueprint),
        *(tournaments.blueprint, entrants.blueprint, rounds.blueprint, rounds.results),
        *(public.watching, public.blueprint, public.tournament_papers),
        *(admin.streams, operations.checks, admin.followers),
    )
    yield from ((blueprint, API) for blueprint in under_api)
    yield from (
        (blueprint, "")
        for blueprint in (
            operations.blueprint,
            events.blueprint,
            proof.files,
            operations.problems,
        )
    )


def need_distinct_addresses(app: Flask) -> None:
    """Raise `Unregistered` if two views answer one address, since the second would never be
    called."""
    views: dict[tuple[str, str], str] = {}
    for rule in app.url_map.iter_rules():
        path = PLACE.sub(r"<\1>", rule.rule)
        for method in rule.methods or ():
            first = views.setdefault((method, path), rule.endpoint)
            if first != rule.endpoint:
                raise Unregistered(
                    f"{method} {rule.rule} is answered by {first}, not {rule.endpoint}"
                )


def new_routes() -> Flask:
    """An app with all addresses, the guard, and handlers that answer errors as problems."""
    from api import pages as site
    from api.web.app import GreffeApp, install_error_handlers
    from api.web.request import guard

    app = GreffeApp()
    app.config.update(PROVIDE_AUTOMATIC_OPTIONS=False)
    app.url_map.strict_slashes = app.url_map.merge_slashes = (
        False  # an address has one spelling, and no redirects
    )
    for blueprint, prefix in api_blueprints():
        app.register_blueprint(blueprint, url_prefix=prefix or None)
    site.install(app)
    install_error_handlers(app)  # what subjects have registered, too
    need_distinct_addresses(app)
    app.before_request(guard.guard(guard.access_rules(app, f"{API}/", query_of)))
    return app
