"""The outcome of a form that was sent: it was recorded, or what stands in its way, with what was entered kept."""

from __future__ import annotations

from itertools import chain

from flask import request
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from api.game.forms.dice import Rolled, asked
from api.game.play.offers import leads
from api.game.play.short_forms import Action, capital, plain
from api.game.play.since import Told, happened_since
from api.game.play.submit import action_in, values_in
from api.game.request import audience_of
from api.game.routes.actions import action_of
from api.web.forms import controls as c
from api.web.forms.submission import Sent, Trouble
from api.web.pages.pages import lang, number_in, say, tell
from api.web.problems.problem import Problem
from api.web.request.caller import caller
from api.web.request.service import service
from domain.game.aggregate.game import Game
from domain.game.clerk.commands import Trial
from domain.game.refusals import ValuesNeeded, ValuesRefused
from domain.kernel.refusals import Refusal, Stale
from domain.titles.contract.chance import Values
from domain.titles.contract.verdict import Legal


class Said(Struct, frozen=True):
    """What came of a form in words, with the rule that forbids, or the records that came in between."""

    good: bool
    text: str
    rule: str = ""
    since: tuple[Told, ...] = ()


class Kept(Struct, frozen=True):
    """What was entered and not taken: the deed and the form, the action it describes, its words, what the table has rolled for it
    and has yet to roll, and why it was refused. `now`: the action can still be taken as it is."""

    deed: str
    form: c.Given
    action: Action | None = None
    label: str = ""
    values: Values = ()
    dice: tuple[Rolled, ...] = ()
    trouble: Trouble | None = None
    now: bool = False


NOTHING = Kept("", MultiDict())


def done(head: Game) -> Said | None:
    """What the address says was recorded just now."""
    seq, first = number_in(request.args.get("done", "")), number_in(request.args.get("first", ""))
    if not 1 <= seq <= head.seq:
        return None
    if 0 < first < seq:
        return Said(True, say("play.passed", first=first, seq=seq))
    return Said(True, say("play.again" if request.args.get("again") else "play.recorded", seq=seq))


def entered(head: Game, form: Sent) -> Kept:
    """What a form enters as an action, with its words as they stood where it was offered."""
    then = Game(head.history, head.checks, min(form.seq, head.seq))
    action = action_in(then, form)
    legal = then.rules.legal(then.board, form.seat) if form.seat in then.to_act else Legal()
    buttons = (one.label for one in legal.choices if plain(one.action) == action)
    forms = (one.label for one in legal.templates if one.type == action.get("type"))
    label = next(chain(buttons, forms), None)
    return Kept("act", form.form, action, capital(tell(label)) if label else "", values_in(form))


def refused(head: Game, form: Sent, kept: Kept, trouble: Trouble) -> tuple[Said | None, Kept]:
    """What to say of a refusal, and what is kept; of dice that the table has to roll first there is nothing to say but what."""
    e = trouble.cause
    if isinstance(e, ValuesNeeded):
        return None, replace(kept, dice=asked(e.asks, e.given, head.setting, lang()))
    if isinstance(e, Stale):
        return _stale(head, form, kept, e)
    kept = replace(kept, trouble=trouble)
    if isinstance(e, ValuesRefused):
        kept = _asked_again(head, form, kept)
    return Said(False, trouble.at[0][1] if trouble.at else trouble.said, trouble.rule), kept


def foreseen(head: Game, form: Sent) -> tuple[str, bool]:
    """What the action of a form would lead to as the game stands, or why it cannot be taken; and whether it cannot. Nothing while
    the form is not filled in."""
    if head.closed or form.seat not in head.to_act:
        return "", False
    try:
        action = action_of(head.rules, action_in(head, form))
        verdict = head.rules.judge(head.board, form.seat, action)
    except (Refusal, Problem):
        return "", False
    if not verdict.legal:
        return tell(verdict.text), True
    return leads(head, form.seat, action, lang()), False


def _stale(head: Game, form: Sent, kept: Kept, e: Stale) -> tuple[Said, Kept]:
    who = caller()
    since = happened_since(service().clerk, head, audience_of(head, who.reads_as(form.seat)), lang(), e.expected)
    trial = _tried(head, form.seat, kept, kept.values)
    kept = replace(kept, now=trial is not None and trial.verdict.legal)
    text = say("play.stale-kept" if kept.now else "play.stale", seq=e.expected, head=head.seq)
    return Said(False, text, since=since), kept


def _asked_again(head: Game, form: Sent, kept: Kept) -> Kept:
    """The dice from the beginning, where some of those that were entered cannot be."""
    trial = _tried(head, form.seat, kept, ())
    return kept if trial is None else replace(kept, values=(), dice=asked(trial.asks, 0, head.setting, lang()))


def _tried(head: Game, seat: str, kept: Kept, values: Values) -> Trial | None:
    """What would come of a kept action at the position that is there now; none where nothing can."""
    if kept.action is None or seat not in head.to_act:
        return None
    try:
        return service().clerk.try_out(head.id, seat, action_of(head.rules, kept.action), values)
    except (Refusal, Problem):
        return None
