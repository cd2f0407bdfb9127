"""Reading a game: its records, one by one and live; board and score at any position; which actions
are legal; what changed; and branches."""

import re
from typing import Annotated

import msgspec
from flask import Response
from msgspec import Meta, Raw, Struct, to_builtins

from api.game.entries import EntryReader
from api.game.opening.routes import opened_answer
from api.game.parameters import Reading, Tag, Who
from api.game.request import AtRecord, Position, audience_of, grew_in_sight, may_know
from api.game.schemas import (
    Diff,
    EntryAt,
    EntryPage,
    Family,
    LegalAt,
    Offer,
    SeatLegal,
)
from api.game.search import found_page
from api.game.subject import game_clerk
from api.web import body
from api.web.access.access import token_of
from api.web.access.caller import Caller
from api.web.body import current_request, invalid_parameters
from api.web.live.streams import FollowRequest, Reservation, holder
from api.web.problems.problem import Problem
from api.web.request.blueprint import (
    ETAG,
    LOCATION,
    REPLAY,
    Blueprint,
    Doc,
    etag_with_words,
    idempotency_key,
)
from api.web.request.parameters import At, ClientAt
from api.web.request.responses import BareResponse, cacheable_reply, etag, not_modified, reply
from api.web.request.service import caller, may_read_words, service
from domain.game.aggregate import correction as diff
from domain.game.aggregate.game import Game
from domain.game.commands import Answer
from domain.game.play.branches import Branches, BranchRequest
from domain.game.record.records import ChanceMode, Purpose, UndoPolicy
from domain.kernel.text import Text
from domain.titles.contract.ruleset import ARBITER, Audience
from projections.search.query import MOST, Query

records = Blueprint("records", __name__, description="The record of a game, one entry a record.")

MOST_RECORDS = 500


class RecordPageQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of a page of records, and the audience that reads it."""

    after: Annotated[int, Meta(description="Records after this one.", ge=0)] = 0
    limit: Annotated[
        int, Meta(description="The most records on a page.", ge=1, le=MOST_RECORDS)
    ] = 100
    audience: Who = ""


@records.route("/games/<game>/records")
@records.needs("spectator")
@records.asks(RecordPageQuery)
@records.reads("unknown-game")
@records.answers(200, "EntryPage", headers=ETAG)
def list_records(query: RecordPageQuery, game: str) -> Response:
    """Read the records, oldest first: who did what, its consequences, what is in force. Actions
    that were taken back are listed, too."""
    clerk = game_clerk()
    loaded = clerk.load(game)
    head, fault = loaded.whole, loaded.fault
    if fault is not None and query.after >= head.seq:
        raise fault  # the record that comes next
    audience = audience_of(head, query.audience)
    tag = etag_with_words(head.seq, audience)
    cached = not_modified(tag)
    if cached is not None:
        return cached
    last = min(head.seq, query.after + query.limit)
    entry_reader = EntryReader(clerk, head, audience, query.after + 1, words=may_read_words())
    entries = tuple(entry_reader.entry(seq) for seq in range(query.after + 1, last + 1))
    following = last if last < head.seq or fault is not None else None
    return cacheable_reply(EntryPage(game, head.seq, audience, entries, following), tag)


@records.route("/games/<game>/records/<int(signed=True):seq>")
@records.needs("spectator")
@records.asks(Reading)
@records.reads("unknown-game")
@records.answers(200, "EntryAt", headers=ETAG)
@records.refuses("no-such-position")
def show_record(query: Reading, game: str, seq: int) -> Response:
    """Read one record."""
    clerk = game_clerk()
    loaded = clerk.load(game)
    head = loaded.whole
    audience = audience_of(head, query.audience)
    loaded.record(seq)
    tag = etag_with_words(head.seq, audience)
    return not_modified(tag) or cacheable_reply(
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


class StreamQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameter of a stream: the record after which it begins."""

    after: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(
            description="Records after this one; those to come without it. `Last-Event-ID` goes "
            "before it."
        ),
    ] = None


class GameStreamQuery(StreamQuery, frozen=True, forbid_unknown_fields=True):
    """The query parameters of a game's stream: the record after which it begins, and the audience
    that reads it."""

    audience: Who = ""


