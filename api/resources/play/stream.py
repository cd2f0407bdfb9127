"""The live stream of a game: server-sent events, one a record, for an audience."""

from __future__ import annotations

import re
from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.access.access import given
from api.http.body import asked, invalid_parameters
from api.live.following import Following
from api.live.streams import Counted, holder
from api.problems.problem import Problem
from api.request.blueprint import Blueprint, Doc
from api.request.current import audience_of, caller
from api.request.parameters import Who
from api.request.responses import Bare
from api.request.service import service
from domain.game.game import Game
from domain.rules.text import Text

blueprint = Blueprint("stream", __name__, description="Live: the records of a game as they are written.")

EVENTS = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No cache keeps a stream, and no proxy gathers it: nginx is told by the second."""


def _documented(name: str, data: str) -> Doc:
    """One kind of event, and the component that its data is."""
    content = {"contentMediaType": "application/json", "contentSchema": {"$ref": f"#/components/schemas/{data}"}}
    fields = {"id": {"type": "string", "pattern": "^[1-9][0-9]*$"}, "event": {"const": name}, "data": {"type": "string", **content}}
    return {"type": "object", "required": list(fields), "properties": fields}


EVENT: Doc = {"description": "One event.", "oneOf": [_documented("record", "Happened"), _documented("closed", "Closed")]}

_SEQ = re.compile(r"0|[1-9][0-9]{0,17}")


class Live(Struct, frozen=True, forbid_unknown_fields=True):
    """From where, for whom."""

    after: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="Records after this one; those to come without it. `Last-Event-ID` goes before it."),
    ] = None
    audience: Who = ""


@blueprint.route("/games/<game>/stream")
@blueprint.needs("spectator")
@blueprint.asks(Live)
@blueprint.resumes
@blueprint.answers(200, EVENT, "The events, until the game is closed.", content_type=EVENTS)
@blueprint.answers(204, None, "The reader has the last record of a closed game: nothing will come, do not reconnect.")
def stream_records(wanted: Live, game: str) -> Response:
    """Stream the records of a game as they are written, without a gap.

    `id` is the seq. An event `record` has the entry as `/records` shows it to this audience, whose turn it is after it, and which
    earlier entries read differently since; `closed` is the last event. Comments keep the connection alive.
    """
    found, request, who = service(), asked(), caller()
    with found.streams.place(holder(who)) as place:  # first of all: what is refused leaves no look in the access log
        head = found.clerk.game(game)
        audience = audience_of(head, wanted.audience)
        last = request.headers.get("Last-Event-ID")
        seq = _after(head, wanted.after) if last is None else _resumed(head, last)
        if head.closed and last is not None and seq == head.seq:
            return Bare(status=204, headers=HEADERS)
        token = given(request, found.public_url) if who.id else ""
        stranger = who.stranger
        following = Following("game", head.id, seq, audience, not stranger, token, watched=stranger, request=request.id)
        return begun(place, following)


def _after(head: Game, after: int | None) -> int:
    """Where a stream begins that nobody has read before: after the newest record, unless the reader knows better."""
    if after is None or after <= head.seq:
        return head.seq if after is None else after
    text = Text(
        "There is no record {after} yet: the newest is {seq}.",
        after=after,
        seq=head.seq,
    )
    raise invalid_parameters({"after": text})


def _resumed(head: Game, last: str) -> int:
    """Where a stream goes on, by the id of the last event that its reader got."""
    if _SEQ.fullmatch(last) is None:
        raise _refused(head, f"Last-Event-ID must be a record number such as {head.seq}, not {last!r}.",
                       f"Last-Event-ID doit être un numéro d'écriture tel que {head.seq}, pas {last!r}.")  # fmt: skip
    if int(last) > head.seq:
        raise _refused(head, f"There is no record {last} yet: the newest is {head.seq}.",
                       f"Il n'y a pas encore d'écriture {last} : la dernière est {head.seq}.")  # fmt: skip
    return int(last)


def _refused(head: Game, en: str, fr: str) -> Problem:
    return Problem("last-event-id-refused", Text(en, fr), current=head.seq)


def begun(place: Counted, following: Following) -> Response:
    """The answer that a stream begins with; asked for its head alone, no stream is begun."""
    request = asked()
    body = () if request.method == "HEAD" else place.follow(following, request.environ)
    return Response(body, 200, HEADERS, content_type=EVENTS)
