"""Points, which may be fractions: halves, tenths, thirds.

An amount is exact: a whole number or a fraction. In JSON it is a number if two decimals are enough.
Otherwise it is a string, the fraction with a rounded decimal in brackets, such as `7/3 (2.33)`.
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
"""Floats below this represent two decimals without error."""


def exact_amount(number: Amount) -> Amount:
    """Convert a number to an amount: an `int` if it is whole, otherwise a `Fraction`."""
    return int(number) if number.denominator == 1 else Fraction(number)


def in_digits(amount: Amount) -> str:
    """Format an amount for people: `12`, `12.5`, `7/3 (2.33)`."""
    if amount.denominator == 1:
        return str(int(amount))
    whole, hundredths = divmod(round(max(amount, -amount) * 100), 100)
    decimal = f"{'-' if amount < 0 else ''}{whole}.{hundredths:02}"
    return decimal.rstrip("0") if (amount * 100).denominator == 1 else f"{amount} ({decimal})"


def amount_as_json(amount: Amount) -> Plain:
    """An amount as the value that JSON gets: a number, or a string such as `7/3 (2.33)`."""
    if amount.denominator == 1:
        return int(amount)
    short = (amount * 100).denominator == 1 and -_FLOATS < amount < _FLOATS
    return float(amount) if short else in_digits(amount)


def read_amount(written: Plain) -> Amount:
    """Parse an amount that somebody typed or that `amount_as_json` made: `-3`, `10,5`, `21/2`.
    Raises `ValueError`."""
    text = str(written).strip().translate(_MINUS)
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return exact_amount(Fraction(found[1].replace(",", ".")))
