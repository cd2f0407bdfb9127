"""The numbers of many finished games, by name and sheet, computed from their sums
(`projections/numbers/counters.py`)."""

import json
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Annotated

from msgspec import Meta, Struct

from domain.kernel.text import Text
from projections.numbers.counters import Sums
from projections.numbers.intervals import FEW, Share, share, share_without_interval
from projections.numbers.ratings import Rating
from projections.numbers.tally import PACE, Tally

MOST_MOVES = 12
"""The most moves of an opening that are listed; all others are counted together."""

OTHER = "*"
"""Stands for all moves beyond those that are listed."""


class SeatResult(Struct, frozen=True):
    """The results of a seat over many games. `seat`: its id, or its number in the order of first
    actions. `wins`: the share won of the games with an outcome, shared wins included; `shared`: how
    many wins were shared. `points`: the sum over `scored` games; points above ten thousand million
    are left out."""

    seat: str
    wins: Share
    shared: int
    scored: int
    points: int | float


class OpeningMove(Struct, frozen=True):
    """A move of an opening. `move`: its kind and the first thing it names (`*`: all rarer moves).
    `by`: the seat that made it, as its number in the order of first actions (0: several). `taken`:
    how often it was made. `wins`: how often that seat won."""

    move: str
    by: int
    taken: Share
    wins: Share


class Openings(Struct, frozen=True):
    """What followed a sequence of opening moves. `asked`: the requested moves. `line`: these, and
    the moves with which all those games continued. `games`: how many games began with the requested
    moves. `moves`: what was played after `line`."""

    asked: tuple[str, ...]
    line: tuple[str, ...]
    games: int
    moves: tuple[OpeningMove, ...]


class Spread(Struct, frozen=True):
    """The distribution of a value over games: minimum, quartiles and maximum (rounded to three
    digits from 1,000 on). `bins`: the number of games from each of `edges` to the next; the last
    bin includes its end."""

    games: int
    least: int
    quarter: int
    middle: int
    three_quarters: int
    most: int
    edges: tuple[int, ...]
    bins: tuple[int, ...]


class Ending(Struct, frozen=True):
    """How games ended: the outcome's code (empty: closed without an outcome), and the share of
    games."""

    outcome: str
    games: Share


class Pace(Struct, frozen=True):
    """Turns by duration: the number of `turns` longer than the previous limit and at most `upto`
    seconds (null: no limit), and the share of all turns that took at most `upto`."""

    upto: int | None
    turns: int
    share: Share


class Care(Struct, frozen=True):
    """Retractions and disputes. `gone`: the share of actions taken back. `with_undo`, `irregular`,
    `claimed`, `ruled`: the shares of games with retractions, irregular records, claims and rulings.
    `claims`, `rulings`: their numbers. Rulings about clocks are not counted."""

    gone: Share
    with_undo: Share
    irregular: Share
    claimed: Share
    ruled: Share
    claims: int
    rulings: int


class TitleNumbers(Struct, frozen=True):
    """The numbers of a title's finished games with one name and sheet. `decided`: how many have an
    outcome; `actions`, `turns` and `minutes` are the lengths of those. `small`: too few games to
    say much. `rated`: whether players were rated, which needs games of one name and sheet, and not
    too many."""

    ruleset: str
    group: Annotated[str, Meta(description="The id of these games, for `group` of a search.")]
    name: Annotated[Text, Meta(description="What people call these games.")]
    sheet: Annotated[
        str,
        Meta(description="The SHA-256 of their sheet; empty where the title has its own rules."),
    ]
    games: int
    decided: int
    small: bool
    seats: tuple[SeatResult, ...]
    order: tuple[SeatResult, ...]
    openings: Openings
    endings: tuple[Ending, ...]
    actions: Spread | None
    turns: Spread | None
    minutes: Spread | None
    pace: tuple[Pace, ...]
    care: Care
    rated: bool = False
    ratings: tuple[Rating, ...] = ()


