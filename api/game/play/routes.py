"""What the people at a table enter: actions, recorded or tried out; undo and consent, remarks,
listing, closing; and who sits in which seat."""

from datetime import datetime
from typing import Annotated, Any

from flask import Response
from msgspec import UNSET, Meta, Struct, to_builtins
from msgspec.structs import replace

from api.game.parameters import AnyAction, Reading, Salt, Tag, TheSeat, Values
from api.game.play.sealing_routes import OnBehalf
from api.game.request import (
    PROBLEMS,
    AtRecord,
    Position,
    action_of,
    audience_for_seat,
    audience_of,
    decision_reader,
    game_in_memory,
    game_write,
    need_may_enter,
    role_of_stand_in,
    write_response,
)
from api.game.schemas import Acted, Proposals, Receipt, Retracted, Tried, needed_rolls
from api.game.sentences import Reader
from api.game.subject import game_clerk
from api.web.answers import StateOfReceipt
from api.web.request.blueprint import (
    ETAG,
    WRITTEN,
    Blueprint,
    WithReceipt,
    requested_order,
    written_reply,
)
from api.web.request.parameters import ClientAt, Words
from api.web.request.responses import cacheable_reply, etag, not_modified, reply
from api.web.request.service import caller, need_organiser
from domain.game.aggregate.correction import document_changes
from domain.game.aggregate.game import Game, say_record, taken_back
from domain.game.clerk.people import People
from domain.game.commands import ActionAnswer, Answer, Order
from domain.game.names import LONGEST
from domain.game.notes.conditions import MOST_TAGS
from domain.game.record.records import ActionTaken
from domain.game.refusals import GameIsClosed
from domain.game.seats.use_cases import Seats
from domain.game.undo.conditions import DAY, LONGEST as LONGEST_WAIT
from domain.game.undo.use_cases import Consents
from domain.kernel.commitments import MOST
from domain.kernel.text import Text
from domain.titles.codec import decode_action, decode_facts
from domain.titles.contract.ruleset import Action, Role
from projections.boards.positions import OfGame

actions = Blueprint("actions", __name__, description="Actions: judged, recorded, tried out.")


class TakeAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action to record for a seat."""

    seat: Annotated[str, Meta(description="The seat that acts.")]
    action: AnyAction
    values: Values = ()
    salt: Salt = ""
    on_behalf: OnBehalf = False
    client_at: ClientAt = None


class DryRun(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of an action: whether it is only a dry run, and then the position to try
    it on; and whether to wait for a receipt."""

    dry_run: Annotated[
        bool, Meta(description="Judge only: nothing is recorded, the answer is 200 either way.")
    ] = False
    at: Annotated[
        int | None,
        Meta(description="With `dry_run`: the position to try it on; the newest without it."),
    ] = None
    receipt: WithReceipt = ""


@actions.route("/games/<game>/actions", methods=["POST"])
@actions.needs("seat")
@actions.takes(TakeAction)
@actions.asks(DryRun)
@actions.writes_unless("dry_run", *PROBLEMS)
@actions.answers(201, "Acted", "The action is recorded.", headers=WRITTEN)
@actions.answers(
    200,
    "Tried",
    "With `dry_run`: the verdict, and what would come of a legal action.",
    headers=ETAG,
)
@actions.refuses(
    "illegal-action",
    "values-needed",
    "values-refused",
    "seed-missing",
    "no-such-position",
    "game-adjudicated",
)
@actions.refuses("seal-refused")
def act(command: TakeAction, how: DryRun, game: str) -> Response:
    """Judge an action, and record it with all its consequences. With `dry_run`, the answer shows
    the verdict and the consequences, and nothing is recorded."""
    return _answer_dry_run(command, game, how.at) if how.dry_run else _record_action(command, game)


