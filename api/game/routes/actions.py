"""What a seat enters: actions, judged and recorded or tried out without a trace; undo, notes,
listing, the last record."""

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta, Struct, to_builtins

from api.game.reading.reader import Reader
from api.game.request import audience_of, in_hand, speak_for, written_of
from api.game.routes.contributions import OnBehalf
from api.game.schemas.records import Acted, Tried
from api.web import body
from api.web.problems.problem import needed
from api.web.request.blueprint import ETAG, WRITTEN, Blueprint
from api.web.request.caller import caller
from api.web.request.parameters import AnyAction, ClientAt, Salt, Tag, TheSeat, Values, Words
from api.web.request.responses import etag, reply
from api.web.request.service import service
from api.web.request.writes import WithReceipt, order, written
from api.web.schemas import action_field, action_kinds, faults
from domain.game.aggregate.diff import changes
from domain.game.aggregate.game import Game
from domain.game.clerk.commands import Answer, Trial
from domain.game.procedure.notes import MOST_TAGS
from domain.game.record.records import ActionTaken
from domain.game.refusals import GameIsClosed
from domain.game.table.consent import DAY, LONGEST, Consents
from domain.kernel.commitments import MOST
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.ruleset import Action, AnyRuleset, Audience

blueprint = Blueprint("actions", __name__, description="Actions: judged, recorded, tried out.")


