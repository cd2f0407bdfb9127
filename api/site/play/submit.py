"""What somebody enters on the page of a game: each form is the API's request of the same meaning, made by hand.

A form names the record it was made against and brings an idempotency key of its own: sent twice, it is recorded once; made against
a position that is not there any more, it is refused, and what was entered is kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.http.body import asked, read_as
from api.problems.problem import Problem
from api.request.current import caller, may_speak_for
from api.request.service import service
from api.resources.play.actions import action_of
from api.resources.play.undo_notes_close import Redo, Undo
from api.resources.proof.contributions import Commit, Reveal
from api.resources.table.consents import AnswerProposal
from api.resources.table.rulings import FileClaim
from api.resources.table.seats import TakeSeat
from api.site.forms import controls as c
from api.site.forms import dice
from api.site.kit.pages import lang
from api.site.play.offers import passing
from api.site.play.short_forms import Action, find_template, read_short
from domain.clerk.commands import Answer, Order
from domain.clerk.seats import Seating
from domain.errors import UndoRefused
from domain.game.game import Game
from domain.procedure.undo import to_retract
from domain.rules.chance import Values
from domain.rules.text import Text
from domain.table.consent import Consent
from domain.table.contributions import Contributing
from domain.table.rulings import Rulings

T = TypeVar("T", bound=Struct)

OURS = ("seq", "key")
"""What a form brings that is no part of what is asked: sent again against another record, it is still the same request."""

MOST_FIELDS = 500

MOST_PASSED = 40
"""Stages passed at most by one tap."""

_KEY = re.compile(r"[!-~]{1,128}")
_SEQ = re.compile(r"[1-9][0-9]{0,17}")

_NOT_OURS = Text("This form is not one of this page's: open the page again.", "Ce formulaire n'est pas de cette page : rouvrez-la.")


class Given(Struct, frozen=True):
    """A form as it came: the seat it is for, the record it was made against, its key, and everything in it."""

    seat: str
    seq: int
    key: str
    form: c.Given

    def text(self, name: str) -> str:
        """What was entered in a field."""
        return self.form.get(name, "").strip()

    def order(self, game: Game, *, whenever: bool = False) -> Order:
        """The order for a write, against the record that its writer has seen; `whenever`: what is entered means the same whatever
        was recorded since, so it need not be entered again."""
        return Order(game.id, game.seq if whenever else self.seq, caller().id, self.key, self._digest())

    def _digest(self) -> str:
        meant = sorted((name, value) for name, value in self.form.items(multi=True) if name not in OURS)
        data = f"POST {asked().path}\n".encode() + msgspec.json.encode(meant)
        return hashlib.sha256(data).hexdigest()[:32]


def given() -> Given:
    """The form that was sent; raises `bad-request` for one that is none of ours."""
    form = asked().form
    seq, key = form.get("seq", ""), form.get("key", "")
    if _SEQ.fullmatch(seq) is None or _KEY.fullmatch(key) is None or len(form) > MOST_FIELDS:
        raise Problem("bad-request", _NOT_OURS)
    return Given(form.get("seat", ""), int(seq), key, form)


# -- an action ---------------------------------------------------------------------------------------------------------


def action_in(game: Game, from_form: Given) -> Action:
    """The action that a form describes, as plain JSON data: a button's as it is, a short form's from its fields. `game` is as it
    was when the form was made.

    Raises `bad-request` for what no form of ours sends."""
    try:
        action = msgspec.json.decode(from_form.form.get("action", ""), type=dict[str, Any])
    except msgspec.DecodeError:
        raise Problem("bad-request", _NOT_OURS) from None
    if "form" not in from_form.form:
        return action
    legal = game.rules.legal(game.board, from_form.seat)
    template = find_template(legal, str(action.get("type")), action)
    if template is None:  # nothing was on offer like this: what is wrong with it is for the rules to say
        return action
    return read_short(game, template, from_form.form, lang())


def values_in(from_form: Given) -> Values:
    """What the table rolled, as far as it was entered."""
    try:
        return dice.entered(from_form.form)
    except (ValueError, msgspec.DecodeError):
        raise Problem("bad-request", _NOT_OURS) from None


def act(game: Game, from_form: Given, action: Action, values: Values) -> Answer:
    """Take an action."""
    return service().clerk.act(from_form.order(game), from_form.seat, action_of(game.rules, action), values)


# -- everything else ---------------------------------------------------------------------------------------------------


def _undo(game: Game, from_form: Given) -> Answer:
    """Take back what the seat may take back alone; ask for what it may not, if it is to be asked for."""
    first = from_form.text("from")
    data = {"seat": from_form.seat, "from_seq": int(first) if first.isdecimal() and len(first) < 10 else None}
    wanted = read_as(Undo, {**data, "reason": from_form.text("reason")})
    clerk, order, how = service().clerk, from_form.order(game), from_form.text("how")
    if how == "ask" or (how == "either" and not _alone(game, from_form.seat, wanted.from_seq)):
        return Consent(clerk).ask(order, wanted.seat, wanted.from_seq, wanted.reason)
    return clerk.undo(order, wanted.seat, wanted.from_seq, wanted.reason)


def _alone(game: Game, seat: str, first: int | None) -> bool:
    try:
        to_retract(game, seat, first)
    except UndoRefused:
        return False
    return True


def _redo(game: Game, from_form: Given) -> Answer:
    wanted = read_as(Redo, {"seat": from_form.seat})
    return service().clerk.redo(from_form.order(game), wanted.seat)


def _answer(game: Game, from_form: Given) -> Answer:
    wanted = read_as(AnswerProposal, {"seat": from_form.seat, "agree": from_form.text("agree") == "yes"})
    about = from_form.text("asked")
    number = int(about) if about.isdecimal() and len(about) < 10 else 0
    return Consent(service().clerk).answer(from_form.order(game, whenever=True), number, wanted.seat, agree=wanted.agree)


def _claim(game: Game, from_form: Given) -> Answer:
    about = from_form.text("about")
    data = {"seat": from_form.seat, "about": int(about) if about.isdecimal() and len(about) < 10 else about}
    wanted = read_as(FileClaim, {**data, "text": from_form.text("text")})
    return Rulings(service().clerk).claim(from_form.order(game, whenever=True), wanted.seat, wanted.about, wanted.text)


def _sit(game: Game, from_form: Given) -> Answer:
    wanted = read_as(TakeSeat, {"name": from_form.text("name")})
    return Seating(service().clerk).take(from_form.order(game, whenever=True), from_form.seat, wanted.name)


def _leave(game: Game, from_form: Given) -> Answer:
    return Seating(service().clerk).leave(from_form.order(game, whenever=True), from_form.seat)


def _bind(game: Game, from_form: Given) -> Answer:
    wanted = read_as(Commit, {"seat": from_form.seat, "commitment": from_form.text("commitment").lower()})
    return Contributing(service().clerk).commit(from_form.order(game, whenever=True), wanted.seat, wanted.commitment)


def _reveal(game: Game, from_form: Given) -> Answer:
    wanted = read_as(Reveal, {"seat": from_form.seat, "value": from_form.text("value").lower()})
    return Contributing(service().clerk).reveal(from_form.order(game, whenever=True), wanted.seat, wanted.value)


def _pass(game: Game, from_form: Given) -> Answer:
    """Go on through the stages in which a seat of the caller's can do nothing else: a record for each, until there is something to
    choose, or somebody else is to act."""
    clerk, order, seat = service().clerk, from_form.order(game), from_form.seat
    action = passing(clerk.file(game.id).at(min(order.seq, game.seq)), seat)
    if action is None:
        raise Problem("bad-request", _NOT_OURS)
    answer = clerk.act(order, seat, action_of(game.rules, action))
    for n in range(1, MOST_PASSED):
        now = answer.game
        seat = next((one for one in now.to_act if may_speak_for(now, one)), "")
        action = passing(now, seat) if seat else None
        if action is None:
            break
        answer = clerk.act(replace(order, seq=now.seq, key=f"{order.key}-{n}"), seat, action_of(now.rules, action))
    return answer


DEEDS: dict[str, Callable[[Game, Given], Answer]] = {
    "undo": _undo,
    "redo": _redo,
    "answer": _answer,
    "claim": _claim,
    "sit": _sit,
    "leave": _leave,
    "bind": _bind,
    "pass": _pass,
    "reveal": _reveal,
}
"""What can be entered beside actions, by the last word of its address."""
