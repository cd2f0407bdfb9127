"""What to tell and to whom, from the records of a game alone: no clock, no store, no word that somebody wrote."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.game.game import Game
from domain.record import records as r
from projections.notifications.subscriptions import About


class Due(Struct, frozen=True):
    """Something to be told of a game or tournament, after its record `record`: to the seats (of a tournament: the entrants, by
    their numbers as text), and to its `officials` (arbiters, directors, whom it belongs to). `actor` did it, and is not told.
    `place` is the round and table of a tournament."""

    about: About
    game: str
    title: str
    record: int
    actor: str
    seats: tuple[str, ...] = ()
    officials: bool = False
    tournament: bool = False
    place: tuple[int, int] = (0, 0)


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


def _players(game: Game) -> tuple[str, ...]:
    return tuple(seat.id for seat in game.opened.seats if seat.role == "player")
