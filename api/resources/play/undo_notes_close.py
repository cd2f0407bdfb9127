"""Writes besides actions: taking back and restoring, notes, how the game is listed, the last record."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from api.request.blueprint import WRITTEN, Blueprint
from api.request.current import in_hand, speak_for
from api.request.parameters import Tag, TheSeat, Words
from api.request.preconditions import order
from api.request.service import service
from api.request.writes import written_of
from domain.kernel.commitments import MOST
from domain.procedure.consent import DAY, LONGEST
from domain.procedure.notes import MOST_TAGS
from domain.table.consent import Consents

blueprint = Blueprint("writing", __name__, description="Undo and redo, notes, listing, closing.")


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat takes back everything in force from a record on; its last action, if no record is named. What it may not take back
    alone it can `ask` for. `arbiter` as the seat: the arbiter takes back, to any record."""

    seat: TheSeat
    from_seq: Annotated[int | None, Meta(description="The first action to take back.")] = None
    reason: Words = ""
    ask: Annotated[bool, Meta(description="Ask the seats that are affected, or the arbiter, to agree.")] = False
    seconds: Annotated[int, Meta(description="With `ask`: how long the proposal stays open.", ge=1, le=LONGEST)] = DAY


class Redo(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat puts back what it took back last."""

    seat: TheSeat


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark about a record, or about the game."""

    text: Annotated[str, Meta(description="The remark; it can be erased later.", min_length=1, max_length=MOST)]
    about: Annotated[int, Meta(description="The record it is about; 0: the game.", ge=0)] = 0
    seat: Annotated[str, Meta(description="The seat that remarks; none: the table.")] = ""


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game is listed from now on; what is left out stays."""

    public: Annotated[bool | None, Meta(description="Whether anybody may watch, without a link, as spectators do.")] = None
    tags: Annotated[
        Annotated[tuple[Tag, ...], Meta(max_length=MOST_TAGS)] | None, Meta(description="All words to find the game by.")
    ] = None


class Close(Struct, frozen=True, forbid_unknown_fields=True):
    """The last record: the outcome by the rules, or none if the game is broken off."""

    reason: Words = ""


@blueprint.route("/games/<game>/undo", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(Undo)
@blueprint.writes
@blueprint.answers(201, "Written", "The actions are out of force; or, with `ask`, the proposal is recorded.", headers=WRITTEN)
@blueprint.refuses("undo-refused", "proposal-refused")
def undo(asked: Undo, game: str) -> Response:
    """Take back actions. They stay in the record, out of force; undo alone crosses no roll, reveal or other seat's action."""
    speak_for(in_hand(game), asked.seat)
    clerk = service().clerk
    if asked.ask:
        return written_of(Consents(clerk).ask(order(game), asked.seat, asked.from_seq, asked.reason, asked.seconds))
    return written_of(clerk.undo(order(game), asked.seat, asked.from_seq, asked.reason))


@blueprint.route("/games/<game>/redo", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(Redo)
@blueprint.writes
@blueprint.answers(201, "Written", "The actions are in force again.", headers=WRITTEN)
@blueprint.refuses("undo-refused")
def redo(asked: Redo, game: str) -> Response:
    """Put back what was taken back last; possible until another action is taken."""
    speak_for(in_hand(game), asked.seat)
    return written_of(service().clerk.redo(order(game), asked.seat))


@blueprint.route("/games/<game>/notes", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(Note)
@blueprint.writes
@blueprint.answers(201, "Written", "The note is recorded.", headers=WRITTEN)
def note(asked: Note, game: str) -> Response:
    """Add a remark about a record or the game."""
    if asked.seat:
        speak_for(in_hand(game), asked.seat)
    return written_of(service().clerk.note(order(game), asked.text, asked.about, asked.seat))


@blueprint.route("/games/<game>/listing", methods=["POST"])
@blueprint.needs("organiser")
@blueprint.takes(Listing, example={"public": True, "tags": ["club night"]})
@blueprint.writes
@blueprint.answers(201, "Written", "The game is listed like this from now on.", headers=WRITTEN)
def list_anew(asked: Listing, game: str) -> Response:
    """Change whether anybody may watch the game, and the words it is found by. Made private, it is silent for strangers at once,
    their streams too."""
    return written_of(service().clerk.list_anew(order(game), public=asked.public, tags=asked.tags))


@blueprint.route("/games/<game>/close", methods=["POST"])
@blueprint.needs("arbiter")
@blueprint.takes(Close, required=False)
@blueprint.writes
@blueprint.answers(201, "Written", "The game is closed.", headers=WRITTEN)
def close(asked: Close, game: str) -> Response:
    """Close the game: nothing can be added afterwards, and the seed of sealed dice is shown."""
    return written_of(service().clerk.close_game(order(game), asked.reason))
