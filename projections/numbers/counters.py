"""What one game adds to the sums over many (`projections/numbers/sums.py`): whole numbers by name,
in parts.

    ""                           `<ruleset>:<group>`: a game of it, over or not
    <ruleset>:<group>            of games that are over
        called:<JSON>            those of one name, with their sheet
        ending:<outcome>         how they ended
        care:<what>              what was taken back, disputed, ruled on
        pace:<n>                 turns by how long they took (`PACE`)
        actions:<n>, turns:<n>, minutes:<n>         those with an outcome, by their length
        seat:<id>:<what>, order:<acted>:<what>      how the seats of those fared
    <ruleset>:<group>:<moves>    what followed these moves, by `<acted>:<won, lost or "">:<move>`

The follower keeps the sums of all games, and takes out what a game added before it adds it anew
(`projections/store/scripts/write.lua`). So a sum must not depend on the order of games, and nothing
may be added that grows with their number.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from projections.numbers.tally import OPENING, Sat, Tally

Sums = Callable[[str], Mapping[str, int]]
"""The sums over some games: those of a part, by the part's name."""

MOVES = 3
"""Moves of an opening that sums tell apart; what is played several times in a row counts once."""

MOST_POINTS = 10**10
"""Points beyond are left out of sums, which have to be exact."""


def is_kept(opening: Sequence[str], moves: int = MOVES) -> bool:
    """Whether sums know what followed these moves."""
    return sum(1 for _ in groupby(opening)) < moves


def counters(key: str, tally: Tally | None, moves: int = MOVES) -> dict[str, dict[str, int]]:
    """What a game of a group adds, by part; `tally` is none while it goes on."""
    parts = {"": {key: 1}}
    if tally is None:
        return parts
    counts = Counter(
        {
            f"called:{json.dumps([tally.name.en, tally.name.fr, tally.sheet])}": 1,
            f"ending:{tally.outcome}": 1,
            "care:actions": tally.actions,
            "care:gone": tally.gone,
            "care:with-undo": int(tally.gone > 0),
            "care:irregular": int(tally.irregular > 0),
            "care:claimed": int(tally.claims > 0),
            "care:ruled": int(tally.rulings > 0),
            "care:claims": tally.claims,
            "care:rulings": tally.rulings,
        }
    )
    if tally.outcome:
        counts[f"actions:{_rounded(tally.actions - tally.gone)}"] = 1
        counts[f"turns:{_rounded(tally.turns)}"] = 1
        counts[f"minutes:{_rounded(-(-tally.seconds // 60))}"] = 1
    for seat in tally.seats:
        counts.update(of_seat(tally, seat))
    parts[key] = {name: count for name, count in counts.items() if count}
    moved: list[str] = []
    for step in tally.opening:
        if not is_kept(moved, moves):
            break
        won = any(seat.winner for seat in tally.seats if seat.acted == step.by)
        how = "won" if won else "lost" if tally.outcome else ""
        parts[f"{key}:{','.join(moved)}"] = {f"{step.by}:{how}:{step.move}": 1}
        moved.append(step.move)
    return parts


def of_seat(game: Tally, seat: Sat) -> dict[str, int]:
    """What a seat adds to the part of its group."""
    counts = {f"pace:{n}": turns for n, turns in enumerate(seat.pace)}
    if not game.outcome:
        return counts
    alone = sum(other.winner for other in game.seats) == 1
    how = "lost" if not seat.winner else "won" if alone else "shared"
    rows = [(f"seat:{seat.seat}", game.seats.index(seat)), (f"order:{seat.acted}", seat.acted)]
    for row, at in rows if seat.acted else rows[:1]:
        counts |= {f"{row}:{how}": 1, f"{row}:at": at}
        if seat.points is not None and abs(seat.points) <= MOST_POINTS:
            counts |= {f"{row}:scored": 1, f"{row}:points": round(100 * seat.points)}
    return counts


def added_up(tallies: Iterable[Tally], moves: int = OPENING + 1) -> Sums:
    """The sums over games that are over, with all the moves that are known of their openings."""
    sums: dict[str, Counter[str]] = {}
    for tally in tallies:
        for part, counts in counters(f"{tally.ruleset}:{tally.group}", tally, moves).items():
            sums.setdefault(part, Counter()).update(counts)
    return lambda part: sums.get(part, {})


def _rounded(length: int) -> int:
    """A length, from 1,000 on to three digits, so that there are not as many as there are games."""
    step: int = 10 ** max(0, len(str(abs(length))) - 3)
    return length // step * step
