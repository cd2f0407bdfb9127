"""Tournaments as files and in other programs' formats; their standings, record and live stream."""

from __future__ import annotations

from flask import Response

from api.game.opening.routes import (
    BATCH,
    CLOUD_EVENTS,
    NDJSON,
    READS,
    cloud_events_response,
    file_body,
)
from api.game.replay.routes import (
    EVENTS,
    HEADERS,
    StreamQuery,
    stream_begins_after,
    stream_response,
)
from api.game.subject import game_clerk
from api.tournament.reading import (
    PROBLEMS,
    STALE,
    TournamentReader,
    answer_to_write,
    cached_answer,
    file_notes,
    may_direct,
    read_tournament,
)
from api.tournament.schemas import (
    Export,
    Pages,
    PlayLink,
    ReportImported,
    TournamentImported,
    WantedPaper,
    WantedStandings,
)
from api.tournament.subject import directing
from api.web.access.access import token_of
from api.web.body import current_request
from api.web.live.streams import FollowRequest, holder
from api.web.request.blueprint import (
    ETAG,
    LOCATION,
    REPLAY,
    WRITTEN,
    Blueprint,
    Doc,
    idempotency_key,
    requested_order,
)
from api.web.request.responses import BareResponse, etag, reply
from api.web.request.service import caller, service
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.entrants.use_cases import entries_of
from domain.tournament.lifecycle.report_files import MOST_AT_ONCE, report_of, understood
from domain.tournament.papers import KINDS, Papers
from domain.transfer.tournaments import TournamentFile, export_tournament, import_tournament

blueprint = Blueprint(
    "tournament-files", __name__, description="Tournaments as files, and entrants from CSV."
)

REPORT = ("text/plain", "application/octet-stream")
CSV = ("text/csv", "text/plain", "application/octet-stream")


