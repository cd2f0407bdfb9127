"""What records of a tournament are about. A write is stale only where a record written since is
about the same.

Forty phones can report from twenty tables at once; a slip is refused where its table was changed
meanwhile.
"""

from collections.abc import Callable
from typing import Any

from domain.game.record.records import Record
from domain.tournament import records as r

Subject = tuple[str | int, ...]
"""A kind of subject and which one it is; the kind alone is all of them."""

Subjects = frozenset[Subject] | None
"""None: the whole tournament, to which everything matters."""

ENTRANTS, ROUNDS, RESULTS, PRESENCE, PENALTIES, SEPARATIONS, CLOCK, LOTS = (
    ("entrants",),
    ("rounds",),
    ("results",),
    ("presence",),
    ("penalties",),
    ("separations",),
    ("clock",),
    ("lots",),
)
BEACON: Subject = ("beacon",)
PAIRED_FROM = frozenset({ENTRANTS, ROUNDS, RESULTS, PRESENCE, PENALTIES, SEPARATIONS})
"""What a pairing rests on."""

RANKED_FROM = frozenset({ENTRANTS, ROUNDS, RESULTS, PENALTIES, LOTS})
"""What standings rest on."""


def of_round(round: int) -> Subject:
    """A round's pairing: that there is one, who sits where, whether everybody sees it, whether it
    is over."""
    return ("round", round)


def of_seats(round: int) -> Subject:
    return ("seats", round)


def of_result(round: int, table: int) -> Subject:
    return ("result", round, table)


def of_slips(round: int, table: int) -> Subject:
    return ("slips", round, table)


def of_slip(round: int, entrant: int) -> Subject:
    return ("slip", round, entrant)


def of_games(round: int) -> Subject:
    return ("games", round)


def of_presence(round: int, entrant: int) -> Subject:
    return ("presence", round, entrant)


def of_part(number: int) -> Subject:
    return ("part", number)


def of_check_in(round: int) -> Subject:
    return ("check-in", round)


def of_entrant(number: int) -> Subject:
    return ("entrant", number)


def of_protest(seq: int) -> Subject:
    return ("protest", seq)


def subjects(body: Record) -> Subjects:
    about = _ABOUT.get(type(body))
    return about(body) if about is not None else None


def touches(body: Record, about: Subjects) -> bool:
    """Whether a record matters to a write about these subjects."""
    mine = subjects(body)
    return about is None or mine is None or bool(mine & about)


def _round(body: Any) -> Subjects:
    return frozenset({ROUNDS, of_round(body.round)})


def _seats(body: Any) -> Subjects:
    return frozenset({ROUNDS, of_round(body.round), of_seats(body.round)})


def _result(body: Any) -> Subjects:
    table = body.table if isinstance(body, r.TableReopened) else body.result.table
    return frozenset({RESULTS, of_result(body.round, table)})


def _entrant(body: Any) -> Subjects:
    return frozenset({ENTRANTS, of_entrant(body.number)})


_ABOUT: dict[type[Record], Callable[[Any], Subjects]] = {
    r.EntrantAdded: _entrant,
    r.EntrantAmended: _entrant,
    r.EntrantWithdrawn: _entrant,
    r.EntrantReinstated: _entrant,
    r.EntrantExpelled: _entrant,
    r.PresenceNoted: lambda body: frozenset(
        {PRESENCE, *(of_presence(body.round, number) for number in body.entrants)}
    ),
    r.CheckInClosed: lambda body: frozenset({PRESENCE, of_check_in(body.round)}),
    r.PartBound: lambda body: frozenset({of_part(body.entrant)}),
    r.PartShown: lambda body: frozenset({of_part(body.entrant)}),
    r.BeaconNamed: lambda body: frozenset({BEACON}),
    r.BeaconShown: lambda body: frozenset({BEACON}),
    r.ByeAsked: lambda body: frozenset({PRESENCE, of_presence(body.round, body.entrant)}),
    r.SeparationSet: lambda body: frozenset({SEPARATIONS}),
    r.RoundPaired: _seats,
    r.RoundPublished: _round,
    r.RoundWithdrawn: _seats,
    r.RoundClosed: _round,
    r.TableChanged: _seats,
    r.GameLinked: lambda body: frozenset({of_games(body.round)}),
    r.SlipFiled: lambda body: frozenset(
        {of_slips(body.round, body.result.table), of_slip(body.round, body.entrant)}
    ),
    r.ResultTaken: _result,
    r.ResultCorrected: _result,
    r.TableReopened: _result,
    r.PenaltyGiven: lambda body: frozenset({PENALTIES, of_entrant(body.entrant)}),
    r.PenaltyLifted: lambda body: frozenset({PENALTIES}),
    r.LotsDrawn: lambda body: frozenset({LOTS}),
    r.StageAdvanced: lambda body: frozenset({ENTRANTS, ROUNDS}),
    r.TournamentClosed: lambda body: frozenset(),
    r.ClockSet: lambda body: frozenset({CLOCK}),
    r.ProtestFiled: lambda body: frozenset({of_protest(0)}),
    r.ProtestDecided: lambda body: frozenset({of_protest(body.protest)}),
}
"""Of the rest, such as other rules, everything is about the whole tournament."""
