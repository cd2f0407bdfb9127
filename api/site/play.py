"""Playing a game from a phone: the board, what a seat may do now, what the others did, and everything that people at a table
settle among themselves."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from api.actions import action_of
from api.caller import caller
from api.problems import Problem
from api.refusals import problem_of
from api.service import service
from api.site import play_dice, play_matters, play_past
from api.site.play_entering import DEEDS, Given, act, action_in, given, values_in
from api.site.play_offers import Action, capital, offers, plain
from api.site.play_past import Told, happened_since
from api.site.web import PART, go, lang, needs, page, say, site, tell
from domain.clerk import Values
from domain.errors import Refusal, Stale, ValuesNeeded
from domain.game import Game, seat_name
from domain.orders import Answer
from domain.verdict import Legal, Verdict
from projections.pictures import picture
from projections.shapes import summary_shape

SHOWN_HERE = (403, 409, 412, 422)
"""Refusals that are told on the page itself, beside what was entered; any other is a page of its own."""

SEEN = "seen-{}"
"""The cookie with the newest record that this browser has shown of a game."""


class Said(Struct, frozen=True):
    """What came of a form: in words, with the rule that forbids, or the records that came in between."""

    good: bool
    text: str
    rule: str = ""
    since: tuple[Told, ...] = ()


class Kept(Struct, frozen=True):
    """What was entered and not taken: the deed and the form, the action it describes, its words, and what is wrong with its fields.
    `now`: the action can still be taken as it is."""

    deed: str
    form: dict[str, str]
    action: Action | None = None
    label: str = ""
    faults: Mapping[str, str] = {}
    now: bool = False


NOTHING = Kept("", {})


@site.get("/games/<game>/play")
@needs("seat")
def play(game: str) -> Response:
    """The page of a seat: the one asked for (`?seat=`), else the first of the caller's that is to act."""
    head = service().clerk.game(game)
    answer = show(head, _seat(head, request.args.get("seat", "")), _done(head))
    if not request.headers.get(PART) or request.args.get("done"):
        _look(answer, head)
    return answer


@site.get("/games/<game>/play/<deed>")
@needs("seat")
def back_to_play(game: str, deed: str) -> Response:
    """The page again, for whoever reloads what a form was answered with, or chooses another language there."""
    query = request.query_string.decode("ascii", "replace")
    return go(f"/games/{game}/play{'?' if query else ''}{query}")


@site.post("/games/<game>/play/<deed>")
@needs("seat")
def take_part(game: str, deed: str) -> Response:
    """Enter something: an action (`act`), or any of `DEEDS`. A refusal is told on the page, with what was entered."""
    if deed != "act" and deed not in DEEDS:
        raise Problem("not-found")
    head, form = service().clerk.game(game), given()
    kept = Kept(deed, form.form)
    try:
        caller().speak_for(head, form.seat)
        if deed != "act":
            return _entered(DEEDS[deed](head, form), form)
        kept = _of_action(head, form)
        assert kept.action is not None
        return _entered(act(head, form, kept.action, values_in(form)), form)
    except ValuesNeeded as e:
        head = service().clerk.game(game)
        return show(head, form.seat, kept=kept, dice=play_dice.asked(e.asks, e.given, head.setting, lang()), values=values_in(form))
    except (Refusal, Problem) as e:
        return _refused(service().clerk.game(game), form, kept, e)


def show(
    head: Game,
    seat: str,
    said: Said | None = None,
    kept: Kept = NOTHING,
    dice: tuple[play_dice.Rolled, ...] = (),
    values: Values = (),
    status: int = 200,
) -> Response:
    """The page of a seat, as the game stands."""
    who, clerk, language = caller(), service().clerk, lang()
    audience = who.audience(head, who.reads_as(seat))
    mine, sitting = speaking(head), _sitting(head)
    drawn = picture(head, audience, language)
    seen = request.cookies.get(SEEN.format(head.id), "")
    return page(
        "play.html",
        status,
        game=summary_shape(head),
        head=head,
        seat=seat,
        seat_name=capital(seat_name(head, seat).to(language)),
        unmanned=seat not in sitting,
        stay=form_or_query("stay", "seat"),
        audience=audience,
        tabs=[(one, capital(seat_name(head, one).to(language)), one in head.to_act) for one in mine],
        waits=[seat_name(head, one).to(language) for one in head.to_act],
        acts=seat in head.to_act,
        drawn=drawn,
        offers=offers(head, seat, drawn, language, say("play.none"), kept.action, kept.faults),
        past=play_past.past(clerk, head, audience, language, who.id, int(seen) if seen.isdecimal() else 0),
        undo=play_matters.undoing(clerk, head, audience, language, seat if seat in sitting else next(iter(sitting), seat)),
        undo_seat=seat if seat in sitting else next(iter(sitting), seat),
        asked=play_matters.proposals(clerk, head, audience, language, sitting, drawn),
        claims=play_matters.claims(clerk, head, audience),
        places=play_matters.places(clerk, head, language, sitting),
        said=said,
        kept=kept,
        kept_json=encoded(kept.action),
        dice=dice,
        values_json=encoded(values),
        may_play=True,
        may_judge=who.at_least("arbiter"),
    )


