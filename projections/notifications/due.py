"""What to tell and to whom, from the records of a game alone: no clock, no store, no word that somebody wrote."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from domain.game.clocks import MILLISECOND, clocks_of, left_at
from domain.game.game import Game
from domain.record import records as r
from projections.notifications.subscriptions import About


class Due(Struct, frozen=True):
    """Something to be told of a game or tournament, after its record `record`: to the seats (of a tournament: the entrants, by
    their numbers as text), and to its `officials` (arbiters, directors, whom it belongs to). `actor` did it, and is not told.
    `place` is the round and table of a tournament, `clock` the seat whose time is over."""

    about: About
    game: str
    title: str
    record: int
    actor: str
    seats: tuple[str, ...] = ()
    officials: bool = False
    tournament: bool = False
    place: tuple[int, int] = (0, 0)
    clock: str = ""


def turns(before: Game | None, now: Game) -> tuple[str, ...]:
    """The players' seats whose turn begins with the last record of `now`; `before` is the game before it."""
    was = set(before.to_act) if before is not None else set()
    return tuple(seat for seat in now.to_act if seat not in was and seat in _players(now))


def of_game(before: Game | None, now: Game) -> Iterator[Due]:
    """What the last record of a game calls for."""
    filed = now.history.filed(now.seq)
    body, title = filed.body, now.opened.ruleset

    def due(about: About, seats: tuple[str, ...] = (), *, officials: bool = False) -> Due:
        return Due(about, now.id, title, now.seq, body.actor, seats, officials)

    if begun := turns(before, now):
        yield due("turn", begun)
    if isinstance(body, r.RetractionAsked):
        asked = tuple(seat for seat in body.affected if seat not in (body.seat, r.UMPIRE))
        yield due("request", asked, officials=r.UMPIRE in body.affected)
    elif isinstance(body, r.ClaimFiled):
        yield due("claim", officials=True)
    elif isinstance(body, (r.RulingGiven, r.RulingOverturned)):
        yield due("ruling", _players(now), officials=True)
    if now.status != "open" and (before is None or before.status == "open"):
        yield due("ended", _players(now), officials=True)


def deadlines(now: Game) -> Iterator[tuple[Due, datetime]]:
    """When the time of each seat whose clock runs will be over, if nothing is recorded until then; and whom that is told: the
    players and the officials. A seat whose time is over already had its moment."""
    clocks = clocks_of(now)
    if clocks is None or now.status != "open":
        return
    for seat in clocks.runs:
        if clocks.left[seat] >= 0:
            one = Due("time", now.id, now.opened.ruleset, now.seq, "", _players(now), officials=True, clock=seat)
            yield one, clocks.at + (clocks.left[seat] + 1) * MILLISECOND


def time_over(now: Game, seat: str, at: datetime) -> bool:
    """Whether the time of a seat is over in a game that is still being played. Where each turn has its time, that of a turn which
    has ended is not any more."""
    clocks, control = clocks_of(now), now.opened.time_control
    if clocks is None or control is None or now.status != "open" or (control.kind == "per-move" and seat not in now.to_act):
        return False
    return left_at(clocks, at)[seat] < 0


def _players(game: Game) -> tuple[str, ...]:
    return tuple(seat.id for seat in game.opened.seats if seat.role == "player")
