"""The request being answered: its caller, what they may see of a game and its branches, and for
whom they may enter.

A branch's opening contains everything that led to its position, and its grower gets all its links.
A branch also goes on without its parent, so that what is still hidden in the parent can be revealed
in the branch. Therefore only those may read a branch who may know everything that was hidden at its
root; others see only that it exists.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, wraps
from itertools import chain
from typing import Any, Self

import msgspec
from flask import Response
from msgspec import Struct

from api.game.entries import DecisionReader, actions_and_facts
from api.game.looks import Look, store_look
from api.game.schemas import Written
from api.game.sentences import Reader
from api.game.subject import game_clerk, games_here
from api.web import body
from api.web.access.caller import Caller
from api.web.body import current_request, invalid_parameters
from api.web.middleware import ROUTE
from api.web.problems.problem import Problem
from api.web.request.blueprint import WRITTEN, Blueprint, requested_order, written_reply
from api.web.request.parameters import At
from api.web.request.responses import etag
from api.web.request.service import caller, may_read_words, service
from api.web.schemas import TaggedField, faults, schema_of
from domain.game.aggregate.game import Game, say_record
from domain.game.aggregate.visibility import Redaction
from domain.game.commands import Answer, Opening
from domain.game.record.records import (
    FIRST,
    UMPIRE,
    ActionsRestored,
    ActionsRetracted,
    Correct,
    GameOpened,
    remedy_of,
)
from domain.game.refusals import GameIsClosed, UnknownGame
from domain.kernel.refusals import NoSuchPosition
from domain.kernel.text import Text, brief
from domain.titles import registry
from domain.titles.contract.ruleset import ARBITER, PUBLIC, Action, AnyRuleset, Audience
from domain.titles.registry import ruleset
from projections.boards.positions import board_at, encode, score_at

PROBLEMS = ("unknown-game", "game-closed")
"""Problems that every write to a game may answer with."""

_PLACE = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")


class AtRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameter of a position."""

    at: At = None


class Position(Struct, frozen=True):
    """The position of a game that a request reads: its record, its audience and the answer's ETag.
    If the request names a record, `past` is the game there; else it is None, and the game need not
    be loaded."""

    id: str
    seq: int
    audience: Audience
    tag: str
    past: Game | None

    @classmethod
    def of(cls, id: str, at: int | None, audience: str = PUBLIC) -> Self:
        """The position after record `at`, or the newest. Raises `UnknownGame`, `NoSuchPosition` and
        what `audience_of` raises.

        The fidelity of a past position is part of the ETag, since later records may confirm or
        contradict it.
        """
        newest = games_here().newest(id)
        seq = newest if at is None else at
        if not 1 <= seq <= newest:
            raise NoSuchPosition(seq, newest)
        who = caller()
        if audience != PUBLIC:
            audience = own_audience(who, audience) or _other_audience(
                who, id, seq, games_here().opened(id), audience
            )
        past = None if at is None else game_clerk().game(id, seq)
        fidelity = "" if past is None else past.fidelity
        mark = "" if fidelity in ("", "unverified") else f".{fidelity.replace(' ', '-')}"
        return cls(id, seq, audience, etag(seq, f"{audience}{mark}"), past)

    @property
    def game(self) -> Game:
        if self.past is not None:
            return self.past
        loaded = game_clerk().game_repository.held(self.id)
        if loaded.fault is None and loaded.whole.seq == self.seq:  # the store has just said so, too
            return loaded.head
        return game_clerk().game(self.id, self.seq)

    def board(self) -> bytes:
        view = service().view(lambda views: views.board(self.id, self.audience), self.seq)
        return view or encode(board_at(self.game, self.audience))

    def score(self) -> bytes:
        view = service().view(lambda views: views.score(self.id), self.seq)
        return view or encode(score_at(self.game))


def audience_of(game: Game, requested: str, who: Caller | None = None) -> Audience:
    """The audience as which the caller, or `who` in their place, reads a game: the requested one;
    by default their first seat, or the public.

    Raises `invalid-parameters` for an unknown audience, `not-your-audience` for one that is not the
    caller's. In titles with secrets, an arbiter's reading as another audience is noted in the
    access log.
    """
    who = who or caller()
    return own_audience(who, requested) or _other_audience(
        who, game.id, game.seq, game.opened, requested
    )


def _other_audience(
    who: Caller, game: str, seq: int, opened: GameOpened, requested: str
) -> Audience:
    there = (PUBLIC, ARBITER, *(seat.id for seat in opened.seats))
    if requested not in there:
        raise _unknown_audience(", ".join(there), requested)
    if not who.at_least("arbiter"):
        raise _not_your_audience(who, requested)
    if ruleset(opened.ruleset, opened.version).keeps_secrets():
        note_look(who, game, seq, requested)
    return requested


