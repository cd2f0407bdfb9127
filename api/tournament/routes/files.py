"""Tournaments as files, in other programs' formats, and as they go on: standings, the record, the
live stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from flask import Response
from msgspec import Meta, Struct

from api.game.routes.games import EVENTS, HEADERS, From, begun, follows_from
from api.game.routes.transfer import BATCH, CLOUD_EVENTS, NDJSON, READS, cloud_events, file_body
from api.tournament.request import reader, shown, told
from api.tournament.schemas import PlayLink, TournamentImported
from api.web.access.access import given
from api.web.body import asked
from api.web.live.streams import Following, holder
from api.web.request.blueprint import ETAG, LOCATION, REPLAY, Blueprint, Doc
from api.web.request.caller import caller
from api.web.request.responses import Bare, etag, reply
from api.web.request.service import service
from api.web.request.writes import order
from domain.kernel.text import LANGS, Lang
from domain.tournament.aggregate.fold import fold_tournament
from domain.tournament.directing.entrants import entries_of
from domain.tournament.directing.papers import KINDS, Paper, Papers
from domain.transfer.tournaments import TournamentFile, export_tournament, import_tournament

blueprint = Blueprint(
    "tournament-files", __name__, description="Tournaments as files, and entrants from CSV."
)

CSV = ("text/csv", "text/plain", "application/octet-stream")


class Export(Struct, frozen=True, forbid_unknown_fields=True):
    names: Annotated[
        bool,
        Meta(
            description="With the names and the free text that were not erased; for the director."
        ),
    ] = False


@blueprint.route("/tournaments/<tournament>/export")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.asks(Export)
@blueprint.answers(
    200, {"type": "string"}, "One CloudEvent a line.", content_type=NDJSON, headers=ETAG
)
@blueprint.answers(200, CLOUD_EVENTS, "The same as an array.", content_type=BATCH, headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def export_the_tournament(query: Export, tournament: str) -> Response:
    """Export a tournament's own records: the stored bytes as they are, and a tombstone in the place
    of each that the caller may not read. Its games are exported by themselves."""
    found, who = reader(tournament), caller()
    desk = service().tournaments.desk
    filed = [one for one in desk.filed(tournament) if one.seq <= found.tournament.seq]
    lines = export_tournament(
        filed, found.shows, service().clerk.key_values, names=query.names and who.directs
    )
    headers = {
        "ETag": etag(found.tournament.seq, who.duty or "director"),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{tournament}.jsonl"',
    }
    return cloud_events(lines, headers)


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
    """Import an exported tournament. Its bytes are stored as they are, once bases, attempts and
    seeds were found to hold."""
    data = file_body(*READS, canonical=True)
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
    """Add the entrants of a CSV file, all or none: its first row names the columns, in English or
    French (name, club, rating, number, seed, group); a fault is told with its line."""
    data = file_body(*CSV, canonical=True)
    return told(service().tournaments.entering.add(order(tournament), entries_of(data)))


tournament_papers = Blueprint(
    "tournament-papers", __name__, description="Tournaments in other programs' formats."
)


# A language that there is.
if TYPE_CHECKING:
    _Spoken = Lang
else:
    _Spoken = Literal[LANGS]


class WantedPaper(Struct, frozen=True, forbid_unknown_fields=True):
    paper: Annotated[
        Paper,
        Meta(
            description="The report file of 2026 or 2016, a table as CSV, or the rounds as a "
            "calendar."
        ),
    ] = "trf26"
    round: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="After this round, or its pairings; the last one without it."),
    ] = None
    lang: Annotated[_Spoken, Meta(description="The language of headings.")] = "en"
    separator: Annotated[
        Literal["comma", "semicolon"],
        Meta(description="Of CSV; a semicolon goes with decimal commas."),
    ] = "comma"


def papers(tournament: str) -> tuple[Papers, int]:
    """The papers of a tournament as the caller may read them, and its newest record; raises
    `UnknownTournament`."""
    desk = service().tournaments.desk
    found = desk.tournament(tournament)
    return Papers(desk, found, director=caller().directs), found.seq


@tournament_papers.route("/tournaments/<tournament>/papers")
@tournament_papers.needs("organiser")
@tournament_papers.duty("scorer", "check-in", "screen")
@tournament_papers.asks(WantedPaper)
@tournament_papers.answers(
    200, {"type": "string"}, "The paper.", content_type="text/*", headers=ETAG
)
@tournament_papers.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def write_a_paper(query: WantedPaper, tournament: str) -> Response:
    """Write a tournament down for other programs: TRF for tournaments of two at a table, with
    departures and corrections as comments; tables as CSV, in which no cell is a formula; the rounds
    as a calendar."""
    found, seq = papers(tournament)
    text = found.written(
        query.paper, query.round, query.lang, ";" if query.separator == "semicolon" else ","
    )
    kind, ending = KINDS[query.paper]
    headers = {
        "ETag": etag(seq, caller().duty or "director"),
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{tournament}-{query.paper}.{ending}"',
    }
    return Response(text, 200, headers, content_type=kind)


@tournament_papers.route(
    "/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/play-link"
)
@tournament_papers.needs("organiser")
@tournament_papers.duty("scorer", "table", "screen")
@tournament_papers.keeps
@tournament_papers.answers(200, "PlayLink", headers=ETAG)
@tournament_papers.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def link_a_play(tournament: str, round: int, table: int) -> Response:
    """Link a finished table to BG Stats, an app of players for their own statistics, which asks
    before it keeps anything."""
    found, seq = papers(tournament)
    return shown(PlayLink(found.play_link(round, table)), seq)


watching = Blueprint("tournament-watching", __name__, description="Following a tournament.")

MOST = 500

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


class WantedStandings(Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int | None, Meta(description="After this round; the last one without it.")] = (
        None
    )
    trees: Annotated[bool, Meta(description="With the trees that the values were added from.")] = (
        False
    )


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(description="Records after this one.", ge=0)] = 0
    limit: Annotated[int, Meta(description="The most records on a page.", ge=1, le=MOST)] = 100


@watching.route("/tournaments/<tournament>/standings")
@watching.needs("organiser")
@watching.duty("scorer", "check-in", "table", "screen")
@watching.asks(WantedStandings)
@watching.keeps
@watching.answers(200, "StandingsAt", headers=ETAG)
@watching.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def show_standings(query: WantedStandings, tournament: str) -> Response:
    """Show the order after a round: every value a whole number or a fraction, the key that parted
    two neighbours, and, with `trees`, what each value was added from, down to the records."""
    found = reader(tournament)
    return shown(found.standings(query.round, trees=query.trees), found.tournament.seq)


@watching.route("/tournaments/<tournament>/records")
@watching.needs("organiser")
@watching.duty("scorer", "check-in", "table", "screen")
@watching.asks(Pages)
@watching.keeps
@watching.answers(200, "TournamentEntryPage", headers=ETAG)
@watching.refuses("unknown-tournament", "store-unavailable")
def list_tournament_records(query: Pages, tournament: str) -> Response:
    """Read the record, oldest first. What entrants wrote and who they are elsewhere, and pairings
    that were never published, are for the director; others get the digest in their place."""
    found = reader(tournament)
    return shown(found.entries(query.after, query.limit), found.tournament.seq)


@watching.route("/tournaments/<tournament>/stream")
@watching.needs("organiser")
@watching.duty("scorer", "check-in", "table", "screen")
@watching.asks(From)
@watching.follows
@watching.answers(200, EVENT, "The events.", content_type=EVENTS)
@watching.answers(
    204, None, "The reader has the newest record of a closed tournament: do not reconnect."
)
def stream_tournament(query: From, tournament: str) -> Response:
    """Stream the records of a tournament as they are written, without a gap: `id` is the seq."""
    found, request, who = service(), asked(), caller()
    with found.streams.place(holder(who)) as place:
        now = found.tournaments.desk.tournament(tournament)
        head = now.seq
        last = request.headers.get("Last-Event-ID")
        seq = follows_from(head, query.after, last)
        if now.closed and last is not None and seq == head:
            return Bare(status=204, headers=HEADERS)
        token, audience = given(request, found.public_url), "director" if who.directs else "screen"
        return begun(
            place,
            Following("tournament", tournament, seq, audience, token=token, request=request.id),
        )
