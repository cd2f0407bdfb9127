"""The API of seasons: opening, reading and listing them, counting events, merging people,
closing."""

from flask import Response

from api.season import schemas as a
from api.season.reading import SeasonReader, season_line, seasons_of
from api.season.subject import seasons
from api.web.body import current_request
from api.web.request.blueprint import (
    ETAG,
    LOCATION,
    REPLAY,
    WRITTEN,
    Blueprint,
    idempotency_key,
    requested_order,
    written_reply,
)
from api.web.request.parameters import RequestedRecord, requested_record
from api.web.request.responses import etag, reply
from api.web.request.service import caller
from domain.kernel.writer import WriteResult
from domain.season.kinds import Season

blueprint = Blueprint("seasons", __name__, description="Seasons: standings over several events.")

PROBLEMS = ("unknown-season", "season-refused", "invalid-fields")


@blueprint.route("/seasons", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(a.OpenSeason, example={"title": "Winter"})
@blueprint.opens
@blueprint.answers(
    201, "SeasonWritten", "The season is open.", headers={**ETAG, **LOCATION, **REPLAY}
)
def open_season(body: a.OpenSeason) -> Response:
    """Open a season. Events are added to it later, each after the event is closed."""
    digest = current_request().digest()
    answer = seasons().open(body.title, body.rules, caller().id, idempotency_key(), digest)
    return _written_response(answer, Location=f"/api/v1/seasons/{answer.state.id}")


@blueprint.route("/seasons")
@blueprint.needs("organiser")
@blueprint.asks(a.SeasonListQuery)
@blueprint.answers(200, "SeasonPage")
@blueprint.refuses("store-unavailable")
def list_seasons(query: a.SeasonListQuery) -> Response:
    """List the seasons, most recently written first. An organiser sees those opened with their own
    key."""
    page = seasons_of(caller(), query.after, query.limit)
    return reply(a.SeasonPage(page.items, page.after or None, page.unreadable))


@blueprint.route("/seasons/<season>")
@blueprint.needs("organiser")
@blueprint.asks(RequestedRecord)
@blueprint.answers(
    200,
    "SeasonAt",
    "The season; its events may be corrected while its own record stays.",
    headers=ETAG,
)
@blueprint.refuses("unknown-season", "store-unavailable")
def show_season(_: RequestedRecord, season: str) -> Response:
    """Show a season: its events, with the corrections since they were counted, and the standings of
    people, with the terms of each value."""
    answer = SeasonReader(seasons().season(season, requested_record()), whole=True).answer()
    return reply(answer, ETag=etag(answer.seq))


@blueprint.route("/seasons/<season>/events", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(a.CountEvent, example={"event": "c7k2m9p4"})
@blueprint.writes(*PROBLEMS, "unknown-tournament")
@blueprint.answers(201, "SeasonWritten", "It counts, or no longer.", headers=WRITTEN)
def count_event(body: a.CountEvent, season: str) -> Response:
    """Count a closed tournament that was opened with the key of the season's organiser, or no
    longer count it."""
    return _written_response(
        seasons().count(requested_order(season), body.event, body.reason, counts=body.counts)
    )


@blueprint.route("/seasons/<season>/people", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(a.MergePeople, example={"people": [["p7k2", "p3w9"]]})
@blueprint.writes(*PROBLEMS)
@blueprint.answers(201, "SeasonWritten", "They are one person, or no longer.", headers=WRITTEN)
def merge_people(body: a.MergePeople, season: str) -> Response:
    """Merge player ids into one person, or separate them again. Two ids that both played in one
    event cannot be merged."""
    return _written_response(
        seasons().merge(requested_order(season), body.people, body.reason, merged=body.merged)
    )


@blueprint.route("/seasons/<season>/rules", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(a.AmendSeason, example={"rules": {"best": 4, "events": 6}})
@blueprint.writes(*PROBLEMS)
@blueprint.answers(201, "SeasonWritten", "The rules are these.", headers=WRITTEN)
def amend_season(body: a.AmendSeason, season: str) -> Response:
    """Change the rules of the season."""
    return _written_response(seasons().amend(requested_order(season), body.rules, body.reason))


@blueprint.route("/seasons/<season>/close", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(a.CloseSeason, required=False)
@blueprint.writes(*PROBLEMS)
@blueprint.answers(201, "SeasonWritten", "It is closed, or open again.", headers=WRITTEN)
def close_season(body: a.CloseSeason, season: str) -> Response:
    """Close the season with its events as they are now, or open it again."""
    return _written_response(
        seasons().close(requested_order(season), body.reason, closed=body.closed)
    )


def _written_response(answer: WriteResult[Season], **headers: str) -> Response:
    stored, season = answer.record, answer.state
    told = a.SeasonWritten(season.id, stored.seq, stored.topic, stored.body.at, season_line(season))
    return written_reply(told, stored, again=answer.again, **headers)
