"""Trees of values: every value of a standing down to the records it was added from, so that anybody
can add it up again."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from domain.tournament.values import Amount, Key, exact, spelt

How = Literal["record", "sum", "mean", "product", "least", "rank"]

What = Literal[
    "result",  # what a table's result gave
    "bye",  # what a bye gave
    "absent",  # a round without table and bye
    "penalty",  # points taken away
    "round",  # one round's part of a value
    "stage",  # one stage's part of a value
    "factor",  # what a product multiplies by
    "opponent",  # what an opponent's score is
    "virtual",  # the virtual opponent of an unplayed round
    "draw",  # an unplayed round at the end, counted as a draw
    Key,
]


class Term(Struct, frozen=True, omit_defaults=True):
    """One value and what it was computed from: a `record` is read where `round` and `table` say; a
    `sum`, `mean`, `product` or `least` is that of its terms, without those `struck` out; a `rank`
    is a place among entrants, and its terms say what was compared."""

    what: What
    value: Amount
    how: How = "record"
    entrant: int = 0
    round: int = 0
    table: int = 0
    struck: bool = False
    terms: tuple[Term, ...] = ()

    @property
    def number(self) -> Fraction:
        return exact(self.value)


def add(values: Iterable[Fraction]) -> Fraction:
    """Their sum. A tournament's amounts share a few small denominators, so this adds whole
    numbers."""
    top, bottom = 0, 1
    for value in values:
        under = value.denominator
        if bottom % under:
            top, bottom = top * under, bottom * under
        top += value.numerator * (bottom // under)
    return Fraction(top, bottom)


def total(what: What, terms: Iterable[Term], entrant: int = 0) -> Term:
    """The sum of terms, without those struck out."""
    found = tuple(terms)
    return Term(
        what, spelt(add(one.number for one in found if not one.struck)), "sum", entrant, terms=found
    )


def adds_up(term: Term) -> bool:
    """Whether every value of the tree is what its terms come to: what a verifier asks."""
    if not all(adds_up(one) for one in term.terms):
        return False
    counted = [one.number for one in term.terms if not one.struck]
    if term.how == "sum":
        return term.number == add(counted)
    if term.how == "mean":
        return term.number == (add(counted) / len(counted) if counted else 0)
    if term.how == "product":
        product = Fraction(1)
        for one in counted:
            product *= one
        return term.number == product
    return term.how != "least" or term.number == min(counted)


def records(term: Term) -> frozenset[tuple[int, int]]:
    """The (round, table) of every result that the value rests on; table 0 where the round was a bye
    or none."""
    found = {(term.round, term.table)} if term.how == "record" and term.round else set()
    for one in term.terms:
        found |= records(one)
    return frozenset(found)