@stream.route("/games/<game>/stream")
@stream.needs("spectator")
@stream.asks(GameStreamQuery)
@stream.resumes("unknown-game")
@stream.answers(200, EVENT, "The events, until the game is closed.", content_type=EVENTS)
@stream.answers(
    204,
    None,
    "The reader has the last record of a closed game: nothing will come, do not reconnect.",
)
def stream_records(query: GameStreamQuery, game: str) -> Response:
    """Stream the records of a game as they are written, without a gap.

    `id` is the seq. An event `record` has three things: the entry, as `/records` shows it to this
    audience; the seats to act after it; the earlier records whose entry it changed. `closed` is the
    last event. Comments keep the connection alive.
    """
    app, request, who = service(), current_request(), caller()
    with app.streams.reserve(
        holder(who)
    ) as place:  # first of all: what is refused leaves no look in the access log
        head = game_clerk().game(game)
        audience = audience_of(head, query.audience)
        last = request.headers.get("Last-Event-ID")
        seq = stream_begins_after(head.seq, query.after, last)
        if head.closed and last is not None and seq == head.seq:
            return BareResponse(status=204, headers=HEADERS)
        token = token_of(request, app.settings.public_url) if who.id else ""
        stranger = who.stranger
        following = FollowRequest(
            "game",
            head.id,
            seq,
            audience,
            not stranger,
            token,
            watched=stranger,
            request=request.id,
        )
        return stream_response(place, following)


def stream_begins_after(newest: int, after: int | None, last: str | None) -> int:
    """The record after which a stream begins: that of the reader's `last` event, else `after`, else
    the newest. Raises `last-event-id-refused` and `invalid-parameters`."""
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


def stream_response(place: Reservation, following: FollowRequest) -> Response:
    """The response that streams events to a reader. A HEAD request gets one without a body, and no
    stream begins."""
    request = current_request()
    body = () if request.method == "HEAD" else place.follow(following, request.environ)
    return Response(body, 200, HEADERS, content_type=EVENTS)


positions = Blueprint(
    "positions", __name__, description="Positions: board, score, what is legal, what changed."
)


class BoardQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of a position and the audience that reads it."""

    at: At = None
    audience: Who = ""


class LegalQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameter that selects a seat; without it, every seat that is to act."""

    seat: Annotated[str, Meta(description="A seat's id.")] = ""


class DiffQuery(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"from_seq": "from", "to_seq": "to", "other": "with"},
):
    """The query parameters of two positions to compare, and the audience that compares them."""

    from_seq: Annotated[int, Meta(description="The record before.")] = 1
    to_seq: Annotated[int | None, Meta(description="The record after; the newest without it.")] = (
        None
    )
    other: Annotated[
        str,
        Meta(
            description="The game that `to` is of, one of the same title: a branch of this one, "
            "or any of the caller's."
        ),
    ] = ""
    audience: Who = ""


@positions.route("/games/<game>/board")
@positions.needs("spectator")
@positions.asks(BoardQuery)
@positions.reads("unknown-game")
@positions.answers(200, "BoardAt", headers=ETAG)
@positions.refuses("no-such-position")
def show_board(query: BoardQuery, game: str) -> Response:
    """Show the board at a position, as an audience may see it."""
    position = Position.of(game, query.at, query.audience)
    return not_modified(position.tag) or cacheable_reply(position.board(), position.tag)


@positions.route("/games/<game>/score")
@positions.needs("spectator")
@positions.asks(AtRecord)
@positions.reads("unknown-game")
@positions.answers(200, "ScoreAt", headers=ETAG)
@positions.refuses("no-such-position")
def show_score(query: AtRecord, game: str) -> Response:
    """Show the points at a position, for each seat with the parts they are made of."""
    position = Position.of(game, query.at)
    return not_modified(position.tag) or cacheable_reply(position.score(), position.tag)


