"""Games as files: out, exact to the stored byte, and in again."""

from collections.abc import Iterable
from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.game.request import audience_of
from api.game.schemas.records import Illegal, Imported
from api.web.body import asked, unsupported
from api.web.request.blueprint import ETAG, LOCATION, Blueprint
from api.web.request.caller import caller, need_organiser
from api.web.request.responses import etag, reply
from api.web.request.service import service
from domain.kernel.text import Text
from domain.titles.contract.ruleset import ARBITER
from domain.transfer.exports import Exports, export_lines
from domain.transfer.imports import Imports

blueprint = Blueprint(
    "files", __name__, description="Export and import, as JSON Lines of CloudEvents."
)

NDJSON = "application/x-ndjson"
BATCH = "application/cloudevents-batch+json"
READS = (NDJSON, "application/jsonl", "application/octet-stream")


CLOUD_EVENTS = {"type": "array", "items": {"type": "object"}}


def cloud_events(lines: Iterable[bytes], headers: dict[str, str]) -> Response:
    if asked().accept_mimetypes.best_match((NDJSON, BATCH)) == BATCH:
        return Response(
            b"[" + b",".join(lines) + b"]", 200, {**headers, "Vary": "Accept"}, content_type=BATCH
        )
    return Response(lines, 200, {**headers, "Vary": "Accept"}, content_type=NDJSON)


class Export(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose copy, and whether personal data is in it."""

    audience: Annotated[
        str,
        Meta(
            description="Whose copy: `arbiter` (the whole), `public` or a seat's id; without it "
            "the most that the caller may have."
        ),
    ] = ""
    names: Annotated[
        bool,
        Meta(description="With names, free text and studies that were not erased; for organisers."),
    ] = False


@blueprint.route("/games/<game>/export")
@blueprint.needs("spectator")
@blueprint.asks(Export)
@blueprint.answers(
    200,
    {"type": "string"},
    "One CloudEvent a line; the catalog first.",
    content_type=NDJSON,
    headers=ETAG,
)
@blueprint.answers(200, CLOUD_EVENTS, "The same as an array.", content_type=BATCH, headers=ETAG)
@blueprint.refuses("unknown-game", "not-your-audience", "store-unavailable")
def export(wanted: Export, game: str) -> Response:
    """Export a game: the stored bytes as they are, and a tombstone in the place of each record that
    the audience may not read.

    The arbiter's copy, which organisers and the operator get as well, is whole, hidden things
    included; it alone can be imported. Where the title keeps secrets, the access log says who took
    it. Names and free text are left out unless `names` asks for them.
    """
    clerk, who = service().clerk, caller()
    if wanted.names:
        need_organiser(Text("An export with names"))
    now = clerk.game(game)
    audience = audience_of(now, wanted.audience or (ARBITER if who.at_least("arbiter") else ""))
    name = game if audience == ARBITER else f"{game}-{audience}"
    headers = {
        "ETag": etag(now.seq, audience),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{name}.jsonl"',
    }
    studies = Exports(clerk).studies(game) if wanted.names else ()
    lines = export_lines(now, clerk.key_values, audience, names=wanted.names, studies=studies)
    return cloud_events(lines, headers)


@blueprint.route("/games/import", methods=["POST"])
@blueprint.needs("operator")
@blueprint.files(*READS)
@blueprint.answers(201, "Imported", "The game is here now.", headers=LOCATION)
@blueprint.answers(
    200, "Imported", "The game was here already, with the same records.", headers=LOCATION
)
@blueprint.refuses(
    "damaged-file",
    "redacted-file",
    "game-exists",
    "body-too-large",
    "unsupported-media-type",
    "store-unavailable",
)
def import_game() -> Response:
    """Import an exported game. Its bytes are stored as they are; what today's rules would not allow
    is reported.

    Sending a file twice imports it once: no idempotency key is needed.
    """
    report = Imports(service().clerk).import_game(file_body(*READS))
    illegal = tuple(Illegal(seq, verdict) for seq, verdict in report.illegal)
    answer = Imported(
        report.game, report.records, illegal, report.fidelity, report.already, report.trouble
    )
    return reply(answer, 200 if report.already else 201, Location=f"/api/v1/games/{report.game}")


def file_body(*kinds: str, canonical: bool = False) -> bytes:
    """The file that the request brings; raises `unsupported-media-type`. With `canonical` its bytes
    tell a retry from a key that is used twice."""
    request = asked()
    request.max_content_length = service().limits.import_file
    data: bytes = request.get_data(cache=canonical)
    if canonical:
        request.canonical = data
    if request.content_type and request.mimetype not in kinds:
        raise unsupported(request, *kinds)
    return data
