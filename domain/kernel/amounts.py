"""Points as people see them, where they may come in parts: halves, tenths, thirds.

An amount is exact: a whole number, or a fraction. As data it is a JSON number where it has at most
two decimals; else the fraction as text with its decimal behind it, such as `7/3 (2.33)`.
"""

import re
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Amount = int | Fraction
else:
    Amount = Rational  # both are, and msgspec has no union of types that it does not know

Plain = int | float | str
"""An amount as JSON."""

_WRITTEN = re.compile(
    r"([+-]?\d{1,24}(?:[.,]\d{1,6}|/[1-9]\d{0,8})?)(?: \(-?\d+\.\d\d\))?", re.ASCII
)
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-"})
_FLOATS = 10**12
"""Below this a float has two decimals as they are."""


def exact(number: Amount) -> Amount:
    """A number as an amount: an `int` where it is whole."""
    return int(number) if number.denominator == 1 else Fraction(number)


def in_digits(amount: Amount) -> str:
    """An amount as people read it: `12`, `12.5`, `7/3 (2.33)`."""
    if amount.denominator == 1:
        return str(int(amount))
    whole, hundredths = divmod(round(max(amount, -amount) * 100), 100)
    decimal = f"{'-' if amount < 0 else ''}{whole}.{hundredths:02}"
    return decimal.rstrip("0") if (amount * 100).denominator == 1 else f"{amount} ({decimal})"


def plain(amount: Amount) -> Plain:
    """An amount as JSON."""
    if amount.denominator == 1:
        return int(amount)
    short = (amount * 100).denominator == 1 and -_FLOATS < amount < _FLOATS
    return float(amount) if short else in_digits(amount)


def read(written: Plain) -> Amount:
    """An amount as it was typed, or as `plain` gave it: `-3`, `10,5`, `21/2`; raises `ValueError`
    for anything else."""
    text = str(written).strip().translate(_MINUS)
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return exact(Fraction(found[1].replace(",", ".")))
