"""Shares with exact confidence intervals (Clopper and Pearson 1934)."""

from collections.abc import Callable
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

from msgspec import Struct

FEW = 30
"""A smaller number of trials is called small."""

LEVEL = 0.95

MANY = 100
"""With more hits and misses than this, an approximation replaces the exact sum."""

_NEAR = 1e-12
"""A term smaller than this part of the sum so far ends the summation."""


class Share(Struct, frozen=True):
    """A share: `hits` of a total `of`, in percent, with the exact 95 % interval from `low` to
    `high`, all to one decimal. They are None for a total of 0. `small`: the total is too small to
    say much. There is no interval for counts that depend on each other, such as the turns of one
    game, since the method assumes independence."""

    hits: int
    of: int
    percent: float | None
    low: float | None
    high: float | None
    small: bool


def share(hits: int, of: int) -> Share:
    if not of:
        return Share(hits, of, None, None, None, True)
    low, high = interval(hits, of)
    return Share(
        hits, of, round(100 * hits / of, 1), round(100 * low, 1), round(100 * high, 1), of < FEW
    )


def share_without_interval(hits: int, of: int) -> Share:
    """A share without an interval, for counts that depend on each other."""
    return Share(hits, of, round(100 * hits / of, 1) if of else None, None, None, of < FEW)


def interval(hits: int, of: int, level: float = LEVEL) -> tuple[float, float]:
    """The exact confidence interval (low, high) of a share, between 0 and 1. Raises `ValueError`
    unless 0 <= `hits` <= `of` and `of` > 0."""
    if not 0 <= hits <= of or of == 0:
        raise ValueError("a share is of at least one, and of no more than there are")
    tail = (1 - level) / 2
    low = 0.0 if hits == 0 else _solve(lambda p: _at_least(hits, of, p) - tail)
    return low, 1.0 if hits == of else _solve(lambda p: tail - (1 - _at_least(hits + 1, of, p)))


def _at_least(hits: int, of: int, p: float) -> float:
    """The probability of at least `hits` hits in `of` trials, each with probability `p` in (0, 1):
    the sum of the binomial tail, or of the other tail if that decreases from its first term."""
    if min(hits, of - hits) > MANY:
        return _at_least_approximately(hits, of, p)
    if hits <= of * p:
        return 1 - _at_least(of - hits + 1, of, 1 - p)
    ways = lgamma(of + 1) - lgamma(hits + 1) - lgamma(of - hits + 1)
    term, total = exp(ways + hits * log(p) + (of - hits) * log1p(-p)), 0.0
    while term > total * _NEAR:
        total += term
        hits += 1
        term *= (of - hits + 1) / hits * p / (1 - p)
    return total


def _at_least_approximately(hits: int, of: int, p: float) -> float:
    """An approximation of `_at_least` for large counts (Peizer and Pratt 1968). Its error is at
    most a millionth, and its time is constant."""
    few, q = hits - 1, 1 - p
    below, above = few + 0.5, of - few - 0.5
    apart = abs(below - of * p)
    if apart < 0.01:
        return 0.5
    d = few + 2 / 3 - (of + 1 / 3) * p + (q / hits - p / (of - few) + (q - 0.5) / (of + 1)) / 50
    odds = below * log(below / (of * p)) + above * log(above / (of * q))
    return NormalDist().cdf(-d / apart * sqrt(2 * odds / (1 + 1 / (6 * of))))


def _solve(above: Callable[[float], float]) -> float:
    """The zero between 0 and 1 of an increasing function."""
    low, high = 0.0, 1.0
    for _ in range(26):  # to a hundred-millionth
        middle = (low + high) / 2
        if above(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