class TakeAction(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat takes an action."""

    seat: Annotated[str, Meta(description="The seat that acts.")]
    action: AnyAction
    values: Values = ()
    salt: Salt = ""
    on_behalf: OnBehalf = False
    client_at: ClientAt = None


class DryRun(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to record, and the position to try the action on."""

    dry_run: Annotated[
        bool, Meta(description="Judge only: nothing is recorded, the answer is 200 either way.")
    ] = False
    at: Annotated[
        int | None,
        Meta(description="With `dry_run`: the position to try it on; the newest without it."),
    ] = None
    receipt: WithReceipt = ""


@blueprint.route("/games/<game>/actions", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(TakeAction)
@blueprint.asks(DryRun)
@blueprint.writes_unless("dry_run")
@blueprint.answers(201, "Acted", "The action is recorded.", headers=WRITTEN)
@blueprint.answers(
    200,
    "Tried",
    "With `dry_run`: the verdict, and what would come of a legal action.",
    headers=ETAG,
)
@blueprint.refuses(
    "illegal-action",
    "values-needed",
    "values-refused",
    "seed-missing",
    "no-such-position",
    "game-adjudicated",
)
@blueprint.refuses("seal-refused")
def act(asked: TakeAction, how: DryRun, game: str) -> Response:
    """Judge an action and record it with all that comes of it; with `dry_run`, judge it without a
    trace."""
    if how.dry_run:
        return _try(asked, how.at, game)
    given = order(game, asked.client_at)
    now = in_hand(game)
    speak_for(now, asked.seat)
    if asked.salt:
        caller().stands_in(now, asked.seat, confirmed=asked.on_behalf)
    action = action_of(now.rules, asked.action)
    answer = service().clerk.act(given, asked.seat, action, asked.values, asked.salt)
    return written(_acted(answer), answer.filed, again=answer.again)


def action_of(rules: AnyRuleset, data: Any, pointer: str = "/action") -> Action:
    """The title's action that a body describes at a pointer; raises `invalid-fields` naming every
    fault."""
    try:
        kind = action_kinds(rules)[data["type"]]
        action: Action = msgspec.convert(data, kind)
    except (msgspec.ValidationError, KeyError, TypeError) as e:
        raise body.invalid(faults(action_field(rules), data, pointer), str(e)) from None
    return action


def _acted(answer: Answer) -> Acted:
    filed, game = answer.filed, answer.game
    taken = filed.body_as(ActionTaken)
    before = service().clerk.game_repository.file(game.id, fresh=False).at(filed.seq - 1)
    rules, reader = game.rules, Reader(game, caller().reads_as(taken.seat))
    action, facts = decode_action(rules, taken.action), decode_facts(rules, taken.facts)
    shown = reader.items(taken.seat, facts, filed)
    return Acted(
        game.id,
        filed.seq,
        taken.at,
        taken.seat,
        taken.action,
        shown,
        reader.rolls(taken.rolls, shown),
        (
            reader.deed(before.board, taken.seat, action, filed.seq),
            *reader.told(before.board, facts, shown, game.board),
        ),
        game.to_act,
        game.status,
        game.outcome,
    )


def _try(asked: TakeAction, at: int | None, game: str) -> Response:
    clerk = service().clerk
    now, who = clerk.game(game, at), caller()
    speak_for(now, asked.seat)
    if now.closed and at is None:
        raise GameIsClosed(game)
    action = action_of(now.rules, asked.action)
    trial = clerk.try_out(game, asked.seat, action, asked.values, now.seq)
    audience = audience_of(now, who.reads_as(asked.seat))
    return reply(_tried(now, asked.seat, action, trial, audience), 200, ETag=etag(now.seq))


def _tried(now: Game, seat: str, action: Action, trial: Trial, audience: Audience) -> Tried:
    if trial.board is None:
        return Tried(
            now.id, now.seq, seat, trial.verdict, needed(trial.asks), covered=trial.covered
        )
    reader = Reader(now, audience, trial.board)
    shown = reader.items(seat, trial.facts)
    view = now.rules.view
    return Tried(
        now.id,
        now.seq,
        seat,
        trial.verdict,
        (),
        shown,
        reader.rolls(trial.rolls, shown),
        (
            reader.deed(now.board, seat, action),
            *reader.told(now.board, trial.facts, shown, trial.board),
        ),
        tuple(
            changes(
                to_builtins(view(now.board, audience)), to_builtins(view(trial.board, audience))
            )
        ),
    )


writing = Blueprint("writing", __name__, description="Undo and redo, notes, listing, closing.")


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat takes back everything in force from a record on; its last action, if no record is
    named. What it may not take back alone it can `ask` for. `arbiter` as the seat: the arbiter
    takes back, to any record."""

    seat: TheSeat
    from_seq: Annotated[int | None, Meta(description="The first action to take back.")] = None
    reason: Words = ""
    ask: Annotated[
        bool, Meta(description="Ask the seats that are affected, or the arbiter, to agree.")
    ] = False
    seconds: Annotated[
        int, Meta(description="With `ask`: how long the proposal stays open.", ge=1, le=LONGEST)
    ] = DAY


class Redo(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat puts back what it took back last."""

    seat: TheSeat


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark about a record, or about the game."""

    text: Annotated[
        str, Meta(description="The remark; it can be erased later.", min_length=1, max_length=MOST)
    ]
    about: Annotated[int, Meta(description="The record it is about; 0: the game.", ge=0)] = 0
    seat: Annotated[str, Meta(description="The seat that remarks; none: the table.")] = ""


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game is listed from now on; what is left out stays."""

    public: Annotated[
        bool | None,
        Meta(description="Whether anybody may watch, without a link, as spectators do."),
    ] = None
    tags: Annotated[
        Annotated[tuple[Tag, ...], Meta(max_length=MOST_TAGS)] | None,
        Meta(description="All words to find the game by."),
    ] = None


class Close(Struct, frozen=True, forbid_unknown_fields=True):
    """The last record: the outcome by the rules, or none if the game is broken off."""

    reason: Words = ""


@writing.route("/games/<game>/undo", methods=["POST"])
@writing.needs("seat")
@writing.takes(Undo)
@writing.writes
@writing.answers(
    201,
    "Written",
    "The actions are out of force; or, with `ask`, the proposal is recorded.",
    headers=WRITTEN,
)
@writing.refuses("undo-refused", "proposal-refused")
def undo(asked: Undo, game: str) -> Response:
    """Take back actions. They stay in the record, out of force; undo alone crosses no roll, reveal
    or other seat's action."""
    speak_for(in_hand(game), asked.seat)
    clerk = service().clerk
    if asked.ask:
        return written_of(
            Consents(clerk).ask(
                order(game), asked.seat, asked.from_seq, asked.reason, asked.seconds
            )
        )
    return written_of(clerk.undo(order(game), asked.seat, asked.from_seq, asked.reason))


@writing.route("/games/<game>/redo", methods=["POST"])
@writing.needs("seat")
@writing.takes(Redo)
@writing.writes
@writing.answers(201, "Written", "The actions are in force again.", headers=WRITTEN)
@writing.refuses("undo-refused")
def redo(asked: Redo, game: str) -> Response:
    """Put back what was taken back last; possible until another action is taken."""
    speak_for(in_hand(game), asked.seat)
    return written_of(service().clerk.redo(order(game), asked.seat))


@writing.route("/games/<game>/notes", methods=["POST"])
@writing.needs("seat")
@writing.takes(Note)
@writing.writes
@writing.answers(201, "Written", "The note is recorded.", headers=WRITTEN)
def note(asked: Note, game: str) -> Response:
    """Add a remark about a record or the game."""
    if asked.seat:
        speak_for(in_hand(game), asked.seat)
    return written_of(service().clerk.note(order(game), asked.text, asked.about, asked.seat))


@writing.route("/games/<game>/listing", methods=["POST"])
@writing.needs("organiser")
@writing.takes(Listing, example={"public": True, "tags": ["club night"]})
@writing.writes
@writing.answers(201, "Written", "The game is listed like this from now on.", headers=WRITTEN)
def list_anew(asked: Listing, game: str) -> Response:
    """Change whether anybody may watch the game, and the words it is found by. Made private, it is
    silent for strangers at once, their streams too."""
    return written_of(service().clerk.list_anew(order(game), public=asked.public, tags=asked.tags))


@writing.route("/games/<game>/close", methods=["POST"])
@writing.needs("arbiter")
@writing.takes(Close, required=False)
@writing.writes
@writing.answers(201, "Written", "The game is closed.", headers=WRITTEN)
def close(asked: Close, game: str) -> Response:
    """Close the game: nothing can be added afterwards, and the seed of sealed dice is shown."""
    return written_of(service().clerk.close_game(order(game), asked.reason))
