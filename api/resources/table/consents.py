"""Undo by consent: what was asked, who agreed, what would become of the board; and what is out of force."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.answers.table import Proposals, Retracted
from api.request.blueprint import ETAG, WRITTEN, Blueprint
from api.request.current import audience_of, in_hand, speak_for, table_reader
from api.request.parameters import Reading, TheSeat
from api.request.preconditions import order
from api.request.responses import etag, read, reply, unchanged
from api.request.service import service
from api.request.writes import written_of
from domain.game.game import taken_back
from domain.table.consent import Consents

blueprint = Blueprint("consents", __name__, description="Undo by consent: proposals and their answers; what was taken back.")


class AnswerProposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat agrees to a proposal, or refuses; the seat that asked withdraws by refusing. `arbiter` answers for all."""

    seat: TheSeat
    agree: Annotated[bool, Meta(description="Whether it agrees.")]


@blueprint.route("/games/<game>/undo")
@blueprint.needs("spectator")
@blueprint.asks(Reading)
@blueprint.answers(200, "Proposals", headers=ETAG)
@blueprint.refuses("unknown-game", "store-unavailable")
def list_proposals(asked: Reading, game: str) -> Response:
    """List what was asked to be taken back: by whom, who has to agree, what would go, and what the board would become."""
    clerk = service().clerk
    now = clerk.game(game)
    audience = audience_of(now, asked.audience)
    reader = table_reader(now, audience)
    found = tuple(reader.proposal(one) for one in Consents(clerk).proposals(now))
    return reply(Proposals(game, now.seq, audience, found), ETag=etag(now.seq, audience))  # time changes it too: nobody keeps it


@blueprint.route("/games/<game>/undo/<int:seq>/answer", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(AnswerProposal)
@blueprint.writes
@blueprint.answers(201, "Written", "The answer is recorded; with the last agreement, the retraction.", headers=WRITTEN)
@blueprint.refuses("proposal-refused", "not-your-seat")
def answer_proposal(asked: AnswerProposal, game: str, seq: int) -> Response:
    """Answer a proposal to take actions back. Once every affected seat has agreed, they are out of force.

    A refusal settles it. A proposal lapses when the play moves on or its time runs out.
    """
    clerk = service().clerk
    given = order(game)
    speak_for(in_hand(game), asked.seat)
    return written_of(Consents(clerk).answer(given, seq, asked.seat, agree=asked.agree))


@blueprint.route("/games/<game>/retracted")
@blueprint.needs("spectator")
@blueprint.asks(Reading)
@blueprint.reads
@blueprint.answers(200, "Retracted", headers=ETAG)
def list_retracted(asked: Reading, game: str) -> Response:
    """List every action that is out of force, with the record that took it out and its rolls, which keep their numbers."""
    clerk = service().clerk
    now = clerk.game(game)
    audience = audience_of(now, asked.audience)
    tag = etag(now.seq, audience)
    held = unchanged(tag)
    if held is not None:
        return held
    reader = table_reader(now, audience)
    gone = sorted(taken_back(now).items())
    return read(Retracted(game, now.seq, audience, tuple(reader.step(seq, by) for seq, by in gone)), tag)
