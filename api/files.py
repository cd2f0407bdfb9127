"""Games as files: out, exact to the stored byte, and in again."""

from __future__ import annotations

from flask import Response

from api.blueprint import ETAG, LOCATION, Blueprint
from api.body import asked, unsupported
from api.caller import caller
from api.entries import Illegal, Imported
from api.replies import etag, reply
from api.service import service
from domain.ruleset import ARBITER

blueprint = Blueprint("files", __name__, description="Export and import, as JSON Lines of CloudEvents.")

NDJSON = "application/x-ndjson"
READS = (NDJSON, "application/jsonl", "application/octet-stream")


@blueprint.route("/games/<game>/export")
@blueprint.needs("organiser")
@blueprint.answers(200, {"type": "string"}, "One CloudEvent a line; the catalog first.", content_type=NDJSON, headers=ETAG)
@blueprint.refuses("unknown-game", "store-unavailable")
def export(game: str) -> Response:
    """Export a game whole: the stored bytes as they are, hidden things included.

    Where the title keeps secrets, the access log says who took it.
    """
    clerk = service().clerk
    now, lines = clerk.game(game), clerk.export(game)
    caller().audience(now, ARBITER)
    headers = {"ETag": etag(now.seq), "Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{game}.jsonl"'}
    return Response(lines, 200, headers, content_type=NDJSON)


@blueprint.route("/games/import", methods=["POST"])
@blueprint.needs("operator")
@blueprint.files(*READS)
@blueprint.answers(201, "Imported", "The game is here now.", headers=LOCATION)
@blueprint.answers(200, "Imported", "The game was here already, with the same records.", headers=LOCATION)
@blueprint.refuses("damaged-file", "game-exists", "body-too-large", "unsupported-media-type", "store-unavailable")
def import_game() -> Response:
    """Import an exported game. Its bytes are stored as they are; every action is judged anew and the verdicts are reported.

    Sending a file twice imports it once: no idempotency key is needed.
    """
    request, found = asked(), service()
    request.max_content_length = found.limits.import_file
    data = request.get_data(cache=False)
    if request.content_type and request.mimetype not in READS:
        raise unsupported(request, *READS)
    report = found.clerk.import_game(data)
    illegal = tuple(Illegal(seq, verdict) for seq, verdict in report.illegal)
    answer = Imported(report.game, report.records, illegal, report.fidelity, report.already)
    return reply(answer, 200 if report.already else 201, Location=f"/api/v1/games/{report.game}")
