"""Health, metrics and the OpenAPI document; and the pages behind problem types."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Literal, get_args

import msgspec
from eventsourcing.persistence import PersistenceError
from flask import Response, request
from msgspec import Struct

from api.game.search import ask_views
from api.game.subject import games_here
from api.settings import app_settings
from api.web.access.access import token_of
from api.web.answers import Health
from api.web.body import current_request
from api.web.metrics import Labelled, Measured
from api.web.pages.pages import page
from api.web.problems.kinds import KINDS, listed_kinds
from api.web.problems.problem import Problem
from api.web.request.blueprint import Blueprint
from api.web.request.log_health import log_health
from api.web.request.responses import BareResponse, reply
from api.web.request.service import Service, SharedCall, service
from domain.kernel.refusals import Kind
from domain.kernel.text import Text
from projections.messages.subscriptions import SubscriptionState, SubscriptionStore
from projections.read.views import Views
from projections.steering import STUCK

blueprint = Blueprint("operations", __name__, description="Health, metrics, the OpenAPI document.")
checks = Blueprint("checks", __name__, description="A check of one's key.")

LOOK = 2.0  # seconds after which a store that has not answered is down

# Seconds that an answer waits for a trial write to the store. A disk under load may take longer;
# then the next answer has the result.
TRY: float | None = 0.03

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@blueprint.route("/healthz")
@blueprint.open
@blueprint.answers(200, "Health", "The service runs; `status` says how well.")
def health() -> Response:
    """Report the health of the service. `degraded`: everything can be read, but the store takes no
    writes, Redis does not answer, the log is not signed as it should be, a witness refuses to
    cosign it or has been away for long, a follower has stopped or was paused for more than an hour,
    or seeds of sealed dice cannot be read with the present key.

    Only the operator's key gets sentences about what is wrong with the log, since they may name a
    game.
    """
    return reply(_health(service()))


@blueprint.route("/readyz")
@blueprint.open
@blueprint.answers(200, "Health", "The service can serve.")
@blueprint.refuses("store-unavailable")
def ready() -> Response:
    """Report whether the service can serve: the store answers within two seconds. The answer has
    the state of each part; only the operator's key gets sentences about what is wrong with the
    log."""
    result = _health(service())
    if result.store != "ok":
        raise Problem("store-unavailable", result.store_says, headers={"Retry-After": "1"})
    return reply(result)


def _health(app: Service) -> Health:
    if app.health_check is None:
        app.health_check = SharedCall(partial(_check_health, app))
    health = app.health_check.answer(LOOK)
    if health is None:
        health = Health(
            "down", "down", _views_state(app), None, "off" if app.receipts.book is None else "down"
        )
    health = msgspec.structs.replace(health, clock_back=app.seconds_clock_is_back())
    says_anything = health.log_says is not None or any(witness.says for witness in health.witnesses)
    if not says_anything or _is_operator(app):
        return health
    log_says = None if health.log_says is None else _ASK
    witnesses = tuple(msgspec.structs.replace(witness, says=None) for witness in health.witnesses)
    return msgspec.structs.replace(health, log_says=log_says, witnesses=witnesses)


_ASK = Text("What is wrong with the log is told with the operator's key.")  # fmt: skip


def _is_operator(app: Service) -> bool:
    try:
        return (
            app.access.caller_of(token_of(current_request(), app.settings.public_url)).role
            == "operator"
        )
    except Problem:
        return False


def _check_health(app: Service) -> Health:
    """The health of every part of the service. This may take as long as the store takes to
    answer."""
    views, log = _views_state(app), log_health(app)
    if not app.is_store_ok():
        return Health(
            "down", "down", views, None, log.state, None, log.says, witnesses=log.witnesses
        )
    trouble = app.write_trouble(TRY)
    if trouble:
        says = _write_trouble_text(trouble)
        return Health(
            "degraded",
            "failing",
            views,
            None,
            log.state,
            log.lag,
            log.says,
            store_says=says,
            witnesses=log.witnesses,
        )
    lost = app.count_lost_secrets()
    followers = {item.name: item.state for item in app.steering.follower_states()}
    lag = app.lag() if views in ("ok", "building") else None
    well = (
        (views == "off" or (views == "ok" and lag is not None))
        and log.state in ("ok", "off")
        and log.witnessed(app.clock())
        and not lost
    )
    status: Literal["ok", "degraded"] = (
        "ok" if well and STUCK.isdisjoint(followers.values()) else "degraded"
    )
    of_log = log.state, log.lag, log.says
    return Health(
        status,
        "ok",
        views,
        lag,
        *of_log,
        secrets_lost=lost,
        witnesses=log.witnesses,
        followers=followers,
    )


def _views_state(app: Service) -> Literal["ok", "building", "down", "off"]:
    if app.views is None:
        return "off"
    if app.views.is_up():
        return "ok"
    return "down" if app.views.building() is None else "building"


def _write_trouble_text(trouble: str) -> Text:
    """Why a store takes no writes and what to do about it, from the store's own words."""
    if "read-only transaction" in trouble or "in recovery" in trouble:
        return Text(
            "Nothing can be recorded: the database takes no writes ({trouble}). Connect to its "
            "primary, or let it be written; "
            "everything recorded so far can be read.",
            trouble=trouble,
        )
    if (
        "full" not in trouble
        and "read-only" not in trouble
        and "readonly" not in trouble
        and "space" not in trouble
    ):
        return Text(
            "Nothing can be recorded: {trouble}. Everything recorded so far can be read.",
            trouble=trouble,
        )
    return Text(
        "Nothing can be recorded: {trouble}. Make room on the disk, or let it be written; "
        "everything recorded so far can be read.",
        trouble=trouble,
    )


