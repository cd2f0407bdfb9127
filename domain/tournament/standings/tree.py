"""Trees of values: every value of the standings with the terms it is computed from, down to single
results, so that anybody can compute it again."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod
from typing import Literal

from msgspec import Struct

from domain.tournament.values import Amount, Key, exact, spelt

How = Literal["record", "sum", "mean", "product", "quotient", "least", "most", "rank"]

OverEvents = Literal["best", "last"]
"""Keys of a season's standings: the best and the last event."""

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
    """A value and the terms it is computed from. `how`:

    - `record`: it is read from the records, such as a result at `round` and `table`, and has no
      terms.
    - `sum`, `mean`, `product`, `least`, `most`: of the terms that are not `struck` out.
    - `quotient`: the first term divided by the second (0 if that is 0).
    - `rank`: a rank among entrants; the terms are what was compared."""

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
        """The value as a number; 0 if it is empty."""
        return exact(self.value)


def add(values: Iterable[Fraction]) -> Fraction:
    """The sum of fractions. Faster than `sum` for the few small denominators of a tournament's
    amounts."""
    top, bottom = 0, 1
    for value in values:
        under = value.denominator
        if bottom % under:
            top, bottom = top * under, bottom * under
        top += value.numerator * (bottom // under)
    return Fraction(top, bottom)


def total(what: What, terms: Iterable[Term], entrant: int = 0) -> Term:
    """A term that is the sum of the terms that are not struck out."""
    inner = tuple(terms)
    value = add(term.number for term in inner if not term.struck)
    return Term(what, spelt(value), "sum", entrant, terms=inner)


def adds_up(term: Term) -> bool:
    """Whether each value in the tree of a term is what its terms give."""
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


def results_in(term: Term) -> frozenset[tuple[int, int]]:
    """The (round, table) of every result that a value depends on; table 0 for a bye or a missed
    round."""
    own = {(term.round, term.table)} if term.how == "record" and term.round else ()
    return frozenset(own).union(*map(results_in, term.terms))
