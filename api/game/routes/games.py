"""Games: open one, look one up, read its record, follow it live."""

import re
from typing import Annotated, Any

from flask import Response
from msgspec import Meta, Struct

from api.game.reading.entries import EntryReader
from api.game.request import audience_of, opening_of
from api.game.schemas.games import Opened, SeatLink
from api.game.schemas.records import EntryAt, EntryPage
from api.web import body
from api.web.access.access import given
from api.web.access.link_answers import standard_links
from api.web.body import asked, invalid_parameters
from api.web.live.streams import Counted, Following, holder
from api.web.problems.problem import Problem
from api.web.request.blueprint import ETAG, LOCATION, REPLAY, Blueprint, Doc
from api.web.request.caller import caller, may_read_words
from api.web.request.parameters import (
    Chance,
    ClientAt,
    Players,
    Reading,
    Tag,
    TheCatalog,
    TheTitle,
    Values,
    Who,
)
from api.web.request.responses import Bare, etag, read, unchanged
from api.web.request.service import service
from api.web.request.writes import key, worded, written
from domain.game.clerk.commands import Answer
from domain.game.record.records import UndoPolicy
from domain.kernel.text import Text
from domain.titles.contract.time_control import TimeControl
from projections.boards.json import encode, summary_shape

blueprint = Blueprint("games", __name__, description="Games: opening, searching, looking up.")


class OpenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new game is opened with; everything but the ruleset has a default."""

    ruleset: TheTitle
    catalog: TheCatalog = "default"
    options: Annotated[
        dict[str, Any],
        Meta(description="The table's decisions, as `GET /rulesets/{id}` lists them."),
    ] = {}
    players: Players = None
    chance: Chance = "sealed"
    undo: Annotated[
        UndoPolicy, Meta(description="What may be taken back, and who has to agree.")
    ] = "free"
    values: Values = ()
    tags: Annotated[
        tuple[Tag, ...], Meta(description="Words to find the game by.", max_length=32)
    ] = ()
    public: Annotated[
        bool, Meta(description="Whether anybody may watch, without a link, as spectators do.")
    ] = False
    seals: Annotated[
        bool,
        Meta(
            description="Whether what is chosen in secret is sealed first, so that not even the "
            "service can read it."
        ),
    ] = False
    time_control: Annotated[
        TimeControl | None, Meta(description="The clocks of the players' seats; none, without it.")
    ] = None
    client_at: ClientAt = None


@blueprint.route("/games", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(OpenGame, example={"ruleset": "northgard-training"})
@blueprint.opens
@blueprint.answers(201, "Opened", "The game is open.", headers={**ETAG, **LOCATION, **REPLAY})
@blueprint.refuses("values-needed", "values-refused")
def open_game(asked: OpenGame) -> Response:
    """Open a game. The ruleset alone is enough: everything else has a default."""
    answer = service().clerk.open_game(
        opening_of(asked), caller().id, key(), body.asked().digest(), asked.client_at
    )
    return opened_answer(answer)


def opened_answer(answer: Answer) -> Response:
    """What is answered to a game or a branch that was opened; it follows from the first record: a
    retry reads the same."""
    game, where = answer.game, f"/api/v1/games/{answer.game.id}"
    links = tuple(SeatLink(seat, f"{where}/legal?seat={seat}") for seat in game.setting.seats)
    handed = standard_links(service().access.links, game.id, game.opened)
    opened = Opened(game.id, game.id, game.seq, summary_shape(game), links, handed)  # type: ignore[arg-type]  # the summary as plain data
    return written(opened, answer.filed, again=answer.again, Location=where)


@blueprint.route("/games/<game>")
@blueprint.needs("spectator")
@blueprint.reads
@blueprint.answers(200, "Summary", headers=ETAG)
def show_game(game: str) -> Response:
    """Look a game up: title, seats, whose turn it is, where it stands."""
    found = service()
    seq = found.newest(game)
    held = unchanged(etag(seq))
    if held is not None:
        return held
    view = found.view(lambda views: views.summary(game), seq)
    if view is None:
        now = found.clerk.game(game)
        seq, view = now.seq, encode(summary_shape(now))
    return read(view, etag(seq))


records = Blueprint("records", __name__, description="The record of a game, one entry a record.")

MOST = 500


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    """Which records, read by whom."""

    after: Annotated[int, Meta(description="Records after this one.", ge=0)] = 0
    limit: Annotated[int, Meta(description="The most records on a page.", ge=1, le=MOST)] = 100
    audience: Who = ""


@records.route("/games/<game>/records")
@records.needs("spectator")
@records.asks(Pages)
@records.reads
@records.answers(200, "EntryPage", headers=ETAG)
def list_records(asked: Pages, game: str) -> Response:
    """Read the record, oldest first: who did what, what came of it, what is in force. Nothing that
    was taken back is missing."""
    clerk = service().clerk
    file = clerk.file(game)
    head, fault = file.whole, file.fault
    if fault is not None and asked.after >= head.seq:
        raise fault  # the record that comes next
    audience = audience_of(head, asked.audience)
    tag = worded(head.seq, audience)
    held = unchanged(tag)
    if held is not None:
        return held
    last = min(head.seq, asked.after + asked.limit)
    entry_reader = EntryReader(clerk, head, audience, asked.after + 1, words=may_read_words())
    entries = tuple(entry_reader.entry(seq) for seq in range(asked.after + 1, last + 1))
    following = last if last < head.seq or fault is not None else None
    return read(EntryPage(game, head.seq, audience, entries, following), tag)


@records.route("/games/<game>/records/<int(signed=True):seq>")
@records.needs("spectator")
@records.asks(Reading)
@records.reads
@records.answers(200, "EntryAt", headers=ETAG)
@records.refuses("no-such-position")
def show_record(asked: Reading, game: str, seq: int) -> Response:
    """Read one record."""
    clerk = service().clerk
    file = clerk.file(game)
    head = file.whole
    audience = audience_of(head, asked.audience)
    file.record(seq)
    tag = worded(head.seq, audience)
    return unchanged(tag) or read(
        EntryAt(game, EntryReader(clerk, head, audience, seq, words=may_read_words()).entry(seq)),
        tag,
    )


stream = Blueprint(
    "stream", __name__, description="Live: the records of a game as they are written."
)

EVENTS = "text/event-stream"
# No cache keeps a stream, and no proxy gathers it: nginx is told by the second.
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def _documented(name: str, data: str) -> Doc:
    content = {
        "contentMediaType": "application/json",
        "contentSchema": {"$ref": f"#/components/schemas/{data}"},
    }
    fields = {
        "id": {"type": "string", "pattern": "^[1-9][0-9]*$"},
        "event": {"const": name},
        "data": {"type": "string", **content},
    }
    return {"type": "object", "required": list(fields), "properties": fields}


EVENT: Doc = {
    "description": "One event.",
    "oneOf": [_documented("record", "Happened"), _documented("closed", "Closed")],
}

_SEQ = re.compile(r"0|[1-9][0-9]{0,17}")


class From(Struct, frozen=True, forbid_unknown_fields=True):
    """From where."""

    after: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(
            description="Records after this one; those to come without it. `Last-Event-ID` goes "
            "before it."
        ),
    ] = None


class Live(From, frozen=True, forbid_unknown_fields=True):
    """From where, for whom."""

    audience: Who = ""


@stream.route("/games/<game>/stream")
@stream.needs("spectator")
@stream.asks(Live)
@stream.resumes
@stream.answers(200, EVENT, "The events, until the game is closed.", content_type=EVENTS)
@stream.answers(
    204,
    None,
    "The reader has the last record of a closed game: nothing will come, do not reconnect.",
)
def stream_records(wanted: Live, game: str) -> Response:
    """Stream the records of a game as they are written, without a gap.

    `id` is the seq. An event `record` has the entry as `/records` shows it to this audience, whose
    turn it is after it, and which earlier entries read differently since; `closed` is the last
    event. Comments keep the connection alive.
    """
    found, request, who = service(), asked(), caller()
    with found.streams.place(
        holder(who)
    ) as place:  # first of all: what is refused leaves no look in the access log
        head = found.clerk.game(game)
        audience = audience_of(head, wanted.audience)
        last = request.headers.get("Last-Event-ID")
        seq = follows_from(head.seq, wanted.after, last)
        if head.closed and last is not None and seq == head.seq:
            return Bare(status=204, headers=HEADERS)
        token = given(request, found.public_url) if who.id else ""
        stranger = who.stranger
        following = Following(
            "game",
            head.id,
            seq,
            audience,
            not stranger,
            token,
            watched=stranger,
            request=request.id,
        )
        return begun(place, following)


def follows_from(newest: int, after: int | None, last: str | None) -> int:
    """The record after which a stream begins: the one whose event its reader got `last`; else the
    one that is asked for, else the newest. Raises `last-event-id-refused` and
    `invalid-parameters`."""
    if last is not None and _SEQ.fullmatch(last) is None:
        text = Text(
            "Last-Event-ID must be a record number such as {seq}, not {last}.",
            seq=newest,
            last=repr(last),
        )
        raise Problem("last-event-id-refused", text, current=newest)
    seq = int(last) if last is not None else newest if after is None else after
    if seq > newest:
        text = Text("There is no record {seq} yet: the newest is {head}.", seq=seq, head=newest)
        raise (
            Problem("last-event-id-refused", text, current=newest)
            if last is not None
            else invalid_parameters({"after": text})
        )
    return seq


def begun(place: Counted, following: Following) -> Response:
    """The answer that a stream begins with; asked for its head alone, no stream is begun."""
    request = asked()
    body = () if request.method == "HEAD" else place.follow(following, request.environ)
    return Response(body, 200, HEADERS, content_type=EVENTS)