@blueprint.route("/metrics")
@blueprint.needs("operator")
@blueprint.answers(
    200, {"type": "string"}, "Prometheus' text format.", content_type=PROMETHEUS.partition(";")[0]
)
def metrics() -> Response:
    """Report counts and durations of requests, the number of open games, and how far the views and
    other followers are behind."""
    app = service()

    def gauges() -> Iterator[Measured]:
        counted = ask_views(Views.open_games)
        going = games_here().index.open_games() if counted is None else counted
        yield "greffe_games_open", "Games that are not closed.", going
        lag = app.lag()
        if lag is not None:
            yield "greffe_follower_lag_records", "Records the views are behind.", lag
        yield "greffe_store_writable", "1 if the store takes writes.", not app.write_trouble(TRY)
        followers = app.steering.follower_states()
        behind: dict[str, float] = {
            follower.name: follower.lag for follower in followers if follower.lag is not None
        }
        yield (
            "greffe_projection_lag_records",
            "Records that each follower is behind.",
            Labelled("name", behind),
        )
        stuck: dict[str, float] = {
            follower.name: float(follower.state in STUCK) for follower in followers
        }
        yield (
            "greffe_projection_stuck",
            "1 if it stands still although the record goes on, or its pause was forgotten.",
            Labelled("name", stuck),
        )
        yield from log_health(app).gauges()
        if (store := app_settings().notifications.subscriptions) is not None:
            yield from _message_gauges(store)

    return Response(
        app.metrics.text(gauges), 200, {"Cache-Control": "no-store"}, content_type=PROMETHEUS
    )


def _message_gauges(store: SubscriptionStore) -> Iterator[Measured]:
    try:
        messages = msgspec.structs.asdict(store.counts(""))
        receivers = Counter(
            "failing" if at.state == "active" and at.failures else at.state for at in store.all()
        )
    except PersistenceError:
        return
    yield (
        "greffe_messages",
        "Messages of the last 30 days, by how they stand.",
        Labelled("state", messages),
    )
    states = (*get_args(SubscriptionState), "failing")
    known = Labelled("state", {state: float(receivers[state]) for state in states})
    yield (
        "greffe_subscriptions",
        "Subscriptions, by how they stand; failing: active, and the last message was not taken.",
        known,
    )


@checks.route("/ping")
@checks.needs("spectator")
@checks.answers(204, None, "The key is good.")
def ping() -> Response:
    """Check whether a key or link is valid. Nothing else is done."""
    return BareResponse(status=204, headers={"Cache-Control": "no-store"})


@blueprint.route("/openapi.json")
@blueprint.open
@blueprint.keeps
@blueprint.answers(200, {"type": "object"}, "The document.")
def description() -> Response:
    """Fetch the OpenAPI 3.1 document."""
    return service().description().reply(public=True)


problems = Blueprint(
    "problems",
    __name__,
    url_prefix="/problems",
    description="What each problem means and what to do.",
)


class KindAt(Struct, frozen=True):
    """A kind of problem."""

    type: str
    status: int
    title: Text
    meaning: Text
    remedy: Text


class Kinds(Struct, frozen=True):
    """All kinds of problems."""

    problems: tuple[KindAt, ...]


PAGES: tuple[type[Struct], ...] = (KindAt, Kinds)
_KEEP = {"Cache-Control": "public, max-age=3600", "Vary": "Accept"}


@problems.route("")
@problems.open
@problems.answers(200, "Kinds")
@problems.answers(200, {"type": "string"}, content_type="text/html")
def list_problems() -> Response:
    """List every kind of problem with which this service can answer."""
    if _wants_html():
        return page("admin/problems.html", kinds=tuple(listed_kinds()))
    return Response(
        msgspec.json.encode(Kinds(tuple(map(_kind_at, listed_kinds())))),
        200,
        _KEEP,
        content_type="application/json",
    )


@problems.route("/<slug>")
@problems.open
@problems.answers(200, "KindAt")
@problems.answers(200, {"type": "string"}, content_type="text/html")
@problems.refuses("not-found")
def show_problem(slug: str) -> Response:
    """Explain a kind of problem: what it means and what to do about it."""
    kind = KINDS.get(slug)
    if kind is None:
        raise Problem("not-found", Text("There is no problem {slug}.", slug=slug))
    if _wants_html():
        return page("admin/problems.html", one=kind)
    return Response(
        msgspec.json.encode(_kind_at(kind)), 200, _KEEP, content_type="application/json"
    )


def _wants_html() -> bool:
    return request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"


def _kind_at(kind: Kind) -> KindAt:
    return KindAt(kind.type, kind.status, kind.title, kind.meaning, kind.remedy)