class Numbers(Struct, frozen=True):
    """The numbers of the games that a search finds. `found`: how many it finds. `counted`: how many
    of them are over and counted. `titles`: the numbers by name and sheet, most games first."""

    found: int
    counted: int
    titles: tuple[TitleNumbers, ...]


def numbers(
    sums: Sums, opening: Sequence[str] = (), *, ruleset: str = "", group: str = ""
) -> Numbers:
    """The numbers computed from sums, of one title or group if given. `opening`: the opening moves
    whose continuations are requested."""
    keys = {
        key: found
        for key, found in sums("").items()
        if ruleset in ("", key.rpartition(":")[0]) and group in ("", key.rpartition(":")[2])
    }
    titles = [title for key in keys if (title := _of_title(sums, key, tuple(opening)))]
    titles.sort(key=lambda title: (-title.games, title.name.en, title.group))
    return Numbers(sum(keys.values()), sum(title.games for title in titles), tuple(titles))


def tallies_by_group(tallies: Iterable[Tally]) -> dict[str, list[Tally]]:
    """Tallies by the id of their group (name and sheet)."""
    groups: dict[str, list[Tally]] = {}
    for tally in tallies:
        groups.setdefault(tally.group, []).append(tally)
    return groups


def _of_title(sums: Sums, key: str, opening: tuple[str, ...]) -> TitleNumbers | None:
    """The numbers of a group. `key`: `<ruleset>:<group>`. `opening`: see `numbers`. None if no game
    of it is over."""
    counts, (ruleset, _, group) = by_prefix(sums(key)), key.rpartition(":")
    endings, care = counts["ending"], defaultdict(int, counts["care"])
    games = sum(endings.values())
    if not games:
        return None
    called, _ = min(counts["called"].items(), key=lambda pair: (-pair[1], pair[0]))
    en, fr, sheet = json.loads(called)
    return TitleNumbers(
        ruleset=ruleset,
        group=group,
        name=Text(en, fr),
        sheet=sheet,
        games=games,
        decided=games - endings.get("", 0),
        small=games < FEW,
        seats=seat_results(counts),
        order=seat_results(counts, by_order=True),
        openings=openings(sums, key, opening),
        endings=tuple(
            Ending(code, share(n, games))
            for code, n in sorted(endings.items(), key=lambda pair: (-pair[1], pair[0]))
        ),
        actions=spread(counts["actions"]),
        turns=spread(counts["turns"]),
        minutes=spread(counts["minutes"]),
        pace=pace(counts["pace"]),
        care=Care(
            gone=share_without_interval(care["gone"], care["actions"]),
            with_undo=share(care["with-undo"], games),
            irregular=share(care["irregular"], games),
            claimed=share(care["claimed"], games),
            ruled=share(care["ruled"], games),
            claims=care["claims"],
            rulings=care["rulings"],
        ),
    )


def by_prefix(counts: Mapping[str, int]) -> defaultdict[str, dict[str, int]]:
    """Counters, grouped by the part of their names before the first colon."""
    heads: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for name, n in counts.items():
        head, _, rest = name.partition(":")
        heads[head][rest] = n
    return heads


def seat_results(
    counts: Mapping[str, Mapping[str, int]], *, by_order: bool = False
) -> tuple[SeatResult, ...]:
    """The results of all seats in games with an outcome. `by_order`: by the order of first actions,
    instead of by seat."""
    rows: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, n in counts["seat"].items():
        seat, acted, sat, how, scored = name.split(":")
        row = rows[acted if by_order else seat]
        row.update({"of": n, how: n, "scored": n * int(scored), "sat": n * int(sat)})
    for name, n in counts["points"].items():
        seat, acted = name.split(":")
        rows[acted if by_order else seat]["points"] += n
    rows.pop("0" if by_order else "", None)
    ranked = sorted(
        rows, key=int if by_order else lambda seat: rows[seat]["sat"] / rows[seat]["of"]
    )
    return tuple(_result(seat, rows[seat]) for seat in ranked)