@positions.route("/games/<game>/legal")
@positions.needs("spectator")
@positions.asks(LegalQuery)
@positions.reads("unknown-game")
@positions.answers(200, "LegalAt", headers=ETAG)
def show_legal(query: LegalQuery, game: str) -> Response:
    """List the legal actions: actions that can be posted as they are, and templates if there are
    too many to list.

    While the board hides something, only those who may read as this seat see what it may do.
    """
    now, who = game_clerk().game(game), caller()
    seats: tuple[str, ...] = now.setting.seats
    if query.seat and query.seat not in seats:
        there = ", ".join(seats)
        raise invalid_parameters(
            {
                "seat": Text(
                    "There is no seat {seat}: there are {there}.", seat=query.seat, there=there
                )
            }
        )
    to_act = now.to_act
    shown_seats = (query.seat,) if query.seat else to_act
    tag = etag(now.seq)
    if now.rules.keeps_secrets():
        shown_seats = tuple(
            audience_of(now, seat)
            for seat in shown_seats
            if query.seat or who.at_least("arbiter") or seat in who.speaks_for
        )
        tag = etag(now.seq, "+".join(shown_seats))
    return not_modified(tag) or cacheable_reply(
        LegalAt(
            game, now.seq, tuple(_seat_legal(now, seat, seat in to_act) for seat in shown_seats)
        ),
        tag,
    )


def _seat_legal(now: Game, seat: str, may: bool) -> SeatLegal:
    name = now.setting.name(seat)
    if not may:
        return SeatLegal(seat, name, (), ())
    legal = now.rules.legal(now.board, seat)
    return SeatLegal(
        seat,
        name,
        tuple(Offer(choice.action, choice.label) for choice in legal.choices),
        tuple(Family(t.type, t.label, t.fields, t.example) for t in legal.templates),
    )


@positions.route("/games/<game>/diff")
@positions.needs("spectator")
@positions.asks(DiffQuery)
@positions.reads("unknown-game")
@positions.answers(200, "Diff", headers=ETAG)
@positions.refuses("no-such-position", "other-title", "not-covered")
def show_diff(query: DiffQuery, game: str) -> Response:
    """Show what changed in an audience's view between two positions of a title, place by place;
    they may be of two games.

    With a link, `with` must be a branch of its game; then, if the title keeps secrets, a seat sees
    both positions as the public does.
    """
    clerk = game_clerk()
    before = clerk.game(game, query.from_seq)
    if query.other and not may_compare(query.other, game):
        raise Problem("not-covered")
    after = clerk.game(query.other or game, query.to_seq)
    if after.rules.id != before.rules.id:
        item, two = before.rules.about.title, after.rules.about.title
        text = Text(
            "Game {id} is {one}, game {other} is {two}.",
            id=before.id,
            one=item,
            other=after.id,
            two=two,
        )
        raise Problem("other-title", text)
    audience = audience_to_compare(before, after, query.audience)
    tag = etag(after.seq, f"{audience}.{before.seq}.{after.id}" if query.other else audience)
    views = [to_builtins(g.rules.view(g.board, audience)) for g in (before, after)]
    answer = Diff(
        game,
        before.seq,
        after.seq,
        audience,
        tuple(diff.document_changes(*views)),
        query.other or game,
    )
    return not_modified(tag) or cacheable_reply(answer, tag)


def may_compare(other: str, game: str) -> bool:
    """Whether the caller, who may read `game`, may compare it with `other`. For an organiser,
    `other` must be a game of their own; with a link, a branch of `game`. The operator may
    always."""
    who = caller()
    if who.role == "operator" or other == game:
        return True
    return (
        grew_in_sight(who, other, game)
        if who.to
        else service().subjects["game"].owned(other, who.id)
    )


def audience_to_compare(before: Game, after: Game, requested: str) -> Audience:
    """The audience as which two positions are compared. With a player's link, in a title with
    secrets, it is the public if the positions are of two games, since the link's seats may be
    somebody else's in the other game."""
    who = caller()
    if before.id != after.id and who.role == "seat" and after.rules.keeps_secrets():
        who = Caller(who.id, who.role, who.to)
    return audience_of(after, audience_of(before, requested, who), who)


branching = Blueprint(
    "branches", __name__, description="Branches: what-if games from any position."
)


