"""Any stream for the operator, whatever kind it is of: its records as they are stored, as
CloudEvents."""

from flask import Response

from api.game.request import note_whole
from api.game.routes.games import EVENTS, From, begun, follows_from
from api.game.routes.transfer import BATCH, CLOUD_EVENTS, NDJSON, cloud_events
from api.web.access.access import given
from api.web.body import asked
from api.web.live.streams import Following, holder
from api.web.problems.problem import Problem
from api.web.request.blueprint import ETAG, Blueprint
from api.web.request.caller import caller
from api.web.request.responses import etag
from api.web.request.service import service
from domain.game.record.records import FIRST, GAME
from domain.kernel.text import Text
from domain.titles.contract.ruleset import ARBITER
from domain.transfer.exports import record_line

blueprint = Blueprint(
    "streams", __name__, description="Any stream, whatever kind it is of, as CloudEvents."
)


@blueprint.route("/streams/<stream>/export")
@blueprint.needs("operator")
@blueprint.answers(
    200, {"type": "string"}, "One CloudEvent a line.", content_type=NDJSON, headers=ETAG
)
@blueprint.answers(200, CLOUD_EVENTS, "The same as an array.", content_type=BATCH, headers=ETAG)
@blueprint.refuses("not-found", "record-damaged", "store-unavailable")
def export_stream(stream: str) -> Response:
    """Export a game, a tournament, a campaign, a study or a stream of a kind that this version does
    not know: the stored bytes as they are, hidden things included, without names and free text."""
    rows = service().clerk.recorder.filed(stream, lte=_newest(stream))
    headers = {
        "ETag": etag(rows[-1].seq, ARBITER),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{stream}.jsonl"',
    }
    return cloud_events(
        list(map(record_line, rows)), headers
    )  # what is damaged is said before the answer begins


@blueprint.route("/streams/<stream>/stream")
@blueprint.needs("operator")
@blueprint.asks(From)
@blueprint.follows_any
@blueprint.answers(
    200, {"type": "object"}, "The records, each as a CloudEvent.", content_type=EVENTS
)
def stream_of_any_kind(query: From, stream: str) -> Response:
    """Stream the records of any stream as they are written, without a gap: `id` is the seq, `data`
    the CloudEvent of its export."""
    request, who = asked(), caller()
    with service().streams.place(holder(who)) as place:
        seq = follows_from(_newest(stream), query.after, request.headers.get("Last-Event-ID"))
        token = given(request, service().public_url)
        return begun(
            place, Following("stream", stream, seq, ARBITER, token=token, request=request.id)
        )


def _newest(stream: str) -> int:
    """The newest record of a stream; the access log has it where hidden things of a game are read.
    Raises `not-found`."""
    recorder = service().clerk.recorder
    rows = recorder.select_events(stream, desc=True, limit=1)
    if not rows:
        raise Problem("not-found", Text("There is no stream {id}.", id=stream))
    if recorder.kind_of(rows[0]) == GAME:
        note_whole(stream, max(FIRST, rows[0].originator_version))
    return rows[0].originator_version