def _record_action(command: TakeAction, game: str) -> Response:
    writing, now = requested_order(game, command.client_at), game_in_memory(game)
    need_may_enter(now, command.seat)
    if command.salt:
        role_of_stand_in(caller(), now, command.seat, confirmed=command.on_behalf)
    action = action_of(now.rules, command.action)
    answer = game_clerk().act(writing, command.seat, action, command.values, command.salt)
    return written_reply(_acted_answer(answer, action), answer.record, again=answer.again)


def _acted_answer(answer: ActionAnswer, action: Action) -> Acted:
    stored, game = answer.record, answer.state
    body, rules = stored.body_as(ActionTaken), game.rules
    facts = answer.facts
    if facts is None:  # a retry: the record says what came of it
        action, facts = decode_action(rules, body.action), decode_facts(rules, body.facts)
    before = Game(game.history, game.checks, stored.seq - 1)
    reader = Reader(game, audience_for_seat(caller(), body.seat))
    return Acted(
        game=game.id,
        seq=stored.seq,
        at=body.at,
        seat=body.seat,
        action=body.action,
        **reader.step(before.board, body.seat, action, facts, body.rolls, game.board, stored),
        to_act=game.to_act,
        status=game.status,
        outcome=game.outcome,
    )


def _answer_dry_run(command: TakeAction, game: str, at: int | None) -> Response:
    now = game_clerk().game(game, at)
    need_may_enter(now, command.seat)
    if now.closed and at is None:
        raise GameIsClosed(game)
    action = action_of(now.rules, command.action)
    trial = game_clerk().try_out(game, command.seat, action, command.values, now.seq)
    audience = audience_of(now, audience_for_seat(caller(), trial.seat))
    tried = Tried(
        now.id, now.seq, trial.seat, trial.verdict, needed_rolls(trial.asks), covered=trial.covered
    )
    if trial.board is not None:
        reader, view = Reader(now, audience, trial.board), now.rules.view
        views = [to_builtins(view(board, audience)) for board in (now.board, trial.board)]
        step = reader.step(
            now.board, trial.seat, trial.action, trial.facts, trial.rolls, trial.board
        )
        tried = replace(tried, **step, changes=tuple(document_changes(*views)))
    return reply(tried, 200, ETag=etag(now.seq))


writing = Blueprint("writing", __name__, description="Undo and redo, notes, listing, closing.")


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat takes back everything in force from a record on; without a record, its last action. If
    it may not do so alone, it can `ask` those affected. With `arbiter` as the seat, the arbiter
    takes back, from any record on."""

    seat: TheSeat
    from_seq: Annotated[int | None, Meta(description="The first action to take back.")] = None
    reason: Words = ""
    ask: Annotated[
        bool, Meta(description="Ask the seats that are affected, or the arbiter, to agree.")
    ] = False
    seconds: Annotated[
        int,
        Meta(description="With `ask`: how long the proposal stays open.", ge=1, le=LONGEST_WAIT),
    ] = DAY


class Redo(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat restores the actions that it took back last: they are in force again."""

    seat: TheSeat


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark about a record, or about the game."""

    text: Annotated[
        str, Meta(description="The remark; it can be erased later.", min_length=1, max_length=MOST)
    ]
    about: Annotated[int, Meta(description="The record it is about; 0: the game.", ge=0)] = 0
    seat: Annotated[str, Meta(description="The seat that remarks; none: the table.")] = ""


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game is listed from now on. Fields that are left out are not changed."""

    public: Annotated[
        bool | None,
        Meta(description="Whether anybody may watch, without a link, as spectators do."),
    ] = None
    tags: Annotated[
        Annotated[tuple[Tag, ...], Meta(max_length=MOST_TAGS)] | None,
        Meta(description="All words to find the game by."),
    ] = None
    name: Annotated[
        str | None,
        Meta(description="What people call the game; empty: as its sheet or its title."),
    ] = None


class Close(Struct, frozen=True, forbid_unknown_fields=True):
    """Close the game: this is its last record. The outcome is the one that the arbiter named, else
    the one by the rules; none if the game is broken off."""

    reason: Words = ""


