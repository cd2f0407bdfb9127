"""The arbiter's desk: claims, rulings and what overturns them, the report of irregularities, the board to correct."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from flask import Response
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict

from api.game.reading.table import TableReader, report
from api.game.request import audience_of, came_to, in_hand, speak_for, table_reader, written_of
from api.game.routes.actions import action_of
from api.game.routes.remedies import Correct, LetStand, Remedy, wish, within
from api.game.schemas.records import Ruled
from api.game.schemas.table import Claims, Document
from api.game.schemas.table import Rulings as RulingsOf
from api.web.request.blueprint import ETAG, WRITTEN, Blueprint
from api.web.request.caller import may_read_words
from api.web.request.parameters import At, Reading, TheSeat, Words
from api.web.request.responses import etag, read, reply, unchanged
from api.web.request.service import service
from api.web.request.writes import WithReceipt, order, worded, written
from domain.game.aggregate.correction import document
from domain.game.aggregate.diff import changes
from domain.game.aggregate.game import Game
from domain.game.clerk.commands import Answer
from domain.game.procedure.rulings import OTHER, REASONS, Grounds, need_grounds, rests_on_rule, to_overturn, undone_by
from domain.game.record.records import ActionTaken
from domain.game.record.remedies import Correct as Corrected
from domain.game.refusals import RulingRefused
from domain.game.table.rulings import Rulings
from domain.kernel.commitments import MOST
from domain.titles.codec import decode_facts
from domain.titles.contract.ruleset import ARBITER, Fact

blueprint = Blueprint("rulings", __name__, description="The arbiter's desk: claims, rulings, irregularities.")


IN_REMEDY = "/remedy/action"
"""Where a ruling's body has an action."""

ItsRule = Annotated[
    str,
    Meta(
        description="The rule it rests on, as the rule text heads or numbers it; an action that is let stand brings its own, and "
        "what is ordered of clocks needs none.",
        max_length=200,
    ),
]
_CODES = "; ".join(f"`{code}`: {text.en}" for code, text in REASONS.items())
Code = Annotated[str, Meta(description=f"Why the arbiter had to rule. {_CODES}.")]


WORDS_OF_OTHER: dict[str, Any] = {
    "if": {"required": ["code"], "properties": {"code": {"const": OTHER}}},
    "then": {"required": ["text"], "properties": {"text": {"pattern": r"\S"}}},
}
"""What `need_reason` asks of a body, as JSON Schema says it."""


class FileClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat complains about a record."""

    seat: TheSeat
    about: Annotated[int, Meta(description="The record that it complains about; 1 is the set-up.", ge=1)]
    text: Annotated[str, Meta(description="What is wrong; it can be erased later.", min_length=1, max_length=MOST)]


class GiveRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling: the remedy, and what it rests on."""

    schema_also: ClassVar = WORDS_OF_OTHER
    remedy: Remedy | LetStand
    code: Code
    rule: ItsRule = ""
    text: Words = ""
    claim: Annotated[int, Meta(description="The record of the claim that it decides; 0: none.", ge=0)] = 0
    about: Annotated[int, Meta(description="The record that it is about; 0: what the claim is about, if it decides one.", ge=0)] = 0


