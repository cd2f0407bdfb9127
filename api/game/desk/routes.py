"""The arbiter's desk in the API: claims, rulings and overturning them, the report of
irregularities, the board to correct."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar, Literal

from flask import Response
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict

from api.game.entries import DecisionReader, irregularities_report
from api.game.parameters import AnyAction, Reading, TheSeat, Values
from api.game.request import (
    PROBLEMS,
    AtRecord,
    action_of,
    audience_of,
    decision_reader,
    game_in_memory,
    game_write,
    written_answer,
)
from api.game.schemas import Claims, Document, Ruled, Rulings as RulingsOf
from api.game.subject import game_clerk
from api.web.forms.submission import amount
from api.web.problems.problem import problem_of
from api.web.request.blueprint import (
    ETAG,
    WRITTEN,
    Blueprint,
    WithReceipt,
    etag_with_words,
    requested_order,
    written_reply,
)
from api.web.request.parameters import Words
from api.web.request.responses import cacheable_reply, etag, not_modified, reply
from api.web.request.service import may_read_words
from domain.game.aggregate.correction import board_document, document_changes
from domain.game.aggregate.game import Game
from domain.game.commands import Answer, Order
from domain.game.record.records import ActionTaken, Correct as Corrected
from domain.game.refusals import RulingRefused
from domain.game.rulings.conditions import (
    OTHER,
    REASONS,
    Grounds,
    Wish,
    board_if_overturned,
    lost_by_overturning,
    need_grounds,
    needs_rule_to_overturn,
)
from domain.game.rulings.use_cases import Rulings
from domain.kernel.amounts import Plain
from domain.kernel.commitments import MOST
from domain.kernel.refusals import Refusal
from domain.titles.codec import decode_facts
from domain.titles.contract.ruleset import ARBITER, Fact
from domain.titles.contract.time_control import LONGEST_TIME

blueprint = Blueprint(
    "rulings", __name__, description="The arbiter's desk: claims, rulings, irregularities."
)


IN_REMEDY = "/remedy/action"  # Where a ruling's body has an action.

ItsRule = Annotated[
    str,
    Meta(
        description="The rule it rests on, as the rule text heads or numbers it; an action that "
        "is let stand brings its own, and "
        "what is ordered of clocks needs none.",
        max_length=200,
    ),
]
_CODES = "; ".join(f"`{code}`: {text.en}" for code, text in REASONS.items())
Code = Annotated[str, Meta(description=f"Why the arbiter had to rule. {_CODES}.")]


# What `need_reason` asks of a body, as JSON Schema says it.
WORDS_OF_OTHER: dict[str, Any] = {
    "if": {"required": ["code"], "properties": {"code": {"const": OTHER}}},
    "then": {"required": ["text"], "properties": {"text": {"pattern": r"\S"}}},
}


AnyFact = Annotated[
    Any,
    Meta(
        description="A fact of the game's title.",
        extra_json_schema={"$ref": "#/components/schemas/Fact"},
    ),
]
Facts = Annotated[
    tuple[AnyFact, ...], Meta(description="What is declared to be true, in this order.")
]


class Stands(Struct, frozen=True, forbid_unknown_fields=True, tag="stands"):
    """Nothing changes: the ruling lets the record named in `about` stand. With the codes
    `illegal-action`, `wrong-entry` and `dice` it states that something was wrong with that record,
    and everything based on it is marked as irregular."""


class Annul(Struct, frozen=True, forbid_unknown_fields=True, tag="annul"):
    """Everything from a record on goes out of force. Dice that were rolled keep their numbers,
    whether their values stay or are rolled again."""

    from_seq: Annotated[int, Meta(description="The first action to annul.", ge=1)]
    rolls: Annotated[
        Literal["", "stands", "reroll"],
        Meta(
            description="What becomes of dice that were rolled: `stands` (the next roll of their "
            "kind repeats them) or `reroll`. "
            "Has to be said where there are some."
        ),
    ] = ""


class Correct(Struct, frozen=True, forbid_unknown_fields=True, tag="correct"):
    """The board is corrected, either by facts or by a patch. The result has to be a valid board of
    the title, with as many pieces of each kind as before."""

    facts: Facts = ()
    patch: Annotated[
        tuple[dict[str, Any], ...],
        Meta(
            description="A JSON Patch (RFC 6902) against `GET /games/{game}/board/document`: "
            "operations with `op`, `path`, and "
            "`value` or `from`. It may touch everything but `/setting`."
        ),
    ] = ()


class Penalty(Struct, frozen=True, forbid_unknown_fields=True, tag="penalty"):
    """A seat gets points in addition to those on the board, or loses some; the score lists them
    separately."""

    seat: Annotated[str, Meta(description="The seat that gets them.")]
    points: Annotated[
        Plain,
        Meta(
            description="How many; negative ones are taken away. Where points come in parts, such "
            "as `-1.5` or `7/3`."
        ),
    ]


class Adjudicate(Struct, frozen=True, forbid_unknown_fields=True, tag="adjudicate"):
    """The arbiter decides the outcome: the game has ended, unless the ruling is overturned."""

    winners: Annotated[
        tuple[str, ...], Meta(description="The seats that win; none: nobody does.")
    ] = ()


class LetStand(Struct, frozen=True, forbid_unknown_fields=True, tag="let-stand"):
    """An action that the rules forbid is let stand: it is recorded with its verdict, and it counts.
    This makes two records: the action and the ruling. The rules compute the action's consequences;
    where they cannot, `facts` declare them."""

    seat: Annotated[str, Meta(description="The seat that acts.")]
    action: AnyAction
    values: Values = ()
    facts: Facts = ()


class StopClocks(Struct, frozen=True, forbid_unknown_fields=True, tag="stop-clocks"):
    """The clocks of all seats stop until a ruling starts them again, whatever is recorded
    meanwhile."""


class StartClocks(Struct, frozen=True, forbid_unknown_fields=True, tag="start-clocks"):
    """The clocks that a ruling stopped run again, for the seats that may act."""


class SetSeatClock(Struct, frozen=True, forbid_unknown_fields=True, tag="set-clock"):
    """Set a seat's clock: it has this much time left from here on. If the ruling is overturned, the
    time it added or removed is taken back."""

    seat: Annotated[str, Meta(description="The seat whose clock is set.")]
    seconds: Annotated[int, Meta(description="What it shows from here on.", ge=0, le=LONGEST_TIME)]


Remedy = Stands | Annul | Correct | Penalty | Adjudicate | StopClocks | StartClocks | SetSeatClock


class FileClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """The claim of a seat that something is wrong with a record."""

    seat: TheSeat
    about: Annotated[
        int, Meta(description="The record that it complains about; 1 is the set-up.", ge=1)
    ]
    text: Annotated[
        str,
        Meta(description="What is wrong; it can be erased later.", min_length=1, max_length=MOST),
    ]


class GiveRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling: the remedy, and the grounds for it."""

    schema_also: ClassVar = WORDS_OF_OTHER
    remedy: Remedy | LetStand
    code: Code
    rule: ItsRule = ""
    text: Words = ""
    claim: Annotated[
        int, Meta(description="The record of the claim that it decides; 0: none.", ge=0)
    ] = 0
    about: Annotated[
        int,
        Meta(
            description="The record that it is about; 0: what the claim is about, if it decides "
            "one.",
            ge=0,
        ),
    ] = 0


