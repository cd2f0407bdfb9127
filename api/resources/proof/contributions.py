"""What seats add to the sealed dice: each binds itself first, and shows its part when all are bound."""

from __future__ import annotations

from typing import Annotated, Literal

from flask import Response
from msgspec import Meta, Struct

from api.answers.base import OfGame
from api.request.blueprint import ETAG, WRITTEN, Blueprint
from api.request.current import in_hand, speak_for
from api.request.parameters import TheSeat
from api.request.preconditions import order
from api.request.responses import etag, read, unchanged
from api.request.service import service
from api.request.writes import written_of
from domain.procedure.contributions import parts_of, players
from domain.table.contributions import Contributions

blueprint = Blueprint("contributions", __name__, description="What seats add to the sealed dice.")

_HOW = 'SHA-256 of `"greffe/contribution@v1\\n" game "\\n" seat "\\n" value`, in hex.'


class Commit(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat binds itself to its part."""

    seat: TheSeat
    commitment: Annotated[str, Meta(description=_HOW, min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat shows its part."""

    seat: TheSeat
    value: Annotated[str, Meta(description="At least 16 bytes, in hex.", min_length=32, max_length=2048, pattern="^[0-9a-f]*$")]


class StandIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The service makes up the part of a seat that is absent; the record says so."""

    seat: TheSeat


class PartAt(Struct, frozen=True):
    """A seat's part of the dice. `value` is null until it is shown; `by` says who made it up."""

    seat: str
    commitment: str | None
    by: Literal["seat", "service"] | None
    value: str | None


class Parts(OfGame, frozen=True):
    """The parts of a game's dice. `complete`: from the next roll on the dice rest on the seed and on all of them."""

    commitment: Annotated[str, Meta(description="The commitment to the service's seed; empty with the table's dice.")]
    parts: tuple[PartAt, ...]
    complete: bool


@blueprint.route("/games/<game>/contributions")
@blueprint.needs("spectator")
@blueprint.reads
@blueprint.answers(200, "Parts", headers=ETAG)
def list_contributions(game: str) -> Response:
    """Show what each seat has added to the sealed dice so far."""
    now = service().clerk.game(game)
    tag = etag(now.seq)
    known = {part.seat: part for part in parts_of(now)}
    parts = tuple(
        PartAt(seat, known[seat].commitment, known[seat].by, known[seat].value or None)
        if seat in known
        else PartAt(seat, None, None, None)
        for seat in players(now)
    )
    complete = bool(parts) and all(part.value for part in parts)
    return unchanged(tag) or read(Parts(game, now.seq, now.opened.commitment, parts, complete), tag)


@blueprint.route("/games/<game>/contributions", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(Commit)
@blueprint.writes
@blueprint.answers(201, "Written", "The seat is bound.", headers=WRITTEN)
@blueprint.refuses("contribution-refused", "not-your-seat")
def commit_contribution(asked: Commit, game: str) -> Response:
    """Bind a seat to its part of the sealed dice, before any seat shows its own."""
    clerk = service().clerk
    speak_for(in_hand(game), asked.seat)
    return written_of(Contributions(clerk).commit(order(game), asked.seat, asked.commitment))


@blueprint.route("/games/<game>/contributions/reveal", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(Reveal)
@blueprint.writes
@blueprint.answers(201, "Written", "The part is shown.", headers=WRITTEN)
@blueprint.refuses("contribution-refused", "not-your-seat")
def reveal_contribution(asked: Reveal, game: str) -> Response:
    """Show a seat's part, once all are bound. From the last one on the dice rest on all of them."""
    clerk = service().clerk
    speak_for(in_hand(game), asked.seat)
    return written_of(Contributions(clerk).reveal(order(game), asked.seat, asked.value))


@blueprint.route("/games/<game>/contributions/stand-in", methods=["POST"])
@blueprint.needs("arbiter")
@blueprint.takes(StandIn)
@blueprint.writes
@blueprint.answers(201, "Written", "The service has bound a part for the seat.", headers=WRITTEN)
@blueprint.refuses("contribution-refused")
def stand_in(asked: StandIn, game: str) -> Response:
    """Let the service contribute for a seat that is absent."""
    return written_of(Contributions(service().clerk).stand_in(order(game), asked.seat))