class GrowBranch(Struct, frozen=True, forbid_unknown_fields=True):
    """The request to grow a branch: from where, what for, and its rules for dice and undo."""

    at: Annotated[
        int | None,
        Meta(description="The record whose position it starts from; the newest without it."),
    ] = None
    purpose: Annotated[
        Purpose, Meta(description="What it is grown for; shown wherever the branch is.")
    ] = "analysis"
    chance: Annotated[
        ChanceMode, Meta(description="Whether the service draws or the table rolls, from here on.")
    ] = "sealed"
    undo: Annotated[
        UndoPolicy, Meta(description="What may be taken back in the branch, and who has to agree.")
    ] = "free"
    tags: Annotated[
        tuple[Tag, ...], Meta(description="Words to find the branch by.", max_length=32)
    ] = ()
    client_at: ClientAt = None


class BranchPageQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of a page of a list."""

    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most branches on a page.", ge=1, le=MOST)] = 50


@branching.route("/games/<game>/branches", methods=["POST"])
@branching.needs("seat")
@branching.takes(GrowBranch, required=False)
@branching.opens
@branching.answers(201, "Opened", "The branch is open.", headers={**ETAG, **LOCATION, **REPLAY})
@branching.refuses("no-such-position", "branch-refused", "hidden-position", "unknown-game")
def grow_branch(command: GrowBranch, game: str) -> Response:
    """Grow a branch from a position: a game of its own, with its lineage, that is not counted as a
    played game.

    It has its own record, dice, seats and links, and its links are given to the caller; it belongs
    to the organiser of its parent. A player cannot grow a branch from a position at which something
    is hidden from their seat; the arbiter can.
    """
    return opened_answer(
        grow_once(game, command, idempotency_key(), body.current_request().digest())
    )


def grow_once(game: str, command: GrowBranch, key: str, digest: str) -> Answer:
    """Grow the branch that a request asks for, or return the earlier answer if a request with this
    idempotency key has grown it. Raises `hidden-position`."""
    clerk, who = game_clerk(), caller()
    branches = Branches(clerk)
    answer = branches.opened_before(who.id, key, digest)
    if answer is not None:
        return answer
    parent = clerk.game(game, command.at)
    need_sight(who, clerk.game(game), parent)
    wanted = BranchRequest(
        game=game,
        seq=parent.seq,
        purpose=command.purpose,
        chance=command.chance,
        undo=command.undo,
        tags=command.tags,
    )
    return branches.grow(wanted, who.id, key, digest, command.client_at)


def need_sight(who: Caller, head: Game, parent: Game) -> None:
    """Raise `hidden-position` unless the caller may know everything that led to the position
    `parent`, from which a branch is to grow; `head` is the same game at its newest record. The
    caller gets the branch's links, which show all of it. If an arbiter grows a branch in a title
    with secrets, this is noted in the access log."""
    seq = parent.seq
    if not may_know(who, head, seq):
        raise Problem(
            "hidden-position",
            Text(
                "At record {seq} something is hidden from you: a branch from there is the "
                "arbiter's.",
                seq=seq,
            ),
            at=seq,
        )
    if who.at_least("arbiter"):
        audience_of(parent, ARBITER)


@branching.route("/games/<game>/branches")
@branching.needs("spectator")
@branching.asks(BranchPageQuery)
@branching.answers(200, "BranchesOf")
@branching.refuses("unknown-game", "store-unavailable", "invalid-parameters")
def list_branches(query: BranchPageQuery, game: str) -> Response:
    """List the branches that grew from a game, most recently written first."""
    head, who = game_clerk().game(game), caller()
    page = found_page(
        caller(), Query(branch_of=game, branches="only", after=query.after, limit=query.limit)
    )
    rows = []
    for raw in page.items:
        summary = msgspec.json.decode(raw)
        seq, purpose = summary["lineage"]["seq"], summary["lineage"]["purpose"]
        shown = Raw(raw) if may_know(who, head, seq) else None
        rows.append({"id": summary["id"], "seq": seq, "purpose": purpose, "game": shown})
    return reply({"game": game, "branches": rows, "next": page.after or None})
