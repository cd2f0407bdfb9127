"""Counter-signatures: what a seat's own key signs, and what was signed."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.answers.audit import SignatureAt
from api.answers.base import OfGame
from api.request.blueprint import ETAG, WRITTEN, Blueprint
from api.request.current import caller, in_hand, speak_for
from api.request.parameters import At, TheSeat
from api.request.preconditions import order
from api.request.responses import etag, read, reply, unchanged
from api.request.service import service
from api.request.writes import written_of
from domain.errors import GameIsClosed
from domain.rules.ruleset import PUBLIC
from domain.table import countersignatures
from domain.table.countersignatures import message_for, signatures

blueprint = Blueprint("countersignatures", __name__, description="Positions signed by the players' own keys.")


class Which(Struct, frozen=True, forbid_unknown_fields=True):
    """Which record's messages to show."""

    at: At = None


class Sign(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's signature over a record."""

    seat: TheSeat
    about: Annotated[int, Meta(description="The record that is signed, and with it all before it.", ge=1)]
    public: Annotated[str, Meta(description="The Ed25519 public key: 32 bytes in base64.", min_length=44, max_length=44)]
    signature: Annotated[str, Meta(description="64 bytes in base64.", min_length=88, max_length=88)]


class ToSign(Struct, frozen=True):
    """What a seat's key signs: these very characters, line ends included."""

    seat: str
    message: str


class Countersignatures(OfGame, frozen=True):
    """The signatures of a game, oldest first, those beside the record last; and what each player's seat would sign for record
    `at`."""

    at: int
    signatures: tuple[SignatureAt, ...]
    to_sign: tuple[ToSign, ...]


@blueprint.route("/games/<game>/countersignatures")
@blueprint.needs("spectator")
@blueprint.asks(Which)
@blueprint.reads
@blueprint.answers(200, "Countersignatures", headers=ETAG)
@blueprint.refuses("no-such-position")
def list_countersignatures(asked: Which, game: str) -> Response:
    """List who signed which record, and what there is to sign."""
    file = service().clerk.file(game)
    head = file.head
    at = head.seq if asked.at is None else file.at(asked.at).seq
    kept = signatures(head, service().clerk.key_values)
    beside = sum(1 for one in kept if not one.seq)
    tag = etag(head.seq, f"beside-{beside}" if beside else PUBLIC)
    held = unchanged(tag)
    if held is not None:
        return held
    signed = tuple(map(SignatureAt.of, kept))
    seats = [spec.id for spec in head.setting.seat_specs if spec.role == "player"]
    messages = tuple(ToSign(seat, message_for(file, at, seat).decode()) for seat in seats)
    return read(Countersignatures(game, head.seq, at, signed, messages), tag)


@blueprint.route("/games/<game>/countersignatures", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(Sign)
@blueprint.writes
@blueprint.answers(201, "Written", "The signature holds and is recorded.", headers=WRITTEN)
@blueprint.answers(200, "SignatureAt", "The game is closed: the signature holds and is kept beside its record.")
@blueprint.refuses("no-such-position", "not-your-seat")
def sign_position(asked: Sign, game: str) -> Response:
    """Sign a record with a key of the seat's own, like a score sheet signed by both players; also once the game is closed."""
    clerk, who = service().clerk, caller()
    speak_for(in_hand(game), asked.seat)
    given = asked.seat, asked.about, asked.public, asked.signature
    try:
        return written_of(countersignatures.Countersignatures(clerk).sign(order(game), *given))
    except GameIsClosed:
        return reply(SignatureAt.of(countersignatures.Countersignatures(clerk).sign_beside(game, who.id, *given)))