@blueprint.route("/tournaments/<tournament>/export")
@blueprint.needs("organiser")
@blueprint.duty("director", "scorer", "check-in", "table", "screen")
@blueprint.asks(Export)
@blueprint.answers(
    200, {"type": "string"}, "One CloudEvent a line.", content_type=NDJSON, headers=ETAG
)
@blueprint.answers(200, CLOUD_EVENTS, "The same as an array.", content_type=BATCH, headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def export_the_tournament(query: Export, tournament: str) -> Response:
    """Export a tournament's own records: their stored bytes, or a tombstone for each record that
    the caller may not read. Its games are exported separately."""
    reader, who = read_tournament(tournament), caller()
    seq = reader.tournament.seq
    lines = export_tournament(
        reader.store.records_of(tournament, until=seq),
        reader.visible.shows,
        game_clerk().key_values,
        names=query.names and may_direct(who),
    )
    headers = {
        "ETag": etag(seq, who.duty or "director"),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{tournament}.jsonl"',
    }
    return cloud_events_response(lines, headers)


@blueprint.route("/tournaments/import", methods=["POST"])
@blueprint.needs("operator")
@blueprint.files(*READS)
@blueprint.answers(201, "TournamentImported", "The tournament is here now.", headers=LOCATION)
@blueprint.answers(
    200,
    "TournamentImported",
    "The tournament was here already, with the same records.",
    headers=LOCATION,
)
@blueprint.refuses(
    "damaged-file",
    "redacted-file",
    "game-exists",
    "body-too-large",
    "unsupported-media-type",
    "store-unavailable",
)
def import_the_tournament() -> Response:
    """Import an exported tournament. Its bytes are stored unchanged, after a check of its draws:
    what they are based on, the attempts, and the seeds."""
    file = TournamentFile(file_body(*READS, canonical=True), fold_tournament)
    already = import_tournament(game_clerk(), file)
    answer = TournamentImported(file.id, len(file.records), already)
    return reply(answer, 200 if already else 201, Location=f"/api/v1/tournaments/{file.id}")


@blueprint.route("/tournaments/report-files", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.files(*REPORT)
@blueprint.opens
@blueprint.answers(201, "ReportImported", "The tournament is open.", headers={**LOCATION, **REPLAY})
@blueprint.refuses("body-too-large", "unsupported-media-type", "tournament-refused")
def open_from_a_report_file() -> Response:
    """Open a tournament from a report file (TRF16, TRF26) of any program, with its entrants, its
    played rounds and their results. If the file has a fault, the problem names its line, and
    nothing is recorded."""
    file = report_of(file_body(*REPORT, canonical=True), most=MOST_AT_ONCE)
    opened = directing().report_files.open(
        file, caller().id, idempotency_key(), current_request().digest()
    )
    report = understood(file)
    lines, notes = tuple(report.lines), file_notes(report.notes)
    answer = ReportImported(opened.id, opened.seq, lines, notes)
    return reply(answer, 201, Location=f"/api/v1/tournaments/{opened.id}")


@blueprint.route("/tournaments/<tournament>/entrants/import", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.duty("director")
@blueprint.files(*CSV)
@blueprint.writes(*PROBLEMS, stale=STALE)
@blueprint.answers(201, "EntrantsImported", "They are in.", headers=WRITTEN)
@blueprint.refuses("body-too-large", "unsupported-media-type")
def import_entrants(tournament: str) -> Response:
    """Add the entrants of a CSV file, either all of them or none. Its first row names the columns,
    in English, French or German (name, first name, club, rating, number, seed, group). Faults are
    listed with their lines, and columns that are ignored are listed, too."""
    entries, notes = entries_of(file_body(*CSV, canonical=True))
    return answer_to_write(directing().entering.add(requested_order(tournament), entries), notes)


tournament_papers = Blueprint(
    "tournament-papers", __name__, description="Tournaments in other programs' formats."
)


def papers(reader: TournamentReader) -> Papers:
    return Papers(reader.store, reader.tournament, director=may_direct(caller()))


@tournament_papers.route("/tournaments/<tournament>/papers")
@tournament_papers.needs("organiser")
@tournament_papers.duty("director", "scorer", "check-in", "screen")
@tournament_papers.asks(WantedPaper)
@tournament_papers.answers(
    200, {"type": "string"}, "The paper.", content_type="text/*", headers=ETAG
)
@tournament_papers.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def write_a_paper(query: WantedPaper, tournament: str) -> Response:
    """Write a tournament for other programs: as TRF, for tables of two, with departures and
    corrections as comments; as CSV, in which no cell is a formula; or its rounds as a calendar."""
    reader = read_tournament(tournament)
    text = papers(reader).written(
        query.paper, query.round, query.lang, ";" if query.separator == "semicolon" else ","
    )
    kind, ending = KINDS[query.paper]
    headers = {
        "ETag": etag(reader.tournament.seq, caller().duty or "director"),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{tournament}-{query.paper}.{ending}"',
    }
    return Response(text, 200, headers, content_type=kind)


@tournament_papers.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/play-link"
)
@tournament_papers.needs("organiser")
@tournament_papers.duty("director", "scorer", "table", "screen")
@tournament_papers.keeps
@tournament_papers.answers(200, "PlayLink", headers=ETAG)
@tournament_papers.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def link_a_play(tournament: str, round: int, table: int) -> Response:
    """Get a link that hands a finished table to BG Stats, an app for players' own statistics. The
    app asks the player before it stores anything."""
    return cached_answer(
        tournament, lambda reader: PlayLink(papers(reader).play_link(round, table))
    )


watching = Blueprint("tournament-watching", __name__, description="Following a tournament.")


EVENT: Doc = {
    "description": "One event.",
    "type": "object",
    "required": ["id", "event", "data"],
    "properties": {
        "id": {"type": "string", "pattern": "^[1-9][0-9]*$"},
        "event": {"const": "record"},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/TournamentHappened"},
        },
    },
}


@watching.route("/tournaments/<tournament>/standings")
@watching.needs("organiser")
@watching.duty("director", "scorer", "check-in", "table", "screen")
@watching.asks(WantedStandings)
@watching.keeps
@watching.answers(200, "StandingsAt", headers=ETAG)
@watching.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def show_standings(query: WantedStandings, tournament: str) -> Response:
    """Show the standings after a round: every value as a whole number or a fraction, the key that
    separates two neighbours, and, with `trees`, the terms of each value down to the records."""
    return cached_answer(
        tournament, lambda reader: reader.standings(query.round, trees=query.trees)
    )


@watching.route("/tournaments/<tournament>/records")
@watching.needs("organiser")
@watching.duty("director", "scorer", "check-in", "table", "screen")
@watching.asks(Pages)
@watching.keeps
@watching.answers(200, "TournamentEntryPage", headers=ETAG)
@watching.refuses("unknown-tournament", "store-unavailable")
def list_tournament_records(query: Pages, tournament: str) -> Response:
    """Read the records, oldest first. Only the director sees entrants' words and ids, and pairings
    that were never published; others get digests in their place."""
    return cached_answer(tournament, lambda reader: reader.entries(query.after, query.limit))


@watching.route("/tournaments/<tournament>/report")
@watching.needs("organiser")
@watching.duty("director", "scorer", "check-in", "table", "screen")
@watching.keeps
@watching.answers(200, "TournamentReport", headers=ETAG)
@watching.refuses("unknown-tournament", "store-unavailable")
def report_tournament(tournament: str) -> Response:
    """Report departures from the rules, decisions by hand, and what cannot be proved. Only the
    director sees reasons, and lines about rounds that were never published."""
    return cached_answer(tournament, TournamentReader.report)


@watching.route("/tournaments/<tournament>/stream")
@watching.needs("organiser")
@watching.duty("director", "scorer", "check-in", "table", "screen")
@watching.asks(StreamQuery)
@watching.resumes("unknown-tournament")
@watching.answers(200, EVENT, "The events.", content_type=EVENTS)
@watching.answers(
    204, None, "The reader has the newest record of a closed tournament: do not reconnect."
)
def stream_tournament(query: StreamQuery, tournament: str) -> Response:
    """Stream the records of a tournament as they are written, without a gap: `id` is the seq."""
    app, request, who = service(), current_request(), caller()
    with app.streams.reserve(holder(who)) as place:
        now = directing().store.tournament(tournament)
        last = request.headers.get("Last-Event-ID")
        seq = stream_begins_after(now.seq, query.after, last)
        if now.closed and last is not None and seq == now.seq:
            return BareResponse(status=204, headers=HEADERS)
        token, audience = (
            token_of(request, app.settings.public_url),
            "director" if may_direct(who) else "screen",
        )
        return stream_response(
            place,
            FollowRequest("tournament", tournament, seq, audience, token=token, request=request.id),
        )
