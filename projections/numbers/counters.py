"""What one game adds to the sums over many games (`projections/numbers/sums.py`): whole numbers, by
the name of a part and the name of a counter in it.

    ""                           `<ruleset>:<group>`: games of the group, finished or not
    <ruleset>:<group>            of the group's finished games:
        called:<JSON>            games with this name and sheet
        ending:<outcome>         games that ended in this way
        care:<what>              actions taken back, disputes, rulings
        pace:<n>                 turns, by duration (`PACE`)
        actions:<n>, turns:<n>, minutes:<n>         games with an outcome, by their length
        seat:<id>:<acted>:<n>:<how>:<scored>        in games with an outcome: seats with this id,
                                                    that acted as number `acted` and sit as number
                                                    n, by result and whether points were counted
        points:<id>:<acted>                         the hundredths of points of these seats
    <ruleset>:<group>:<moves>    games that began with these moves, by the next move:
                                 `<acted>:<won, lost or "">:<move>`

The follower stores the sums of all games. Before it adds a game again, it subtracts what the game
added before (`projections/store/scripts/write.lua`). So no sum may depend on the order of games,
and no counter may have a name that is different for each game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import ne

import msgspec

from projections.numbers.tally import OPENING, SeatTally, Tally

Sums = Callable[[str], Mapping[str, int]]
"""A function from the name of a part to its sums."""

MOVES = 3
"""How many opening moves the sums distinguish; a move played several times in a row counts once."""

MOST_POINTS = 10**10
"""Larger points are left out of the sums, which have to be exact."""


def is_counted_opening(opening: Sequence[str], moves: int = MOVES) -> bool:
    """Whether the sums count the moves that followed these opening moves: only after fewer than
    `moves` of them. A move played several times in a row counts once."""
    changes: int = sum(map(ne, opening, opening[1:]))
    return changes + bool(opening) < moves


def counters(tally: Tally, moves: int = MOVES) -> dict[str, dict[str, int]]:
    """What a finished game adds to the sums of its group: for each part (the end of its name, after
    `<ruleset>:<group>`), numbers by counter. `moves`: how many opening moves are distinguished."""
    called = msgspec.json.encode((tally.name.en, tally.name.fr, tally.sheet)).decode()
    counts = {
        f"called:{called}": 1,
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
    if tally.outcome:
        counts |= {
            f"actions:{_rounded_length(tally.actions - tally.gone)}": 1,
            f"turns:{_rounded_length(tally.turns)}": 1,
            f"minutes:{_rounded_length(-(-tally.seconds // 60))}": 1,
        }
    for seat in tally.seats:
        for name, n in seat_counters(tally, seat).items():
            counts[name] = counts.get(name, 0) + n
    parts = {"": {name: n for name, n in counts.items() if n}}
    winners = {seat.acted for seat in tally.seats if seat.winner}
    moved: list[str] = []
    for step in tally.opening:
        if not is_counted_opening(moved, moves):
            break
        how = "won" if step.by in winners else "lost" if tally.outcome else ""
        parts[f":{','.join(moved)}"] = {f"{step.by}:{how}:{step.move}": 1}
        moved.append(step.move)
    return parts


def seat_counters(game: Tally, seat: SeatTally) -> dict[str, int]:
    """What a seat of a finished game adds to the sums of its group: numbers by counter."""
    counts = {f"pace:{n}": turns for n, turns in enumerate(seat.pace) if turns}
    if game.outcome:
        alone = sum(other.winner for other in game.seats) == 1
        how = "lost" if not seat.winner else "won" if alone else "shared"
        points = None if abs(seat.points or 0) > MOST_POINTS else seat.points
        row = f"{seat.seat}:{seat.acted}"
        counts[f"seat:{row}:{game.seats.index(seat)}:{how}:{points is not None:d}"] = 1
        if points is not None:
            counts[f"points:{row}"] = round(100 * points)
    return counts


def sums_of(tallies: Iterable[Tally], moves: int = OPENING + 1) -> Sums:
    """The sums over these finished games, as a function like those that Redis answers. `moves`: how
    many opening moves are distinguished; by default all that are known."""
    sums: dict[str, Counter[str]] = {"": Counter()}
    for tally in tallies:
        group = f"{tally.ruleset}:{tally.group}"
        sums[""][group] += 1
        for part, counts in counters(tally, moves).items():
            sums.setdefault(group + part, Counter()).update(counts)
    return lambda part: sums.get(part, {})


def _rounded_length(length: int) -> int:
    """A length, rounded down to three digits from 1,000 on, to limit the number of counters."""
    step: int = 10 ** max(0, len(str(abs(length))) - 3)
    return length // step * step
