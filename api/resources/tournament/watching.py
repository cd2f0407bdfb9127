"""Following a tournament: standings, the record, and the live stream."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.access.access import given
from api.http.body import asked, invalid_parameters
from api.live.following import Following
from api.live.streams import holder
from api.problems.problem import Problem
from api.request.blueprint import ETAG, Blueprint, Doc
from api.request.current import caller
from api.request.responses import Bare
from api.request.service import service
from api.request.tournaments import reader, shown
from api.resources.play.stream import EVENTS, HEADERS, begun
from domain.rules.text import Text

blueprint = Blueprint("tournament-watching", __name__, description="Following a tournament.")

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


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    """After which round, and whether with the trees that the values were added from."""

    round: Annotated[int | None, Meta(description="After this round; the last one without it.")] = None
    trees: Annotated[bool, Meta(description="With the trees that the values were added from.")] = False


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    """Which records."""

    after: Annotated[int, Meta(description="Records after this one.", ge=0)] = 0
    limit: Annotated[int, Meta(description="The most records on a page.", ge=1, le=MOST)] = 100


class Live(Struct, frozen=True, forbid_unknown_fields=True):
    """From where."""

    after: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="Records after this one; those to come without it. `Last-Event-ID` goes before it."),
    ] = None


@blueprint.route("/tournaments/<tournament>/standings")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.asks(Which)
@blueprint.keeps
@blueprint.answers(200, "StandingsAt", headers=ETAG)
@blueprint.refuses("unknown-tournament", "tournament-refused", "store-unavailable")
def show_standings(wanted: Which, tournament: str) -> Response:
    """Show the order after a round: every value a whole number or a fraction, the key that parted two neighbours, and, with
    `trees`, what each value was added from, down to the records."""
    found = reader(tournament)
    return shown(found.standings(wanted.round, trees=wanted.trees), found.tournament.seq)


@blueprint.route("/tournaments/<tournament>/records")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.asks(Pages)
@blueprint.keeps
@blueprint.answers(200, "TournamentEntryPage", headers=ETAG)
@blueprint.refuses("unknown-tournament", "store-unavailable")
def list_tournament_records(wanted: Pages, tournament: str) -> Response:
    """Read the record, oldest first. What entrants wrote and who they are elsewhere, and pairings that were never published, are
    for the director; others get the digest in their place."""
    found = reader(tournament)
    return shown(found.entries(wanted.after, wanted.limit), found.tournament.seq)


@blueprint.route("/tournaments/<tournament>/stream")
@blueprint.needs("organiser")
@blueprint.duty("scorer", "check-in", "table", "screen")
@blueprint.asks(Live)
@blueprint.follows
@blueprint.answers(200, EVENT, "The events.", content_type=EVENTS)
@blueprint.answers(204, None, "The reader has the newest record of a closed tournament: do not reconnect.")
def stream_tournament(wanted: Live, tournament: str) -> Response:
    """Stream the records of a tournament as they are written, without a gap: `id` is the seq."""
    found, request, who = service(), asked(), caller()
    with found.streams.place(holder(who)) as place:
        now = found.tournaments.desk.tournament(tournament)
        head = now.seq
        last = request.headers.get("Last-Event-ID")
        seq = head if wanted.after is None else wanted.after
        if last is not None:
            if not (last.isascii() and last.isdigit() and len(last) < 18):
                raise Problem("last-event-id-refused", current=head)
            seq = int(last)
        if seq > head:
            text = Text(
                "There is no record {seq} yet: the newest is {head}.",
                seq=seq,
                head=head,
            )
            raise Problem("last-event-id-refused", text, current=head) if last is not None else invalid_parameters({"after": text})
        if now.closed and last is not None and seq == head:
            return Bare(status=204, headers=HEADERS)
        token, audience = given(request, found.public_url), "director" if who.directs else "screen"
        return begun(place, Following("tournament", tournament, seq, audience, token=token, request=request.id))