@game_write(
    writing,
    "seat",
    "/undo",
    Undo,
    "The actions are out of force; or, with `ask`, the proposal is recorded.",
    refuses=("undo-refused", "proposal-refused"),
)
def undo(command: Undo, order: Order) -> Answer:
    """Take back actions. They stay in the record, but out of force. A seat alone cannot take back a
    roll, a reveal or another seat's action; the game's undo policy may forbid more."""
    clerk = game_clerk()
    if command.ask:
        return Consents(clerk).ask(
            order, command.seat, command.from_seq, command.reason, command.seconds
        )
    return clerk.undo(order, command.seat, command.from_seq, command.reason)


@game_write(
    writing, "seat", "/redo", Redo, "The actions are in force again.", refuses=("undo-refused",)
)
def redo(command: Redo, order: Order) -> Answer:
    """Restore the actions that were taken back last: they are in force again. This is possible
    until another action is taken."""
    return game_clerk().redo(order, command.seat)


@game_write(writing, "seat", "/notes", Note, "The note is recorded.")
def note(command: Note, order: Order) -> Answer:
    """Add a remark about a record or the game."""
    return game_clerk().note(order, command.text, command.about, command.seat)


@game_write(
    writing,
    "organiser",
    "/listing",
    Listing,
    "The game is listed like this from now on.",
    example={"public": True, "tags": ["club night"]},
)
def list_anew(command: Listing, order: Order) -> Answer:
    """Change whether anybody may watch the game, its name, and its tags. From the moment that it is
    made private, strangers cannot read it, and their streams end."""
    return game_clerk().change_listing(
        order, public=command.public, tags=command.tags, name=command.name
    )


@game_write(writing, "arbiter", "/close", Close, "The game is closed.", required=False)
def close(command: Close, order: Order) -> Answer:
    """Close the game: nothing can be added afterwards, and the seed of sealed dice is published."""
    return game_clerk().close_game(order, command.reason)


seating = Blueprint("seats", __name__, description="Seats: who sits where.")

PlayerId = Annotated[
    str, Meta(description="A player's id: random, and the same person in every game it stands in.")
]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The player who sits down. The name is stored apart from the record, so that it can be erased;
    it may be left out."""

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
    """The player leaves: the seat is empty from now on."""

    client_at: ClientAt = None


class SeatAt(Struct, frozen=True):
    """A seat and its player: `player` sits there since record `since` and is called `called`; all
    three are null if nobody sits there. `called` is also null if no name was given, if it was
    erased, and for readers without a link to the game."""

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
    """The result of taking or leaving a seat; `type` is the kind of its record. It does not contain
    the player's name: `GET /games/{game}/seats` does."""

    type: str
    at: datetime
    sentence: Text
    seat: str
    player: PlayerId
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


@seating.route("/games/<game>/seats")
@seating.needs("spectator")
@seating.asks(AtRecord)
@seating.answers(200, "SeatsAt", headers=ETAG)
@seating.refuses("unknown-game", "no-such-position", "store-unavailable")
def list_seats(query: AtRecord, game: str) -> Response:
    """List the seats and who sits in them.

    Only those who have a link to the game, its organiser and the operator see names.
    """
    now = Position.of(game, query.at).game
    there = {sitter.seat: sitter for sitter in People(game_clerk()).at_table(now)}
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


@seating.route("/games/<game>/seats/<seat>/take", methods=["POST"])
@seating.needs("seat")
@seating.takes(TakeSeat, required=False, example={"name": "Ann"})
@seating.writes(*PROBLEMS)
@seating.answers(201, "Seated", "Somebody sits there.", headers=WRITTEN)
@seating.refuses("no-such-seat", "seat-taken", "unknown-player", "not-your-seat")
def take_seat(command: TakeSeat, game: str, seat: str) -> Response:
    """Sit down in a seat for which the caller may enter. An arbiter can seat somebody in any
    seat."""
    need_may_enter(game_in_memory(game), seat)
    if command.player:
        need_organiser(Text("Naming a player from another game"))
    return _seated_response(
        Seats(game_clerk()).take(
            requested_order(game, command.client_at), seat, command.name, command.player
        )
    )


