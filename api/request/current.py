"""The request being answered: who sent it, what they may see of a game, and for whom they may enter something."""

from __future__ import annotations

import re

from api.access.caller import CALLER, Caller
from api.access.looks import keep
from api.answers.access import Look
from api.http.body import asked, invalid_parameters
from api.http.middleware import ROUTE
from api.problems.problem import Problem
from api.reading.table import TableReader
from api.request.service import service
from domain.game.game import Game
from domain.game.visibility import keeps_secrets
from domain.record.records import UMPIRE, GameOpened
from domain.rules.ruleset import ARBITER, PUBLIC, Audience
from domain.rules.text import Text
from domain.rules.titles.registry import ruleset

_PLACE = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")


def caller() -> Caller:
    """Who sent the request being answered; the guard has let them through."""
    found: Caller = asked().environ[CALLER]
    return found


def may_read_words() -> bool:
    """Whether who sent the request being answered may read what people wrote; pages that anybody may see are also for strangers."""
    found: Caller | None = asked().environ.get(CALLER)
    return found is not None and not found.stranger


def audience_of(game: Game, wanted: str, who: Caller | None = None) -> Audience:
    """What the caller, or `who` in their place, looks at a game as: the audience asked for; by default the first own seat, or the
    public.

    Raises `invalid-parameters` for an audience that the game does not have, `not-your-audience` for one that is not the
    caller's. Where the title keeps secrets, a look that is not the caller's own goes into the access log.
    """
    who = who or caller()
    return who.own(wanted) or _other(who, game.id, game.seq, game.opened, wanted)


def audience_at(game: str, seq: int, wanted: str) -> Audience:
    """The same for a look at a game's record `seq`, without loading the game; also raises `UnknownGame`."""
    who = caller()
    return who.own(wanted) or _other(who, game, seq, service().opened(game), wanted)


def _other(who: Caller, game: str, seq: int, opened: GameOpened, wanted: str) -> Audience:
    there = (PUBLIC, ARBITER, *(seat.id for seat in opened.seats))
    if wanted not in there:
        raise _no_audience(", ".join(there), wanted)
    if not who.at_least("arbiter"):
        raise _not_yours(who, wanted)
    if keeps_secrets(ruleset(opened.ruleset, opened.version)):
        note_look(who, game, seq, wanted)
    return wanted


def note_whole(game: str, seq: int) -> None:
    """Write into the access log that the caller, who may, takes a whole game with what is hidden in it; nothing where its title
    keeps no secrets. Raises `UnknownGame`."""
    opened = service().opened(game)
    if keeps_secrets(ruleset(opened.ruleset, opened.version)):
        note_look(caller(), game, seq, ARBITER)


def table_reader(game: Game, audience: Audience) -> TableReader:
    """Reads what is open or decided in a game for the caller, as an audience."""
    return TableReader(service().clerk, game, audience, words=may_read_words())


def in_hand(game: str) -> Game:
    """The game as this process has it in memory, without asking the store for newer records: enough to see whose seats are whose.
    Raises `UnknownGame`."""
    return service().clerk.game_repository.file(game, fresh=False).head


def may_speak_for(game: Game, seat: str) -> bool:
    """Whether `speak_for` lets the caller enter something for a seat."""
    who = caller()
    return who.at_least("arbiter") or seat in who.seats or (who.role == "seat" and seat != UMPIRE and _unmanned(game, seat))


def speak_for(game: Game, seat: str) -> None:
    """Raise `not-your-seat` unless the caller may enter something for this seat: its own, or one that nobody sits at; from the
    arbiter on any. A seat that the game does not have passes: the rules have the sentence for it."""
    if may_speak_for(game, seat):
        return
    raise Problem(
        "not-your-seat",
        Text("This link does not speak for {seat}.", seat=seat),
        seats=caller().seats,
    )


def note_look(who: Caller, game: str, seq: int, audience: str) -> None:
    """Write into the access log that the request being answered looks at a game's record as an audience."""
    clerk = service().clerk
    keep(clerk.key_values, game, Look(clerk.clock(), who.id, who.role, _what(), audience, seq))


def _not_yours(who: Caller, wanted: str) -> Problem:
    there = (*who.seats, PUBLIC)
    return Problem(
        "not-your-audience",
        Text("This link may not look as {wanted}.", wanted=wanted),
        audiences=there,
    )


def _unmanned(game: Game, seat: str) -> bool:
    """Whether nobody sits there (an automa, chance), or there is no such seat."""
    return all(spec.role != "player" for spec in game.setting.seat_specs if spec.id == seat)


def _no_audience(there: str, wanted: str) -> Problem:
    text = Text("There is no audience {wanted}: there are {there}.", wanted=wanted, there=there)
    return invalid_parameters({"audience": text})


def _what() -> str:
    request = asked()
    where = _PLACE.sub(r"{\1}", request.environ.get(ROUTE, ""))
    return f"{request.method} {where}"