def _result(seat: str, row: Mapping[str, int]) -> SeatResult:
    wins = share(row["won"] + row["shared"], row["of"])
    return SeatResult(
        seat, wins, row["shared"], row["scored"], _points_of_hundredths(row["points"])
    )


def _points_of_hundredths(hundredths: int) -> int | float:
    return hundredths / 100 if hundredths % 100 else hundredths // 100


def openings(sums: Sums, key: str, path: tuple[str, ...] = ()) -> Openings:
    """The continuations of the opening moves `path` in a group's games. If all games continued in
    the same way, it follows them to the next branching, or to the last known move."""
    line, here = path, _next_moves(sums, key, path)
    games = _next_moves(sums, key, path[:-1])[path[-1]].total() if path else _step_total(here)
    while len(here) == 1 and _step_total(here) == games:
        after = _next_moves(sums, key, (*line, *here))
        if not after:
            break
        line, here = (*line, *here), after
    ranked = sorted(here, key=lambda move: (-here[move].total(), move))
    rows = [(move, here[move]) for move in ranked[:MOST_MOVES]]
    if ranked[MOST_MOVES:]:
        rows.append((OTHER, sum((here[move] for move in ranked[MOST_MOVES:]), Counter())))
    return Openings(
        path, line, games, tuple(_opening_move(move, how, _step_total(here)) for move, how in rows)
    )


_Steps = defaultdict[str, Counter[tuple[str, str]]]
"""How often each move was made, by who made it and whether they won."""


def _next_moves(sums: Sums, key: str, path: Sequence[str]) -> _Steps:
    steps: _Steps = defaultdict(Counter)
    for name, n in sums(f"{key}:{','.join(path)}").items():
        by, how, move = name.split(":", 2)
        steps[move][by, how] += n
    return steps


def _step_total(steps: _Steps) -> int:
    return sum(how.total() for how in steps.values())


def _opening_move(move: str, steps: Counter[tuple[str, str]], of: int) -> OpeningMove:
    by = {by for by, _ in steps}
    won = sum(n for (_, how), n in steps.items() if how == "won")
    decided = sum(n for (_, how), n in steps.items() if how)
    return OpeningMove(
        move, int(by.pop()) if len(by) == 1 else 0, share(steps.total(), of), share(won, decided)
    )


def spread(counts: Mapping[str, int]) -> Spread | None:
    """The distribution of a value over games, in about ten bins of a round width. `counts`: how
    many games have each value. None if there are none."""
    if not counts:
        return None
    ranked = sorted((int(value), n) for value, n in counts.items())
    values, ends = [value for value, _ in ranked], [0, *accumulate(n for _, n in ranked)]
    n = ends[-1]
    width = _round_width(values[-1] - values[0])
    edges = tuple(range(values[0] // width * width, values[-1] + width, width))
    edges = edges if edges[-1] > values[-1] else (*edges, edges[-1] + width)
    below = [ends[bisect_left(values, edge)] for edge in edges]
    bins = tuple(high - low for low, high in pairwise(below))
    least, quarter, middle, three, most = (
        values[bisect_right(ends, min(n - 1, n * q // 4)) - 1] for q in range(5)
    )
    return Spread(
        games=n,
        least=least,
        quarter=quarter,
        middle=middle,
        three_quarters=three,
        most=most,
        edges=edges,
        bins=bins,
    )


def _round_width(span: int) -> int:
    """The smallest bin width of 1, 2 or 5 times a power of ten for which `span` has at most a dozen
    bins."""
    width = 1
    while True:
        for m in (1, 2, 5):
            if span // (width * m) < 12:
                return width * m
        width *= 10


def pace(turns: Mapping[str, int]) -> tuple[Pace, ...]:
    counts = [turns.get(str(n), 0) for n in range(len(PACE) + 1)]
    if not any(counts):
        return ()
    total, so_far, rows = sum(counts), 0, []
    for upto, count in zip((*PACE, None), counts, strict=True):
        so_far += count
        rows.append(Pace(upto, count, share_without_interval(so_far, total)))
    return tuple(rows)