def encoded(value: Any) -> str:
    """A value as a form carries it along."""
    return msgspec.json.encode(value).decode()


def form_or_query(in_form: str, in_query: str) -> str:
    """Something that a form carries along, and an address begins with."""
    return request.form.get(in_form, "") if request.method == "POST" else request.args.get(in_query, "")


# -- seats -------------------------------------------------------------------------------------------------------------


def speaking(head: Game) -> tuple[str, ...]:
    """The seats that the caller may enter something for: their own, then those that nobody sits at; all of them for an arbiter."""
    who = caller()
    if who.at_least("arbiter"):
        return tuple(spec.id for spec in head.setting.seat_specs)
    nobody = tuple(spec.id for spec in head.setting.seat_specs if spec.role != "player")
    return (*who.seats, *nobody)


def _sitting(head: Game) -> tuple[str, ...]:
    """The players' seats among them."""
    players = {spec.id for spec in head.setting.seat_specs if spec.role == "player"}
    return tuple(seat for seat in speaking(head) if seat in players)


def _seat(head: Game, wanted: str) -> str:
    """The seat to show: the one wanted, else one that is to act, else the first."""
    mine = speaking(head)
    if wanted in mine:
        return wanted
    return next((seat for seat in mine if seat in head.to_act), mine[0])


# -- what came of a form -----------------------------------------------------------------------------------------------


def _of_action(head: Game, form: Given) -> Kept:
    """What is entered as an action, with its words as they stood where it was offered."""
    action = action_in(head, form)
    then = Game(head.trail, head.checks, min(form.seq, head.seq))
    legal = then.rules.legal(then.board, form.seat) if form.seat in then.to_act else Legal()
    buttons = (one.label for one in legal.choices if plain(one.action) == action)
    forms = (one.label for one in legal.templates if one.type == action.get("type"))
    label = next(chain(buttons, forms), None)
    return Kept("act", form.form, action, capital(tell(label)) if label else "")


def _entered(answer: Answer, form: Given) -> Response:
    """On to the page as it is now, at the seat that was chosen as long as it has something to do."""
    seat, game = form.text("stay"), answer.game
    stays = f"&seat={seat}" if seat in game.to_act else ""
    return go(f"/games/{game.id}/play?done={answer.filed.seq}{'&again=1' if answer.again else ''}{stays}")


def _done(head: Game) -> Said | None:
    """What the address says was recorded just now."""
    done = request.args.get("done", "")
    if not (done.isdecimal() and len(done) < 10 and 1 <= int(done) <= head.seq):
        return None
    return Said(True, say("play.again" if request.args.get("again") else "play.recorded", seq=done))


def _refused(head: Game, form: Given, kept: Kept, e: Refusal | Problem) -> Response:
    """The page with what stands in the way of a form; raises the problem that has a page of its own."""
    problem = e if isinstance(e, Problem) else problem_of(e)
    if problem.kind.status not in SHOWN_HERE or form.seat not in speaking(head):
        raise problem
    who, language = caller(), lang()
    audience = who.audience(head, who.reads_as(form.seat))
    if isinstance(e, Stale):
        since = happened_since(service().clerk, head, audience, language, e.expected)
        kept = _still(head, form.seat, kept)
        text = say("play.stale-kept" if kept.now else "play.stale", seq=e.expected, head=head.seq)
        return show(head, form.seat, Said(False, text, since=since), kept, status=412)
    verdict: Verdict | None = problem.members.get("verdict")
    errors = problem.members.get("errors", ())
    faults = {error["pointer"].removeprefix("/action").replace("/", "."): error["detail"].to(language) for error in errors}
    kept = Kept(kept.deed, kept.form, kept.action, kept.label, {f"a{name}": why for name, why in faults.items()})
    detail = errors[0]["detail"] if errors else problem.detail
    said = Said(False, detail.to(language), verdict.rule if verdict else "")
    return show(head, form.seat, said, kept, status=problem.kind.status)


def _still(head: Game, seat: str, kept: Kept) -> Kept:
    """What was kept, with whether it can be done at the position that is there now."""
    if kept.action is None or seat not in head.to_act:
        return kept
    try:
        trial = service().clerk.try_out(head.id, seat, _typed(head, kept.action))
    except (Refusal, Problem):
        return kept
    return Kept(kept.deed, kept.form, kept.action, kept.label, kept.faults, trial.verdict.legal)


def _typed(head: Game, action: Action) -> Any:
    return action_of(head.rules, action)


def _look(answer: Response, head: Game) -> None:
    """Note that this browser has shown a game up to here."""
    path = f"/games/{head.id}/play"
    answer.set_cookie(SEEN.format(head.id), str(head.seq), path=path, httponly=True, samesite="Lax", secure=request.is_secure)
