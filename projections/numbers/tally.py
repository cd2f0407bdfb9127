"""The tally of a finished game, from which the numbers of many games are computed: seats, opening,
ending, durations.

The follower stores it with a game's views once there is an outcome or the record is closed. Before
the record is closed it contains nothing that spectators may not know.
"""

import re
from bisect import bisect_left
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.aggregate.game import Game, action_times, current_stays, seat_ranks, taken_back
from domain.game.aggregate.naming import group_of, sheet_digest_of
from domain.game.record.records import FIRST, ActionTaken, OfClocks
from domain.kernel.amounts import Amount, exact_amount
from domain.kernel.text import Text

TALLY = "tally"

OPENING = 8
"""The most actions that an opening has. Only actions in force count."""

PACE = (5, 10, 20, 30, 60, 120, 300, 600)
"""The limits by which turns are counted, in seconds: up to the first, up to the second, and so on;
the last count is of longer turns."""

_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,23}")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class SeatTally(Struct, frozen=True, array_like=True):
    """A player's seat in a finished game.

    - `acted`: its number in the order of first actions (0: it never acted). `player`: the id of the
      player who sat there last ("": nobody).
    - `place`: its rank (0: no outcome). `points`: with penalties (None: not scored).
    - `actions`: all its actions; `gone`: those taken back. `turns`: its turns; `pace`: these by
      duration (`PACE`).
    """

    seat: str
    acted: int
    player: str
    place: int
    winner: bool
    points: int | float | None
    actions: int
    gone: int
    turns: int
    pace: tuple[int, ...]


class OpeningAction(Struct, frozen=True, array_like=True):
    """An action of an opening. `move`: its kind and the first id that it names, as in
    `explore:special`. `by`: the `acted` of its seat."""

    move: str
    by: int


class Tally(Struct, frozen=True, array_like=True):
    """The counted facts of a finished game.

    - `ended`: the time of its newest action, in microseconds since 1970; `seconds`: since the
      opening.
    - `actions`: all actions; `gone`: those taken back. `turns`: how often the acting seat changed,
      counting actions in force.
    - `rulings`, `claims`: their numbers, without rulings on clocks.
    - `irregular`: the number of records that make the last position irregular.
    - `opening`: empty until the game is closed if the title has secrets.
    - `outcome`: its code ("": none). `name`: what people call the game; `sheet`: the digest of its
      sheet ("": the title has its own rules).
    """

    game: str
    ruleset: str
    ended: int
    seconds: int
    outcome: str
    actions: int
    gone: int
    turns: int
    rulings: int
    claims: int
    irregular: int
    opening: tuple[OpeningAction, ...]
    seats: tuple[SeatTally, ...]
    name: Text
    sheet: str

    @property
    def group(self) -> str:
        """The id of the group in which the game is counted: the games of the same title, name and
        sheet."""
        return group_of(self.ruleset, self.sheet, self.name)


def tally_of(game: Game) -> Tally | None:
    """The tally of a game. None while it is being played, and for branches, which are what-if
    games. The time taken is linear in the game's length."""
    if game.status == "open" or game.opened.lineage is not None:
        return None
    history, gone, standing = game.history, taken_back(game), set(game.in_force())
    acted: dict[str, int] = {}
    actions: dict[str, int] = {}
    back: dict[str, int] = {}
    turns: dict[str, list[int]] = {}
    opening: list[OpeningAction] = []
    newest, acting, turn = FIRST, "", 0.0
    for seq, seconds in action_times(game):
        seat, newest = history.seats[seq - 1], seq
        actions[seat] = actions.get(seat, 0) + 1
        back[seat] = back.get(seat, 0) + (seq in gone)
        if seq in standing:
            acted.setdefault(seat, 1 + len(acted))
            if seat != acting:
                _count_turn(turns, acting, turn)
                acting, turn = seat, 0.0
            turn += seconds
            if len(opening) < OPENING:
                opening.append(
                    OpeningAction(
                        _opening_move(history.record(seq).body_as(ActionTaken)), acted[seat]
                    )
                )
    _count_turn(turns, acting, turn)
    last = history.record(newest).body.at
    outcome = game.outcome
    added = game.added_points
    totals = {line.seat: exact_amount(line.points + added.get(line.seat, 0)) for line in game.score}
    places, there = seat_ranks(game, totals), current_stays(game)
    open_to_all = game.closed or not game.rules.keeps_secrets()
    return Tally(
        game=game.id,
        ruleset=game.opened.ruleset,
        ended=round((last - _EPOCH).total_seconds() * 1_000_000),
        seconds=round((last - game.opened.at).total_seconds()),
        outcome=outcome.code if outcome else "",
        actions=sum(actions.values()),
        gone=sum(back.values()),
        turns=sum(sum(rolls) for rolls in turns.values()),
        rulings=sum(
            not isinstance(ruling.body.remedy, OfClocks) for ruling in game.proceedings.rulings
        ),
        claims=len(game.proceedings.claims),
        irregular=len(game.irregularities),
        opening=tuple(opening) if open_to_all else (),
        seats=tuple(
            SeatTally(
                seat=spec.id,
                acted=acted.get(spec.id, 0),
                player=there[spec.id].player if spec.id in there else "",
                place=places.get(spec.id, 0),
                winner=outcome is not None and spec.id in outcome.winners,
                points=_number(totals.get(spec.id)),
                actions=actions.get(spec.id, 0),
                gone=back.get(spec.id, 0),
                turns=sum(turns.get(spec.id, ())),
                pace=tuple(turns.get(spec.id, _NO_PACE)),
            )
            for spec in game.setting.seat_specs
            if spec.role == "player"
        ),
        name=game.name,
        sheet=sheet_digest_of(game.opened),
    )


def _number(points: Amount | None) -> int | float | None:
    """Points as a number for statistics: fractions are rounded to two decimals."""
    return points if points is None or isinstance(points, int) else round(float(points), 2)


_NO_PACE = [0] * (len(PACE) + 1)


def _count_turn(turns: dict[str, list[int]], seat: str, seconds: float) -> None:
    if seat:
        turns.setdefault(seat, [*_NO_PACE])[bisect_left(PACE, seconds)] += 1


def _opening_move(body: ActionTaken) -> str:
    """An action as an opening move: its kind, and the first id among its fields, if any."""
    fields: dict[str, Any] = msgspec.json.decode(body.action)
    kind = fields.pop("type")
    named = next(
        (value for value in fields.values() if isinstance(value, str) and _SLUG.fullmatch(value)),
        "",
    )
    return f"{kind}:{named}" if named else str(kind)
