"""Seats: who sits where, and what they agree to take back."""

from datetime import datetime
from typing import Annotated

from flask import Response
from msgspec import UNSET, Meta, Struct

from api.game.reading.sentences import say_record
from api.game.request import audience_of, in_hand, speak_for, table_reader, written_of
from api.game.routes.positions import Position, stands_at
from api.game.schemas.games import Receipt
from api.game.schemas.table import Proposals, Retracted
from api.web.answers import OfGame, StateOfReceipt
from api.web.request.blueprint import ETAG, WRITTEN, Blueprint
from api.web.request.caller import caller, need_organiser
from api.web.request.parameters import ClientAt, Reading, TheSeat
from api.web.request.responses import etag, read, reply, unchanged
from api.web.request.service import service
from api.web.request.writes import order, written
from domain.game.aggregate.game import taken_back
from domain.game.clerk.commands import Answer
from domain.game.clerk.people import People
from domain.game.clerk.seats import Seats
from domain.game.record.records import SeatLeft, SeatTaken
from domain.game.table.consent import Consents
from domain.kernel.names import LONGEST
from domain.kernel.text import Text
from domain.titles.contract.ruleset import Role

blueprint = Blueprint("seats", __name__, description="Seats: who sits where.")

PlayerId = Annotated[
    str, Meta(description="A player's id: random, and the same person in every game it stands in.")
]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down. A name is kept apart from the record, where it can be erased; none need be
    given."""

    name: Annotated[
        str, Meta(description="What they are called at the table.", max_length=LONGEST)
    ] = ""
    player: Annotated[
        str,
        Meta(
            description="Their id from another game, for organisers: the same person again. "
            "Somebody new, without it.",
            max_length=64,
        ),
    ] = ""
    client_at: ClientAt = None


class LeaveSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat is empty from now on."""

    client_at: ClientAt = None


class SeatAt(Struct, frozen=True):
    """A seat, and who sits there: `player` since record `since`, called `called`; null where nobody
    does. `called` is also null where no name was given, where it was erased, and for readers who
    have no link to the game."""

    seat: str
    role: Role
    name: Text
    player: PlayerId | None
    called: str | None
    since: int | None


class SeatsAt(OfGame, frozen=True):
    """The seats of a game at a position, in their order."""

    seats: tuple[SeatAt, ...]


class Seated(OfGame, frozen=True):
    """That somebody sat down or left. The name is not in it: `GET /games/{game}/seats` has it."""

    type: str
    at: datetime
    sentence: Text
    seat: str
    player: PlayerId
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


@blueprint.route("/games/<game>/seats")
@blueprint.needs("spectator")
@blueprint.asks(Position)
@blueprint.answers(200, "SeatsAt", headers=ETAG)
@blueprint.refuses("unknown-game", "no-such-position", "store-unavailable")
def list_seats(asked: Position, game: str) -> Response:
    """List the seats and who sits in them.

    Names are shown to those alone who have a link to the game, to its organiser and to the
    operator.
    """
    found = service()
    now = found.clerk.game(game, stands_at(found, game, asked.at))
    there = {sitter.seat: sitter for sitter in People(found.clerk).at_table(now)}
    named = not caller().stranger
    seats = []
    for spec in now.setting.seat_specs:
        sitter = there.get(spec.id)
        player, called, since = (
            (sitter.player, sitter.name, sitter.since) if sitter else (None, None, None)
        )
        seats.append(
            SeatAt(spec.id, spec.role, spec.name, player, called if named else None, since)
        )
    return reply(SeatsAt(game, now.seq, tuple(seats)), ETag=etag(now.seq))


