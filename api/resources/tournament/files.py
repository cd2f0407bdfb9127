"""Tournaments as files: out, exact to the stored byte, and in again; entrants from CSV."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.answers.tournaments import TournamentImported
from api.http.body import asked, unsupported
from api.request.blueprint import ETAG, LOCATION, REPLAY, Blueprint
from api.request.current import caller
from api.request.preconditions import order
from api.request.responses import etag, reply
from api.request.service import service
from api.request.tournaments import reader, told
from api.resources.library.transfer import NDJSON, READS
from domain.directing.aggregate.fold import fold_tournament
from domain.directing.entrants import entries_of
from domain.transfer.tournaments import TournamentFile, export_tournament, import_tournament

blueprint = Blueprint("tournament-files", __name__, description="Tournaments as files, and entrants from CSV.")

CSV = ("text/csv", "text/plain", "application/octet-stream")


class Export(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether personal data is in it."""

    names: Annotated[bool, Meta(description="With the names and the free text that were not erased; for the director.")] = False


@blueprint.route("/tournaments/<tournament>/export")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.asks(Export)
@blueprint.answers(200, {"type": "string"}, "One CloudEvent a line.", content_type=NDJSON, headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def export_the_tournament(wanted: Export, tournament: str) -> Response:
    """Export a tournament's own records: the stored bytes as they are, and a tombstone in the place of each that the caller may not
    read. Its games are exported by themselves."""
    found, who = reader(tournament), caller()
    desk = service().tournaments.desk
    filed = [one for one in desk.filed(tournament) if one.seq <= found.tournament.seq]
    lines = export_tournament(filed, found.shows, service().clerk.key_values, names=wanted.names and who.directs)
    headers = {
        "ETag": etag(found.tournament.seq, who.duty or "director"),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{tournament}.jsonl"',
    }
    return Response(lines, 200, headers, content_type=NDJSON)


@blueprint.route("/tournaments/import", methods=["POST"])
@blueprint.needs("operator")
@blueprint.files(*READS)
@blueprint.answers(201, "TournamentImported", "The tournament is here now.", headers=LOCATION)
@blueprint.answers(200, "TournamentImported", "The tournament was here already, with the same records.", headers=LOCATION)
@blueprint.refuses("damaged-file", "redacted-file", "game-exists", "body-too-large", "unsupported-media-type", "store-unavailable")
def import_the_tournament() -> Response:
    """Import an exported tournament. Its bytes are stored as they are, once bases, attempts and seeds were found to hold."""
    data = _body(*READS)
    file = TournamentFile(data, fold_tournament)
    already = import_tournament(service().clerk, file)
    answer = TournamentImported(file.id, len(file.filed), already)
    return reply(answer, 200 if already else 201, Location=f"/api/v1/tournaments/{file.id}")


@blueprint.route("/tournaments/<tournament>/entrants/import", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty()
@blueprint.files(*CSV)
@blueprint.directs
@blueprint.answers(201, "TournamentWritten", "They are in.", headers={**ETAG, **REPLAY})
@blueprint.refuses("body-too-large", "unsupported-media-type")
def import_entrants(tournament: str) -> Response:
    """Add the entrants of a CSV file, all or none: its first row names the columns, in English or French (name, club, rating,
    number, seed, group); a fault is told with its line."""
    data = _body(*CSV)
    return told(service().tournaments.entering.add(order(tournament), entries_of(data)))


def _body(*kinds: str) -> bytes:
    request = asked()
    request.max_content_length = service().limits.import_file
    data: bytes = request.get_data(cache=True)
    request.canonical = data  # what tells a retry from a key used twice
    if request.content_type and request.mimetype not in kinds:
        raise unsupported(request, *kinds)
    return data
