"""Pearson's chi-square test of counts against what was to be expected, and its p-value, from the standard library alone.

The p-value is the regularised upper incomplete gamma function Q(degrees/2, chi-square/2): its power series below the bend at
x = a + 1, its continued fraction by Lentz's method above it (both in Abramowitz and Stegun, 6.5.29 and 6.5.31).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_PRECISION = 1e-15
_MOST_STEPS = 10_000
_TINY = 1e-300


def chi_square(counts: Sequence[int], weights: Sequence[float]) -> float:
    """The statistic: how far `counts` lie from shares that are as `weights`. Weights are above 0."""
    total, whole = sum(counts), sum(weights)
    expected = [total * weight / whole for weight in weights]
    return sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True)) if total else 0.0


def p_value(statistic: float, degrees: int) -> float:
    """How often chance alone leads to a statistic as great as this or greater; `degrees` of freedom are at least 1."""
    if degrees < 1 or not statistic >= 0:
        raise ValueError(f"no chi-square of {statistic} with {degrees} degrees of freedom")
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x) = Γ(a, x) / Γ(a) for a > 0, x ≥ 0: 1 at 0, falling to 0."""
    if x == 0:
        return 1.0
    if math.isinf(x):
        return 0.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The sum of x^n / (a (a+1) … (a+n)), which converges quickly for x below a + 1."""
    term = total = 1.0 / a
    for n in range(1, _MOST_STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """1 / (x+1-a - 1(1-a) / (x+3-a - 2(2-a) / (x+5-a - …))), from the front."""
    b = x + 1.0 - a
    c, d = 1.0 / _TINY, 1.0 / b
    value = d
    for n in range(1, _MOST_STEPS):
        step = -n * (n - a)
        b += 2.0
        d = 1.0 / (_not_zero(step * d + b))
        c = _not_zero(b + step / c)
        value *= d * c
        if abs(d * c - 1.0) < _PRECISION:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
