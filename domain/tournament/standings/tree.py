"""Trees of values: every value of a standing down to the records it was added from, so that anybody
can add it up again."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod
from typing import Literal

from msgspec import Struct

from domain.tournament.values import Amount, Key, exact, spelt

How = Literal["record", "sum", "mean", "product", "quotient", "least", "most", "rank"]

OverEvents = Literal["best", "last"]
"""Keys of standings over several events: the best and the last of them."""

What = Literal[
    "event",  # what one event of a season gave
    "result",  # what a table's result gave
    "bye",  # what a bye gave
    "absent",  # a round without table and bye
    "forfeit",  # a round of a round robin whose opponent was missing
    "penalty",  # points taken away
    "round",  # one round's part of a value
    "stage",  # one stage's part of a value
    "factor",  # what a product multiplies by
    "opponent",  # what an opponent's score is
    "virtual",  # the virtual opponent of an unplayed round
    "draw",  # an unplayed round at the end, counted as a draw
    "share-won",  # points by those that were possible
    "possible",  # the points of rounds if everything in them had been won
    "floor",  # the least that a percentage counts
    Key,
    OverEvents,
]


class Term(Struct, frozen=True, omit_defaults=True):
    """One value and what it was computed from: a `record` is read where `round` and `table` say; a
    `sum`, `mean`, `product`, `least` or `most` is that of its terms, without those `struck` out; a
    `quotient` is the first by the second, 0 where that is 0; a `rank` is a place among entrants, and
    its terms say what was compared."""

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
    inner = tuple(terms)
    value = add(term.number for term in inner if not term.struck)
    return Term(what, spelt(value), "sum", entrant, terms=inner)


def adds_up(term: Term) -> bool:
    """Whether every value of the tree is what its terms come to, as a verifier asks."""
    if not all(map(adds_up, term.terms)):
        return False
    counted = [inner.number for inner in term.terms if not inner.struck]
    if term.how == "sum":
        return term.number == add(counted)
    if term.how == "mean":
        return term.number == (add(counted) / len(counted) if counted else 0)
    if term.how == "product":
        return term.number == prod(counted)
    if term.how == "quotient":
        return term.number == (counted[0] / counted[1] if counted[1] else 0)
    if term.how in ("least", "most"):
        return term.number == (min if term.how == "least" else max)(counted)
    return True


def records(term: Term) -> frozenset[tuple[int, int]]:
    """The (round, table) of every result that the value rests on; table 0 where the round was a bye
    or none."""
    own = {(term.round, term.table)} if term.how == "record" and term.round else ()
    return frozenset(own).union(*map(records, term.terms))
