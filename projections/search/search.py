"""The search in Redis: intersections of sets of ids, in steps that are short enough not to block
it.

If one condition matches few games, these are tested against the others. If all match many, the
index is walked from the cursor on, a chunk at a time, until the page is full.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from projections.numbers.tally import TALLY
from projections.search.query import MOST, AnyOf, Between, Criterion, Page, Query, criteria
from projections.store.epochs import as_number
from projections.store.keys import NOT_SHOWN, SETS, SUMMARY, game_key, parse_cursor, prefix

FEW = 2_000
"""If a condition matches at most this many games, they are all read at once."""

CHUNK = 1_000

TOGETHER = 200

Hit = tuple[int, bytes]
"""A game that was found: the notification id of its last record, by which games are sorted, and its
id."""


Open = Callable[[str, str, int, bytes], bytes | None]
"""A function that opens a sealed value of a game: id, field, seq, value. Returns None if the
follower did not write the value."""


def search(
    redis: Any, epoch: str, query: Query, opened: Open, few: int = FEW, chunk: int = CHUNK
) -> Page:
    """The page that a query finds in an epoch. `opened` opens sealed values. The page's
    `unreadable` lists all games that cannot be shown; `Index.unreadable` then finds out which of
    them belong on it. Raises `BadCursor` and `redis.RedisError`."""
    limit = max(1, min(query.limit, MOST))
    below = parse_cursor(query.after)
    order = prefix(epoch) + "order"
    smallest, tests = _criteria_by_size(redis, epoch, query)
    if smallest <= few:
        hits = _hits_from_smallest(redis, order, tests[0], tests[1:])
        total: int | None = len(hits)
        hits = [hit for hit in hits if hit[0] < below]
    else:
        hits = _newest_matching(redis, order, tests, below, limit + 1, chunk)
        total = _count_matching(redis, order, tests)
    after = str(hits[limit - 1][0]) if len(hits) > limit else ""
    summaries = _values(redis, epoch, [id for _, id in hits[:limit]], SUMMARY, query, opened)
    aside = redis.sscan_iter(f"{prefix(epoch)}found:{NOT_SHOWN}")
    unreadable = tuple(id.decode("utf-8", "replace") for id in aside)
    return Page(tuple(value for value in summaries if value is not None), after, total, unreadable)


def tallies(
    redis: Any, epoch: str, query: Query, opened: Open, most: int
) -> tuple[int, list[bytes] | None]:
    """The number of games that a query finds, on all pages, and the tallies of the finished ones as
    JSON, or None in their place if it finds more than `most`. Raises `redis.RedisError`."""
    order = prefix(epoch) + "order"
    smallest, tests = _criteria_by_size(redis, epoch, query)
    if smallest <= FEW:
        ids = [id for _, id in _hits_from_smallest(redis, order, tests[0], tests[1:])]
    else:
        ids = [
            id for _, id in _newest_matching(redis, order, tests, float("inf"), sys.maxsize, CHUNK)
        ]
    if len(ids) > most:
        return len(ids), None
    seen = [
        value
        for start in range(0, len(ids), TOGETHER)
        for value in _values(redis, epoch, ids[start : start + TOGETHER], TALLY, query, opened)
    ]
    return len(seen), [tally for tally in seen if tally is not None]


def _criteria_by_size(redis: Any, epoch: str, query: Query) -> tuple[float, list[Criterion]]:
    """The most games that can match (infinite without conditions), and the conditions of a query,
    the most selective first."""
    by_size = sorted(
        ((c.size(redis), i, c) for i, c in enumerate(criteria(redis, epoch, query))),
        key=lambda sized: sized[:2],
    )
    return by_size[0][0] if by_size else float("inf"), [criterion for _, _, criterion in by_size]


def _hits_from_smallest(
    redis: Any, order: str, smallest: Criterion, others: list[Criterion]
) -> list[Hit]:
    """All games that meet the condition `smallest` and the others, newest first."""
    ids = smallest.members(redis)
    for criterion in others:
        if ids:
            ids = _fitting_ids(ids, criterion.test(redis, ids))
    numbers = redis.zmscore(order, ids) if ids else []
    return sorted(
        ((int(number), id) for number, id in zip(numbers, ids, strict=True) if number is not None),
        reverse=True,
    )


def _newest_matching(
    redis: Any, order: str, tests: list[Criterion], below: float, count: int, chunk: int
) -> list[Hit]:
    """The newest `count` games below a notification id that meet all conditions, read a chunk at a
    time."""
    hits: list[Hit] = []
    step = chunk if tests else min(count, MOST * 50)
    while len(hits) < count:
        rows = redis.zrange(
            order, f"({below}", "-inf", desc=True, byscore=True, offset=0, num=step, withscores=True
        )
        numbers = {id: int(number) for id, number in rows}
        ids = list(numbers)
        for criterion in tests:
            if ids:
                ids = _fitting_ids(ids, criterion.test(redis, ids))
        hits += [(numbers[id], id) for id in ids]
        if len(rows) < step:
            break
        below = min(numbers.values())
    return hits


def _fitting_ids(ids: list[bytes], fits: list[bool]) -> list[bytes]:
    return [id for id, fit in zip(ids, fits, strict=True) if fit]


def _count_matching(redis: Any, order: str, tests: list[Criterion]) -> int | None:
    """How many games meet all conditions; None if that cannot be counted quickly."""
    if not tests:
        return int(redis.zcard(order))
    single = [test.keys[0] for test in tests if isinstance(test, AnyOf) and len(test.keys) == 1]
    if len(single) == len(tests):
        return int(redis.sintercard(len(single), single))
    return tests[0].size(redis) if len(tests) == 1 and isinstance(tests[0], Between) else None


def _values(
    redis: Any, epoch: str, ids: Sequence[bytes], field: str, query: Query, opened: Open
) -> Iterator[bytes | None]:
    """For each game whose sealed list of sets matches the query: the field as the follower wrote
    it, or None if the game does not have it. Other ids are skipped, since anybody who can write to
    Redis can add ids to sets."""
    games = [id.decode("utf-8", "replace") for id in ids]
    with redis.pipeline(transaction=False) as pipe:
        for game in games:
            pipe.hmget(game_key(epoch, game), "seq", SETS, field)
        rows = pipe.execute(raise_on_error=False)
    for game, row in zip(games, rows, strict=True):
        if isinstance(row, Exception):
            opened(game, SETS, 0, b"")  # something else stands there: it is written anew
            continue
        seq, sets, value = row
        stands_at = as_number(seq) or 0
        names = None if seq is None or sets is None else opened(game, SETS, stands_at, sets)
        if names is not None and _is_found_in(msgspec.json.decode(names, type=set[str]), query):
            yield None if value is None else opened(game, field, stands_at, value)


def _is_found_in(names: set[str], query: Query) -> bool:
    return all(names.intersection(group) for group in query.groups())