@blueprint.route("/games/<game>/seats/<seat>/take", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(TakeSeat, required=False, example={"name": "Ann"})
@blueprint.writes
@blueprint.answers(201, "Seated", "Somebody sits there.", headers=WRITTEN)
@blueprint.refuses("no-such-seat", "seat-taken", "unknown-player", "not-your-seat")
def take_seat(asked: TakeSeat, game: str, seat: str) -> Response:
    """Sit down in a seat of one's own link, or sit somebody down in any as the arbiter."""
    speak_for(in_hand(game), seat)
    if asked.player:
        need_organiser(Text("Naming a player from another game"))
    return _seated(
        Seats(service().clerk).take(order(game, asked.client_at), seat, asked.name, asked.player)
    )


@blueprint.route("/games/<game>/seats/<seat>/leave", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(LeaveSeat, required=False)
@blueprint.writes
@blueprint.answers(201, "Seated", "The seat is empty.", headers=WRITTEN)
@blueprint.refuses("no-such-seat", "seat-empty", "not-your-seat")
def leave_seat(asked: LeaveSeat, game: str, seat: str) -> Response:
    """Leave a seat. What was entered for it stays as it is; somebody else can sit down."""
    speak_for(in_hand(game), seat)
    return _seated(Seats(service().clerk).leave(order(game, asked.client_at), seat))


def _seated(answer: Answer) -> Response:
    filed = answer.filed
    body = filed.body
    assert isinstance(body, SeatTaken | SeatLeft)
    seated = Seated(
        filed.game,
        filed.seq,
        filed.topic,
        body.at,
        say_record(answer.game, body),
        body.seat,
        body.player,
    )
    return written(seated, filed, again=answer.again)


SEATS: tuple[type[Struct], ...] = (SeatsAt, Seated)  # What is answered about seats.


consents = Blueprint(
    "consents",
    __name__,
    description="Undo by consent: proposals and their answers; what was taken back.",
)


class AnswerProposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat agrees to a proposal, or refuses; the seat that asked withdraws by refusing. `arbiter`
    answers for all."""

    seat: TheSeat
    agree: Annotated[bool, Meta(description="Whether it agrees.")]


@consents.route("/games/<game>/undo")
@consents.needs("spectator")
@consents.asks(Reading)
@consents.answers(200, "Proposals", headers=ETAG)
@consents.refuses("unknown-game", "store-unavailable")
def list_proposals(asked: Reading, game: str) -> Response:
    """List what was asked to be taken back: by whom, who has to agree, what would go, and what the
    board would become."""
    clerk = service().clerk
    now = clerk.game(game)
    audience = audience_of(now, asked.audience)
    reader = table_reader(now, audience)
    listed = tuple(reader.proposal(proposal) for proposal in Consents(clerk).proposals(now))
    return reply(
        Proposals(game, now.seq, audience, listed), ETag=etag(now.seq, audience)
    )  # time changes it too: nobody keeps it


@consents.route("/games/<game>/undo/<int:seq>/answer", methods=["POST"])
@consents.needs("seat")
@consents.takes(AnswerProposal)
@consents.writes
@consents.answers(
    201,
    "Written",
    "The answer is recorded; with the last agreement, the retraction.",
    headers=WRITTEN,
)
@consents.refuses("proposal-refused", "not-your-seat")
def answer_proposal(asked: AnswerProposal, game: str, seq: int) -> Response:
    """Answer a proposal to take actions back. Once every affected seat has agreed, they are out of
    force.

    A refusal settles it. A proposal lapses when the play moves on or its time runs out.
    """
    given = order(game)
    speak_for(in_hand(game), asked.seat)
    return written_of(Consents(service().clerk).answer(given, seq, asked.seat, agree=asked.agree))


@consents.route("/games/<game>/retracted")
@consents.needs("spectator")
@consents.asks(Reading)
@consents.reads
@consents.answers(200, "Retracted", headers=ETAG)
def list_retracted(asked: Reading, game: str) -> Response:
    """List every action that is out of force, with the record that took it out and its rolls, which
    keep their numbers."""
    now = service().clerk.game(game)
    audience = audience_of(now, asked.audience)
    tag = etag(now.seq, audience)
    reader = table_reader(now, audience)
    gone = sorted(taken_back(now).items())
    return unchanged(tag) or read(
        Retracted(game, now.seq, audience, tuple(reader.step(seq, by) for seq, by in gone)), tag
    )