def note_whole_copy(game: str, seq: int) -> None:
    """Note in the access log that the caller takes a copy of a whole game, if its title keeps
    secrets. Raises `UnknownGame`."""
    opened = games_here().opened(game)
    if ruleset(opened.ruleset, opened.version).keeps_secrets():
        note_look(caller(), game, seq, ARBITER)


def decision_reader(game: Game, audience: Audience) -> DecisionReader:
    return DecisionReader(game_clerk(), game, audience, words=may_read_words())


def game_in_memory(game: str) -> Game:
    """The game as it is in this process's memory, perhaps not the newest. That is enough to know
    which seats have players. Raises `UnknownGame`."""
    return game_clerk().game_repository.held(game).head


def may_enter_for(game: Game, seat: str) -> bool:
    who = caller()
    return (
        who.at_least("arbiter")
        or seat in who.speaks_for
        or (who.role == "seat" and seat != UMPIRE and _has_no_player(game, seat))
    )


def need_may_enter(game: Game, seat: str) -> None:
    """Raise `not-your-seat` unless the caller may enter for this seat: their own, one without a
    player (such as an automa), or any for an arbiter. An unknown seat passes, since the rules
    refuse it with a better sentence."""
    if may_enter_for(game, seat):
        return
    raise Problem(
        "not-your-seat",
        Text("This link does not speak for {seat}.", seat=seat),
        seats=caller().speaks_for,
    )


def note_look(who: Caller, game: str, seq: int, audience: str) -> None:
    clerk = game_clerk()
    store_look(
        clerk.key_values,
        game,
        Look(clerk.clock(), who.id, who.role, _address_pattern(), audience, seq),
    )


def _not_your_audience(who: Caller, requested: str) -> Problem:
    there = (*who.speaks_for, PUBLIC)
    return Problem(
        "not-your-audience",
        Text("This link may not look as {wanted}.", wanted=requested),
        audiences=there,
    )


def _has_no_player(game: Game, seat: str) -> bool:
    """Whether a seat has no player: an automa, chance, or no seat of this game at all."""
    return all(spec.role != "player" for spec in game.setting.seat_specs if spec.id == seat)


def _unknown_audience(there: str, requested: str) -> Problem:
    text = Text("There is no audience {wanted}: there are {there}.", wanted=requested, there=there)
    return invalid_parameters({"audience": text})


def _address_pattern() -> str:
    request = current_request()
    where = _PLACE.sub(r"{\1}", request.environ.get(ROUTE, ""))
    return f"{request.method} {where}"


def check_options(ruleset: str, options: dict[str, Any]) -> None:
    """Raise `invalid-fields` with all faults of a title's options. Does nothing for an unknown
    title, which the clerk refuses."""
    if ruleset in registry.ids():
        wrong = faults(schema_of(registry.ruleset(ruleset).options_type), options, "/options")
        if wrong:
            raise body.invalid_fields(wrong)


def requested_opening(requested: Struct) -> Opening:
    """The opening in a request. Raises `invalid-fields` for options that the title does not
    have."""
    opening = Opening(
        **{
            name: getattr(requested, name)
            for name in requested.__struct_fields__
            if name in Opening.__struct_fields__
        }
    )
    check_options(opening.ruleset, opening.options)
    return opening


def need_known_title(id: str) -> None:
    """Raise `invalid-parameters` for a parameter `ruleset` that names no title; `""` means any."""
    if id and id not in registry.ids():
        raise invalid_parameters({"ruleset": _no_title(id)})


def unknown_title(id: str) -> Problem:
    return Problem("unknown-ruleset", _no_title(id))


def _no_title(id: str) -> Text:
    known = ", ".join(registry.ids())
    return Text("There is no title {id}: there are {known}.", id=brief(id), known=known)


def may_know(who: Caller, head: Game, seq: int) -> bool:
    """Whether a caller may know everything that led to record `seq` of a game, once the game has
    come to `head`. With several seats, the caller may if one of the seats may."""
    if who.at_least("arbiter"):
        return True
    return any(_may_know_all(head, seq, audience) for audience in (who.speaks_for or (PUBLIC,)))


def grew_in_sight(who: Caller, branch: str, game: str) -> bool:
    """Whether `branch` grew from `game`, directly or through other branches, and nothing is hidden
    from the caller at the record from which each of them grew."""
    while branch != game:
        try:
            lineage = games_here().opened(branch).lineage
        except UnknownGame:
            return False
        if lineage is None or not may_know(who, game_clerk().game(lineage.game), lineage.seq):
            return False
        branch = lineage.game
    return True