class Overturn(Struct, frozen=True, forbid_unknown_fields=True):
    """The overturning of a ruling: it is no longer in force."""

    schema_also: ClassVar = WORDS_OF_OTHER
    code: Code
    rule: Annotated[
        str,
        Meta(
            description="The rule it rests on; none is needed where what is overturned was "
            "ordered of clocks.",
            max_length=200,
        ),
    ] = ""
    text: Words = ""


class DryRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of a ruling: whether it is only a dry run, and whether to wait for a
    receipt."""

    dry_run: Annotated[
        bool, Meta(description="Show what it would come to: nothing is recorded.")
    ] = False
    receipt: WithReceipt = ""


@game_write(
    blueprint,
    "seat",
    "/claims",
    FileClaim,
    "The claim is recorded.",
    refuses=("ruling-refused", "not-your-seat"),
)
def file_claim(command: FileClaim, order: Order) -> Answer:
    """File a claim about a record. The claim is open until the arbiter rules on it. If that ruling
    is overturned, it is open again."""
    return Rulings(game_clerk()).claim(order, command.seat, command.about, command.text)


@blueprint.route("/games/<game>/claims")
@blueprint.needs("spectator")
@blueprint.reads("unknown-game")
@blueprint.answers(200, "Claims", headers=ETAG)
def list_claims(game: str) -> Response:
    """List the claims, each with the ruling that answers it."""
    now = game_clerk().game(game)
    tag = etag_with_words(now.seq)
    reader = decision_reader(now, audience_of(now, ""))
    return not_modified(tag) or cacheable_reply(
        Claims(game, now.seq, tuple(reader.claim(claim) for claim in now.proceedings.claims)), tag
    )


@blueprint.route("/games/<game>/rulings", methods=["POST"])
@blueprint.needs("arbiter")
@blueprint.takes(GiveRuling)
@blueprint.asks(DryRuling)
@blueprint.writes_unless("dry_run", *PROBLEMS)
@blueprint.answers(201, "Ruled", "The ruling is recorded.", headers=WRITTEN)
@blueprint.answers(200, "Preview", "With `dry_run`: the board before and after.", headers=ETAG)
@blueprint.refuses(
    "ruling-refused",
    "correction-refused",
    "values-needed",
    "values-refused",
    "seed-missing",
    "game-adjudicated",
)
def give_ruling(command: GiveRuling, how: DryRuling, game: str) -> Response:
    """Give a ruling: let something stand, annul, correct, penalise, adjudicate, or stop, start and
    set clocks. With `dry_run`, the answer shows the consequences, and nothing is recorded.

    A ruling names the rule it is based on, and why it had to be given. It changes no stored record:
    it is one more record, and it can be overturned. Every record that depends on it lists its
    number in `irregularities`.
    """
    grounds = Grounds(command.rule, command.code, command.text, command.claim, command.about)
    give = _answer_preview if how.dry_run else _record_ruling
    return give(game, command.remedy, grounds)


def _answer_preview(game: str, remedy: Remedy | LetStand, grounds: Grounds) -> Response:
    clerk = game_clerk()
    now = clerk.game(game)
    reader = decision_reader(now, audience_of(now, ARBITER))
    with shifting_pointers_into(remedy):
        result = _ruling_preview(Rulings(clerk), reader, now, remedy, grounds)
    return reply(result, ETag=etag(now.seq, ARBITER))


def _record_ruling(game: str, remedy: Remedy | LetStand, grounds: Grounds) -> Response:
    write_order, desk = requested_order(game), Rulings(game_clerk())
    # a refused one says what stands there, and `test` whether it is what it names
    if isinstance(remedy, Correct | LetStand):
        audience_of(game_in_memory(game), ARBITER)
    with shifting_pointers_into(remedy):
        if isinstance(remedy, LetStand):
            action = action_of(game_in_memory(game).rules, remedy.action, IN_REMEDY)
            ruled = desk.let_stand(
                write_order, remedy.seat, action, grounds, remedy.values, remedy.facts
            )
            return _ruled_response(ruled, 2)
        return _ruled_response(desk.rule(write_order, wish_of(remedy), grounds), 1)


@blueprint.route("/games/<game>/rulings")
@blueprint.needs("spectator")
@blueprint.asks(Reading)
@blueprint.reads("unknown-game")
@blueprint.answers(200, "Rulings", headers=ETAG)
def list_rulings(query: Reading, game: str) -> Response:
    """List the rulings, and which of them were overturned."""
    now = game_clerk().game(game)
    audience = audience_of(now, query.audience)
    tag = etag_with_words(now.seq, audience)
    reader = decision_reader(now, audience)
    listed = tuple(reader.ruling(ruling) for ruling in now.proceedings.rulings)
    return not_modified(tag) or cacheable_reply(RulingsOf(game, now.seq, audience, listed), tag)


@blueprint.route("/games/<game>/rulings/<int:seq>/overturn", methods=["POST"])
@blueprint.needs("arbiter")
@blueprint.takes(Overturn)
@blueprint.asks(DryRuling)
@blueprint.writes_unless("dry_run", *PROBLEMS)
@blueprint.answers(201, "Ruled", "The ruling no longer holds.", headers=WRITTEN)
@blueprint.answers(200, "Preview", "With `dry_run`: the board before and after.", headers=ETAG)
@blueprint.refuses("ruling-refused")
def overturn_ruling(command: Overturn, how: DryRuling, game: str, seq: int) -> Response:
    """Overturn a ruling. If it changed the position, the position from before it is restored, and
    the actions taken since are out of force."""
    clerk, grounds = game_clerk(), Grounds(command.rule, command.code, command.text)
    try:
        if not how.dry_run:
            return _ruled_response(Rulings(clerk).overturn(requested_order(game), seq, grounds), 1)
        now = clerk.game(game)
        reader = decision_reader(now, audience_of(now, ARBITER))
        need_grounds(now, grounds, rule=needs_rule_to_overturn(now, seq))
        board = board_if_overturned(now, seq)
    except RulingRefused as refused:
        refused.pointer = ""  # the address names the ruling, no field of the body does
        raise
    return reply(reader.preview(board, lost_by_overturning(now, seq)), ETag=etag(now.seq, ARBITER))


@blueprint.route("/games/<game>/irregularities")
@blueprint.needs("spectator")
@blueprint.asks(Reading)
@blueprint.reads("unknown-game")
@blueprint.answers(200, "Irregularities", headers=ETAG)
def list_irregularities(query: Reading, game: str) -> Response:
    """Report everything irregular in a game: illegal actions let stand, rulings, open claims,
    actions taken back, dice that cannot be proved."""
    clerk = game_clerk()
    now = clerk.game(game)
    audience = audience_of(now, query.audience)
    tag = etag(now.seq, audience)
    return not_modified(tag) or cacheable_reply(
        irregularities_report(clerk, now, audience, words=may_read_words()), tag
    )


@blueprint.route("/games/<game>/board/document")
@blueprint.needs("arbiter")
@blueprint.asks(AtRecord)
@blueprint.reads("unknown-game")
@blueprint.answers(200, "Document", headers=ETAG)
@blueprint.refuses("no-such-position")
def show_document(query: AtRecord, game: str) -> Response:
    """Show the whole board as a JSON document with every field, to which a JSON Patch can be
    applied."""
    now = game_clerk().game(game, query.at)
    audience_of(now, ARBITER)
    tag = etag(now.seq, ARBITER)
    return not_modified(tag) or cacheable_reply(
        Document(game, now.seq, board_document(now.board)), tag
    )


def _ruled_response(answer: Answer, records: int) -> Response:
    game, seq = answer.state, answer.record.seq
    audience = audience_of(game, ARBITER)
    loaded = game_clerk().game_repository.held(game.id)
    first, body = loaded.at(seq - records), answer.record.body
    remedy = getattr(body, "remedy", None)
    facts: tuple[Fact, ...] = ()
    if records > 1:
        facts = decode_facts(game.rules, loaded.record(seq - 1).body_as(ActionTaken).facts)
    elif isinstance(remedy, Corrected):
        facts = decode_facts(game.rules, remedy.facts)
    views = [
        to_builtins(position.rules.view(position.board, audience)) for position in (first, game)
    ]
    ruled = Ruled(
        **asdict(written_answer(answer)), facts=facts, changes=tuple(document_changes(*views))
    )
    return written_reply(ruled, answer.record, again=answer.again)


def _ruling_preview(
    desk: Rulings, reader: DecisionReader, now: Game, remedy: Remedy | LetStand, grounds: Grounds
) -> Any:
    if isinstance(remedy, LetStand):
        need_grounds(now, grounds, rule=False)
        tried = desk.try_let_stand(
            now,
            remedy.seat,
            action_of(now.rules, remedy.action, IN_REMEDY),
            remedy.values,
            remedy.facts,
        )
        return reader.preview(tried.board, (), tried.verdict)
    trial = desk.preview(now, wish_of(remedy), grounds)
    return reader.preview(trial.board, trial.gone)


def wish_of(remedy: Remedy) -> Wish:
    match remedy:
        case Annul():
            return Wish("annul", from_seq=remedy.from_seq, rolls=remedy.rolls)
        case Correct():
            return Wish("correct", facts=remedy.facts, patch=remedy.patch)
        case Penalty():
            return Wish(
                "penalty",
                seat=remedy.seat,
                points=amount(str(remedy.points), "/remedy/points") or 0,
            )
        case Adjudicate():
            return Wish("adjudicate", winners=remedy.winners)
        case StopClocks():
            return Wish("stop-clocks")
        case StartClocks():
            return Wish("start-clocks")
        case SetSeatClock():
            return Wish("set-clock", seat=remedy.seat, milliseconds=1000 * remedy.seconds)
        case _:
            return Wish("stands")


@contextmanager
def shifting_pointers_into(remedy: Remedy | LetStand) -> Iterator[None]:
    """A context that raises a refusal from inside it as a problem. JSON pointers to fields of the
    remedy are changed to where the request's body has them: under `/remedy`."""
    try:
        yield
    except Refusal as refusal:
        problem = problem_of(refusal)
        _shift_pointer(problem.members, remedy)
        for error in problem.members.get("errors", ()):
            _shift_pointer(error, remedy)
        raise problem from None


def _shift_pointer(named: dict[str, Any], remedy: Remedy | LetStand) -> None:
    pointer = named.get("pointer", "")
    if pointer == "/seat" and isinstance(remedy, Adjudicate):
        named["pointer"] = "/remedy/winners"
    elif pointer.split("/")[1:2] in (["seat"], ["action"], ["values"], ["facts"]):
        named["pointer"] = f"/remedy{pointer}"