@seating.route("/games/<game>/seats/<seat>/leave", methods=["POST"])
@seating.needs("seat")
@seating.takes(LeaveSeat, required=False)
@seating.writes(*PROBLEMS)
@seating.answers(201, "Seated", "The seat is empty.", headers=WRITTEN)
@seating.refuses("no-such-seat", "seat-empty", "not-your-seat")
def leave_seat(command: LeaveSeat, game: str, seat: str) -> Response:
    """Leave a seat. What was entered for it does not change; somebody else can sit down."""
    need_may_enter(game_in_memory(game), seat)
    return _seated_response(
        Seats(game_clerk()).leave(requested_order(game, command.client_at), seat)
    )


def _seated_response(answer: Answer) -> Response:
    stored = answer.record
    body: Any = stored.body
    seated = Seated(
        stored.stream,
        stored.seq,
        stored.topic,
        body.at,
        say_record(answer.state, body),
        body.seat,
        body.player,
    )
    return written_reply(seated, stored, again=answer.again)


SEATS: tuple[type[Struct], ...] = (SeatsAt, Seated)  # What is answered about seats.


consents = Blueprint(
    "consents",
    __name__,
    description="Undo by consent: proposals and their answers; what was taken back.",
)


class AnswerProposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat agrees to a proposal or refuses it. The seat that proposed it withdraws it by
    refusing. `arbiter` as the seat answers for all seats."""

    seat: TheSeat
    agree: Annotated[bool, Meta(description="Whether it agrees.")]


@consents.route("/games/<game>/undo")
@consents.needs("spectator")
@consents.asks(Reading)
@consents.answers(200, "Proposals", headers=ETAG)
@consents.refuses("unknown-game", "store-unavailable")
def list_proposals(query: Reading, game: str) -> Response:
    """List the proposals to take something back: which seat made each, which seats have to agree,
    which actions would go, and how the board would change."""
    clerk = game_clerk()
    now = clerk.game(game)
    audience = audience_of(now, query.audience)
    reader = decision_reader(now, audience)
    listed = tuple(reader.proposal(proposal) for proposal in Consents(clerk).proposals(now))
    return reply(
        Proposals(game, now.seq, audience, listed), ETag=etag(now.seq, audience)
    )  # time changes it too: nobody keeps it


@consents.route("/games/<game>/undo/<int:seq>/answer", methods=["POST"])
@consents.needs("seat")
@consents.takes(AnswerProposal)
@consents.writes(*PROBLEMS)
@consents.answers(
    201,
    "Written",
    "The answer is recorded; with the last agreement, the retraction.",
    headers=WRITTEN,
)
@consents.refuses("proposal-refused", "not-your-seat")
def answer_proposal(command: AnswerProposal, game: str, seq: int) -> Response:
    """Answer a proposal to take actions back. Once every affected seat has agreed, the actions are out of
    force.

    One refusal ends the proposal. A proposal lapses when the game goes on or its time runs out.
    """
    write_order = requested_order(game)
    need_may_enter(game_in_memory(game), command.seat)
    return write_response(
        Consents(game_clerk()).answer(write_order, seq, command.seat, agree=command.agree)
    )


@consents.route("/games/<game>/retracted")
@consents.needs("spectator")
@consents.asks(Reading)
@consents.reads("unknown-game")
@consents.answers(200, "Retracted", headers=ETAG)
def list_retracted(query: Reading, game: str) -> Response:
    """List every action that is out of force, each with the record that took it back, and its
    rolls, which keep their numbers."""
    now = game_clerk().game(game)
    audience = audience_of(now, query.audience)
    tag = etag(now.seq, audience)
    reader = decision_reader(now, audience)
    gone = sorted(taken_back(now).items())
    return not_modified(tag) or cacheable_reply(
        Retracted(game, now.seq, audience, tuple(reader.step(seq, by) for seq, by in gone)), tag
    )
