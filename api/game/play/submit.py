"""What somebody enters on the page of a game: each form is the API's request of the same meaning, made by hand.

A form names the record it was made against and brings an idempotency key of its own: sent twice, it is recorded once; made against
a position that is not there any more, it is refused, and what was entered is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from api.game.forms import dice
from api.game.play.offers import passing
from api.game.play.short_forms import Action, find_template, read_short
from api.game.request import may_speak_for
from api.game.routes.actions import Redo, Undo, action_of
from api.game.routes.contributions import Commit, Reveal
from api.game.routes.rulings import FileClaim
from api.game.routes.seats import AnswerProposal, TakeSeat
from api.web.body import read_as
from api.web.forms.controls import whole
from api.web.forms.submission import NO_FORM, Sent
from api.web.pages.pages import lang, number_in
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.game.clerk.commands import Answer
from domain.game.clerk.seats import Seats
from domain.game.procedure.notes import REMARKS
from domain.game.procedure.undo import to_retract
from domain.game.refusals import UndoRefused
from domain.game.table.consent import Consents
from domain.game.table.contributions import Contributions
from domain.game.table.rulings import Rulings
from domain.titles.contract.chance import Values

MOST_PASSED = 40
"""Stages passed at most by one tap."""

# -- an action ---------------------------------------------------------------------------------------------------------


def action_in(game: Game, from_form: Sent) -> Action:
    """The action that a form describes, as plain JSON data: a button's as it is, a short form's from its fields. `game` is as it
    was when the form was made.

    Raises `bad-request` for what no form of ours sends."""
    try:
        action = msgspec.json.decode(from_form.form.get("action", ""), type=dict[str, Any])
    except msgspec.DecodeError:
        raise Problem("bad-request", NO_FORM) from None
    if "form" not in from_form.form:
        return action
    legal = game.rules.legal(game.board, from_form.seat)
    template = find_template(legal, str(action.get("type")), action)
    if template is None:  # nothing was on offer like this: what is wrong with it is for the rules to say
        return action
    return read_short(game, template, from_form.form, lang())


def values_in(from_form: Sent) -> Values:
    """What the table rolled, as far as it was entered."""
    try:
        return dice.entered(from_form.form)
    except (ValueError, msgspec.DecodeError):
        raise Problem("bad-request", NO_FORM) from None


def act(game: Game, from_form: Sent, action: Action, values: Values) -> Answer:
    return service().clerk.act(from_form.order(game.id), from_form.seat, action_of(game.rules, action), values)


# -- everything else ---------------------------------------------------------------------------------------------------


def _undo(game: Game, from_form: Sent) -> Answer:
    """Take back what the seat may take back alone; ask for what it may not, if it is to be asked for."""
    data = {"seat": from_form.seat, "from_seq": number_in(from_form.text("from")) or None}
    wanted = read_as(Undo, {**data, "reason": from_form.text("reason")})
    clerk, order, how = service().clerk, from_form.order(game.id), from_form.text("how")
    if how == "ask" or (how == "either" and not _alone(game, from_form.seat, wanted.from_seq)):
        return Consents(clerk).ask(order, wanted.seat, wanted.from_seq, wanted.reason)
    return clerk.undo(order, wanted.seat, wanted.from_seq, wanted.reason)


def _alone(game: Game, seat: str, first: int | None) -> bool:
    try:
        to_retract(game, seat, first)
    except UndoRefused:
        return False
    return True


def _redo(game: Game, from_form: Sent) -> Answer:
    wanted = read_as(Redo, {"seat": from_form.seat})
    return service().clerk.redo(from_form.order(game.id), wanted.seat)


def _answer(game: Game, from_form: Sent) -> Answer:
    wanted = read_as(AnswerProposal, {"seat": from_form.seat, "agree": from_form.text("agree") == "yes"})
    asked = number_in(from_form.text("asked"))
    return Consents(service().clerk).answer(from_form.order(game.id, game.seq), asked, wanted.seat, agree=wanted.agree)


def _claim(game: Game, from_form: Sent) -> Answer:
    data = {"seat": from_form.seat, "about": whole(from_form.text("about"))}
    wanted = read_as(FileClaim, {**data, "text": from_form.text("text")})
    return Rulings(service().clerk).claim(from_form.order(game.id, game.seq), wanted.seat, wanted.about, wanted.text)


def _remark(game: Game, from_form: Sent) -> Answer:
    about, words = whole(from_form.text("about")), REMARKS.get(from_form.text("remark"))
    if words is None or not isinstance(about, int):
        raise Problem("bad-request", NO_FORM)
    return service().clerk.note(from_form.order(game.id, game.seq), words.en, about, from_form.seat)


def _sit(game: Game, from_form: Sent) -> Answer:
    wanted = read_as(TakeSeat, {"name": from_form.text("name")})
    return Seats(service().clerk).take(from_form.order(game.id, game.seq), from_form.seat, wanted.name)


def _leave(game: Game, from_form: Sent) -> Answer:
    return Seats(service().clerk).leave(from_form.order(game.id, game.seq), from_form.seat)


def _bind(game: Game, from_form: Sent) -> Answer:
    wanted = read_as(Commit, {"seat": from_form.seat, "commitment": from_form.text("commitment").lower()})
    return Contributions(service().clerk).commit(from_form.order(game.id, game.seq), wanted.seat, wanted.commitment)


def _reveal(game: Game, from_form: Sent) -> Answer:
    wanted = read_as(Reveal, {"seat": from_form.seat, "value": from_form.text("value").lower()})
    return Contributions(service().clerk).reveal(from_form.order(game.id, game.seq), wanted.seat, wanted.value)


def _pass(game: Game, from_form: Sent) -> Answer:
    """Go on through the stages in which a seat of the caller's can do nothing else: a record for each, until there is something to
    choose, or somebody else is to act."""
    clerk, order, seat = service().clerk, from_form.order(game.id), from_form.seat
    action = passing(clerk.file(game.id).at(min(order.seq, game.seq)), seat)
    if action is None:
        raise Problem("bad-request", NO_FORM)
    answer = clerk.act(order, seat, action_of(game.rules, action))
    for n in range(1, MOST_PASSED):
        now = answer.game
        seat = next((one for one in now.to_act if may_speak_for(now, one)), "")
        action = passing(now, seat) if seat else None
        if action is None:
            break
        answer = clerk.act(replace(order, seq=now.seq, key=f"{order.key}-{n}"), seat, action_of(now.rules, action))
    return answer


DEEDS: dict[str, Callable[[Game, Sent], Answer]] = {
    "undo": _undo,
    "redo": _redo,
    "answer": _answer,
    "claim": _claim,
    "remark": _remark,
    "sit": _sit,
    "leave": _leave,
    "bind": _bind,
    "pass": _pass,
    "reveal": _reveal,
}
"""What can be entered beside actions, by the last word of its address."""
