"""Seals of hidden values: bound while nobody can read them, shown when all are bound."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.answers.base import OfGame
from api.request.blueprint import ETAG, WRITTEN, Blueprint
from api.request.current import caller, in_hand, speak_for
from api.request.parameters import TheSeat
from api.request.preconditions import order
from api.request.responses import etag, read, unchanged
from api.request.service import service
from api.request.writes import written_of
from domain.procedure.seals import sealing
from domain.table import seals

blueprint = Blueprint("seals", __name__, description="Hidden values, sealed before they are shown.")

_HOW = (
    'SHA-256 of `"greffe/seal@v1\\n" game "\\n" slot "\\n" seat "\\n" salt "\\n" value`, in hex: `salt` is 32 random bytes, '
    "`value` the action as JSON in UTF-8, all its fields in the order in which `GET /games/{game}/legal` has them, without spaces."
)


OnBehalf = Annotated[
    bool, Meta(description="Confirms that one seals or shows for a seat that is not one's own: it is the seat's to do.")
]


class SealValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat binds itself to an action that it will show later: post it as an action then, with the `salt`."""

    seat: TheSeat
    slot: Annotated[str, Meta(description="What is being chosen, as `GET /games/{game}/seals` names it.", max_length=128)]
    seal: Annotated[str, Meta(description=_HOW, min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]
    on_behalf: OnBehalf = False


class SealOf(Struct, frozen=True):
    """A seat that chooses in secret: the record that holds its seal, the seal, and the first action that opened it."""

    seat: str
    record: int | None
    seal: str | None
    opened: int | None


class Seals(OfGame, frozen=True):
    """What is being chosen in secret. `types`: the actions that are sealed in this game, none if it has no seals; `slot`: what
    is being chosen, null while nothing is; `complete`: all are bound, and those who are to act can show it."""

    types: tuple[str, ...]
    slot: str | None
    seats: tuple[SealOf, ...]
    complete: bool


@blueprint.route("/games/<game>/seals")
@blueprint.needs("spectator")
@blueprint.reads
@blueprint.answers(200, "Seals", headers=ETAG)
def list_seals(game: str) -> Response:
    """Show what is being chosen in secret, who is bound and who has shown it."""
    head = service().clerk.game(game)
    tag = etag(head.seq)
    held = unchanged(tag)
    if held is not None:
        return held
    now = sealing(head)
    if now is None:
        return read(Seals(game, head.seq, head.opened.seals, None, (), False), tag)
    seats = tuple(
        SealOf(seat, own.record, own.seal, own.opened or None) if (own := now.bound.get(seat)) else SealOf(seat, None, None, None)
        for seat in head.setting.seats
        if seat in now.owing or seat in now.bound
    )
    return read(Seals(game, head.seq, head.opened.seals, now.slot, seats, not now.missing), tag)


@blueprint.route("/games/<game>/seals", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(SealValue)
@blueprint.writes
@blueprint.answers(201, "Written", "The seat is bound.", headers=WRITTEN)
@blueprint.refuses("seal-refused", "not-your-seat", "game-adjudicated")
def seal_value(asked: SealValue, game: str) -> Response:
    """Seal what a seat has chosen in secret. Nobody can read it, the service included, before all who choose are bound."""
    clerk = service().clerk
    head, who = in_hand(game), caller()
    speak_for(head, asked.seat)
    by = who.stands_in(head, asked.seat, confirmed=asked.on_behalf)
    return written_of(seals.Seals(clerk).seal(order(game), asked.seat, asked.slot, asked.seal, by))
