"""What to tell, to whom and when, from the records of a game alone: no clock, no store, no word
that somebody wrote."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from domain.game.aggregate.clocks import MILLISECOND, clocks_of, left_at
from domain.game.aggregate.game import Game
from domain.game.record import records as r
from projections.messages.subscriptions import About, Subscription


class Due(Struct, frozen=True):
    """Something to be told of a game or tournament, after its record `record`: to the seats (of a
    tournament: the entrants, by their numbers as text), and to its `officials` (arbiters,
    directors, whom it belongs to). `actor` did it, and is not told. `place` is the round and table
    of a tournament, `clock` the seat whose time is over."""

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


def of_game(before: Game | None, now: Game) -> Iterator[Due]:
    """What the last record of a game calls for; `before` is the game before it."""
    body, players = now.history.filed(now.seq).body, _players(now)

    def due(about: About, seats: tuple[str, ...] = (), *, officials: bool = False) -> Due:
        return Due(about, now.id, now.opened.ruleset, now.seq, body.actor, seats, officials)

    acted = before.to_act if before is not None else ()
    if begun := tuple(seat for seat in now.to_act if seat not in acted and seat in players):
        yield due("turn", begun)
    if isinstance(body, r.RetractionAsked):
        asked_seats = tuple(seat for seat in body.affected if seat not in (body.seat, r.UMPIRE))
        yield due("request", asked_seats, officials=r.UMPIRE in body.affected)
    elif isinstance(body, r.ClaimFiled):
        yield due("claim", officials=True)
    elif isinstance(body, (r.RulingGiven, r.RulingOverturned)):
        yield due("ruling", players, officials=True)
    if now.status != "open" and (before is None or before.status == "open"):
        yield due("ended", players, officials=True)


def deadlines(now: Game) -> Iterator[tuple[Due, datetime]]:
    """When the time of each seat whose clock runs will be over, if nothing is recorded until then;
    and whom that is told: the players and the officials. A seat whose time is over already had its
    moment."""
    clocks = clocks_of(now)
    if clocks is None or now.status != "open":
        return
    for seat in clocks.runs:
        if clocks.left[seat] >= 0:
            deadline = Due(
                "time",
                now.id,
                now.opened.ruleset,
                now.seq,
                "",
                _players(now),
                officials=True,
                clock=seat,
            )
            yield deadline, clocks.at + (clocks.left[seat] + 1) * MILLISECOND


def time_over(now: Game, seat: str, at: datetime) -> bool:
    """Whether the time of a seat is over in a game that is still being played. Where each turn has
    its time, that of a turn which has ended is not any more."""
    clocks, control = clocks_of(now), now.opened.time_control
    if (
        clocks is None
        or control is None
        or now.status != "open"
        or (control.kind == "per-move" and seat not in now.to_act)
    ):
        return False
    return left_at(clocks, at)[seat] < 0


def _players(game: Game) -> tuple[str, ...]:
    return tuple(seat.id for seat in game.opened.seats if seat.role == "player")


# -- when a message may go: after a turn's quiet, outside quiet hours, with the day's digest
# ---------------------------

QUIET = timedelta(seconds=30)
"""How long nothing has to be recorded in a game before a seat is told that it is its turn: people
at the table need no message."""

LONGEST = timedelta(minutes=5)
"""How long others who play on can put that off."""


def turn_due(since: datetime, last: datetime) -> datetime:
    """When to tell of a turn that began at a time, in a game whose last record is of another."""
    return min(last + QUIET, since + LONGEST)


def zone(name: str) -> ZoneInfo | None:
    """A time zone by its IANA name; none if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def not_before(subscription: Subscription, now: datetime, since: datetime) -> datetime:
    """When a message that was made `since` may go to a subscription, as it looks `now`: at once, at
    the end of the quiet hours, or with the next digest."""
    at = now
    if subscription.digest is not None:
        at = max(at, _next(since, subscription.digest.at, subscription.digest.zone))
    if subscription.quiet is not None and subscription.quiet.start != subscription.quiet.end:
        end = _next(at, subscription.quiet.end, subscription.quiet.zone)
        begun = _next(at, subscription.quiet.start, subscription.quiet.zone)
        if end < begun:  # the next thing to come is the end: it is quiet now
            at = end
    return at


def _next(after: datetime, clock: str, name: str) -> datetime:
    """The first time after another at which it is this time of the day somewhere."""
    there = after.astimezone(zone(name) or ZoneInfo("UTC"))
    hour, minute = map(int, clock.split(":"))
    next_at = there.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if next_at <= there:
        next_at = (next_at + timedelta(days=1)).replace(hour=hour, minute=minute)
    return next_at.astimezone(after.tzinfo)