def _may_know_all(head: Game, seq: int, audience: Audience) -> bool:
    reader = Reader(head, audience)
    if not reader.secretive or audience == ARBITER:
        return True
    history, rules = head.history, head.rules
    for n in chain([FIRST], history.chain(history.tips[seq - 1])):
        stored = history.record(n)
        if not all(
            reader.sees(seat, item, n)
            for seat, items in actions_and_facts(rules, stored)
            for item in items
        ):
            return False
        remedy = remedy_of(stored.body)
        if isinstance(remedy, Correct) and remedy.patch is not None:
            # a patch says nothing of what it hides, the boards before and after it do
            boards = history.board(history.before[n - 1]), history.board(n)
            if any(rules.hides(board) or not reader.sees_all(board) for board in boards):
                return False
    patched = any(step.patch is not None for step in head.opened.grown)
    return not patched or Redaction(head, audience).sends_whole(FIRST)


def write_response(answer: Answer) -> Response:
    """The answer to a write to a game. It is made from the records up to the written one, so a
    retry gets the same answer."""
    return written_reply(written_answer(answer), answer.record, again=answer.again)


def game_write(
    blueprint: Blueprint,
    role: str,
    path: str,
    body: type[Struct],
    sentence: str,
    refuses: tuple[str, ...] = (),
    **options: Any,
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """A decorator that makes an address of the API for a write to a game. The view receives body
    and order, and returns the use case's answer. `sentence` describes the answer (201), `body` is
    the request's struct. If the body has a seat, the caller must be allowed to enter for it."""

    def decorate(view: Callable[..., Answer]) -> Callable[..., Answer]:
        @wraps(view)
        def write(command: Any, game: str, **named: Any) -> Response:
            if getattr(command, "seat", ""):
                need_may_enter(game_in_memory(game), command.seat)
            return write_response(view(command, requested_order(game), **named))

        for note in (
            blueprint.refuses(*refuses),
            blueprint.answers(201, "Written", sentence, headers=WRITTEN),
            blueprint.writes(*PROBLEMS),
            blueprint.takes(body, **options),
            blueprint.needs(role),
            blueprint.route(f"/games/<game>{path}", methods=["POST"]),
        ):
            write = note(write)
        return view

    return decorate


def written_answer(answer: Answer) -> Written:
    stored, game = answer.record, answer.state
    body = retracted = stored.body
    if isinstance(body, ActionsRestored):
        retracted = game_clerk().game_repository.held(game.id).record(body.retraction).body
    return Written(
        game=game.id,
        seq=stored.seq,
        type=stored.topic,
        at=body.at,
        sentence=say_record(game, body),
        actions=retracted.actions if isinstance(retracted, ActionsRetracted) else (),
        to_act=game.to_act,
        status=game.status,
        outcome=game.outcome,
    )


def action_of(rules: AnyRuleset, data: Any, pointer: str = "/action") -> Action:
    """The title's action in plain data. Raises `invalid-fields` with all faults at their JSON
    pointers, which begin with `pointer`."""
    try:
        kind = action_kinds(rules)[data["type"]]
        action: Action = msgspec.convert(data, kind)
    except (msgspec.ValidationError, KeyError, TypeError) as e:
        raise body.invalid_fields(faults(action_field(rules), data, pointer), str(e)) from None
    return action


@cache
def action_field(rules: AnyRuleset) -> TaggedField:
    """The marshmallow field that accepts any action of a title, distinguished by `type`; cached."""
    return TaggedField(rules.action_types, f"{rules.id}.")


@cache
def action_kinds(rules: AnyRuleset) -> Mapping[str, Any]:
    return {str(kind.__struct_config__.tag): kind for kind in rules.action_types}


def own_audience(who: Caller, requested: str) -> Audience | None:
    """The requested audience if this is clear without loading the game: for `""` the caller's first
    seat or the public, else the public or a seat of the caller's. None if `audience_of` has to
    decide."""
    if not requested:
        return who.speaks_for[0] if who.speaks_for else PUBLIC
    return requested if requested == PUBLIC or requested in who.speaks_for else None


def role_of_stand_in(who: Caller, game: Game, seat: str, *, confirmed: bool) -> str:
    """The role in which the caller seals or reveals for a seat; empty for the caller's own seat.
    Raises `seal-refused` for another seat unless the caller has `confirmed` acting in its place."""
    if seat in who.speaks_for or seat not in game.setting.seats:
        return ""
    if not confirmed:
        name = game.setting.name(seat)
        raise Problem(
            "seal-refused",
            Text(
                "The seal is for {name} to make and to show. To do it in that place, send it "
                "again with "
                "on_behalf: the record names who did.",
                name=name,
            ),
        )
    return who.role


def audience_for_seat(who: Caller, seat: str) -> Audience:
    """The audience as which a caller who enters for a seat reads the game: the seat if it is the
    caller's or the caller is an arbiter, else the caller's default audience."""
    return (
        seat
        if seat in who.speaks_for or who.at_least("arbiter")
        else (own_audience(who, "") or PUBLIC)
    )


def need_open_game(game: Game) -> None:
    """Raise `GameIsClosed` if nothing can be recorded any more."""
    if game.closed:
        raise GameIsClosed(game.id)