class Overturn(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling no longer holds."""

    schema_also: ClassVar = WORDS_OF_OTHER
    code: Code
    rule: Annotated[
        str,
        Meta(description="The rule it rests on; none is needed where what is overturned was ordered of clocks.", max_length=200),
    ] = ""
    text: Words = ""


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """Which position."""

    at: At = None


class DryRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to record."""

    dry_run: Annotated[bool, Meta(description="Show what it would come to: nothing is recorded.")] = False
    receipt: WithReceipt = ""


@blueprint.route("/games/<game>/claims", methods=["POST"])
@blueprint.needs("seat")
@blueprint.takes(FileClaim)
@blueprint.writes
@blueprint.answers(201, "Written", "The claim is recorded.", headers=WRITTEN)
@blueprint.refuses("ruling-refused", "not-your-seat")
def file_claim(asked: FileClaim, game: str) -> Response:
    """File a claim about a record. It is open until the arbiter rules on it, and again if that ruling is overturned."""
    speak_for(in_hand(game), asked.seat)
    return written_of(Rulings(service().clerk).claim(order(game), asked.seat, asked.about, asked.text))


@blueprint.route("/games/<game>/claims")
@blueprint.needs("spectator")
@blueprint.reads
@blueprint.answers(200, "Claims", headers=ETAG)
def list_claims(game: str) -> Response:
    """List the claims, and which ruling answers each."""
    now = service().clerk.game(game)
    tag = worded(now.seq)
    reader = table_reader(now, audience_of(now, ""))
    return unchanged(tag) or read(Claims(game, now.seq, tuple(reader.claim(one) for one in now.proceedings.claims)), tag)


@blueprint.route("/games/<game>/rulings", methods=["POST"])
@blueprint.needs("arbiter")
@blueprint.takes(GiveRuling)
@blueprint.asks(DryRuling)
@blueprint.writes_unless("dry_run")
@blueprint.answers(201, "Ruled", "The ruling is recorded.", headers=WRITTEN)
@blueprint.answers(200, "Preview", "With `dry_run`: the board before and after.", headers=ETAG)
@blueprint.refuses("ruling-refused", "correction-refused", "values-needed", "values-refused", "seed-missing", "game-adjudicated")
def give_ruling(asked: GiveRuling, how: DryRuling, game: str) -> Response:
    """Give a ruling: let stand, annul, correct, penalise, adjudicate, or stop, start and set clocks. With `dry_run`, see first what
    it would come to.

    A ruling names the rule it rests on, and why it had to be given. Nothing that is stored changes: it is one more record, and it
    can be overturned. Whatever rests on it carries its number in `irregularities`.
    """
    clerk = service().clerk
    desk, grounds = Rulings(clerk), Grounds(asked.rule, asked.code, asked.text, asked.claim, asked.about)
    if how.dry_run:
        now = clerk.game(game)
        reader = table_reader(now, audience_of(now, ARBITER))
        with within(asked.remedy):
            found = _previewed(desk, reader, now, asked.remedy, grounds)
        return reply(found, ETag=etag(now.seq, ARBITER))
    given, remedy = order(game), asked.remedy
    if isinstance(remedy, Correct | LetStand):  # a refused one says what stands there, and `test` whether it is what it names
        audience_of(in_hand(game), ARBITER)
    with within(remedy):
        if isinstance(remedy, LetStand):
            action = action_of(in_hand(game).rules, remedy.action, IN_REMEDY)
            return _ruled(desk.let_stand(given, remedy.seat, action, grounds, remedy.values, remedy.facts), 2)
        return _ruled(desk.rule(given, wish(remedy), grounds), 1)


@blueprint.route("/games/<game>/rulings")
@blueprint.needs("spectator")
@blueprint.asks(Reading)
@blueprint.reads
@blueprint.answers(200, "Rulings", headers=ETAG)
def list_rulings(asked: Reading, game: str) -> Response:
    """List the rulings, and which of them were overturned."""
    now = service().clerk.game(game)
    audience = audience_of(now, asked.audience)
    tag = worded(now.seq, audience)
    reader = table_reader(now, audience)
    found = tuple(reader.ruling(one) for one in now.proceedings.rulings)
    return unchanged(tag) or read(RulingsOf(game, now.seq, audience, found), tag)


@blueprint.route("/games/<game>/rulings/<int:seq>/overturn", methods=["POST"])
@blueprint.needs("arbiter")
@blueprint.takes(Overturn)
@blueprint.asks(DryRuling)
@blueprint.writes_unless("dry_run")
@blueprint.answers(201, "Ruled", "The ruling no longer holds.", headers=WRITTEN)
@blueprint.answers(200, "Preview", "With `dry_run`: the board before and after.", headers=ETAG)
@blueprint.refuses("ruling-refused")
def overturn_ruling(asked: Overturn, how: DryRuling, game: str, seq: int) -> Response:
    """Overturn a ruling: where it moved the position, the one from before it is back, and what was played since is out of force."""
    clerk, grounds = service().clerk, Grounds(asked.rule, asked.code, asked.text)
    try:
        if not how.dry_run:
            return _ruled(Rulings(clerk).overturn(order(game), seq, grounds), 1)
        now = clerk.game(game)
        reader = table_reader(now, audience_of(now, ARBITER))
        need_grounds(now, grounds, rule=rests_on_rule(now, seq))
        board = to_overturn(now, seq)
    except RulingRefused as refused:
        refused.pointer = ""  # the address names the ruling, no field of the body does
        raise
    return reply(reader.preview(board, undone_by(now, seq)), ETag=etag(now.seq, ARBITER))


@blueprint.route("/games/<game>/irregularities")
@blueprint.needs("spectator")
@blueprint.asks(Reading)
@blueprint.reads
@blueprint.answers(200, "Irregularities", headers=ETAG)
def list_irregularities(asked: Reading, game: str) -> Response:
    """Report everything irregular in a game: illegal actions let stand, rulings, open claims, what was taken back."""
    clerk = service().clerk
    now = clerk.game(game)
    audience = audience_of(now, asked.audience)
    tag = etag(now.seq, audience)
    return unchanged(tag) or read(report(clerk, now, audience, words=may_read_words()), tag)


@blueprint.route("/games/<game>/board/document")
@blueprint.needs("arbiter")
@blueprint.asks(Where)
@blueprint.reads
@blueprint.answers(200, "Document", headers=ETAG)
@blueprint.refuses("no-such-position")
def show_document(asked: Where, game: str) -> Response:
    """Show the whole board as a JSON document with every field: what a JSON Patch is made against."""
    now = service().clerk.game(game, asked.at)
    audience_of(now, ARBITER)
    tag = etag(now.seq, ARBITER)
    return unchanged(tag) or read(Document(game, now.seq, document(now.board)), tag)


def _ruled(answer: Answer, records: int) -> Response:
    """What is answered to a ruling of so many records; it follows from those up to it, so that a retry reads the same."""
    game, seq = answer.game, answer.filed.seq
    audience = audience_of(game, ARBITER)
    file = service().clerk.game_repository.file(game.id, fresh=False)
    first, body = file.at(seq - records), answer.filed.body
    remedy = getattr(body, "remedy", None)
    facts: tuple[Fact, ...] = ()
    if records > 1:
        taken = file.record(seq - 1).body
        assert isinstance(taken, ActionTaken)
        facts = decode_facts(game.rules, taken.facts)
    elif isinstance(remedy, Corrected):
        facts = decode_facts(game.rules, remedy.facts)
    views = [to_builtins(one.rules.view(one.board, audience)) for one in (first, game)]
    found = Ruled(**asdict(came_to(answer)), facts=facts, changes=tuple(changes(*views)))
    return written(found, answer.filed, again=answer.again)


def _previewed(desk: Rulings, reader: TableReader, now: Game, remedy: Remedy | LetStand, grounds: Grounds) -> Any:
    if isinstance(remedy, LetStand):
        need_grounds(now, grounds, rule=False)
        tried = desk.try_let_stand(now, remedy.seat, action_of(now.rules, remedy.action, IN_REMEDY), remedy.values, remedy.facts)
        return reader.preview(tried.board, (), tried.verdict)
    found = desk.preview(now, wish(remedy), grounds)
    return reader.preview(found.board, found.gone)
