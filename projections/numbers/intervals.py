"""Shares with their exact intervals (Clopper and Pearson 1934): what a share may be when so many of
so many were seen."""

from collections.abc import Callable
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

from msgspec import Struct

FEW = 30
"""Below so many, a sample is said to be small."""

LEVEL = 0.95

MANY = 100
"""Hits and misses beyond which the ends of an interval are not summed up."""

_NEAR = 1e-12
"""Of the sum so far: what is less adds nothing."""


class Share(Struct, frozen=True):
    """So many of so many: in percent, between the ends of the exact interval at 95 %, with one
    decimal. Of none, all three are unknown. `small` says that there are too few to say much.
    Without an interval where what is counted hangs together, as the turns of one game do: the
    method takes each for itself."""

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


def part(hits: int, of: int) -> Share:
    """A share of what hangs together: without an interval."""
    return Share(hits, of, round(100 * hits / of, 1) if of else None, None, None, of < FEW)


def interval(hits: int, of: int, level: float = LEVEL) -> tuple[float, float]:
    """The exact interval of a share, from 0 to 1. Small samples have wide ones. Raises `ValueError`
    for what is no share."""
    if not 0 <= hits <= of or of == 0:
        raise ValueError("a share is of at least one, and of no more than there are")
    tail = (1 - level) / 2
    low = 0.0 if hits == 0 else _solve(lambda p: _at_least(hits, of, p) - tail)
    return low, 1.0 if hits == of else _solve(lambda p: tail - (1 - _at_least(hits + 1, of, p)))


def _at_least(hits: int, of: int, p: float) -> float:
    """How likely it is to see so many or more, each with the chance `p`, more than 0 and less than
    1: the terms of the binomial law from there on, or those of the other side, whichever fall from
    the first on and so are few."""
    if min(hits, of - hits) > MANY:
        return _about_at_least(hits, of, p)
    if hits <= of * p:
        return 1 - _at_least(of - hits + 1, of, 1 - p)
    ways = lgamma(of + 1) - lgamma(hits + 1) - lgamma(of - hits + 1)
    term, total = exp(ways + hits * log(p) + (of - hits) * log1p(-p)), 0.0
    while term > total * _NEAR:
        total += term
        hits += 1
        term *= (of - hits + 1) / hits * p / (1 - p)
    return total


def _about_at_least(hits: int, of: int, p: float) -> float:
    """The same by the normal law (Peizer and Pratt 1968): of so many no end of an interval is off by
    a millionth, and it costs no more for a hundred thousand than for a hundred."""
    few, q = hits - 1, 1 - p
    below, above = few + 0.5, of - few - 0.5
    apart = abs(below - of * p)
    if apart < 0.01:
        return 0.5
    d = few + 2 / 3 - (of + 1 / 3) * p + (q / hits - p / (of - few) + (q - 0.5) / (of + 1)) / 50
    odds = below * log(below / (of * p)) + above * log(above / (of * q))
    return NormalDist().cdf(-d / apart * sqrt(2 * odds / (1 + 1 / (6 * of))))


def _solve(above: Callable[[float], float]) -> float:
    """Where a growing function crosses 0, between 0 and 1."""
    low, high = 0.0, 1.0
    for _ in range(26):  # to a hundred-millionth
        middle = (low + high) / 2
        if above(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
